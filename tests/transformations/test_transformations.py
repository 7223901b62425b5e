"""Transformations and the templates they come from."""

import json
import keyword
import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import as_domain, bools, contains_all, floats, froms, ints
from genmorph.model import Parameter, UsageError
from genmorph.transformations import TEMPLATES, Narrowable, Transformation, instantiate, transformation_from_data

OPAQUE = as_domain(st.integers(0, 9).map(abs), "x")
EXAMPLES = [(template, example) for template in TEMPLATES.values() for example in template.examples]


def describe(parameters, constants=(), **limit):
    names = [parameter.name for parameter in parameters]
    return [transformation.phrase(names) for transformation in instantiate(parameters, constants, **limit)]


@pytest.mark.parametrize(("template", "example"), EXAMPLES, ids=lambda value: getattr(value, "words", None))
def test_templates_do_what_their_examples_say(template, example):
    names = ["a", "b"][: template.arity]
    transformation = Transformation(template.name, tuple(range(template.arity)), example.constant)
    assert transformation.apply(example.before) == example.after
    assert transformation.follow_up_arguments(names) == example.texts
    assert transformation.phrase(names) == example.words


def values_of(kind):
    return {"int": st.integers(), "float": st.floats(allow_nan=False), "bool": st.booleans()}[kind.value]


@st.composite
def transformations(draw):
    domains = draw(st.lists(st.sampled_from([ints(), floats(allow_infinity=True), bools()]), min_size=1, max_size=3))
    parameters = [Parameter(name, domain) for name, domain in zip("xyz", domains, strict=False)]
    constants = draw(st.lists(st.integers(-9, 9) | st.floats(), max_size=3))
    found = instantiate(parameters, constants)
    source = tuple(draw(values_of(parameter.kind)) for parameter in parameters)
    return draw(st.sampled_from(found)), source, [parameter.name for parameter in parameters]


@given(transformations())
def test_texts_evaluate_to_what_apply_gives(drawn):
    transformation, source, names = drawn
    follow_up = transformation.apply(source)
    scope = dict(zip(names, source, strict=True))
    texts = transformation.follow_up_arguments(names)
    assert repr(tuple(eval(text, scope) for text in texts)) == repr(follow_up)  # noqa: S307
    relation = transformation.input_relation(names)
    pair = {f"{name}_s": value for name, value in zip(names, source, strict=True)}
    pair |= {f"{name}_f": value for name, value in zip(names, follow_up, strict=True)}
    is_defined = all(value == value for value in follow_up)
    assert eval(relation, pair) or not is_defined  # noqa: S307


@given(transformations())
def test_kinds_are_kept_and_what_is_not_mentioned_is_unchanged(drawn):
    transformation, source, _ = drawn
    follow_up = transformation.apply(source)
    assert [type(value) for value in follow_up] == [type(value) for value in source]
    rest = [position for position in range(len(source)) if position not in transformation.positions]
    assert all(follow_up[position] is source[position] for position in rest)


@given(transformations())
def test_data_survives_json(drawn):
    transformation, _, names = drawn
    data = json.loads(json.dumps(transformation.to_data(names)))
    assert transformation_from_data(data, names) == transformation


@given(st.sets(st.integers(-99, 99) | st.floats(allow_nan=False, allow_infinity=False), max_size=6))
def test_phrases_become_identifiers_that_tell_transformations_apart(constants):
    phrases = describe([Parameter("x", floats()), Parameter("y", floats())], sorted(constants))
    identifiers = [re.sub(r"[^0-9a-zA-Z]+", "_", phrase) for phrase in phrases]
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in identifiers)
    assert len(set(identifiers)) == len(identifiers)


def test_all_that_applies_is_instantiated_and_the_most_promising_comes_first():
    parameters = [Parameter("p", ints()), Parameter("q", ints(-5, 5)), Parameter("up", bools())]
    assert describe(parameters, [7, 2, 1.0, 0, True, 2.5, float("nan"), 2**60, 2.0]) == [
        "p and q are swapped",
        "up is flipped",
        "p grows by 1",
        "q grows by 1",
        "p shrinks by 1",
        "q shrinks by 1",
        "p is negated",
        "q is negated",
        "p grows by 7",
        "q grows by 7",
        "p is multiplied by 7",
        "q is multiplied by 7",
        "p grows by 2",
        "q grows by 2",
        "p is multiplied by 2",
        "q is multiplied by 2",
    ]


def test_constants_of_float_parameters_are_floats():
    found = instantiate([Parameter("x", floats())], [2, 2.5])
    assert [transformation.constant for transformation in found] == [1.0, -1.0, -1.0, 2.0, 2.0, 2.5, 2.5]
    assert all(type(transformation.constant) is float for transformation in found)


def test_neighbours_are_swapped_before_others():
    swaps = describe([Parameter(name, bools()) for name in "pqrs"])[:6]
    assert [swap[:7] for swap in swaps] == ["p and q", "q and r", "r and s", "p and r", "q and s", "p and s"]


def test_as_many_as_asked_for_are_instantiated():
    parameters = [Parameter("p", ints()), Parameter("q", ints())]
    assert len(instantiate(parameters, range(2, 999))) == 200
    assert describe(parameters, [2], limit=6) == describe(parameters, [2])[1:7]
    assert describe(parameters, [2], limit=8) == describe(parameters, [2])[:8]
    with pytest.raises(UsageError, match="limit must be at least 1, got 0"):
        instantiate(parameters, [], limit=0)


