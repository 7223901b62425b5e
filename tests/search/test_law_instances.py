"""Laws that hold on all executions, whether or not a mutant is noticed."""

import math
import operator
from itertools import accumulate

import pytest

from genmorph.domain import floats, ints, lists
from genmorph.execution.observation import correct_executions
from genmorph.fitness.table import build_table
from genmorph.model import Execution, Kind, Output, Parameter, Tolerance
from genmorph.relations.expression import Expression, relation_variables
from genmorph.relations.laws import law_of
from genmorph.search.law_instances import find_laws, fitted_numbers, fitted_slopes

XS = [[3, 1, 2], [5], [], [4, 4], [9, 0, 7, 1], [2, 8], [1, 2], [6, 5], [7, 3, 3], [0], [8, 1], [2, 2, 2]]


def trees(func, change, kind, does=""):
    variables = relation_variables([Parameter("xs", lists(ints()))], [0], [Output(kind)])
    rows = [Execution((xs,), (change(xs),), (func(xs),), (func(change(xs)),)) for xs in XS]
    executions = correct_executions(rows, variables)
    return [law.expression.to_tree() for law in find_laws(executions, build_table(executions, Tolerance()), does)]


def running_sums(xs):
    return list(accumulate(xs))


@pytest.mark.parametrize(
    ("func", "change", "kind", "law"),
    [
        (sorted, lambda xs: xs[::-1], Kind.INTS, ["==", "return_f", "return_s"]),
        (sum, lambda xs: [-v for v in xs], Kind.INT, ["==", "return_f", ["-", 0, "return_s"]]),
        (sum, lambda xs: [3 * v for v in xs], Kind.INT, ["==", "return_f", ["*", "return_s", 3]]),
        (sum, lambda xs: [v + 1 for v in xs], Kind.INT, ["==", "return_f", ["+", "return_s", ["len", "xs_s"]]]),
        (len, lambda xs: [*xs, 0], Kind.INT, ["==", "return_f", ["+", "return_s", 1]]),
        (list, lambda xs: xs[::-1], Kind.INTS, ["==", "return_f", ["flip", "return_s"]]),
        (running_sums, lambda xs: [-v for v in xs], Kind.INTS, ["==", "return_f", ["scale each", "return_s", -1]]),
        (list, lambda xs: [v + 5 for v in xs], Kind.INTS, ["==", "return_f", ["add each", "return_s", 5]]),
        (any, lambda xs: xs[::-1], Kind.BOOL, ["iff", "return_f", "return_s"]),
    ],
)
def test_a_law_is_found_without_any_mutant(func, change, kind, law):
    assert law in trees(func, change, kind)


def test_what_is_false_for_one_execution_is_no_law():
    assert ["==", "return_f", "return_s"] not in trees(lambda xs: xs[0] if xs else 0, lambda xs: xs[::-1], Kind.INT)


def test_bounds_are_laws_only_where_the_input_grows():
    def grow(xs):
        return [*xs, 1]

    bound = ["<=", "return_s", "return_f"]
    assert bound in trees(sum, grow, Kind.INT, "grows")
    assert bound not in trees(sum, grow, Kind.INT, "scales")


def test_numbers_are_fitted_only_where_all_pairs_agree():
    assert fitted_numbers([1.0, 2.0, 5.0], [4.0, 5.0, 8.0]) == [3]
    assert fitted_numbers([1.0, 2.0, 5.0], [0.25, 0.5, 1.25]) == [0.25]
    assert fitted_numbers([1.0, 2.0, 5.0], [359.0, 358.0, 355.0]) == [360]
    assert fitted_numbers([1.0, 2.0], [1.0, 7.0]) == []
    assert fitted_numbers([], []) == []
    assert fitted_numbers([9.8, 4.9], [9.8 * (1 - 1e-9), 4.9 * (1 - 1e-9)]) == []


def test_slopes_are_fitted_only_where_all_pairs_agree():
    assert fitted_slopes([1.0, 2.0, 5.0], [7.0, 2.0, 14.0], [2.0, 0.0, 3.0]) == [3]
    assert fitted_slopes([1.0, 2.0], [0.5, 1.0], [1.0, 2.0]) == [-0.5]
    assert fitted_slopes([1.0, 2.0], [2.0, 5.0], [1.0, 2.0]) == []
    assert fitted_slopes([1.0], [math.inf], [1.0]) == []
    assert fitted_slopes([1.0], [1e300], [1e-300]) == []


@pytest.mark.parametrize("number", [123456.789, 1000000.123, 0.1234567, 0.14])
def test_decimals_stay_what_they_are(number):
    assert fitted_slopes([0.0, 0.0], [number * 3, number * 11], [3.0, 11.0]) == [number]


