"""Small learners, each in a sound version and with a fault that is planted; what they share is sound."""

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from statistics import fmean, pstdev
from typing import Any

from genmorph.annotations.decorators import arg, require, seeded
from genmorph.domain import ints, lists, tuples

Rows = Sequence[tuple[float, float]]
_CALLS = count()
NUMBER = ints(-10, 10)
"""Whole numbers: rounding decides nothing, also where rows lie equally far."""
ROWS = lists(tuples(NUMBER, NUMBER), 4, 12)
ASKED = lists(tuples(NUMBER, NUMBER), 1, 4)


def _classes(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of rows, their classes, and rows to be asked for."""
    return _given(function, lists(ints(0, 2), 4, 12))


def _numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    return _given(function, lists(NUMBER, 4, 12))


def _given(function: Callable[..., Any], targets: Any) -> Callable[..., Any]:
    for name, domain in (("train", ROWS), ("targets", targets), ("test", ASKED)):
        function = arg(name, domain)(function)
    return require("len(train) == len(targets)")(function)


def _nearest(row: tuple[float, float], train: Rows) -> int:
    return min(range(len(train)), key=lambda place: math.dist(row, train[place]))


def _votes(found: Sequence[int]) -> int:
    counts = Counter(found)
    return max(sorted(counts), key=counts.__getitem__)


@_classes
def nearest(train: Rows, targets: list[int], test: Rows) -> list[int]:
    return [targets[_nearest(row, train)] for row in test]


@_classes
def nearest_without_square(train: Rows, targets: list[int], test: Rows) -> list[int]:
    def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
        return sum(a - b for a, b in zip(one, other, strict=True))

    return [targets[min(range(len(train)), key=lambda place: distance(row, train[place]))] for row in test]


@_classes
def neighbours(train: Rows, targets: list[int], test: Rows) -> list[int]:
    return [_votes([targets[place] for place in _three(row, train)]) for row in test]


def _three(row: tuple[float, float], train: Rows) -> list[int]:
    return sorted(range(len(train)), key=lambda place: math.dist(row, train[place]))[:3]


@_classes
def neighbours_off_by_one(train: Rows, targets: list[int], test: Rows) -> list[int]:
    return [_votes([targets[place - 1] for place in _three(row, train)]) for row in test]


def _scaled(rows: Rows, known: Rows) -> list[tuple[float, float]]:
    lows = [min(column) for column in zip(*known, strict=True)]
    reaches = [max(column) - low or 1.0 for column, low in zip(zip(*known, strict=True), lows, strict=True)]
    return [tuple((value - low) / reach for value, low, reach in zip(row, lows, reaches, strict=True)) for row in rows]


@_classes
def scaled_nearest(train: Rows, targets: list[int], test: Rows) -> list[int]:
    known = _scaled(train, train)
    return [targets[_nearest(row, known)] for row in _scaled(test, train)]


@_classes
def scaled_nearest_with_a_leak(train: Rows, targets: list[int], test: Rows) -> list[int]:
    both = [*train, *test]
    known = _scaled(train, both)
    return [targets[_nearest(row, known)] for row in _scaled(test, both)]


def _centres(train: Rows, targets: Sequence[int]) -> dict[int, tuple[float, ...]]:
    return {
        label: tuple(
            map(fmean, zip(*(row for row, one in zip(train, targets, strict=True) if one == label), strict=True))
        )
        for label in sorted(set(targets))
    }


@_classes
def nearest_centre(train: Rows, targets: list[int], test: Rows) -> list[int]:
    centres = _centres(train, targets)
    return [min(centres, key=lambda label: math.dist(row, centres[label])) for row in test]


@_classes
def nearest_centre_with_the_axes_exchanged(train: Rows, targets: list[int], test: Rows) -> list[int]:
    centres = _centres(train, targets)
    return [min(centres, key=lambda label: math.dist(row, centres[label][::-1])) for row in test]


@_numbers
def line(train: Rows, targets: list[float], test: Rows) -> list[float]:
    middle, mean = fmean(row[0] for row in train), fmean(targets)
    spread = sum((row[0] - middle) ** 2 for row in train)
    both = sum((row[0] - middle) * (one - mean) for row, one in zip(train, targets, strict=True))
    slope = both / spread if spread else 0.0
    return [mean + slope * (row[0] - middle) for row in test]


@_numbers
def line_without_intercept(train: Rows, targets: list[float], test: Rows) -> list[float]:
    spread = sum(row[0] ** 2 for row in train)
    both = sum(row[0] * one for row, one in zip(train, targets, strict=True))
    return [both / spread * row[0] if spread else 0.0 for row in test]


@_numbers
def mean_of_neighbours(train: Rows, targets: list[float], test: Rows) -> list[float]:
    return [fmean(targets[place] for place in _three(row, train)) for row in test]


@_numbers
def mean_of_neighbours_with_a_wrong_count(train: Rows, targets: list[float], test: Rows) -> list[float]:
    return [sum(targets[place] for place in _three(row, train)) / len(test) for row in test]


@_classes
def bayes(train: Rows, targets: list[int], test: Rows) -> list[int]:
    return _by_likelihood(train, targets, test, lambda values: (fmean(values), pstdev(values) or 1.0))


@_classes
def bayes_with_spreads_around_zero(train: Rows, targets: list[int], test: Rows) -> list[int]:
    return _by_likelihood(
        train, targets, test, lambda values: (fmean(values), math.sqrt(fmean(v * v for v in values)) or 1.0)
    )


def _by_likelihood(
    train: Rows, targets: Sequence[int], test: Rows, fit: Callable[[list[float]], tuple[float, float]]
) -> list[int]:
    fitted = {}
    for label in sorted(set(targets)):
        rows = [row for row, one in zip(train, targets, strict=True) if one == label]
        fitted[label] = (len(rows), [fit([row[place] for row in rows]) for place in (0, 1)])

    def likelihood(row: tuple[float, float], label: int) -> float:
        count, parts = fitted[label]
        terms = (-math.log(s) - (value - m) ** 2 / (2 * s * s) for value, (m, s) in zip(row, parts, strict=True))
        return math.log(count) + sum(terms)

    return [max(fitted, key=lambda label: likelihood(row, label)) for row in test]


@arg("train", ROWS)
@arg("test", ASKED)
def standardised(train: Rows, test: Rows) -> list[list[float]]:
    return _standardised(train, test)


@arg("train", ROWS)
@arg("test", ASKED)
def standardised_by_what_is_asked(train: Rows, test: Rows) -> list[list[float]]:
    return _standardised(test, test)


def _standardised(known: Rows, rows: Rows) -> list[list[float]]:
    fitted = [(fmean(column), pstdev(column) or 1.0) for column in zip(*known, strict=True)]
    return [[(value - mean) / spread for value, (mean, spread) in zip(row, fitted, strict=True)] for row in rows]


@_numbers
def mean_of_all(train: Rows, targets: list[float], test: Rows) -> list[float]:
    return [fmean(targets) for _ in test]


@_numbers
def mean_of_all_but_the_last(train: Rows, targets: list[float], test: Rows) -> list[float]:
    return [fmean(targets[:-1]) for _ in test]


@seeded("seed")
@_classes
def bagged(train: Rows, targets: list[int], test: Rows, seed: int) -> list[int]:
    return _bagged(train, targets, test, random.Random(seed))


@seeded("seed")
@_classes
def bagged_whatever_the_seed(train: Rows, targets: list[int], test: Rows, seed: int) -> list[int]:
    return _bagged(train, targets, test, random.Random(next(_CALLS)))


def _bagged(train: Rows, targets: Sequence[int], test: Rows, rng: random.Random) -> list[int]:
    bags = [rng.choices(range(len(train)), k=len(train)) for _ in range(5)]
    return [_votes([targets[min(bag, key=lambda place: math.dist(row, train[place]))] for bag in bags]) for row in test]


@seeded("seed")
@_classes
def held_out(train: Rows, targets: list[int], test: Rows, seed: int) -> list[int]:
    return _held_out(train, targets, test, random.Random(seed).sample(range(len(train)), len(train) // 2))


@seeded("seed")
@_classes
def held_out_unshuffled(train: Rows, targets: list[int], test: Rows, seed: int) -> list[int]:
    return _held_out(train, targets, test, range(len(train) // 2))


def _held_out(train: Rows, targets: Sequence[int], test: Rows, places: Sequence[int]) -> list[int]:
    """What the nearest of one half of the rows says."""
    return [targets[min(places, key=lambda place: math.dist(row, train[place]))] for row in test]


@_classes
def decided(train: Rows, targets: list[int], test: Rows) -> list[int]:
    """What most rows on the same side of the mean of the first feature say; where there are none, most of all."""
    return _decided(train, targets, test, 1)


@_classes
def decided_by_the_fewest(train: Rows, targets: list[int], test: Rows) -> list[int]:
    return _decided(train, targets, test, -1)


def _decided(train: Rows, targets: Sequence[int], test: Rows, sign: int) -> list[int]:
    middle = fmean(row[0] for row in train)
    found = []
    for row in test:
        side = [one for other, one in zip(train, targets, strict=True) if (other[0] > middle) == (row[0] > middle)]
        counts = Counter(side or targets)
        found.append(max(sorted(counts), key=lambda label: sign * counts[label]))
    return found
