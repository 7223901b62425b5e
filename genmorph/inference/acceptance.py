"""Inputs that a function accepts which raises on most of what is drawn, and the subject that is drawn from these."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from genmorph.inference.sources import AcceptedInputs
from genmorph.model import Input, Kind, Returned, Run, with_argument
from genmorph.settings import VARIATIONS
from genmorph.subject.inputs import distinct_inputs
from genmorph.subject.mentioned import mentioned_inputs, mentioned_texts, read_tests
from genmorph.subject.subject import Subject
from genmorph.subject.variations import Variations, narrowed_to
from genmorph.values.labels import key


def with_models(subject: Subject, examples: Sequence[Input], sources: AcceptedInputs, run: Run, rng: Random) -> Subject:
    """The subject, drawn from inputs that it accepts; as it is where none are found.

    These are variations of what its source, its documentation and its tests mention and what was accepted before, made
    until there are enough. They are valid because the function returned on them. Examples of the user stay valid.
    """
    models = tuple(islice(_accepted(subject, list(_seeds(subject, sources, rng)), run, rng), VARIATIONS.wanted))
    if not models:
        return subject
    narrowed = subject.with_parameters(narrowed_to(models, subject.parameters))
    keeps_examples = all(map(narrowed.validity.admits, examples))
    return replace(narrowed if keeps_examples else subject, models=models)


def _accepted(subject: Subject, seeds: Sequence[Input], run: Run, rng: Random) -> Iterator[Input]:
    """The accepted ones of the seeds, of variations of these, and so on, each once."""
    tried, models = seeds, dict[str, Input]()
    for _ in range(VARIATIONS.most_rounds):
        for values, outcome in zip(tried, run(None, tried), strict=True):
            if isinstance(outcome, Returned) and key(values) not in models:
                models[key(values)] = values
                yield values
        if not (models or tried):
            return
        varied = Variations(subject.parameters, tuple(models.values()) or tuple(tried), subject.pieces)
        tried = list(_allowed(subject, varied, rng))


def _allowed(subject: Subject, varied: Variations, rng: Random) -> Iterator[Input]:
    drawn = distinct_inputs(varied.draw(rng) for _ in range(VARIATIONS.round))
    return filter(subject.validity.admits, drawn)


def _seeds(subject: Subject, sources: AcceptedInputs, rng: Random) -> Iterator[Input]:
    """What was accepted, then what is mentioned, as far as it is valid."""
    target = subject.mutated or subject.target
    lines = (target.first_line, target.last_line)
    file = getattr(sys.modules.get(subject.module or ""), "__file__", None)
    called = mentioned_inputs(target.source, lines, subject.name, list(read_tests(file, subject.name)), subject.names)
    texts = (*mentioned_texts(target.source, lines), *subject.pieces)
    beside = sources.accepted[: VARIATIONS.few] or sources.asked[: VARIATIONS.few]
    placed = (
        with_argument(rng.choice(beside), position, text)
        for text in texts
        for position, parameter in enumerate(subject.parameters)
        if beside and parameter.kind is Kind.TEXT
    )
    found = distinct_inputs((*sources.accepted, *called, *placed))
    return islice(filter(subject.validity.admits, found), VARIATIONS.wanted + VARIATIONS.round)
