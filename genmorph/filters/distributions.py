"""Samples of random programs compared: how likely a difference is by chance, how large it is, and how large at most."""

import itertools
import math
import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from genmorph.model import FiveNumbers, Tolerance
from genmorph.relations.meaning import equal, is_nan, unboxed
from genmorph.relations.statistic import Statistic
from genmorph.settings import SAMPLING

Sample = Sequence[Any]


def as_lists(value: Any) -> Any:
    """A value as it is compared: arrays, and what tables hold, as lists; numbers of numpy as Python's own.

    >>> import numpy as np
    >>> as_lists(np.array([[1], [2]])), as_lists(np.int8(3))
    ([[1], [2]], 3)
    """
    if isinstance(value, (int, float, str, list, tuple)):
        return value
    found = unboxed(value)
    return found.tolist() if hasattr(found, "tolist") else found


def aspects(one: Sample, other: Sample) -> list[tuple[list[Any], list[Any]]]:
    """Take two samples apart by what is compared of each value: all of it, or a sequence's length, elements and sum.

    >>> aspects([3], [4]), aspects([[1, 2]], [[5]])
    ([([3], [4])], [([2], [1]), ([1], [5]), ([2], [None]), ([3], [5])])
    """
    values = [as_lists(value) for value in (*one, *other)]
    found = [values]
    if all(isinstance(value, (list, tuple)) for value in values):
        longest = min(SAMPLING.places, max(map(len, values)))
        found = [[len(value) for value in values]]
        found += [[value[place] if place < len(value) else None for value in values] for place in range(longest)]
        if all(isinstance(v, (int, float)) and abs(v) <= SAMPLING.largest for value in values for v in value):
            found.append([sum(value) for value in values])
    return [(aspect[: len(one)], aspect[len(one) :]) for aspect in found]


def orders(one: Sample, other: Sample, tolerance: Tolerance) -> list[tuple[list[int], list[int]]]:
    """Say of each two of the first elements of sequences which one is larger: 1, 0 where they are equal, or -1.

    What each element is says nothing of how they hang together: whether any of them are twice the same, or sorted.

    >>> orders([[5, 7]], [[7, 5]], Tolerance()), orders([1], [2], Tolerance())
    ([([-1], [1])], [])
    """
    values = [as_lists(value) for value in (*one, *other)]
    if not all(isinstance(value, (list, tuple)) for value in values):
        return []
    width = min(SAMPLING.related_places, max(map(len, values)))
    held = [value[place] if place < len(value) else None for value in values for place in range(width)]
    ranked, _ = ranks(held, [], tolerance)
    rows = [ranked[number * width : (number + 1) * width] for number in range(len(values))]
    found = []
    for first, second in itertools.combinations(range(width), 2):
        signs = [(row[first] > row[second]) - (row[first] < row[second]) for row in rows]
        found.append((signs[: len(one)], signs[len(one) :]))
    return found


def components(value: Any) -> list[tuple[str, Any]]:
    """Take a value apart into what it is ordered by, each with its type; equal values have equal ones.

    >>> components(0.5), components(["a", None])
    ([('number', 0.5)], [('list', 2), ('str', 'a'), ('', 0)])
    """
    value = as_lists(value)
    if value is None:
        return [("", 0)]
    if isinstance(value, (int, float)):
        return [("number: NaN", 0) if is_nan(value) else ("number", value)]
    if isinstance(value, complex):
        return [("complex", 0), *components(value.real), *components(value.imag)]
    if isinstance(value, dict):
        held = [one for pair in sorted(value.items(), key=lambda pair: in_order(pair[0])) for one in pair]
    elif isinstance(value, (set, frozenset)):
        held = sorted(value, key=in_order)
    elif isinstance(value, (list, tuple)):
        held = list(value)
    else:
        try:
            hash(value)
        except TypeError:  # which an object with a list inside raises, though its class has a hash
            return [(type(value).__name__, repr(value))]
        return [(type(value).__name__, value)]
    return [(type(value).__name__, len(value)), *(part for one in held for part in components(one))]


def in_order(value: Any) -> list[tuple[str, Any]]:
    """Give what elements of a set, and keys of a dict, are sorted by: their components, those without an order as text.

    >>> sorted([1j, None, "a", 2], key=in_order)
    [None, 1j, 2, 'a']
    """
    return [(kind, part if isinstance(part, (int, float, str)) else repr(part)) for kind, part in components(value)]


