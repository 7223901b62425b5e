import pytest

from genmorph.domain import floats, ints, lists
from genmorph.filters.rules import has_odd_shape
from genmorph.filters.single_calls import given_outputs, learn_single_calls, plain_changes
from genmorph.model import Kind, Output, Parameter, Place
from genmorph.relations.expression import Expression, relation_variables

ONE = relation_variables([Parameter("x", ints())], [0], [Output(Kind.INT)])
TWO = relation_variables([], [], [Output(Kind.INT, Place.ITEM, 0), Output(Kind.INTS, Place.ITEM, 1)])
LIST = relation_variables([Parameter("xs", lists(ints()))], [0], [Output(Kind.INT)])
NEGATED = ["==", "return_f", ["-", 0, "return_s"]]
SMUGGLED = ["==", "return_f", ["-", "return_s", ["*", "x_s", 2]]]


def explained(*trees, variables=ONE, true=(), numbers=()):
    """Those of the relations that add nothing, where of all else that may be asked the `true` ones hold."""
    relations = [Expression.from_tree(tree, variables) for tree in trees]
    known = learn_single_calls(
        relations, variables, numbers, lambda asked: [e for e in asked if e.to_tree() in true], has_odd_shape
    )
    return [relation.to_tree() for relation in relations if known.explain(relation)]


def given(*trees, variables=ONE):
    return given_outputs([Expression.from_tree(tree, variables) for tree in trees], has_odd_shape)


def test_of_two_equalities_that_give_an_output_the_longer_adds_what_a_single_output_is():
    assert explained(SMUGGLED, NEGATED) == [SMUGGLED]
    assert explained(SMUGGLED) == []


def test_an_equality_that_kills_nothing_gives_the_output_all_the_same():
    assert explained(SMUGGLED, true=[NEGATED]) == [SMUGGLED]


def test_an_output_may_change_by_the_number_of_the_transformation():
    fallen = ["==", "return_f", ["-", "return_s", 7]]
    assert explained(SMUGGLED, true=[fallen], numbers=[7]) == [SMUGGLED]
    assert explained(SMUGGLED, true=[fallen], numbers=[]) == []


@pytest.mark.parametrize(
    "tree",
    [["<=", "return_f", ["-", 1, "return_s"]], ["or", ["<", "x_s", 0], ["<=", "return_f", ["*", "x_s", "return_s"]]]],
)
def test_a_longer_bound_adds_nothing_to_an_equality_with_or_without_a_guard(tree):
    assert explained(tree, NEGATED) == [tree]


def test_a_shorter_relation_is_not_outdone_by_a_long_equality():
    assert explained(["<=", "return_f", "return_s"], SMUGGLED) == []


def test_a_relation_with_a_term_that_always_equals_an_output_says_just_that():
    disguised = ["==", "return_f", ["+", "return_s", ["min", "xs_s"]]]
    assert explained(disguised, variables=LIST, true=[["==", "return_s", ["min", "xs_s"]]]) == [disguised]
    assert explained(disguised, variables=LIST) == []


def test_a_term_that_equals_one_output_may_stand_in_what_is_said_of_another():
    outputs = [Output(Kind.INT, Place.ITEM, 0), Output(Kind.INT, Place.ITEM, 1)]
    variables = relation_variables([Parameter("xs", lists(ints()))], [0], outputs)
    moved = ["==", "return[1]_f", ["+", "return[1]_s", ["len", "xs_s"]]]
    size = ["==", "return[0]_s", ["len", "xs_s"]]
    assert explained(moved, variables=variables, true=[size]) == []


def test_a_term_may_equal_the_opposite_of_an_output():
    disguised = ["==", ["*", "return_f", ["max", "xs_f"]], ["*", "return_s", ["max", "xs_s"]]]
    truth = ["==", "return_f", ["-", 0, ["max", "xs_f"]]]
    assert explained(disguised, variables=LIST, true=[truth]) == [disguised]


def test_a_condition_that_always_equals_a_boolean_output_says_just_that():
    variables = relation_variables([Parameter("x", ints())], [0], [Output(Kind.BOOL)])
    disguised = ["iff", "return_f", ["xor", "return_s", ["<", "x_f", 0]]]
    assert explained(disguised, variables=variables, true=[["iff", "return_f", ["<", "x_f", 0]]]) == [disguised]


