"""A model on which a back end differs is reduced to the layer that does so, with one sample and a test."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from genmorph import UsageError
from genmorph.cli import main
from genmorph.models import Verdict, reduce_model
from genmorph.results.exit_codes import ExitCode

HERE = Path(__file__).parent
SEVERAL = ["torch", "jax", "numpy"]


def test_a_wrong_layer_is_kept_alone_with_one_sample(folder, own_layers, tmp_path):
    (found,) = reduce_model(folder / "wrong.keras", SEVERAL, tmp_path / "small", modules=own_layers)
    assert (found.folder, found.layers, found.answer.verdict) == (tmp_path / "small" / "jax", 1, Verdict.DIFFERS)
    with np.load(found.folder / "inputs.npz") as inputs:
        assert [len(inputs[name]) for name in inputs.files] == [1]
    assert json.loads((found.folder / "finding.json").read_text())["mutant"] is None
    assert "reduced to 1 layer;" in (found.folder / "report.md").read_text()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_finding.py"]
    environment = {**os.environ, "PYTHONPATH": str(HERE)}
    codes = [
        subprocess.run(command, cwd=found.folder, env={**environment, "WRONG": wrong}, check=False).returncode
        for wrong in ("jax", "torch")
    ]
    assert codes == [1, 0]


def test_a_kernel_of_coarser_precision_is_named(folder, own_layers, tmp_path):
    (found,) = reduce_model(folder / "coarse.keras", SEVERAL, tmp_path / "small", modules=own_layers)
    assert (found.layers, found.answer.verdict) == (1, Verdict.DIFFERS)
    assert "as with operands of bfloat16" in str(found.answer)
    assert "as with operands of bfloat16" in (found.folder / "report.md").read_text()


def test_a_wrong_layer_is_no_kernel_of_coarser_precision(folder, own_layers, tmp_path):
    (found,) = reduce_model(folder / "wrong.keras", SEVERAL, tmp_path / "small", modules=own_layers)
    assert "operands" not in str(found.answer)


def test_of_a_model_that_is_the_same_nothing_is_kept(folder, tmp_path):
    assert list(reduce_model(folder / "image.keras", ["torch", "numpy"], tmp_path / "small")) == []
    assert not (tmp_path / "small").exists()


def test_one_back_end_must_be_of_this_environment(folder, tmp_path):
    with pytest.raises(UsageError, match="one back end must be of this environment, got onnxruntime"):
        list(reduce_model(folder / "image.keras", ["onnxruntime"], tmp_path / "small"))


def test_a_layer_in_the_middle_of_a_sequential_model_is_kept_alone(folder, own_layers, tmp_path):
    (found,) = reduce_model(folder / "sequence.keras", SEVERAL, tmp_path / "small", modules=own_layers)
    assert found.layers == 1


def test_a_folder_that_is_not_ours_stays(folder, own_layers, tmp_path):
    theirs = tmp_path / "jax" / "notes.txt"
    theirs.parent.mkdir()
    theirs.write_text("mine")
    with pytest.raises(UsageError, match="folder must be new, or that of an earlier finding"):
        list(reduce_model(folder / "wrong.keras", SEVERAL, tmp_path, modules=own_layers))
    assert theirs.read_text() == "mine"
    model = tmp_path / "torch" / "wrong.keras"
    model.parent.mkdir()
    (model.parent / "finding.json").write_text("{}")
    model.write_bytes((folder / "wrong.keras").read_bytes())
    with pytest.raises(UsageError, match="folder must not hold the model"):
        list(reduce_model(model, ["torch", "numpy"], tmp_path, modules=own_layers))


def test_of_two_that_differ_none_is_blamed(folder, own_layers, tmp_path):
    with pytest.raises(UsageError, match="back ends must have a majority that agrees, add one"):
        list(reduce_model(folder / "wrong.keras", ["torch", "jax"], tmp_path / "small", modules=own_layers))
    assert not (tmp_path / "small").exists()


def test_the_command_line_says_where_it_is_kept(folder, own_layers, tmp_path):
    options = ["--backends", "torch,jax,numpy", "--samples", "3", "--load", *own_layers]
    small = tmp_path / "small"
    done = CliRunner().invoke(main, ["models", "reduce", str(folder / "wrong.keras"), str(small), *options])
    assert done.exit_code == ExitCode.VIOLATED
    assert f"{small / 'jax'}: 1 layer; jax differs: at most" in done.output
    same = CliRunner().invoke(main, ["models", "reduce", str(folder / "image.keras"), str(small), *options[:2]])
    assert same.exit_code == ExitCode.FINE
    assert "there is nothing to reduce" in same.stderr
