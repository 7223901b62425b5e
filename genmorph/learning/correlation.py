"""The ten relations of a coefficient of linear correlation: what must become of it when data change in a known way.

Source: Dwarakanath and others (2019), for Pearson's coefficient.
"""

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.learning.outputs import RaisedError, called
from genmorph.learning.ready_made import Answer, Case, Judgement, ReadyMadeRelation
from genmorph.model import UsageError
from genmorph.settings import LEARNING

Numbers = list[float]


@dataclass(frozen=True, slots=True)
class _Subject:
    """A function of two equally long lists of numbers, and such data."""

    function: Callable[..., Any]
    x: Numbers
    y: Numbers
    rng: Random

    def coefficient(self, x: Numbers, y: Numbers) -> float | RaisedError:
        """What the function gives, as a number."""
        found = called(self.function, list(x), list(y))
        if isinstance(found, RaisedError):
            return found
        try:
            return float(found)
        except (TypeError, ValueError) as error:
            raise UsageError(f"function must give a number, got {found!r}") from error


def _subject(
    function: Callable[..., Any], x: Sequence[float] | None = None, y: Sequence[float] | None = None, *, seed: int = 0
) -> _Subject:
    rng = Random(f"{seed}/correlation")
    if (x is None) != (y is None):
        raise UsageError("x and y must be given both or neither, got one of them")
    if x is None or y is None:
        slope = rng.choice((-1, 1)) * rng.uniform(0.3, 1)  # of no correlation no change of the sign is seen
        x = [rng.uniform(-10, 10) for _ in range(LEARNING.pairs)]
        y = [slope * value + rng.gauss(0, 3) for value in x]
    if len(x) != len(y) or len(x) < LEARNING.fewest_pairs:
        rule = f"x and y must have one length, of {LEARNING.fewest_pairs} or more"
        raise UsageError(f"{rule}, got {len(x)} and {len(y)} numbers")
    if not all(map(math.isfinite, (*x, *y))):
        raise UsageError("x and y must be finite numbers, got others among them")
    if len(set(x)) < 2 or len(set(y)) < 2:
        raise UsageError("x and y must not be constant, got one that is: relation 8 is of these")
    return _Subject(function, list(map(float, x)), list(map(float, y)), rng)


Change = Callable[[Numbers, Numbers, Random], tuple[Numbers, Numbers]]


def _changed(change: Change, expected: Callable[[float], float] = lambda r: r) -> Callable[[_Subject], Judgement]:
    """A case in which the coefficient of changed data follows from that of the data."""

    def judge(subject: _Subject) -> Judgement:
        source = subject.coefficient(subject.x, subject.y)
        follow_up = subject.coefficient(*change(subject.x, subject.y, subject.rng))
        for found in (source, follow_up):
            if isinstance(found, RaisedError):
                return Answer.VIOLATED, f"raised {found}"
        assert not isinstance(source, RaisedError)
        assert not isinstance(follow_up, RaisedError)
        wanted = expected(source)
        if abs(follow_up - wanted) <= LEARNING.of_coefficients:
            return Answer.HOLDS, ""
        return Answer.VIOLATED, f"{follow_up:.9g} where {wanted:.9g} was expected"

    return judge


def _in_range(subject: _Subject) -> Judgement:
    found = subject.coefficient(subject.x, subject.y)
    if isinstance(found, RaisedError):
        return Answer.VIOLATED, f"raised {found}"
    most = 1 + LEARNING.of_coefficients
    return (Answer.HOLDS, "") if -most <= found <= most else (Answer.VIOLATED, f"{found:.9g} is beyond -1 to 1")


def _without_range(choose: Callable[[_Subject], tuple[Numbers, Numbers]]) -> Callable[[_Subject], Judgement]:
    def judge(subject: _Subject) -> Judgement:
        found = subject.coefficient(*choose(subject))
        if isinstance(found, RaisedError):
            return Answer.HOLDS, f"raised {found}"
        if math.isfinite(found):
            return Answer.HOLDS, f"gave {found:.9g}"
        return Answer.VIOLATED, f"gave {found!r} without an error"

    return judge


