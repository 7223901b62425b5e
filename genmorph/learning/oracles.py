"""Oracles: whether two lots of runs of a learning program are the same, or differ."""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from genmorph.learning.outputs import Outputs, RaisedError
from genmorph.learning.ready_made import Answer, Judgement
from genmorph.settings import LEARNING

Runs = Sequence[Outputs | RaisedError]


class Oracle(Enum):
    """How runs of a source and of its follow-up are compared."""

    SEEDED = "seeded"
    """One run of each with one seed, within a numeric tolerance that is measured."""
    INTERVAL = "interval"
    """The follow-up's run against the prediction interval of several runs of the source, each with its own seed."""
    RANKS = "ranks"
    """Several runs of each by the rank test of Mann and Whitney (1947)."""

    @property
    def source_runs(self) -> int:
        """Runs of the source."""
        return 1 if self is Oracle.SEEDED else LEARNING.runs

    @property
    def follow_up_runs(self) -> int:
        """Runs of the follow-up."""
        return LEARNING.runs if self is Oracle.RANKS else 1


def failure(runs: Runs) -> str | None:
    """What keeps runs from being compared: an error, or a number that is not finite; None where nothing does.

    >>> failure([{"loss": (0.5,)}]), failure([{"loss": (math.nan,)}])
    (None, 'gave nan as loss')
    """
    for run in runs:
        if isinstance(run, RaisedError):
            return f"raised {run}"
        for name, numbers in run.items():
            strange = next((number for number in numbers if not math.isfinite(number)), None)
            if strange is not None:
                return f"gave {strange} as {name}"
    return None


def are_same(
    oracle: Oracle, expected: Sequence[Outputs], found: Sequence[Outputs], noise: Mapping[str, float]
) -> Judgement:
    """Judge whether the follow-up's outputs are those expected; `noise` is the numeric tolerance by output.

    By other oracles than the seeded one, runs that do not differ are as expected as far as these runs can say.

    >>> are_same(Oracle.SEEDED, [{"loss": (0.5,)}], [{"loss": (0.75,)}], {"loss": 0.01})[1]
    'loss is 0.75 where 0.5 was expected, within 0.01'
    """
    for name in expected[0]:
        if any(name not in run for run in found):
            return Answer.VIOLATED, f"{name} is missing"
        if len({len(run[name]) for run in (*expected, *found)}) > 1:
            return (
                Answer.VIOLATED,
                f"{name} has {len(found[0][name])} numbers where {len(expected[0][name])} were expected",
            )
        difference = _difference(oracle, [run[name] for run in expected], [run[name] for run in found], noise[name])
        if difference is not None:
            return Answer.VIOLATED, f"{name} is {difference}"
    return Answer.HOLDS, ""


def do_differ(
    oracle: Oracle,
    source: Sequence[Outputs],
    found: Sequence[Outputs],
    noise: Mapping[str, float],
    names: Sequence[str],
) -> Judgement:
    """Judge whether one of the named outputs differs; runs of several seeds that do not are no proof that none does.

    >>> do_differ(Oracle.SEEDED, [{"loss": (0.5,)}], [{"loss": (0.5,)}], {"loss": 0.01}, ["loss"])
    (<Answer.VIOLATED: 'violated'>, 'loss stays 0.5')
    """
    for name in names:
        one, other = [run[name] for run in source], [run[name] for run in found]
        if len(one[0]) != len(other[0]) or _difference(oracle, one, other, noise[name]) is not None:
            return Answer.HOLDS, ""
    answer = Answer.VIOLATED if oracle is Oracle.SEEDED else Answer.UNDECIDED
    return answer, f"{' and '.join(names)} {'stays' if len(names) == 1 else 'stay'} {_shown(source[0][names[0]])}"


def _difference(
    oracle: Oracle, expected: Sequence[Sequence[float]], found: Sequence[Sequence[float]], noise: float
) -> str | None:
    """What is found, and what was expected, where these differ."""
    if oracle is Oracle.SEEDED:
        for one, other in zip(expected[0], found[0], strict=True):
            if not abs(one - other) <= noise:
                return f"{other:.6g} where {one:.6g} was expected, within {noise:.2g}"
        return None
    means, others = [statistics.fmean(run) for run in expected], [statistics.fmean(run) for run in found]
    if oracle is Oracle.INTERVAL:
        low, high = _interval(means)
        is_same = low - noise <= others[0] <= high + noise
    else:
        low, high = min(means), max(means)
        is_same = _have_one_rank(means, others, noise)
    return None if is_same else f"{statistics.fmean(others):.6g} where {low:.6g} to {high:.6g} was expected"


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """The prediction interval of one more value, as of a normal distribution."""
    from scipy import stats

    middle, deviation, count = statistics.fmean(values), statistics.stdev(values), len(values)
    half = float(stats.t.isf(LEARNING.alarm / 2, count - 1)) * deviation * math.sqrt(1 + 1 / count)
    return middle - half, middle + half


def _have_one_rank(one: Sequence[float], other: Sequence[float], noise: float) -> bool:
    from scipy import stats

    if max((*one, *other)) - min((*one, *other)) <= noise:
        return True
    return float(stats.mannwhitneyu(one, other, method="exact").pvalue) >= LEARNING.alarm


def _shown(numbers: Sequence[float]) -> str:
    return f"{numbers[0]:.6g}" if len(numbers) == 1 else f"{numbers[0]:.6g}, ..."


def affine(outputs: Outputs, change: Callable[[str, float], float]) -> Outputs:
    """The outputs with each number changed, by the name of its output.

    >>> affine({"loss": (1.0,), "forecast": (2.0,)}, lambda name, number: number if name == "loss" else number + 3)
    {'loss': (1.0,), 'forecast': (5.0,)}
    """
    return {name: tuple(change(name, number) for number in numbers) for name, numbers in outputs.items()}
