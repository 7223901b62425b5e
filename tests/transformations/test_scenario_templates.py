"""Templates of scenarios: their examples, and what all scenarios of functions have in common."""

import math
import zlib
from collections import Counter
from dataclasses import replace

import pytest

from genmorph.domain import byte_strings, floats, ints, lists, sets, texts
from genmorph.model import Parameter, Tolerance
from genmorph.relations.meaning import Check
from genmorph.relations.scenario import Called, Columns, Given, calls_in, claim_text, names_in
from genmorph.transformations.postconditions import POSTCONDITIONS
from genmorph.transformations.predicate_templates import PREDICATES
from genmorph.transformations.scenario_catalogue import SCENARIO_TEMPLATES, scenarios
from genmorph.transformations.scenario_templates import Callee, next_name

DOMAINS = {int: ints(), float: floats(), str: texts(), bytes: byte_strings(), list: lists(ints()), set: sets(ints())}
LETTERS = "ab"


def text_of(scenario):
    return claim_text(scenario.claim, lambda function, texts: f"f{function}({', '.join(texts)})")


def callee(function, sample, names=LETTERS, numbers=()):
    """A function as templates know it, of parameters with these names."""
    domains = [DOMAINS[type(value)] for value in sample]
    gives = function(*sample)
    fitting = frozenset(place for place, value in enumerate(sample) if type(value) is type(gives))
    parameters = tuple(Parameter(name, domain) for name, domain in zip(names, domains, strict=False))
    return Callee(
        function.__name__,
        parameters,
        sample,
        gives,
        fitting,
        numbers=numbers,
        may_give_none=gives is None,
        seen=tuple((sample, value) for value in (True, False) for _ in range(9)),
    )


def callees(functions, samples):
    """Several of them, which pass what they give to each other where its type fits."""
    alone = [callee(function, sample) for function, sample in zip(functions, samples, strict=True)]
    return [
        Callee(
            one.name,
            one.parameters,
            one.sample,
            one.gives,
            one.feeds,
            {
                number: frozenset(p for p, value in enumerate(other.sample) if type(value) is type(one.gives))
                for number, other in enumerate(alone)
            },
            frozenset(
                number
                for number, other in enumerate(alone)
                if isinstance(one.gives, tuple) and list(map(type, one.gives)) == list(map(type, other.sample))
            ),
            may_give_none=one.may_give_none,
            seen=one.seen,
        )
        for one in alone
    ]


def rows_like(scenario, samples):
    """A row of inputs: each drawn one is the argument of the sample that it was drawn for."""
    return {one.name: [0 if one.position is None else samples[one.function][one.position]] for one in scenario.drawn}


def called(functions):
    return lambda call, _places, rows: [functions[call.function](*row) for row in rows]


ALL_TEMPLATES = (*SCENARIO_TEMPLATES, POSTCONDITIONS)
EXAMPLES = [(template, *example) for template in ALL_TEMPLATES for example in template.examples]


def test_every_template_has_an_example():
    assert {template.name for template, *_ in EXAMPLES} == {template.name for template in ALL_TEMPLATES}


@pytest.mark.parametrize(("template", "functions", "samples", "text"), EXAMPLES, ids=[e[0].name for e in EXAMPLES])
def test_the_claim_of_an_example_is_among_the_instances_and_holds(template, functions, samples, text):
    assert len(functions) == template.functions
    by_text = {text_of(scenario): scenario for scenario in template.instances(callees(functions, samples))}
    assert text in by_text
    scenario = by_text[text]
    columns = Columns(rows_like(scenario, samples), called(functions))
    assert columns.checks(scenario.claim, Tolerance()) == [Check.HOLDS]


VARIED = [
    *([one] for one in (callee(max, (1, 2)), callee(zlib.crc32, (b"x", 1)), callee(sum, ([1, 2],)))),
    *([one] for one in (callee(str.index, ("ab", "b")), callee(math.hypot, (1.0, 2.0)), callee(set.union, ({1}, {2})))),
    [callee(max, (1, 2), ("k", "key"))],
    [callee(max, (1, 2), ("z", "z2"))],
    [callee(str.index, ("ab", "b"), ("i", "i2"))],
    *(callees(functions, samples) for _, functions, samples, _ in EXAMPLES if len(functions) > 1),
]


@pytest.mark.parametrize("those", VARIED, ids=lambda those: " ".join(f"{one.name}{one.names}" for one in those))
def test_drawn_inputs_of_a_scenario_have_distinct_names_and_are_those_that_its_claim_speaks_of(those):
    found = list(scenarios(those))
    assert found
    for scenario in found:
        names = [one.name for one in scenario.drawn]
        assert all(map(str.isidentifier, names))
        assert len(set(names)) == len(names)
        assert set(names) == names_in(*scenario.claim.terms)


