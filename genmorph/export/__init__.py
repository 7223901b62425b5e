"""Relations -> files: a pytest file that runs without genmorph."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from genmorph.export.writing import ExportError

__all__ = ["ExportError"]


def __getattr__(name: str) -> Any:
    """Import the public name when it is first used, so that whoever needs one module does not load them all."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.writing"), name)
