"""Running an exported file in a process of its own, as its users will."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from genmorph.execution.cache import default_cache_path
from genmorph.execution.process import Shelter
from genmorph.export.writing import ExportError
from genmorph.model import UsageError
from genmorph.settings import TRIAL_RUN, WORKER

_START = """
import importlib, json, sys
sys.path[:] = json.loads(sys.argv.pop(1))
importlib.import_module(sys.argv.pop(1)).main()
"""
_CHARACTERS = """
from hypothesis import given, strategies as st

@given(st.characters())
def test_characters(character):
    pass
"""
_STORAGE = "HYPOTHESIS_STORAGE_DIRECTORY"
_ERRORS = "errors"


def know_characters(timeout: float = TRIAL_RUN.seconds) -> None:
    """Let Hypothesis compute its tables of characters where it has not yet: that takes seconds, and is kept.

    Trial runs share a folder in the user's cache directory for it, unless the user has chosen another.
    """
    folder = _storage()
    if folder is not None and not (folder / "unicode_data").exists():
        run_tests(_CHARACTERS, sys.path, timeout, examples=1)


def _storage() -> Path | None:
    """Where Hypothesis keeps its tables; None where there is no such place."""
    if _STORAGE in os.environ:
        return Path(os.environ[_STORAGE])
    try:
        return default_cache_path().with_name("hypothesis")
    except UsageError:
        return None


def run_tests(
    text: str,
    path: Sequence[str],
    timeout: float,
    examples: int = TRIAL_RUN.examples,
    is_stopped: Callable[[], bool] = lambda: False,
    guarded: str | None = None,
    seed: int | None = None,
) -> dict[str, str]:
    """Run every test of a file's text once; the failed ones by name, with what was raised.

    `path` is the `sys.path` under which the function under test is found; `guarded` is the name by which the tests call
    it, where its calls must be refused to write files and the like. Hypothesis draws by the `seed`; without one it
    draws the same for the same test. Raises ExportError where the file does not run at all, or not within `timeout`
    seconds, or where `is_stopped` turns true before it has ended.
    """
    return _run(text, path, timeout, [(examples, seed)], is_stopped, guarded)


def verify_tests(
    text: str,
    path: Sequence[str],
    timeout: float,
    is_stopped: Callable[[], bool] = lambda: False,
    guarded: str | None = None,
) -> dict[str, str]:
    """Run every test of a file's text under several seeds, and once with many examples; the failed ones by name.

    All runs share a process, and what the function keeps from call to call; together they have four times `timeout`
    seconds. What was raised is that of the first run in which a test failed. Raises ExportError as `run_tests` does.
    """
    runs = [*((TRIAL_RUN.examples, seed) for seed in TRIAL_RUN.seeds), (TRIAL_RUN.many_examples, None)]
    return _run(text, path, timeout * len(runs), runs, is_stopped, guarded)


def _run(
    text: str,
    path: Sequence[str],
    timeout: float,
    runs: Sequence[tuple[int, int | None]],
    is_stopped: Callable[[], bool],
    guarded: str | None,
) -> dict[str, str]:
    """Run the file once for each number of examples and seed, all in one process."""
    with Shelter() as shelter:
        file, answer = shelter.directory / "test_exported.py", shelter.directory / "failures.json"
        file.write_text(text, encoding="utf-8")
        words = [str(file), str(answer), json.dumps(runs)]
        process = start_process(shelter, path, "genmorph.export.trial", *words, *([guarded] if guarded else []))
        end = time.monotonic() + timeout
        while process.poll() is None:
            if is_stopped():
                raise ExportError("they were stopped before their end")
            if time.monotonic() >= end:
                raise ExportError(f"they did not end within {timeout:g} s; a larger budget leaves more")
            with suppress(subprocess.TimeoutExpired):
                process.wait(TRIAL_RUN.tick)
        if process.returncode or not answer.exists():
            raise ExportError(f"the exported file does not run: {last_words(shelter) or process.returncode}")
        failures: dict[str, str] = json.loads(answer.read_text(encoding="utf-8"))
        return failures


def start_process(shelter: Shelter, path: Sequence[str], module: str, *words: str) -> subprocess.Popen[bytes]:
    """A process in the shelter that runs `main` of a module of ours, with these arguments and this `sys.path`."""
    storage = _storage()
    with (shelter.directory / _ERRORS).open("wb") as standard_error:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-P", "-c", _START, json.dumps(list(path)), module, *words],
            cwd=shelter.directory,
            env={
                **dict(WORKER.environment),
                **os.environ,
                "PYTHONHASHSEED": "0",
                **({_STORAGE: str(storage)} if storage else {}),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=standard_error,
            start_new_session=True,
        )
        shelter.take(process)
    return process


def last_words(shelter: Shelter) -> str:
    """The last line that the process in a shelter has written to standard error; "" where there is none."""
    text = (shelter.directory / _ERRORS).read_text(encoding="utf-8", errors="replace")
    return (text.strip().splitlines() or [""])[-1]
