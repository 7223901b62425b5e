"""Functions of every form that tests are exported of; `tests.export.forms` says which relations they have."""

import datetime
import math
import uuid
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

import numpy as np


@dataclass
class Box:
    area: int
    sides: tuple[int, int]


class Account:
    def __init__(self, balance: int) -> None:
        self.balance = balance

    def withdraw(self, amount: int) -> int:
        if not 0 <= amount <= self.balance:
            raise ValueError(amount)
        self.balance -= amount
        return self.balance

    @staticmethod
    def fee(amount: int) -> int:
        return 2 * amount + 1


def power(k, e):
    return k**e


def gap(a, b):
    return abs(a - b)


def negated(x):
    return -x


def half(x):
    return x / 2


def mirrored(n):
    return 9 - n


def magnitude(n):
    return abs(n)


def is_even(n):
    return n % 2 == 0


def inverted(flag):
    return not flag


def shout(text):
    return text.upper() + "!"


def squeeze(text):
    return " ".join(text.split())


def letters(text):
    return len(text)


def is_blank(text):
    return not text.strip()


def ordered(values):
    return sorted(values)


def backwards(values):
    return values[::-1]


def total(values):
    return sum(values)


def has_even(values):
    return any(value % 2 == 0 for value in values)


def unique(values):
    return tuple(sorted(set(values)))


def checksum(data):
    return sum(data) % 256


def thirds(rows):
    return tuple([value / 3 for value in row] for row in rows)


def counted(rows):
    return [[len(row)] for row in rows]


def shifted(values):
    return values - values.min()


def summed(grid):
    return np.sort(grid, axis=0)


def due(day, weeks):
    return day + datetime.timedelta(weeks=weeks)


def rounds(day, weeks):
    return tuple(day + datetime.timedelta(days=place) for place in range(weeks))


def corners(width):
    return [(width, 2 * width), (0, width)]


def holiday(day, weeks):
    return due(day, weeks) if weeks else None


def price(amount):
    return Decimal(amount) / 4


def missing(needed, there):
    return needed ^ there


def prices(amounts):
    return dict(sorted(amounts.items()))


def named(n):
    return uuid.UUID(int=n * n)


def box(width, height):
    return Box(width * height, (width, height))


class Range(NamedTuple):
    least: int
    most: int


def range_of(values):
    return Range(min(values, default=0), max(values, default=0))


def summary(values):
    return {"total": sum(values), "most": max(values)}


def extremes(values):
    return min(values), max(values)


def area(of):
    return of.area * 2


def largest_even(values):
    return max((value for value in values if value % 2 == 0), default=None)


def rising(values) -> Iterator[int]:
    yield from sorted(values)


def sort(values):
    values.sort()


def taken(values):
    values.sort()
    return values.pop()


def fifth(n):
    if n < 0:
        raise ValueError(n)
    return 5 * n


def mean(values):
    if not len(values):
        raise ValueError("values must not be empty")
    return float(np.mean(values))


def spelt(n, sign):
    return sign * n


def repeated(n):
    return n * "a"


def rate(n, *, scale):
    return n * scale


def joint(a, b):
    return math.gcd(a, b)


def digest(data, value):
    return zlib.crc32(data, value)


def lowered(text):
    return text.lower()


def doubled(values):
    return values * 2


def spell(n):
    return f"n{n}"


def quoted(text):
    return f"'{text}'"


def unquoted(text):
    return text[1:-1]


def is_ordered(values):
    return values == sorted(values)


def tally(values):
    return {value: values.count(value) for value in values}


def place(values, value):
    return values.index(value)


def ends(day, days):
    return day + datetime.timedelta(days=days)


def lowest(a, b):
    return min(a, b)


def highest(a, b):
    return max(a, b)
