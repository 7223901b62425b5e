"""Relation sets as JSON data and back; nothing in a file is ever executed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import version
from math import isfinite
from pathlib import Path
from typing import Any

from genmorph.model import Budget, UsageError
from genmorph.results.fields import flag, items, require_shallow, text, whole
from genmorph.results.record import Record, Word
from genmorph.results.stored_relation import note_from, rejected_data, rejected_from, relation_data, relation_from
from genmorph.results.stored_signature import signature_data, signature_from
from genmorph.results.stored_stages import stages_from
from genmorph.transformations.templates import UnregisteredTemplateError
from genmorph.values.labels import shortened

SCHEMA = 1
MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError)
"""What reading a file raises that is not as `to_data` wrote it."""


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
