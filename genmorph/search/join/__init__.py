"""The semantic join: what can be computed of a transformation's relations is computed, not searched for."""

from genmorph.search.join.joining import Joined, join
from genmorph.search.join.limits import Limits

__all__ = ["Joined", "Limits", "join"]
