"""One inference by the command line, as a user runs it, timed from outside."""

import json
import subprocess
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.checks.subjects import Subject

PATIENCE = 300.0
"""Seconds after the budget at which a run is given up."""
FOUND, NOTHING_FOUND = 0, 3
TESTS, SAVED = "test_relations.py", "relations.json"


@dataclass(frozen=True, slots=True)
class Inference:
    """What a run left in its folder, its exit code and last words, and the seconds of the whole process."""

    folder: Path
    exit_code: int | None
    error: str
    seconds: float

    @property
    def saved(self) -> dict[str, Any]:
        """The saved relations as JSON data; only where something was saved."""
        data: dict[str, Any] = json.loads((self.folder / SAVED).read_text(encoding="utf-8"))
        return data

    @property
    def tests(self) -> str:
        """The text of the exported file, empty where there is none."""
        path = self.folder / TESTS
        return path.read_text(encoding="utf-8") if path.exists() else ""


def infer(subject: Subject, budget: str, seconds: float, seed: int, folder: Path) -> Inference:
    """Run `genmorph infer` in a folder that holds a copy of the function's module; `seconds` is the budget's time."""
    (folder / f"{subject.module_name}.py").write_text(subject.source, encoding="utf-8")
    domains = [f"{name}={text}" for name, text in subject.domains.items()]
    return infer_path(f"{subject.module_name}:{subject.name}", domains, budget, seconds, seed, folder)


def infer_path(
    path: str,
    domains: Sequence[str],
    budget: str,
    seconds: float,
    seed: int,
    folder: Path,
    annotations: Sequence[str] = (),
) -> Inference:
    """Run `genmorph infer` in a folder on what the path names, with these domains; `seconds` is the budget's time.

    `annotations` are files in the folder.
    """
    options = [word for domain in domains for word in ("--domain", domain)]
    options += [word for file in annotations for word in ("--annotations", file)]
    arguments = ["--budget", budget, "--seed", str(seed), "--output", TESTS, "--json", SAVED]
    start = perf_counter()
    exit_code, error = _run([_program(), "infer", path, *options, *arguments], folder, seconds + PATIENCE)
    return Inference(folder, exit_code, error, perf_counter() - start)


def _program() -> str:
    return str(Path(sysconfig.get_path("scripts")) / "genmorph")


def _run(command: Sequence[str], folder: Path, limit: float) -> tuple[int | None, str]:
    """The exit code, None where the limit was exceeded, and the last line on standard error."""
    try:
        process = subprocess.run(  # noqa: S603
            command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return None, f"no end within {limit} s"
    return process.returncode, (process.stderr.strip().splitlines() or [""])[-1]
