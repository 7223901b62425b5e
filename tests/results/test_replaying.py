"""Saved relations against today's code."""

import sys
from dataclasses import replace
from operator import mul

import pytest

from genmorph.domain import ints, lists, stored_condition
from genmorph.model import Verdict
from genmorph.results import replaying
from genmorph.results.replaying import replay
from genmorph.settings import REPLAY
from genmorph.transformations.transformation import Transformation
from tests.handmade import GROWS, make_error_relation, make_relation, make_signature

NEXT = make_signature("following", {"n": ints(-9, 9)}, raises=("ValueError",))
RELATION = make_relation(NEXT, GROWS, ["==", "return_f", ["+", "return_s", 1]], examples=((3,), (-4,)))


def following(n):
    return n + 1


def stuck(n):
    return 4 if n == 4 else n + 1


def refusing(n):
    raise ValueError(n)


def leaving(n):
    sys.exit(0) if n == -4 else None
    return n + 1


def test_a_relation_that_holds_is_tried_on_stored_and_on_drawn_inputs():
    replayed = replay(RELATION, [following], drawn=10)
    assert (replayed.verdict, replayed.tried, replayed.inapplicable) == (Verdict.KEEP, 12, 0)
    assert str(replayed) == "holds for 12 inputs: following(n + 1) == following(n) + 1"


def test_the_stored_inputs_come_first_and_the_first_that_violates_it_is_shown():
    replayed = replay(RELATION, [stuck])
    assert (replayed.verdict, replayed.tried, replayed.counterexample) == (Verdict.REJECT, 1, (3,))
    assert replayed.shown == ("following(3) gives 4", "following(4) gives 4")


def test_inputs_are_drawn_with_the_lengths_that_conditions_tie():
    condition = stored_condition("scalar", ["xs", "ys"], "len(xs) == len(ys)")
    domains = {name: lists(ints(-9, 9), max_len=12) for name in ("xs", "ys")}
    signature = make_signature("scalar", domains, conditions=(condition,))
    same = make_relation(signature, Transformation("reverse_both", (0, 1)), ["==", "return_f", "return_s"])
    replayed = replay(same, [lambda xs, ys: sum(map(mul, xs, ys))], drawn=200)
    assert replayed.verdict is Verdict.KEEP
    assert replayed.inapplicable < 60


def test_stored_inputs_are_replayed_as_they_are():
    condition = stored_condition("head", ["xs", "ys"], "len(xs) <= len(ys)")
    domains = {name: lists(ints(-9, 9), max_len=12) for name in ("xs", "ys")}
    signature = make_signature("head", domains, conditions=(condition,))
    first = ([1, 2], [3, 4, 5])
    same = make_relation(signature, Transformation("reverse", (0,)), ["==", "return_f", "return_s"], examples=(first,))
    assert replay(same, [lambda xs, _: xs[0]], drawn=50).counterexample == first


def test_a_function_that_refuses_all_inputs_decides_nothing():
    plain = make_relation(NEXT, GROWS, ["==", "return_f", ["+", "return_s", 1]])
    replayed = replay(plain, [refusing], drawn=10)
    assert replayed.verdict is Verdict.UNDECIDED
    assert str(replayed).startswith("says nothing of 10 inputs: ")


@pytest.mark.parametrize("relation", [RELATION, make_error_relation(NEXT, GROWS, examples=((3,), (-4,)))])
def test_a_function_that_would_end_the_program_violates_its_relations(relation):
    replayed = replay(relation, [leaving])
    assert (replayed.verdict, replayed.counterexample) == (Verdict.REJECT, (-4,))
    assert replayed.shown[0] == "for following(-4)"


def test_a_call_that_does_not_end_is_ended_and_violates_the_relation(monkeypatch):
    def endless(n):
        while n == 3:
            pass
        return n + 1

    monkeypatch.setattr(replaying, "REPLAY", replace(REPLAY, limit=0.2))
    replayed = replay(RELATION, [endless])
    assert (replayed.verdict, replayed.counterexample) == (Verdict.REJECT, (3,))
    assert "takes longer than 0.2 s" in replayed.shown[1]
