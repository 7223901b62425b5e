import pytest
from hypothesis import given, settings

from genmorph.model import Kind
from genmorph.relations.expression import Expression, Role, Variable, relation_variables
from genmorph.relations.metamorphic import is_metamorphic
from genmorph.relations.simplification import cost, rewritings, simplify
from tests.trees import relations

NUMBERS = (
    Variable("k_s", Role.SOURCE_INPUT, Kind.INT, 0),
    *relation_variables([], [], Kind.INT),
)
NEGATED = ["==", "return_f", ["-", 0, "return_s"]]
BOOLEANS = relation_variables([], [], Kind.BOOL)


def everything(options):
    return [True] * len(options)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["==", ["+", "return_f", ["+", "return_f", "return_s"]], "return_f"], NEGATED),
        (["==", ["*", "return_s", "k_s"], "return_f"], ["==", "return_f", ["*", "return_s", "k_s"]]),
        (["==", ["/", "return_f", 2], "return_s"], ["==", "return_f", ["*", "return_s", 2]]),
        (["==", "return_s", ["-", "return_f", 3]], ["==", "return_f", ["+", "return_s", 3]]),
    ],
)
def test_equalities_are_solved_for_the_follow_ups_output(before, after):
    assert simplify(Expression.from_tree(before, NUMBERS), everything).to_tree() == after


def test_a_form_that_disagrees_on_some_execution_is_not_taken():
    relation = Expression.from_tree(["==", ["/", "return_f", "k_s"], "return_s"], NUMBERS)
    assert simplify(relation, lambda options: [False] * len(options)) == relation


@settings(max_examples=50)
@given(relations(max_depth=3))
def test_simplification_ends_and_never_costs_more(expression):
    assert cost(simplify(expression, everything)) <= cost(expression)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (["==", "return_f", "return_s"], True),
        (["<=", "return_f", ["+", "return_s", "k_s"]], True),
        (["or", ["==", "k_s", 0], ["==", "return_f", "return_s"]], True),
        (["==", "return_f", 3], False),
        (["and", ["<", "return_f", 3], ["<", "return_s", 3]], False),
        (["==", ["*", "return_f", "return_s"], 0], False),
        (["==", ["+", "return_f", "return_s"], ["+", "return_f", 1]], False),
        (["<", ["-", "return_f", "return_s"], ["+", "return_f", 1]], False),
    ],
)
def test_a_relation_is_metamorphic_when_an_atom_ties_both_outputs(tree, expected):
    assert is_metamorphic(Expression.from_tree(tree, NUMBERS)) is expected


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (["iff", "return_f", "return_s"], True),
        (["implies", "return_s", "return_f"], True),
        (["not", ["and", "return_s", "return_f"]], True),
        (["and", "return_s", "return_f"], False),
        (["and", ["or", "return_s", "return_f"], ["not", "return_s"]], False),
        (["or", "return_s", ["and", "return_f", ["not", "return_f"]]], False),
        ("return_f", False),
    ],
)
def test_boolean_relations_must_not_fall_apart(tree, expected):
    assert is_metamorphic(Expression.from_tree(tree, BOOLEANS)) is expected


@pytest.mark.parametrize("symbol", ["==", "<", "<="])
def test_what_divides_by_zero_has_no_other_form(symbol):
    nothing = ["/", "k_s", ["-", 1, 1]]
    for tree in ([symbol, ["+", "return_f", nothing], "return_s"], [symbol, ["*", nothing, "return_f"], "return_s"]):
        assert list(rewritings(Expression.from_tree(tree, NUMBERS))) == []


@settings(max_examples=150, deadline=None)
@given(relations(max_depth=3))
def test_every_relation_can_be_asked_for_its_other_forms(expression):
    assert all(form.variables == expression.variables for form in rewritings(expression))


def test_bounds_are_solved_for_the_follow_ups_output():
    relation = Expression.from_tree(["<=", ["-", 1, "return_f"], ["-", 0, "return_s"]], NUMBERS)
    assert simplify(relation, everything).to_tree() == ["<=", ["+", "return_s", 1], "return_f"]
