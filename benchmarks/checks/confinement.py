"""Copied as `conftest.py` beside exported tests: no genmorph, a Hypothesis profile, limits, a report of each test.

It runs in a process of its own. GENMORPH_CHECK_EXAMPLES is the profile's number of examples, GENMORPH_CHECK_SECONDS
the limit of each test, GENMORPH_CHECK_REPORT the file that gets a line of JSON when a test begins and when it ends.
With GENMORPH_CHECK_SEEDED the option `--hypothesis-seed` decides on the examples, else they are always the same.
"""

import json
import os
import resource
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import Phase, settings

_MEMORY = 4 * 2**30
"""Bytes of address space: a mutant may build numbers without end."""


class TooLong(BaseException):
    """A test that did not end in time; no `Exception`, so that Hypothesis lets it pass."""


class _Absent:
    """A finder that makes `import genmorph` fail."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Refuse genmorph and whatever is inside; leave the rest to other finders."""
        del path, target
        if name.partition(".")[0] == "genmorph":
            raise ImportError("genmorph is not installed here")


def _stop(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise TooLong


def _report(**line: str) -> None:
    with Path(os.environ["GENMORPH_CHECK_REPORT"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def pytest_configure() -> None:
    """Before the exported file is imported: block genmorph, bound the memory, load the profile."""
    if "genmorph" in sys.modules:
        raise ImportError("genmorph must not be loaded before the exported tests")
    sys.meta_path.insert(0, _Absent())  # type: ignore[arg-type]
    signal.signal(signal.SIGALRM, _stop)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    settings.register_profile(
        "check",
        max_examples=int(os.environ["GENMORPH_CHECK_EXAMPLES"]),
        phases=(Phase.explicit, Phase.generate),
        database=None,
        derandomize="GENMORPH_CHECK_SEEDED" not in os.environ,
    )
    settings.load_profile("check")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Say that a test begins, and stop it at its limit."""
    _report(file=item.path.name, test=item.name, outcome="began")
    signal.setitimer(signal.ITIMER_REAL, float(os.environ["GENMORPH_CHECK_SECONDS"]))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Say how a test ended."""
    if report.when == "call":
        lines = str(report.longrepr or "").strip().splitlines() or [""]
        errors = [line for line in lines if line.startswith("E ")] or lines[-1:]
        file, _, test = report.nodeid.partition("::")
        _report(file=file, test=test, outcome=report.outcome, why=errors[0][:300])
