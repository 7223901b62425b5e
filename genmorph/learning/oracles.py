"""Oracles: whether two lots of runs of a learning program are the same, or differ, in one output."""

import math
import statistics
import sys
from collections.abc import Sequence
from enum import Enum

from genmorph.learning.ready_made import Answer, Judgement
from genmorph.learning.runs import Numbers
from genmorph.settings import LEARNING


class Oracle(Enum):
    """How runs of a source and of its follow-up are compared."""

    SEEDED = "seeded"
    """One run of each with one seed, number by number, within a numeric tolerance that is measured."""
    INTERVAL = "interval"
    """The mean of an output in one run of the follow-up against the prediction interval of several runs of the source,
    each with its own seed. It supposes that these means, or their logarithms, are normally distributed: others raise
    false alarms."""
    RANKS = "ranks"
    """The means of an output in several runs of each by the rank test of Mann and Whitney (1947), which supposes no
    distribution."""

    @property
    def source_runs(self) -> int:
        """Runs of the source."""
        return 1 if self is Oracle.SEEDED else LEARNING.runs

    @property
    def follow_up_runs(self) -> int:
        """Runs of the follow-up."""
        return LEARNING.runs if self is Oracle.RANKS else 1


def are_same(oracle: Oracle, expected: Sequence[Numbers], found: Sequence[Numbers], noise: float) -> Judgement:
    """Judge whether an output of the follow-up's runs is the expected one.

    By other oracles than the seeded one, runs that do not differ are as expected as far as these runs can say.

    Args:
        oracle: How runs are compared.
        expected: What is expected of it by run.
        found: The output in runs of the follow-up, of the same length each.
        noise: How far rounding moves it.

    >>> are_same(Oracle.SEEDED, [(0.5,)], [(0.75,)], 0.01)[1]
    '0.75 where 0.5 was expected, within 0.01'

    """
    if not expected[0]:
        return Answer.UNDECIDED, "empty"
    tolerance = noise + LEARNING.relative * _largest((*expected, *found))
    difference = _difference(oracle, expected, found, tolerance)
    if difference is not None:
        return Answer.VIOLATED, difference
    if tolerance > LEARNING.blunt * _largest((*expected, *found)):
        return Answer.UNDECIDED, f"within {tolerance:.2g}, as far as rounding may move it"
    return Answer.HOLDS, ""


def are_different(oracle: Oracle, source: Sequence[Numbers], found: Sequence[Numbers], noise: float) -> bool:
    """Whether an output of two lots of runs differs by more than rounding.

    >>> are_different(Oracle.SEEDED, [(0.5,)], [(0.75,)], 0.01)
    True
    """
    if len(source[0]) != len(found[0]):
        return True
    tolerance = noise + LEARNING.relative * _largest((*source, *found))
    return bool(source[0]) and _difference(oracle, source, found, tolerance) is not None


def are_equal(one: Numbers, other: Numbers, part: float) -> bool:
    """Whether two lists of numbers are the same within a part of the largest number.

    >>> are_equal((1.0, 1e6), (1.1, 1e6), 1e-6), are_equal((1.0,), (1.0, 2.0), 1e-6)
    (True, False)
    """
    return len(one) == len(other) and moved_by(one, other) <= part * _largest((one, other))


def moved_by(one: Numbers, other: Numbers) -> float:
    """The largest difference of two numbers at one place."""
    return max((abs(a - b) for a, b in zip(one, other, strict=True)), default=0.0)


def _largest(runs: Sequence[Numbers]) -> float:
    return max((abs(number) for run in runs for number in run), default=0.0)


def _difference(oracle: Oracle, expected: Sequence[Numbers], found: Sequence[Numbers], tolerance: float) -> str | None:
    """What is found, and what was expected, where these differ."""
    if oracle is Oracle.SEEDED:
        for one, other in zip(expected[0], found[0], strict=True):
            if not abs(one - other) <= tolerance:
                return f"{other:.6g} where {one:.6g} was expected, within {tolerance:.2g}"
        return None
    means, others = [statistics.fmean(run) for run in expected], [statistics.fmean(run) for run in found]
    if oracle is Oracle.INTERVAL:
        low, high = _interval(means)
        is_same = low - tolerance <= others[0] <= high + tolerance
    else:
        low, high = min(means), max(means)
        is_same = _have_one_rank(means, others, tolerance)
    return None if is_same else f"{statistics.fmean(others):.6g} where {low:.6g} to {high:.6g} was expected"


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """The prediction interval of one more value, as of a normal distribution; and of a log-normal one, where it is."""
    low, high = _normal_interval(values)
    if min(values) <= 0:
        return low, high
    logarithms = _normal_interval([math.log(value) for value in values])
    most = math.log(sys.float_info.max)
    below, above = (math.exp(edge) if edge < most else math.inf for edge in logarithms)
    return min(low, below), max(high, above)


def _normal_interval(values: Sequence[float]) -> tuple[float, float]:
    from scipy import stats

    middle, deviation, count = statistics.fmean(values), statistics.stdev(values), len(values)
    half = float(stats.t.isf(LEARNING.alarm / 2, count - 1)) * deviation * math.sqrt(1 + 1 / count)
    return middle - half, middle + half


def _have_one_rank(one: Sequence[float], other: Sequence[float], tolerance: float) -> bool:
    """Whether ranks may be those of one distribution, once the lots are moved towards each other by rounding."""
    from scipy import stats

    gap = statistics.median(one) - statistics.median(other)
    if abs(gap) <= tolerance:
        return True
    nearer = [value + math.copysign(tolerance, gap) for value in other]
    return float(stats.mannwhitneyu(one, nearer, method="exact").pvalue) >= LEARNING.alarm
