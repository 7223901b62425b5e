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


@pytest.mark.parametrize(("failing", "is_refuted"), [([(1000,)], True), ([], False)])
def test_a_kept_relation_is_tried_on_what_contradicts_others(failing, is_refuted):
    session = SimpleNamespace(
        meter=Meter(Budget(evaluations=9), lambda: math.nan),
        signature=make_signature("f", {"n": ints(0, 10**6)}, Kind.INT),
        pace=Pace(None, None),
        tolerance=Tolerance(),
        executions_on=lambda _, inputs: execute(lambda n: min(n, 1000), inputs),
    )
    kept = FOUND.judged(falsify(GROWS, (), True, Tolerance()), WITHOUT_SEARCH)
    examiner = SimpleNamespace(known_trials=lambda _: None, sought=lambda found, _: found)
    judge = _Judge(session, (), None, examiner)
    state = replace(
        _State().added([FOUND]).with_kept(0, kept), repaired=frozenset([ADDED.key]), furthered=frozenset([0])
    )
    after, refuted = judge.refute(replace(state, failing=tuple(failing)), [0])
    assert refuted is is_refuted
    assert list(after.kept) == [0] * (not is_refuted)
    assert [one.stage for one in after.rejected] == [Stage.SEARCH] * is_refuted


def test_a_counterexample_gives_further_relations_its_calls_to_be_tried_on():
    session = SimpleNamespace(signature=make_signature("f", {"n": ints(0, 10**6)}, Kind.INT), tolerance=Tolerance())
    judge = _Judge(session, (), None, None)
    false = falsify(GROWS, execute(lambda n: min(n, 1000), [(1000,)]), True, Tolerance(), 0, Stage.SEARCH)
    begun = replace(_State().added([FOUND]), tried=frozenset([7]))
    after = judge._drop_contradicted(begun, FOUND, false)
    assert (after.failing, after.tried) == (((1000,), (1001,)), frozenset())
    assert judge._drop_contradicted(replace(after, tried=frozenset([7])), FOUND, false).tried == frozenset([7])
