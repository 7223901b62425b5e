from dataclasses import replace
from functools import reduce

import numpy as np
import pytest

from genmorph.domain import ints
from genmorph.execution.observation import Executions
from genmorph.filters.candidates import Candidate
from genmorph.filters.rules import Tier
from genmorph.filters.single_calls import SingleCalls
from genmorph.model import Kind, Output, Parameter, Tolerance
from genmorph.relations.expression import Expression, relation_variables
from genmorph.transformations.transformation import Transformation

VARIABLES = relation_variables([], [], [Output(Kind.INTS)])
NUMBERS = relation_variables([], [], [Output(Kind.INT)])
REVERSED = Transformation("reverse", (0,))
NOTHING = SingleCalls()


def found(tree, variables=VARIABLES, transformation=REVERSED, single_calls=NOTHING):
    none = np.array([], np.int64)
    executions = Executions(variables, (), none, none, (), ())
    expression = Expression.from_tree(tree, variables)
    return Candidate(transformation, expression, frozenset(), executions, Tolerance(), single_calls=single_calls)


def claim(tree):
    return found(tree).claim


def test_what_adds_only_what_is_true_of_single_calls_is_excluded():
    bound = ["<=", "return_f", "return_s"]
    assert found(bound, NUMBERS).tier is Tier.KEEP
    assert found(bound, NUMBERS, single_calls=SingleCalls({"return_f": 4})).tier is Tier.EXCLUDED


def test_a_plainer_form_has_a_standing_of_its_own():
    long = found(["==", "return_f", ["-", "return_s", 0]], NUMBERS, single_calls=SingleCalls({"return_f": 3}))
    plain = replace(long, expression=Expression.from_tree(["==", "return_f", "return_s"], NUMBERS))
    assert (long.tier, plain.tier) == (Tier.EXCLUDED, Tier.KEEP)


def test_what_may_undo_a_call_is_a_short_equality():
    bound, equality = ["<=", "return_f", "return_s"], ["==", "return_f", "return_s"]
    long = ["==", "return_f", ["/", ["-", "return_s", 1], "return_s"]]
    undo, chain = Transformation("undo", (0, 1), output=0), Transformation("chain", (0,), output=0)
    assert found(bound, NUMBERS, chain).tier is Tier.KEEP
    assert found(bound, NUMBERS, undo).tier is Tier.FALLBACK
    assert found(equality, NUMBERS, undo).tier is Tier.KEEP
    assert found(long, NUMBERS, undo).tier is Tier.FALLBACK
    assert found(long, NUMBERS, chain).tier is Tier.KEEP


def test_what_may_undo_a_call_says_what_the_output_is():
    undo = Transformation("undo", (0, 1), output=0)
    shown = ["==", "return_f", "return_s"], ["==", ["len", "return_f"], ["len", "return_s"]]
    assert [found(tree, VARIABLES, undo).tier for tree in shown] == [Tier.KEEP, Tier.FALLBACK]


def test_what_is_long_is_a_fallback_and_never_chosen_where_it_is_obscure():
    small = ["<", "return_s", 1]
    long = ["==", "return_f", reduce(lambda a, b: ["+", a, b], ["return_s"] * 6)]
    obscure = ["or", small, ["or", ["==", "return_f", 2], ["==", "return_f", "return_s"]]]
    short = ["or", small, ["==", "return_f", "return_s"]]
    standings = [found(tree, NUMBERS).tier for tree in (short, long, obscure)]
    assert standings == [Tier.KEEP, Tier.FALLBACK, Tier.EXCLUDED]


@pytest.mark.parametrize(("most", "tier"), [(1, Tier.FALLBACK), (4, Tier.PENALTY)])
def test_what_is_said_of_two_values_of_an_int_is_a_fallback(most, tier):
    variables = relation_variables([Parameter("n", ints(0, 9))], [], [Output(Kind.INT)])
    rows = np.arange(10)
    executions = Executions(variables, tuple(rows.astype(float) for _ in variables), rows * 0 - 1, rows, (), ())
    expression = Expression.from_tree(["or", ["<", most, "n_s"], ["==", "return_f", "return_s"]], variables)
    assert Candidate(REVERSED, expression, frozenset(), executions, Tolerance()).tier is tier


@pytest.mark.parametrize(
    ("tree", "measure"),
    [
        (["==", ["sum", "return_f"], ["sum", "return_s"]], {("sum", "return_f")}),
        (["<=", ["len", "return_f"], ["+", ["len", "return_f"], 1]], {("len", "return_f")}),
        (["==", "return_f", "return_s"], None),
        (["or", ["==", ["len", "return_f"], 1], ["==", "return_f", "return_s"]], None),
        (["==", ["sum", ["flip", "return_f"]], ["sum", "return_s"]], None),
    ],
)
def test_a_measure_is_what_alone_is_said_of_the_follow_ups_output(tree, measure):
    assert found(tree).measure == measure


def test_that_an_output_is_none_has_a_higher_complexity_than_what_it_is():
    variables = relation_variables([], [], [Output(Kind.FLOAT), Output(Kind.BOOL, is_none=True)])
    none = found(["iff", "return is None_f", "return is None_s"], variables)
    assert none.complexity > found(["==", "return_f", "return_s"], variables).complexity


def test_that_an_output_passed_on_stays_the_same_is_one_claim_wherever_it_is_passed():
    changes = Transformation("undo", (1, 0), output=0), Transformation("chain", (0,), output=0)
    undone, chained = (found(["==", "return_f", "return_s"], NUMBERS, change) for change in changes)
    assert undone.group == chained.group != found(["==", "return_f", "return_s"], NUMBERS).group


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
