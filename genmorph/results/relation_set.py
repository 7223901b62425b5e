"""All relations of a function, as users hold them, with their review decisions, in memory and in files."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib.metadata import version
from pathlib import Path
from typing import overload

from msgspec import Struct

from genmorph.export.project import project_of
from genmorph.export.writing import ExportError, require_tests_writable, write_json, write_tests
from genmorph.model import UsageError
from genmorph.results.cases import Trial, listed, settle_tests, text_of, try_tests, unique_names
from genmorph.results.codec import read
from genmorph.results.printed import html_table, table_text
from genmorph.results.record import KillMatrix, Record, Relation, build_kill_matrix
from genmorph.results.stored import SCHEMA, fields_of, read_data, to_data
from genmorph.settings import TRIAL_RUN


def find(record: Record, which: int | str) -> int:
    """The place of a relation among those of the set and, after them, the disowned ones, by place, name or formula.

    A name may be that of the relation's test, and white space need not be that of the formula. Raises UsageError where
    there is none, or where several have it.
    """
    known = (*record.relations, *record.disowned)
    if isinstance(which, int) and not isinstance(which, bool):
        if not -len(known) <= which < len(known):
            raise UsageError(f"which must be a place in {len(known)} relations, got {which}")
        return which % len(known)
    found: list[int] = []
    if isinstance(which, str):
        unspaced = "".join(which.split())
        for fits in (
            [which == relation.formula for relation in known],
            [which in (test, test.removeprefix("test_")) for test in unique_names(known)],
            [which == relation.name for relation in known],
            [unspaced == "".join(relation.formula.split()) for relation in known],
        ):
            found = found or [place for place, is_fit in enumerate(fits) if is_fit]
    if not found:
        raise UsageError(f"which must be the place, name or formula of one of {len(known)} relations, got {which!r}")
    if len(found) > 1:
        shared = f"the name or formula of {len(found)}: give a place"
        raise UsageError(f"which must be one relation, got {which!r}, {shared}")
    return found[0]


@dataclass(frozen=True, slots=True, repr=False)
class RelationSet(Record, Sequence[Relation]):
    """What was found for one function: a sequence of its relations, best first, to check, print, save and export."""

    def __len__(self) -> int:
        return len(self.relations)

    @overload
    def __getitem__(self, index: int) -> Relation: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Relation, ...]: ...
    def __getitem__(self, index: int | slice) -> Relation | tuple[Relation, ...]:
        return self.relations[index]

    def verified(
        self,
        timeout: float,
        examples: int = TRIAL_RUN.examples,
        is_stopped: Callable[[], bool] = lambda: False,
        verify: bool = False,
    ) -> "RelationSet":
        """Run the exported tests once, each with this number of examples; relations that fail become rejected ones.

        A test in which the function is refused to change something outside its process says nothing of its relation.
        An accepted relation stays, as a violated one.

        Args:
            timeout: Seconds that a run of the tests may take; with `verify`, the four runs share four times as many.
            examples: The number of examples of each test.
            is_stopped: Asked again and again while the tests run; they end once it returns True.
            verify: Run the tests three times under other seeds of Hypothesis, and once with 2,000 examples; tests of
                samples have ten inputs each time.

        Raises:
            ExportError: The function cannot be imported by a test, the tests take longer, or
                `is_stopped` turns true before they end.

        """
        return try_tests(self, Trial(timeout, examples, is_stopped, verify))[0]

    def to_pytest(
        self,
        path: str | os.PathLike[str],
        force: bool = False,
        timeout: float = TRIAL_RUN.seconds,
        examples: int = TRIAL_RUN.examples,
        verify: bool = False,
    ) -> "RelationSet":
        """Write a Hypothesis test for each relation and postcondition, after running the file if that was not done yet.

        The file has the length of lines and the order of imports that ruff or black have in the project where it goes.

        Args:
            path: The file to write.
            force: Overwrite a file that was edited, or that genmorph did not write.
            timeout: Seconds that a run of the tests may take; with `verify`, the four runs share four times as many.
            examples: The number of examples of each test in that run; the file leaves it to Hypothesis profiles.
            verify: Run the file as `verified` does with `verify`.

        Returns:
            The set as it was written. Relations whose tests fail are among its rejected ones.

        Raises:
            ExportError: The function has no importable name or may not do in a test what it does, no relation is left
                to write, the runs take longer, or an edited file would be overwritten without
                `force`. Nothing is written then.

        """
        require_tests_writable(path, force)
        settled, failures = settle_tests(self, Trial(timeout, examples, verify=verify))
        if not settled.exported:
            nothing = f"there is no relation of {self.signature.qualname} to write"
            raise ExportError(": ".join([nothing, *([listed(failures)] if failures else [])]))
        write_tests(text_of(settled, project_of(path)), path, force)
        return settled

    def to_json(self, path: str | os.PathLike[str], force: bool = False) -> None:
        """Save everything; `from_json` reads it back.

        Args:
            path: The file to write.
            force: Overwrite a file that holds something else.

        Raises:
            ExportError: A file that holds something else would be overwritten without `force`.

        """
        write_json(to_data(self), path, force)

    @classmethod
    def from_json(cls, path: str | os.PathLike[str]) -> "RelationSet":
        """Read what `to_json` wrote; nothing in the file is executed.

        Args:
            path: The file to read.

        Raises:
            UsageError: The file is missing or malformed.

        """
        answer = read_answer(path)
        if isinstance(answer, Refusal):
            raise UsageError(f"{path} must hold relations, got why there are none: {answer.reason}")
        return answer

    def __repr__(self) -> str:
        names = " and ".join(one.qualname for one in self.signatures)
        return f"<RelationSet of {names}: {len(self)} relations>"

    def kill_matrix(self) -> KillMatrix:
        """Make the table of mutants and relations that shows which relation kills which mutant."""
        return build_kill_matrix(self)

    def accept(self, *which: int | str) -> "RelationSet":
        """Decide that relations are intended: later runs judge them again and keep them first.

        Args:
            *which: The place, name or formula of each. The places of disowned ones, which come back as the last, follow
                those of the relations.

        Returns:
            The set after this decision.

        Raises:
            UsageError: There is no such relation.

        """
        places = {find(self, one) for one in which}
        relations = [
            replace(relation, is_accepted=relation.is_accepted or place in places)
            for place, relation in enumerate(self.relations)
        ]
        disowned = list(enumerate(self.disowned, len(relations)))
        back = [replace(relation, is_accepted=True) for place, relation in disowned if place in places]
        left = tuple(relation for place, relation in disowned if place not in places)
        return replace(self, relations=(*relations, *back), disowned=left)

    def reject(self, *which: int | str) -> "RelationSet":
        """Decide that relations are not intended: later runs do not report them again.

        Args:
            *which: The place, name or formula of each.

        Returns:
            The set after this decision, with these relations in `disowned`.

        Raises:
            UsageError: There is no such relation.

        """
        places = {find(self, one) for one in which}
        relations = list(enumerate(self.relations))
        gone = [replace(relation, is_accepted=False) for place, relation in relations if place in places]
        left = tuple(relation for place, relation in relations if place not in places)
        return replace(self, relations=left, disowned=(*self.disowned, *gone))

    def find(self, which: int | str) -> int:
        """Find the place of a relation; the places of disowned ones follow those of the relations.

        Args:
            which: Its place, formula or name, which may be that of its test.

        Raises:
            UsageError: There is no such relation, or the name is that of several.

        """
        return find(self, which)

    def __str__(self) -> str:
        return table_text(self)

    def _repr_html_(self) -> str:
        return html_table(self)


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
        data = {"target": self.target, "refused": self.why.value, "reason": self.reason}
        write_json({"schema": SCHEMA, "genmorph": version("genmorph"), **data}, path, force)


class _StoredRefusal(Struct):
    target: str
    refused: Refused
    reason: str


def read_answer(path: str | os.PathLike[str]) -> RelationSet | Refusal:
    """Read the set in a file, or why there is none; nothing in the file is executed.

    Raises:
        UsageError: The file is neither.

    """
    data = read_data(Path(path))
    if "refused" not in data:
        return RelationSet(**fields_of(data, Path(path)))
    try:
        stored = read(data, _StoredRefusal)
    except UsageError as error:
        raise UsageError(f"{path} is not a saved answer: {error}") from error
    return Refusal(stored.target, stored.refused, stored.reason)


def answer_files(directory: str | os.PathLike[str]) -> list[Path]:
    """The JSON files of a directory, in the order of their names; UsageError where there is no such directory."""
    folder = Path(directory)
    if not folder.is_dir():
        raise UsageError(f"results must be a folder, got {str(directory)!r}")
    return sorted(folder.glob("*.json"))


def read_answers(directory: str | os.PathLike[str]) -> Iterator[tuple[Path, RelationSet | Refusal]]:
    """Read the answers in the JSON files of a directory, in the order of their names, one at a time.

    Raises:
        UsageError: There is no such directory, or a JSON file in it is no answer.

    """
    return ((path, read_answer(path)) for path in answer_files(directory))
