"""Relations of one model: what must not change what it gives does not, and what does is found."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from genmorph import UsageError
from genmorph.cli import main
from genmorph.models import Verdict, check_own_relations
from genmorph.results.exit_codes import ExitCode

HERE = Path(__file__).parent
PADDED = "further steps that are masked"


@pytest.mark.parametrize("name", ["image", "words", "series", "masked", "adapted", "nested"])
def test_sound_models_satisfy_all_relations(folder, name):
    found = check_own_relations(folder / f"{name}.keras", ["torch", "jax"])
    assert {one.verdict for one in found} == {Verdict.SAME}, "\n".join(map(str, found))
    relations = [one.relation for one in found if one.back_end == "jax"]
    assert len(relations) == (7 if name == "masked" else 6)
    assert (PADDED in relations) == (name == "masked")


def test_a_layer_that_looks_at_other_samples_is_found(folder, own_layers):
    found = check_own_relations(folder / "centred.keras", ["torch"], modules=own_layers)
    wrong = {one.relation for one in found if one.verdict is Verdict.DIFFERS}
    assert wrong == {"samples in two batches", "samples one by one"}
    assert "at most" in str(next(one for one in found if one.verdict is Verdict.DIFFERS))


def test_a_layer_that_counts_its_calls_is_found(folder, own_layers):
    found = check_own_relations(folder / "counting.keras", ["torch"], modules=own_layers)
    assert "called again" in {one.relation for one in found if one.verdict is Verdict.DIFFERS}


def test_of_one_sample_nothing_is_said_of_orders(folder):
    found = check_own_relations(folder / "image.keras", ["torch"], samples=1)
    assert [one.relation for one in found] == ["called again", "called without being compiled", "saved and loaded"]


def test_a_back_end_that_fails_does_not_hide_the_others(folder, own_layers, monkeypatch):
    monkeypatch.setenv("WRONG", "jax")
    found = check_own_relations(folder / "raises.keras", ["jax", "torch"], modules=own_layers)
    assert {one.verdict for one in found if one.back_end == "torch"} == {Verdict.SAME}
    assert [one.verdict for one in found if one.back_end == "jax"] == [Verdict.FAILED]


@pytest.mark.parametrize(
    ("name", "back_ends", "reason"),
    [
        ("missing", ["torch"], "model must be a .keras file"),
        ("image", ["onnxruntime"], "back ends must be those of Keras, which load models themselves, got onnxruntime"),
        ("wrong", ["torch"], "model must load on a back end"),
    ],
)
def test_what_cannot_be_checked_is_said(folder, name, back_ends, reason):
    with pytest.raises(UsageError, match=reason):
        check_own_relations(folder / f"{name}.keras", back_ends)


def test_the_command_line_prints_answers_and_saves_them(folder, tmp_path, own_layers):
    saved = tmp_path / "answers.json"
    options = ["--backends", "torch", "--samples", "4", "--json", str(saved), "--load", *own_layers]
    done = CliRunner().invoke(main, ["models", "relations", str(folder / "centred.keras"), *options])
    assert done.exit_code == ExitCode.VIOLATED
    assert "torch, another order of the samples: same; at most" in done.output
    assert {one["verdict"] for one in json.loads(saved.read_text())} == {"same", "differs"}
