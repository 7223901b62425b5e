"""Lines and branches of one file that a run of pytest reaches."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from benchmarks.record import ROOT, Row

_SECONDS = 600.0
_COUNT = re.compile(r"(\d+) (passed|failed|error)")


@dataclass(frozen=True, slots=True)
class Reached:
    """Lines and branches that were run, of all; what pytest counted."""

    lines: frozenset[int]
    missed: frozenset[int]
    branches: int
    all_branches: int
    counts: Row

    def told(self) -> Row:
        """The figures of a row."""
        return {
            "lines": len(self.lines),
            "of_lines": len(self.lines | self.missed),
            "branches": self.branches,
            "of_branches": self.all_branches,
            "missed_lines": sorted(self.missed),
            "tests": self.counts,
        }


def file_of(module: str) -> Path:
    """The file of an installed module."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ValueError(f"module must be installed, got {module!r}")
    return Path(spec.origin)


def reach(file: Path, tests: Path, seed: int, folder: Path) -> Reached:
    """What the tests of a file reach of another one; raises RuntimeError where none were run."""
    (folder / "empty.ini").write_text("[pytest]\n", encoding="utf-8")  # or settings around the tests would be taken
    data = folder / f"{tests.stem}.coverage"
    words = ["-q", "-c", "empty.ini", "--rootdir", ".", "-p", "no:cacheprovider", f"--hypothesis-seed={seed}"]
    done = _coverage(
        ["run", "--branch", f"--data-file={data}", f"--include={file}", "-m", "pytest", *words, tests], folder
    )
    counts = {word: int(number) for number, word in _COUNT.findall(done.stdout.splitlines()[-1] if done.stdout else "")}
    if not counts:
        raise RuntimeError(f"tests must be run, got {done.stdout[-300:]}{done.stderr[-300:]}")
    report = folder / f"{tests.stem}.json"
    _coverage(["json", "-q", f"--data-file={data}", "-o", report], folder)
    (found,) = json.loads(report.read_text(encoding="utf-8"))["files"].values()
    lines, missed = (frozenset(found[f"{name}_lines"]) for name in ("executed", "missing"))
    return Reached(lines, missed, found["summary"]["covered_branches"], found["summary"]["num_branches"], counts)


def _coverage(words: list[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "coverage", *map(str, words)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
