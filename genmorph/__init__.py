"""Finds a function's metamorphic relations by itself and hands them over as tests."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from genmorph.inference import infer_relations
    from genmorph.model import Budget, Tolerance, UnsupportedError, UsageError
    from genmorph.results import InapplicableInput, MetamorphicRelation, RelationSet

__all__ = [
    "Budget",
    "InapplicableInput",
    "MetamorphicRelation",
    "RelationSet",
    "Tolerance",
    "UnsupportedError",
    "UsageError",
    "infer_relations",
]

_ROOMS = {
    "Budget": "model",
    "InapplicableInput": "results",
    "MetamorphicRelation": "results",
    "RelationSet": "results",
    "Tolerance": "model",
    "UnsupportedError": "model",
    "UsageError": "model",
    "infer_relations": "inference",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import genmorph` is instant."""
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
