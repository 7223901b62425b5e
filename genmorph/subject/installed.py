"""Which files belong to Python itself or to installed distributions, rather than to the user."""

import os
import site
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_SITES = ("site-packages", "dist-packages")
_METADATA = (".dist-info", ".egg-info")


def is_installed(file: str) -> bool:
    """Whether a file lies in the standard library or in a directory of installed distributions.

    >>> is_installed(os.__file__), is_installed(__file__.replace("installed", "elsewhere"))
    (True, False)
    """
    return os.path.realpath(file).startswith((*_library(), *_sites(tuple(sys.path))))


def distributions() -> Iterator[tuple[str, bytes]]:
    """Name with version of each installed distribution, and the list of its files with their hashes; sorted."""
    found = {
        path.name: path / "RECORD"
        for entry in reversed(sys.path)  # the first of two of one name wins, as it does on import
        if entry
        for suffix in _METADATA
        for path in Path(entry).glob(f"*{suffix}")
    }
    for name in sorted(found):
        yield name, found[name].read_bytes() if found[name].is_file() else b""


@cache
def _library() -> tuple[str, ...]:
    return _real([sysconfig.get_path(name) for name in ("stdlib", "platstdlib")])


@cache
def _sites(path: tuple[str, ...]) -> tuple[str, ...]:
    named = [entry for entry in path if Path(entry).name in _SITES]
    schemes = [sysconfig.get_path(name) for name in ("purelib", "platlib")]
    return _real([*schemes, *site.getsitepackages(), site.getusersitepackages(), *named])


def _real(directories: list[str]) -> tuple[str, ...]:
    return tuple(sorted({os.path.join(os.path.realpath(directory), "") for directory in directories}))  # noqa: PTH118
