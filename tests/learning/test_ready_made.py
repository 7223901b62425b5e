"""Ready-made relations hold for programs that are right, and notice faults."""

import statistics

import pytest

from genmorph import UsageError
from genmorph.learning import Answer, correlation_relations, forecaster_relations
from genmorph.learning.forecaster import generated_series
from genmorph.learning.ready_made import all_results
from tests.subjects.learners import STEPS, forecaster

SERIES = generated_series(210)


def violated(relations, function, *data, **options):
    return [one.name for one in all_results(relations, function, *data, **options) if one.answer is Answer.VIOLATED]


def of_forecaster(function, **options):
    return violated(forecaster_relations(STEPS, batch=20), function, SERIES[:150], SERIES[150:], **options)


def test_there_are_ten_relations_of_a_correlation_and_nine_of_a_forecaster():
    assert len(correlation_relations()) == 10
    assert [one.name for one in forecaster_relations(5)] == [f"MR-{number}" for number in range(1, 10)]


@pytest.mark.parametrize("seed", range(5))
def test_a_right_coefficient_violates_nothing(seed):
    assert violated(correlation_relations(), statistics.correlation, seed=seed) == []


@pytest.mark.parametrize(
    ("wrong", "names"),
    [
        (lambda x, y: statistics.correlation(x, y) ** 2, ["MR-5(a)", "MR-5(b)", "MR-7(b)"]),
        (statistics.covariance, ["MR-1(a)", "MR-4(a)", "MR-4(b)"]),
        (lambda x, y: statistics.correlation(x, sorted(y)), ["MR-2(a)", "MR-5(b)", "MR-6(a)"]),
        (lambda x, y: statistics.correlation(x[1:], y[1:]), ["MR-9(a)"]),
    ],
    ids=["squared", "covariance", "sorted", "without the first"],
)
def test_a_wrong_coefficient_violates_what_tells_it(wrong, names):
    assert set(names) <= set(violated(correlation_relations(), wrong))


def test_a_right_forecaster_violates_nothing():
    assert of_forecaster(forecaster()) == []


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        ("accepts nan", "MR-7(b)"),
        ("drops the last window", "MR-2(c)"),
        ("skips a window", "MR-4(b)"),
        ("forgets the least", "MR-1(a)"),
    ],
)
def test_a_fault_of_a_forecaster_is_noticed(fault, name):
    assert name in of_forecaster(forecaster(fault=fault))


def test_a_seed_that_decides_nothing_is_found_and_said():
    with pytest.raises(UsageError, match=r"must give the same for the same seed .* choose the oracle ranks"):
        of_forecaster(forecaster(fault="ignores the seed"))


@pytest.mark.parametrize("oracle", ["interval", "ranks"])
def test_other_oracles_need_no_seed_and_raise_no_alarm(oracle):
    unit = forecaster_relations(STEPS)[:1]
    assert violated(unit, forecaster(fault="ignores the seed"), SERIES[:150], SERIES[150:], oracle=oracle) == []


@pytest.mark.parametrize("oracle", ["interval", "ranks"])
def test_other_oracles_notice_what_is_far_off(oracle):
    unit = forecaster_relations(STEPS)[:1]
    found = violated(unit, forecaster(fault="forgets the least"), SERIES[:150], SERIES[150:], oracle=oracle)
    assert found == ["MR-1(a)"]


@pytest.mark.parametrize(
    ("give", "message"),
    [
        (lambda: forecaster_relations(0), "steps must be an int >= 1, got 0"),
        (lambda: forecaster_relations(3)[0].check(forecaster(), [1.0, 2.0]), "must be given both or neither"),
        (lambda: forecaster_relations(3)[0].check(forecaster(), [1.0, 2.0], [1.0, 2.0]), "train must be 5 finite"),
        (
            lambda: forecaster_relations(7)[0].check(forecaster(), oracle="x"),
            "oracle must be one of seeded, .* got 'x'",
        ),
        (lambda: correlation_relations()[0].check(statistics.correlation, [1.0], [2.0]), "of 3 or more, got 1 and 1"),
        (
            lambda: correlation_relations()[0].check(statistics.correlation, [1.0] * 3, [2.0] * 3),
            "must not be constant",
        ),
        (lambda: correlation_relations()[0].check(lambda _x, _y: "high"), "function must give a number, got 'high'"),
        (lambda: forecaster_relations(7)[0].check(lambda _t, _v: "high"), "outputs must be numbers, .* got 'high'"),
        (lambda: forecaster_relations(7)[0].check(lambda _t, _v: {}), "outputs must be numbers, .* got {}"),
        (lambda: forecaster_relations(7)[0].check(lambda _t, _v: None), "outputs must be numbers, .* got None"),
    ],
)
def test_what_cannot_be_checked_is_refused(give, message):
    with pytest.raises(UsageError, match=message):
        give()
