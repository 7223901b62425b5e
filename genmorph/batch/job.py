"""What is to be done for one function, and what came of it: plain data that travel between processes."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from genmorph.batch.entries import Entry
from genmorph.results.relation_set import Status


@dataclass(frozen=True, slots=True)
class Job:
    """One function: its entry, and those that make values for it.

    `earlier` is the text of a saved set in which a person said something of its relations; `directory` is where modules
    are looked for first, and `load` are those that are imported because they register something. With `force` an
    earlier set that cannot be read is overwritten.
    """

    entry: Entry
    makers: tuple[Entry, ...] = ()
    earlier: str | None = None
    directory: str = "."
    load: tuple[str, ...] = ()
    force: bool = False

    def key(self) -> str:
        """What a finished run is valid for: what was asked, by which genmorph, for which texts of the modules.

        What a person said of relations since is asked, too.
        """
        asked = [asdict(self.entry), [asdict(maker) for maker in self.makers], version("genmorph"), self.load]
        asked += [] if self.earlier is None else [_spoken_of(self.earlier)]
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
    judged = data["stages"].get("mutants", {}).get("judged", 0)
    return len(data["relations"]), len(killed), judged


def _spoken_of(saved: str) -> list[str]:
    """The relations of a saved set of which a person said something, as formulas."""
    data: Mapping[str, Any] = json.loads(saved)
    accepted = [one for one in data["relations"] if one.get("is_accepted")]
    return sorted(str(one["formula"]) for one in (*accepted, *data.get("disowned", ()), *data.get("unfitting", ())))


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
    folders = list(spec.submodule_search_locations or ())
    if not rest:
        origin = None if spec.origin is None else Path(spec.origin)
        return origin if origin is not None and origin.suffix == ".py" and origin.is_file() else None
    places = (Path(folder, *rest) for folder in folders)
    files = (file for place in places for file in (place.with_suffix(".py"), place / "__init__.py"))
    return next((file for file in files if file.is_file()), None)
