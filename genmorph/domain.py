"""Valid inputs as values: what a parameter may hold, how to draw it, and its Hypothesis source text."""

from genmorph.annotations.annotation_files import apply_annotations, read_annotations
from genmorph.annotations.conditions import stored_condition
from genmorph.annotations.decorators import arg, cc_example, exclude, generator, module_test, require, timeout
from genmorph.annotations.valid_inputs import Validity, refusal_notice, rejection_notice
from genmorph.settings import VALUE_LIMITS
from genmorph.values.annotated import Annotations, Condition, Example, annotations_of, argument_domains
from genmorph.values.arrays import NdArrays, np_arrays, np_shapes
from genmorph.values.bools import Bools, bools
from genmorph.values.building import array_types, as_data, build, built_text, made, passed, source_text
from genmorph.values.conversion import as_domain, default_domain
from genmorph.values.defaults import defaulted
from genmorph.values.kinds import common_kind
from genmorph.values.listed import Froms, froms
from genmorph.values.mappings import Dicts, FixedDicts, dicts
from genmorph.values.notation import described, homes_of, is_sendable, makers_of, parse_domain
from genmorph.values.numbers.floats import Floats, floats
from genmorph.values.numbers.ints import Ints, ints
from genmorph.values.objects import Objs, objs
from genmorph.values.protocols import Narrowable, contains_all
from genmorph.values.sequences import Sequences, bool_lists, byte_strings, float_lists, int_lists, lists
from genmorph.values.strategies import Opaque, pool_of
from genmorph.values.texts import Texts, texts
from genmorph.values.tuples import FixedTuples, tuples
from genmorph.values.unions import Optionals, Unions, anys, optionals

__all__ = [
    "LONGEST",
    "Annotations",
    "Bools",
    "Condition",
    "Dicts",
    "Example",
    "FixedDicts",
    "FixedTuples",
    "Floats",
    "Froms",
    "Ints",
    "Narrowable",
    "NdArrays",
    "Objs",
    "Opaque",
    "Optionals",
    "Sequences",
    "Texts",
    "Unions",
    "Validity",
    "annotations_of",
    "anys",
    "apply_annotations",
    "arg",
    "argument_domains",
    "array_types",
    "as_data",
    "as_domain",
    "bool_lists",
    "bools",
    "build",
    "built_text",
    "byte_strings",
    "cc_example",
    "common_kind",
    "contains_all",
    "default_domain",
    "defaulted",
    "described",
    "dicts",
    "exclude",
    "float_lists",
    "floats",
    "froms",
    "generator",
    "homes_of",
    "int_lists",
    "ints",
    "is_sendable",
    "lists",
    "made",
    "makers_of",
    "module_test",
    "np_arrays",
    "np_shapes",
    "objs",
    "optionals",
    "parse_domain",
    "passed",
    "pool_of",
    "read_annotations",
    "refusal_notice",
    "rejection_notice",
    "require",
    "source_text",
    "stored_condition",
    "texts",
    "timeout",
    "tuples",
]

LONGEST = VALUE_LIMITS.longest
"""The most characters or elements that a text or a sequence of an input or output has."""
