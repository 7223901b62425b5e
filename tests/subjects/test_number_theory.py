"""The subjects on whole numbers agree with known values and with naive forms."""

import math
from itertools import count
from random import Random

import pytest

from benchmarks.subjects.number_theory import gcd, is_prime, next_prime, power, stirling_s2

INT_MAX = 2**31 - 1
INT_MIN = -(2**31)


def has_no_divisor(n: int) -> bool:
    return n > 1 and all(n % divisor for divisor in range(2, math.isqrt(n) + 1))


def stirling_by_recurrence(n: int, k: int) -> int:
    if n == k:
        return 1
    if k in (0, n + 1):
        return 0
    return k * stirling_by_recurrence(n - 1, k) + stirling_by_recurrence(n - 1, k - 1)


@pytest.mark.parametrize("prime", [2, 3, 5, 37, 41, 97, 7919, 104_729, 1_000_000_007, INT_MAX, 2**61 - 1])
def test_known_primes_are_prime(prime: int) -> None:
    assert is_prime(prime)


@pytest.mark.parametrize("number", [1, 4, 9, 91, 41 * 43, 41**2, 46_337 * 46_339, 2**31 - 3, 2**62 - 1])
def test_one_and_products_are_not_prime(number: int) -> None:
    assert not is_prime(number)


@pytest.mark.parametrize(
    "number",
    [561, 2047, 3277, 1_373_653, 25_326_001, 3_215_031_751, 2_152_302_898_747, 341_550_071_728_321],
)
def test_numbers_that_fool_weaker_tests_are_not_prime(number: int) -> None:
    assert not is_prime(number)


def test_is_prime_agrees_with_trial_division() -> None:
    rng = Random(0)
    numbers = [*range(1, 3_000), *(rng.randrange(10**6, 10**9) for _ in range(300))]
    assert [n for n in numbers if is_prime(n) != has_no_divisor(n)] == []


@pytest.mark.parametrize("n", [0, -1, -7])
def test_is_prime_refuses_what_is_not_positive(n: int) -> None:
    with pytest.raises(ValueError, match=f"n must be > 0, got {n}"):
        is_prime(n)


@pytest.mark.parametrize(
    ("n", "prime"),
    [
        (0, 2),
        (1, 2),
        (2, 2),
        (3, 3),
        (4, 5),
        (8, 11),
        (14, 17),
        (24, 29),
        (90, 97),
        (114, 127),
        (1328, 1361),
        (31_398, 31_469),
        (10**9, 1_000_000_007),
        (INT_MAX, INT_MAX),
    ],
)
def test_next_prime_of_known_numbers(n: int, prime: int) -> None:
    assert next_prime(n) == prime


def test_next_prime_is_the_first_that_trial_division_finds() -> None:
    rng = Random(1)
    numbers = [*range(500), *(rng.randrange(10**7) for _ in range(200))]
    assert [n for n in numbers if next_prime(n) != next(filter(has_no_divisor, count(n)))] == []


def test_next_prime_refuses_negative_numbers() -> None:
    with pytest.raises(ValueError, match="n must be >= 0, got -1"):
        next_prime(-1)


@pytest.mark.parametrize(
    ("p", "q", "divisor"),
    [
        (0, 0, 0),
        (0, 7, 7),
        (-7, 0, 7),
        (1, 99, 1),
        (12, 18, 6),
        (-12, 18, 6),
        (-12, -18, 6),
        (17, 17, 17),
        (48, 64, 16),
        (35, 64, 1),
        (2**20, 2**11 * 3, 2**11),
        (1_836_311_903, 1_134_903_170, 1),
        (INT_MIN, INT_MIN, 2**31),
        (INT_MIN, INT_MAX, 1),
    ],
)
def test_gcd_of_known_numbers(p: int, q: int, divisor: int) -> None:
    assert gcd(p, q) == divisor


def test_gcd_agrees_with_the_standard_library() -> None:
    rng = Random(2)
    pairs = [(rng.randint(-(2**size), 2**size), rng.randint(INT_MIN, INT_MAX)) for size in range(32) for _ in range(20)]
    assert [(p, q) for p, q in pairs if gcd(p, q) != math.gcd(p, q)] == []


@pytest.mark.parametrize(
    ("k", "e", "result"),
    [
        (0, 0, 1),
        (0, 5, 0),
        (5, 0, 1),
        (7, 1, 7),
        (2, 10, 1024),
        (-2, 3, -8),
        (3, 13, 1_594_323),
        (2, 30, 2**30),
        (-2, 31, INT_MIN),
        (INT_MAX, 1, INT_MAX),
        (46_340, 2, 46_340**2),
        (-1, 10**12 + 1, -1),
    ],
)
def test_power_of_known_numbers(k: int, e: int, result: int) -> None:
    assert power(k, e) == result


def test_power_is_the_power_of_the_language_or_refused_beyond_32_bits() -> None:
    for k in range(-60, 61):
        for e in range(14):
            if INT_MIN <= k**e <= INT_MAX:
                assert power(k, e) == k**e
            else:
                with pytest.raises(OverflowError):
                    power(k, e)


@pytest.mark.parametrize(("k", "e"), [(2, 31), (-2, 32), (46_341, 2), (10, 10), (3, 10**12), (2**31, 1)])
def test_power_refuses_results_beyond_32_bits(k: int, e: int) -> None:
    with pytest.raises(OverflowError, match=rf"k \*\* e must fit 32 bits, got k={k}, e={e}"):
        power(k, e)


def test_power_refuses_negative_exponents() -> None:
    with pytest.raises(ValueError, match="e must be >= 0, got -1"):
        power(2, -1)


@pytest.mark.parametrize(
    ("n", "k", "ways"),
    [
        (0, 0, 1),
        (1, 0, 0),
        (1, 1, 1),
        (4, 2, 7),
        (5, 3, 25),
        (5, 4, 10),
        (6, 3, 90),
        (7, 4, 350),
        (10, 5, 42_525),
        (25, 1, 1),
        (25, 2, 2**24 - 1),
        (25, 24, 300),
        (25, 25, 1),
        (25, 10, 1_203_163_392_175_387_500),
    ],
)
def test_stirling_numbers_of_known_sets(n: int, k: int, ways: int) -> None:
    assert stirling_s2(n, k) == ways


def test_stirling_numbers_follow_their_recurrence() -> None:
    pairs = [(n, k) for n in range(15) for k in range(n + 1)]
    assert [(n, k) for n, k in pairs if stirling_s2(n, k) != stirling_by_recurrence(n, k)] == []


def test_stirling_numbers_add_up_to_the_number_of_all_partitions() -> None:
    bell_numbers = [1, 1, 2, 5, 15, 52, 203, 877, 4140, 21_147, 115_975]
    assert [sum(stirling_s2(n, k) for k in range(n + 1)) for n in range(11)] == bell_numbers


@pytest.mark.parametrize(
    ("n", "k", "message"),
    [
        (3, -1, "k must be >= 0, got -1"),
        (3, 4, "k must be <= n, got k=4, n=3"),
        (-1, 0, "k must be <= n, got k=0, n=-1"),
    ],
)
def test_stirling_numbers_need_a_k_from_0_to_n(n: int, k: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        stirling_s2(n, k)
