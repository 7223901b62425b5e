"""What a process is asked to run, and what it answers."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Job:
    """One test in `file`, or the import of a module where `test` is empty.

    `roots` are the files and folders of what is tested. The process writes what it is doing into `watch`, and what it
    has found into `answer`. After so many seconds it begins no call any more; calls whose texts are in `avoided` are
    not made, because another process did not come back from them.
    """

    test: str
    module: str
    roots: tuple[str, ...]
    examples: int
    seed: int
    seconds: float
    allow_effects: bool
    avoided: tuple[str, ...] = ()
    file: str = ""
    watch: str = ""
    answer: str = ""

    def to_json(self) -> str:
        """The job in one line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The job that a line says."""
        fields = json.loads(text)
        return cls(**fields | {name: tuple(fields[name]) for name in ("roots", "avoided")})

    def is_tested(self, file: str) -> bool:
        """Whether a file belongs to what is tested."""
        file = os.path.realpath(file)
        return any(file == root or file.startswith(root + os.sep) for root in self.roots)


@dataclass(slots=True)
class Record:
    """A way to fail and the input known for it, as texts by argument; None where it failed before there was one."""

    kind: str
    message: str
    place: tuple[str, int] | None
    arguments: dict[str, str] | None = None
    is_source: bool = False
    hits: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a process has found so far.

    `refused` calls would have had the effect that `refusal` names. `is_done` says that it came to its end, `is_late`
    that its time was over before; `untested` says why nothing can be said.
    """

    records: tuple[Record, ...] = ()
    drawn: int = 0
    rejected: int = 0
    refused: int = 0
    refusal: str = ""
    untested: str = ""
    is_done: bool = False
    is_late: bool = False

    def save(self, path: str) -> None:
        """Put it in place: readers see this answer or the one before."""
        temporary = Path(f"{path}.new")
        temporary.write_text(json.dumps(asdict(self)), encoding="utf-8")
        temporary.replace(path)

    @classmethod
    def load(cls, path: Path) -> Self:
        """The last answer; an empty one where there is none."""
        if not path.exists():
            return cls()
        fields = json.loads(path.read_text(encoding="utf-8"))
        return cls(**fields | {"records": tuple(_record(record) for record in fields["records"])})


def _record(fields: Mapping[str, Any]) -> Record:
    place = fields["place"]
    return Record(**{**fields, "place": None if place is None else tuple(place)})
