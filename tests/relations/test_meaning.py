import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import ints
from genmorph.model import Kind, Output, Parameter, Tolerance, UsageError
from genmorph.relations.expression import Expression, Role, Variable, relation_variables
from genmorph.relations.meaning import (
    ascending,
    compile_relation,
    divide,
    element,
    equal,
    equal_all,
    equal_inside,
    equal_values,
    greatest,
    includes,
    least,
    less,
    less_equal,
    remove,
    starts_with,
    total,
    truncate,
)
from genmorph.relations.operators import FIRST_VARIABLE
from genmorph.values.building import as_data
from tests.trees import SEQUENCE_VARIABLES, VARIABLES, floats, relations, rows, sequence_relations, sequence_rows

TOLERANCE = Tolerance()
INTS = relation_variables([], [], [Output(Kind.INT)])


def nested_abs(depth):
    return ["abs", nested_abs(depth - 1)] if depth else "return_f"


@given(floats, floats)
def test_tolerant_equality_is_isclose_with_equal_nans(a, b):
    expected = math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9) or (math.isnan(a) and math.isnan(b))
    assert equal(a, b, TOLERANCE) == expected


@given(floats, floats)
def test_exactly_one_of_less_equal_and_greater_holds_unless_there_is_a_nan(a, b):
    holds = [less(a, b, TOLERANCE), equal(a, b, TOLERANCE), less(b, a, TOLERANCE)]
    if math.isnan(a) or math.isnan(b):
        assert not holds[0]
        assert not holds[2]
        assert not less_equal(a, b, TOLERANCE)
    else:
        assert holds.count(True) == 1
        assert less_equal(a, b, TOLERANCE) == (holds[0] or holds[1])


@pytest.mark.parametrize("zero", [0, 0.0, -0.0])
def test_division_by_zero_is_nan(zero):
    assert math.isnan(divide(1.0, zero))


def test_ints_compare_exactly_and_floats_within_the_tolerance():
    for kind, expected in ((Kind.INT, False), (Kind.FLOAT, True)):
        same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(kind)]))
        assert compile_relation(same, TOLERANCE)([10**12, 10**12 + 1]) is expected


def test_a_quotient_of_ints_is_not_an_int():
    third = Expression.from_tree(["==", ["/", "return_f", 3], "return_s"], INTS)
    assert compile_relation(third, TOLERANCE)([1, 3])
    assert not compile_relation(third, TOLERANCE)([1, 4])


def test_ints_too_large_for_floats_overflow():
    half = Expression.from_tree(["==", ["/", "return_f", 2], "return_s"], INTS)
    with pytest.raises(OverflowError):
        compile_relation(half, TOLERANCE)([1, 10**400])


@given(relations(), rows)
def test_relations_always_give_a_bool(expression, row):
    assert compile_relation(expression, TOLERANCE)(row) in (True, False)


@given(relations())
def test_the_nested_form_reads_back(expression):
    assert Expression.from_tree(expression.to_tree(), VARIABLES) == expression


@pytest.mark.parametrize(
    "tree",
    [
        ["==", "return_f"],
        ["and", "return_f", "return_s"],
        ["?", 1, 2],
        "nowhere_s",
        True,
        ["==", "return_f", None],
        ["+", *["return_f"] * 2, 1],
        ["==", nested_abs(14), 1],
    ],
)
def test_malformed_trees_are_refused(tree):
    with pytest.raises(UsageError):
        Expression.from_tree(tree, INTS)


def test_codes_and_constants_must_fit_together():
    variable, own = Variable("return_s", Role.SOURCE_OUTPUT, Kind.INT), FIRST_VARIABLE
    for codes, constants in [((5, own), ()), ((own, own), ()), ((5, own, 14), ()), ((own,), (1,))]:
        with pytest.raises(UsageError):
            Expression(codes, constants, (variable,))


some_floats, some_ints = st.lists(floats, max_size=6), st.lists(st.integers(-3, 3), max_size=6)
indices = st.one_of(st.integers(-8, 8), floats)


def over(kind):
    return relation_variables([], [], [Output(kind)])


def holds(tree, kind, *outputs):
    return compile_relation(Expression.from_tree(tree, over(kind)), TOLERANCE)(outputs)


@given(sequence_relations(), sequence_rows)
def test_relations_over_sequences_give_a_bool_and_read_back(expression, row):
    assert Expression.from_tree(expression.to_tree(), SEQUENCE_VARIABLES) == expression
    assert compile_relation(expression, TOLERANCE)(row) in (True, False)


@given(some_floats, some_floats)
def test_sequences_are_equal_where_their_elements_are(a, b):
    pairwise = len(a) == len(b) and all(equal(v, w, TOLERANCE) for v, w in zip(a, b, strict=True))
    assert equal_all(a, b, TOLERANCE) is pairwise
    assert starts_with([*a, *b], a, TOLERANCE)
    assert all(includes(a, v, TOLERANCE) for v in a)


@given(some_floats)
def test_sorting_puts_numbers_in_order_and_nans_last(values):
    result = ascending(values)
    numbers = [v for v in result if v == v]
    assert numbers == sorted(v for v in values if v == v)
    assert all(v != v for v in result[len(numbers) :])
    assert len(result) == len(values)


@given(some_ints)
def test_of_ints_sums_and_extremes_are_pythons(values):
    assert total(values) == sum(values)
    if values:
        assert (least(values), greatest(values)) == (min(values), max(values))


@given(some_floats)
def test_extremes_are_nan_where_nothing_or_a_nan_is_compared(values):
    is_undefined = not values or any(v != v for v in values)
    assert math.isnan(least(values)) is math.isnan(greatest(values)) is is_undefined