@pytest.mark.parametrize("factor", [["*", 0.5, "k_s"], ["/", "k_s", 2], ["*", "k_s", 0.1], ["*", 0.3, "k_s"]])
def test_a_slope_is_a_law_however_it_is_written(factor):
    variables = relation_variables([Parameter("x", floats()), Parameter("k", floats(1, 9))], [0], [Output(Kind.FLOAT)])
    found = law_of(Expression.from_tree(["==", "return_f", ["+", "return_s", factor]], variables), "adds")
    assert found is not None
    assert found.named("adds") == "additivity"


@pytest.mark.parametrize("slope", [1 / 3, 2 / 7, 2 * math.pi, math.pi / 180, 0.25])
def test_numbers_that_people_write_are_fitted_exactly(slope):
    assert fitted_slopes([0.1, 0.7], [0.1 + slope * 3, 0.7 + slope * 11], [3.0, 11.0]) == [slope]


def test_an_output_grows_by_a_part_of_what_an_input_does():
    variables = relation_variables([Parameter("x", floats()), Parameter("k", floats(1, 9))], [0], [Output(Kind.FLOAT)])
    rows = [
        Execution((x, k), (x + k,), (x / 3,), ((x + k) / 3,)) for x in (1.0, 2.5, 7.25, 9.0) for k in (1.5, 4.0, 8.0)
    ]
    executions = correct_executions(rows, variables)
    found = find_laws(executions, build_table(executions, Tolerance()), "adds")
    law = ["==", "return_f", ["+", "return_s", ["/", "k_s", 3]]]
    assert law in [one.expression.to_tree() for one in found]
    assert law_of(Expression.from_tree(law, variables), "adds").named("adds") == "additivity"


def test_an_output_grows_by_a_multiple_of_an_input():
    variables = relation_variables([Parameter("n", ints()), Parameter("k", ints(1, 9))], [0], [Output(Kind.INT)])
    rows = [Execution((n, k), (n + k,), (7 * n + 3,), (7 * (n + k) + 3,)) for n in range(6) for k in range(1, 4)]
    executions = correct_executions(rows, variables)
    found = find_laws(executions, build_table(executions, Tolerance()), "adds")
    assert ["==", "return_f", ["+", "return_s", ["*", 7, "k_s"]]] in [law.expression.to_tree() for law in found]


def test_an_order_is_a_law_where_some_outputs_are_nan_too():
    variables = relation_variables([Parameter("x", floats()), Parameter("k", floats(1, 9))], [0], [Output(Kind.FLOAT)])

    def falling(x):
        return -x if x <= 5 else math.nan

    rows = [Execution((x, k), (x + k,), (falling(x),), (falling(x + k),)) for x in range(8) for k in (1.0, 2.5)]
    for some in (rows, rows[5:13]):  # too few to fit numbers to
        executions = correct_executions(some, variables)
        found = [law.expression for law in find_laws(executions, build_table(executions, Tolerance()), "adds")]
        assert [expression.to_tree() for expression in found] == [["not", ["<", "return_s", "return_f"]]]
        assert law_of(found[0], "adds").name == "monotonicity"


def test_that_an_output_is_none_is_no_comparison():
    parameters = [Parameter("a", ints()), Parameter("b", ints())]
    variables = relation_variables(parameters, [0, 1], [Output(Kind.BOOL, is_none=True)])
    pairs = [(a, b) for a in range(5) for b in range(5)]
    rows = [Execution((a, b), (b, a), (a < b,), (b < a,)) for a, b in pairs]
    executions = correct_executions(rows, variables)
    assert find_laws(executions, build_table(executions, Tolerance()), "swaps") == ()


@pytest.mark.parametrize(
    ("compare", "tree", "name"),
    [
        (operator.lt, ["not", ["and", "return_f", "return_s"]], "asymmetry"),
        (operator.le, ["or", "return_f", "return_s"], "totality"),
    ],
)
def test_strict_orders_are_asymmetric_and_others_total(compare, tree, name):
    parameters = [Parameter("a", ints()), Parameter("b", ints())]
    variables = relation_variables(parameters, [0, 1], [Output(Kind.BOOL)])
    pairs = [(a, b) for a in range(5) for b in range(5)]
    rows = [Execution((a, b), (b, a), (compare(a, b),), (compare(b, a),)) for a, b in pairs]
    executions = correct_executions(rows, variables)
    found = [law.expression for law in find_laws(executions, build_table(executions, Tolerance()), "swaps")]
    assert [law_of(expression, "swaps").named("swaps") for expression in found] == [name]
    assert found[0].to_tree() == tree
