"""What holds by rounding alone: terms on both sides that cancel."""

import pytest

from genmorph.filters.cancelling import judge_cancelling
from genmorph.model import Kind, Output, Stage
from genmorph.relations.expression import Expression, relation_variables

S, F = "return_s", "return_f"


def judged(tree, kind=Kind.FLOAT):
    return judge_cancelling(Expression.from_tree(tree, relation_variables([], [], [Output(kind)])))


@pytest.mark.parametrize(
    "tree",
    [
        ["==", ["*", F, ["-", 1, F]], ["-", S, ["*", F, F]]],
        ["<=", ["+", F, ["*", S, S]], ["+", S, ["*", S, S]]],
        ["or", ["<", S, 0], ["==", ["-", F, ["*", S, 3]], ["-", S, ["*", S, 3]]]],
    ],
    ids=str,
)
def test_terms_on_both_sides_are_not_let_hide_a_difference(tree):
    finding = judged(tree)
    assert finding is not None
    assert finding.stage is Stage.FORM


@pytest.mark.parametrize(
    "tree",
    [
        ["==", F, ["-", 0, S]],
        ["==", ["+", ["*", F, F], ["*", S, S]], 1],
        ["<=", ["*", S, 2], ["+", F, 2]],
        ["==", ["/", F, S], ["*", S, 2]],
    ],
    ids=str,
)
def test_nothing_is_said_against_terms_that_do_not_cancel(tree):
    assert judged(tree) is None


def test_ints_are_exact_whatever_is_added_to_both_sides():
    assert judged(["==", ["+", F, S], ["+", S, S]], Kind.INT) is None
