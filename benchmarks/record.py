"""Results as JSON, with the code and the machine that they were measured on."""

import hashlib
import json
import os
import platform
import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parent.parent
_MEASURED = ("genmorph", "benchmarks")
_PACKAGES = (
    "cosmic-ray",
    "deap",
    "genmorph",
    "hypothesis",
    "libcst",
    "mutmut",
    "numba",
    "numpy",
    "pytest",
    "scipy",
    "sympy",
)

Row = dict[str, Any]


def describe_code() -> dict[str, str]:
    """The commit checked out, and a digest of the Python files measured, which may have been edited since."""
    command = ["git", "rev-parse", "HEAD"]
    commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    return {"commit": commit, "digest": _digest_of_code()}


def _digest_of_code() -> str:
    digest = hashlib.sha256()
    for path in sorted(path for folder in _MEASURED for path in (ROOT / folder).rglob("*.py")):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def without_folders(text: str) -> str:
    """The text of a message with the names of files in the place of their paths, which are those of one machine.

    >>> without_folders('File "/home/me/genmorph/models/worker/running.py", line 3, in 1/2 of /usr')
    'File "running.py", line 3, in 1/2 of usr'
    """
    return re.sub(r"(?<![\w/])/(?:[\w.@+-]+/)*(?=[\w.@+-])", "", text)


def describe_machine() -> dict[str, Any]:
    """What the figures depend on besides the code; no names and no dates."""
    return {
        "platform": platform.platform(),
        "cpus": os.cpu_count(),
        "python": platform.python_version(),
        "packages": {package: version(package) for package in _PACKAGES},
    }


@dataclass(slots=True)
class Record:
    """Rows of one benchmark, on disk after each of them; `settings` tells runs apart that cannot be mixed.

    Once the code was edited while rows were measured, nobody knows which code they are of: `code_changed` says so.
    """

    path: Path
    settings: dict[str, Any]
    code: dict[str, str] = field(default_factory=describe_code)
    machine: dict[str, Any] = field(default_factory=describe_machine)
    rows: list[Row] = field(default_factory=list)
    totals: Row = field(default_factory=dict)
    code_changed: bool = False

    @classmethod
    def open(cls, path: Path, settings: dict[str, Any], fresh: bool) -> "Record":
        """The record at this path; its rows are taken over if code, machine and settings are the same."""
        record = cls(path, settings)
        if path.exists() and not fresh:
            before = json.loads(path.read_text(encoding="utf-8"))
            same = all(before[name] == getattr(record, name) for name in ("code", "machine", "settings"))
            record.rows = before["rows"] if same and not before["code_changed"] else []
        return record

    def add(self, row: Row) -> None:
        """Append a row and save; the rows stay sorted by subject and seed."""
        self.rows.append(row)
        self.rows.sort(key=lambda row: (row["subject"], row["seed"]))
        self.save()

    def has(self, subject: str, seed: int) -> bool:
        """Whether there is a row of this subject and seed."""
        return any((row["subject"], row["seed"]) == (subject, seed) for row in self.rows)

    def finish(self, totals: Row) -> None:
        """Save the figures over all rows, and show them; raises ClickException where the code changed meanwhile."""
        self.totals = totals
        self.save()
        click.echo()
        for name, value in totals.items():
            text = ", ".join(value) or "nothing" if isinstance(value, list) else value
            click.echo(f"{name.replace('_', ' ')}: {text}")
        if self.code_changed:
            raise click.ClickException(f"code must not change while it is measured, which {self.path} notes now")

    def save(self) -> None:
        """Put the file in place, complete."""
        self.code_changed |= _digest_of_code() != self.code["digest"]
        names = ("code", "code_changed", "machine", "settings", "totals", "rows")
        text = json.dumps({name: getattr(self, name) for name in names}, indent=1, allow_nan=False)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
        Path(temporary).chmod(0o644)
        Path(temporary).replace(self.path)
