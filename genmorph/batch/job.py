"""What is to be done for one function, what came of it, and where both are kept."""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from genmorph.batch.catalogue import Entry
from genmorph.export.layout import ANY_PROJECT
from genmorph.export.project import Project
from genmorph.export.writing import require_json_writable, require_tests_writable, write_json, write_tests
from genmorph.model import UsageError
from genmorph.results.ci_files import Case, CaseStatus
from genmorph.results.relation_set import Refusal, Refused, Status
from genmorph.settings import BATCH

NAME = "journal.sqlite"
_COLUMNS = "target, status, seconds, reason, relations, killed, judged"
_TABLE = """
CREATE TABLE IF NOT EXISTS finished (
    target TEXT PRIMARY KEY, key TEXT NOT NULL, status TEXT NOT NULL, seconds REAL NOT NULL, reason TEXT NOT NULL,
    relations INTEGER NOT NULL, killed INTEGER NOT NULL, judged INTEGER NOT NULL, ended TEXT NOT NULL
)"""
_APPLICATION = 0x67_6D_62_61
"""What SQLite's header says of whose file it is: "gmba"."""


@dataclass(frozen=True, slots=True)
class Job:
    """One function: its entry, and those that make values for it.

    `earlier` is the text of a saved set with review decisions. Modules are looked for first in `directory`; those of
    `load` are imported because they register something. With `force` an earlier set that cannot be read is overwritten.
    The tests are laid out for `project`.
    """

    entry: Entry
    makers: tuple[Entry, ...] = ()
    earlier: str | None = None
    directory: str = "."
    load: tuple[str, ...] = ()
    force: bool = False
    project: Project = ANY_PROJECT

    def key(self) -> str:
        """What a finished run is valid for: the request, the review decisions, genmorph's version, the sources."""
        asked = [asdict(self.entry), [asdict(maker) for maker in self.makers], version("genmorph"), self.load]
        if self.earlier is not None:
            asked.append(sorted(str(one["formula"]) for one in _reviewed(json.loads(self.earlier))))
        text = json.dumps(asked, sort_keys=True, default=str).encode()
        files = [module_file(name) for name in (self.entry.module, *self.load)]
        sources = [b"" if file is None else file.read_bytes() for file in files]
        return hashlib.sha256(b"\0".join([text, *sources])).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Finished:
    """What came of a job: counts, a reason where there is nothing, and the texts of its files.

    `killed` and `judged` are mutants; a job for which there was no time before the batch was stopped is not begun.
    """

    target: str
    status: Status
    seconds: float
    reason: str = ""
    relations: int = 0
    killed: int = 0
    judged: int = 0
    saved: str | None = None
    tests: str | None = None
    is_begun: bool = True


def counts(saved: str) -> tuple[int, int, int]:
    """How many relations, mutants killed and mutants judged a saved set has.

    >>> counts('{"relations": [{"killed": ["m:1"]}, {"killed": ["m:1", "m:2"]}], "stages": {"mutants": {"judged": 5}}}')
    (2, 2, 5)
    """
    data: Mapping[str, Any] = json.loads(saved)
    killed = {mutant for relation in data["relations"] for mutant in relation["killed"]}
    return len(data["relations"]), len(killed), data["stages"].get("mutants", {}).get("judged", 0)


def _reviewed(data: Any) -> list[Any]:
    """The relations of a saved set on which there is a review decision, as far as the data are one."""
    match data:
        case {"relations": list(relations)}:
            accepted = [one for one in relations if isinstance(one, dict) and one.get("is_accepted")]
            return [*accepted, *(data.get("disowned") or ()), *(data.get("unfitting") or ())]
    return []


def module_file(name: str) -> Path | None:
    """The file of a module, found without importing it or its package; None where that has none.

    >>> module_file("json.decoder").name, module_file("math")
    ('decoder.py', None)
    """
    top, *rest = name.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if rest:
        places = [Path(folder, *rest) for folder in spec.submodule_search_locations or ()]
        files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
    else:
        files = [Path(spec.origin)] if spec.origin else []
    return next((file for file in files if file.suffix == ".py" and file.is_file()), None)


