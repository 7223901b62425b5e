"""Relations of one model: what must not change what it gives does not, and what does is found."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from genmorph import UsageError
from genmorph.cli import main
from genmorph.models import Verdict, check_own_relations
from genmorph.models.own_relations import growth
from genmorph.models.worker.repeating import REPEATED
from genmorph.results.exit_codes import ExitCode
from genmorph.settings import MODELS

HERE = Path(__file__).parent
PADDED = "further steps that are masked"
UNITS, FEATURES = "units of the last layer in another order", "features and their weights in another order"
SUITED = {"image": {UNITS}, "masked": {PADDED}, "adapted": {UNITS}}


@pytest.mark.parametrize("name", ["image", "words", "series", "masked", "adapted", "nested", "operations"])
def test_sound_models_satisfy_all_relations(folder, name):
    found = check_own_relations(folder / f"{name}.keras", ["torch", "jax"], rounds=0)
    assert {one.verdict for one in found} == {Verdict.SAME}, "\n".join(map(str, found))
    relations = {one.relation for one in found if one.back_end == "jax"}
    assert len(relations - {PADDED, UNITS, FEATURES}) == 7
    assert relations & {PADDED, UNITS, FEATURES} == SUITED.get(name, set())


def test_a_layer_that_looks_at_other_samples_is_found(folder, own_layers):
    found = check_own_relations(folder / "centred.keras", ["torch"], rounds=0, modules=own_layers)
    wrong = {one.relation for one in found if one.verdict is Verdict.DIFFERS}
    assert wrong == {"samples in two batches", "samples one by one"}
    assert "at most" in str(next(one for one in found if one.verdict is Verdict.DIFFERS))


def test_layers_that_do_not_treat_units_and_features_alike_are_found(folder, own_layers):
    found = check_own_relations(folder / "partial.keras", ["torch"], rounds=0, modules=own_layers)
    assert {one.relation for one in found if one.verdict is Verdict.DIFFERS} == {UNITS, FEATURES}


def test_a_layer_that_gives_another_shape_than_it_says_is_found(folder, own_layers):
    found = check_own_relations(folder / "misshapen.keras", ["torch"], rounds=0, modules=own_layers)
    (wrong,) = (one for one in found if one.verdict is Verdict.DIFFERS)
    assert wrong.relation == "the shapes that the model says"
    assert "[(16, 5)] under the relation, and [(16, 1, 5)] without it" in wrong.reason


def test_a_layer_that_counts_its_calls_is_found(folder, own_layers):
    found = check_own_relations(folder / "counting.keras", ["torch"], rounds=0, modules=own_layers)
    assert "called again" in {one.relation for one in found if one.verdict is Verdict.DIFFERS}


def test_a_layer_that_takes_more_memory_with_each_call_is_found(folder, own_layers):
    found = check_own_relations(folder / "keeping.keras", ["torch"], modules=own_layers)
    growing = {one.relation: one.reason for one in found if one.verdict is Verdict.GROWS}
    assert growing.keys() == {"repeated calls", "calls for other numbers of samples"}
    assert all(reason.startswith("the process grows by") for reason in growing.values())


@pytest.mark.parametrize(
    "memory",
    [[1e8] * 17 + [1.2e8] * 13, [1e8] * 25 + [9e8] * 5, [1e8 + n % 7 * 1e7 for n in range(30)], [0.0] * 30],
    ids=["jump", "late jump", "noise", "unknown"],
)
def test_no_growth_is_told_where_memory_does_not_grow_steadily(memory):
    assert growth([0.1] * 30, memory) == ""


def test_of_a_model_that_fails_no_rounds_are_made(folder, own_layers):
    found = check_own_relations(folder / "raises.keras", ["jax", "torch"], rounds=1, modules=own_layers)
    assert [one.relation for one in found if one.back_end == "jax"] == ["all relations"]


def test_a_sound_model_takes_as_much_each_time(folder):
    found = check_own_relations(folder / "series.keras", ["torch", "jax"], samples=2, rounds=MODELS.least_rounds)
    told = [(one.back_end, one.relation) for one in found if one.verdict is Verdict.SAME and "rounds" in one.reason]
    assert told == [(name, relation) for name in ("torch", "jax") for relation in REPEATED]


def test_nothing_is_said_of_few_rounds(folder):
    found = check_own_relations(folder / "image.keras", ["torch"], rounds=MODELS.least_rounds - 1)
    assert not {one.relation for one in found} & {*REPEATED}


def test_of_one_sample_nothing_is_said_of_orders(folder):
    found = check_own_relations(folder / "image.keras", ["torch"], samples=1, rounds=0)
    alone = ["called again", "called without being compiled", "saved and loaded", "the shapes that the model says"]
    assert [one.relation for one in found] == [*alone, UNITS]


def test_a_back_end_that_fails_does_not_hide_the_others(folder, own_layers, monkeypatch):
    monkeypatch.setenv("WRONG", "jax")
    found = check_own_relations(folder / "raises.keras", ["jax", "torch"], rounds=0, modules=own_layers)
    assert {one.verdict for one in found if one.back_end == "torch"} == {Verdict.SAME}
    assert [one.verdict for one in found if one.back_end == "jax"] == [Verdict.FAILED]
    assert all(one.reason.isprintable() for one in found)


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
    options = ["--backends", "torch", "--samples", "4", "--rounds", "0", "--json", str(saved), "--load", *own_layers]
    done = CliRunner().invoke(main, ["models", "relations", str(folder / "centred.keras"), *options])
    assert done.exit_code == ExitCode.VIOLATED
    assert "torch, another order of the samples: same; at most" in done.output
    assert {one["verdict"] for one in json.loads(saved.read_text())} == {"same", "differs"}
