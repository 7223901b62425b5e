"""What is kept of a finding: the model and inputs that show it, a test that runs without genmorph, and a report."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from genmorph.model import UsageError
from genmorph.models.back_ends import Arrays, BackEnd
from genmorph.models.comparison import BackEndAnswer
from genmorph.values.labels import counted

_TEST = '''# {title}
# Written by genmorph. It needs Keras and {library}, and the files beside it.

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
PROGRAM = """
import sys

{imports}

model = keras.saving.load_model("model.keras", compile=False)
with np.load("inputs.npz") as file:
    inputs = [file[name] for name in file.files]
given = keras.Model(list(model.inputs), list(model.outputs)).predict_on_batch(inputs)
given = given if isinstance(given, (list, tuple)) else [given]
np.savez(sys.argv[1], *(np.asarray(one, "float64") for one in given))
"""


def test_the_model_gives_what_it_gives_in_double_precision(tmp_path):
    environment = os.environ | {{"KERAS_BACKEND": "{library}", "CUDA_VISIBLE_DEVICES": ""}}
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "given.npz")]
    subprocess.run(command, cwd=HERE, env=environment, check=True)
    with (
        np.load(tmp_path / "given.npz") as given,
        np.load(HERE / "expected.npz") as expected,
        np.load(HERE / "bounds.npz") as bounds,
    ):
        assert len(given.files) == len(expected.files)
        for name in expected.files:
            for one, other, bound in zip(given[name], expected[name], bounds[name], strict=True):
                np.testing.assert_allclose(one, other, rtol=0, atol=bound)
'''
_IMPORTS = ("keras", "numpy as np")
_OPENVINO = """import openvino

compile_model = openvino.compile_model
openvino.compile_model = lambda *given: compile_model(*given, {"INFERENCE_PRECISION_HINT": "f32"})
"""
"""OpenVINO takes a coarser precision where the processor has it."""
_REPORT = """# {title}

{said}

- back end: {back_end}, {versions}
- reference: {reference}, in double precision
- model: `model.keras`, reduced to {layers}; inputs: `inputs.npz`; what it should give: `expected.npz`; how far from it
  rounding explains that each sample is: `bounds.npz`

{shown}
"""


_DATA = "finding.json"


Mutated = Any
"""What says how a mutant was made, as a dataclass; None of a model of the user's."""


def folder_name(words: str) -> str:
    """The name of the folder of a finding.

    >>> folder_name("jax@/opt/python"), folder_name("torch_Dense (1)_differs")
    ('jax__opt_python', 'torch_dense__1__differs')
    """
    return "".join(sign if sign.isalnum() else "_" for sign in words).strip("_").lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A model with inputs on which a back end differs, what was said of it, and what it should give.

    `expected` are the numbers and what rounding explains by sample; `layers` counts those of the model, `modules`
    register layers of one's own, and `mutant` says how the model was made; None of a model of the user's.
    """

    title: str
    answer: BackEndAnswer
    back_end: BackEnd
    reference: str
    model: Path
    inputs: Path
    expected: tuple[Arrays, Arrays]
    layers: int
    modules: Sequence[str]
    mutant: Mutated


def keep_finding(shown: Shown, folder: Path) -> None:
    """Write all files of a finding; the folder is there when all of it is.

    Of an exported model there is no test: Keras exports it, and the runtime is called in a way of its own.

    Raises:
        UsageError: Something else is where the folder shall be, or it cannot be written.

    """
    require_own(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
            _write(shown, Path(beside) / folder.name)
            shutil.rmtree(folder, ignore_errors=True)
            (Path(beside) / folder.name).rename(folder)
    except OSError as error:
        raise UsageError(f"folder must be one that can be written, got {str(folder)!r}: {error}") from error


def require_own(folder: Path) -> None:
    """Raise UsageError where something is in the place of a folder that no finding was kept in."""
    if folder.exists() and not (folder / _DATA).exists():
        raise UsageError(f"folder must be new, or that of an earlier finding, got {str(folder)!r}")


def _write(shown: Shown, beside: Path) -> None:
    beside.mkdir()
    shutil.copyfile(shown.model, beside / "model.keras")
    shutil.copyfile(shown.inputs, beside / "inputs.npz")
    expected, bounds = shown.expected
    np.savez(beside / "expected.npz", *expected)
    np.savez(beside / "bounds.npz", *bounds)
    for file, text in _texts(shown).items():
        (beside / file).write_text(text, encoding="utf-8")


def _texts(shown: Shown) -> dict[str, str]:
    title = " ".join(shown.title.split())
    is_keras = not shown.back_end.exporters
    said = f"`pytest test_finding.py` in this folder shows it, in the environment of {shown.back_end}."
    report = _REPORT.format(
        title=title,
        said=shown.answer.words,
        back_end=shown.back_end,
        versions=", ".join(f"{library} {version}" for library, version in shown.answer.versions.items()),
        reference=shown.reference,
        layers=counted(shown.layers, "layer"),
        shown=said if is_keras else f"Keras exports the model for {shown.back_end}.",
    )
    kept = {"finding": title, "mutant": shown.mutant and asdict(shown.mutant)}
    texts = {"report.md": report, _DATA: f"{json.dumps(kept, indent=2)}\n"}
    return {**texts, "test_finding.py": _test(shown, title)} if is_keras else texts


def _test(shown: Shown, title: str) -> str:
    """The text of the test; modules of one's own are found as they are by the search."""
    library = shown.back_end.name
    imports = "\n".join(f"import {name}" for name in (*_IMPORTS, *shown.modules))
    return _TEST.format(
        title=title, library=library, imports=f"{_OPENVINO}\n{imports}" if library == "openvino" else imports
    )