def test_each_of_many_parameters_gets_its_basic_changes_and_is_swapped_with_another():
    parameters = [Parameter(f"p{number}", floats()) for number in range(30)]
    found = instantiate(parameters, [2.0, 3.0, 5.0])
    basic = [change for change in found if change.constant in (1, -1)]
    assert len(found) == 200
    assert Counter(position for change in basic for position in change.positions) == dict.fromkeys(range(30), 3)
    swapped = {position for change in found if change.template == "swap" for position in change.positions}
    assert swapped == set(range(30))


@given(
    st.lists(st.sampled_from([ints(), ints(0, 1), floats(), bools()]), min_size=1, max_size=4),
    st.lists(st.integers(-9, 9), max_size=6),
    st.integers(1, 60),
)
def test_a_limit_leaves_out_and_never_puts_in(domains, constants, limit):
    parameters = [Parameter(f"p{number}", domain) for number, domain in enumerate(domains)]
    found, all_found = (instantiate(parameters, constants, limit=most) for most in (limit, 10_000))
    assert len(found) == len(set(found)) == min(limit, len(all_found))
    assert [change for change in all_found if change in found] == list(found)


def test_constants_take_turns_over_the_parameters():
    found = instantiate([Parameter("p", ints()), Parameter("q", ints())], range(2, 50), limit=31)
    further = [change.positions for change in found if change.constant not in (None, 1, -1)]
    assert further == [(0,), (1,)] * 12


def test_nothing_is_instantiated_where_no_follow_up_is_valid():
    assert describe([Parameter("k", ints(5, 6)), Parameter("n", ints(8, 9))], [2, 100]) == [
        "k grows by 1",
        "n grows by 1",
        "k shrinks by 1",
        "n shrinks by 1",
    ]
    assert describe([Parameter("up", froms([True]))]) == []


def test_unknown_domains_are_given_the_benefit_of_the_doubt_but_not_mixed_with_known_ones():
    parameters = [Parameter("k", OPAQUE), Parameter("n", ints(0, 0))]
    assert describe(parameters) == [
        "k grows by 1",
        "n is negated",
        "k shrinks by 1",
        "k is negated",
    ]


@pytest.mark.parametrize(
    ("transformation", "expected"),
    [
        (Transformation("add", (1,), 1), (ints(0, 9), ints(3, 11))),
        (Transformation("add", (0,), -2), (ints(2, 9), ints(3, 12))),
        (Transformation("scale", (1,), 2), (ints(0, 9), ints(3, 6))),
        (Transformation("swap", (0, 1)), (ints(3, 9), ints(3, 9))),
    ],
)
def test_narrowed_sources_have_valid_follow_ups(transformation, expected):
    domains = (ints(0, 9), ints(3, 12))
    narrowed = transformation.narrow(domains)
    assert narrowed == expected
    rng = Random(0)
    for _ in range(100):
        source = tuple(domain.draw(rng) for domain in narrowed)
        assert contains_all(domains, transformation.apply(source))


def test_narrowing_tells_the_unknown_from_the_empty():
    assert Transformation("add", (0,), 1).narrow([OPAQUE, bools()]) is None
    assert Transformation("flip", (1,)).narrow([OPAQUE, bools()]) == (OPAQUE, bools())
    with pytest.raises(UsageError, match=r"add must have sources with follow-ups in the domain, got ints\(0, 1\)"):
        Transformation("add", (0,), 5).narrow([ints(0, 1)])


def test_known_domains_are_narrowable_and_opaque_ones_are_not():
    assert all(isinstance(domain, Narrowable) for domain in (ints(), floats(), bools(), froms([1])))
    assert not isinstance(OPAQUE, Narrowable)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], r"transformation must have template, parameters and constant, got \[\]"),
        ({"template": "add", "parameters": ["e"]}, "transformation must have"),
        ({"template": "add", "parameters": ["e"], "constant": 1, "more": 2}, "transformation must have"),
        ({"template": "add", "parameters": "e", "constant": 1}, "transformation must have"),
        (
            {"template": "turn", "parameters": ["e"], "constant": 1},
            "template must be one of swap, flip, add, scale, got",
        ),
        ({"template": "add", "parameters": ["x"], "constant": 1}, "parameter must be one of k, e, got 'x'"),
        ({"template": "add", "parameters": [["e"]], "constant": 1}, "parameter must be one of"),
        ({"template": "add", "parameters": ["k", "e"], "constant": 1}, "positions of add must be 1"),
        ({"template": "swap", "parameters": ["e", "e"], "constant": None}, "positions of swap must be 2"),
        ({"template": "swap", "parameters": ["k", "e"], "constant": 1}, "swap must have no constant, got 1"),
        (
            {"template": "add", "parameters": ["e"], "constant": 0},
            "constant of add must be a finite number other than 0",
        ),
        ({"template": "scale", "parameters": ["e"], "constant": 1.0}, "other than 0 or 1, got 1.0"),
        ({"template": "add", "parameters": ["e"], "constant": None}, "constant of add"),
        ({"template": "add", "parameters": ["e"], "constant": True}, "constant of add"),
        ({"template": "add", "parameters": ["e"], "constant": float("inf")}, "constant of add"),
        ({"template": "add", "parameters": ["e"], "constant": 10**400}, "constant of add"),
        ({"template": "add", "parameters": ["e"], "constant": [1]}, "constant of add"),
    ],
)
def test_malformed_data_is_refused(data, message):
    with pytest.raises(UsageError, match=message):
        transformation_from_data(data, ["k", "e"])
