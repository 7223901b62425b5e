"""Functions that make values for `objs`."""

from dataclasses import dataclass

from genmorph.domain import arg, floats, ints


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
