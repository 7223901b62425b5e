"""What time is left goes into further pairs for the relations that are kept."""

from itertools import count
from types import SimpleNamespace

import pytest

from genmorph.domain import ints
from genmorph.filters.candidates import Candidate
from genmorph.filters.validity import falsify
from genmorph.inference.further_trials import try_further, try_where_others_fail
from genmorph.inference.meter import Meter
from genmorph.inference.pace import Pace
from genmorph.inference.session import Fresh
from genmorph.model import Budget, Evidence, Execution, Kind, Output, Stage, Tolerance, Verdict
from genmorph.relations.expression import Expression, relation_variables
from genmorph.settings import TRIALS
from genmorph.transformations.transformation import Transformation

SAME = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
KNOWN = 2_000
DRAWS = TRIALS.draws_where_others_fail


def pairs(number, wrong=None):
    """So many executions that do not change; `wrong` is the place of one that does."""
    return Fresh(
        tuple(Execution((n,), (-n,), (1,), (1 + (n == wrong),)) for n in range(number)), False, 0, number // 10
    )


def further(budget, wrong=None, ticks=0.001, waiting=1):
    """What becomes of a relation that held on the first pairs; the clock goes on by a tick at each look."""
    clock = count()
    session = SimpleNamespace(
        meter=Meter(budget, lambda: next(clock) * ticks),
        pace=Pace(None, budget.seconds),
        fresh_executions=lambda _, number: pairs(number, wrong),
        tolerance=Tolerance(),
    )
    known = pairs(KNOWN, wrong)
    evidence = Evidence(KNOWN + 50, 0, 3, 4, exhaustive=False, falsifiers=("fresh pairs",), random=KNOWN)
    examined = Candidate(None, SAME, frozenset()).judged(falsify(SAME, (), True, Tolerance()), evidence)
    return examined, try_further(session, examined, known, waiting)


def test_as_many_pairs_are_tried_as_a_fast_function_gets():
    _, examined = further(Budget(seconds=60))
    assert (examined.evidence.tried, examined.evidence.random) == (20_050, 20_000)
    assert examined.evidence.inapplicable == 1_800


def test_a_contradiction_among_further_pairs_rejects_the_relation():
    _, examined = further(Budget(seconds=60), wrong=9_000)
    assert examined.evidence is None
    assert (examined.finding.verdict, examined.finding.stage) == (Verdict.REJECT, Stage.FRESH_PAIRS)
    assert examined.finding.counterexample.source == (9_000,)


@pytest.mark.parametrize(
    ("budget", "ticks"), [(Budget(evaluations=9), 0), (Budget(seconds=60), 59)], ids=["ev", "over"]
)
def test_without_seconds_to_spend_nothing_is_tried(budget, ticks):
    before, after = further(budget, wrong=9_000, ticks=ticks)
    assert after is before


def test_relations_that_wait_share_the_time():
    shares = [further(Budget(seconds=60), ticks=3, waiting=waiting)[1].evidence.random for waiting in (1, 20)]
    assert shares[0] > shares[1]


def tried_where_others_fail(change, arguments):
    """What becomes of a relation that is false for the source -1 alone, and the sources on which it was tried."""
    asked = []

    def executions_on(_, sources):
        asked.extend(sources)
        return [Execution(source, (source[0] + 1,), (1,), (1 + (source[0] == -1),)) for source in sources]

    meter = Meter(Budget(evaluations=9), lambda: 0.0)
    pace = Pace(None, None)
    session = SimpleNamespace(meter=meter, pace=pace, executions_on=executions_on, tolerance=Tolerance())
    evidence = Evidence(KNOWN, 0, 3, 4, exhaustive=False, falsifiers=("fresh pairs",))
    found = Candidate(change, SAME, frozenset()).judged(falsify(SAME, (), True, Tolerance()), evidence)
    return found, try_where_others_fail(session, found, 1, arguments=arguments), asked


def test_what_contradicts_others_contradicts_this_one():
    _, examined, _ = tried_where_others_fail(Transformation("add", (0,), 1), [(5,), (-1,)])
    assert (examined.finding.verdict, examined.finding.stage) == (Verdict.REJECT, Stage.SEARCH)
    assert examined.finding.counterexample.source == (-1,)


def test_what_contradicts_others_leaves_a_relation_alone():
    before, after, asked = tried_where_others_fail(Transformation("add", (0,), 1), [(5,), (7,)])
    assert after is before
    assert asked == [(5,), (7,)]


def test_drawn_parameters_are_drawn_for_the_arguments_that_contradict_others():
    change = Transformation("add", (0,), drawn=ints(1, 99))
    _, examined, asked = tried_where_others_fail(change, [(5,), (-1,)])
    assert [source[0] for source in asked] == [5] * DRAWS + [-1] * DRAWS
    assert all(1 <= source[1] <= 99 for source in asked)
    assert examined.evidence is None