def ranks(one: Sample, other: Sample, tolerance: Tolerance) -> tuple[list[int], list[int]]:
    """Number the values of both samples in ascending order; what is equal has one number, floats within the tolerance.

    >>> ranks([0.3, 7.0], [0.1 + 0.2, 5.0], Tolerance()), ranks(["b"], ["a"], Tolerance())
    (([0, 2], [0, 1]), ([1], [0]))
    """
    names: list[Any] = []
    distinct: dict[Any, list[tuple[str, Any]]] = {}
    for place, value in enumerate((*one, *other)):
        name = (type(value), value) if value is None or isinstance(value, (int, float, str)) else place
        names.append(name)
        if name not in distinct:
            distinct[name] = components(value)
    known = {part for value in distinct.values() for part in value}
    numbers = sorted(part for kind, part in known if kind == "number")
    places, last = dict.fromkeys(numbers[:1], 0), 0
    for before, number in itertools.pairwise(numbers):
        is_exact = isinstance(before, int) and isinstance(number, int)
        is_exact = is_exact or max(abs(before), abs(number)) > SAMPLING.largest
        last += before != number if is_exact else not equal(before, number, tolerance)
        places[number] = last
    texts: dict[object, str] = {}
    for kind, part in known:
        if kind != "number" and not isinstance(part, (int, str)):
            texts[part] = min(repr(part), texts.get(part, repr(part)))
    keys = {
        name: tuple((kind, places[part] if kind == "number" else texts.get(part, part)) for kind, part in value)
        for name, value in distinct.items()
    }
    order = {key: place for place, key in enumerate(sorted(set(keys.values())))}
    found = [order[keys[name]] for name in names]
    return found[: len(one)], found[len(one) :]


def largest_differences(one: Sample, sign: str, other: Sample, tolerance: Tolerance) -> list[tuple[float, float]]:
    """Find by aspect the largest difference of distribution functions that is against the sign, with its chance.

    The samples are of one size. Source: the distribution of the one-sided difference by Gnedenko and Korolyuk (1951);
    that of the two-sided one is at most twice as far out.

    >>> largest_differences([1, 2], "==", [2, 1], Tolerance()), largest_differences([1, 2], ">=", [3, 4], Tolerance())
    ([(0.0, 1.0)], [(1.0, 0.16666666666666666)])
    """
    size, found = len(one), []
    related = orders(one, other, tolerance) if sign == "==" else []
    for pair in (*aspects(one, other), *related):
        first, second = ranks(*pair, tolerance)
        steps = [0] * (max(*first, *second) + 1)
        for rank, other_rank in zip(first, second, strict=True):
            steps[rank] += 1
            steps[other_rank] -= 1
        ahead = list(itertools.accumulate(steps))
        above, below = max(ahead), -min(ahead)
        most = {"==": max(above, below), "<=": below, ">=": above}[sign]
        chance = math.prod((size - step) / (size + step + 1) for step in range(most))
        found.append((most / size, min(1.0, 2 * chance) if sign == "==" else chance))
    return found


def combined_chance(chances: Sequence[float]) -> float:
    """Bound the chance of what is least likely among several differences.

    Source: the inequality of Bonferroni.

    >>> combined_chance([0.5, 0.25]), combined_chance([0.75, 1.0])
    (0.5, 1.0)
    """
    return min(1.0, len(chances) * min(chances))


def chance_of_distributions(one: Sample, sign: str, other: Sample, tolerance: Tolerance) -> float:
    """Bound the chance that samples differ so much where the distribution of one is as large as that of the other.

    The `sign` is `==`, `<=` or `>=`. Source: the test of Kolmogorov and Smirnov, by Bonferroni for all aspects.

    >>> sample = [n / 500 for n in range(500)]
    >>> chance_of_distributions(sample, "==", sample, Tolerance())
    1.0
    >>> chance_of_distributions(sample, ">=", [v + 1 for v in sample], Tolerance()) < 1e-9
    True
    """
    return combined_chance([chance for _, chance in largest_differences(one, sign, other, tolerance)])


def are_moderate(values: Sample) -> bool:
    """Whether the numbers are finite, and so small that their squares are.

    >>> are_moderate([1, -0.5]), are_moderate([1e200]), are_moderate([10**400]), are_moderate([math.nan])
    (True, False, False, False)
    """
    return all(abs(value) <= SAMPLING.largest for value in values)


