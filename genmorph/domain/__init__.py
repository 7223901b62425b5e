"""Valid inputs as values: what a parameter may hold, how to draw it, and its Hypothesis source text."""

from genmorph.domain.bools import Bools, bools
from genmorph.domain.containment import contains_all
from genmorph.domain.conversion import as_domain, default_domain
from genmorph.domain.finite import Froms, froms
from genmorph.domain.fixed_tuples import FixedTuples, tuples
from genmorph.domain.floats import Floats, floats
from genmorph.domain.ints import Ints, ints
from genmorph.domain.kinds import common_kind
from genmorph.domain.narrowing import Narrowable
from genmorph.domain.notation import parse_domain
from genmorph.domain.opaque import Opaque, pool_of
from genmorph.domain.optional import Optionals, optionals
from genmorph.domain.sequences import Sequences, byte_strings, lists, np_arrays
from genmorph.domain.sizes import LONGEST
from genmorph.domain.texts import Texts, texts

__all__ = [
    "LONGEST",
    "Bools",
    "FixedTuples",
    "Floats",
    "Froms",
    "Ints",
    "Narrowable",
    "Opaque",
    "Optionals",
    "Sequences",
    "Texts",
    "as_domain",
    "bools",
    "byte_strings",
    "common_kind",
    "contains_all",
    "default_domain",
    "floats",
    "froms",
    "ints",
    "lists",
    "np_arrays",
    "optionals",
    "parse_domain",
    "pool_of",
    "texts",
    "tuples",
]