@given(some_ints, indices)
def test_an_element_at_an_index_is_the_one_that_is_removed(values, index):
    found, rest = element(values, index), remove(values, index)
    if math.isnan(found):
        assert rest == values
    else:
        place = int(index) % len(values)
        assert [*rest[:place], found, *rest[place:]] == values


@given(st.text(max_size=6), indices)
def test_truncating_cuts_as_a_slice_does_and_never_at_nothing(text, count):
    expected = text[: int(count)] if math.isfinite(count) else text
    assert truncate(text, count) == expected


def test_ints_in_sequences_compare_exactly_and_floats_within_the_tolerance():
    for kind, expected in ((Kind.INTS, False), (Kind.FLOATS, True)):
        assert holds(["==", "return_f", "return_s"], kind, [10**12], [10**12 + 1]) is expected
        assert holds(["startswith", "return_f", "return_s"], kind, [10**12], [10**12 + 1, 5]) is expected
        assert holds(["contains", "return_f", ["sum", "return_s"]], kind, [10**12], [10**12 + 1]) is expected


def test_nested_sequences_are_the_same_where_python_finds_them_equal_and_nan_is_itself():
    same = ["==", "return_f", "return_s"]
    assert holds(same, Kind.NESTED, [[math.nan], None], [[math.nan], None])
    assert holds(same, Kind.NESTED, [[1]], [[1.0]])
    assert not holds(same, Kind.NESTED, [[1]], [(1,)])


@pytest.mark.parametrize("kind", [Kind.NESTED, Kind.OTHER])
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"a": [0.1 + 0.2]}, {"a": [0.3]}, True),
        ({"a": [0.3]}, {"b": [0.3]}, False),
        ((0.3, math.nan), (0.3 + 1e-16, math.nan), True),
        ((0.3, 1), (0.3, 2), False),
        ((0.3, 10**12), (0.3, 10**12 + 1), False),
        ((0.3,), (0.3, 0.3), False),
        ((0.3,), ("0.3",), False),
        (as_data(0.1 + 0.2 + 1j), as_data(0.3 + 1j), True),
        (as_data(np.array([[0.1 + 0.2]])), as_data(np.array([[0.3]])), True),
        (as_data(np.array([[0.3]])), as_data(np.array([0.3])), False),
        (as_data(np.array([[0.3]])), ("no", "array"), False),
        (as_data(np.empty((0, 2))), as_data(np.empty((0, 3))), False),
    ],
)
def test_floats_inside_are_equal_within_the_tolerance_and_nothing_else_is(kind, one, other, expected):
    variables = relation_variables([], [], [Output(kind, holds_floats=True)])
    same = compile_relation(Expression.from_tree(["==", "return_f", "return_s"], variables), TOLERANCE)
    assert same([[one], [other]]) is expected


@pytest.mark.parametrize("np_type", [np.float16, np.float32, np.longdouble, np.complex64, np.clongdouble])
def test_floats_of_numpy_are_equal_within_the_tolerance_wherever_they_stand(np_type):
    one = np_type(0.3)
    other, far = np.nextafter(one.real, 1) + one.imag, one + np_type(0.25)
    tolerance = Tolerance(absolute=float(abs(np.finfo(np_type).eps)))
    for held in (lambda v: v, lambda v: [v], lambda v: {"a": (v,)}, lambda v: np.array([[v]]), np.array):
        assert one != other
        assert equal_inside(held(one), held(other), tolerance)
        assert not equal_inside(held(one), held(far), tolerance)


NEAR = [0.3, 0.1 + 0.2, 0.3 + 1e-12, 0.4, 0.0, -0.0, math.nan, math.inf, -math.inf, 1.0, 5e-324]
ELEMENTS = {
    "float64": st.sampled_from(NEAR),
    "float32": st.sampled_from([0.5, 0.0, -0.0, 1.0, math.nan, math.inf]),
    "complex128": st.builds(complex, st.sampled_from(NEAR), st.sampled_from(NEAR)),
    "int64": st.sampled_from([0, 1, 2**62, 2**62 + 1]),
    "bool": st.booleans(),
}


@st.composite
def small_arrays(draw):
    np_type = draw(st.sampled_from(list(ELEMENTS)))
    shape = draw(st.sampled_from([(1, 2), (2, 1), (2, 2), (0, 2)]))
    elements = draw(st.lists(ELEMENTS[np_type], min_size=math.prod(shape), max_size=math.prod(shape)))
    return np.array(elements, np_type).reshape(shape)


@given(small_arrays(), small_arrays())
def test_what_builds_arrays_is_equal_where_the_arrays_are(one, other):
    assert equal_values(as_data(one), as_data(other), TOLERANCE) == equal_inside(one, other, TOLERANCE)
    assert equal_values(as_data(one), as_data(one.copy()), TOLERANCE)


def test_ints_of_numpy_are_equal_to_the_last_digit():
    assert equal_inside([np.int64(3)], [3.0], TOLERANCE)
    assert not equal_inside([np.int64(2**62)], [np.int64(2**62 + 1)], TOLERANCE)


def test_numbers_with_more_digits_than_python_writes_make_a_pair_untestable():
    variables = relation_variables([Parameter("n", ints())], [], [Output(Kind.TEXT)])
    relation = Expression.from_tree(["==", "return_f", ["str", "n_s"]], variables)
    assert compile_relation(relation, TOLERANCE)([12, "", "12"])
    with pytest.raises(OverflowError):
        compile_relation(relation, TOLERANCE)([10**5000, "", "12"])
