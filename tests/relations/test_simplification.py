import pytest
from hypothesis import given, settings

from genmorph.domain import ints
from genmorph.model import Kind, Output, Parameter, Place
from genmorph.relations.algebra import solved
from genmorph.relations.complexity import complexity
from genmorph.relations.expression import ERROR_VARIABLES, Expression, Role, Variable, relation_variables
from genmorph.relations.metamorphic import is_metamorphic
from genmorph.relations.simplification import rewritings, simplify
from tests.relations.agreement import agreement
from tests.trees import relations, sequence_relations

NUMBERS = (
    Variable("k_s", Role.SOURCE_INPUT, Kind.INT, 0),
    *relation_variables([], [], [Output(Kind.INT)]),
)
NEGATED = ["==", "return_f", ["-", 0, "return_s"]]
BOOLEANS = relation_variables([], [], [Output(Kind.BOOL)])


def simplified(tree, variables):
    expression = Expression.from_tree(tree, variables)
    return simplify(expression, agreement(expression)).to_tree()


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
    assert simplified(before, NUMBERS) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            ["==", ["*", "return_f", "k_s"], ["*", "k_s", "return_s"]],
            ["or", ["==", "k_s", 0], ["==", "return_f", "return_s"]],
        ),
        (
            ["==", ["*", "return_s", ["-", "return_f", "return_s"]], "return_s"],
            ["or", ["==", "return_s", 0], ["==", "return_f", ["+", "return_s", 1]]],
        ),
    ],
)
def test_a_condition_that_a_product_hides_is_brought_into_the_open(before, after):
    assert simplified(before, NUMBERS) == after
    assert simplified(after, NUMBERS) == after


def test_a_form_that_disagrees_on_some_execution_is_not_taken():
    relation = Expression.from_tree(["==", ["/", "return_f", "k_s"], "return_s"], NUMBERS)
    assert simplify(relation, lambda options: [False] * len(options)) == relation


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


def test_numbers_of_hundreds_of_figures_are_left_as_they_are():
    """It took minutes: sympy has their products exactly."""

    def atom(number):
        return ["==", ["*", ["/", number, "return_f"], ["*", number, "return_s"]], ["/", -3.25, "k_s"]]

    assert solved(atom(1e300), "return_f") == ()
    assert solved(atom(1e-300), "return_f") == ()
    assert solved(atom(0.1), "return_f") != ()


def test_bounds_are_solved_for_the_follow_ups_output():
    bound = ["<", ["-", 2, "return_f"], ["-", 0, "return_s"]]
    assert simplified(bound, NUMBERS) == ["<", ["+", "return_s", 2], "return_f"]


def test_a_bound_of_a_sum_of_outputs_is_written_as_one():
    bound = ["<", ["-", 2, "return_s"], "return_f"]
    assert simplified(bound, NUMBERS) == ["<", 2, ["+", "return_f", "return_s"]]


def over(kind, *more):
    """The variables of a function with one input of a kind and one output of it, or several outputs."""
    own = Variable("xs_s", Role.SOURCE_INPUT, kind, 0)
    return (own, *relation_variables([], [], [Output(kind), *more]))


