"""Keeps outdated bytecode out of the worker."""

import os
from importlib.machinery import SourceFileLoader
from types import CodeType

_STANDARD = os.path.join(os.path.dirname(os.__file__), "")  # noqa: PTH118, PTH120 - pathlib would be one more import
_INSTALLED = frozenset({"site-packages", "dist-packages"})


def distrust_bytecode() -> None:
    """Compile the user's modules from source from now on, whatever `__pycache__` holds.

    Bytecode is taken for current where size and second of the last change agree, which two quick edits may do.
    """
    trusting = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        path = loader.get_filename(name)
        return trusting(loader, name) if is_library(path) else loader.source_to_code(loader.get_data(path), path)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


def is_library(path: str) -> bool:
    """Whether a file belongs to the standard library or an installed package, which nobody edits.

    >>> is_library(os.__file__), is_library("/lib/site-packages/attr/__init__.py"), is_library("/home/me/shop.py")
    (True, True, False)
    """
    return path.startswith(_STANDARD) or not _INSTALLED.isdisjoint(path.split(os.sep))  # noqa: PTH206 - as above
