"""A person's word on relations of several calls, in a later run."""

import sys
from dataclasses import replace

import pytest

from genmorph import Budget, RelationSet
from genmorph.domain import ints, texts
from genmorph.inference.decisions import read_decisions
from genmorph.inference.meter import Meter
from genmorph.inference.pipeline import infer
from genmorph.inference.request import Request
from genmorph.model import Kind
from tests.export.conftest import write_module
from tests.handmade import make_scenario, make_set, make_signature

SIGNATURE = make_signature("f", {"a": ints(), "b": ints()})
OF_A_B, OF_B_A = ["call", 0, "a", "b"], ["call", 0, "b", "a"]
DRAWN = {"a": ints(), "b": ints()}
SAME = make_scenario([SIGNATURE], DRAWN, "equivalence", OF_A_B, OF_B_A)
FIRST = make_scenario([SIGNATURE], DRAWN, "idempotence of an operation", OF_A_B, "a")
SAID = make_set(SAME, FIRST).accept(0).reject(1)

CODEC = """
def encode(text: str, key: int) -> str:
    if key == 7:
        raise ValueError(key)
    return "".join(chr(ord(letter) + key) for letter in text)

def decode(text: str, key: int) -> str:
    return "".join(chr(ord(letter) - key) for letter in text)

def size(text: str) -> int:
    return len(text)
"""
WRONG = CODEC.replace("- key) for letter in text", "- key - (key == 5)) for letter in text")
ROUND_TRIP, SAME_SIZE = "decode(encode(text, key), key) == text", "size(encode(text, key)) == size(text)"
DOMAIN = {"text": texts("abcxyz"), "key": ints(0, 9)}


def infer_again(*targets, earlier=None, told=None, **domain):
    """What a run gives in which an earlier set is known, and what it reported."""
    budget = Budget(evaluations=1)
    request = Request(targets, budget, domain=domain or DOMAIN, cache=False, earlier=earlier)
    return infer(request, Meter(budget, lambda: 0.0, notify=([] if told is None else told).append))


@pytest.fixture
def codecs(tmp_path, monkeypatch):
    """Two modules of the same functions, of which those of the second do not fit each other."""
    write_module(tmp_path, "right_codec", CODEC)
    write_module(tmp_path, "wrong_codec", WRONG)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in ("right_codec", "wrong_codec"):
        sys.modules.pop(name, None)


def test_decisions_are_about_the_function_as_it_is_today():
    today = replace(SIGNATURE, digest="another", raises=("ValueError",))
    earlier = read_decisions(SAID, today).earlier
    assert [(one.formula, one.signatures) for one in earlier.scenarios] == [(SAME.formula, (today,))]
    assert [(one.formula, one.signatures) for one in earlier.disowned_scenarios] == [(FIRST.formula, (today,))]
    assert earlier.disowned_formulas == {FIRST.formula}


@pytest.mark.parametrize(
    "changed",
    [make_signature("f", {"a": ints(), "c": ints()}), make_signature("f", {"a": ints(), "b": ints()}, Kind.TEXT)],
)
def test_of_other_parameters_or_outputs_only_formulas_are_kept(changed):
    decisions = read_decisions(SAID, changed)
    assert decisions.earlier.scenarios == decisions.earlier.disowned_scenarios == ()
    assert [(one.formula, one.is_accepted) for one in decisions.unfitting] == [
        (SAME.formula, True),
        (FIRST.formula, False),
    ]


def test_decisions_on_functions_of_other_names_are_left_alone():
    decisions = read_decisions(SAID, SIGNATURE, replace(SIGNATURE, name="g", qualname="g"))
    assert not decisions
    assert decisions.of_another == "f"


@pytest.mark.usefixtures("codecs")
def test_what_is_accepted_is_judged_again_and_comes_first_and_what_is_rejected_is_not_told(tmp_path):
    functions = [f"right_codec:{name}" for name in ("encode", "decode", "size")]
    first = infer_again(*functions)
    assert {ROUND_TRIP, SAME_SIZE} <= {one.formula for one in first}
    first.accept(SAME_SIZE).reject(ROUND_TRIP).to_json(tmp_path / "saved.json")
    again = infer_again(*functions, earlier=RelationSet.from_json(tmp_path / "saved.json"))
    assert [one.formula for one in again if one.is_accepted] == [again[0].formula] == [SAME_SIZE]
    assert again[0].evidence == next(one for one in first if one.formula == SAME_SIZE).evidence
    assert ROUND_TRIP not in [one.formula for one in again]
    assert [one.formula for one in again.disowned] == [ROUND_TRIP]
    again.to_json(tmp_path / "again.json")
    assert RelationSet.from_json(tmp_path / "again.json") == again


@pytest.mark.usefixtures("codecs")
def test_an_accepted_relation_that_is_false_by_now_is_kept_as_violated_with_its_input():
    accepted = infer_again("right_codec:encode", "right_codec:decode").accept(ROUND_TRIP)
    told = []
    again = infer_again("wrong_codec:encode", "wrong_codec:decode", earlier=accepted, told=told)
    (violated,) = [one for one in again if one.is_accepted]
    assert violated.formula == ROUND_TRIP
    assert violated.is_violated
    ((text, key),) = violated.examples
    assert text
    assert key == 5
    assert any(str(one).startswith(f"the accepted relation {ROUND_TRIP} does not hold any more: text") for one in told)


@pytest.mark.usefixtures("codecs")
def test_an_accepted_relation_of_one_function_is_kept_among_those_of_pairs():
    additive = "size(text + text2) == size(text) + size(text2)"
    first = infer_again("right_codec:size", text=texts("abc"))
    again = infer_again("right_codec:size", earlier=first.accept(additive), text=texts("abc"))
    assert again[0].formula == additive
    assert again[0].is_accepted
    assert not again[0].is_violated
    rejected = infer_again("right_codec:size", earlier=first.reject(additive), text=texts("abc"))
    assert additive not in [one.formula for one in rejected]
