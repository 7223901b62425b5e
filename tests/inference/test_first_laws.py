"""Laws are judged before any mutant is made, and few inputs do for those of slow functions."""

import time

import pytest

from genmorph import Budget, infer_relations
from genmorph.domain import ints
from genmorph.inference.meter import Meter
from genmorph.inference.pace import Pace
from genmorph.inference.pipeline import infer
from genmorph.inference.request import Request
from genmorph.model import Evidence
from genmorph.progress import Step
from genmorph.settings import TRIALS
from tests.subjects.tripled import moved, slowly_tripled, tripled


def news_of(function, budget):
    """The relations, and the stages and notices on the way."""
    news = []
    meter = Meter(
        budget, time.monotonic, notify=lambda one: news.append(one.stage if isinstance(one, Step) else str(one))
    )
    return infer(Request(function, budget, cache=False), meter), news


def test_laws_are_shown_before_mutants_are_made():
    relations, news = news_of(tripled, Budget(evaluations=1))
    law = next(one.formula for one in relations if one.law)
    assert news.index(f"found {law}") < news.index("making mutants") < news.index("judging")
    assert news.count(f"found {law}") == 1


def test_laws_that_were_kept_early_have_what_they_kill():
    relations, _ = news_of(tripled, Budget(evaluations=1))
    laws = [one for one in relations if one.law]
    assert any(0 < one.evidence.killed <= one.evidence.judged for one in laws)
    assert all(one.evidence.killed == len(one.killed) for one in laws)


def test_a_slow_function_has_laws():
    domain = {"n": ints(-(10**6), 10**6)}
    relations = infer_relations(slowly_tripled, Budget(seconds=12.0), domain=domain, cache=False)
    assert any(one.law for one in relations)
    assert all(one.evidence.tried >= TRIALS.fresh_of_law for one in relations if one.law)


@pytest.mark.parametrize(("seconds", "law", "other"), [(1e-5, 2_000, 2_000), (1e-3, 750, 750), (0.1, 100, 400)])
def test_the_slower_a_function_the_fewer_inputs_its_relations_need(seconds, law, other):
    pace = Pace(seconds, 30.0)
    assert (pace.enough_for_law, pace.enough) == (law, other)


def test_that_an_output_stays_as_long_as_an_argument_that_does_is_no_law():
    relations = infer_relations(moved, Budget(evaluations=2), cache=False)
    assert relations
    assert not [one.formula for one in relations if one.formula.startswith("len(moved(")]


def test_evidence_of_few_inputs_says_so():
    evidence = Evidence(150, 0, killed=0, judged=3, exhaustive=False, falsifiers=("fresh pairs",), random=100)
    assert evidence.false_alarm_bound == 0.03
