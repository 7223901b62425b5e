"""Sizes in bytes."""

from functools import lru_cache

UNITS = {"k": 1024, "M": 1024 * 1024}
SEEN = {}


@lru_cache
def factor(letter):
    return UNITS[letter] * 3


@lru_cache
def scaled(amount, letter):
    if amount not in SEEN:
        SEEN[amount] = amount * factor(letter) + 1
    return SEEN[amount]


def unused(amount):
    return amount * 3
