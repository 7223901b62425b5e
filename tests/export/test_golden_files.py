"""What users get, word for word; to write the files anew after a wanted change, run this module as a script."""

import ast
from pathlib import Path

import pytest

from genmorph.domain import floats, ints
from genmorph.export import render_tests
from genmorph.model import Kind, Tolerance
from genmorph.results.cases import build_test_file
from genmorph.transformations import Transformation
from tests.export.conftest import run_without_genmorph, write_module
from tests.handmade import GROWS, make_relation, make_signature

HERE = Path(__file__).parent
SHOP = {"module": "tests.export.shop"}


def power_grows():
    signature = make_signature("power", {"k": ints(-20, 20), "e": ints(0, 12)}, **SHOP)
    grows = Transformation("add", (1,), 1)
    return make_relation(signature, grows, ["==", "return_f", ["*", "return_s", "k_s"]], [(3, 4), (0, 0)])


def half_does_not_shrink():
    tolerance = Tolerance(1e-9, 1e-6)
    signature = make_signature("half", {"x": floats(-50, 50)}, Kind.FLOAT, tolerance=tolerance, **SHOP)
    return make_relation(signature, GROWS, ["<=", "return_s", "return_f"], [(0.5,)])


def fifth_may_raise():
    signature = make_signature("fifth", {"n": ints(-3, 20)}, raises=("ValueError",), **SHOP)
    return make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 5]], [(0,), (7,)])


RELATIONS = {"power": power_grows, "half": half_does_not_shrink, "fifth": fifth_may_raise}


def render(name):
    relation = RELATIONS[name]()
    return render_tests(build_test_file(relation.signature, [relation]), f"Metamorphic relations of {name}.")


def golden(name):
    return HERE / "golden" / f"{name}.py"


@pytest.mark.parametrize("name", RELATIONS)
def test_an_exported_file_is_word_for_word_the_golden_one(name):
    text = render(name)
    ast.parse(text)
    assert text == golden(name).read_text()


@pytest.mark.parametrize("name", RELATIONS)
def test_a_golden_file_runs_without_genmorph(name, tmp_path):
    write_module(tmp_path, "tests.export.shop", (HERE / "shop.py").read_text())
    (ran,) = run_without_genmorph(golden(name), tmp_path)
    assert ran.startswith(f"test_{name}_")


if __name__ == "__main__":
    for name in RELATIONS:
        golden(name).write_text(render(name))
