import math

import pytest
from hypothesis import given

from genmorph.model import Kind, Tolerance, UsageError
from genmorph.relations.expression import Expression, Role, Variable, relation_variables
from genmorph.relations.meaning import compile_relation, divide, equal, less, less_equal
from tests.trees import VARIABLES, floats, relations, rows

TOLERANCE = Tolerance()


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
        same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], kind))
        assert compile_relation(same, TOLERANCE)([10**12, 10**12 + 1]) is expected


def test_a_quotient_of_ints_is_not_an_int():
    third = Expression.from_tree(["==", ["/", "return_f", 3], "return_s"], relation_variables([], [], Kind.INT))
    assert compile_relation(third, TOLERANCE)([1, 3])
    assert not compile_relation(third, TOLERANCE)([1, 4])


def test_ints_too_large_for_floats_overflow():
    half = Expression.from_tree(["==", ["/", "return_f", 2], "return_s"], relation_variables([], [], Kind.INT))
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
        Expression.from_tree(tree, relation_variables([], [], Kind.INT))


def test_codes_and_constants_must_fit_together():
    variable = Variable("return_s", Role.SOURCE_OUTPUT, Kind.INT)
    for codes, constants in [((5, 32), ()), ((32, 32), ()), ((5, 32, 14), ()), ((32,), (1,))]:
        with pytest.raises(UsageError):
            Expression(codes, constants, (variable,))
