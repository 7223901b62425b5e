"""What the golden files test."""

from dataclasses import dataclass


def power(k, e):
    return k**e


def half(x):
    return x / 2


def fifth(n):
    if n < 0:
        raise ValueError(n)
    return 5 * n


def mean(values):
    if not values:
        raise ValueError("values must not be empty")
    return sum(values) / len(values)


def sort(values):
    values.sort()


def shout(text):
    return text.upper() + "!"


def squeeze(text):
    return " ".join(text.split())


def shift(values):
    return values - values.min()


@dataclass
class Box:
    area: int
    sides: tuple[int, int]


def box(width, height):
    return Box(width * height, (width, height))


def largest_even(values):
    return max((value for value in values if value % 2 == 0), default=None)


def doubled(values):
    yield from (2 * value for value in values)
