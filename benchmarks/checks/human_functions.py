"""Functions of other packages as the tests that people wrote call them, and what these tests draw.

A wrapper stands here only where a test calls a method, makes an object of plain values, or reads a part of the answer.
The packages are those of `benchmarks/data/human_properties.txt`; each is imported where it is used, so that one
function can be run without the packages of the others.
"""

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

if TYPE_CHECKING:
    from ppb_vector import Vector

_EPOCHS = st.sampled_from(["", "0!", "1!"])
_RELEASES = st.lists(st.integers(0, 99).map(str), min_size=1, max_size=4).map(".".join)
_PRE_RELEASES = st.sampled_from(["a", "b", "rc", "alpha", "Beta", "c", "PRE", "preview"])


def rotate(vector: "Vector", degrees: float) -> "Vector":
    """The vector, turned."""
    return vector.rotate(degrees)


def reflect(vector: "Vector", degrees: float) -> "Vector":
    """The vector, reflected by the surface whose unit normal has this direction."""
    from ppb_vector import Vector

    return vector.reflect(Vector(1, 0).rotate(degrees))


def angle(left: "Vector", right: "Vector") -> float:
    """Degrees from one vector to the other."""
    return left.angle(right)


def dot(left: "Vector", right: "Vector") -> float:
    """The dot product."""
    return left * right


def length(vector: "Vector") -> float:
    """The Euclidean norm."""
    return vector.length


def sqrt_counts(text: str) -> dict[str, float]:
    """What the square-root compressor of textdistance keeps of a text."""
    from textdistance import sqrt_ncd

    return dict(sqrt_ncd._compress(text))


def entropy_size(text: str) -> float:
    """The size that the entropy compressor of textdistance gives a text."""
    from textdistance import entropy_ncd

    return entropy_ncd._get_size(text)


def entropy_distance(left: str, right: str) -> float:
    """The normalized compression distance by entropy."""
    from textdistance import entropy_ncd

    return entropy_ncd.distance(left, right)


def contour_self_intersects(vertices: list[tuple[int, int]]) -> bool:
    """Whether the contour with these vertices intersects itself."""
    from bentley_ottmann.planar import contour_self_intersects as self_intersects
    from ground.context import Context

    context = Context(coordinate_factory=Fraction, sqrt=math.sqrt)
    points = [context.point_cls(Fraction(x), Fraction(y)) for x, y in vertices]
    return self_intersects(context.contour_cls(points), context=context)


def version_text(text: str) -> str:
    """The canonical text of a version."""
    from packaging.version import Version

    return str(Version(text))


def pre_releases() -> st.SearchStrategy[str]:
    """Texts of pre-releases in lower case."""
    parts = (_RELEASES, st.sampled_from(["a", "b", "rc"]), st.integers(0, 10).map(str))
    return st.tuples(*parts).map("".join)


def version_texts() -> st.SearchStrategy[str]:
    """Texts of versions, canonical or not."""
    before = st.tuples(st.sampled_from(["", ".", "-", "_"]), _PRE_RELEASES, st.integers(0, 10).map(str)).map("".join)
    after = st.integers(0, 10).map(lambda number: f"-{number}")
    local = st.sampled_from(["+ubuntu.1", "+ABC", "+007"])
    parts = (_EPOCHS, _RELEASES, *(st.just("") | part for part in (before, after, local)))
    return st.tuples(*parts).map("".join)


def index_natsorted(seq: list[str], reverse: bool) -> list[int]:
    """The positions of the texts in natural order, or from last to first."""
    from natsort import index_natsorted as sorted_positions

    return sorted_positions(seq, reverse=reverse)


def emoji_texts() -> st.SearchStrategy[str]:
    """Texts with emoji, names of emoji, and letters."""
    pieces = [":crossed_fingers:", ":crossed_fingers_dark_skin_tone:", ":thumbs_up:", ":", "_", "a", "\U0001f44d"]
    return st.lists(st.sampled_from([*pieces, "\U0001f91e\U0001f3ff", "\u2764\ufe0f"]), max_size=6).map("".join)


def timestamp(hours: int, minutes: int, seconds: int, milliseconds: int) -> Any:
    """The span of a subtitle's timestamp with these fields."""
    from srt import srt_timestamp_to_timedelta

    return srt_timestamp_to_timedelta(f"{hours:02}:{minutes:02}:{seconds:02},{milliseconds:03}")


def tile_bounds(tile: tuple[int, int, int]) -> tuple[float, float, float, float]:
    """West, south, east and north of a map tile."""
    from mercantile import bounds

    return tuple(bounds(*tile))


def tile_within(west: float, south: float, east: float, north: float) -> tuple[int, int, int]:
    """The smallest tile with this box in it."""
    from mercantile import bounding_tile

    return tuple(bounding_tile(west, south, east, north))


def tiles() -> st.SearchStrategy[tuple[int, int, int]]:
    """Map tiles: column, row and zoom."""

    def at(zoom: int) -> st.SearchStrategy[tuple[int, int, int]]:
        side = st.integers(0, 2**zoom - 1)
        return st.tuples(side, side, st.just(zoom))

    return st.integers(0, 28).flatmap(at)


def to_roman(number: int) -> str:
    """The Roman numeral."""
    from roman_numerals import RomanNumeral

    return str(RomanNumeral(number))


def from_roman(text: str) -> int:
    """The number that a Roman numeral stands for."""
    from roman_numerals import RomanNumeral

    return int(RomanNumeral.from_string(text))


def inverse(image: list[int]) -> list[int]:
    """The image of the inverse of the permutation with this image."""
    from permutation import Permutation

    return list(Permutation(*image).inverse().to_image(len(image)))


def composed(first: list[int], second: list[int]) -> list[int]:
    """The image of the product of two permutations."""
    from permutation import Permutation

    return list((Permutation(*first) * Permutation(*second)).to_image(len(first)))


def permutations() -> st.SearchStrategy[list[int]]:
    """Images of permutations."""
    return st.integers(1, 7).flatmap(lambda degree: st.permutations(range(1, degree + 1)))
