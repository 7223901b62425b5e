import numpy as np
import pytest

from genmorph.execution.observation import Executions
from genmorph.inference.exploration import Found
from genmorph.model import Kind, Output, Tolerance
from genmorph.relations.expression import Expression, relation_variables
from genmorph.search.selection import Standing
from genmorph.transformations import Transformation

VARIABLES = relation_variables([], [], [Output(Kind.INTS)])
NUMBERS = relation_variables([], [], [Output(Kind.INT)])
REVERSED = Transformation("reverse", (0,))


def found(tree, variables=VARIABLES, transformation=REVERSED, is_of_one=False):
    none = np.array([], np.int64)
    executions = Executions(variables, (), none, none, (), ())
    expression = Expression.from_tree(tree, variables)
    return Found(transformation, expression, frozenset(), executions, Tolerance(), is_of_one=is_of_one)


def claim(tree):
    return found(tree).claim


def test_what_adds_only_what_a_single_output_is_is_a_last_resort():
    bound = ["<=", "return_f", "return_s"]
    assert found(bound, NUMBERS).standing is Standing.PLAIN
    assert found(bound, NUMBERS, is_of_one=True).standing is Standing.LAST_RESORT


def test_what_may_undo_a_call_is_a_short_equality():
    bound, equality = ["<=", "return_f", "return_s"], ["==", "return_f", "return_s"]
    long = ["==", "return_f", ["/", ["-", "return_s", 1], "return_s"]]
    undo, chain = Transformation("undo", (0, 1), output=0), Transformation("chain", (0,), output=0)
    assert found(bound, NUMBERS, chain).standing is Standing.PLAIN
    assert found(bound, NUMBERS, undo).standing is Standing.LAST_RESORT
    assert found(equality, NUMBERS, undo).standing is Standing.PLAIN
    assert found(long, NUMBERS, undo).standing is Standing.LAST_RESORT
    assert found(long, NUMBERS, chain).standing is Standing.PLAIN


@pytest.mark.parametrize("reading", ["sum", "len", "sorted", "max"])
def test_that_something_of_the_output_is_kept_is_one_claim_whatever_is_kept(reading):
    assert claim(["==", [reading, "return_f"], [reading, "return_s"]]) == "kept"


@pytest.mark.parametrize(
    "tree",
    [
        ["==", "return_f", "return_s"],
        ["<=", ["sum", "return_f"], ["sum", "return_s"]],
        ["==", ["len", "return_f"], ["sum", "return_s"]],
        ["==", ["sum", "return_f"], ["*", 2, ["sum", "return_s"]]],
    ],
)
def test_other_claims_are_told_apart(tree):
    assert claim(tree) == repr(tree)
