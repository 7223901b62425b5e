"""What users hold: the relations of a function, to check, print, save and export."""

from genmorph.results.record import CallCounts
from genmorph.results.relation import InapplicableInput, MetamorphicRelation, Rejected, Signature
from genmorph.results.relation_set import RelationSet

__all__ = ["CallCounts", "InapplicableInput", "MetamorphicRelation", "Rejected", "RelationSet", "Signature"]
