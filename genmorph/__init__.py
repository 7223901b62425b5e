"""Finds a function's metamorphic relations by itself and hands them over as tests."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from genmorph.domain import arg, cc_example, exclude, generator, module_test, require, seeded, stochastic, timeout
    from genmorph.inference.entry import infer_relations
    from genmorph.model import Budget, GenmorphError, Tolerance, UnsupportedError, UsageError
    from genmorph.results.checking import InapplicableInput
    from genmorph.results.relation import MetamorphicRelation
    from genmorph.results.relation_set import RelationSet

__all__ = [
    "Budget",
    "GenmorphError",
    "InapplicableInput",
    "MetamorphicRelation",
    "RelationSet",
    "Tolerance",
    "UnsupportedError",
    "UsageError",
    "arg",
    "cc_example",
    "exclude",
    "generator",
    "infer_relations",
    "module_test",
    "require",
    "seeded",
    "stochastic",
    "timeout",
]

_HOMES = {
    "Budget": "model",
    "GenmorphError": "model",
    "InapplicableInput": "results.checking",
    "MetamorphicRelation": "results.relation",
    "RelationSet": "results.relation_set",
    "Tolerance": "model",
    "UnsupportedError": "model",
    "UsageError": "model",
    "arg": "domain",
    "cc_example": "domain",
    "exclude": "domain",
    "generator": "domain",
    "infer_relations": "inference.entry",
    "module_test": "domain",
    "require": "domain",
    "seeded": "domain",
    "stochastic": "domain",
    "timeout": "domain",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import genmorph` is instant."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
