"""Floats of 16, 32 and 64 bits: which floats of Python are exact in them, and what lies next to these."""

import math
import struct
from dataclasses import dataclass
from types import MappingProxyType

from genmorph.domain.float_order import LARGEST, SMALLEST, at_least


@dataclass(frozen=True, slots=True)
class Width:
    """A format of floats, by the letter that `struct` has for it; from `huge` on, most products overflow."""

    bits: int
    letter: str
    largest: float
    smallest: float
    huge: float

    def rounded(self, x: float) -> float:
        """The value of this width that is closest to x.

        >>> WIDTHS[16].rounded(0.1), WIDTHS[16].rounded(1e6)
        (0.0999755859375, inf)
        """
        if self.bits == 64:
            return x
        try:
            (near,) = struct.unpack(self.letter, struct.pack(self.letter, x))
        except OverflowError:
            return math.copysign(math.inf, x)
        return float(near)

    def holds(self, x: float) -> bool:
        """Whether x is exact in this width."""
        return x != x or self.rounded(x) == x

    def up(self, x: float) -> float:
        """The next larger value of this width, for x of this width.

        >>> WIDTHS[16].up(1.0), WIDTHS[32].down(0.0) == -WIDTHS[32].smallest
        (1.0009765625, True)
        >>> WIDTHS[32].up(-WIDTHS[32].smallest), WIDTHS[32].down(WIDTHS[32].smallest)
        (-0.0, 0.0)
        """
        if self.bits == 64:
            return math.nextafter(x, math.inf)
        if math.isinf(x):
            return x if x > 0 else -self.largest
        if x == self.largest:
            return math.inf
        step = max(math.ulp(x) * 2.0 ** (53 - _DIGITS[self.bits]), self.smallest)
        # the neighbour of a power of two that is closer to zero is half as far
        is_towards_zero = math.frexp(x)[0] == -0.5 and step > self.smallest
        return x + (step / 2 if is_towards_zero else step) or math.copysign(0.0, x)

    def down(self, x: float) -> float:
        """The next smaller value of this width, for x of this width."""
        return -self.up(-x)

    def at_or_above(self, x: float) -> float:
        """The least value of this width that does not come before x."""
        near = self.rounded(x)
        return near if at_least(near, x) else self.up(near)

    def at_or_below(self, x: float) -> float:
        """The greatest value of this width that does not come after x."""
        return -self.at_or_above(-x)


_DIGITS = {16: 11, 32: 24}
"""Binary digits of the significand."""
WIDTHS = MappingProxyType(
    {
        16: Width(16, "<e", 65504.0, 2.0**-24, 6e4),
        32: Width(32, "<f", 2.0**128 - 2.0**104, 2.0**-149, 1e38),
        64: Width(64, "<d", LARGEST, SMALLEST, 1e300),
    }
)