def test_a_claim_about_a_second_call_is_not_taken_for_what_explains_it():
    variables = relation_variables([Parameter("x", ints())], [], [Output(Kind.INT)], chained=0)
    turned = ["==", "return_f", ["-", 0, "x_s"]]
    assert explained(turned, variables=variables, true=[turned]) == []


def test_what_is_of_a_single_call_itself_gives_no_output():
    short = ["==", "return_f", ["+", ["min", "xs_f"], ["-", "return_s", ["min", "xs_s"]]]]
    long = ["==", ["+", "return_f", ["len", "xs_f"]], ["+", ["max", "xs_f"], ["+", "return_s", ["len", "xs_s"]]]]
    truth = ["==", "return_s", ["min", "xs_s"]]
    assert explained(short, long, variables=LIST, true=[truth]) == [short]


def test_what_holds_for_whatever_is_passed_on_says_something_of_any_call():
    sides = [Parameter("w", floats()), Parameter("h", floats())]
    variables = relation_variables(sides, [1], [Output(Kind.FLOAT)], chained=1)
    disguised = ["==", "return_f", ["/", "w_s", ["*", "return_s", "return_s"]]]
    truth = ["==", "return_s", ["/", "w_s", ["*", "h_s", "h_s"]]]
    undone = ["==", "return_f", ["*", "h_s", "return_s"]]
    assert explained(disguised, undone, variables=variables, true=[truth]) == [disguised]
    assert explained(["==", "return_f", "return_s"], variables=variables, true=[truth]) == []


@pytest.mark.parametrize(
    "tree",
    [
        ["<=", "return_f", "return_s"],
        ["==", ["abs", "return_f"], "return_s"],
        ["==", ["*", "return_f", "return_f"], "return_s"],
        ["or", ["<", "x_s", 0], ["==", "return_f", "return_s"]],
    ],
)
def test_what_leaves_several_outputs_open_does_not_give_the_output(tree):
    assert given(tree) == {}


def test_what_gives_one_output_leaves_the_other_open():
    same = ["==", "return[0]_f", "return[0]_s"]
    both = ["==", ["+", "return[0]_f", ["len", "return[1]_f"]], ["+", "return[0]_s", ["len", "return[1]_s"]]]
    assert set(given(same, variables=TWO)) == {"return[0]_f"}
    assert explained(both, same, variables=TWO) == []


@pytest.mark.parametrize("reading", ["sum", "len", "sorted"])
def test_a_reading_of_a_sequence_does_not_give_the_sequence(reading):
    assert given(["==", [reading, "return[1]_f"], [reading, "return[1]_s"]], variables=TWO) == {}


def test_a_sequence_is_given_by_its_reverse():
    assert set(given(["==", ["flip", "return[1]_f"], "return[1]_s"], variables=TWO)) == {"return[1]_f"}


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.OTHER])
def test_every_kind_of_output_has_plain_changes_that_give_it(kind):
    changes = list(plain_changes(relation_variables([], [], [Output(kind)]), [3]))
    assert len(changes) >= 2
    assert all(given_outputs([change], has_odd_shape) for change in changes)


LISTS = relation_variables([Parameter("xs", lists(ints()))], [0], [Output(Kind.INTS)])
LARGEST = ["==", ["max", ["concatenate", "return_f", "return_s"]], ["max", "xs_s"]]


@pytest.mark.parametrize(
    ("replaced", "is_explained"),
    [
        (["==", ["max", ["concatenate", "return_f", "xs_s"]], ["max", "xs_s"]], True),
        (["==", ["max", ["concatenate", "xs_f", "return_s"]], ["max", "xs_s"]], True),
        (["==", ["max", ["concatenate", "xs_f", "xs_s"]], ["max", "xs_s"]], False),
    ],
)
def test_an_equality_that_is_as_true_with_an_input_for_an_output_speaks_of_the_other_call(replaced, is_explained):
    assert explained(LARGEST, variables=LISTS, true=[replaced]) == [LARGEST] * is_explained


def test_a_bound_may_be_as_true_with_an_input_for_an_output():
    bound = ["<=", ["len", "return_f"], ["len", "return_s"]]
    assert explained(bound, variables=LISTS, true=[["<=", ["len", "return_f"], ["len", "xs_s"]]]) == []
