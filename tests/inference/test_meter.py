import math
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.inference.meter import Meter
from genmorph.model import Budget

amounts = st.floats(0.1, 1000.0)


def never():
    raise AssertionError


@given(amounts, st.integers(1, 9), amounts)
def test_without_seconds_the_clock_is_never_read(evaluations, parts, spent):
    meter = Meter(Budget(evaluations=evaluations), never)
    assert meter.share(parts)(0.0)
    meter.spend(spent)
    assert meter.is_searching() is (spent < evaluations)
    assert meter.seconds_left() == meter.searching_left() == math.inf
    assert meter.seconds_spent() == 0.0


@given(amounts, st.integers(1, 9))
def test_shares_that_are_used_up_use_up_the_budget(evaluations, parts):
    meter = Meter(Budget(evaluations=evaluations), never)
    for left in range(parts, 0, -1):
        may_go_on = meter.share(left)
        assert may_go_on(evaluations / parts * 0.99)
        assert not may_go_on(evaluations / parts * 1.01)
        meter.spend(evaluations / parts)
    assert not meter.share(1)(evaluations * 1e-9)


def test_what_one_share_leaves_over_goes_to_the_others():
    meter = Meter(Budget(evaluations=100), never)
    meter.spend(10.0)
    may_go_on = meter.share(3)
    assert may_go_on(29.9)
    assert not may_go_on(30.0)


@given(st.floats(0.1, 100.0), st.floats(0.0, 1.0))
def test_seconds_end_a_search_before_they_are_all_spent(seconds, share):
    clock = iter([50.0, *[50.0 + share * seconds] * 9])
    meter = Meter(Budget(seconds=seconds), lambda: next(clock))
    assert meter.searching_left() < meter.seconds_left()
    assert meter.seconds_spent() == pytest.approx(share * seconds)
    assert meter.is_searching() is (meter.searching_left() > 0)
    if share >= 0.95:
        assert not meter.is_searching()


def test_a_share_ends_at_its_part_of_the_seconds_or_of_the_evaluations():
    ticks = count()
    meter = Meter(Budget(seconds=1000.0, evaluations=10), lambda: float(next(ticks)))
    may_go_on = meter.share(100)
    assert not may_go_on(0.2)
    assert may_go_on(0.0)
    assert [may_go_on(0.0) for _ in range(20)][-1] is False
