"""Decimals and fractions."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

CENT = Decimal("0.01")


def invoice(prices: list[Decimal], tax: Decimal) -> Decimal:
    """The sum with tax, rounded to cents."""
    return (sum(prices, Decimal(0)) * (1 + tax)).quantize(CENT, ROUND_HALF_UP)


def split_bill(total: Decimal, people: int) -> list[Decimal]:
    """Equal shares that add up: the first ones pay a cent more."""
    share, rest = divmod(int(total.scaleb(2)), people)
    return [Decimal(share + (place < rest)).scaleb(-2) for place in range(people)]


def convert(amount: Decimal, rate: Decimal) -> Decimal:
    """An amount in another currency."""
    return (amount * rate).quantize(CENT, ROUND_HALF_UP)


def mediant(one: Fraction, other: Fraction) -> Fraction:
    """Numerators and denominators added."""
    return Fraction(one.numerator + other.numerator, one.denominator + other.denominator)


def discount(price: Decimal, percent: int) -> Decimal:
    """A price less a percentage, never below zero."""
    return max(Decimal(0), price - price * percent / 100)
