"""Samples compared: alarms are as rare as they are said to be, differences are noticed, and bounds hold."""

import inspect
import math
import random
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

import numpy as np
import pytest
from scipy import stats

from genmorph.export.pytest_file import function_sources
from genmorph.filters.distributions import (
    CHANCES,
    EXPORTED,
    Compared,
    aspects,
    compare,
    decide,
    largest_differences,
    least_noticed,
    ranks,
)
from genmorph.model import Tolerance
from genmorph.relations.statistic import Statistic
from genmorph.settings import SAMPLING

EXACT = Tolerance()
DRAWS = {
    "normal": lambda rng: rng.gauss(0, 1),
    "skewed": lambda rng: rng.expovariate(1),
    "few values": lambda rng: rng.randint(0, 3),
    "heavy": lambda rng: rng.gauss(0, 1) / (abs(rng.gauss(0, 1)) + 0.1),
    "true or false": lambda rng: rng.random() < 0.3,
}


def samples(draw, seed, count, change=lambda value: value):
    rng = random.Random(seed)
    return [draw(rng) for _ in range(count)], [change(draw(rng)) for _ in range(count)]


@pytest.mark.parametrize("name", DRAWS)
@pytest.mark.parametrize("sign", ["==", "<=", ">="])
@pytest.mark.parametrize("statistic", Statistic)
def test_equal_distributions_raise_as_few_alarms_as_was_said(name, sign, statistic):
    level, tried = 0.05, 200
    pairs = [samples(DRAWS[name], f"{name}/{number}", 100) for number in range(tried)]
    alarms = sum(CHANCES[statistic](one, sign, other, EXACT) < level for one, other in pairs)
    assert alarms <= tried * level + 4 * (tried * level * (1 - level)) ** 0.5


@pytest.mark.parametrize(
    ("statistic", "change"),
    [
        (Statistic.DISTRIBUTION, lambda v: v + 0.5),
        (Statistic.MEAN, lambda v: v + 0.5),
        (Statistic.SPREAD, lambda v: 2 * v),
        (Statistic.DISTRIBUTION, lambda v: 3 * v),
    ],
)
def test_what_differs_is_noticed(statistic, change):
    one, other = samples(DRAWS["normal"], 7, 1_000, change)
    assert CHANCES[statistic](one, "==", other, EXACT) < SAMPLING.alarm_of_input


@pytest.mark.parametrize("statistic", [Statistic.DISTRIBUTION, Statistic.MEAN])
def test_an_order_is_refuted_by_the_opposite_alone(statistic):
    one, other = samples(DRAWS["normal"], 7, 500, lambda v: v + 1)
    assert CHANCES[statistic](one, "<=", other, EXACT) > 0.5
    assert CHANCES[statistic](one, ">=", other, EXACT) < SAMPLING.alarm_of_input


def test_bounds_hold():
    for number in range(200):  # uniform ones that are .3 apart: their distribution functions differ by .3
        one, other = samples(lambda rng: rng.random(), number, 200, lambda v: v + 0.3)
        assert compare(Statistic.DISTRIBUTION, one, "==", other, EXACT, 1e-3).bound >= 0.3


def test_lists_are_compared_in_each_place():
    rng = random.Random(3)
    one = [[rng.random(), rng.random()] for _ in range(500)]
    other = [[rng.random(), rng.random() + 0.5] for _ in range(500)]
    assert CHANCES[Statistic.DISTRIBUTION](one, "==", other, EXACT) < 1e-9
    assert CHANCES[Statistic.DISTRIBUTION]([[1]] * 99, "==", [[1, 2]] * 99, EXACT) < 1e-9
    assert len(aspects([[0] * 100], [[0]])) == SAMPLING.places + 2


def test_lists_of_random_lengths_have_the_same_aspects():
    def drawn(seed):
        rng = random.Random(seed)
        return [[rng.random() for _ in range(rng.randint(0, 3))] for _ in range(400)] + [[0.5] * seed]

    one, other = drawn(4), drawn(7)
    assert len(aspects(one, other)) == 9
    assert CHANCES[Statistic.DISTRIBUTION](one, "==", other, EXACT) > 0.01
    assert compare(Statistic.DISTRIBUTION, one, "==", other, EXACT, 1e-3).bound < 0.5
    assert len(aspects([[1], ["a"]], [[1], [2]])) == 2  # there is no sum of texts


