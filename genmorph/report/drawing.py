"""Where things lie in a drawing: plots of shares over generations, and bars of parts; in units of its view box."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Frame:
    """A drawing's size, and the rectangle in it that holds the plot.

    >>> frame = Frame(320, 150, left=40, top=10, right=10, bottom=20)
    >>> frame.x(0.0), frame.x(1.0), frame.y(0.0), frame.y(1.0)
    (40.0, 310.0, 130.0, 10.0)
    """

    width: int
    height: int
    left: int
    top: int
    right: int
    bottom: int

    def x(self, share: float) -> float:
        """The place of a share from left to right; what is beyond stays at the edge."""
        return round(self.left + _within(share) * (self.width - self.left - self.right), 1)

    def y(self, share: float) -> float:
        """The place of a share from the bottom to the top."""
        return round(self.height - self.bottom - _within(share) * (self.height - self.top - self.bottom), 1)

    def line(self, xs: Sequence[float], ys: Sequence[float]) -> str:
        """The points of a line through these shares.

        >>> Frame(100, 100, 0, 0, 0, 0).line([0, 0.5, 1], [1, 0.25, 0])
        '0,0 50,75 100,100'
        """
        return " ".join(f"{self.x(x):g},{self.y(y):g}" for x, y in zip(xs, ys, strict=True))


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))


def widths(parts: Sequence[float], width: float) -> tuple[tuple[float, float], ...]:
    """For each part where it begins and how wide it is, one after the other from 0 on.

    >>> widths([1.0, 3.0], 400)
    ((0.0, 100.0), (100.0, 300.0))
    >>> widths([0.0], 400)
    ((0.0, 0.0),)
    """
    whole, begins, laid = sum(parts), 0.0, []
    for part in parts:
        share = width * part / whole if whole else 0.0
        laid.append((round(begins, 2), round(share, 2)))
        begins += share
    return tuple(laid)
