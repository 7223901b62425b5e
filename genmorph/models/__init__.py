"""Deep-learning models across back ends and versions: whether a model gives the same, where not, and by how much."""

from genmorph.models.back_ends import BackEnd
from genmorph.models.comparison import BackEndAnswer, Difference, ModelCheck, Verdict, check_model
from genmorph.models.model_function import model_function
from genmorph.models.model_inputs import draw_inputs, read_inputs
from genmorph.models.own_relations import RelationAnswer, check_own_relations
from genmorph.models.reduction import Reduced, reduce_model
from genmorph.models.search import Finding, Guidance, Mutant, search_model

__all__ = [
    "BackEnd",
    "BackEndAnswer",
    "Difference",
    "Finding",
    "Guidance",
    "ModelCheck",
    "Mutant",
    "Reduced",
    "RelationAnswer",
    "Verdict",
    "check_model",
    "check_own_relations",
    "draw_inputs",
    "model_function",
    "read_inputs",
    "reduce_model",
    "search_model",
]
