import numpy as np
import pytest

from genmorph.domain import floats
from genmorph.execution.observation import CORRECT, Executions
from genmorph.fitness.programs import pack
from genmorph.fitness.sensitivity import Sensitivity
from genmorph.fitness.table import build_table
from genmorph.model import Kind, Output, Parameter, Tolerance
from genmorph.relations.expression import Expression, relation_variables

TOLERANCE = Tolerance(absolute=0.0)
VARIABLES = relation_variables([Parameter("x", floats())], [0], [Output(Kind.FLOAT)])


def is_lacking(tree, function, noise=0.0, least=1, tolerance=TOLERANCE):
    """Whether the relation is said to lack sensitivity, for f(x + 1) and f(x) on many x, both with some noise."""
    rng = np.random.default_rng(0)
    x = rng.uniform(least, 1_000, 700)
    outputs = [function(value) * (1 + noise * rng.uniform(-1, 1, 700)) for value in (x, x + 1)]
    mutants = np.full(700, CORRECT)
    executions = Executions(VARIABLES, (x, x + 1, *outputs), mutants, np.arange(700), (), tuple((v,) for v in x))
    table = build_table(executions, tolerance)
    sensitivity = Sensitivity(table, VARIABLES)
    return bool(sensitivity.is_lacking(pack([Expression.from_tree(tree, VARIABLES)]))[0])


def test_a_difference_that_a_large_term_swallows_is_hidden():
    far = ["*", 1e14, "x_s"]
    assert is_lacking(["==", ["+", "return_f", far], ["+", "return_s", far]], lambda x: 2 * x)


def test_a_quotient_of_small_differences_is_hidden():
    ratio = [["-", 8e9, ["/", output, 1e4]] for output in ("return_f", "return_s")]
    assert is_lacking(["==", *ratio], lambda x: 2 * x)


@pytest.mark.parametrize("noise", [0.0, 1e-15, 3e-11])
def test_a_law_is_not_hidden_however_much_the_function_rounds(noise):
    assert not is_lacking(["==", "return_f", ["+", "return_s", 2]], lambda x: 2 * x, noise)


def test_a_bound_is_not_hidden():
    assert not is_lacking(["<=", "return_s", "return_f"], lambda x: 2 * x)


@pytest.mark.parametrize("relative", [0.0, 1e-15, 1e-9])
def test_laws_are_not_hidden_where_floats_are_compared_exactly(relative):
    tolerance = Tolerance(relative, 0.0)
    assert not is_lacking(["<=", "return_s", "return_f"], lambda x: 2 * x, tolerance=tolerance)
    assert not is_lacking(["==", "return_f", "return_s"], lambda x: 0 * x + 3, tolerance=tolerance)


def test_a_guarded_law_is_not_hidden():
    assert not is_lacking(["or", ["<=", "x_s", 500], ["==", "return_f", ["+", "return_s", 2]]], lambda x: 2 * x)


def test_a_bound_with_an_equality_beside_it_is_not_hidden():
    assert not is_lacking(["or", ["==", "x_s", 500], ["<=", "return_s", "return_f"]], lambda x: x**3)


def test_a_law_of_outputs_that_are_zero_is_not_hidden():
    law = ["or", ["<=", 0, "x_f"], ["==", "return_f", "return_s"]]
    assert not is_lacking(law, lambda x: np.maximum(0, x), least=-1_000)


def test_a_difference_is_hidden_beside_an_exception_too():
    far = ["*", 1e14, "x_s"]
    law = ["==", ["+", "return_f", far], ["+", "return_s", far]]
    assert is_lacking(["or", ["<=", "x_s", 500], law], lambda x: 2 * x)


def test_what_speaks_of_few_inputs_only_is_lacking():
    law = ["==", "return_f", ["+", "return_s", 2]]
    assert is_lacking(["or", ["<=", 50, "x_s"], law], lambda x: 2 * x)
    assert not is_lacking(["or", ["<=", 200, "x_s"], law], lambda x: 2 * x)


def test_a_bound_that_is_far_off_is_lacking():
    assert is_lacking(["<=", "return_f", ["+", "return_s", 1e6]], lambda x: 2 * x)


@pytest.mark.parametrize(("exception", "answer"), [("x_s", False), ("x_f", True)])
def test_a_boolean_relation_must_notice_the_other_value_on_a_share_of_the_rows(exception, answer):
    variables = relation_variables([Parameter("x", floats())], [0], [Output(Kind.BOOL)])
    x = np.linspace(0, 1_000, 701)
    columns = (x, x + 1, x > 900, x + 1 > 900)
    mutants = np.full(len(x), CORRECT)
    executions = Executions(variables, columns, mutants, np.arange(len(x)), (), tuple((v,) for v in x))
    table = build_table(executions, Tolerance())
    limit = {"x_s": 500, "x_f": 990}[exception]
    tree = ["or", ["<=", exception, limit], ["iff", "return_f", ["or", "return_s", ["<=", 899, "x_s"]]]]
    sensitivity = Sensitivity(table, variables)
    assert bool(sensitivity.is_lacking(pack([Expression.from_tree(tree, variables)]))[0]) is answer


def test_a_difference_that_only_shows_where_the_output_is_zero_is_hidden():
    far = ["*", 1e14, "x_s"]
    law = ["==", ["-", "return_f", far], ["-", "return_s", far]]
    assert is_lacking(law, lambda x: np.maximum(0, x), least=-1_000)