def _each(change: Callable[[float], float]) -> Callable[[Numbers], Numbers]:
    return lambda numbers: [change(number) for number in numbers]


_SHIFTED, _SCALED, _NEGATED = _each(lambda v: v + 5), _each(lambda v: v * 3), _each(lambda v: v * -2)


def _permuted(x: Numbers, y: Numbers, rng: Random) -> tuple[Numbers, Numbers]:
    order = rng.sample(range(len(x)), len(x))
    return [x[place] for place in order], [y[place] for place in order]


def _cases(**cases: tuple[str, Callable[[_Subject], Judgement]]) -> tuple[Case, ...]:
    return tuple(Case(name, words, judge) for name, (words, judge) in cases.items())


_RELATIONS: tuple[tuple[str, tuple[Case, ...]], ...] = (
    ("range", _cases(a=("the coefficient lies between -1 and 1", _in_range))),
    ("symmetry", _cases(a=("x and y are exchanged: it stays the same", _changed(lambda x, y, _: (y, x))))),
    (
        "shift invariance",
        _cases(
            a=("5 is added to x: it stays the same", _changed(lambda x, y, _: (_SHIFTED(x), y))),
            b=("5 is added to y: it stays the same", _changed(lambda x, y, _: (x, _SHIFTED(y)))),
            c=("5 is added to both: it stays the same", _changed(lambda x, y, _: (_SHIFTED(x), _SHIFTED(y)))),
        ),
    ),
    (
        "scale invariance",
        _cases(
            a=("x is multiplied by 3: it stays the same", _changed(lambda x, y, _: (_SCALED(x), y))),
            b=("y is multiplied by 3: it stays the same", _changed(lambda x, y, _: (x, _SCALED(y)))),
            c=("both are multiplied by -2: it stays the same", _changed(lambda x, y, _: (_NEGATED(x), _NEGATED(y)))),
        ),
    ),
    (
        "sign change",
        _cases(
            a=("x is multiplied by -2: its sign changes", _changed(lambda x, y, _: (_NEGATED(x), y), lambda r: -r)),
            b=("y is multiplied by -2: its sign changes", _changed(lambda x, y, _: (x, _NEGATED(y)), lambda r: -r)),
        ),
    ),
    ("order invariance", _cases(a=("pairs are put into another order: it stays the same", _changed(_permuted)))),
    (
        "perfect correlation",
        _cases(
            a=("of x and itself it is 1", _changed(lambda x, _y, _: (x, x), lambda _: 1.0)),
            b=("of x and its opposite it is -1", _changed(lambda x, _y, _: (x, [-v for v in x]), lambda _: -1.0)),
        ),
    ),
    (
        "no range",
        _cases(
            a=("x is constant: it raises, or is finite", _without_range(lambda s: ([s.x[0]] * len(s.x), s.y))),
            b=("y is constant: it raises, or is finite", _without_range(lambda s: (s.x, [s.y[0]] * len(s.y)))),
        ),
    ),
    (
        "repetition",
        _cases(a=("all pairs are there twice: it stays the same", _changed(lambda x, y, _: (x + x, y + y)))),
    ),
    (
        "mean pair",
        _cases(
            a=(
                "the pair of both means is appended: it stays the same",
                _changed(lambda x, y, _: ([*x, statistics.fmean(x)], [*y, statistics.fmean(y)])),
            )
        ),
    ),
)


def correlation_relations() -> tuple[ReadyMadeRelation, ...]:
    """The ten relations of a function that gives the linear correlation of two equally long lists of numbers.

    `relation.check(function, x, y)` tries one on data, `relation.check(function, seed=0)` on drawn pairs.
    Source: Dwarakanath and others (2019).

    >>> from statistics import correlation
    >>> relations = correlation_relations()
    >>> len(relations), all(relation.check(correlation) for relation in relations)
    (10, True)
    >>> [found.name for found in relations[4].results(lambda x, y: abs(correlation(x, y))) if found.reason]
    ['MR-5(a)', 'MR-5(b)']
    """
    return tuple(
        ReadyMadeRelation(f"MR-{number}", title, cases, _subject) for number, (title, cases) in enumerate(_RELATIONS, 1)
    )
