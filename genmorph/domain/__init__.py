"""Valid inputs as values: what a parameter may hold, how to draw it, and its Hypothesis source text."""

from genmorph.domain.bools import Bools, bools
from genmorph.domain.containment import contains_all
from genmorph.domain.conversion import as_domain, default_domain
from genmorph.domain.finite import Froms, froms
from genmorph.domain.floats import Floats, floats
from genmorph.domain.ints import Ints, ints
from genmorph.domain.notation import parse_domain
from genmorph.domain.opaque import Opaque

__all__ = [
    "Bools",
    "Floats",
    "Froms",
    "Ints",
    "Opaque",
    "as_domain",
    "bools",
    "contains_all",
    "default_domain",
    "floats",
    "froms",
    "ints",
    "parse_domain",
]
