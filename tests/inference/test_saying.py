import pytest

from genmorph.domain import ints
from genmorph.inference.saying import adds_nothing, said_outputs
from genmorph.model import Kind, Output, Parameter, Place
from genmorph.relations.expression import Expression, relation_variables

ONE = relation_variables([Parameter("x", ints())], [], [Output(Kind.INT)])
TWO = relation_variables([], [], [Output(Kind.INT, Place.ITEM, 0), Output(Kind.INTS, Place.ITEM, 1)])
NEGATED = ["==", "return_f", ["-", 0, "return_s"]]
SMUGGLED = ["==", "return_f", ["-", "return_s", ["*", "x_s", 2]]]


def relation(tree, variables=ONE):
    return Expression.from_tree(tree, variables)


def said(*trees, variables=ONE):
    return said_outputs(relation(tree, variables) for tree in trees)


def test_of_two_equalities_that_say_an_output_the_longer_adds_what_a_single_output_is():
    known = said(SMUGGLED, NEGATED)
    assert adds_nothing(relation(SMUGGLED), known)
    assert not adds_nothing(relation(NEGATED), known)


@pytest.mark.parametrize(
    "tree",
    [["<=", "return_f", ["-", 1, "return_s"]], ["or", ["<", "x_s", 0], ["<=", "return_f", ["*", "x_s", "return_s"]]]],
)
def test_a_longer_bound_adds_nothing_to_an_equality_with_or_without_a_guard(tree):
    assert adds_nothing(relation(tree), said(NEGATED))


def test_a_shorter_relation_is_not_outdone_by_a_long_equality():
    assert not adds_nothing(relation(["<=", "return_f", "return_s"]), said(SMUGGLED))


@pytest.mark.parametrize(
    "tree",
    [
        ["<=", "return_f", "return_s"],
        ["==", ["abs", "return_f"], "return_s"],
        ["==", ["*", "return_f", "return_f"], "return_s"],
        ["or", ["<", "x_s", 0], ["==", "return_f", "return_s"]],
    ],
)
def test_what_leaves_several_outputs_open_does_not_say_what_the_output_is(tree):
    assert said(tree) == {}


def test_what_is_said_of_one_output_leaves_the_other_open():
    known = said(["==", "return[0]_f", "return[0]_s"], variables=TWO)
    both = ["==", ["+", "return[0]_f", ["len", "return[1]_f"]], ["+", "return[0]_s", ["len", "return[1]_s"]]]
    assert set(known) == {"return[0]_f"}
    assert not adds_nothing(relation(both, TWO), known)


@pytest.mark.parametrize("reading", ["sum", "len", "sorted"])
def test_a_reading_of_a_sequence_does_not_say_what_the_sequence_is(reading):
    assert said(["==", [reading, "return[1]_f"], [reading, "return[1]_s"]], variables=TWO) == {}


def test_a_sequence_is_said_by_its_reverse():
    assert set(said(["==", ["flip", "return[1]_f"], "return[1]_s"], variables=TWO)) == {"return[1]_f"}
