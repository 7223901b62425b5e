"""Models as functions: what they are called with, what they give, and their tests."""

import os
import subprocess
import sys

import numpy as np
import pytest

from genmorph import UsageError
from genmorph.models import model_function

GIVEN = """
import sys
import numpy as np
from genmorph.models import model_function

function = model_function(sys.argv[1], "torch")
rng = np.random.default_rng(0)
ids, weight = rng.integers(0, 20, (3, 6)).astype("int32"), rng.random((3, 1), dtype="float32")
found = function(ids, weight)
import keras
wanted = keras.saving.load_model(sys.argv[1]).predict([ids, weight], verbose=0)
print(keras.backend.backend(), type(found).__name__, all(map(np.allclose, found, wanted)))
"""
SAID = """
import sys
from genmorph.domain import annotations_of, argument_domains
from genmorph.models import model_function

function = model_function(sys.argv[1], "numpy", *sys.argv[2:])
for name, domain in argument_domains(function).items():
    print(name, domain)
print(*(one.text() for one in annotations_of(function).conditions))
"""
CALLED = """
import sys
import numpy as np
from genmorph.models import model_function

function = model_function(sys.argv[1], "numpy")
one = np.arange(6, dtype="float32").reshape(2, 3)
name = function.__name__
print(name.isidentifier() and not name.startswith("test"), function(one, one * 0 + 2).tolist())
"""
LOADED = """
import os, sys
os.environ["KERAS_BACKEND"] = "numpy"
import keras
from genmorph import UsageError
from genmorph.models import model_function

try:
    model_function(sys.argv[1], "torch")
except UsageError as error:
    print(error)
"""
WRITTEN = """
import sys
from genmorph import Tolerance
from genmorph.inference.preparation import signature
from genmorph.model import Container, Kind, Output
from genmorph.models import model_function
from genmorph.subject.subject import inspect_subject
from genmorph.transformations.transformation import Transformation
from tests.handmade import make_relation, make_set

subject = inspect_subject(model_function(sys.argv[1], "torch"))
shape = Output(Kind.INTS, container=Container.TUPLE, view="{}.shape")
learnt = signature(subject, (shape,), Tolerance())
relation = make_relation(learnt, Transformation("reverse_rows", (0,)), ["==", f"{shape.name}_f", f"{shape.name}_s"])
make_set(relation).to_pytest(sys.argv[2])
"""

INFERRED = """
import sys
from genmorph import Budget, infer_relations
from genmorph.models import model_function

for relation in infer_relations(model_function(sys.argv[1], "numpy"), Budget(evaluations=0.02), cache=False):
    print(relation.formula)
"""


def run(program, *arguments):
    """What a process that has Keras prints."""
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_function_gives_what_the_model_gives_on_the_back_end(folder):
    assert run(GIVEN, folder / "words.keras") == "torch tuple True\n"


@pytest.mark.long
def test_relations_of_a_model_are_inferred_as_of_any_function(folder):
    assert "image(image[::-1]) == image(image)[::-1]" in run(INFERRED, folder / "image.keras").splitlines()


def test_a_function_has_the_inputs_of_the_model_as_parameters_with_domains(folder):
    shape = "tuples(ints(1, 4), ints(8, 8), ints(8, 8), ints(1, 1))"
    image = f'image np_arrays("float32", {shape}, floats(0.0, 1.0, width=32))'
    assert run(SAID, folder / "image.keras").splitlines() == [image, ""]
    ids, weight, condition = run(SAID, folder / "words.keras").splitlines()
    assert ids == 'ids np_arrays("int32", tuples(ints(1, 4), ints(6, 6)), ints(0, 19))'
    assert "floats(-3.0, 3.0" in weight
    assert condition == "len(weight) == len(ids)"


def test_ids_are_whole_numbers_whatever_type_the_model_gives_them(folder):
    said = 'ids np_arrays("int32", tuples(ints(1, 4), ints(6, 6)), ints(0, 19))'
    assert run(SAID, folder / "looked_up.keras").splitlines() == [said, ""]


def test_a_model_of_so_many_samples_gets_these_and_odd_names_are_made_plain(folder):
    first, second, condition = run(SAID, folder / "fixed.keras").splitlines()
    assert first.startswith('given_len np_arrays("float32", tuples(ints(2, 2), ints(3, 3))')
    assert second.startswith("two_words np_arrays")
    assert condition == "len(two_words) == len(given_len)"


@pytest.mark.parametrize("name", ["test_digits", "class", "tuple", "x²", "my-model.v2"])
def test_any_name_of_a_file_gives_a_function_that_is_no_test(folder, tmp_path, name):
    path = tmp_path / f"{name}.keras"
    path.write_bytes((folder / "fixed.keras").read_bytes())
    assert run(CALLED, path) == "True [[2.0, 3.0, 4.0], [5.0, 6.0, 7.0]]\n"


def test_a_back_end_other_than_the_loaded_one_is_refused(folder):
    assert (
        run(LOADED, folder / "image.keras")
        == "back end must be numpy, which Keras has loaded in this process, got 'torch'\n"
    )


def test_inputs_of_the_user_say_how_large_numbers_are(folder, tmp_path):
    np.savez(tmp_path / "inputs.npz", np.linspace(0.25, 0.75, 128, dtype=np.float32).reshape(2, 8, 8, 1))
    assert "floats(0.25, 0.75" in run(SAID, folder / "image.keras", tmp_path / "inputs.npz")


@pytest.mark.parametrize(
    ("model", "back_end", "words"),
    [
        ("no.keras", "torch", "model must be a .keras file"),
        ("image.keras", "theano", "back end must be one of"),
        ("image.keras", "onnxruntime", "back end must be one of Keras in this environment, got 'onnxruntime'"),
        ("image.keras", f"torch@{sys.executable}", "back end must be one of Keras in this environment"),
        ("same.keras", "numpy", "model must load on numpy"),
    ],
)
def test_what_cannot_be_a_function_is_refused(folder, model, back_end, words):
    with pytest.raises(UsageError, match=words):
        model_function(folder / model, back_end)


def test_tests_of_a_model_hold_its_definition_and_need_no_genmorph(folder, tmp_path):
    run(WRITTEN, folder / "adapted.keras", tmp_path / "test_adapted.py")
    text = (tmp_path / "test_adapted.py").read_text()
    assert "def adapted(values):" in text
    assert "import genmorph" not in text
    run_tests = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        str(tmp_path / "test_adapted.py"),
    ]
    environment = {**os.environ, "KERAS_BACKEND": "torch"}
    done = subprocess.run(run_tests, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout
    assert "UserWarning" not in done.stdout
