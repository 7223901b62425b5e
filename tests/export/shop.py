"""What the golden files test."""


def power(k, e):
    return k**e


def half(x):
    return x / 2


def fifth(n):
    if n < 0:
        raise ValueError(n)
    return 5 * n
