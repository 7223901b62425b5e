import numpy as np
import pytest

from genmorph.execution.observation import Executions
from genmorph.inference.exploration import Found
from genmorph.model import Kind, Output, Tolerance
from genmorph.relations.expression import Expression, relation_variables
from genmorph.transformations import Transformation

VARIABLES = relation_variables([], [], [Output(Kind.INTS)])


def claim(tree):
    none = np.array([], np.int64)
    executions = Executions(VARIABLES, (), none, none, (), ())
    expression = Expression.from_tree(tree, VARIABLES)
    return Found(Transformation("reverse", (0,)), expression, frozenset(), executions, Tolerance()).claim


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
