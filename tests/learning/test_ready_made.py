"""Ready-made relations hold for programs that are right, and notice faults."""

import random
import statistics

import numpy as np
import pytest

from genmorph import UsageError
from genmorph.learning import Answer, ReadyMadeRelation, check_relations, correlation_relations, forecaster_relations
from genmorph.learning.number_series import generated_series
from genmorph.learning.ready_made import Case
from genmorph.learning.trainings import UnseededError
from tests.subjects.learners import RIGHT, STEPS, UNSEEDED, forecaster

SERIES = generated_series(210)


def violated(relations, function, *data, **options):
    results = check_relations(relations, function, *data, **options)
    return [found.name for found in results if found.answer is Answer.VIOLATED]


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


DATA = {
    "sales": SERIES,
    "whole numbers": [float(round(value / 60)) for value in SERIES],
    "mostly 0": [value if value > 400 else 0.0 for value in SERIES],
    "tiny": [value * 1e-10 for value in SERIES],
    "huge": [value * 1e6 for value in SERIES],
    "below 0": [value - 1e4 for value in SERIES],
}


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("name", RIGHT)
def test_no_right_program_raises_an_alarm(name, data):
    series = DATA[data]
    assert violated(forecaster_relations(STEPS, batch=20), RIGHT[name], series[:150], series[150:]) == []


@pytest.fixture(autouse=True)
def _global_seed():
    """What the programs do not seed, the tests do."""
    random.seed(0)


@pytest.mark.parametrize("oracle", ["interval", "ranks"])
@pytest.mark.parametrize("name", UNSEEDED)
def test_no_right_program_that_nothing_seeds_raises_an_alarm(name, oracle):
    relations = forecaster_relations(STEPS, batch=20)
    assert violated(relations, UNSEEDED[name], SERIES[:70], SERIES[70:100], oracle=oracle) == []


@pytest.mark.parametrize("oracle", ["interval", "ranks"])
@pytest.mark.parametrize("name", ["network", "network in single precision", "losses in the unit"])
def test_other_oracles_notice_what_nothing_seeds(name, oracle):
    """Forecasts that are multiplied do not grow by what data are shifted by."""

    def multiplied(train, validation):
        found = UNSEEDED[name](train, validation)
        return {key: np.multiply(value, 4 if "forecast" in key else 1) for key, value in found.items()}

    relations = forecaster_relations(STEPS)[:1]
    assert "MR-1(a)" in violated(relations, multiplied, SERIES[:150], SERIES[150:], oracle=oracle)


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


def without_a_seed(train, validation):
    return forecaster(fault="ignores the seed")(train, validation)


def test_a_seed_that_decides_nothing_is_found_and_said():
    with pytest.raises(UnseededError, match=r"must give the same for the same seed .* choose the oracle ranks"):
        of_forecaster(forecaster(fault="ignores the seed"))
    with pytest.raises(UnseededError, match=r"must have a parameter seed .* choose the oracle ranks"):
        of_forecaster(without_a_seed)


@pytest.mark.parametrize("oracle", ["interval", "ranks"])
def test_other_oracles_need_no_seed_and_raise_no_alarm(oracle):
    assert of_forecaster(forecaster(fault="ignores the seed"), oracle=oracle) == []


@pytest.mark.parametrize("oracle", ["interval", "ranks"])
def test_other_oracles_notice_what_is_far_off(oracle):
    unit = forecaster_relations(STEPS)[:1]
    found = violated(unit, forecaster(fault="forgets the least"), SERIES[:150], SERIES[150:], oracle=oracle)
    assert found == ["MR-1(a)"]


def test_relations_of_one_kind_share_what_was_run():
    calls = []

    def counted(x, y):
        calls.append((x, y))
        return statistics.correlation(x, y)

    list(check_relations(correlation_relations(), counted))
    together, calls[:] = len(calls), []
    for relation in correlation_relations():
        relation.check(counted)
    assert together < len(calls)


def test_relations_of_several_kinds_are_each_prepared():
    fixed = ReadyMadeRelation(
        "MR-0", "fixed", (Case("a", "it holds", lambda given: given),), lambda _: (Answer.HOLDS, "")
    )
    results = check_relations([correlation_relations()[0], fixed], statistics.correlation)
    assert [found.name for found in results] == ["MR-1(a)", "MR-0(a)"]


