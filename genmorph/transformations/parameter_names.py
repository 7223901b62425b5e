"""Which parameters stand for things of one sort, as their names say it."""

import re
from collections.abc import Sequence

_SIDES = frozenset(
    (
        *("left", "right", "lhs", "rhs", "first", "second", "third", "former", "latter", "one", "two", "three"),
        *("old", "new", "before", "after", "previous", "prev", "next", "source", "target", "src", "dst", "actual"),
        *("expected", "other", "this", "that", "self", "alpha", "beta", "gamma"),
    )
)
"""Words that tell things of one sort apart, as numbers and letters do."""

_RUNS = ("abcdef", "ijk", "lmn", "pqr", "st", "uvw", "xyz")
"""Letters that stand side by side at one end of names, as in `xs` and `ys`."""

_WORD = re.compile(r"[0-9]+|[A-Z]?[^\W\d_A-Z]+|[A-Z]+")


def are_exchangeable(one: str, other: str) -> bool:
    """Whether the names differ in nothing but a number, a letter, or a word that tells things of one sort apart.

    >>> [are_exchangeable(*pair) for pair in (("x", "y"), ("lat1", "lat2"), ("xs", "ys"), ("text", "other_text"))]
    [True, True, True, True]
    >>> [are_exchangeable(*pair) for pair in (("hue", "value"), ("month", "year"), ("low", "high"), ("x", "x_min"))]
    [False, False, False, False]
    """
    return _stem(one) == _stem(other) or _differ_at_an_end(one, other)


def are_halves(names: Sequence[str]) -> bool:
    """Whether each name of the first half is exchangeable for its counterpart in the second.

    >>> are_halves(["y1", "m1", "d1", "y2", "m2", "d2"]), are_halves(["start", "end", "other_start", "other_end"])
    (True, True)
    >>> are_halves(["year", "month", "day", "hour"])
    False
    """
    middle = len(names) // 2
    return all(map(are_exchangeable, names[:middle], names[middle:]))


def are_neighbours(names: Sequence[str]) -> bool:
    """Whether each name at an even place is exchangeable for the next.

    >>> are_neighbours(["start1", "start2", "end1", "end2"]), are_neighbours(["low", "high", "low2", "high2"])
    (True, False)
    """
    return all(map(are_exchangeable, names[::2], names[1::2]))


def family_of(name: str) -> str:
    """What names of one sort have in common, beside numbers, single letters and words for sides.

    >>> family_of("side_a"), family_of("x1"), family_of("y")
    ('side', 'x', 'y')
    """
    return " ".join(_stem(name)) or re.sub(r"[0-9]+", "", name)


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in small letters.

    >>> words_of("start_angle2"), words_of("leftBox")
    (('start', 'angle', '2'), ('left', 'box'))
    """
    return tuple(word.lower() for word in _WORD.findall(name))


def _stem(name: str) -> tuple[str, ...]:
    """What is left without numbers, single letters and words for sides."""
    return tuple(word for word in words_of(name) if len(word) > 1 and not word.isdigit() and word not in _SIDES)


def _differ_at_an_end(one: str, other: str) -> bool:
    if len(one) != len(other):
        return False
    ends = {(one[0], other[0])} if one[1:] == other[1:] else {(one[-1], other[-1])} if one[:-1] == other[:-1] else set()
    return any(first in run and last in run for first, last in ends for run in _RUNS)
