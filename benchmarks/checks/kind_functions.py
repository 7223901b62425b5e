"""Functions over texts, sequences, arrays and several outputs, as anybody might have written them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt


def mean(values: list[float]) -> float:
    """The arithmetic mean; an empty list has none."""
    if not values:
        raise ValueError("mean of an empty list")
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def insertion_sort(values: list[int]) -> None:
    """Sort in place, ascending."""
    for end in range(1, len(values)):
        value = values[end]
        place = end
        while place > 0 and values[place - 1] > value:
            values[place] = values[place - 1]
            place -= 1
        values[place] = value


def caesar(text: str, shift: int) -> str:
    """Each Latin letter moved on in the alphabet, all else as it is."""
    moved = []
    for letter in text:
        if "a" <= letter <= "z":
            moved.append(chr((ord(letter) - ord("a") + shift) % 26 + ord("a")))
        elif "A" <= letter <= "Z":
            moved.append(chr((ord(letter) - ord("A") + shift) % 26 + ord("A")))
        else:
            moved.append(letter)
    return "".join(moved)


def pad_left(text: str, width: int, fill: str = " ") -> str:
    """The text with the first character of `fill` before it, at least `width` long."""
    if not fill:
        fill = " "
    missing = width - len(text)
    if missing <= 0:
        return text
    return fill[0] * missing + text


def common_prefix(one: str, other: str) -> str:
    """What both texts begin with."""
    length = 0
    limit = min(len(one), len(other))
    while length < limit and one[length] == other[length]:
        length += 1
    return one[:length]


def run_lengths(text: str) -> list[int]:
    """The lengths of the runs of equal characters."""
    runs: list[int] = []
    before = None
    for letter in text:
        if letter == before:
            runs[-1] += 1
        else:
            runs.append(1)
        before = letter
    return runs


def run_length_encode(text: str) -> str:
    """Each run of equal characters as its length and the character."""
    encoded = ""
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or text[place] != text[start]:
            encoded += str(place - start) + text[start]
            start = place
    return encoded


def min_max_normalise(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The values moved and scaled to lie between 0 and 1; all 0 where they do not differ."""
    low, high = values.min(), values.max()
    if high == low:
        return np.zeros(len(values))
    result: npt.NDArray[np.float64] = (values - low) / (high - low)
    return result


@dataclass(frozen=True)
class Summary:
    """What is said of some numbers."""

    count: int
    low: int
    high: int
    total: int

    @property
    def spread(self) -> int:
        """How far the numbers lie apart."""
        return self.high - self.low


def summarise(values: list[int]) -> Summary:
    """Count, extremes and sum of at least one number."""
    low = high = values[0]
    total = 0
    for value in values:
        low = min(low, value)
        high = max(high, value)
        total += value
    return Summary(len(values), low, high, total)


def largest_gap(values: list[int]) -> int:
    """The largest distance between neighbours in order; two values at least are needed."""
    if len(values) < 2:
        raise ValueError(f"two values are needed, got {len(values)}")
    ordered = sorted(values)
    gap = 0
    for left, right in pairwise(ordered):
        gap = max(gap, right - left)
    return gap


def moving_sums(values: list[int], width: int) -> Iterator[int]:
    """The sums of so many neighbours each."""
    if width < 1:
        raise ValueError(f"width must be at least 1, got {width}")
    for end in range(width, len(values) + 1):
        yield sum(values[end - width : end])


def weighted_mean(values: list[float], weights: list[float]) -> float:
    """The mean of values that do not all count as much."""
    total, whole = 0.0, 0.0
    for value, weight in zip(values, weights, strict=True):
        total += value * weight
        whole += weight
    return total / whole


def rescaled(value: float, low: float, high: float) -> float:
    """Where a value lies between two others: 0 at the lower one, 1 at the upper one."""
    span = high - low
    return (value - low) / span


def patch_brightness(image: npt.NDArray[np.uint8], top: int, left: int, side: int) -> int:
    """The sum of the pixels of a square patch."""
    total = 0
    for row in range(top, top + side):
        for column in range(left, left + side):
            total += int(image[row, column])
    return total


class Basket:
    """Things with their prices in cents."""

    def __init__(self, prices: dict[str, int], discount: int) -> None:
        self.prices = prices
        self.discount = discount

    def price(self, times: int, shipping: int) -> int:
        """What so many of each cost, with the discount taken off and shipping added."""
        whole = 0
        for price in self.prices.values():
            whole += price * times
        return whole - whole * self.discount // 100 + shipping