def test_no_relations_are_refused():
    with pytest.raises(UsageError, match="relations must be one or more, got none"):
        check_relations([], statistics.correlation)


@pytest.mark.parametrize(
    ("give", "message"),
    [
        (lambda: forecaster_relations(0), "steps must be an int >= 1, got 0"),
        (lambda: forecaster_relations(3)[0].check(forecaster(), [1.0, 2.0]), "must be given both or neither"),
        (
            lambda: forecaster_relations(3)[0].check(forecaster(), [1.0, 2.0], [1.0, 2.0]),
            "train must be 5 finite numbers or more, got 2",
        ),
        (
            lambda: forecaster_relations(3)[0].check(forecaster(), [1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 2.0]),
            "validation must be 5 finite numbers or more, got 2",
        ),
        (
            lambda: forecaster_relations(1)[0].check(forecaster(), [1.0, float("nan"), 3.0], [1.0, 2.0, 3.0]),
            "train must be finite numbers, got nan at index 1",
        ),
        (
            lambda: forecaster_relations(1)[0].check(forecaster(), [1.0, 2.0, 3.0], [1.0, "two", 3.0]),
            "validation must be finite numbers, got 'two' at index 1",
        ),
        (
            lambda: forecaster_relations(1)[0].check(forecaster(), [1.0] * 5, [1.0, 2.0, 3.0]),
            "train must not be constant, got 5 times 1.0",
        ),
        (
            lambda: forecaster_relations(1)[0].check(forecaster(), [1.0, 2.0, 3.0], [2.0] * 4),
            "validation must not be constant, got 4 times 2.0",
        ),
        (
            lambda: forecaster_relations(7)[0].check(forecaster(), oracle="x"),
            "oracle must be one of seeded, .* got 'x'",
        ),
        (
            lambda: correlation_relations()[0].check(statistics.correlation, [1.0], [2.0]),
            "x must be 3 finite numbers or more, got 1",
        ),
        (
            lambda: correlation_relations()[0].check(statistics.correlation, [1.0, 2.0, 4.0], [2.0, 1.0, 3.0, 5.0]),
            "x and y must have one length, got 3 and 4",
        ),
        (
            lambda: correlation_relations()[0].check(statistics.correlation, [1.0] * 3, [2.0] * 3),
            "must not be constant",
        ),
        (
            lambda: correlation_relations()[0].check(statistics.correlation, [1.0, 2.0, float("inf")], [2.0, 1.0, 3.0]),
            "x must be finite numbers, got inf at index 2",
        ),
        (lambda: correlation_relations()[0].check(lambda _x, _y: "high"), "function must give a number .* 'high'"),
        (lambda: correlation_relations()[0].check(lambda _x, _y: (0.1, 0.2)), "must give a number .* not one number"),
        (lambda: correlation_relations()[0].check(lambda _x: 0.5), r"must take two lists .* got parameters \(_x\)"),
        (lambda: correlation_relations()[0].check(lambda x, y: x / y), "must give a number .* raised TypeError"),
        (lambda: forecaster_relations(7)[0].check(lambda _t, _v: "high"), "must give numbers .* gave 'high'"),
        (lambda: forecaster_relations(7)[0].check(lambda _t, _v: {}), "must give numbers .* gave {}"),
        (lambda: forecaster_relations(7)[0].check(lambda _t, _v: None), "must give numbers .* gave None"),
        (lambda: forecaster_relations(7)[0].check(lambda t, v: t / v), "must give numbers .* raised TypeError"),
        (
            lambda: forecaster_relations(7)[0].check(lambda _t, _v: {"loss": float("nan")}),
            "must give finite numbers .* gave nan as loss",
        ),
        (
            lambda: forecaster_relations(7)[0].check(lambda _t, _v: {"epochs": 3, "forecast": []}),
            "outputs must be a loss, forecasts of 53 windows, .* got epochs with 1 numbers, forecast with 0 numbers",
        ),
        (
            lambda: forecaster_relations(7)[0].check(lambda _t, _v, _more: 0.5),
            r"must take train and validation, .* got parameters \(_t, _v, _more\)",
        ),
    ],
)
def test_what_cannot_be_checked_is_refused(give, message):
    with pytest.raises(UsageError, match=message):
        give()