def test_how_elements_hang_together_is_compared():
    def shuffled(seed, values):
        return random.Random(seed).sample(values, len(values))

    one = [shuffled(seed, [1, 2, 3, 1, 2, 3]) for seed in range(600)]
    other = [shuffled(seed, [1, 2, 3]) * 2 for seed in range(600, 1200)]  # the same in each place
    assert CHANCES[Statistic.DISTRIBUTION](one, "==", other, EXACT) < 1e-9
    again = [shuffled(seed, [1, 2, 3, 1, 2, 3]) for seed in range(600, 1200)]
    assert CHANCES[Statistic.DISTRIBUTION](one, "==", again, EXACT) > 0.01
    assert CHANCES[Statistic.DISTRIBUTION](one, "<=", [[v + 1 for v in reversed(w)] for w in one], EXACT) == 1


@pytest.mark.parametrize("size", [1, 3, 7, 20])
@pytest.mark.parametrize(("sign", "against"), [("<=", "less"), (">=", "greater"), ("==", "two-sided")])
def test_chances_of_distributions_are_exact(size, sign, against):
    for seed in range(5):
        one, other = samples(lambda rng: rng.random(), seed, size, lambda v: v + 0.2)
        ((difference, chance),) = largest_differences(one, sign, other, EXACT)
        known = stats.ks_2samp(one, other, against, "exact")
        assert difference == pytest.approx(known.statistic)
        if sign != "==":
            assert chance == pytest.approx(known.pvalue)
        else:
            assert known.pvalue <= chance + 1e-12 <= 2 * known.pvalue + 1e-9


@pytest.mark.parametrize("statistic", [Statistic.MEAN, Statistic.SPREAD])
@pytest.mark.parametrize("value", [10**400, 1e200, math.nan, math.inf])
def test_numbers_that_have_no_mean_are_not_known_to_agree(statistic, value):
    sample = [*range(50), value]
    assert math.isnan(CHANCES[statistic](sample, "==", sample, EXACT))
    assert math.isnan(compare(statistic, sample, "==", sample, EXACT, 1e-3).chance)
    assert compare(Statistic.DISTRIBUTION, sample, "==", sample, EXACT, 1e-3).chance == 1.0
    assert CHANCES[Statistic.DISTRIBUTION]([10**400], "<=", [1e200], EXACT) == 0.5


def test_the_fewest_runs_only_refute():
    counts = []

    def judge(chance):
        counts.clear()
        return lambda runs: counts.append(runs) or [Compared(chance, 0.0, 0.0), Compared(1.0, 0.1, 0.1)]

    assert decide(judge(1.0)).runs == SAMPLING.judging_runs[0] == counts[1] > counts[0] == SAMPLING.refuting_runs
    assert [decide(judge(chance)) for chance in (0.0, math.nan)] == [None, None]
    assert counts == [SAMPLING.refuting_runs]
    assert decide(lambda _: [Compared(1.0, 0.1, 1.0)]) is None
    assert decide(lambda _: []) is None


def test_rounding_is_no_difference():
    sums, plain = [0.1 + 0.2] * 300, [0.3] * 300
    assert [CHANCES[statistic](sums, "==", plain, EXACT) for statistic in Statistic] == [1.0, 1.0, 1.0]
    assert ranks([float("nan"), None, 1], [float("nan"), 1.0], EXACT) == ([2, 0, 1], [2, 1])
    compared = [compare(statistic, sums, "==", plain, EXACT, 1e-3) for statistic in (Statistic.MEAN, Statistic.SPREAD)]
    assert [(one.difference, one.bound) for one in compared] == [(0.0, 0.0), (0.0, 0.0)]


