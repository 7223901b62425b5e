"""Terms and claims as values, and what they say of rows of inputs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import ints, lists
from genmorph.model import Array, Tolerance, UsageError
from genmorph.relations.meaning import Check
from genmorph.relations.operations import OF_PROGRAMS, OPERATIONS
from genmorph.relations.scenario import (
    Called,
    Claim,
    Columns,
    Comparison,
    Fixed,
    Given,
    Made,
    Missing,
    all_terms,
    calls_in,
    check_values,
    claim_text,
    domain_for,
    live,
    names_in,
    term_from_data,
    term_to_data,
)

X, Y = Given("x"), Given("y")
OF_X, OF_Y, OF_BOTH = Called(0, (X,)), Called(0, (Y,)), Called(0, (Made("+", (X, Y)),))
ADDITIVE = Claim("additivity", OF_BOTH, Made("+", (OF_X, OF_Y)))

names = st.sampled_from(["x", "y", "value", "call", "max"])
leaves = names.map(Given) | (st.integers() | st.text() | st.none() | st.lists(st.integers())).map(Fixed)
terms = st.recursive(
    leaves,
    lambda inner: (
        st.builds(
            lambda name, *both: Made(name, both[: OPERATIONS[name].operands[0]]),
            st.sampled_from([name for name in OPERATIONS if name not in OF_PROGRAMS]),
            inner,
            inner,
            inner,
        )
        | st.builds(Called, st.integers(0, 2), st.lists(inner, max_size=3).map(tuple))
    ),
    max_leaves=12,
)


@given(terms)
def test_a_term_is_read_back_from_its_data(term):
    assert term_from_data(term_to_data(term)) == term


@given(terms)
def test_the_calls_in_a_term_are_in_the_order_in_which_they_can_be_made(term):
    known = set()
    for call in calls_in(term):
        assert known.issuperset(calls_in(*call.arguments))
        known.add(call)
    assert known == {one for one in all_terms(term) if isinstance(one, Called)}


@given(terms)
def test_the_names_in_a_term_are_those_of_its_inputs(term):
    assert names_in(term) == {one.name for one in all_terms(term) if isinstance(one, Given)}


@pytest.mark.parametrize(
    "data",
    [
        *(3, None, True, [], {}, {"x": "y"}, ["value"], ["value", 1, 2], ["+"]),
        *(["call"], ["call", -1, "x"], ["call", True, "x"], ["call", 0.0, "x"], ["call", 0, 1]),
        *([["+"], "x", "y"], [None, "x"], ["+", "x", 3], ["+", "x", ["call", -1, "x"]]),
    ],
)
def test_what_is_no_term_is_refused_with_what_a_term_is(data):
    with pytest.raises(UsageError, match=r"a term must be a name, a value, a call or an operation, got "):
        term_from_data(data)


@pytest.mark.parametrize("data", [["power", "x", "y"], ["max", "x", ["power", "x", "y"]], ["call", "f", "x"]])
def test_an_unknown_operation_is_refused_with_those_that_there_are(data):
    with pytest.raises(UsageError, match=r"operation must be one of \+, add arrays, .*, got '(power|call)'"):
        term_from_data(data)


@pytest.mark.parametrize("data", [["+", "x"], ["max", "x", "y", "x"]])
def test_an_operation_has_two_operands(data):
    with pytest.raises(UsageError, match=r"operation (\+|max) must have 2 operands, got [13]"):
        term_from_data(data)


def test_fixed_values_of_another_type_are_other_terms():
    assert len({Fixed(0), Fixed(0.0), Fixed(False), Fixed(0)}) == 3


@pytest.mark.parametrize(("right", "comparison"), [(None, Comparison.EQUAL), (X, Comparison.TRUE)])
def test_a_claim_has_as_many_terms_as_its_comparison_compares(right, comparison):
    with pytest.raises(UsageError, match=r"a claim of (==|true) must have the terms for it, got "):
        Claim("additivity", OF_X, right, comparison)


def test_a_claim_compares_what_calls_give():
    with pytest.raises(UsageError, match="a claim must speak of a call, got "):
        Claim("additivity", X, Y)


def test_a_claim_is_read_as_python():
    def call(function, arguments):
        return f"{'fg'[function]}({', '.join(arguments)})"

    made = Claim("round trip", Called(1, (OF_X,)), X)
    bound = Claim("bound", OF_X, Called(1, (X,)), Comparison.AT_MOST)
    ordered = Claim("transitivity", Made("implies", (Made("and", (OF_X, OF_Y)), OF_X)), None, Comparison.TRUE)
    assert [claim_text(claim, call) for claim in (ADDITIVE, made, bound, ordered)] == [
        "f(x + y) == f(x) + f(y)",
        "g(f(x)) == x",
        "f(x) <= g(x)",
        "not (f(x) and f(y)) or f(x)",
    ]
    assert ADDITIVE.calls == (OF_BOTH, OF_X, OF_Y)
    assert ADDITIVE.size == 6


def test_outputs_and_joined_inputs_may_be_larger_than_drawn_ones_unless_somebody_gave_a_greatest_size():
    joined, given_back = Made("join", (X, Y)), Called(0, (X,))
    long = list(range(30))
    assert domain_for(lists(ints()), X).contains(long) is False
    assert domain_for(lists(ints()), joined).contains(long) is True
    assert domain_for(lists(ints()), given_back).contains(long) is True
    assert domain_for(lists(ints(), max_len=5), joined).contains(long) is False


def test_arrays_stand_as_arrays_where_functions_get_them():
    assert isinstance(live(Array((1, 2))), np.ndarray)


class Recorded:
    """Calls of functions on ints, with how many rows each was asked for."""

    def __init__(self, *functions):
        self.functions = functions
        self.asked = []

    def __call__(self, call, _places, rows):
        self.asked.append((call, len(rows)))
        return [self.functions[call.function](*row) for row in rows]


def halved(n):
    """Half of an even number; of odd ones nothing is said, and 8 is no number of it."""
    if n == 8:
        return "four"
    return Missing.INAPPLICABLE if n % 2 else n // 2


def test_each_row_says_whether_a_claim_holds():
    columns = Columns({"x": [1, 2], "y": [0, 2]}, Recorded(lambda n: n * n))
    assert columns.checks(ADDITIVE, Tolerance()) == [Check.HOLDS, Check.FAILS]


def test_a_refused_call_says_nothing_and_outputs_that_no_claim_can_speak_of_break_it():
    columns = Columns({"x": [2, 1, 8], "y": [2, 2, 2]}, Recorded(halved))
    assert columns.column(Made("+", (OF_X, OF_Y))) == [2, Missing.INAPPLICABLE, Missing.BROKEN]
    assert columns.checks(ADDITIVE, Tolerance()) == [Check.HOLDS, Check.UNTESTABLE, Check.FAILS]


def test_what_is_broken_matters_more_than_what_does_not_apply():
    values = (Missing.INAPPLICABLE, Missing.BROKEN)
    assert check_values(Comparison.EQUAL, values, Tolerance()) is Check.FAILS


def test_inputs_that_cannot_be_joined_say_nothing():
    columns = Columns({"x": [1, "a"], "y": [2, 2]}, Recorded(lambda n: n))
    assert columns.checks(Claim("additivity", OF_BOTH, OF_X, Comparison.AT_LEAST), Tolerance()) == [
        Check.HOLDS,
        Check.UNTESTABLE,
    ]


def test_calls_are_made_once_and_only_on_rows_whose_arguments_are_there():
    calls = Recorded(halved)
    columns = Columns({"x": [1, 4, 12]}, calls)
    again = Called(0, (OF_X,))
    assert list(columns.column(again)) == [Missing.INAPPLICABLE, 1, 3]
    columns.column(OF_X)
    assert calls.asked == [(OF_X, 3), (again, 2)]


def test_other_outputs_of_a_call_change_what_depends_on_it_and_nothing_else():
    calls = Recorded(lambda n: n + 1)
    columns = Columns({"x": [1, 2], "y": [5, 6]}, calls)
    again = Called(0, (OF_X,))
    both = Made("+", (again, OF_Y))
    assert columns.column(both) == [9, 11]
    calls.asked.clear()
    other = columns.with_values(OF_X, [10, Missing.BROKEN])
    assert list(other.column(both)) == [11 + 6, Missing.BROKEN]
    assert calls.asked == [(again, 1)]
    assert columns.column(both) == [9, 11]


@pytest.mark.parametrize(
    ("comparison", "values", "said"),
    [
        (Comparison.EQUAL, (0.1 + 0.2, 0.3), Check.HOLDS),
        (Comparison.EQUAL, ([0.1 + 0.2], [0.3]), Check.HOLDS),
        (Comparison.EQUAL, (float("nan"), float("nan")), Check.HOLDS),
        (Comparison.EQUAL, (True, 1), Check.FAILS),
        (Comparison.EQUAL, (None, None), Check.HOLDS),
        (Comparison.EQUAL, (None, 0), Check.FAILS),
        (Comparison.EQUAL, ("1", 1), Check.FAILS),
        (Comparison.AT_MOST, (2, 2), Check.HOLDS),
        (Comparison.AT_MOST, (0.1 + 0.2, 0.3), Check.HOLDS),
        (Comparison.AT_MOST, (3, 2), Check.FAILS),
        (Comparison.AT_MOST, (3, "a"), Check.FAILS),
        (Comparison.AT_LEAST, (3, 2), Check.HOLDS),
        (Comparison.AT_LEAST, (1.0, 2.0), Check.FAILS),
        (Comparison.TRUE, (True,), Check.HOLDS),
        (Comparison.TRUE, (1,), Check.FAILS),
    ],
)
def test_values_are_compared_with_the_tolerance_and_by_their_types(comparison, values, said):
    assert check_values(comparison, values, Tolerance()) is said
