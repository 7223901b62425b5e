"""Kinds of values of a user's: what one must be, and where it takes part."""

import datetime
from dataclasses import dataclass, replace

import pytest

from genmorph.domain import as_data, build, homes_of, ints, makers_of, parse_domain
from genmorph.execution.outputs import find_outputs
from genmorph.extension import Change, Formed, View, register_kind, register_template, unregister_kind
from genmorph.model import Parameter, Returned, UsageError
from genmorph.transformations.instantiation import instantiate
from genmorph.transformations.templates import known_templates
from genmorph.values.formed import added
from genmorph.values.registered import OWN_KINDS
from genmorph.values.type_hints import read_hint
from tests.extension.own import flip


class Weight:
    """Grams; equal where these are."""

    def __init__(self, grams):
        self.grams = grams

    def __eq__(self, other):
        return isinstance(other, Weight) and self.grams == other.grams

    def __hash__(self):
        return hash(self.grams)

    def __add__(self, grams):
        return Weight(self.grams + grams)


HERE = Weight.__module__
HEAVIER = Change(
    "add_grams",
    (1, 10),
    before=lambda domain, grams: Weights(domain.most - grams) if domain.most >= grams else None,
    apply=lambda value, grams: Weight(value.grams + grams),
    text=lambda value, grams: f"{HERE}.Weight({value}.grams + {grams})",
    words=lambda value, grams: f"{value} is heavier by {grams}",
    examples=((Weight(1), 2, Weight(3)),),
)


@dataclass(frozen=True, repr=False)
class Weights(Formed):
    most: int
    made_by = (HERE, "Weight")
    changes = (HEAVIER,)
    views = (View("{}.grams", lambda value: value.grams),)

    @staticmethod
    def arguments(value):
        return (value.grams,)

    @property
    def inner(self):
        return ints(0, self.most)

    def form(self, plain):
        return Weight(plain)

    def plain(self, value):
        return value.grams

    def notation(self):
        return f"weights({self.most})"

    def strategy(self):
        return f"st.builds({HERE}.Weight, st.integers(0, {self.most}))"


def weights(most=1000):
    return Weights(most)


def register():
    return register_kind(Weights, weights, Weight)


def test_a_kind_takes_part_from_its_registration_to_its_end():
    for _ in range(2):
        assert register() is Weights
    assert parse_domain("weights(9)") == Weights(9)
    assert read_hint(Weight).domains == (Weights(1000),)
    assert homes_of(Weights(9)) == makers_of(Weights(9)) == {HERE}
    assert build(as_data(Weight(3))) == Weight(3)
    unregister_kind("Weights")
    assert not OWN_KINDS.values
    assert not read_hint(Weight).domains
    assert "add_grams" not in known_templates()
    with pytest.raises(UsageError, match="--load MODULE imports a module that registers further kinds"):
        parse_domain("weights(9)")
    with pytest.raises(ValueError, match="Weight"):
        as_data(Weight(3))


def test_its_changes_are_transformations():
    register()
    found = [one for one in instantiate([Parameter("w", Weights(9))], []) if one.template == "add_grams"]
    assert [one.constant for one in found] == [1]  # ten more would leave the domain
    assert found[0].apply((as_data(Weight(3)),)) == (as_data(Weight(4)),)
    assert found[0].follow_up_arguments(["w"]) == (f"{HERE}.Weight(w.grams + 1)",)


def test_its_values_are_outputs_with_its_views():
    register()
    found = find_outputs([Returned(as_data(Weight(3))), Returned(as_data(Weight(4)))], ())
    assert [one.name for one in found] == ["return", "return.grams"]


def with_parts(**parts):
    """A kind with some parts of its own, at the top level of this module for as long as it is tried."""
    return type("Weights", (Weights,), {"__module__": HERE, "__qualname__": "Weights", **parts})


@pytest.mark.parametrize(
    ("kind", "factory", "of", "message"),
    [
        (int, weights, Weight, "kind must be a subclass of Formed with all its methods, got <class 'int'>"),
        (Formed, weights, Weight, "kind must be a subclass of Formed with all its methods"),
        (with_parts(__module__="__main__"), weights, Weight, "top level of a module that workers can import"),
        (Weights, ints, Weight, "factory of Weights must have a name of its own, got 'ints'"),
        (Weights, weights, datetime.date, "of must be a type that no other kind has, got <class 'datetime.date'>"),
        (Weights, weights, 3, "of must be a type that no other kind has, got 3"),
        (with_parts(made_by=(HERE, "HERE")), weights, Weight, "made_by of Weights must name a function"),
        (with_parts(made_by=(HERE, "Wait")), weights, Weight, "has no function 'Wait'"),
    ],
)
def test_names_that_are_not_right_are_told(kind, factory, of, message):
    with pytest.raises(UsageError) as caught:
        register_kind(kind, factory, of)
    assert message in str(caught.value)
    assert not OWN_KINDS.values


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"notation": lambda _: "ints(0, 9)"}, "notation of Weights must be a call of its factory, got 'ints(0, 9)'"),
        ({"form": lambda _, plain: plain}, "form of Weights must give values of Weight, got"),
        ({"arguments": staticmethod(lambda _: (0,))}, "arguments of Weights must be those with which"),
        ({"plain": lambda *_: -1}, "plain of Weights must give what the value is made of"),
        ({"changes": (replace(HEAVIER, examples=()),)}, "examples of add_grams of Weights must be some, got none"),
        ({"changes": (replace(HEAVIER, apply=lambda *_: 0),)}, "apply of add_grams of Weights must give"),
        ({"changes": (replace(HEAVIER, text=lambda value, _: value),)}, "text of add_grams of Weights must give"),
    ],
)
def test_what_does_not_do_as_it_says_is_not_registered(parts, message):
    kind = with_parts(**parts)

    def weights(most=1000):
        return kind(most)

    with pytest.raises(UsageError) as caught:
        register_kind(kind, weights, Weight)
    assert message in str(caught.value)
    assert not OWN_KINDS.values


def test_a_change_has_a_name_that_no_other_template_has():
    register_template(flip(name="add_grams"))
    register()
    with pytest.raises(UsageError, match="change of a kind must have a name that no template has, got 'add_grams'"):
        known_templates()


def test_kinds_that_share_a_change_with_built_in_ones_share_its_template():
    adding = known_templates()["add_exactly"]
    kind = with_parts(changes=(added(Weight(1), Weight(4)),))

    def weights(most=1000):
        return kind(most)

    register_kind(kind, weights, Weight)
    assert len(known_templates()["add_exactly"].examples) == len(adding.examples) + 1


def test_a_change_of_the_name_of_another_one_must_do_the_same():
    kind = with_parts(changes=(replace(HEAVIER, name="add_exactly"),))

    def weights(most=1000):
        return kind(most)

    with pytest.raises(UsageError, match="apply of add_exactly of Weights must be that of other kinds"):
        register_kind(kind, weights, Weight)
    assert not OWN_KINDS.values
