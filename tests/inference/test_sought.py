"""A counterexample is sought later where there was no time for it, and once for each relation."""

import math
from dataclasses import replace
from types import SimpleNamespace

import pytest

from genmorph.domain import ints
from genmorph.filters.candidates import Candidate
from genmorph.filters.validity import falsify
from genmorph.inference.examining import Examiner, Trials
from genmorph.inference.judging import _Judge, _State
from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.pace import Pace
from genmorph.inference.session import Fresh
from genmorph.model import Budget, Evidence, Execution, Kind, Output, Parameter, Stage, Tolerance
from genmorph.relations.expression import Expression, relation_variables
from genmorph.transformations.transformation import Transformation
from tests.handmade import make_signature

VARIABLES = relation_variables([Parameter("n", ints(0, 10**6))], [0], [Output(Kind.INT)])
GROWS = Expression.from_tree(["<", "return_s", "return_f"], VARIABLES)
ADDED = Transformation("add", (0,), 1)
FOUND = Candidate(ADDED, GROWS, frozenset("abc"))
TRIED = ("fresh pairs", "boundary pairs")
WITHOUT_SEARCH = Evidence(2_000, 0, 3, 4, exhaustive=False, falsifiers=TRIED, random=2_000)


def execute(function, inputs):
    return tuple(Execution((n,), (n + 1,), (function(n),), (function(n + 1),)) for (n,) in inputs)


def sought(function, evidence=WITHOUT_SEARCH):
    """What becomes of a relation that held on small numbers, and the inputs on which the function is run for it."""
    asked = []

    def executions_on(_, inputs):
        asked.extend(inputs)
        return execute(function, inputs)

    session = SimpleNamespace(
        meter=Meter(Budget(evaluations=9), lambda: math.nan),
        pace=Pace(None, None),
        executions_on=executions_on,
        subject=SimpleNamespace(domains=[ints(0, 10**6)], pieces=()),
        tolerance=Tolerance(),
        constants={1000: 1},
    )
    examiner = Examiner(session)
    known = Fresh(execute(function, [(n,) for n in range(50)]), whole=False, lost=0)
    examiner._trials[ADDED.key] = Trials(known, Fresh((), whole=False, lost=0), screen=None)
    return examiner.sought(FOUND.judged(falsify(GROWS, (), True, Tolerance()), evidence), 1), asked


def test_what_no_search_contradicts_has_it_in_its_evidence():
    examined, asked = sought(lambda n: n)
    assert examined.evidence.falsifiers == (*TRIED, Stage.SEARCH.value)
    assert asked


def test_what_a_search_contradicts_is_rejected_with_the_counterexample():
    examined, _ = sought(lambda n: min(n, 1000))
    assert examined.evidence is None
    assert examined.finding.stage is Stage.SEARCH
    assert examined.finding.counterexample.source >= (1000,)


@pytest.mark.parametrize("evidence", [None, replace(WITHOUT_SEARCH, falsifiers=(*TRIED, Stage.SEARCH.value))])
def test_what_was_rejected_or_sought_before_is_not_sought_again(evidence):
    examined, asked = sought(lambda n: min(n, 1000), evidence)
    assert examined.evidence is evidence
    assert not asked


def test_judges_without_a_kept_relation_get_what_was_set_aside_before_they_give_up():
    meter = Meter(Budget(seconds=20.0), lambda: 0.0)
    meter.enter("judging", keep=8.0)
    signature = make_signature("f", {"n": ints(0, 10**6)}, Kind.INT)

    class Late:
        is_early = tries_few = False

        def examine(self, *_, **__):
            raise HaltError("judging")

    judge = _Judge(SimpleNamespace(meter=meter, signature=signature, pace=Pace(1e-5, 20.0)), (), None, Late())
    begun = _State().added([FOUND])
    again = judge.first(begun, [0], 1)
    assert (meter.stage_left(), again.is_last_try, again.pool) == (20.0, True, begun.pool)
    given_up = judge.first(again, [0], 1)
    assert [rejected.stage for rejected in given_up.rejected] == [Stage.TIME]
    assert not given_up.pool
