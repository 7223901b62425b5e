"""Relation sets as JSON data and back; nothing in a file is ever executed."""

import json
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from genmorph.model import Budget, UsageError
from genmorph.results.record import Record, Word
from genmorph.results.stored_relation import note_from, rejected_data, rejected_from, relation_data, relation_from
from genmorph.results.stored_signature import signature_data, signature_from
from genmorph.results.values import flag

SCHEMA = 1


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
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{path} must be a JSON file, got: {error}") from error
    try:
        if data["schema"] != SCHEMA:
            raise UsageError(f"schema must be {SCHEMA}, got {data['schema']!r}")
        return _fields(data)
    except UsageError as error:
        raise UsageError(f"{path} is not a saved set of relations: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise UsageError(f"{path} is not a saved set of relations: {type(error).__name__} {error}") from error


def _fields(data: dict[str, Any]) -> dict[str, Any]:
    """The fields; what sets did not hold from the beginning may be missing."""
    signature = signature_from(data["subject"])
    return {
        "signature": signature,
        "relations": tuple(relation_from(relation, signature) for relation in data["relations"]),
        "rejected": tuple(rejected_from(rejected) for rejected in data["rejected"]),
        "seed": data["seed"],
        "budget": Budget(**data["budget"]),
        "stages": data["stages"],
        "interrupted": flag(data, "interrupted"),
        "allow_effects": flag(data, "allow_effects"),
        "mutants": tuple(note_from(note) for note in data.get("mutants", ())),
        "disowned": tuple(relation_from(relation, signature) for relation in data.get("disowned", ())),
        "unfitting": tuple(_word_from(word) for word in data.get("unfitting", ())),
    }


def _word_from(data: dict[str, Any]) -> Word:
    if not isinstance(data["formula"], str):
        raise UsageError(f"formula must be a text, got {data['formula']!r}")
    return Word(data["formula"], flag(data, "is_accepted"))
