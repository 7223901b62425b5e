"""Which files belong to Python itself or to installed distributions, rather than to the user."""

import os
import site
import sys
import sysconfig
from functools import cache, lru_cache
from pathlib import Path

_SITES = ("site-packages", "dist-packages")
_METADATA = (".dist-info", ".egg-info")


def is_installed(file: str) -> bool:
    """Whether a file lies in the standard library or in a directory of installed distributions.

    >>> is_installed(os.__file__), is_installed(__file__.replace("installed", "elsewhere"))
    (True, False)
    """
    return os.path.realpath(file).startswith((*_library(), *_sites(tuple(sys.path))))


def distributions() -> tuple[tuple[str, bytes], ...]:
    """Name with version of each installed distribution, and the list of its files with their hashes; sorted."""
    return _distributions(tuple((entry, _changed(entry)) for entry in sys.path if entry))


def _changed(directory: str) -> int:
    """When something was installed there or removed, in nanoseconds; 0 where there is no such directory."""
    try:
        return os.stat(directory).st_mtime_ns  # noqa: PTH116  entries of the path are texts
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _distributions(path: tuple[tuple[str, int], ...]) -> tuple[tuple[str, bytes], ...]:
    found = {
        folder.name: folder / "RECORD"
        for entry, _ in reversed(path)  # the first of two of one name wins, as it does on import
        for suffix in _METADATA
        for folder in Path(entry).glob(f"*{suffix}")
    }
    return tuple((name, found[name].read_bytes() if found[name].is_file() else b"") for name in sorted(found))


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
