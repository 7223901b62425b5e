"""Functions that leave the work to helpers, and small ones over arrays: subjects of which laws are known."""

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np

Point = tuple[float, float]
Matrix = Any
"""An array of numbers of two dimensions."""


def great_circle(p: Point, q: Point) -> float:
    """Kilometres between two places, given as degrees of latitude and longitude."""
    return 6371 * _angle(*p, *q)


def _angle(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    first, second = math.radians(lat), math.radians(other_lat)
    turn = math.radians(other_lon - lon)
    half = math.sin((second - first) / 2) ** 2 + math.cos(first) * math.cos(second) * math.sin(turn / 2) ** 2
    return 2 * math.asin(min(1.0, math.sqrt(half)))


def by_ones(numbers: list[int]) -> list[int]:
    """The numbers by how many ones they have in base 2, equal ones in ascending order."""
    return sorted(sorted(numbers), key=_ones)


def _ones(number: int) -> int:
    return number.bit_count()


def longest_run(letters: str) -> int:
    """The length of the longest run of one letter."""
    return max(_runs(letters), default=0)


def _runs(letters: str) -> Iterator[int]:
    return (len(list(run)) for _, run in groupby(letters))


def canonical_path(path: str) -> str:
    """The path without empty parts and dots."""
    return "/".join(_parts(path))


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part not in ("", ".")]


def basket_total(prices: list[int], discount: int) -> int:
    """Cents to pay for all, each less so many cents."""
    return sum(_reduced(price, discount) for price in prices)


def _reduced(price: int, discount: int) -> int:
    return price - discount


def waiting_time(bursts: list[int]) -> int:
    """How long all jobs wait in turn, the shortest first."""
    return _waited(sorted(bursts))


def _waited(bursts: Sequence[int]) -> int:
    passed = total = 0
    for burst in bursts:
        total += passed
        passed += burst
    return total


def product(one: Matrix, other: Matrix) -> Matrix:
    """The product of two matrices."""
    return np.matmul(one, other)


def median_filtered(image: Matrix) -> Matrix:
    """The median of 3 x 3 pixels around each, those at the border repeated."""
    padded = np.pad(image, 1, mode="edge")
    rows, columns = image.shape
    return np.median([padded[i : i + rows, j : j + columns] for i in range(3) for j in range(3)], axis=0)


def smoothed(image: Matrix) -> Matrix:
    """The image under a Gaussian of one pixel."""
    from scipy.ndimage import gaussian_filter

    return gaussian_filter(image, 1.0)


def convolved(image: Matrix, kernel: Matrix) -> Matrix:
    """All places at which image and kernel meet."""
    from scipy.signal import convolve2d

    return convolve2d(image, kernel)
