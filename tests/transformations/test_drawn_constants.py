"""Transformations whose constant is drawn anew for each source."""

from random import Random

import pytest

from genmorph import UsageError
from genmorph.domain import bools, dates, floats, froms, ints, lists, matrices, np_arrays, texts
from genmorph.model import Parameter
from genmorph.transformations.instantiation import instantiate
from genmorph.transformations.transformation import Transformation, transformation_from_data


def drawn_of(*domains):
    parameters = [Parameter(name, domain) for name, domain in zip("xyz", domains, strict=False)]
    found = [change for change in instantiate(parameters, []) if change.drawn is not None]
    return {(change.template, change.positions): change.drawn for change in found if "/" not in change.template}


@pytest.mark.parametrize(
    ("domain", "drawn"),
    [
        (ints(0, 100), {"add": ints(1, 50), "scale": ints(2, 10)}),
        (ints(0, 1), {}),
        (ints(5, 9), {"add": ints(1, 2)}),
        (floats(0, 1), {"add": floats(0.0005, 0.5), "scale": floats(0.1, 10)}),
        (dates(), {"shift_days": ints(1, 1000)}),
        (bools(), {}),
        (texts(), {"shuffle": ints(0, 10**9), "beginning": ints(0, 8)}),
        (texts(min_len=3, max_len=4), {"shuffle": ints(0, 10**9), "beginning": ints(3, 4)}),
        (texts(min_len=3, max_len=3), {"shuffle": ints(0, 10**9)}),
        (froms([3, 5]), {}),
    ],
    ids=repr,
)
def test_what_is_drawn_depends_on_the_domain(domain, drawn):
    assert {template: found for (template, _), found in drawn_of(domain).items()} == drawn


def test_elements_are_drawn_from_the_domain_of_the_elements():
    found = {template: domain for (template, _), domain in drawn_of(lists(ints(0, 9))).items()}
    assert found["append"] == found["prepend"] == ints(0, 9)
    assert found["add_each"] == ints(1, 4)


@pytest.mark.parametrize(
    ("domain", "drawn"),
    [
        (matrices(floats(-10, 10)), {"add_exactly": floats(0.01, 10.0), "scale_exactly": floats(0.1, 10.0)}),
        (matrices(ints(0, 100)), {"add_exactly": ints(1, 50), "scale_exactly": ints(2, 10)}),
        (np_arrays("uint8", (2, 2)), {"add_exactly": ints(1, 127), "scale_exactly": ints(2, 10)}),
    ],
    ids=repr,
)
def test_what_changes_all_elements_of_an_array_is_drawn_like_these(domain, drawn):
    assert {template: found for (template, _), found in drawn_of(domain).items()} == drawn


def test_every_array_of_floats_has_a_follow_up_by_a_drawn_factor():
    domain = matrices(floats(-9, 9), rows=4, columns=4)
    scaled = Transformation("scale_exactly", (0,), drawn=drawn_of(domain)["scale_exactly", (0,)])
    rng = Random(0)

    def follow(source):
        follow_up = scaled.apply(source)
        return follow_up if follow_up is not None and domain.contains(follow_up[0]) else None

    assert all(scaled.with_drawn((domain.draw(rng),), follow)[1] is not None for _ in range(100))


def test_several_arguments_change_by_one_that_is_drawn():
    assert drawn_of(ints(0, 100), ints(0, 10))["add_both", (0, 1)] == ints(1, 5)
    assert not any(place == (0, 1) for _, place in drawn_of(ints(0, 100), ints(0, 0)))


def test_they_come_before_those_with_constants():
    changes = instantiate([Parameter("x", ints())], [], templates={"add"})
    assert [change.phrase(["x"]) for change in changes] == ["x grows by k", "x grows by 1", "x shrinks by 1"]


def test_a_transformation_reads_back_and_has_a_key_of_its_own():
    change = Transformation("add", (0,), drawn=ints(1, 5))
    assert transformation_from_data(change.to_data(["x"]), ["x"]) == change
    assert change.key != Transformation("add", (0,), 1).key
    assert "drawn=ints(1, 5)" in change.key


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"template": "swap", "positions": (0, 1)}, "swap must have no drawn constant, got one of ints"),
        ({"template": "remove", "positions": (0,)}, "remove must have no drawn constant, got one of ints"),
        ({"template": "add", "positions": (0,), "constant": 1}, "add must have no drawn constant, got one of ints"),
    ],
)
def test_what_draws_nothing_has_no_drawn_constant(fields, text):
    with pytest.raises(UsageError, match=text):
        Transformation(**fields, drawn=ints(1, 5))


def test_what_is_drawn_depends_on_the_arguments_alone_and_has_a_follow_up_where_it_can():
    change = Transformation("add", (0,), drawn=ints(1, 50))

    def follow(source):
        (follow_up,) = change.apply(source)
        return (follow_up,) if follow_up <= 100 else None

    pairs = [change.with_drawn((x,), follow) for x in range(101)]
    assert pairs == [change.with_drawn((x,), follow) for x in range(101)]
    assert len({k for (_, k), _ in pairs}) > 20
    assert [x for (x, _), follow_up in pairs if follow_up is None] == [100]
    assert all(follow_up in (None, (x + k,)) for (x, k), follow_up in pairs)
    assert {1, 50} <= {k for (_, k), _ in pairs}


def test_one_element_has_no_other_order():
    shuffle = Transformation("shuffle", (0,), drawn=ints(0, 99))
    assert shuffle.narrow([texts(max_len=5)]) == (texts(min_len=2, max_len=5), ints(0, 99))
    assert shuffle.is_applicable([texts(max_len=1)]) is False
    assert ("shuffle", (0,)) not in drawn_of(texts("ab", max_len=1))
    assert ("shuffle", (0,)) not in drawn_of(froms(["day", "night"]))


def test_what_may_be_done_to_few_texts_does_not_depend_on_chance():
    """A draw decided whether the shuffled words made one of the texts, and with it whether they were shuffled."""
    offers = [instantiate([Parameter("text", froms(["a b"]))], [], pieces=(" ",)) for _ in range(50)]
    assert len({tuple(map(str, offer)) for offer in offers}) == 1
    assert any(change.template.endswith("shuffle") for change in offers[0])
