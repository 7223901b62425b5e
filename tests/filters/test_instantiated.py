"""What a relation with a drawn parameter says of changes by a constant."""

from dataclasses import replace

import pytest

from genmorph.domain import dates, decimals, ints, lists
from genmorph.filters.following import instantiated
from genmorph.model import Kind, Output, Parameter
from genmorph.relations.expression import Expression, Role, changed_output, relation_variables
from genmorph.results.relation import pair_variables
from genmorph.transformations.transformation import Transformation
from genmorph.values.python_text import Symbol
from genmorph.values.registered import AppliedChange

N, XS = Parameter("n", ints(-99, 99)), Parameter("xs", lists(ints()))
OUTPUT = Output(Kind.INT)
FIXED = relation_variables([N], [0], [OUTPUT])
SHIFT = Transformation("add", (0,), drawn=ints(1, 9))


def said(known, tree, other, parameter=N):
    drawn = relation_variables(known.with_drawn_parameter([parameter]), [0], [OUTPUT])
    variables = relation_variables([parameter], [0], [OUTPUT])
    found = instantiated(known, Expression.from_tree(tree, drawn), other, variables)
    return found and found.to_tree()


GROWS = ["==", "return_f", ["+", "return_s", ["*", 2, "k_s"]]]


@pytest.mark.parametrize(
    ("constant", "tree"),
    [
        (3, ["==", "return_f", ["+", "return_s", ["*", 2, 3]]]),
        (-3, ["==", "return_s", ["+", "return_f", ["*", 2, 3]]]),
        (10, None),
        (-10, None),
    ],
)
def test_one_value_takes_the_place_of_the_drawn_parameter_also_backwards(constant, tree):
    assert said(SHIFT, GROWS, Transformation("add", (0,), constant)) == tree


@pytest.mark.parametrize("template", ["reverse", "rotate", "swap_ends", "sort"])
def test_what_holds_in_any_order_holds_in_each(template):
    shuffle = Transformation("shuffle", (0,), drawn=ints(0, 99))
    same = ["==", "return_f", "return_s"]
    assert said(shuffle, same, Transformation(template, (0,)), XS) == same


@pytest.mark.parametrize(
    "other",
    [Transformation("scale", (0,), 3), Transformation("add", (0,), drawn=ints(1, 5)), Transformation("square", (0,))],
    ids=str,
)
def test_nothing_is_said_of_other_changes(other):
    assert said(SHIFT, ["<=", "return_s", "return_f"], other) is None


@pytest.mark.parametrize(("inserted", "place"), [("append_argument", "append"), ("prepend_argument", "prepend")])
def test_what_holds_for_any_element_holds_for_another_argument(inserted, place):
    parameters = [XS, N]
    known = Transformation(place, (0,), drawn=ints())
    drawn = relation_variables(known.with_drawn_parameter(parameters), [0], [OUTPUT])
    other = Transformation(inserted, (0, 1))
    variables = pair_variables(parameters, other, [OUTPUT])

    def told(tree):
        return instantiated(known, Expression.from_tree(tree, drawn), other, variables)

    same = ["==", "return_f", "return_s"]
    assert told(same).to_tree() == same
    assert told(["==", "return_f", ["+", "return_s", "new_s"]]).to_tree() == [
        "==",
        "return_f",
        ["+", "return_s", "n_s"],
    ]
    assert instantiated(known, Expression.from_tree(same, drawn), Transformation(inserted, (1, 0)), variables) is None


def test_what_is_known_of_all_that_is_added_is_known_of_another_argument():
    parameters = [N, Parameter("month", ints(1, 12))]
    known = Transformation("add", (0,), drawn=ints(1, 99))
    drawn = relation_variables(known.with_drawn_parameter(parameters), [0], [OUTPUT])
    other = Transformation("add_argument", (0, 1))
    variables = pair_variables(parameters, other, [OUTPUT])
    shift = Expression.from_tree(["==", "return_f", ["+", "return_s", "k_s"]], drawn)
    assert instantiated(known, shift, other, variables).to_tree() == ["==", "return_f", ["+", "return_s", "month_s"]]
    assert instantiated(replace(known, positions=(1,)), shift, other, variables) is None


def test_an_order_that_the_relation_speaks_of_is_not_any_order():
    shuffle = Transformation("shuffle", (0,), drawn=ints(0, 99))
    tree = ["==", "return_f", ["+", "return_s", "seed_s"]]
    assert said(shuffle, tree, Transformation("reverse", (0,)), XS) is None


def test_days_are_moved_back_as_they_are_moved_on():
    day = Parameter("day", dates())
    known = Transformation("shift_days", (0,), drawn=ints(1, 999))
    later, earlier = ["<=", "return_s", "return_f"], ["<=", "return_f", "return_s"]
    assert said(known, later, Transformation("shift_days", (0,), 7), day) == later
    assert said(known, later, Transformation("shift_days", (0,), -7), day) == earlier


def test_an_output_that_changes_by_what_is_drawn_changes_by_each_value():
    parameters, output = [Parameter("net", decimals(0, 9, places=1))], Output(Kind.OTHER)
    known, other = Transformation("scale_exactly", (0,), drawn=ints(2, 9)), Transformation("scale_exactly", (0,), 2)

    def scaled(change, constant):
        variables = pair_variables(parameters, change, [output])
        source = next(v for v in variables if v.role is Role.SOURCE_OUTPUT)
        changed = changed_output(source, AppliedChange("scale_exactly", constant))
        return Expression.from_tree(["==", "return_f", changed.name], (*variables, changed))

    found = scaled(other, 2)
    assert instantiated(known, scaled(known, Symbol("k")), other, found.variables) == found
    assert instantiated(known, scaled(known, 2), other, pair_variables(parameters, other, [output])) is None
