import math

import pytest

from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.pace import Pace, Sample, measure
from genmorph.inference.sources import ClockedInputs
from genmorph.model import Budget, Returned, TimedOut, UnsupportedError, UsageError
from genmorph.settings import PACE, TRIALS


class Subject:
    """Calls that take this long by a clock of their own; None is a call that times out after a second."""

    def __init__(self, *durations):
        self.durations = durations
        self.time = 0.0

    def call(self, inputs):
        outcomes = []
        for (number,) in inputs:
            duration = self.durations[number]
            self.time += 1.0 if duration is None else duration
            outcomes.append(TimedOut() if duration is None else Returned(number))
            if duration is None:
                break
        return outcomes

    def pace(self, seconds=30.0, interrupted_after=math.inf):
        meter = Meter(Budget(seconds=seconds), lambda: self.time, lambda: self.time > interrupted_after)

        def call(inputs):
            meter.check()
            return self.call(inputs)

        return measure(call, Sample("spin", tuple((n,) for n in range(len(self.durations))), meter))


def test_a_call_may_take_at_least_ten_times_as_long_as_the_slowest_one():
    pace = Subject(*[0.01] * 49, 0.5).pace(seconds=600)
    assert pace.limit == pytest.approx(5.0)


def test_quick_functions_have_a_short_limit_and_slow_ones_a_second():
    assert Subject(*[1e-5] * 50).pace().limit == 0.1
    assert Subject(*[0.05] * 50).pace().limit == PACE.call_limit


def test_what_is_loaded_by_the_first_call_does_not_count():
    pace = Subject(0.9, *[0.002] * 49).pace()
    assert pace.per_call == pytest.approx(0.002)
    assert pace.limit == pytest.approx(0.2)


def test_the_measurement_of_a_slow_function_stops_early():
    subject = Subject(*[0.5] * 50)
    assert subject.pace(seconds=10.0).per_call == pytest.approx(0.5)
    assert subject.time < 3.0


def test_lost_calls_count_with_their_limit_and_as_often_as_among_the_later_inputs():
    often = Subject(*[1e-4, None] * 25).pace(seconds=1000)
    assert often.per_call == pytest.approx(0.05, rel=0.1)
    seldom = Subject(None, None, *[1e-4] * 48).pace(seconds=1000)
    assert seldom.per_call == pytest.approx(1e-4, rel=0.1)


@pytest.mark.parametrize(("calls", "seconds", "lost"), [(2, 30.0, 2), (50, 9.0, 9)])
def test_a_function_that_never_answers_is_refused_also_where_its_calls_took_all_time(calls, seconds, lost):
    inputs = rf"{lost} of {lost} inputs \(timed out after 1 s: {lost}\)"
    said = rf"spin must return or raise, got neither for {inputs}; give a domain"
    with pytest.raises(UnsupportedError, match=said):
        Subject(*[None] * calls).pace(seconds)


@pytest.mark.parametrize(
    ("durations", "seconds", "interrupted_after"),
    [([None] * 50, 30.0, 10.0), ([None] * 50, 3.0, math.inf), ([None] * 5 + [0.1] + [None] * 44, 9.0, math.inf)],
)
def test_the_stage_is_halted_by_an_interrupt_after_few_lost_calls_and_where_there_was_an_answer(
    durations, seconds, interrupted_after
):
    with pytest.raises(HaltError):
        Subject(*durations).pace(seconds, interrupted_after)


def test_slow_functions_get_fewer_inputs_and_mutants_but_never_too_few():
    slow, quick = Pace(0.01, 30.0), Pace(1e-6, 30.0)
    assert slow.sources < quick.sources == Pace(None, None).sources
    assert 400 <= slow.enough < quick.enough == 2_000
    assert 4 <= slow.mutants(100) < quick.mutants(100) == 100
    assert slow.chunk == 10
    assert slow.reserve < 30.0
    assert slow.examples([1] * 8, 5.0) < quick.examples([1] * 8, 5.0) == 100


