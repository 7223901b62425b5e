"""Inputs of functions that raise on most of what is drawn."""

from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import Any

import pytest

from genmorph.domain import texts
from genmorph.inference.acceptance import with_models
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import Input, Mutant, Outcome, Raised, Returned
from genmorph.settings import VARIATIONS
from genmorph.subject.inputs import draw_inputs
from genmorph.subject.mentioned import mentioned_inputs
from genmorph.subject.subject import Subject, inspect_subject
from genmorph.subject.variations import Variations
from tests.inference import parsers


def runner(function: Callable[..., Any]) -> Callable[[Mutant | None, Iterable[Input]], list[Outcome]]:
    def call(values: Input) -> Outcome:
        try:
            return Returned(function(*values))
        except Exception as error:  # noqa: BLE001 - whatever it raises is its outcome
            return Raised(type(error).__name__)

    return lambda _, inputs: [call(values) for values in inputs]


def explored(function: Callable[..., Any], seed: int = 0, examples: tuple[Input, ...] = (), **domain: Any) -> Subject:
    subject = inspect_subject(function, domain or None)
    run = runner(function)
    sources = AcceptedInputs(draw_inputs(subject.parameters, subject.constants, examples, Random(seed)), run)
    sources.draw(100)
    return with_models(subject, examples, sources, run, Random(seed))


@pytest.mark.parametrize("function", [parsers.parse_duration, parsers.parse_colour, parsers.parse_version])
def test_most_variations_of_what_is_mentioned_are_accepted(function: Callable[..., Any]) -> None:
    subject = explored(function)
    assert len(subject.models) == VARIATIONS.wanted
    varied = Variations(subject.parameters, subject.models, subject.pieces)
    rng = Random(7)
    outcomes = runner(function)(None, [varied.draw(rng) for _ in range(400)])
    assert sum(isinstance(outcome, Returned) for outcome in outcomes) > 100


def test_texts_that_nobody_stated_are_of_the_characters_that_were_accepted() -> None:
    assert explored(parsers.parse_duration).domains == (texts("0123456789hms", max_len=62),)
    stated = texts("0123456789hms:", max_len=8)
    subject = explored(parsers.parse_duration, text=stated)
    assert subject.domains == (stated,)
    assert all(stated.contains(text) for (text,) in subject.models)


def test_examples_of_the_user_stay_valid() -> None:
    subject = explored(parsers.parse_duration, examples=(("²h",),))
    assert subject.validity.admits(("²h",))


def test_the_same_seed_gives_the_same_inputs() -> None:
    assert explored(parsers.parse_version, seed=3).models == explored(parsers.parse_version, seed=3).models


def test_nothing_changes_where_nothing_is_accepted() -> None:
    subject = explored(parsers.refuse)
    assert subject == inspect_subject(parsers.refuse)


def test_calls_in_tests_beside_a_function_are_its_first_inputs() -> None:
    code = """
import pytest

@pytest.mark.parametrize(("text", "number"), [("%code 12", 12), ("%code 7", 7), (UNKNOWN, 3)])
def test_codes(text, number):
    assert parse_code(text) == number
"""
    found = mentioned_inputs("def parse_code(text): ...", (1, 1), "parse_code", [code, "not Python ("], ["text"])
    assert found == (("%code 12",), ("%code 7",))


def test_drawn_inputs_stand_between_variations_and_end_before_these() -> None:
    subject = explored(parsers.parse_duration)
    varied = Variations(subject.parameters, subject.models, subject.pieces)
    mixed = list(islice(varied.mixed_with(iter([("drawn",)]), Random(0)), 50))
    assert ("drawn",) in mixed
    assert len(mixed) == 50
