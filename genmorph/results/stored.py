"""Relation sets as JSON data and back; nothing in a file is ever executed."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import version
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any

from genmorph.model import Budget, UsageError
from genmorph.results.fields import count, counts, flag, items, require_shallow, size, text, whole
from genmorph.results.record import Record, Word
from genmorph.results.stored_relation import (
    note_from,
    rejected_data,
    rejected_from,
    relation_data,
    relation_from,
    signature_data,
    signature_from,
)
from genmorph.transformations.templates import UnregisteredTemplateError
from genmorph.values.labels import shortened

_OF_TREE = ("false positives", "false negatives", "nodes")
_MUTANTS = ("made", "judged", "killed_by_crash", "raises_only", "no_difference", "not_run")
"""What the table says of mutants."""
_SOURCES = ("accepted", "drawn")
"""And of inputs, beside those that were refused."""
_TRANSFORMATIONS = ("chosen", "looked_at")
"""And of transformations."""
_REJECTED = ("rejected", "errors_rejected")
"""What the filter says of rejected candidates: counts by stage."""
SCHEMA = 1

MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError)
"""What reading a file raises that is not as `to_data` wrote it."""


@dataclass(frozen=True, slots=True)
class Course:
    """The false positives and false negatives of the best tree of one population, a pair for each generation shown.

    >>> Course((0, 0), (9,))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: false_negatives must be as many as false_positives, 2, got 1
    """

    false_positives: tuple[int, ...]
    false_negatives: tuple[int, ...]

    def __post_init__(self) -> None:
        wanted, got = len(self.false_positives), len(self.false_negatives)
        if got != wanted:
            raise UsageError(f"false_negatives must be as many as false_positives, {wanted}, got {got}")


@dataclass(frozen=True, slots=True)
class Curves:
    """What the best trees of the populations got wrong, in some of the generations, the first and the last among them.

    The first of the `populations` is ruled by false positives, the second, which may be missing, by false negatives.
    `correct` and `incorrect` are the rows of executions at the end; there are fewer correct ones before. `front` are
    trees at the end that no other is better than, each by its false positives, its false negatives and its nodes.

    >>> curves = Curves("x_f == x_s + 1", 200, 1800, (0, 10), (Course((0, 0), (900, 12)),))
    >>> curves == curves_from([curves.to_data()])[0]
    True
    """

    transformation: str
    correct: int
    incorrect: int
    generations: tuple[int, ...]
    populations: tuple[Course, ...]
    front: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        if not self.generations or any(not before < after for before, after in pairwise(self.generations)):
            raise UsageError(f"generations must be some, in ascending order, got {self.generations!r}")
        if not 1 <= len(self.populations) <= 2:
            raise UsageError(f"populations must be 1 or 2, got {len(self.populations)}")
        for course in self.populations:
            if len(course.false_positives) != len(self.generations):
                wanted, got = len(self.generations), len(course.false_positives)
                raise UsageError(f"false_positives must be as many as generations, {wanted}, got {got}")
        for tree in self.front:
            if len(tree) != len(_OF_TREE):
                raise UsageError(f"front must have {', '.join(_OF_TREE)} of each tree, got {tree!r}")

    def to_data(self) -> dict[str, Any]:
        """The curves as JSON data."""
        return {
            "transformation": self.transformation,
            "correct": self.correct,
            "incorrect": self.incorrect,
            "generations": list(self.generations),
            "populations": [
                {"false_positives": [*course.false_positives], "false_negatives": [*course.false_negatives]}
                for course in self.populations
            ],
            "front": [[*tree] for tree in self.front],
        }


def curves_from(data: Any) -> tuple[Curves, ...]:
    """What `to_data` wrote of each transformation, also before it knew of a front.

    Raises UsageError, KeyError or TypeError for anything else.
    """
    return tuple(_curves_from(entry) for entry in items({"curves": data}, "curves"))


def _curves_from(data: Mapping[str, Any]) -> Curves:
    return Curves(
        text(data, "transformation"),
        count(data, "correct"),
        count(data, "incorrect"),
        counts(data, "generations"),
        tuple(
            Course(counts(course, "false_positives"), counts(course, "false_negatives"))
            for course in items(data, "populations")
        ),
        tuple(counts({"front": tree}, "front") for tree in (items(data, "front") if "front" in data else ())),
    )


def stages_from(data: Any) -> dict[str, Any]:
    """The counts by stage; raises UsageError where those that are shown are not what they must be.

    Any part may be missing: earlier versions wrote fewer.
    """
    if not isinstance(data, dict):
        raise UsageError(f"stages must be an object, got {data!r}")
    faulty, mutants, seconds, sources = (_object(data, name) for name in ("faulty", "mutants", "seconds", "sources"))
    for name in faulty:
        flag(faulty, name)
    for name in _MUTANTS if mutants else ():
        count(mutants, name)
    for name in _SOURCES if sources else ():
        count(sources, name)
    for reason in _object(sources, "refused") if sources else ():
        count(sources["refused"], reason)
    transformations = _object(data, "transformations")
    for name in (name for name in _TRANSFORMATIONS if name in transformations):
        count(transformations, name)
    for name in seconds:
        size(seconds, name)
    for rejected in (_object(_object(data, "filter"), name) for name in _REJECTED):
        for stage in rejected:
            count(rejected, stage)
    curves_from(data.get("curves", []))
    return data


def _object(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The object of that name, an empty one where it is missing."""
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise UsageError(f"{name} must be an object, got {found!r}")
    return found


