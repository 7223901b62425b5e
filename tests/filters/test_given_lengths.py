"""That an output stays as long is not worth saying where its length is one of the arguments."""

import numpy as np
import pytest

from genmorph.domain import dates, floats, ints, lists, np_arrays, np_shapes, texts
from genmorph.execution.observation import Executions, correct_executions
from genmorph.filters.features import Features
from genmorph.model import Kind, Output, Parameter, Place
from genmorph.relations.expression import Expression, relation_variables
from tests.filters.observed import Observed, change

AS_LONG = ["==", ["len", "return_f"], ["len", "return_s"]]


@pytest.mark.parametrize(
    ("changed", "before", "after", "is_given"),
    [
        (0, ["a", "bb", "ccc"], ["d", "ee", "fff"], True),
        (0, ["a", "bb", "cccc"], ["d", "ee", "ffff"], False),
        (1, ["a", "bb", "ccc"], ["a", "bb", "ccc"], False),
    ],
    ids=["the number stays", "another length", "the number changes"],
)
def test_a_length_that_an_argument_gives_stays_with_it(changed, before, after, is_given):
    parameters = [Parameter("x", floats()), Parameter("digits", ints(0, 9)), Parameter("sign", texts("+-"))]
    variables = relation_variables(parameters, [changed], [Output(Kind.TEXT)])
    values = {
        "x_s": [0.5, 1.5, 2.5],
        "x_f": [1.5, 2.5, 3.5],
        "digits_s": [1.0, 2.0, 3.0],
        "digits_f": [2.0, 3.0, 4.0],
        "sign_s": ["+", "+", "-"],
        "return_s": before,
        "return_f": after,
    }
    columns = tuple(np.array(values[one.name], object if one.kind is Kind.TEXT else np.float64) for one in variables)
    executions = Executions(variables, columns, np.full(3, -1), np.arange(3), (), ())
    assert Features(Expression.from_tree(AS_LONG, variables), executions=executions).says_a_given_length == is_given


@pytest.mark.parametrize(("after", "is_given"), [(["a", "b", "cc"], True), (["a", "b", "c"], False)])
def test_the_length_for_a_shorter_text_is_given_by_it(after, is_given):
    variables = relation_variables([Parameter("text", texts())], [0], [Output(Kind.TEXT)])
    values = {"text_s": ["xy", "xz", "xyz"], "text_f": ["y", "z", "yz"], "return_s": ["aa", "ba", "cca"]}
    columns = tuple(np.array((values | {"return_f": after})[one.name], object) for one in variables)
    executions = Executions(variables, columns, np.full(3, -1), np.arange(3), (), ())
    shorter = ["==", ["len", "return_f"], ["-", ["len", "return_s"], 1]]
    assert Features(Expression.from_tree(shorter, variables), executions=executions).says_a_given_length == is_given
    same = Expression.from_tree(["==", "return_f", "return_s"], variables)
    assert not Features(same, executions=executions).says_a_given_length


def of_dates(function, outputs, tree):
    observed = Observed(function, {"days": lists(dates(), max_len=5)}, change("reverse"), *outputs, count=60)
    return Features(
        observed.relation(tree),
        transformation=observed.transformation,
        executions=correct_executions(observed.executions, observed.variables),
    )


@pytest.mark.parametrize(
    ("function", "is_given"), [(lambda days: [len(day.parts) for day in days], True), (lambda days: [len(days)], False)]
)
def test_the_length_of_a_list_of_dates_is_given_too(function, is_given):
    assert of_dates(function, [Kind.INTS], AS_LONG).says_a_given_length == is_given


@pytest.mark.parametrize(
    ("is_missing", "is_given"), [(lambda days: not days, True), (lambda days: len(days) < 3, False)]
)
def test_what_is_none_for_an_empty_argument_alone_stays_so(is_missing, is_given):
    output, same = Output(Kind.BOOL, is_none=True), ["iff", "return is None_f", "return is None_s"]
    assert of_dates(is_missing, [output], same).says_a_given_none == is_given
    assert not of_dates(is_missing, [Kind.BOOL], ["iff", "return_f", "return_s"]).says_a_given_none


@pytest.mark.parametrize(
    ("function", "are_given"),
    [(lambda days: days[1:] * 3, True), (lambda days: [day for day in days if sum(day.parts[2]) % 2], False)],
    ids=["three times as long", "days of one sort"],
)
def test_lengths_that_sizes_give_are_told_from_others(function, are_given):
    assert of_dates(function, [Kind.NESTED], AS_LONG).says_that_sizes_give_lengths == are_given


def test_sequences_alone_may_give_the_length_whatever_numbers_stand_beside_them():
    domains = {"days": lists(dates(), max_len=5), "n": ints(0, 10**9)}
    observed = Observed(lambda days, _: days[1:] * 3, domains, change("reverse"), Kind.NESTED, count=40)
    executions = correct_executions(observed.executions, observed.variables)
    found = Features(observed.relation(AS_LONG), transformation=observed.transformation, executions=executions)
    assert found.says_that_sizes_give_lengths


def test_an_argument_without_dimensions_has_no_length():
    arrays = np_arrays("float64", np_shapes(0, 0, 0, 0), floats(0, 1))
    observed = Observed(lambda days, _: days, {"days": lists(dates()), "at": arrays}, change("reverse"), Kind.NESTED)
    executions = correct_executions(observed.executions[:9], observed.variables)
    found = Features(observed.relation(AS_LONG), transformation=observed.transformation, executions=executions)
    assert found.says_a_given_length


@pytest.mark.parametrize(
    ("tree", "values", "is_idle"),
    [
        (["<=", ["abs", "return_f"], ["abs", "return_s"]], [-3.0, 2.0], False),
        (["==", "return_f", ["abs", "return_s"]], [3.0, 2.0], True),
    ],
)
def test_an_operation_is_idle_where_it_never_changes_the_output(tree, values, is_idle):
    variables = relation_variables([], [], [Output(Kind.FLOAT)])
    executions = Executions(variables, (np.array(values),) * 2, np.full(2, -1), np.arange(2), (), ())
    assert Features(Expression.from_tree(tree, variables), executions=executions).has_idle_operation == is_idle


@pytest.mark.parametrize(("place", "key"), [(Place.RETURNED, None), (Place.KEY, "a")])
def test_lengths_that_sizes_give_are_known_of_parts_too(place, key):
    output = Output(Kind.INTS, place, key)
    tree = ["==", ["len", f"{output.name}_f"], ["len", f"{output.name}_s"]]
    assert of_dates(lambda days: [1] * len(days), [output], tree).says_that_sizes_give_lengths
