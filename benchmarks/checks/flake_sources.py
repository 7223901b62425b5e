"""Exported files to run again and again: those of other benchmarks, and functions of which more can be made."""

import json
import sys
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from benchmarks.checks.kind_subjects import BY_NAME
from benchmarks.checks.module_subjects import MODULES, public_functions
from benchmarks.record import ROOT, Row

CHECKS = Path(__file__).parent
RESULTS = ROOT / "benchmarks" / "results"
OWN_MODULES = ("ordinary_functions", "kind_functions", "hand_functions", "hand_sequences")
"""Modules of ours with functions; their files lie beside the exported ones."""
STANDARD = (
    "base64",
    "calendar",
    "colorsys",
    "fnmatch",
    "html",
    "ntpath",
    "quopri",
    "shlex",
    "statistics",
    "string",
    "stringprep",
    "textwrap",
    "urllib.parse",
)
"""Modules of the standard library with functions over numbers, texts and sequences, written in Python."""


@dataclass(frozen=True, slots=True)
class Source:
    """A function by its path, where it is from, and the text of its exported file, empty where there is none yet."""

    path: str
    origin: str
    tests: str = ""


def measured_functions(folder: Path = RESULTS) -> tuple[Source, ...]:
    """The functions in the results of `modules` and `every_kind`, as far as there are any, with their files."""
    modules = [Source(row["subject"], "modules", row.get("tests", "")) for row in _rows(folder / "modules.json")]
    kinds = [
        Source(BY_NAME[row["subject"]].path, "every_kind", row.get("tests", ""))
        for row in _rows(folder / "every_kind.json")
    ]
    return (*modules, *kinds)


def further_functions(taken: Container[str]) -> Iterator[Source]:
    """Functions whose files are to be made, of each origin in turn."""
    make_findable()
    origins = (("modules", MODULES), ("own functions", OWN_MODULES), ("standard library", STANDARD))
    queues = [[Source(path, origin) for path in public_functions(modules)] for origin, modules in origins]
    for sources in zip_longest(*queues):
        yield from (source for source in sources if source is not None and source.path not in taken)


def make_findable() -> None:
    """Let this process, and the workers that it starts, find our modules by the names that exported files import."""
    if str(CHECKS) not in sys.path:
        sys.path.append(str(CHECKS))


def own_files() -> dict[str, str]:
    """The files of our modules, by name."""
    return {f"{module}.py": (CHECKS / f"{module}.py").read_text(encoding="utf-8") for module in OWN_MODULES}


def _rows(path: Path) -> list[Row]:
    rows: list[Row] = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    return rows
