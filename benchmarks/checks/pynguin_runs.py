"""Tests that Pynguin writes for one function, in an environment of its own, and whether they notice mutants of it."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.checks.exports import test_names
from benchmarks.checks.places import fresh_place
from benchmarks.checks.processes import Ended, watched

GIVEN_UP = 4
"""So many times its search, and `START`, Pynguin may take before it is given up."""
START = 60.0
"""Seconds that a process may take beside its work."""
HUNG, SLOWER = 1, 5
"""CPU seconds that tests may take on a mutant, and how many times what they take on the original may be added."""
MEMORY = 4 * 2**30
"""Bytes of each process, Pynguin's own and those of tests: a call of `repeat` can fill any machine."""
_TESTS = "test_generated.py"
_LIMITS = """import resource

resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
"""
_LIMITED = ("/bin/sh", "-c", f'ulimit -v {MEMORY // 1024}; exec "$@"', "sh")
_STARTED_IN_VAIN = (4, 5)
"""Exit codes with which pytest says that it was called in a wrong way, or has no such test."""
_ENDED_WELL = re.compile(r"^(?:PASSED|XFAIL) [^ ]*::(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Generated:
    """The text of the tests that Pynguin wrote, empty where it wrote none; then `error` says how it ended."""

    tests: str
    seconds: float
    error: str


def version_of(python: Path) -> str:
    """The version of Pynguin in the environment of an interpreter; raises ValueError where there is none."""
    program = "from importlib.metadata import version; print(version('pynguin'))"
    try:
        command = [str(python), "-c", program]
        found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=START)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        rule = "must name the interpreter of an environment that has Pynguin"
        raise ValueError(f"python {rule}, got {str(python)!r}") from error
    return found.stdout.strip()


def project_of(module: str, root: Path) -> dict[str, str]:
    """The text of a module under the root and of the packages that it lies in, by their paths."""
    *packages, _ = module.split(".")
    outer = ["/".join((*packages[:depth], "__init__.py")) for depth in range(1, len(packages) + 1)]
    return {name: (root / name).read_text(encoding="utf-8") for name in (*outer, file_of(module))}


def file_of(module: str) -> str:
    """The path of a module's file from the folder in which it is found.

    >>> file_of("package.module")
    'package/module.py'
    """
    return module.replace(".", "/") + ".py"


def generate(python: Path, path: str, files: Mapping[str, str], seconds: int, seed: int) -> Generated:
    """Let Pynguin search so long for tests of the function that a path names, in a project of these files.

    Other functions of its module are left out. Assertions are sought for as long again, because without a limit a
    mutant on which each test times out can take it hours.
    """
    with fresh_place({}) as place:
        project, output = place.work / "project", place.work / "tests"
        lay_out(files, project)
        options = {
            "--project-path": project,
            "--module-name": path.partition(":")[0],
            "--output-path": output,
            "--maximum-search-time": seconds,
            "--maximum-mutation-time": seconds,
            "--maximum-test-execution-timeout": 1,
            "--no-xfail": True,
            "--seed": seed,
        }
        words = [str(word) for option in options.items() for word in option]
        command = [str(python), "-m", "pynguin", *words, "--ignore-methods", *_others(path, files)]
        with watched([*_LIMITED, *command], place, PYNGUIN_DANGER_AWARE="1", PYTHONHASHSEED="0") as process:
            ended = process.ended(GIVEN_UP * seconds + START)
        tests = "".join(file.read_text(encoding="utf-8") for file in sorted(output.glob("test_*.py")))
    return Generated(tests, ended.seconds, "" if tests else _told(ended))


def _told(ended: Ended) -> str:
    """How a process ended that has written nothing."""
    if ended.exit_code is None:
        return f"no end within {ended.seconds:.0f} s"
    return f"exit code {ended.exit_code}, {ended.last_words or 'no tests'}"


def _others(path: str, files: Mapping[str, str]) -> list[str]:
    """The other functions of the module, with its name."""
    module, _, function = path.partition(":")
    names = (node.name for node in ast.parse(files[file_of(module)]).body if isinstance(node, ast.FunctionDef))
    return [f"{module}.{name}" for name in names if name != function]


def lay_out(files: Mapping[str, str], folder: Path) -> None:
    """Write files by their paths from a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Bench:
    """A folder with a project and tests of one of its modules, by which other texts of that module are tried.

    `kept` are the tests that end well on the original twice, `left_out` the others.
    """

    folder: Path
    module: str
    kept: tuple[str, ...]
    left_out: tuple[str, ...]

    def notices(self, source: str) -> bool:
        """Whether a kept test fails, or ends or blocks its process, where the module has this text.

        Each text has a process of its own. A test that must fail and passes has failed as well.
        """
        if not self.kept:
            return False
        lay_out({file_of(self.module): source}, self.folder)
        try:
            tried = _run(self.folder, self.kept, "-x")
        except subprocess.TimeoutExpired:
            return True
        assert tried.returncode not in _STARTED_IN_VAIN, tried.stdout
        return tried.returncode != 0


@contextmanager
def bench(files: Mapping[str, str], module: str, tests: str) -> Iterator[Bench]:
    """A bench for the text of some tests and the files of a project; the folder is removed afterwards."""
    with fresh_place({_TESTS: tests, "pytest.ini": "[pytest]\n"}) as place:
        lay_out({**files, "conftest.py": _limits(int(START))}, place.work)
        names = test_names(tests)
        began = _spent()
        kept = _ending_well(place.work, _ending_well(place.work, names))
        # Of the processor's time, because a busy machine must not make a mutant look as if it hung.
        lay_out({"conftest.py": _limits(ceil(HUNG + SLOWER * (_spent() - began) / 2))}, place.work)
        yield Bench(place.work, module, kept, tuple(name for name in names if name not in kept))


def _spent() -> float:
    """CPU seconds of the child processes that have ended."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _limits(seconds: int) -> str:
    return _LIMITS.format(memory=MEMORY, seconds=seconds)


def _ending_well(folder: Path, names: tuple[str, ...]) -> tuple[str, ...]:
    """The tests that pass, or fail as they must; none where they do not come to an end together."""
    if not names:
        return ()
    try:
        well = _ENDED_WELL.findall(_run(folder, names, "-rpx").stdout)
    except subprocess.TimeoutExpired:
        return ()
    return tuple(name for name in names if name in well)


def _run(folder: Path, names: Iterable[str], option: str) -> subprocess.CompletedProcess[str]:
    """Tests by pytest alone: loading plugins would take longer than the tests."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTEST_ADDOPTS")}
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", option, *(f"{_TESTS}::{n}" for n in names)],
        cwd=folder,
        env={**kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=START,
        check=False,
    )
