"""What a function was answered with in a file: its relations, or why there are none."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import version
from pathlib import Path
from typing import Any

from genmorph.export.writing import write_json
from genmorph.model import UsageError
from genmorph.results.fields import text
from genmorph.results.relation_set import RelationSet
from genmorph.results.stored import MALFORMED, SCHEMA, fields_of, read_data


class Status(Enum):
    """How the run of a function ended, in words."""

    FOUND = "with relations"
    NOTHING = "without relations"
    VIOLATED = "violated"
    INTERRUPTED = "interrupted"
    UNSUPPORTED = "unsupported"
    FAILED = "failed"


class Refused(Enum):
    """Why there is no set of relations: the function cannot have one, or its run went wrong."""

    UNSUPPORTED = "unsupported"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A function that was tried, of which there is no set of relations, and the reason in words."""

    target: str
    why: Refused
    reason: str

    def to_json(self, path: str | os.PathLike[str], force: bool = False) -> None:
        """Save it in the place of the function's relations; raises ExportError as `RelationSet.to_json` does."""
        write_json(self._data(), path, force)

    def _data(self) -> dict[str, Any]:
        said = {"target": self.target, "refused": self.why.value, "reason": self.reason}
        return {"schema": SCHEMA, "genmorph": version("genmorph"), **said}


def read_answer(path: str | os.PathLike[str]) -> RelationSet | Refusal:
    """The set in a file, or why there is none; UsageError where it is neither. Nothing in the file is executed."""
    data = read_data(Path(path))
    if "refused" not in data:
        return RelationSet(**fields_of(data, Path(path)))
    try:
        return Refusal(text(data, "target"), Refused(data["refused"]), text(data, "reason"))
    except MALFORMED as error:
        raise UsageError(f"{path} is not a saved answer: {type(error).__name__} {error}") from error


def answer_files(directory: str | os.PathLike[str]) -> list[Path]:
    """The JSON files of a directory, in the order of their names; UsageError where there is no such directory."""
    folder = Path(directory)
    if not folder.is_dir():
        raise UsageError(f"results must be a folder, got {str(directory)!r}")
    return sorted(folder.glob("*.json"))


def read_answers(directory: str | os.PathLike[str]) -> Iterator[tuple[Path, RelationSet | Refusal]]:
    """The answers in the JSON files of a directory, in the order of their names, one at a time.

    Raises UsageError where there is no such directory, or a JSON file in it is no answer.
    """
    return ((path, read_answer(path)) for path in answer_files(directory))