def test_what_is_equal_has_one_rank_inside_of_other_values_too():
    near = 0.1 + 0.2
    assert ranks([[near, 7.0], [0.3, 5.0]], [[0.3, 7.0], [near, 5.0]], EXACT) == ([1, 0], [1, 0])
    assert ranks([{"a": near}, near + 1j], [{"a": 0.3}, 0.3 + 1j], EXACT) == ([1, 0], [1, 0])
    assert ranks([np.array([near, 1]), np.int8(1)], [[0.3, 1.0], 1.0], EXACT) == ([0, 1], [0, 1])
    assert ranks([Decimal("1.0"), {2, 1}], [Decimal("1.00"), {1, 2}], EXACT) == ([0, 1], [0, 1])
    assert ranks([2**60], [2**60 + 1], EXACT) == ([0], [1])


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Hand:
    cards: list[int]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({Colour.RED, Colour.BLUE}, {Colour.RED}),
        ({Colour.RED: 1, Colour.BLUE: 2}, {Colour.RED: 2, Colour.BLUE: 1}),
        (frozenset({1j, "a", None, b"a", 2}), frozenset({1j, "a", None, b"b", 2})),
        (Hand([1]), Hand([2])),
    ],
)
def test_what_has_no_order_is_compared_nevertheless(one, other):
    assert ranks([one, other], [one], EXACT)[1] == ranks([one, other], [one], EXACT)[0][:1]
    assert CHANCES[Statistic.DISTRIBUTION]([one] * 99, "==", [one] * 99, EXACT) == 1.0
    assert CHANCES[Statistic.DISTRIBUTION]([one] * 99, "==", [other] * 99, EXACT) < 1e-9


@pytest.mark.parametrize("aspects", [1, 10])
def test_more_runs_notice_less(aspects):
    for statistic in Statistic:
        noticed = [least_noticed(statistic, runs, aspects) for runs in (100, 1_000, 10_000)]
        assert 1 >= noticed[0] > noticed[1] > noticed[2]
    assert least_noticed(Statistic.DISTRIBUTION, 1_000, 10) > least_noticed(Statistic.DISTRIBUTION, 1_000)


def test_what_is_said_to_be_noticed_is_noticed_as_often():
    shift = least_noticed(Statistic.MEAN, 500)
    pairs = [samples(DRAWS["normal"], number, 500, lambda v: v + shift) for number in range(200)]
    noticed = sum(CHANCES[Statistic.MEAN](one, "==", other, EXACT) <= SAMPLING.alarm_of_input for one, other in pairs)
    assert 0.83 < noticed / 200 < 0.97
    shift = least_noticed(Statistic.DISTRIBUTION, 500)  # uniform ones that are so far apart differ by as much
    pairs = [samples(lambda rng: rng.random(), number, 500, lambda v: v + shift) for number in range(100)]
    chances = [CHANCES[Statistic.DISTRIBUTION](one, "==", other, EXACT) for one, other in pairs]
    assert sum(chance <= SAMPLING.alarm_of_input for chance in chances) > 83


def test_written_functions_do_the_same():
    space = {}
    text = "import itertools, math, random, statistics\n" + "\n".join(function_sources(EXPORTED, EXACT))
    assert "genmorph" not in text
    exec(text, space)  # noqa: S102 - what genmorph writes
    assert space["draws"](lambda seed: seed, 7, 3, 0, 9) == EXPORTED["draws"][0](lambda seed: seed, 7, 3, 0, 9)
    one, other = samples(DRAWS["skewed"], 7, 300, lambda v: v + 0.2)
    lists = [([value] * number, [value]) for number, value in enumerate(one)]
    both = CHANCES[Statistic.DISTRIBUTION](lists, "==", [*lists[:-1], ()], EXACT)
    assert space["chance_of_distributions"](lists, "==", [*lists[:-1], ()]) == both
    assert "SAMPLING" not in text
    for statistic, function in CHANCES.items():
        assert "tolerance" in inspect.signature(function).parameters
        for sign in ("==", "<=", ">="):
            assert space[function.__name__](one, sign, other) == CHANCES[statistic](one, sign, other, EXACT)
        if statistic.is_of_numbers:
            assert math.isnan(space[function.__name__]([*one, 10**400], "==", [*other, 1e200]))
