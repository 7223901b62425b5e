"""Laws are judged before any mutant is made, and few inputs do for those of slow functions."""

import time
from types import SimpleNamespace

import pytest

from genmorph import Budget, infer_relations
from genmorph.domain import ints
from genmorph.filters.candidates import Candidate
from genmorph.filters.validity import falsify
from genmorph.inference import examining
from genmorph.inference.examining import Examiner
from genmorph.inference.meter import Meter
from genmorph.inference.pace import Pace
from genmorph.inference.pipeline import infer
from genmorph.inference.request import Request
from genmorph.inference.session import Fresh
from genmorph.model import Execution, Kind, Output, Stage, Tolerance, Verdict
from genmorph.progress import Step
from genmorph.relations.expression import Expression, relation_variables
from genmorph.results.relation import MetamorphicRelation
from genmorph.settings import TRIALS
from genmorph.transformations.transformation import Transformation
from tests.subjects.tripled import mostly_tripled, moved, tripled

FEW = Budget(evaluations=0.2)
SAME = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
LAW = Candidate(Transformation("add", (0,), 1), SAME, frozenset())


def run(function, interrupt=None, **given):
    """The relations, and the stages and notices on the way; an interrupt comes with the first step of a stage."""
    news, interrupts = [], []

    def notify(one):
        news.append(one.stage if isinstance(one, Step) else str(one))
        if news[-1] == interrupt and not interrupts:
            interrupts.append(one)

    meter = Meter(FEW, time.monotonic, lambda: len(interrupts), notify=notify)
    return infer(Request(function, FEW, cache=False, **given), meter), news


def laws_of(relations):
    return [one for one in relations if one.law]


def test_laws_are_shown_before_mutants_are_made():
    relations, news = run(tripled)
    law = laws_of(relations)[0].formula
    assert news.index(f"found {law}") < news.index("making mutants") < news.index("judging")
    assert news.count(f"found {law}") == 1


def test_what_was_shown_is_reported_or_named():
    relations, news = run(tripled)
    shown = {one.removeprefix("found ") for one in news if one.startswith("found ")}
    dropped = {one.removeprefix("dropped ").partition(": ")[0] for one in news if one.startswith("dropped ")}
    assert shown == dropped | {one.formula for one in (*relations, *relations.postconditions)}


def test_laws_have_what_they_kill_unless_no_mutant_was_run():
    whole, _ = run(tripled)
    assert any(0 < one.evidence.killed < one.evidence.judged for one in laws_of(whole))
    cut, _ = run(tripled, interrupt="making mutants")
    assert laws_of(cut)
    assert {(one.evidence.killed, one.evidence.judged) for one in laws_of(cut)} == {(0, 0)}


def test_an_interrupt_while_laws_are_judged_leaves_those_that_are_kept():
    relations, news = run(tripled, interrupt=f"found {laws_of(run(tripled)[0])[0].formula}")
    assert relations.interrupted
    assert {one.evidence.judged for one in laws_of(relations)} == {0}
    assert "looking" not in news


def test_a_law_that_was_found_false_at_first_is_not_reported(monkeypatch):
    """That a later search may miss the input does not matter."""
    found = []

    def seek(expression, known, execute, *__, **___):
        inputs = [] if "making mutants" in found else [(31_415, *known[0].source[1:])]
        finding = falsify(expression, execute(inputs), True, Tolerance(), 0, Stage.SEARCH)
        found.append(finding)
        return finding

    monkeypatch.setattr(examining, "seek_counterexample", seek)
    domain = {"n": ints(-(10**6), 10**6)}
    request = Request(mostly_tripled, FEW, domain=domain, cache=False)
    meter = Meter(
        FEW, time.monotonic, notify=lambda one: found.append(one.stage if isinstance(one, Step) else str(one))
    )
    relations = infer(request, meter)
    false = [one for one in found if not isinstance(one, str) and one.verdict is Verdict.REJECT]
    assert false
    pairs = [one for one in relations if isinstance(one, MetamorphicRelation)]
    assert pairs
    assert not [one.formula for one in pairs if not one.check(mostly_tripled, 31_415)]


def test_an_accepted_law_is_reported_once():
    relations, _ = run(tripled)
    law = laws_of(relations)[0]
    again, _ = run(tripled, earlier=relations.accept(law.formula))
    assert [one.is_accepted for one in again if one.formula == law.formula] == [True]
    assert len(again) == len(relations)


def grown(pace, waiting, *, remembered=0, trying_few=False):
    """The numbers of fresh pairs that are asked for, of which so many are remembered from earlier trials."""
    asked, clock = [], SimpleNamespace(now=0.0, made=remembered)

    def fresh_executions(_, count):
        asked.append(count)
        clock.now += pace.seconds_of(max(0, count - clock.made))
        clock.made = max(count, clock.made)
        return Fresh(tuple(Execution((n,), (n + 1,), (1,), (1,)) for n in range(count)), whole=False, lost=0)

    meter = Meter(Budget(seconds=30.0), lambda: clock.now)
    meter.enter("judging")
    examiner = Examiner(SimpleNamespace(meter=meter, pace=pace, fresh_executions=fresh_executions))
    if trying_few:
        with examiner.trying_few():
            examiner._grown(LAW, waiting)
    else:
        examiner._grown(LAW, waiting)
    return asked


def test_few_pairs_do_for_a_law_at_first_where_calls_are_slow():
    slow, fast = Pace(0.002, 30.0), Pace(1e-5, 30.0)
    assert grown(slow, 50, trying_few=True) == grown(slow, 2, trying_few=True) == [TRIALS.fresh_of_law]
    assert grown(slow, 50)[0] == slow.enough_for_law > TRIALS.fresh_of_law
    assert grown(fast, 50, trying_few=True) == [TRIALS.fresh]


def test_pairs_that_are_remembered_do_not_make_further_ones_look_cheap():
    slow = Pace(0.002, 30.0)
    assert max(grown(slow, 8, remembered=10**6)) <= slow.within(10**6, 15.0)


@pytest.mark.parametrize(("seconds", "law", "other"), [(1e-5, 2_000, 2_000), (1e-3, 750, 750), (0.1, 100, 400)])
def test_the_slower_a_function_the_fewer_inputs_its_relations_need(seconds, law, other):
    pace = Pace(seconds, 30.0)
    assert (pace.enough_for_law, pace.enough) == (law, other)


def test_that_an_output_stays_as_long_as_an_argument_that_does_is_no_law():
    relations = infer_relations(moved, Budget(evaluations=0.5), cache=False)
    assert relations
    assert not [one.formula for one in relations if one.formula.startswith("len(moved(")]


def test_a_law_that_a_review_rejected_is_rejected_once():
    domain = {"n": ints(-50, 50)}
    first = infer_relations(tripled, FEW, domain=domain)
    again = infer_relations(tripled, FEW, domain=domain, earlier=first.reject(0))
    by_review = [one.formula for one in again.rejected if one.stage is Stage.REVIEW]
    assert by_review == [first[0].formula]
