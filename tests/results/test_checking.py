import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph import InapplicableInput, UsageError
from genmorph.domain import floats, ints
from genmorph.model import Kind
from genmorph.transformations import Transformation
from tests.handmade import GROWS, NEGATED, make_relation, make_signature

POWER = make_signature("power", {"k": ints(-20, 20), "e": ints(0, 12)})
TIMES_K = make_relation(POWER, Transformation("add", (1,), 1), ["==", "return_f", ["*", "return_s", "k_s"]])
PICKY = make_signature("picky", {"n": ints(-9, 9)}, raises=("ValueError", "json.decoder.JSONDecodeError"))
SAME = ["==", "return_f", "return_s"]


def power(k, e):
    return k**e


def picky(n):
    if n < 0:
        raise ValueError(n)
    return 1


@given(st.integers(-20, 20), st.integers(0, 11))
def test_a_true_relation_holds_for_every_input(k, e):
    assert TIMES_K.check(power, k, e) is True


@given(st.integers(-20, 20), st.integers(0, 11))
def test_a_faulty_function_is_caught_where_it_is_wrong(k, e):
    """One power too large breaks the pair that it is the source of and the pair that it is the follow-up of."""
    assert TIMES_K.check(lambda k, e: k**e + (e == 5), k, e) is (e not in (4, 5) or (e == 5 and k == 0))


@pytest.mark.parametrize("source", [(21, 0), (0, -1), (1.0, 2), (True, 2)])
def test_a_source_outside_the_domain_is_inapplicable(source):
    with pytest.raises(InapplicableInput, match=r"source input .* must be in ints"):
        TIMES_K.check(power, *source)


def test_a_follow_up_outside_the_domain_is_inapplicable():
    with pytest.raises(InapplicableInput, match=r"follow-up input e must be in ints\(0, 12\), got 13"):
        TIMES_K.check(power, 2, 12)


def test_the_function_is_not_called_on_inapplicable_inputs():
    def never(*_):
        raise AssertionError

    with pytest.raises(InapplicableInput):
        TIMES_K.check(never, 2, 12)


@pytest.mark.parametrize("arguments", [(), (1,), (1, 2, 3)])
def test_a_source_has_a_value_for_each_parameter(arguments):
    with pytest.raises(UsageError, match="one value for each of k, e"):
        TIMES_K.check(power, *arguments)


def test_a_recorded_exception_makes_the_input_inapplicable():
    relation = make_relation(PICKY, GROWS, SAME)
    assert relation.check(picky, 3)
    with pytest.raises(InapplicableInput, match=r"picky raises ValueError for \(-3,\)"):
        relation.check(picky, -3)


def test_a_recorded_exception_of_the_follow_up_makes_the_input_inapplicable():
    with pytest.raises(InapplicableInput):
        make_relation(PICKY, NEGATED, SAME).check(picky, 3)


def test_a_recorded_exception_on_a_stored_example_violates_the_relation():
    assert make_relation(PICKY, GROWS, SAME, [(-3,)]).check(picky, -3) is False


@pytest.mark.parametrize("error", [TypeError, ZeroDivisionError, UnicodeError])
def test_any_other_exception_violates_the_relation(error):
    def broken(_):
        raise error

    assert make_relation(PICKY, GROWS, SAME).check(broken, 3) is False


def test_exceptions_of_modules_are_known_by_their_full_name():
    import json

    with pytest.raises(InapplicableInput, match="JSONDecodeError"):
        make_relation(PICKY, GROWS, SAME).check(lambda _: json.loads("?"), 3)


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_what_is_no_ordinary_exception_passes_through(interrupt):
    def stopped(_):
        raise interrupt

    with pytest.raises(interrupt):
        make_relation(PICKY, GROWS, SAME).check(stopped, 3)


@pytest.mark.parametrize("output", [None, "1", True, [1]])
def test_an_output_of_another_kind_violates_the_relation(output):
    assert make_relation(PICKY, GROWS, SAME).check(lambda _: output, 3) is False


def test_numbers_too_large_to_compare_make_the_input_inapplicable():
    relation = make_relation(PICKY, GROWS, ["==", ["/", "return_f", 2], ["/", "return_s", 2]])
    with pytest.raises(InapplicableInput, match="too large"):
        relation.check(lambda _: 10**400, 3)


def test_keyword_only_parameters_are_passed_by_name():
    def rate(n, *, scale):
        return n * scale

    signature = make_signature("rate", {"n": ints(0, 9), "scale": ints(0, 9)}, keyword_only=("scale",))
    relation = make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", "scale_s"]])
    assert relation.check(rate, 3, 4)
    assert relation.formula == "rate(n + 1, scale=scale) == rate(n, scale=scale) + scale"


def test_floats_compare_within_the_tolerance_and_nan_equals_nan():
    signature = make_signature("near", {"x": floats(-9, 9)}, Kind.FLOAT)
    relation = make_relation(signature, NEGATED, SAME)
    assert relation.check(lambda x: 1 + 1e-12 * x, 3.0)
    assert relation.check(lambda _: math.nan, 3.0)
    assert not relation.check(lambda x: 1 + 1e-6 * x, 3.0)
