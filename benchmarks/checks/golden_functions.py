"""Functions of values that few functions take or give: None, dicts, nested lists, bytes, choices, objects."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


def fare(zones: int, discount: int | None) -> int:
    """The price of a ticket in cents, with a discount in per cent for those who have one."""
    price = 150 + 70 * zones
    if discount is None:
        return price
    return price - price * discount // 100


def transposed(rows: list[list[int]]) -> list[list[int]]:
    """Columns instead of rows, as many as the shortest row has numbers."""
    if not rows:
        return []
    width = min(len(row) for row in rows)
    return [[row[place] for row in rows] for place in range(width)]


def stock_value(stock: dict[str, int], price: int, reserved: int) -> int:
    """What all pieces but the reserved ones are worth."""
    pieces = 0
    for count in stock.values():
        pieces += count
    if pieces < reserved:
        return 0
    return (pieces - reserved) * price


def wage(grade: str, hours: int, night: bool) -> int:
    """What so many hours are paid, by grade; a night's hours count half as much again."""
    rate = {"helper": 14, "clerk": 18, "lead": 25}[grade]
    total = rate * hours
    if night:
        total += total // 2
    return total


def first_place(text: str, letter: str) -> int | None:
    """Where a letter stands first in a text; None where it does not."""
    for place, other in enumerate(text):
        if other == letter:
            return place
    return None


def halves_exchanged(data: bytes) -> bytes:
    """The second half before the first."""
    middle = len(data) // 2
    return data[middle:] + data[:middle]


def trace(matrix: npt.NDArray[np.int64], factor: int) -> int:
    """The sum of the diagonal of a matrix, times a factor."""
    total = 0
    for place in range(min(matrix.shape)):
        total += int(matrix[place, place])
    return total * factor


def differences(values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """How much each number is larger than the one before it."""
    result = np.zeros(max(0, len(values) - 1), dtype=np.int64)
    for place in range(len(result)):
        result[place] = values[place + 1] - values[place]
    return result


@dataclass(frozen=True)
class Segment:
    """A part of the line of whole numbers."""

    start: int
    length: int

    def moved(self, by: int) -> tuple[int, int]:
        """Its ends after a move."""
        return self.start + by, self.start + by + self.length


def clipped(value: int, low: int, high: int) -> int:
    """The value, or the bound that it exceeds."""
    if value < low:
        return low
    if value > high:
        return high
    return value


def scores(marks: list[int], bonus: int = 0, *, best_only: bool = False) -> dict[str, int]:
    """Sum and largest of some marks, with a bonus for each, as a dict."""
    if best_only:
        marks = sorted(marks)[-3:]
    raised = [mark + bonus for mark in marks]
    return {"total": sum(raised), "best": max(raised, default=0)}


def without_vowels(words: list[str]) -> list[str]:
    """The words without vowels; those that consist of vowels are left out."""
    kept = []
    for word in words:
        rest = ""
        for letter in word:
            if letter not in "aeiou":
                rest += letter
        if rest:
            kept.append(rest)
    return kept


def centroid(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """The mean of some points of the plane; raises ValueError for none."""
    if not points:
        raise ValueError("points must not be empty")
    x = sum(point[0] for point in points)
    y = sum(point[1] for point in points)
    return x / len(points), y / len(points)


def bucket(text: str) -> int:
    """A number that differs between processes of different hash seeds: not deterministic."""
    return hash(text) % 7


def letters_of(text: str) -> set[str]:
    """A set, which relations cannot speak of."""
    return set(text)
