"""A part of what `benchmarks.golden` has recorded, run again: six of its functions, its domains, some commands."""

import platform
import subprocess
import sys

import pytest

from benchmarks.golden import RECORDING, read_recording
from benchmarks.record import ROOT

RUNS = [
    f"runs/{name}/{preset}/0"
    for name in ("hand largest", "hand boxes_needed", "hand majority", "fare", "wage", "first_place")
    for preset in ("default", "paper")
]
OTHERS = ["domains/notation", "domains/hint", "domains/default", "commands/helps", "commands/refused domains"]


def minor(version):
    return version.split(".")[:2]


@pytest.mark.skipif(
    minor(platform.python_version()) != minor(read_recording(RECORDING)["machine"]["python"]),
    reason="another version of Python has other functions and other messages",
)
def test_what_was_recorded_is_what_comes_today():
    only = [word for text in RUNS + OTHERS for word in ("--only", text)]
    command = [sys.executable, "-m", "benchmarks.golden", "compare", "--hash-seeds", "1", *only]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 changed, 0 missing, 0 not recorded" in done.stdout
