"""As many fresh pairs are tried as a relation needs, also where some pairs give no execution."""

from types import SimpleNamespace

import pytest

from genmorph.filters.candidates import Candidate
from genmorph.filters.validity import falsify
from genmorph.inference.examining import Examiner
from genmorph.inference.meter import Meter
from genmorph.inference.pace import Pace
from genmorph.inference.session import Fresh
from genmorph.model import Budget, Execution, Kind, Output, Tolerance, Verdict
from genmorph.relations.expression import Expression, relation_variables
from genmorph.settings import TRIALS
from genmorph.transformations.transformation import Transformation

SAME = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
FOUND = Candidate(Transformation("add", (0,), 1), SAME, frozenset())
SLOW = 1 / 150
"""Seconds of a pair with which 30 seconds allow few more pairs than are needed."""


def grown(gives_execution, ended=False):
    """The fresh pairs of a slow function, of which those give an execution whose numbers are so, and what was asked."""
    asked = []
    clock = SimpleNamespace(now=0.0, made=0)

    def fresh_executions(_, count):
        asked.append(count)
        clock.now += SLOW * max(0, count - clock.made)
        clock.made = max(count, clock.made)
        known = tuple(Execution((n,), (n + 1,), (1,), (1,)) for n in range(count) if gives_execution(n))
        return Fresh(known, whole=False, lost=0, ended=ended)

    session = SimpleNamespace(
        meter=Meter(Budget(seconds=30.0), lambda: clock.now),
        pace=Pace(1e-5, 30.0),
        fresh_executions=fresh_executions,
    )
    session.meter.enter("judging")
    return Examiner(session)._grown(FOUND, 10), asked


def test_others_take_the_place_of_pairs_that_give_no_execution():
    fresh, asked = grown(lambda number: number % 50)
    assert len(fresh.executions) >= TRIALS.fresh
    assert asked[-1] < 1.1 * TRIALS.fresh
    assert falsify(SAME, fresh.executions, False, Tolerance(), TRIALS.fresh).verdict is Verdict.KEEP


def test_nothing_more_is_tried_where_all_pairs_give_one():
    assert grown(lambda _: True)[1] == [TRIALS.fresh]


@pytest.mark.parametrize(("gives", "ended"), [(lambda number: number < 500, False), (lambda number: number % 50, True)])
def test_it_is_not_tried_for_ever(gives, ended):
    fresh, asked = grown(gives, ended)
    assert len(asked) <= 2
    assert asked[-1] <= 2 * TRIALS.fresh
    assert len(fresh.executions) < TRIALS.fresh
