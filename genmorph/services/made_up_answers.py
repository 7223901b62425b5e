"""Answers that a service may give, chosen by the words and numbers that an application is written with."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from genmorph.services.answer_shapes import (
    BLANK,
    INTEGER,
    LABEL,
    NUMBER,
    RANGES,
    SENTIMENT,
    TEXT,
    Plain,
    Reading,
    Shape,
    choices_of,
)
from genmorph.services.declared import Service
from genmorph.services.sentences import NEGATIVE, NEUTRAL, POSITIVE
from genmorph.settings import SERVICES

UNKNOWN = "genmorph unknown"
"""A label that no vocabulary has."""
_MOODS = {POSITIVE: SERVICES.mood, NEGATIVE: -SERVICES.mood, NEUTRAL: 0.0}
"""How a mood is told from -1 to 1."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer of a service, what it says, and whether the service could give it.

    `label` is what it says alone and surely; None where it says more, less, or is unsure. An answer is `is_valid` where
    its numbers are in their ranges.
    """

    service: str
    plain: Plain
    label: str | None = None
    is_valid: bool = True


def candidates(one: Service, texts: Sequence[str], numbers: Sequence[float]) -> list[Candidate]:
    """Answers of a service, those first that say one thing; `texts` and `numbers` are those of the source."""
    found: dict[str, Candidate] = {}
    for candidate in (*_certain(one, texts), *_unsure(one, texts, numbers), *_wild(one, texts, numbers)):
        found.setdefault(repr(candidate.plain), candidate)
    return list(found.values())


def certain(one: Service, label: str) -> Plain:
    """The answer that says a label, and nothing else, as surely as can be."""
    if one.shape.said == SENTIMENT:
        return one.shape.plain([Reading("", _MOODS.get(label, 0.0))])
    return one.shape.plain([Reading(label, SERVICES.sure)])


def labels_of(one: Service, texts: Sequence[str]) -> list[str]:
    """The labels to be tried: those of the source, and the vocabulary; of moods these."""
    if one.shape.said == SENTIMENT:
        return list(_MOODS)
    known = dict.fromkeys(texts[: SERVICES.labels])
    if one.shape.said == TEXT:
        known |= dict.fromkeys(_phrases(texts[: SERVICES.labels]))
    return [*known, *(label for label in one.labels if label not in known)][: 2 * SERVICES.labels]


def _phrases(texts: Sequence[str]) -> Iterator[str]:
    """Free texts in which words of the source stand, alone and with a number behind."""
    yield from ("12.50", "7", "hello world")
    for text in texts:
        yield from (f"{text} 12.50", f"{text} 7", f"a {text} b", text.upper(), text.lower())


def _certain(one: Service, texts: Sequence[str]) -> Iterator[Candidate]:
    for plain in one.shape.empty():
        yield Candidate(one.function, plain)
    yield Candidate(one.function, certain(one, UNKNOWN))
    for label in labels_of(one, texts):
        yield Candidate(one.function, certain(one, label), label)


def _unsure(one: Service, texts: Sequence[str], numbers: Sequence[float]) -> Iterator[Candidate]:
    """Answers that are less sure, say several things, or have other values in what says neither label nor sureness."""
    shape, levels = one.shape, list(_levels(one.shape, numbers))
    known = [*(text for text in texts if text in one.labels), *one.labels[: SERVICES.known_labels]]
    few = list(dict.fromkeys((*known, *(text for text in texts if text.strip()))))[: SERVICES.unsure_labels]
    for level in levels:
        for label in few or [UNKNOWN]:
            yield Candidate(one.function, shape.plain([Reading(label, level)]))
    if shape.is_list:
        for label in labels_of(one, texts)[: SERVICES.unsure_labels]:
            yield Candidate(
                one.function, shape.plain([Reading(UNKNOWN, SERVICES.sure), Reading(label, SERVICES.less_sure)])
            )
        for pair in list(permutations(few[: SERVICES.paired_labels], 2)):
            yield Candidate(one.function, shape.plain([Reading(label, SERVICES.sure) for label in pair]))
    for leaf, value in _others(shape, numbers):
        for label in few[: SERVICES.known_labels] or [UNKNOWN]:
            for level in levels if shape.said == SENTIMENT else [SERVICES.sure]:
                yield Candidate(one.function, shape.plain([Reading(label, level)], {leaf: value}))


def _wild(one: Service, texts: Sequence[str], numbers: Sequence[float]) -> Iterator[Candidate]:
    """Answers whose numbers are beyond their ranges: they show which conditions depend on an answer at all."""
    beyond = [*SERVICES.beyond, *(other for number in numbers for other in (number - 1, number + 1))]
    few = texts[: SERVICES.wild_labels] if one.shape.said != SENTIMENT else []
    for number in beyond:
        for leaf in sorted((one.shape.leaves & RANGES.keys()) - {NUMBER, INTEGER}):
            for label in [UNKNOWN, *few]:
                plain = one.shape.plain([Reading(label, number)], {leaf: number})
                yield Candidate(one.function, plain, is_valid=_is_in_range(one.shape, plain))
        for leaf in sorted(one.shape.leaves & {NUMBER, INTEGER}):
            value = int(number) if leaf == INTEGER else number
            for level in (SERVICES.sure, 0.0, -SERVICES.sure if one.shape.said == SENTIMENT else 0.5):
                plain = one.shape.plain([Reading(UNKNOWN, level)], {leaf: value})
                yield Candidate(one.function, plain, is_valid=value >= 0)


def _is_in_range(shape: Shape, plain: Plain) -> bool:
    try:
        shape.encode(shape.decode(plain))
    except ValueError:
        return False
    return True


def _levels(shape: Shape, numbers: Sequence[float]) -> Iterable[float | None]:
    """How sure answers may be: around the numbers of the source, as shares."""
    if not shape.leaves & (RANGES.keys() - {NUMBER, INTEGER}):
        return [None]
    lowest = -1.0 if SENTIMENT in shape.leaves else 0.0
    near = {other for number in numbers for share in (number, number / 100) for other in _around(share)}
    return sorted(level for level in {lowest, -0.5, 0.0, 0.5, 1.0} | near if lowest <= level <= 1)


def _around(number: float) -> tuple[float, ...]:
    return (round(number - 0.01, 10), number, round(number + 0.01, 10))


def _others(shape: Shape, numbers: Sequence[float]) -> Iterator[tuple[str, Any]]:
    for leaf in sorted(shape.leaves - {shape.said, TEXT, LABEL, BLANK}):
        match leaf:
            case str() if choices_of(leaf):
                yield from ((leaf, word) for word in choices_of(leaf))
            case "number":
                near = {other for number in numbers for other in _around(number) if other >= 0}
                yield from ((leaf, value) for value in sorted({*SERVICES.strengths, *near}))
            case "integer":
                whole = {math.floor(number) + step for number in numbers for step in (-1, 0, 1) if number > 0}
                yield from ((leaf, value) for value in sorted({0, 1, 2} | whole) if value >= 0)
            case "truth":
                yield from ((leaf, value) for value in (False, True))


def neutral(services: Sequence[Service]) -> Mapping[str, Plain]:
    """An answer of each service that says something which is in no source."""
    return {one.function: certain(one, UNKNOWN) for one in services}
