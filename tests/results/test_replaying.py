"""Saved relations against the code of today."""

from genmorph.domain import ints
from genmorph.model import Verdict
from genmorph.results import replaying
from genmorph.results.replaying import replay
from tests.handmade import GROWS, make_relation, make_signature

GROWING = make_relation(make_signature("f", {"n": ints(-9, 9)}), GROWS, ["<", "return_s", "return_f"])


def endless_at_three(n):
    while n == 3:
        pass
    return n


def test_a_function_that_keeps_a_relation_holds_it():
    assert replay(GROWING, lambda n: 2 * n).verdict is Verdict.KEEP


def test_a_call_that_does_not_end_is_ended_and_violates_the_relation(monkeypatch):
    monkeypatch.setattr(replaying, "LIMIT", 0.2)
    found = replay(GROWING, endless_at_three)
    assert found.verdict is Verdict.REJECT
    assert found.counterexample in ((3,), (2,))
    assert "takes longer than 0.2 s" in str(found)


def test_a_function_that_ends_the_program_violates_the_relation():
    def ends(_):
        raise SystemExit(3)

    assert replay(GROWING, ends).verdict is Verdict.REJECT
