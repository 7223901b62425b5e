"""How far floats may differ: by their precision, which types or digits show."""

from datetime import timedelta

import numpy as np
import pytest

from genmorph.inference.tolerances import default_tolerance

SINGLE, DOUBLE = 1e-4, 1e-9
RNG = np.random.default_rng(0)


@pytest.mark.parametrize(
    ("numbers", "relative"),
    [
        (RNG.standard_normal(60).astype(np.float32).tolist(), SINGLE),
        (np.sqrt(RNG.random(60, dtype=np.float32)).tolist(), SINGLE),
        (RNG.random(60, dtype=np.float32).tolist(), DOUBLE),
        ([*map(float, np.float32(RNG.lognormal(0, 3, 60)))], SINGLE),
        ([*RNG.standard_normal(60).astype(np.float32).tolist(), 0.1], DOUBLE),
        (RNG.standard_normal(60).astype(np.float32).tolist()[:15], DOUBLE),
        (RNG.standard_normal(60).tolist(), DOUBLE),
        ([timedelta(days=n, seconds=7 * n).total_seconds() for n in range(180)], DOUBLE),
        ([float(n) for n in RNG.integers(0, 10**7, 90)], DOUBLE),
        ([float(n) for n in range(2**24 - 90, 2**24)], DOUBLE),
        ([n / 1024 for n in RNG.integers(0, 10**7, 90).tolist()], DOUBLE),
        ([n / 2**23 for n in RNG.integers(-(2**23), 2**23, 90).tolist()], DOUBLE),
        ([n / 8 for n in range(90)], DOUBLE),
        ([round(0.01 * n, 2) for n in range(900)], DOUBLE),
        ([2.0**n for n in range(60)], DOUBLE),
        ([5e-324 * n for n in range(90)], DOUBLE),
        ([0.0] * 90, DOUBLE),
        ([1, 2, 3], DOUBLE),
    ],
)
def test_floats_are_single_where_all_have_so_few_digits_whatever_their_size(numbers, relative):
    assert default_tolerance(numbers).relative == relative


def test_the_absolute_part_is_bounded():
    assert default_tolerance([1e9]).absolute == 1e-6
    assert default_tolerance([1e9], is_single=True).absolute == 1e-4
