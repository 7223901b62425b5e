"""Which arguments change together, as the names of parameters say it."""

import pytest

from genmorph.domain import floats, ints
from genmorph.model import Parameter
from genmorph.transformations.instantiation import instantiate
from genmorph.transformations.parameter_names import are_exchangeable


def changes_of(names, domain=None, **rest):
    parameters = [Parameter(name, domain or ints(0, 99)) for name in names.split()]
    return {(change.template, change.positions) for change in instantiate(parameters, [], **rest)}


@pytest.mark.parametrize(
    "pair", ["a b", "x1 x2", "xs ys", "left right", "old_size new_size", "set_a set_b", "boxLeft boxRight", "s other"]
)
def test_arguments_of_one_sort_are_swapped(pair):
    assert are_exchangeable(*pair.split())
    assert ("swap", (0, 1)) in changes_of(pair)


@pytest.mark.parametrize(
    "pair", ["hue saturation", "page total", "month year", "start stop", "low high", "width height", "x_min x_max"]
)
def test_the_swap_of_arguments_of_different_sorts_is_unnatural(pair):
    swaps = {template for template, _ in changes_of(pair) if "swap" in template}
    assert swaps == {"swap_unlike"}


def test_two_things_of_several_arguments_are_exchanged():
    assert ("swap_triples", tuple(range(6))) in changes_of("y1 m1 d1 y2 m2 d2")
    assert ("swap_pairs", (0, 1, 2, 3)) in changes_of("start end other_start other_end")
    assert ("swap_two_pairs", (1, 2, 3, 4)) in changes_of("factor start1 start2 end1 end2")
    assert ("swap_fours", tuple(range(8))) in changes_of("x1 y1 w1 h1 x2 y2 w2 h2")


def test_arguments_that_are_no_two_things_are_not_exchanged_as_groups():
    groups = {"swap_pairs", "swap_triples", "swap_two_pairs"}
    assert not changes_of("year month day hour minute second", templates=groups)


def test_all_numbers_grow_alike_and_so_do_those_of_one_family_of_names():
    added = {"add_three", "add_five", "add_six"}
    assert changes_of("a b c d e f", floats(0, 9), templates=added) == {("add_six", tuple(range(6)))}
    assert changes_of("side1 side2 side3 angle", templates=added) == {("add_three", (0, 1, 2))}


def test_a_part_of_a_family_of_names_is_no_thing():
    assert not changes_of("p1 p2 p3 p4 p5", templates={"swap_pairs", "swap_two_pairs", "add_four"})
    assert changes_of("x1 y1 x2 y2 r", templates={"swap_pairs"}) == {("swap_pairs", (0, 1, 2, 3))}


def test_each_two_of_three_points_in_a_row_are_exchanged():
    found = changes_of("x1 y1 x2 y2 x3 y3", templates={"swap_pairs"})
    assert found == {("swap_pairs", (0, 1, 2, 3)), ("swap_pairs", (2, 3, 4, 5))}


def test_many_arguments_are_no_reason_to_try_all_choices_of_them():
    parameters = [Parameter(f"p{number}", ints()) for number in range(60)]
    assert len(instantiate(parameters, [])) == 200
