"""A fast function, a slow one, and one whose output is as long as its argument."""

import time


def tripled(n: int) -> int:
    return 3 * n


def slowly_tripled(n: int) -> int:
    time.sleep(0.01)
    return 3 * n


def moved(xs: list[int], step: int) -> list[int]:
    return [x * x + step for x in xs]
