"""Where the files of functions lie in a folder of results."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from genmorph.batch.entries import Entry
from genmorph.batch.job import Finished
from genmorph.export.writing import require_json_writable, require_tests_writable, write_json, write_tests
from genmorph.model import UsageError
from genmorph.results.relation_set import Refusal, Refused, Status

_SAID = ("disowned", "unfitting")


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

    def words(self, entry: Entry) -> str | None:
        """The text of an earlier file in which a person said something of relations; None where nobody did."""
        try:
            text = self.saved(entry).read_text(encoding="utf-8")
            data = json.loads(text)
        except (OSError, ValueError, RecursionError):
            return None
        return text if _has_words(data) else None

    def write(self, entry: Entry, finished: Finished) -> None:
        """Put the files of a function in place, each at once; what a person said stays, also where a run failed."""
        if finished.saved is not None:
            write_json(json.loads(finished.saved), self.saved(entry), self.force)
        elif finished.status is not Status.INTERRUPTED and self.words(entry) is None:
            why = Refused.UNSUPPORTED if finished.status is Status.UNSUPPORTED else Refused.FAILED
            Refusal(entry.target, why, finished.reason).to_json(self.saved(entry), self.force)
        if finished.tests is not None:
            write_tests(finished.tests.partition("\n")[2], self.tests(entry), self.force)
        elif finished.status is Status.NOTHING:  # those of an earlier run would be of no relations
            require_tests_writable(self.tests(entry), self.force)
            self.tests(entry).unlink(missing_ok=True)


def _has_words(data: Any) -> bool:
    """Whether a person said something of relations; what is no saved set says nothing."""
    match data:
        case {"relations": list(relations)}:
            accepted = [one for one in relations if isinstance(one, dict) and one.get("is_accepted")]
            return bool(accepted) or any(data.get(key) for key in _SAID)
    return False
