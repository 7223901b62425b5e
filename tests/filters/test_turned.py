import pytest

from genmorph.domain import ints
from genmorph.filters.following import turned
from genmorph.model import Kind, Output, Parameter
from genmorph.relations.expression import Expression, relation_variables
from genmorph.transformations.transformation import Transformation

PARAMETERS = [Parameter("a", ints()), Parameter("b", ints())]
VARIABLES = relation_variables(PARAMETERS, [0], [Output(Kind.INT)])
GROWS = ["<=", "return_s", "return_f"]
FALLS = ["<=", "return_f", "return_s"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Transformation("add", (0,), 3), Transformation("add", (0,), -3)),
        (Transformation("add_both", (0, 1), -1), Transformation("add_both", (0, 1), 1)),
        (Transformation("scale", (0,), -1), Transformation("scale", (0,), -1)),
        (Transformation("swap", (0, 1)), Transformation("swap", (0, 1))),
    ],
    ids=str,
)
def test_what_is_said_of_a_change_is_said_backwards_of_what_undoes_it(one, other):
    assert turned(one, Expression.from_tree(GROWS, VARIABLES), other, VARIABLES).to_tree() == FALLS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Transformation("add", (0,), 3), Transformation("add", (0,), 3)),
        (Transformation("add", (0,), 3), Transformation("add", (1,), -3)),
        (Transformation("scale", (0,), 2), Transformation("scale", (0,), 2)),
        (Transformation("rotate", (0,)), Transformation("rotate", (0,))),
    ],
    ids=str,
)
def test_nothing_is_said_of_a_change_that_does_not_undo_it(one, other):
    assert turned(one, Expression.from_tree(GROWS, VARIABLES), other, VARIABLES) is None


def test_what_speaks_of_inputs_is_not_turned():
    relation = Expression.from_tree(["<=", "return_s", ["+", "return_f", "a_s"]], VARIABLES)
    assert turned(Transformation("add", (0,), 3), relation, Transformation("add", (0,), -3), VARIABLES) is None