def chance_of_means(one: Sample, sign: str, other: Sample, tolerance: Tolerance) -> float:
    """Give about the chance that numbers differ so much where the mean of one sample is as large as that of the other.

    NaN where they are too large, or not finite. Source: the t-test of Welch, which needs no equal variances.

    >>> chance_of_means([1.0] * 50 + [2.0] * 50, "<=", [0.0] * 50 + [1.0] * 50, Tolerance()) < 1e-9
    True
    >>> chance_of_means([1, 1], "==", [1, 1], Tolerance()), chance_of_means([1, 1], "==", [2, 2], Tolerance())
    (1.0, 0.0)
    """
    from scipy import stats

    if not are_moderate((*one, *other)):
        return math.nan
    a, b = statistics.fmean(one), statistics.fmean(other)
    if equal(a, b, tolerance) or (sign == "<=" and a < b) or (sign == ">=" and a > b):
        return 1.0
    v, w = statistics.variance(one, a), statistics.variance(other, b)
    if not v and not w:
        return 0.0
    against = {"==": "two-sided", "<=": "greater", ">=": "less"}[sign]
    figures = (a, math.sqrt(v), len(one), b, math.sqrt(w), len(other))
    return float(stats.ttest_ind_from_stats(*figures, equal_var=False, alternative=against).pvalue)


def from_median(values: Sample) -> list[float]:
    """Measure the distance of each number from the median.

    >>> from_median([1, 2, 6])
    [1, 0, 4]
    """
    middle = statistics.median(values)
    return [abs(value - middle) for value in values]


def chance_of_spreads(one: Sample, sign: str, other: Sample, tolerance: Tolerance) -> float:
    """Give about the chance that numbers differ so much where one sample is spread as widely as the other.

    NaN where they are too large, or not finite. Source: the test of Brown and Forsythe, one-sided by that of Welch.

    >>> chance_of_spreads([0.0, 9.0] * 50, "<=", [4.0, 5.0] * 50, Tolerance()) < 1e-9
    True
    """
    if not are_moderate((*one, *other)):
        return math.nan
    return chance_of_means(from_median(one), sign, from_median(other), tolerance)


CHANCES: Mapping[Statistic, Callable[..., float]] = MappingProxyType(
    {
        Statistic.DISTRIBUTION: chance_of_distributions,
        Statistic.MEAN: chance_of_means,
        Statistic.SPREAD: chance_of_spreads,
    }
)
"""For each statistic what bounds the chance of a difference."""


def draws(function: Callable[[int], Any], start: int, runs: int, low: int = 0, high: int = 2**32 - 1) -> list[Any]:
    """Give what a function gives for so many seeds, which follow from one.

    >>> draws(lambda seed: seed, 7, 2, high=9)
    [5, 2]
    """
    rng = random.Random(start)
    return [function(rng.randint(low, high)) for _ in range(runs)]


_OF_VALUES = ("as_lists", "unboxed")
_OF_COMPONENTS = (*_OF_VALUES, "in_order", "is_nan")
_OF_RANKS = (*_OF_COMPONENTS, "components", "equal")
_OF_MEANS = ("are_moderate", "equal", "is_nan")
_OF_DISTRIBUTIONS = (*_OF_RANKS, "aspects", "orders", "ranks")
EXPORTED: Mapping[str, tuple[Callable[..., Any], tuple[str, ...]]] = MappingProxyType(
    {
        "draws": (draws, ()),
        "as_lists": (as_lists, ("unboxed",)),
        "aspects": (aspects, _OF_VALUES),
        "components": (components, _OF_COMPONENTS),
        "in_order": (in_order, ("components", *_OF_COMPONENTS)),
        "ranks": (ranks, _OF_RANKS),
        "orders": (orders, ("ranks", *_OF_RANKS)),
        "largest_differences": (largest_differences, _OF_DISTRIBUTIONS),
        "combined_chance": (combined_chance, ()),
        "chance_of_distributions": (
            chance_of_distributions,
            ("combined_chance", "largest_differences", *_OF_DISTRIBUTIONS),
        ),
        "are_moderate": (are_moderate, ()),
        "from_median": (from_median, ()),
        "chance_of_means": (chance_of_means, _OF_MEANS),
        "chance_of_spreads": (chance_of_spreads, ("chance_of_means", "from_median", *_OF_MEANS)),
    }
)
"""The functions that tests may call, in the order to write them, each with all others that it needs."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What two samples say of a claim: the chance of their difference, the difference, a bound of it, and the aspects.

    Differences are of distribution functions; those of means in standard deviations, those of spreads in standard
    deviations of the distances from the median. Where there is no mean, nothing is known: NaN.
    """

    chance: float
    difference: float
    bound: float
    aspects: int = 1


