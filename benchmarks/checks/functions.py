"""Functions written for the check: ordinary Python that knows nothing of genmorph."""

import math


def gcd(p: int, q: int) -> int:
    """The greatest common divisor of the absolute values, by Stein's binary algorithm; 0 for two zeros."""
    p, q = abs(p), abs(q)
    if p == 0 or q == 0:
        return p + q
    shift = 0
    while (p | q) & 1 == 0:
        p >>= 1
        q >>= 1
        shift += 1
    while p & 1 == 0:
        p >>= 1
    while q:
        while q & 1 == 0:
            q >>= 1
        if p > q:
            p, q = q, p
        q -= p
    return p << shift


def power(k: int, e: int) -> int:
    """The e-th power of k by repeated squaring; raises ValueError for a negative e."""
    if e < 0:
        raise ValueError(f"e must be >= 0, got {e}")
    result = 1
    while e:
        if e & 1:
            result *= k
        k *= k
        e >>= 1
    return result


def sine(x: float) -> float:
    """The sine of x in radians: reduced to half a turn either side of 0, then summed as a Taylor series."""
    x -= 2 * math.pi * round(x / (2 * math.pi))
    term = total = x
    n = 1
    while abs(term) > 1e-17:
        term *= -x * x / ((n + 1) * (n + 2))
        total += term
        n += 2
    return total


def sine_of_remainder(x: float) -> float:
    """The sine of x in radians: reduced to the turn from 0 by a remainder, then summed as a Taylor series."""
    x %= 2 * math.pi
    if x > math.pi:
        x -= 2 * math.pi
    total, term, k = 0.0, x, 1
    while abs(term) > 1e-17:
        total += term
        term = -term * x * x / ((k + 1) * (k + 2))
        k += 2
    return total


def is_triangle(a: float, b: float, c: float) -> bool:
    """Whether three lengths are the sides of a triangle that is not flat."""
    return a + b > c and b + c > a and a + c > b
