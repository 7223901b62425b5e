"""What holds because both calls get the same input, and what follows from changes of each argument, is not told."""

import pytest

from genmorph import infer_relations
from genmorph.domain import ints


def ways(n: int, k: int) -> int:
    if not 0 < k <= n:
        raise ValueError
    return n**k


def area(width: int, height: int) -> int:
    return abs(width * height)


@pytest.fixture(scope="module")
def of_area():
    domain = {"width": ints(-20, 20), "height": ints(-20, 20)}
    return [one.formula for one in infer_relations(area, budget="1ev", domain=domain, cache=False)]


def test_arguments_that_may_only_be_exchanged_where_they_are_equal_are_not():
    relations = infer_relations(ways, budget="1ev", domain={"n": ints(1, 12), "k": ints(1, 12)}, cache=False)
    assert relations
    assert not any("ways(k, n)" in one.formula for one in relations)


def test_a_sign_is_told_of_one_of_two_arguments_that_may_be_exchanged(of_area):
    signs = {"area(-width, height) == area(width, height)", "area(width, -height) == area(width, height)"}
    assert "area(height, width) == area(width, height)" in of_area
    assert len(signs.intersection(of_area)) == 1


def test_both_signs_together_follow_from_that(of_area):
    assert not any("area(-width, -height)" in formula for formula in of_area)
