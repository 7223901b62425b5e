"""Functions that make values for `objs`."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from genmorph.domain import arg, cc_example, floats, ints, require


@dataclass(frozen=True)
class Point:
    x: int
    y: float


@arg("x", ints(0, 9))
@arg("y", floats(0, 1))
def make_point(x, y=0.5):
    return Point(x, y)


@dataclass(frozen=True)
class Walk:
    steps: int

    @staticmethod
    @arg("steps", ints(1, 5))
    def start(steps, /):
        return Walk(steps)


@arg("x", ints())
def make_half(x, y):
    return Point(x, y)


class Meter:
    """Its constructor is described by type hints and an `arg`."""

    @arg("steps", ints(1, 5))
    def __init__(self, name: "str", steps: int, /, scale: float | None, *, unit: int = 3, log=print):
        self.steps = steps
        self.others = name, scale, unit, log


def make_meter(steps: int, log):
    return Meter("", steps, None, log=log)


class Pair(NamedTuple):
    left: "int"
    right: int


class Total:
    """Its constructor needs what arrays have and lists have not."""

    def __init__(self, numbers: np.ndarray):
        self.sum = numbers.sum()


@require("low < top")
class Span:
    def __init__(self, low: int, top=9):
        self.low, self.top = low, top


@cc_example(3)
class Example:
    def __init__(self, steps: int):
        self.steps = steps


@cc_example(3, "log")
class Shown:
    def __init__(self, steps, log):
        self.steps, self.log = steps, log
