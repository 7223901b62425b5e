import math
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.inference.meter import HaltError, Meter
from genmorph.model import Budget
from genmorph.settings import BUDGET

amounts = st.floats(0.1, 1000.0)


def never():
    raise AssertionError


@given(amounts, st.integers(1, 9), amounts)
def test_without_seconds_the_clock_is_never_read(evaluations, parts, spent):
    meter = Meter(Budget(evaluations=evaluations), never)
    meter.enter("searching", keep=meter.part(0.5))
    meter.check()
    assert meter.share(parts)(0.0)
    meter.spend(spent)
    assert meter.evaluations == spent
    assert meter.share(parts)(0.0) is (spent < evaluations)
    assert meter.lasting(0.0)()
    assert meter.seconds_left() == meter.stage_left() == math.inf
    assert meter.seconds_by_stage() == {}


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


def test_a_share_ends_at_its_part_of_the_seconds_or_of_the_evaluations():
    ticks = count()
    meter = Meter(Budget(seconds=1000.0, evaluations=10), lambda: float(next(ticks)))
    may_go_on = meter.share(100)
    assert not may_go_on(0.2)
    assert may_go_on(0.0)
    assert [may_go_on(0.0) for _ in range(20)][-1] is False


class Clock:
    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


def test_a_stage_ends_where_later_ones_need_the_rest_and_unspent_time_goes_on_to_these():
    clock = Clock()
    meter = Meter(Budget(seconds=10.0), clock)
    meter.enter("running", keep=meter.part(0.5))
    clock.time += 4.9
    meter.check()
    clock.time += 0.1
    with pytest.raises(HaltError, match="running"):
        meter.check()
    meter.enter("judging", keep=meter.part(0.5, at_most=1.0))
    assert meter.stage_left() == pytest.approx(4.0)
    assert meter.seconds_left() == pytest.approx(5.0)
    clock.time += 2.0
    assert meter.seconds_by_stage() == {"inspecting": 0.0, "running": 5.0, "judging": 2.0, "total": 7.0}


def test_seconds_count_from_the_beginning_that_is_given():
    assert Meter(Budget(seconds=10.0), Clock(), began=99.0).seconds_left() == 9.0


def test_an_interrupt_ends_all_stages_but_leaves_some_seconds_to_the_one_that_brings_in_what_was_found():
    clock, interrupts = Clock(), [0]
    meter = Meter(Budget(evaluations=10), clock, lambda: interrupts[0])
    meter.enter("searching")
    may_go_on = meter.share(1)
    assert may_go_on(0.0)
    interrupts[0] = 1
    assert not may_go_on(0.0)
    with pytest.raises(HaltError, match="searching"):
        meter.check()
    meter.enter("making")
    with pytest.raises(HaltError, match="making"):
        meter.check()
    meter.enter("judging", brings_in=True)
    meter.check()
    assert meter.stage_left() == BUDGET.grace
    clock.time += BUDGET.grace
    with pytest.raises(HaltError, match="judging"):
        meter.check()
    assert meter.is_interrupted


def test_what_is_forgiven_does_not_count():
    times = iter([0.0, 4.0, 4.0, 4.0])
    meter = Meter(Budget(seconds=10), lambda: next(times))
    meter.forgive(3.0)
    assert meter.seconds_left() == 9.0
    assert meter.stage_left() == 9.0
    assert meter.seconds_by_stage()["total"] == 1.0


@pytest.mark.parametrize(
    ("passed", "keep", "seconds"),
    [
        (1.0, 4.0, 5.0),
        (7.0, 5.0, 1.5),
        (7.0, 2.0, 1.5),
        (7.0, 1.0, 2.0),
        (1.0, 8.0, 2.0),
        (9.5, 0.0, 0.5),
        (11.0, 1.0, -1.0),
    ],
)
def test_a_stage_has_two_seconds_or_half_of_what_is_left_whatever_it_leaves_to_others(passed, keep, seconds):
    clock = Clock()
    meter = Meter(Budget(seconds=10.0), clock)
    clock.time += passed
    meter.enter("searching", keep)
    assert meter.stage_left() == pytest.approx(seconds)


def test_a_part_of_the_stage_lasts_until_that_part_of_its_seconds_is_over():
    clock = iter([0.0, 0.0, 4.0, 6.9, 7.1])  # at the start, at the stage, at the question, then twice when asked
    meter = Meter(Budget(seconds=10.0), lambda: next(clock))
    meter.enter("judging")
    lasts = meter.lasting(0.5)
    assert lasts()
    assert not lasts()
