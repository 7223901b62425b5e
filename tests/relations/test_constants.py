import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.relations.rendering import number_text


@given(st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False)))
def test_the_text_of_a_number_evaluates_to_exactly_that_number(value):
    assert repr(eval(number_text(value), {"math": math})) == repr(value)  # noqa: S307


@given(st.integers(-12, 12), st.sampled_from([1, 2, 3, 4, 5, 6, 7, 12, 100]), st.sampled_from([1, math.pi, math.e]))
def test_texts_of_multiples_evaluate_to_them_too(numerator, denominator, base):
    value = numerator * base / denominator
    assert repr(eval(number_text(value), {"math": math})) == repr(value)  # noqa: S307


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (math.pi, "math.pi"),
        (-math.pi, "-math.pi"),
        (math.tau, "2 * math.pi"),
        (math.pi / 2, "math.pi / 2"),
        (2 * math.pi / 3, "2 * math.pi / 3"),
        (math.pi / 180, "math.pi / 180"),
        (180 / math.pi, "180 / math.pi"),
        (math.e, "math.e"),
        (math.sqrt(2), "math.sqrt(2)"),
        (math.log(2), "math.log(2)"),
        ((1 + math.sqrt(5)) / 2, "(1 + math.sqrt(5)) / 2"),
        (2 / 3, "2 / 3"),
        (1 / 7, "1 / 7"),
        (0.125, "0.125"),
        (0.1, "0.1"),
        (1e-09, "1e-09"),
        (2.0, "2.0"),
        (-0.0, "-0.0"),
        (3.14159, "3.14159"),
        (math.nextafter(math.pi, 4), "3.1415926535897936"),
        (2**60, "1152921504606846976"),
    ],
)
def test_numbers_that_have_a_name_are_called_by_it(value, text):
    assert number_text(value) == text