@settings(max_examples=200, deadline=None)
@given(sequence_relations(max_depth=3))
def test_relations_over_sequences_can_be_asked_for_their_other_forms(expression):
    assert all(form.variables == expression.variables for form in rewritings(expression))
    assert is_metamorphic(expression) in (True, False)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["==", ["flip", "return_f"], ["flip", "return_s"]], ["==", "return_f", "return_s"]),
        (["==", ["flip", "return_f"], "return_s"], ["==", "return_f", ["flip", "return_s"]]),
        (["==", "return_s", ["flip", "return_f"]], ["==", "return_f", ["flip", "return_s"]]),
        (["==", "return_s", "return_f"], ["==", "return_f", "return_s"]),
        (["==", ["scale each", "return_f", -1], "return_s"], ["==", "return_f", ["scale each", "return_s", -1]]),
        (["==", "return_s", ["add each", "return_f", 2]], ["==", "return_f", ["add each", "return_s", -2]]),
        (
            ["==", ["len", "return_s"], ["-", ["len", "return_f"], 1]],
            ["==", ["len", "return_f"], ["+", ["len", "return_s"], 1]],
        ),
        (
            ["==", ["-", ["len", ["flip", "return_f"]], 1], ["len", "return_s"]],
            ["==", ["len", "return_f"], ["+", ["len", "return_s"], 1]],
        ),
        (["==", "return_f", ["sorted", ["flip", "return_s"]]], ["==", "return_f", ["sorted", "return_s"]]),
    ],
)
def test_claims_about_sequences_are_turned_to_the_follow_ups_output(before, after):
    assert simplified(before, over(Kind.INTS)) == after


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (["==", "return_f", ["flip", "return_s"]], True),
        (["==", ["len", "return_f"], ["+", ["len", "return_s"], 1]], True),
        (["==", ["concatenate", "return_f", "return_s"], "xs_s"], True),
        (["startswith", "return_f", "return_s"], True),
        (["contains", "return_f", ["len", "return_s"]], True),
        (["or", ["==", "xs_s", ["flip", "xs_s"]], ["==", "return_f", "return_s"]], True),
        (["==", "return_f", "xs_s"], False),
        (["and", ["==", "return_f", "xs_s"], ["==", "return_s", "xs_s"]], False),
        (["==", ["*", ["len", "return_f"], ["sum", "return_s"]], 0], False),
        (["==", ["-", ["len", "return_f"], ["sum", "return_s"]], ["len", "return_f"]], False),
        (["startswith", "return_f", "xs_s"], False),
    ],
)
def test_a_relation_of_sequences_is_metamorphic_when_an_atom_ties_both_outputs(tree, expected):
    assert is_metamorphic(Expression.from_tree(tree, over(Kind.INTS))) is expected


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (["==", "return.area_f", "return_s"], True),
        (["implies", "return.full_s", "return.empty_f"], True),
        (["implies", "return.full_s", "return.empty_s"], False),
        (["and", "return.full_s", "return.empty_f"], False),
        (["or", ["==", "return_f", 0], ["==", "return.area_s", 0]], False),
    ],
)
def test_any_output_of_the_source_may_be_tied_to_any_of_the_follow_ups(tree, expected):
    fields = [
        Output(kind, Place.FIELD, name)
        for name, kind in (("area", Kind.INT), ("full", Kind.BOOL), ("empty", Kind.BOOL))
    ]
    assert is_metamorphic(Expression.from_tree(tree, over(Kind.INT, *fields))) is expected


def test_an_input_that_gave_way_to_the_sources_output_counts_as_the_sources():
    for chained, expected in ((0, True), (None, False)):
        variables = relation_variables([Parameter("x", ints())], [], [Output(Kind.INT)], chained=chained)
        assert is_metamorphic(Expression.from_tree(["==", "return_f", "x_s"], variables)) is expected


def test_the_same_error_is_a_metamorphic_relation():
    assert is_metamorphic(Expression.from_tree(["==", "raised_f", "raised_s"], ERROR_VARIABLES))


def test_what_is_harder_to_read_has_a_higher_complexity():
    trees = [
        ["==", "return_f", "return_s"],
        ["==", "return_f", ["flip", "return_s"]],
        ["==", "return_f", ["sorted", "return_s"]],
        ["==", "return_f", ["concatenate", "return_s", "xs_s"]],
        ["==", "return_f", ["concatenate", "return_s", ["remove", "xs_s", 0]]],
    ]
    figures = [complexity(Expression.from_tree(tree, over(Kind.INTS))) for tree in trees]
    assert figures == sorted(set(figures))


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        (Kind.INT, ["==", ["abs", "return_f"], "return_s"], ["==", "return_f", "return_s"]),
        (Kind.TEXT, ["==", "return_f", ["truncate", "return_s", 9]], ["==", "return_f", "return_s"]),
        (Kind.INTS, ["<", ["len", ["add each", "return_f", 2]], 1], ["<", ["len", "return_f"], 1]),
    ],
)
def test_what_is_only_written_around_an_output_is_offered_to_be_left_out(kind, before, after):
    variables = relation_variables([], [], [Output(kind)])
    found = rewritings(Expression.from_tree(before, variables))
    assert after in [option.to_tree() for option in found]
