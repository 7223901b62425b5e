"""Functions with relations of several calls, and between two of them; workers import this module."""

import math
import random
import zlib
from itertools import pairwise
from typing import NamedTuple


def total(xs: list[int]) -> int:
    return sum(xs)


def average(xs: list[int]) -> int:
    return sum(xs) // len(xs) if xs else 0


def upper_case(text: str) -> str:
    return text.upper()


def tallest(heights: list[int]) -> int:
    best = 0
    for height in heights:
        best = max(best, height)
    return best


def count_words(words: list[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def count_keys(key: list[str]) -> dict[str, int]:
    return count_words(key)


def distance(a: int, b: int) -> int:
    return abs(a - b)


def surcharge(a: int, b: int) -> int:
    """Satisfies the triangle inequality, and is no distance: of a value to itself it is not 0."""
    return abs(a - b) + 7


def joint(a: int, b: int) -> int:
    return math.gcd(a, b)


def checksum(data: bytes, value: int) -> int:
    return zlib.crc32(data, value)


def rotate(xs: list[int], n: int) -> list[int]:
    if not xs:
        return []
    n %= len(xs)
    return xs[n:] + xs[:n]


def marked(seen: set[int], n: int) -> set[int]:
    return seen | {n % 50}


def place(xs: list[int], x: int) -> int:
    return xs.index(x)


def left_over(first: str, second: str) -> str:
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    return second[start:]


def begins(text: str, start: str) -> bool:
    return text[: len(start)] == start


def seven(xs: list[int]) -> int:
    return 7 * len(xs[:0]) + 7


def arrange(xs: list[int]) -> None:
    xs.sort()


def drain(xs: list[int]) -> int:
    """The sum, of which nothing is left."""
    found = 0
    while xs:
        found += xs.pop()
    return found


def written(n: int) -> str:
    return f"<{n}>"


def read(text):
    return int(text.strip("<>"))


def plain(n: int) -> str:
    return str(n)


def parse_int(text: str) -> int:
    return int(text)


def masked(data: str | bytes) -> bytes:
    return bytes(byte ^ 0x55 for byte in (data.encode() if isinstance(data, str) else data))


def unmasked(data: str | bytes) -> bytes:
    """Texts must be of digits."""
    if isinstance(data, str) and not data.isdigit():
        raise ValueError(data)
    return bytes(byte ^ 0x55 for byte in (data.encode() if isinstance(data, str) else data))


def rounded_cents(price: float) -> int:
    return round(100 * price)


def euros(cents: int) -> float:
    return cents / 100


def encode(text: str, key: int) -> str:
    return "".join(chr((ord(c) + key) % 0x110000) if ord(c) < 0xD000 else c for c in text)


def decode(text: str, key: int) -> str:
    return encode(text, -key)


def refunded(n: int) -> float:
    """Gives another number each time."""
    return n + random.random()


def describe(person: dict[str, int]) -> str:
    return ", ".join(f"{name}: {age}" for name, age in person.items())


def sort(xs: list[int]) -> list[int]:
    return sorted(xs)


def is_sorted(xs: list[int]) -> bool:
    return all(one <= other for one, other in pairwise(xs))


def length(xs: list[int]) -> int:
    return len(xs)


def upward(n: int) -> int:
    return n + 3


def doubled(n: int) -> int:
    return 2 * n


def with_itself(n: int) -> int:
    return n + n


def negated(n: int) -> int:
    return -n


def lesser(a: int, b: int) -> int:
    return min(b, a)


def greater(a: int, b: int) -> int:
    return max(b, a)


def halved(n: int) -> int:
    """Half of a number, rounded down."""
    return n // 2


def cut_in_half(n: int) -> int:
    """Half of a number, rounded towards 0."""
    return int(n / 2)


def twice_of(n: int) -> int:
    """Twice a number."""
    return 2 * n


def square(n: int) -> int:
    """The square of a number."""
    return n * n


def root(m: int) -> int:
    """The whole part of a root."""
    return math.isqrt(m)


def running_totals(values: list[int]) -> list[int]:
    total, found = 0, []
    for value in values:
        total += value
        found.append(total)
    return found


def sorted_totals(values: list[int]) -> list[int]:
    return running_totals(sorted(values))


def hexed(data: bytes) -> str:
    return "".join(f"{byte:02x}" for byte in data)


def dip_of_horizon(height: float) -> float:
    """In degrees, of a height in metres."""
    radius = 6_356_900
    return math.degrees(math.acos(radius / (radius + height))) if height > 0 else 0.0


def clock(seconds: int) -> tuple[int, int, int]:
    """Hours, minutes and seconds."""
    return seconds // 3600, seconds // 60 % 60, seconds % 60


def seconds_of(hours: int, minutes: int, seconds: int) -> int:
    return hours * 3600 + minutes * 60 + seconds


def labelled(number: int, letters: str) -> str:
    if number < 0:
        raise ValueError(number)
    return f"{number}:{letters}"


def unlabelled(text: str) -> tuple[int, str]:
    number, _, letters = text.partition(":")
    return int(number), letters


def point(angle: float) -> tuple[float, float]:
    return math.cos(angle), math.sin(angle)


def angle_of(x: float, y: float) -> float:
    return math.atan2(y, x)


def named_seconds(hours: int, minutes: int, *, seconds: int) -> int:
    return seconds_of(hours, minutes, seconds)


def coded(number: int) -> str:
    return chr(97 + number // 10) + chr(97 + number % 10)


def decoded(code: str) -> int:
    tens, ones = code
    return "abcdefghij".index(tens) * 10 + "abcdefghij".index(ones)


class Place(NamedTuple):
    row: int
    column: int


def place_of(number: int) -> Place:
    return Place(number // 8, number % 8)


def number_of(row: int, column: int) -> int:
    return row * 8 + column


def paths(rows: int, columns: int) -> int:
    """The ways from one corner of a grid to the other, along its lines."""
    ways = [1] * (columns + 1)
    for _ in range(rows):
        for place in range(1, columns + 1):
            ways[place] += ways[place - 1]
    return ways[columns]


def fibonacci(n: int) -> int:
    one, other = 0, 1
    for _ in range(n):
        one, other = other, one + other
    return one


def stirling(n: int, k: int) -> int:
    """The ways to part a set of n elements into k sets."""
    row = [1] + [0] * k
    for _ in range(n):
        row = [0] + [row[size - 1] + size * row[size] for size in range(1, k + 1)]
    return row[k]


def factorial_of_first(n: int, m: int) -> int:
    """Not a number of a table: it depends on no column."""
    return math.factorial(n) if m >= 0 else 0
