"""Further functions for comparisons of searches: ordinary Python that knows nothing of genmorph."""

import math


def is_leap_year(year: int) -> bool:
    """Whether the Gregorian calendar has a 29th of February in this year."""
    if year % 4 != 0:
        return False
    return year % 100 != 0 or year % 400 == 0


def income_tax(income: float) -> float:
    """A tax of three brackets: nothing up to 10,000, a fifth from there to 50,000, then two fifths."""
    if income <= 10_000:
        return 0.0
    if income <= 50_000:
        return (income - 10_000) * 0.2
    return 8_000 + (income - 50_000) * 0.4


def clamp(value: int, low: int, high: int) -> int:
    """The value, or the bound that it exceeds; the bounds may come in either order."""
    if low > high:
        low, high = high, low
    if value < low:
        return low
    if value > high:
        return high
    return value


def balance(principal: float, rate: float, years: int) -> float:
    """What a deposit has grown to after some years, with interest in per cent added every year."""
    for _ in range(years):
        principal += principal * rate / 100
    return principal


def triangle_area(a: float, b: float, c: float) -> float:
    """The area of a triangle by Heron's formula; 0 where three lengths make none."""
    s = (a + b + c) / 2
    square = s * (s - a) * (s - b) * (s - c)
    if square <= 0:
        return 0.0
    return math.sqrt(square)
