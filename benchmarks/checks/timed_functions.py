"""Functions whose calls take long enough to matter: ordinary Python that knows nothing of genmorph."""

import time

NAP = 0.01
"""Seconds that a napping function sleeps in each call."""


def primes_between(low: int, length: int) -> int:
    """The number of primes in `range(low, low + length)`, by trial division; some 100 microseconds."""
    count = 0
    for candidate in range(max(low, 2), low + length):
        divisor = 2
        while divisor * divisor <= candidate:
            if candidate % divisor == 0:
                break
            divisor += 1
        else:
            count += 1
    return count


def napping_distance(a: int, b: int) -> int:
    """The distance between two numbers, after a nap."""
    time.sleep(NAP)
    if a < b:
        return b - a
    return a - b
