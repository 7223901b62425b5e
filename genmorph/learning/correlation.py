"""The ten relations of a coefficient of linear correlation: what must become of it when data change in a known way.

Source: Dwarakanath and others (2019), for Pearson's coefficient.
"""

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from genmorph.learning.number_series import Series, change_each, read_varied_series, round_otherwise, shifted_by
from genmorph.learning.ready_made import Answer, Case, Judgement, ReadyMadeRelation
from genmorph.learning.runs import Failed, called, read_numbers
from genmorph.model import UsageError
from genmorph.settings import LEARNING
from genmorph.subject.signatures import read_signature


@dataclass(slots=True)
class _Subject:
    """A function of two equally long lists of numbers, and such data."""

    function: Callable[..., Any]
    x: Series
    y: Series
    seed: int
    _tolerance: float | None = field(default=None)

    @property
    def rng(self) -> Random:
        """Random numbers, from the beginning: no case depends on what other cases have drawn."""
        return _random(self.seed)

    def coefficient(self, x: Series, y: Series) -> float | Failed:
        """What the function gives, as a number."""
        found = called(self.function, list(x), list(y))
        numbers = found if isinstance(found, Failed) else read_numbers(found)
        if isinstance(numbers, Failed):
            return numbers
        return numbers[0] if len(numbers) == 1 else Failed(f"gave {found!r}, which is not one number")

    def tolerance(self) -> float:
        """How far rounding moves the coefficient, measured on data that are rounded otherwise."""
        if self._tolerance is None:
            source, rng = self.coefficient(self.x, self.y), self.rng
            moved = [0.0]
            for _ in range(LEARNING.rounded_runs):
                x, y = (
                    round_otherwise(values, rng, max(map(abs, values)) + shifted_by(values))
                    for values in (self.x, self.y)
                )
                found = self.coefficient(x, y)
                if not isinstance(found, Failed) and not isinstance(source, Failed) and math.isfinite(found - source):
                    moved.append(abs(found - source))
            self._tolerance = LEARNING.of_coefficients + LEARNING.of_noise * max(moved)
        return self._tolerance

    def judge(self, found: float, wanted: float) -> Judgement:
        """Whether a coefficient is the one that is wanted, as far as rounding lets it be told."""
        tolerance = self.tolerance()
        if not abs(found - wanted) <= tolerance:
            return Answer.VIOLATED, f"{found:.9g} where {wanted:.9g} was expected"
        if tolerance > LEARNING.blunt:
            return Answer.UNDECIDED, f"within {tolerance:.2g}, as far as rounding may move it"
        return Answer.HOLDS, ""


def _random(seed: int) -> Random:
    return Random(f"{seed}/correlation")


def _subject(function: Callable[..., Any], x: Any = None, y: Any = None, *, seed: int = 0) -> _Subject:
    rng = _random(seed)
    if (x is None) != (y is None):
        raise UsageError("x and y must be given both or neither, got one of them")
    if x is None or y is None:
        slope = rng.choice((-1, 1)) * rng.uniform(*LEARNING.slopes)
        x = [rng.uniform(-LEARNING.pair_range, LEARNING.pair_range) for _ in range(LEARNING.pairs)]
        y = [slope * value + rng.gauss(0, LEARNING.pair_noise) for value in x]
    x, y = (read_varied_series(name, values, LEARNING.fewest_pairs) for name, values in (("x", x), ("y", y)))
    if len(x) != len(y):
        raise UsageError(f"x and y must have one length, got {len(x)} and {len(y)} numbers")
    signature = read_signature(function)
    if signature is not None and isinstance(called(signature.bind, x, y), Failed):
        raise UsageError(f"function must take two lists of numbers, got parameters {signature}")
    subject = _Subject(function, x, y, seed)
    if isinstance(found := subject.coefficient(x, y), Failed):
        raise UsageError(f"function must give a number for x and y, got a call that {found}")
    return subject


Change = Callable[[Series, Series, Random], tuple[Series, Series]]


def _changed(change: Change, expected: Callable[[float], float] = lambda r: r) -> Callable[[_Subject], Judgement]:
    """A case in which the coefficient of changed data follows from that of the data."""

    def judge(subject: _Subject) -> Judgement:
        source = subject.coefficient(subject.x, subject.y)
        follow_up = subject.coefficient(*change(subject.x, subject.y, subject.rng))
        for found in (source, follow_up):
            if isinstance(found, Failed):
                return Answer.VIOLATED, str(found)
        assert not isinstance(source, Failed)
        assert not isinstance(follow_up, Failed)
        return subject.judge(follow_up, expected(source))

    return judge


def _sign_changed(change: Change) -> Callable[[_Subject], Judgement]:
    """A case in which the sign changes, which is not seen of a coefficient of about 0."""
    opposite = _changed(change, lambda r: -r)

    def judge(subject: _Subject) -> Judgement:
        answer, reason = opposite(subject)
        source = subject.coefficient(subject.x, subject.y)
        if answer is Answer.HOLDS and not isinstance(source, Failed) and 2 * abs(source) <= subject.tolerance():
            return Answer.UNDECIDED, f"{source:.9g} is about 0, which has no sign"
        return answer, reason

    return judge


def _in_range(subject: _Subject) -> Judgement:
    found = subject.coefficient(subject.x, subject.y)
    if isinstance(found, Failed):
        return Answer.VIOLATED, str(found)
    answer, reason = subject.judge(found, max(-1.0, min(found, 1.0)))
    return (answer, f"{found:.9g} is beyond -1 to 1") if answer is Answer.VIOLATED else (answer, reason)


