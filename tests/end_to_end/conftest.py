"""The installed command, run in a folder with a module of functions."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.forking import run_forked

SHOP = """
import random

def triple(n: int) -> int:
    return 3 * n + 1

def dice(n: int) -> float:
    return n * random.random()

def never(n: int) -> int:
    raise KeyError(n)

def constant(n: int) -> int:
    return 7
"""
COMMAND = Path(sys.executable).with_name("genmorph")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "shop.py").write_text(SHOP)
    return tmp_path


def run_installed(folder, *words, **environment):
    """What came of the installed command with these words; no bytecode is left behind."""
    return subprocess.run(
        [COMMAND, *words],
        cwd=folder,
        env=_environment(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def run_command(folder, *words, **environment):
    """The same, without the time that the start of Python takes; variables that Python itself reads do nothing."""
    return run_forked(folder, [str(word) for word in words], _environment(environment))


def _environment(more):
    return os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | more
