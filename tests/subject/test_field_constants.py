"""Numbers of a function's field, suggested by names, the source and the documentation."""

import ast
import math

import pytest

from genmorph.domain import floats, froms, ints, lists, optionals
from genmorph.model import Parameter
from genmorph.settings import INSTANTIATION
from genmorph.subject.field_constants import FIELDS, numbers_of_function, numbers_of_name
from genmorph.subject.subject import inspect_subject
from genmorph.transformations.instantiation import instantiate
from genmorph.transformations.transformation import Transformation

NAMES = [(field, name) for field in FIELDS for name in field.examples]


@pytest.mark.parametrize(("field", "name"), NAMES, ids=lambda value: getattr(value, "examples", value))
def test_a_field_is_told_by_its_examples(field, name):
    assert set(field.numbers) <= set(numbers_of_name(name))


@pytest.mark.parametrize("name", ["x", "value", "count", "data", "total", "items", "index"])
def test_other_names_suggest_nothing(name):
    assert numbers_of_name(name) == ()


def test_a_function_without_source_is_of_a_field_by_its_name():
    assert inspect_subject("math:sin", [floats(-99, 99)]).suited == ((2 * math.pi, math.pi, math.pi / 2),)
    assert inspect_subject("math:sqrt", [floats(0, 99)]).suited == ((),)


def test_units_in_the_docstring_count_and_other_words_do_not():
    [stated, silent] = ast.parse(
        "def f(x):\n    'The course in degrees.'\ndef g(x):\n    'Of course the hue of a day.'"
    ).body
    assert numbers_of_function(stated, "f") == (360, 180, 90)
    assert numbers_of_function(silent, "g") == ()


def changes_of(*domains, suited=()):
    parameters = [Parameter(name, domain) for name, domain in zip("xy", domains, strict=False)]
    return {
        (change.template, change.positions, change.constant)
        for change in instantiate(parameters, [], suited=suited, draws=False)
    }


def test_suited_numbers_are_added_to_their_parameter_alone():
    found = changes_of(ints(0, 99), ints(0, 99), suited=[(24, 12), (12,)])
    added = {change for change in found if change[0].startswith("add") and change[2] in (12, 24)}
    assert added == {("add", (0,), 24), ("add", (0,), 12), ("add", (1,), 12)}


@pytest.mark.parametrize(
    ("domain", "suited", "middles"),
    [
        (floats(0, 1), (), {1.0}),
        (ints(1, 12), (), {13}),
        (floats(-9, 9), (2 * math.pi,), {2 * math.pi}),
        (ints(-9, 9), (), set()),
        (ints(), (), set()),
        (floats(), (), set()),
        (ints(0, 5), (360,), {5}),
        (floats(0, 1, width=16), (), set()),
        (optionals(ints(0, 5)), (), {5}),
        (froms([1, 2, 4]), (), set()),
        (lists(ints(0, 5)), (), set()),
    ],
    ids=repr,
)
def test_numbers_are_mirrored_in_their_domain_or_their_field(domain, suited, middles):
    assert {
        constant for template, _, constant in changes_of(domain, suited=[suited]) if template == "mirror"
    } == middles


@pytest.mark.parametrize("domain", [floats(0.1, 0.7), floats(-3, 1e9), ints(3, 12)], ids=repr)
@pytest.mark.parametrize("middle", [1, 5])
def test_all_sources_that_are_mirrored_have_follow_ups_in_the_domain(domain, middle):
    change = Transformation("mirror", (0,), type(domain.low)(middle))
    if change.is_applicable([domain]):
        [narrowed] = change.narrow([domain])
        for value in (narrowed.low, narrowed.high):
            assert domain.contains(*change.apply((value,)))


def test_a_parameter_is_changed_by_few_numbers_of_its_field():
    subject = inspect_subject(clock, {"hour_angle_degrees": floats(0, 999)})
    assert len(subject.suited[0]) == INSTANTIATION.most_suited


def clock(hour_angle_degrees: float) -> float:
    return hour_angle_degrees % 360
