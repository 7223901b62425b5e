"""What templates state about themselves, and what a user's template gains by it."""

from dataclasses import replace

import numpy as np
import pytest

from genmorph.domain import ints, lists
from genmorph.execution.observation import Executions
from genmorph.extension import Effect, Template, register_template, template
from genmorph.filters.candidates import Candidate, own_numbers
from genmorph.filters.following import follows_from, turned
from genmorph.filters.selection import select
from genmorph.model import Kind, Output, Parameter, Tolerance, UsageError
from genmorph.relations.expression import Expression, relation_variables
from genmorph.transformations.facts import check_facts
from genmorph.transformations.template import ADDENDS, Constants
from genmorph.transformations.templates import TEMPLATES
from genmorph.transformations.transformation import Transformation
from tests.extension.own import cross, flip

LISTS = [Parameter("xs", lists(ints()))]
NUMBERS = [Parameter("n", ints())]
VARIABLES = relation_variables([], [], [Output(Kind.INT)])
SAME = Expression.from_tree(["==", "return_f", "return_s"], VARIABLES)
GROWS = Expression.from_tree(["<=", "return_s", "return_f"], VARIABLES)


def halves_exchanged(**facts):
    return template(
        "halves_exchanged",
        [list[int]],
        change=lambda xs: xs[len(xs) // 2 :] + xs[: len(xs) // 2],
        python="xs[len(xs) // 2 :] + xs[: len(xs) // 2]",
        words="the halves of {xs} are exchanged",
        examples=[([1, 2, 3, 4], [3, 4, 1, 2]), ([1, 2], [2, 1])],
        **facts,
    )


def own_add(**parts):
    """The built-in template under another name, as a user would make it."""
    return replace(TEMPLATES["add"], **{"name": "own_add"} | parts)


def found(change, expression=SAME, killed=("m1",)):
    none = np.array([], np.int64)
    executions = Executions(VARIABLES, (), none, none, (), ())
    return Candidate(change, expression, frozenset(killed), executions, Tolerance())


@pytest.mark.parametrize("one", TEMPLATES.values(), ids=lambda one: one.name)
def test_what_a_built_in_template_states_holds_on_its_examples(one):
    check_facts(one, TEMPLATES)


@pytest.mark.parametrize("one", [t for t in TEMPLATES.values() if t.effect is Effect.ADDS], ids=lambda one: one.name)
def test_adding_a_constant_and_then_its_opposite_gives_the_source_back(one):
    for example in one.examples:
        assert one.follow_up(example.after, -example.constant) == example.before


def test_a_relation_of_an_own_reordering_follows_from_one_of_sorting():
    register_template(halves_exchanged(reorders=True))
    sorts, own = Transformation("sort", (0,)), Transformation("halves_exchanged", (0,))
    assert follows_from(sorts, SAME, own, SAME, LISTS)


def test_nothing_follows_for_an_own_template_that_states_nothing():
    register_template(halves_exchanged())
    own = Transformation("halves_exchanged", (0,))
    assert not follows_from(Transformation("sort", (0,)), SAME, own, SAME, LISTS)
    assert turned(own, GROWS, own, VARIABLES) is None


def test_adding_twice_follows_from_adding_once_for_an_own_template():
    register_template(own_add())
    once, twice = (Expression.from_tree(["==", "return_f", ["+", "return_s", n]], VARIABLES) for n in (2, 4))
    changes = [Transformation("own_add", (0,), constant) for constant in (1, 2, -1)]
    assert follows_from(changes[0], once, changes[1], twice, NUMBERS)
    assert turned(changes[0], GROWS, changes[2], VARIABLES).to_tree() == ["<=", "return_f", "return_s"]


def test_a_bound_of_an_own_involution_is_said_backwards():
    register_template(flip(is_involution=True))
    own = Transformation("flip_last_bit", (0,))
    assert turned(own, GROWS, own, VARIABLES).to_tree() == ["<=", "return_f", "return_s"]


def test_own_templates_join_the_diversity_group_that_they_name():
    built_in = found(Transformation("reverse", (0,)))
    register_template(halves_exchanged(diversity_group="order"))
    register_template(replace(halves_exchanged(), name="alone"))
    own, alone = (found(Transformation(name, (0,))) for name in ("halves_exchanged", "alone"))
    assert (own.group, own.wider_group, own.bound_group) == (built_in.group, built_in.wider_group, built_in.bound_group)
    assert alone.group != built_in.group


def test_adding_a_constant_and_its_opposite_are_one_group_also_for_an_own_template():
    register_template(own_add())
    more, less, far = (found(Transformation("own_add", (0,), constant)) for constant in (1, -1, 7))
    assert more.group == less.group != far.group
    assert more.wider_group == far.wider_group


def test_parts_that_grow_are_one_group_and_their_orders_and_multiples_others():
    names = (("add_each", 1), ("scale_each", 2), ("scale_each", 3), ("scale_each", -1), ("reverse", None))
    more, twice, thrice, negated, turned_round = (
        found(Transformation(f"each/{name}", (0,), constant)) for name, constant in names
    )
    assert twice.group == thrice.group
    assert twice.wider_group == thrice.wider_group
    others = (more, twice, negated, turned_round)
    assert len({one.group for one in others}) == len({one.wider_group for one in others}) == len(others)


def test_bounds_of_an_own_template_that_enlarges_are_one_group_with_those_of_adding():
    register_template(own_add())
    register_template(replace(TEMPLATES["scale"], name="own_scale", enlarges_like="own_add"))
    adds, doubles, negates = (
        found(Transformation(name, (0,), constant))
        for name, constant in (("own_add", 1), ("own_scale", 2), ("own_scale", -1))
    )
    assert doubles.bound_group == adds.bound_group != negates.bound_group


@pytest.mark.parametrize("is_unnatural", [False, True])
def test_an_unnatural_template_gives_way_to_one_whose_relation_is_as_good(is_unnatural):
    register_template(halves_exchanged(is_unnatural=is_unnatural, diversity_group="order"))
    own, built_in = (found(Transformation(name, (0,))) for name in ("halves_exchanged", "reverse"))
    assert select([own, built_in], 1, 8) == ((built_in,) if is_unnatural else (own,))


def test_the_fixed_constant_of_an_own_template_is_a_number_that_relations_may_use():
    register_template(flip(fixed_constant=2))
    assert own_numbers(Transformation("flip_last_bit", (0,))) == (2,)


@pytest.mark.parametrize(
    ("make", "facts", "message"),
    [
        (flip, {"is_involution": 1}, "is_involution of flip_last_bit must be True or False, got 1"),
        (flip, {"is_unnatural": None}, "is_unnatural of flip_last_bit must be True or False, got None"),
        (flip, {"reorders": "yes"}, "reorders of flip_last_bit must be True or False, got 'yes'"),
        (flip, {"diversity_group": ""}, "diversity_group of flip_last_bit must be None or a text that is not empty"),
        (flip, {"diversity_group": 3}, "diversity_group of flip_last_bit must be None or a text that is not empty"),
        (
            flip,
            {"fixed_constant": float("nan")},
            "fixed_constant of flip_last_bit must be None or a finite number, got",
        ),
        (flip, {"reorders": True}, "kinds of flip_last_bit, which reorders, must be among str, list[int], "),
        (cross, {"reorders": True}, "arity of cross, which reorders, must be 1, got 2"),
        (
            own_add,
            {"effect": "adds"},
            "effect of own_add must be None or an Effect such as Effect.REORDERS, got 'adds'",
        ),
        (own_add, {"constants": None}, "constants of own_add, which adds, must be some, got None"),
        (own_add, {"fixed_constant": 2}, "fixed_constant of own_add, which takes constants, must be None, got 2"),
    ],
)
def test_facts_that_cannot_be_are_refused_when_the_template_is_made(make, facts, message):
    with pytest.raises(UsageError) as caught:
        make(**facts)
    assert message in str(caught.value)


ANY = Constants("anything", lambda _: True, ADDENDS.choices)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            lambda: flip(reorders=True, kinds=[str], change=lambda n: n + n, python="n + n", examples=[("a", "aa")]),
            "effect of flip_last_bit must hold of its examples, got 'reorders', but 'a' becomes 'aa'",
        ),
        (
            lambda: replace(cross(), is_moving=True),
            "is_moving of cross must be False, got True: its constants are no numbers",
        ),
        (
            lambda: replace(TEMPLATES["scale"], name="own", is_moving=True),
            "is_moving of own must be False, got True: there and back makes",
        ),
        (lambda: cross(is_involution=True), "is_involution of cross must be False, got True: twice applied it makes"),
        (
            lambda: own_add(effect=Effect.SCALES),
            "effect of own_add must hold of its examples, got 'scales', but 3 becomes",
        ),
        (lambda: own_add(enlarges_like="swap"), "enlarges_like of own_add must be a template that adds, got 'swap'"),
        (lambda: own_add(enlarges_like="add_both"), "enlarges_like of own_add must be of 1 arguments, got 'add_both'"),
        (lambda: own_add(constants=ANY), "constants of own_add, which adds, must be numbers other than 0, got 0"),
    ],
)
def test_facts_that_do_not_hold_on_the_examples_are_refused_at_registration(wrong, message):
    with pytest.raises(UsageError) as caught:
        register_template(wrong())
    assert message in str(caught.value)


def test_facts_are_unknown_unless_they_are_stated():
    plain: Template = flip()
    facts = (plain.effect, plain.diversity_group, plain.enlarges_like, plain.fixed_constant)
    assert facts == (None, None, None, None)
    assert not plain.is_involution
    assert not plain.is_unnatural
