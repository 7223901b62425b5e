"""Bounds for which mutants speak give way to relations of several calls that kill as much."""

from dataclasses import replace

import pytest

from genmorph.domain import ints
from genmorph.inference.conclusion import _together
from genmorph.transformations.transformation import Transformation
from tests.handmade import make_relation, make_scenario, make_signature

SIGNATURE = make_signature("f", {"n": ints(0, 9)})
ONE_MORE = Transformation("add", (0,), 1)


def relation(tree, *killed):
    return replace(make_relation(SIGNATURE, ONE_MORE, tree), killed=killed)


RISES = relation(["<=", "return_s", "return_f"], "m1")
SEVERAL = replace(
    make_scenario([SIGNATURE], {"n": ints(0, 9)}, "recurrence", ["call", 0, "n"], "n"), killed=("m1", "m2")
)


@pytest.mark.parametrize(
    ("tree", "killed", "is_left_out"),
    [
        (["<", "return_f", ["+", "return_s", 7]], ["m1", "m2"], True),
        (["<", "return_f", ["+", "return_s", 7]], ["m2", "m3"], False),
        (["<", "return_f", ["+", "return_s", 7]], ["m1"], False),  # no mutant spoke for it
        (["==", "return_f", ["+", ["*", 2, "return_s"], 1]], ["m2"], False),
        (["or", ["==", "n_s", 0], ["==", "return_f", ["*", "return_s", 3]]], ["m2"], False),
    ],
)
def test_a_bound_is_left_out_where_several_calls_kill_what_it_kills(tree, killed, is_left_out):
    further = relation(tree, *killed)
    assert further.law is None
    reported = _together([], [RISES, further], [SEVERAL], [])
    assert (further in reported) is not is_left_out
    assert reported[:2] == (RISES, SEVERAL)