def compare(
    statistic: Statistic, one: Sample, sign: str, other: Sample, tolerance: Tolerance, alpha: float
) -> Compared:
    """Compare two samples, of which one has a `sign` relation to the other; the bound fails with a chance of `alpha`.

    Source: for distributions the inequality of Dvoretzky, Kiefer and Wolfowitz with the constant of Massart (1990), for
    means and spreads two one-sided tests (Schuirmann, 1987), by which the chance is about as large.

    >>> sample = [n % 100 for n in range(2_000)]
    >>> found = compare(Statistic.DISTRIBUTION, sample, "==", sample, Tolerance(), 1e-6)
    >>> found.chance, found.difference, round(found.bound, 2)
    (1.0, 0.0, 0.12)
    >>> round(compare(Statistic.MEAN, sample, "==", [v + 29 for v in sample], Tolerance(), 1e-6).difference, 2)
    1.0
    """
    if statistic is Statistic.DISTRIBUTION:
        found = largest_differences(one, sign, other, tolerance)
        difference, chance = max(d for d, _ in found), combined_chance([p for _, p in found])
        room = sum(math.sqrt(math.log(4 * len(found) / alpha) / (2 * len(values))) for values in (one, other))
        return Compared(chance, difference, difference + room, len(found))
    chance = CHANCES[statistic](one, sign, other, tolerance)
    if math.isnan(chance):
        return Compared(chance, math.nan, math.nan)
    if statistic is Statistic.SPREAD:
        one, other = from_median(one), from_median(other)
    return _of_means(chance, one, sign, other, tolerance, alpha)


def _of_means(chance: float, one: Sample, sign: str, other: Sample, tolerance: Tolerance, alpha: float) -> Compared:
    variances = [statistics.variance(values) for values in (one, other)]
    scale = math.sqrt(sum(variances) / 2)
    a, b = statistics.fmean(one), statistics.fmean(other)
    gap = 0.0 if equal(a, b, tolerance) else a - b
    gap = abs(gap) if sign == "==" else max(0.0, gap if sign == "<=" else -gap)
    if not scale:
        return Compared(chance, gap and math.inf, gap and math.inf)
    error = math.sqrt(sum(v / len(values) for v, values in zip(variances, (one, other), strict=True)))
    room = _NORMAL.inv_cdf(1 - alpha / 2) * error
    return Compared(chance, gap / scale, (gap + room) / scale)


_NORMAL = statistics.NormalDist()


def five_numbers(values: Sample) -> FiveNumbers:
    """Summarise two numbers or more.

    >>> five_numbers(list(range(101)))
    FiveNumbers(least=0.0, lower_quartile=25.0, median=50.0, upper_quartile=75.0, greatest=100.0)
    """
    lower, median, upper = statistics.quantiles(map(float, values), method="inclusive")
    return FiveNumbers(float(min(values)), lower, median, upper, float(max(values)))


@dataclass(frozen=True, slots=True)
class Decision:
    """That a claim is reported: the runs of each input that this took, the largest difference, and what none exceeds.

    `aspects` are as many as were compared of a value, at most.
    """

    runs: int
    difference: float
    bound: float
    aspects: int


def decide(judge: Callable[[int], Sequence[Compared]]) -> Decision | None:
    """Decide by more and more runs whether a claim about samples of some inputs is reported; None where it is not.

    `judge` compares the samples of both sides for each input, with so many runs; it gives nothing where it cannot. The
    fewest runs can only refute. A claim is reported once no difference speaks against it, and all of them have a bound
    that is small enough. If it is off by more on one of these inputs, the chance of that is about `SAMPLING.report` for
    all claims of a report together, since each number of runs of each of them has a share of it. Source: the inequality
    of Bonferroni.
    """
    for runs in (SAMPLING.refuting_runs, *SAMPLING.judging_runs):
        found = judge(runs)
        if not found or not all(one.chance >= SAMPLING.refuted for one in found):
            return None
        most, bound = max(one.difference for one in found), max(one.bound for one in found)
        if runs > SAMPLING.refuting_runs and bound <= SAMPLING.margin:
            return Decision(runs, most, bound, max(one.aspects for one in found))
    return None


def least_noticed(statistic: Statistic, runs: int, aspects: int = 1) -> float:
    """The difference that one input of a written test notices with the chance `SAMPLING.power`, with so many runs.

    It is one of distribution functions, where `aspects` are compared, else one in standard deviations. Source: the
    limit distribution of Smirnov, and the normal one.

    >>> [round(least_noticed(Statistic.DISTRIBUTION, runs), 2) for runs in (100, 1_000)]
    [0.5, 0.16]
    >>> round(least_noticed(Statistic.MEAN, 1_000), 2)
    0.3
    """
    alarm, power = SAMPLING.alarm_of_input, _NORMAL.inv_cdf(SAMPLING.power)
    if statistic is Statistic.DISTRIBUTION:
        return min(1.0, math.sqrt(math.log(2 * aspects / alarm) / runs) + power * math.sqrt(1 / (2 * runs)))
    return (_NORMAL.inv_cdf(1 - alarm / 2) + power) * math.sqrt(2 / runs)