@pytest.mark.parametrize("those", VARIED, ids=lambda those: " ".join(f"{one.name}{one.names}" for one in those))
def test_calls_of_a_scenario_have_all_arguments_of_a_function_that_is_there(those):
    for scenario in scenarios(those):
        assert scenario.claim.calls
        for call in scenario.claim.calls:
            assert len(call.arguments) == len(those[call.function].parameters)


@pytest.mark.parametrize("those", VARIED, ids=lambda those: " ".join(f"{one.name}{one.names}" for one in those))
def test_a_scenario_is_an_instance_once(those):
    keys = Counter((text_of(one), one.group, *(repr(drawn.domain) for drawn in one.drawn)) for one in scenarios(those))
    assert max(keys.values()) == 1


@pytest.mark.parametrize("name", ["a", "n", "z", "Z", "xs", "zs", "s", "words", "x2", "_", "été"])
def test_further_inputs_of_one_name_have_names_of_their_own(name):
    names = [name]
    for _ in range(30):
        names.append(next_name(name, names))
    assert len(set(names)) == len(names)
    assert all(map(str.isidentifier, names))


def claims(function, sample, law, **given):
    return [scenario for scenario in scenarios([callee(function, sample, **given)]) if scenario.claim.law == law]


def test_inputs_of_one_call_are_drawn_together_and_those_of_another_apart():
    (scenario, *_) = claims(sum, ([1, 2],), "additivity over concatenation")
    first, second = scenario.drawn
    assert (first.row, second.row) == (0, 1)
    assert first.position == second.position == 0


def test_a_triangle_inequality_requires_that_the_distance_to_itself_is_nothing():
    (scenario,) = claims(math.dist, ([1], [2]), "triangle inequality")
    (itself,) = scenario.requires
    assert itself.law == "distance to itself"
    assert itself.left == Called(0, (Given("a"), Given("a")))


def differs(a, b):
    return a != b


def lies_between(a, b, c):
    return b <= a <= c


def test_predicates_of_three_like_values_are_no_relation_of_two():
    assert not list(claims(lies_between, (1, 2, 3), "transitivity", names="abc"))


def test_predicates_of_two_values_may_be_transitive_and_are_no_distance():
    assert len(claims(differs, (1, 2), "transitivity")) == 1
    assert claims(differs, (1, 2), "triangle inequality") == []


def added(a, b):
    return a + b


def test_constants_of_the_source_may_be_moduli_neutral_and_absorbing():
    keys = [text_of(one) for one in scenarios([callee(sum, ([1],), numbers=(97, 2.5))])]
    assert "f0(a + b) == (f0(a) + f0(b)) % 97" in keys
    neutral = [text_of(one) for one in claims(added, (1, 2), "neutral element", numbers=(97,))]
    assert "f0(a, 97) == a" in neutral


def test_what_only_a_different_type_could_take_is_never_passed_on():
    for scenario in scenarios([callee(len, ([1],), numbers=(3,))]):
        assert not any(calls_in(argument) for call in scenario.claim.calls for argument in call.arguments)


def lost(a, b, c):
    return 1 + a * abs(b - c) * (b + 2)


def test_no_base_case_comes_twice_of_three_numbers():
    laws = ("base case", "unit for equal inputs")
    texts = [text_of(one) for one in scenarios([callee(lost, (1, 2, 3), "abc")]) if one.claim.law in laws]
    assert len(texts) == len(set(texts))
    assert {"f0(0, b, c) == 1", "f0(a, b, b) == 1"} <= set(texts)


def test_what_says_most_comes_first_of_a_group():
    laws = [one.claim.law for one in scenarios([callee(sum, ([1],))]) if one.group == "combining (0,) join"]
    assert laws[0] == "additivity over concatenation"
    assert laws[-2:] == ["subadditivity", "superadditivity"]


def test_of_a_predicate_that_is_hardly_ever_true_it_says_little_that_it_is_false():
    def texts(*seen):
        given = tuple(((value,), answer) for value, answer in seen)
        return {text_of(one) for one in PREDICATES.instances([replace(callee(is_reserved, (3,)), seen=given)])}

    below = [(-number, True) for number in range(1, 20)]
    above = [(number, is_reserved(number)) for number in (2, 3, 5, 80, 101, 500, 8080, 9200, 4, 6)]
    assert "not f0(a * 2)" in texts(*below, *above)
    assert not any("not" in text for text in texts(*below, *above) if "a * b" in text)
    assert texts() == set()


def is_reserved(port):
    return port < 0 or port in (8080, 9200)