def _without_range(choose: Callable[[_Subject], tuple[Series, Series]]) -> Callable[[_Subject], Judgement]:
    def judge(subject: _Subject) -> Judgement:
        found = subject.coefficient(*choose(subject))
        if isinstance(found, Failed):
            return Answer.HOLDS, str(found)
        if math.isfinite(found):
            return Answer.HOLDS, f"gave {found:.9g}"
        return Answer.VIOLATED, f"gave {found!r} without an error"

    return judge


def _mean_appended(subject: _Subject) -> Judgement:
    """The case of the pair of both means, which says nothing of a coefficient of ranks: it has a rank, too."""
    x, y = (*subject.x, statistics.fmean(subject.x)), (*subject.y, statistics.fmean(subject.y))
    answer, reason = _changed(lambda *_: (x, y))(subject)
    found = subject.coefficient(x, y)
    if answer is not Answer.VIOLATED or isinstance(found, Failed):
        return answer, reason
    for one, other, wanted in ((_bent(x), y, found), (x, _bent(y), found), (_bent(x), x, 1.0)):
        same = subject.coefficient(one, other)
        if isinstance(same, Failed) or subject.judge(same, wanted)[0] is not Answer.HOLDS:
            return answer, reason
    return Answer.UNDECIDED, "it depends on ranks alone, which the pair of both means moves"


def _bent(values: Series) -> Series:
    """Other numbers in the same order, which are no linear image of these."""
    middle, spread = statistics.fmean(values), statistics.pstdev(values)
    return change_each(values, lambda value: math.atan((value - middle) / spread))


def _shifted(values: Series) -> Series:
    shift = shifted_by(values)
    return change_each(values, lambda value: value + shift)


_scaled = partial(change_each, change=lambda value: value * LEARNING.scale)
_reflected = partial(change_each, change=lambda value: value * LEARNING.reflection)


def _permuted(x: Series, y: Series, rng: Random) -> tuple[Series, Series]:
    order = rng.sample(range(len(x)), len(x))
    return tuple(x[place] for place in order), tuple(y[place] for place in order)


def _cases(**cases: tuple[str, Callable[[_Subject], Judgement]]) -> tuple[Case, ...]:
    return tuple(Case(name, words, judge) for name, (words, judge) in cases.items())


_RELATIONS: tuple[tuple[str, tuple[Case, ...]], ...] = (
    ("range", _cases(a=("the coefficient lies between -1 and 1", _in_range))),
    ("symmetry", _cases(a=("x and y are exchanged: it stays the same", _changed(lambda x, y, _: (y, x))))),
    (
        "shift invariance",
        _cases(
            a=("x is shifted: it stays the same", _changed(lambda x, y, _: (_shifted(x), y))),
            b=("y is shifted: it stays the same", _changed(lambda x, y, _: (x, _shifted(y)))),
            c=("both are shifted: it stays the same", _changed(lambda x, y, _: (_shifted(x), _shifted(y)))),
        ),
    ),
    (
        "scale invariance",
        _cases(
            a=("x is scaled: it stays the same", _changed(lambda x, y, _: (_scaled(x), y))),
            b=("y is scaled: it stays the same", _changed(lambda x, y, _: (x, _scaled(y)))),
            c=("both are reflected: it stays the same", _changed(lambda x, y, _: (_reflected(x), _reflected(y)))),
        ),
    ),
    (
        "sign change",
        _cases(
            a=("x is reflected: its sign changes", _sign_changed(lambda x, y, _: (_reflected(x), y))),
            b=("y is reflected: its sign changes", _sign_changed(lambda x, y, _: (x, _reflected(y)))),
        ),
    ),
    ("order invariance", _cases(a=("pairs are put into another order: it stays the same", _changed(_permuted)))),
    (
        "perfect correlation",
        _cases(
            a=("of x and itself it is 1", _changed(lambda x, _y, _: (x, x), lambda _: 1.0)),
            b=(
                "of x and its opposite it is -1",
                _changed(lambda x, _y, _: (x, change_each(x, lambda v: -v)), lambda _: -1.0),
            ),
        ),
    ),
    (
        "no range",
        _cases(
            a=("x is constant: it raises, or is finite", _without_range(lambda s: (s.x[:1] * len(s.x), s.y))),
            b=("y is constant: it raises, or is finite", _without_range(lambda s: (s.x, s.y[:1] * len(s.y)))),
        ),
    ),
    (
        "repetition",
        _cases(a=("all pairs are there twice: it stays the same", _changed(lambda x, y, _: (x + x, y + y)))),
    ),
    (
        "mean pair",
        _cases(a=("the pair of both means is appended: it stays the same", _mean_appended)),
    ),
)


def correlation_relations() -> tuple[ReadyMadeRelation, ...]:
    """The ten relations of a function that gives the linear correlation of two equally long lists of numbers.

    `check_relations` tries them on data x and y, or on drawn pairs where there are none; its option is `seed`.
    Two coefficients are the same within what rounding moves one, which is measured; where that is too much to tell
    them apart, cases are undecided. Source: Dwarakanath and others (2019).

    >>> from statistics import correlation
    >>> from genmorph.learning import check_relations
    >>> relations = correlation_relations()
    >>> len(relations), {found.answer.value for found in check_relations(relations, correlation)}
    (10, {'holds'})
    >>> [found.name for found in check_relations(relations[4:5], lambda x, y: abs(correlation(x, y)))]
    ['MR-5(a)', 'MR-5(b)']
    """
    return tuple(
        ReadyMadeRelation(f"MR-{number}", title, cases, _subject) for number, (title, cases) in enumerate(_RELATIONS, 1)
    )
