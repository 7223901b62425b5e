"""Terms on both sides of a comparison, which cancel."""

import pytest

from genmorph.filters.validity import without_cancelling
from genmorph.model import Kind, Output
from genmorph.relations.expression import Expression, relation_variables

S, F = "return_s", "return_f"
SAME = ["==", F, S]


def plain(tree):
    found = without_cancelling(Expression.from_tree(tree, relation_variables([], [], [Output(Kind.FLOAT)])))
    return None if found is None else found.to_tree()


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (["==", ["*", F, ["-", 1, F]], ["-", S, ["*", F, F]]], SAME),
        (["<=", ["+", F, ["*", S, S]], ["+", S, ["*", S, S]]], ["<=", F, S]),
        (["or", ["<", S, 0], ["==", ["-", F, ["*", S, 3]], ["-", S, ["*", S, 3]]]], ["or", ["<", S, 0], SAME]),
    ],
    ids=str,
)
def test_terms_on_both_sides_are_left_out(tree, expected):
    assert plain(tree) == expected


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
def test_what_does_not_cancel_stays(tree):
    assert plain(tree) is None
