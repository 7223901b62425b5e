"""What users hold: the relations of a function, to check, print, save and export."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from genmorph.results.checking import InapplicableInput
    from genmorph.results.record import CallCounts
    from genmorph.results.relation import MetamorphicRelation, Rejected
    from genmorph.results.relation_set import Refusal, Refused, RelationSet, read_answer, read_answers
    from genmorph.results.scenario_relation import ScenarioRelation
    from genmorph.subject.signatures import Signature

__all__ = [
    "CallCounts",
    "InapplicableInput",
    "MetamorphicRelation",
    "Refusal",
    "Refused",
    "Rejected",
    "RelationSet",
    "ScenarioRelation",
    "Signature",
    "read_answer",
    "read_answers",
]

_HOMES = {
    "CallCounts": "results.record",
    "InapplicableInput": "results.checking",
    "MetamorphicRelation": "results.relation",
    "Refusal": "results.relation_set",
    "Refused": "results.relation_set",
    "Rejected": "results.relation",
    "RelationSet": "results.relation_set",
    "ScenarioRelation": "results.scenario_relation",
    "Signature": "subject.signatures",
    "read_answer": "results.relation_set",
    "read_answers": "results.relation_set",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that whoever needs one module does not load them all."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"genmorph.{_HOMES[name]}"), name)
