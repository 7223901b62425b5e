"""What is kept of a finding: the model and inputs that show it, a test that runs without genmorph, and a report."""

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from genmorph.models.back_ends import Arrays
from genmorph.models.checking import BackEndAnswer
from genmorph.values.labels import counted

_TEST = '''"""{title}.

Written by genmorph. It needs Keras and {library}, and the files beside it.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
PROGRAM = """
import sys

import keras
import numpy as np

model = keras.saving.load_model("model.keras", compile=False)
with np.load("inputs.npz") as file:
    inputs = [file[name] for name in file.files]
given = keras.Model(list(model.inputs), list(model.outputs)).predict_on_batch(inputs)
np.savez(sys.argv[1], *(given if isinstance(given, list) else [given]))
"""


def test_the_model_gives_what_it_gives_in_double_precision(tmp_path):
    environment = os.environ | {{"KERAS_BACKEND": "{back_end}"}}
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "given.npz")]
    subprocess.run(command, cwd=HERE, env=environment, check=True)
    with np.load(tmp_path / "given.npz") as given, np.load(HERE / "expected.npz") as expected:
        assert len(given.files) == len(expected.files)
        for name in expected.files:
            np.testing.assert_allclose(given[name], expected[name], rtol=0, atol={bound!r})
'''
_REPORT = """# {title}

{said}

- back end: {back_end}, {versions}
- reference: {reference}, in double precision
- model: `model.keras`, reduced to {layers}; inputs: `inputs.npz`; what it should give: `expected.npz`

`pytest test_finding.py` in this folder shows it.
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """A model with inputs on which a back end differs, what was said of it, and what it should give.

    `layers` counts those of the model, and `mutant` says how it was made.
    """

    title: str
    answer: BackEndAnswer
    reference: str
    model: Path
    inputs: Path
    expected: Arrays
    layers: int
    mutant: Any


def keep_finding(shown: Shown, folder: Path) -> None:
    """Write all files of a finding; the folder is there when all of it is."""
    beside = folder.with_name(f".{folder.name}")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    shutil.copyfile(shown.model, beside / "model.keras")
    shutil.copyfile(shown.inputs, beside / "inputs.npz")
    np.savez(beside / "expected.npz", *shown.expected)
    name, difference = shown.answer.back_end.partition("@")[0], shown.answer.difference
    bound = 0.0 if difference is None else difference.bound
    versions = ", ".join(f"{library} {version}" for library, version in shown.answer.versions.items())
    texts = {
        "test_finding.py": _TEST.format(title=shown.title, library=name, back_end=name, bound=bound),
        "report.md": _REPORT.format(
            title=shown.title,
            said=str(shown.answer).partition("; python")[0],
            back_end=shown.answer.back_end,
            versions=versions,
            reference=shown.reference,
            layers=counted(shown.layers, "layer"),
        ),
        "finding.json": f"{json.dumps({'finding': shown.title, 'mutant': asdict(shown.mutant)}, indent=2)}\n",
    }
    for file, text in texts.items():
        (beside / file).write_text(text, encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    beside.rename(folder)
