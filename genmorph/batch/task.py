"""The run of one job: an inference in a process of its own, which leaves nothing behind."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from genmorph.batch.entries import Entry
from genmorph.batch.job import Finished, Job, counts
from genmorph.execution import Shelter
from genmorph.model import Budget
from genmorph.results import Status

_SLACK = 180.0
"""Seconds beyond its budget after which a process is given up: it starts, compiles, and runs the exported tests."""
_WITHOUT_CLOCK = 3600.0
"""And after so many one whose budget has no seconds."""
_GRACE = 20.0
"""Seconds for an interrupted inference to save what it found."""
_TICK = 0.1
_STATUS = {0: Status.FOUND, 1: Status.VIOLATED, 3: Status.NOTHING, 4: Status.UNSUPPORTED, 130: Status.INTERRUPTED}
"""What the exit codes of `genmorph infer` say."""


def never() -> bool:
    """The run is not to be stopped."""
    return False


@dataclass(frozen=True, slots=True)
class _Files:
    """Where the process leaves what it found, and its words."""

    directory: Path

    @property
    def saved(self) -> Path:
        return self.directory / "relations.json"

    @property
    def tests(self) -> Path:
        return self.directory / "test_relations.py"

    @property
    def words(self) -> Path:
        return self.directory / "words"


def run_job(job: Job, is_stopped: Callable[[], bool] = never) -> Finished:
    """Infer the relations of one function; the process and all it started have ended when this returns.

    Where it is stopped, what was found so far comes back as interrupted.
    """
    began = time.monotonic()
    target = job.entry.target
    if is_stopped():
        return Finished(target, Status.INTERRUPTED, 0.0, "not begun")
    with Shelter() as shelter:
        files = _Files(shelter.directory)
        if job.earlier is not None:
            files.saved.write_text(job.earlier, encoding="utf-8")
        with files.words.open("wb") as words:
            process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-m", "genmorph", *_arguments(job, files)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=words,
                cwd=job.directory if Path(job.directory).is_dir() else None,
                start_new_session=True,
            )
        shelter.take(process)
        code = _await(process, _limit(job.entry), is_stopped)
        finished = _finished(job, code, time.monotonic() - began, files)
        # An interrupt may come before the process heeds any, and then ends it in other ways.
        is_cut = is_stopped() and finished.status is Status.FAILED
        return replace(finished, status=Status.INTERRUPTED) if is_cut else finished


def _arguments(job: Job, files: _Files) -> list[str]:
    """The words of the command line for an entry."""
    entry = job.entry
    stated = entry.domain
    domains = [f"{name}={text}" for name, text in stated.items()] if isinstance(stated, Mapping) else list(stated)
    asked = ["infer", entry.target, "--budget", entry.budget, "--seed", str(entry.seed), "--preset", entry.preset]
    asked += [word for domain in domains for word in ("--domain", domain)]
    asked += [word for module in job.load for word in ("--load", module)]
    asked += ["--allow-effects"] * entry.allow_effects
    annotated = [one for one in (*job.makers, entry) if one.annotations]
    if annotated:
        file = files.directory / "annotations.toml"
        file.write_text(_annotations_text(annotated), encoding="utf-8")
        asked += ["--annotations", str(file)]
    return [*asked, "--json", str(files.saved), "--output", str(files.tests)]


def _annotations_text(entries: list[Entry]) -> str:
    """What entries say as annotations, as a file; the domain of a function itself goes another way."""
    import tomlkit

    tables = []
    for entry in entries:
        domain = {"domain": dict(entry.domain)} if entry.domain and not entry.is_called else {}  # type: ignore[arg-type]
        tables.append({"target": entry.target, **domain, **entry.annotations})
    return tomlkit.dumps({"function": tables})


def _limit(entry: Entry) -> float:
    seconds = Budget.parse(entry.budget).seconds
    return _WITHOUT_CLOCK if seconds is None else seconds + _SLACK


def _await(process: "subprocess.Popen[bytes]", limit: float, is_stopped: Callable[[], bool]) -> int | None:
    """The exit code; None where the process was given up."""
    end, is_told = time.monotonic() + limit, False
    while time.monotonic() < end:
        if is_stopped() and not is_told:
            process.send_signal(signal.SIGINT)
            end, is_told = time.monotonic() + _GRACE, True
        try:
            return process.wait(_TICK)
        except subprocess.TimeoutExpired:
            continue
    return None


def _finished(job: Job, code: int | None, seconds: float, files: _Files) -> Finished:
    """What the process left, by how it ended; an earlier set that is still there was not made by it."""
    target, saved = job.entry.target, _text(files.saved)
    status = Status.FAILED if code is None else _STATUS.get(code, Status.FAILED)
    if saved == job.earlier and status in (Status.FAILED, Status.UNSUPPORTED):
        saved = None
    reason = "it was given up because it did not end" if code is None else _reason(code, _text(files.words) or "")
    if saved is None:  # Python itself ends with some of these codes, too
        without = (Status.UNSUPPORTED, Status.INTERRUPTED)
        return Finished(target, status if status in without else Status.FAILED, seconds, reason)
    if code == 2:  # the relations are there; only their test file could not be written
        status = Status.FOUND
    reason = "" if code in (0, 3) else reason
    return Finished(target, status, seconds, reason, **counts(saved), saved=saved, tests=_text(files.tests))


def _reason(code: int, words: str) -> str:
    """The last thing that the process said of why it ended."""
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    said = [line.removeprefix("genmorph: ") for line in words.splitlines() if line.startswith("genmorph: ")]
    return said[-1] if said else f"ended with exit code {code}"


def _text(file: Path) -> str | None:
    return file.read_text(encoding="utf-8") if file.exists() else None