def test_fewer_inputs_are_drawn_where_hypothesis_draws_them_and_no_clock_tells_how_long_it_takes():
    usual, drawn = Pace(None, None), Pace(None, None, by_hypothesis=True)
    assert drawn.sources == usual.sources
    assert drawn.fresh < usual.fresh
    assert drawn.boundary < usual.boundary
    assert drawn.enough < usual.enough
    assert drawn.drawn_per_wanted < usual.drawn_per_wanted


def test_fast_functions_have_seconds_for_further_pairs_of_what_is_kept_and_slow_ones_none():
    slow, quick = Pace(0.01, 30.0), Pace(1e-6, 30.0)
    assert slow.further == Pace(None, None).further == 0.0
    assert 1.0 < quick.further < quick.reserve - quick.export


@pytest.mark.parametrize("fields", [(0.0, 30.0), (float("nan"), 30.0), (1e-3, -1.0), (None, 30.0, 0.0)])
def test_a_pace_is_positive(fields):
    with pytest.raises(UsageError, match="must be positive, got"):
        Pace(*fields)


def test_relations_are_judged_by_more_pairs_the_more_evaluations_there_are_and_by_all_with_enough():
    counts = [Pace(None, None, evaluations=spent).thorough(5_000) for spent in (1.0, 5.0, 25.0, 50.0, 100.0, 1e6)]
    assert counts == [240, 1_200, 2_000, 3_000, 5_000, 5_000]


def test_a_budget_for_a_glance_is_spent_on_fewer_pairs_but_never_on_hardly_any():
    hardly, few, enough = (Pace(None, None, evaluations=spent) for spent in (1e-9, 2.0, 5.0))
    assert hardly.least_fresh == hardly.enough == TRIALS.fresh_of_slow
    assert hardly.sources == TRIALS.least_look
    assert hardly.enough < few.enough < enough.enough == TRIALS.fresh
    assert hardly.sources < few.sources < enough.sources == TRIALS.sources
    assert hardly.has_all_sources
    assert enough.has_all_sources
    assert not Pace(0.1, 10.0).has_all_sources


def test_seconds_do_not_change_by_how_many_pairs_relations_are_judged():
    assert Pace(0.01, 30.0).thorough(3_000) == 3_000
    assert Pace(0.01, 30.0, evaluations=25.0).thorough(5_000) == 2_000


def test_streams_are_as_large_as_drawing_allows_and_calls_are_not_fewer():
    costly, cheap = Pace(1e-6, 30.0).with_draw_cost(0.003), Pace(1e-6, 30.0)
    for count in ("sources", "screened", "boundary", "fresh", "enough"):
        assert getattr(costly, count) < getattr(cheap, count)
    assert costly.enough == TRIALS.fresh_of_slow <= costly.fresh
    assert costly.drawn_per_wanted < cheap.drawn_per_wanted
    assert costly.within(2_000, 1.0) == cheap.within(2_000, 1.0) == 2_000


def test_the_cost_of_a_draw_is_the_highest_that_was_measured():
    assert Pace(1e-6, 30.0).with_draw_cost(0.003).with_draw_cost(0.001).per_draw == 0.003
    assert Pace(1e-6, 30.0).with_draw_cost(0.001).with_draw_cost(0.003).per_draw == 0.003


def test_values_that_come_in_batches_cost_their_part_of_a_batch():
    seconds = [1000.0]

    def batches():
        for number in range(500):
            seconds[0] -= 1.0 if number % 100 == 0 else 0.0
            yield (number,)

    stream = ClockedInputs(batches(), lambda: seconds[0])
    assert [next(stream) for _ in range(126)][-1] == (125,)
    assert (stream.mean(25, 50), stream.mean(25, 125), stream.count) == (0.0, 0.01, 126)


def test_without_a_clock_drawing_costs_nothing():
    stream = ClockedInputs(iter([(1,), (2,)]), lambda: math.inf)
    assert list(stream) == [(1,), (2,)]
    assert stream.mean(0) == stream.mean(7) == 0.0
