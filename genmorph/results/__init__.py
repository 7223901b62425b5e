"""What users hold: the relations of a function, to check, print, save and export."""

from genmorph.results.checking import InapplicableInput
from genmorph.results.record import CallCounts
from genmorph.results.relation import MetamorphicRelation, Rejected
from genmorph.results.relation_set import Refusal, Refused, RelationSet, Status, answer_files, read_answer, read_answers
from genmorph.results.table import what_may_help
from genmorph.subject.signature import Signature

__all__ = [
    "CallCounts",
    "InapplicableInput",
    "MetamorphicRelation",
    "Refusal",
    "Refused",
    "Rejected",
    "RelationSet",
    "Signature",
    "Status",
    "answer_files",
    "read_answer",
    "read_answers",
    "what_may_help",
]
