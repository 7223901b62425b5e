"""The elementary functions agree with `math`, and answer where `math` raises."""

import math
import sys
from collections.abc import Callable, Iterable
from random import Random

import pytest

from benchmarks.subjects.elementary import acos, log10, sin, sinh, tan

Function = Callable[[float], float]
ALL = (acos, log10, sin, sinh, tan)
LARGEST = sys.float_info.max
TINIEST = math.ulp(0.0)


def uniform(low: float, high: float, seed: int = 0) -> list[float]:
    rng = Random(seed)
    return [rng.uniform(low, high) for _ in range(300)]


def of_all_sizes(least: int, greatest: int, seed: int = 0) -> list[float]:
    rng = Random(seed)
    return [rng.choice((-1, 1)) * 10 ** rng.uniform(least, greatest) for _ in range(300)]


def disagreements(function: Function, reference: Function, values: Iterable[float]) -> list[float]:
    return [x for x in values if not math.isclose(function(x), reference(x), rel_tol=1e-14, abs_tol=0.0)]


def is_minus_zero(value: float) -> bool:
    return value == 0.0 and math.copysign(1.0, value) < 0.0


@pytest.mark.parametrize(
    ("function", "x", "value"),
    [
        (acos, 1.0, 0.0),
        (acos, 0.0, math.pi / 2),
        (acos, -1.0, math.pi),
        (acos, 0.5, math.pi / 3),
        (acos, -0.5, 2 * math.pi / 3),
        (acos, math.sqrt(0.5), math.pi / 4),
        (acos, -math.sqrt(0.75), 5 * math.pi / 6),
        (log10, 1.0, 0.0),
        (log10, 10.0, 1.0),
        (log10, 1000.0, 3.0),
        (log10, 0.01, -2.0),
        (log10, 2.0, 0.3010299956639812),
        (log10, math.sqrt(10.0), 0.5),
        (log10, 1e300, 300.0),
        (log10, TINIEST, -323.3062153431158),
        (sin, 0.0, 0.0),
        (sin, math.pi / 6, 0.5),
        (sin, math.pi / 2, 1.0),
        (sin, 3 * math.pi / 2, -1.0),
        (sin, -math.pi / 4, -math.sqrt(0.5)),
        (sin, math.pi, 1.2246467991473532e-16),
        (sin, 1.0, 0.8414709848078965),
        (sinh, 0.0, 0.0),
        (sinh, 1.0, 1.1752011936438014),
        (sinh, -1.0, -1.1752011936438014),
        (sinh, math.log(2.0), 0.75),
        (sinh, -math.log(4.0), -1.875),
        (sinh, 1e-10, 1e-10),
        (sinh, 710.0, 1.1169973830808557e308),
        (tan, 0.0, 0.0),
        (tan, math.pi / 4, 1.0),
        (tan, -math.pi / 3, -math.sqrt(3.0)),
        (tan, 3 * math.pi / 4, -1.0),
        (tan, math.pi / 2, 1.633123935319537e16),
        (tan, math.pi, -1.2246467991473532e-16),
        (tan, 1.0, 1.5574077246549023),
    ],
)
def test_known_values(function: Function, x: float, value: float) -> None:
    assert function(x) == pytest.approx(value, rel=1e-14, abs=0.0)


def test_acos_agrees_with_math() -> None:
    near_one = [1.0 - abs(gap) for gap in of_all_sizes(-15, -1)]
    assert disagreements(acos, math.acos, uniform(-1.0, 1.0) + of_all_sizes(-300, -1) + near_one) == []


@pytest.mark.parametrize("x", [math.nextafter(1.0, 2.0), math.nextafter(-1.0, -2.0), 1.5, -2.0, LARGEST])
def test_acos_beyond_one_is_not_a_number(x: float) -> None:
    assert math.isnan(acos(x))


def test_log10_agrees_with_math() -> None:
    values = uniform(1e-9, 1e12) + uniform(0.5, 2.0) + [abs(x) for x in of_all_sizes(-320, 308)]
    assert disagreements(log10, math.log10, values) == []


def test_log10_counts_the_digits_of_powers_of_ten() -> None:
    assert [round(log10(10.0**exponent), 9) for exponent in range(-20, 21)] == list(range(-20, 21))


@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_log10_of_zero_is_minus_infinity(zero: float) -> None:
    assert log10(zero) == -math.inf


@pytest.mark.parametrize("x", [-TINIEST, -1.0, -math.inf])
def test_log10_of_negative_numbers_is_not_a_number(x: float) -> None:
    assert math.isnan(log10(x))


def test_log10_of_infinity_is_infinity() -> None:
    assert log10(math.inf) == math.inf


@pytest.mark.parametrize(("function", "reference"), [(sin, math.sin), (tan, math.tan)])
def test_functions_of_an_angle_agree_with_math_up_to_a_million(function: Function, reference: Function) -> None:
    values = uniform(-1000.0, 1000.0) + uniform(-1e6, 1e6) + of_all_sizes(-300, 6)
    assert disagreements(function, reference, values) == []


@pytest.mark.parametrize(("function", "reference"), [(sin, math.sin), (tan, math.tan)])
def test_functions_of_an_angle_are_exact_beside_their_zeros_and_poles(function: Function, reference: Function) -> None:
    multiples = [quarters * math.pi / 2 for quarters in range(-300, 300)]
    assert disagreements(function, reference, multiples) == []


@pytest.mark.parametrize("function", [sin, tan])
@pytest.mark.parametrize("x", [math.inf, -math.inf])
def test_an_infinite_angle_has_no_sine_and_no_tangent(function: Function, x: float) -> None:
    assert math.isnan(function(x))


def test_sines_of_huge_angles_stay_between_minus_one_and_one() -> None:
    values = [*of_all_sizes(6, 308), LARGEST, -LARGEST]
    assert [x for x in values if not abs(sin(x)) <= 1.0 + 1e-15] == []


def test_tangents_of_huge_angles_are_numbers() -> None:
    values = [*of_all_sizes(6, 308), LARGEST, -LARGEST]
    assert [x for x in values if math.isnan(tan(x))] == []


def test_sinh_agrees_with_math() -> None:
    values = uniform(-710.4, 710.4) + uniform(-2.0, 2.0) + of_all_sizes(-300, 2)
    assert disagreements(sinh, math.sinh, values) == []


def test_sinh_is_finite_up_to_the_largest_float_and_infinite_beyond() -> None:
    assert math.isfinite(sinh(710.4758))
    assert [sinh(x) for x in (710.4759, 711.5, LARGEST, math.inf)] == [math.inf] * 4
    assert [sinh(x) for x in (-710.4759, -LARGEST, -math.inf)] == [-math.inf] * 3


@pytest.mark.parametrize("function", ALL)
def test_what_is_not_a_number_gives_no_number(function: Function) -> None:
    assert math.isnan(function(math.nan))


@pytest.mark.parametrize("function", [sin, sinh, tan])
def test_odd_functions_keep_the_sign_of_zero(function: Function) -> None:
    assert is_minus_zero(function(-0.0))
    assert not is_minus_zero(function(0.0))


@pytest.mark.parametrize("function", [sin, sinh, tan])
@pytest.mark.parametrize("x", [TINIEST, -TINIEST, 1e-300])
def test_odd_functions_leave_tiny_numbers_as_they_are(function: Function, x: float) -> None:
    assert function(x) == x
