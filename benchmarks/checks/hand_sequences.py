"""Functions over texts, sequences, arrays and bytes for relations written by hand."""

import math

import numpy as np
import numpy.typing as npt


def to_roman(number: int) -> str:
    """A number from 1 to 3,999 in Roman numerals."""
    numeral = ""
    for value, letters in (
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        while number >= value:
            numeral += letters
            number -= value
    return numeral


def rot13(text: str) -> str:
    """Each Latin letter moved on by half the alphabet."""
    turned = ""
    for letter in text:
        if "a" <= letter <= "z":
            turned += chr((ord(letter) - 97 + 13) % 26 + 97)
        elif "A" <= letter <= "Z":
            turned += chr((ord(letter) - 65 + 13) % 26 + 65)
        else:
            turned += letter
    return turned


def is_palindrome(text: str) -> bool:
    """Whether a text reads the same from its end, capitals or not."""
    folded = ""
    for letter in text:
        folded += letter.lower() if letter.isupper() else letter
    return folded == folded[::-1]


def slugify(text: str) -> str:
    """A text for addresses: small Latin letters and digits, with single hyphens between."""
    slug = ""
    for letter in text.lower():
        if "a" <= letter <= "z" or "0" <= letter <= "9":
            slug += letter
        elif slug and not slug.endswith("-"):
            slug += "-"
    return slug.rstrip("-")


def levenshtein(one: str, other: str) -> int:
    """The least number of insertions, deletions and replacements between two texts."""
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, start=1):
        above, row = row, [i]
        for j, right in enumerate(other, start=1):
            replaced = above[j - 1] + (left != right)
            row.append(min(replaced, above[j] + 1, row[j - 1] + 1))
    return row[-1]


def join_words(words: list[str]) -> str:
    """The words with a space between each two."""
    sentence = ""
    for place, word in enumerate(words):
        if place > 0:
            sentence += " "
        sentence += word
    return sentence


def mean(values: list[float]) -> float:
    """The arithmetic mean; 0 for an empty list."""
    if not values:
        return 0.0
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def geometric_mean(values: list[float]) -> float:
    """The geometric mean of at least one number that is not negative."""
    product = 1.0
    for value in values:
        product *= value
    return float(product ** (1 / len(values)))


def median(values: list[float]) -> float:
    """The number in the middle, or the mean of the two there; 0 for an empty list."""
    if not values:
        return 0.0
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2 == 1:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def total_distance(values: list[int], point: int) -> int:
    """How far the numbers lie from a point, all together."""
    total = 0
    for value in values:
        total += abs(value - point)
    return total


def argmax(values: list[int]) -> int:
    """Where the largest number stands first."""
    best = 0
    for place, value in enumerate(values):
        if value > values[best]:
            best = place
    return best


def count_greater(values: list[int], pivot: int) -> int:
    """How many of the numbers are greater than the pivot."""
    count = 0
    for value in values:
        if value > pivot:
            count += 1
    return count


def product(values: list[int]) -> int:
    """The product of the numbers; 0 where there are none."""
    if not values:
        return 0
    return math.prod(values)


def rotate(values: list[int], steps: int) -> list[int]:
    """The numbers moved to the left in a ring."""
    if not values:
        return []
    steps = steps % len(values)
    return values[steps:] + values[:steps]


def unique(values: list[int]) -> list[int]:
    """Each number once, in the order in which they come first."""
    seen = set()
    kept = []
    for value in values:
        if value not in seen:
            seen.add(value)
            kept.append(value)
    return kept


def is_sorted(values: list[int]) -> bool:
    """Whether no number is less than the one before it."""
    return all(values[place - 1] <= values[place] for place in range(1, len(values)))


def bubble_sort(values: list[int]) -> None:
    """Sort in place, ascending."""
    end = len(values) - 1
    while end > 0:
        for place in range(end):
            if values[place] > values[place + 1]:
                values[place], values[place + 1] = values[place + 1], values[place]
        end -= 1


def min_and_max(values: tuple[int, ...]) -> tuple[int, int]:
    """The smallest and the largest of at least one number."""
    low = high = values[0]
    for value in values[1:]:
        if value < low:
            low = value
        elif value > high:
            high = value
    return low, high


def value_range(values: list[int]) -> int:
    """How far the smallest and the largest number lie apart; 0 where there are none."""
    if not values:
        return 0
    low = high = values[0]
    for value in values[1:]:
        if value < low:
            low = value
        elif value > high:
            high = value
    return high - low


def dot(xs: npt.NDArray[np.float64], ys: npt.NDArray[np.float64]) -> float:
    """The sum of products, as far as the shorter array goes."""
    total = 0.0
    for x, y in zip(xs, ys, strict=False):
        total += float(x) * float(y)
    return total


def checksum(data: bytes) -> int:
    """All bytes joined by exclusive or."""
    result = 0
    for byte in data:
        result ^= byte
    return result
