"""Functions with laws: one for all ints, one that breaks them for few, and one whose output is as long as its input."""


def tripled(n: int) -> int:
    return 3 * n


def mostly_tripled(n: int) -> int:
    return 3 * n + (n * n % 99_991 == 91_046)  # so it is for 31_415


def moved(xs: list[int], step: int) -> list[int]:
    return [x * x + step for x in xs]
