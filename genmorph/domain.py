"""Valid inputs as values: what a parameter may hold, how to draw it, and its Hypothesis source text."""

from genmorph.annotations.annotation_files import apply_annotations, read_annotations
from genmorph.annotations.conditions import stored_condition
from genmorph.annotations.decorators import (
    arg,
    cc_example,
    exclude,
    generator,
    module_test,
    require,
    seeded,
    stochastic,
    timeout,
)
from genmorph.annotations.valid_inputs import Validity, refusal_notice, rejection_notice
from genmorph.settings import VALUE_LIMITS
from genmorph.values.annotated import Annotations, Condition, Example, annotations_of, argument_domains
from genmorph.values.array_shapes import np_shapes
from genmorph.values.arrays import NdArrays, matrices, np_arrays
from genmorph.values.ascending import ascending
from genmorph.values.bools import Bools, bools
from genmorph.values.building import array_types, as_data, build, built_text, made, passed, source_text
from genmorph.values.conversion import as_domain, default_domain
from genmorph.values.dates import dates, datetimes, timedeltas, times
from genmorph.values.defaults import defaulted
from genmorph.values.enums import enums
from genmorph.values.exact_numbers import complexes, decimals, fractions
from genmorph.values.identifiers import paths, pure_paths, uuids
from genmorph.values.kinds import common_kind
from genmorph.values.listed import Froms, froms
from genmorph.values.mappings import Dicts, FixedDicts, dicts
from genmorph.values.matching import matching
from genmorph.values.narrowable import Narrowable, contains_all
from genmorph.values.notation import described, homes_of, is_sendable, makers_of, parse_domain
from genmorph.values.numbers.floats import Floats, floats
from genmorph.values.numbers.ints import Ints, ints
from genmorph.values.objects import Objs, objs
from genmorph.values.seeds import generators, global_seeds, seeds
from genmorph.values.sequences import Sequences, bool_lists, byte_strings, float_lists, int_lists, lists
from genmorph.values.sets import frozensets, sets
from genmorph.values.strategies import Opaque
from genmorph.values.tables import frames, polars_frames, polars_series, series
from genmorph.values.texts import Texts, texts
from genmorph.values.tuples import FixedTuples, tuples
from genmorph.values.unions import Optionals, Unions, anys, optionals

__all__ = [
    "anys",
    "ascending",
    "bool_lists",
    "bools",
    "byte_strings",
    "defaulted",
    "dicts",
    "float_lists",
    "floats",
    "froms",
]
__all__ += ["complexes", "dates", "datetimes", "decimals", "enums", "fractions", "frozensets", "sets", "timedeltas"]
__all__ += ["frames", "paths", "polars_frames", "polars_series", "pure_paths", "series", "times", "uuids"]
__all__ += ["int_lists", "ints", "lists", "matching", "matrices", "np_arrays", "np_shapes", "objs", "optionals"]
__all__ += ["generators", "global_seeds", "seeds", "texts", "tuples"]
__all__ += ["Bools", "Dicts", "FixedDicts", "FixedTuples", "Floats", "Froms", "Ints", "Narrowable", "NdArrays"]
__all__ += ["Objs", "Opaque", "Optionals", "Sequences", "Texts", "Unions"]
__all__ += ["Annotations", "Condition", "Example", "annotations_of", "apply_annotations", "arg", "argument_domains"]
__all__ += ["cc_example", "exclude", "generator", "module_test", "read_annotations", "require", "stored_condition"]
__all__ += ["seeded", "stochastic", "timeout"]
__all__ += ["LONGEST", "Validity", "array_types", "as_data", "as_domain", "build", "built_text", "common_kind"]
__all__ += ["contains_all", "default_domain", "described", "homes_of", "is_sendable", "made", "makers_of"]
__all__ += ["parse_domain", "passed", "refusal_notice", "rejection_notice", "source_text"]

LONGEST = VALUE_LIMITS.longest
"""The most characters or elements that a text or a sequence of an input or output has."""
