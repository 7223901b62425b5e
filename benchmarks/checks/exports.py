"""Running exported test files by pytest in a process without genmorph, against the function or a mutant of it."""

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_CONFINEMENT = Path(__file__).with_name("confinement.py")
START = 60.0
"""Seconds that a process may take beside its tests."""
_FILE = "test_exported.py"

Test = tuple[str, str]
"""A file and the name of a test in it."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one test ended, and for a failure the first line of its reason.

    The outcome is `passed` or `failed` as pytest says, `stopped` where the process ended in the middle of the test, or
    `no result` where the test never began.
    """

    outcome: str
    why: str = ""

    @property
    def failed(self) -> bool:
        """Whether the test noticed something: a test that never began did not."""
        return self.outcome in ("failed", "stopped")


def test_names(text: str) -> tuple[str, ...]:
    """The tests of a file, in order."""
    body = ast.parse(text).body
    return tuple(node.name for node in body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))


def run_tests(
    tests: str, names: Sequence[str], files: Mapping[str, str], examples: int, seconds: float
) -> dict[str, Result]:
    """The result of each named test of a file's text; `files` lie beside it, `seconds` limit each test."""
    tried = run_many({_FILE: tests}, [(_FILE, name) for name in names], files, examples, seconds)
    return {name: result for (_, name), result in tried.items()}


def run_many(
    texts: Mapping[str, str],
    wanted: Sequence[Test],
    files: Mapping[str, str],
    examples: int,
    seconds: float,
    seed: int | None = None,
) -> dict[Test, Result]:
    """The results of tests of several files, whose texts stand under their names; `files` lie beside them.

    Examples are those of the `seed` (of Hypothesis and of hashes), without one always the same. A test that takes its
    process with it does not keep the others from being run.
    """
    results: dict[Test, Result] = {}
    while missing := [test for test in wanted if test not in results]:
        found = _run_once(texts, missing, files, examples, seconds, seed)
        results |= found or dict.fromkeys(missing, Result("no result"))
    return results


def _run_once(
    texts: Mapping[str, str],
    wanted: Sequence[Test],
    files: Mapping[str, str],
    examples: int,
    seconds: float,
    seed: int | None,
) -> dict[Test, Result]:
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as directory:
        folder = Path(directory)
        for name, text in {**texts, **files}.items():
            (folder / name).write_text(text, encoding="utf-8")
        shutil.copy(_CONFINEMENT, folder / "conftest.py")
        report = folder / "report.jsonl"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:genmorph",
            f"--rootdir={folder}",
        ]
        variables = {
            "GENMORPH_CHECK_EXAMPLES": str(examples),
            "GENMORPH_CHECK_SECONDS": str(seconds),
            "GENMORPH_CHECK_REPORT": str(report),
        }
        if seed is not None:
            command.append(f"--hypothesis-seed={seed}")
            variables |= {"GENMORPH_CHECK_SEEDED": "yes", "PYTHONHASHSEED": str(seed)}
        command += [f"{file}::{name}" for file, name in wanted]
        _run_process(command, folder, START + 2 * seconds * len(wanted), variables)
        lines = (
            [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()] if report.exists() else []
        )
    return {
        (line["file"], line["test"]): Result(line["outcome"].replace("began", "stopped"), line.get("why", ""))
        for line in lines
    }


def _run_process(command: Sequence[str], folder: Path, limit: float, variables: Mapping[str, str]) -> None:
    """Run in the folder, where modules are found first; a process that exceeds its limit is killed."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTEST_ADDOPTS")}
    environment = {**kept, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", **variables}
    try:
        subprocess.run(  # noqa: S603
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return
