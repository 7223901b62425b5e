"""Functions to import, beside a path without genmorph. Golden files are text here, no modules to collect."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

collect_ignore = ["golden"]

SHOP = """
    class EmptyError(Exception):
        pass

    def power(k, e):
        return k**e

    def half(x):
        return x / 2

    def fifth(n):
        if n < 0:
            raise EmptyError(n)
        return 5 * n

    def rate(n, *, scale):
        return n * scale

    def wrong(k, e):
        return k**e + (e == 3)
"""
BLOCKED = """
import sys
class Refused:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] == "genmorph":
            raise ImportError("genmorph is not installed here")
sys.meta_path.insert(0, Refused)
sys.path.insert(0, sys.argv[2])
import runpy
from hypothesis import settings
settings.register_profile("plain", database=None, derandomize=True)
settings.load_profile("plain")
for name, test in runpy.run_path(sys.argv[1]).items():
    if name.startswith("test_"):
        test()
        print(name)
"""


@pytest.fixture
def shop(tmp_path):
    """The folder of a module `shop`."""
    (tmp_path / "shop.py").write_text(dedent(SHOP))
    return tmp_path


def write_module(folder: Path, name: str, text: str) -> Path:
    """Write a module; folders of its packages are made."""
    file = folder.joinpath(*name.split(".")).with_suffix(".py")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text))
    return file


def run_without_genmorph(file: Path, folder: Path) -> list[str]:
    """The names of the file's tests, each run once in a process that cannot import genmorph."""
    command = [sys.executable, "-I", "-c", BLOCKED, str(file), str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()