class Journal:
    """The rows of a folder. A row is written after its files are in place, and an earlier one goes before they change.

    So the files of every row are in place.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def record(self, finished: Finished, key: str) -> None:
        """Put a row in the place of an earlier one of the function."""
        row = (finished.target, key, finished.status.value, finished.seconds, finished.reason)
        counts = (finished.relations, finished.killed, finished.judged)
        ended = datetime.now(UTC).isoformat(timespec="seconds")
        with self._connection:
            self._connection.execute(
                "INSERT OR REPLACE INTO finished VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, *counts, ended)
            )

    def forget(self, target: str) -> None:
        """Remove the row of a function, whose files are about to change."""
        with self._connection:
            self._connection.execute("DELETE FROM finished WHERE target = ?", (target,))

    def find(self, target: str, key: str) -> Finished | None:
        """The row of a function, where it is about the same job."""
        asked = f"SELECT {_COLUMNS} FROM finished WHERE target = ? AND key = ?"  # noqa: S608 - our own columns
        row = self._connection.execute(asked, (target, key)).fetchone()
        return None if row is None else Finished(row[0], Status(row[1]), *row[2:])


@contextmanager
def open_journal(directory: Path) -> Iterator[Journal]:
    """The journal of a folder, for this process alone until the context ends, or the process does.

    Raises UsageError where another process has it, or the file is none of ours.
    """
    path = directory / NAME
    try:
        with closing(sqlite3.connect(path, timeout=BATCH.lock_seconds, isolation_level="EXCLUSIVE")) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            if connection.execute("PRAGMA application_id").fetchone()[0] not in (0, _APPLICATION):
                raise sqlite3.DatabaseError("it is another application's")
            connection.execute(_TABLE)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.commit()
            yield Journal(connection)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise UsageError(f"output-dir must not be in use by another batch, got {str(directory)!r}") from error
        raise UsageError(f"{path} must be the journal of a batch ({error}); remove it to begin anew") from error


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of results; with `force` files that somebody edited are overwritten."""

    path: Path
    force: bool = False

    def saved(self, entry: Entry) -> Path:
        """The file of the relations, or of the reason why there are none."""
        return self.path / f"{entry.stem}.json"

    def tests(self, entry: Entry) -> Path:
        """The file of the tests."""
        return self.path / f"test_{entry.stem.replace('.', '_')}.py"

    def prepare(self, entries: tuple[Entry, ...]) -> None:
        """Make the folder; UsageError where there cannot be one, or two functions would have one file."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"output-dir must be a folder ({error.strerror}), got {str(self.path)!r}") from error
        taken: dict[str, str] = {}
        for entry in entries:
            for path in (self.saved(entry), self.tests(entry)):
                other = taken.setdefault(path.name.lower(), entry.target)
                if other != entry.target:
                    raise UsageError(
                        f"target must have files of its own, got {entry.target}, whose are those of {other}"
                    )

    def require_writable(self, entry: Entry) -> None:
        """Raise ExportError where a file of the function could not be put in place, or would replace an edited one."""
        require_json_writable(self.saved(entry), self.force)
        require_tests_writable(self.tests(entry), self.force)

    def reviewed(self, entry: Entry) -> str | None:
        """The text of an earlier file with review decisions; None where there are none."""
        try:
            text = self.saved(entry).read_text(encoding="utf-8")
            return text if _reviewed(json.loads(text)) else None
        except (OSError, ValueError, RecursionError):
            return None

    def write(self, entry: Entry, finished: Finished) -> None:
        """Put the files of a function in place, each at once; review decisions stay, also where a run failed."""
        if finished.saved is not None:
            write_json(json.loads(finished.saved), self.saved(entry), self.force)
        elif finished.status is not Status.INTERRUPTED and self.reviewed(entry) is None:
            why = Refused.UNSUPPORTED if finished.status is Status.UNSUPPORTED else Refused.FAILED
            Refusal(entry.target, why, finished.reason).to_json(self.saved(entry), self.force)
        if finished.tests is not None:
            write_tests(finished.tests.partition("\n")[2], self.tests(entry), self.force)
        elif finished.status is Status.NOTHING:  # those of an earlier run would be of no relations
            require_tests_writable(self.tests(entry), self.force)
            self.tests(entry).unlink(missing_ok=True)


_CASES = {
    Status.NOTHING: CaseStatus.SKIPPED,
    Status.UNSUPPORTED: CaseStatus.SKIPPED,
    Status.INTERRUPTED: CaseStatus.SKIPPED,
    Status.VIOLATED: CaseStatus.FAILED,
    Status.FAILED: CaseStatus.BROKEN,
}


def case_of(row: Finished) -> Case:
    """A function as a case for CI services, which fails where an accepted relation does."""
    module, _, name = row.target.partition(":")
    words = f"{row.status.value}: {row.reason}".removesuffix(": ")
    return Case(module, name, _CASES.get(row.status, CaseStatus.PASSED), words, row.seconds, row.status.value)