def to_data(record: Record) -> dict[str, Any]:
    """The set as JSON data; values that JSON lacks stand there as `{"float": "nan"}` and the like."""
    return {
        "schema": SCHEMA,
        "genmorph": version("genmorph"),
        "subject": signature_data(record.signature),
        "seed": record.seed,
        "budget": asdict(record.budget),
        "relations": [relation_data(relation) for relation in record.relations],
        "rejected": [rejected_data(rejected) for rejected in record.rejected],
        "stages": record.stages,
        "interrupted": record.interrupted,
        "allow_effects": record.allow_effects,
        "mutants": [asdict(note) for note in record.mutants],
        "disowned": [relation_data(relation) for relation in record.disowned],
        "unfitting": [asdict(word) for word in record.unfitting],
    }


def read_fields(path: Path) -> dict[str, Any]:
    """The fields of the set in a file; raises UsageError with the path and what is wrong."""
    data = read_data(path)
    if "refused" in data:
        raise UsageError(f"{path} must hold relations, got why there are none: {data.get('reason')}")
    return fields_of(data, path)


def read_data(path: Path) -> dict[str, Any]:
    """The JSON object in a file of this schema; raises UsageError with the path and what is wrong."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"), parse_float=_finite, parse_constant=_finite)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} must be a JSON file, got: {error}") from error
    with _named(path):
        require_shallow(data)
        if not isinstance(data, dict):
            raise UsageError(f"it must hold an object, got {shortened(json.dumps(data), 40)}")
        if data["schema"] != SCHEMA:
            raise UsageError(f"schema must be {SCHEMA}, got {data['schema']!r}")
    return dict(data)


def fields_of(data: dict[str, Any], path: Path) -> dict[str, Any]:
    """The fields of the set that the data of a file are; raises UsageError with the path and what is wrong."""
    with _named(path):
        return _fields(data)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Say which file it is that is not as `to_data` wrote it."""
    try:
        yield
    except UnregisteredTemplateError as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    except UsageError as error:
        raise UsageError(f"{path} is not a saved set of relations: {error}") from error
    except KeyError as error:
        raise UsageError(f"{path} is not a saved set of relations: it has no {error}") from error
    except MALFORMED as error:
        reason = f"something in it is not as genmorph writes it ({error})"
        raise UsageError(f"{path} is not a saved set of relations: {reason}") from error


def _fields(data: dict[str, Any]) -> dict[str, Any]:
    """The fields; what sets did not hold from the beginning may be missing."""
    signature = signature_from(data["subject"])
    return {
        "signature": signature,
        "relations": tuple(relation_from(relation, signature) for relation in items(data, "relations")),
        "rejected": tuple(rejected_from(rejected, signature) for rejected in items(data, "rejected")),
        "seed": whole(data, "seed"),
        "budget": Budget(**data["budget"]),
        "stages": stages_from(data["stages"]),
        "interrupted": flag(data, "interrupted"),
        "allow_effects": flag(data, "allow_effects"),
        "mutants": tuple(note_from(note) for note in data.get("mutants", ())),
        "disowned": tuple(relation_from(relation, signature) for relation in data.get("disowned", ())),
        "unfitting": tuple(_word_from(word) for word in data.get("unfitting", ())),
    }


def _word_from(data: dict[str, Any]) -> Word:
    return Word(text(data, "formula"), flag(data, "is_accepted"))


def _finite(written: str) -> float:
    """A number as JSON has it; infinite ones and NaN are tagged instead."""
    number = float(written)
    if not isfinite(number):
        raise ValueError(f"numbers must be finite, got {written}")
    return number
