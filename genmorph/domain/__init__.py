"""Valid inputs as values: what a parameter may hold, how to draw it, and its Hypothesis source text."""

from genmorph.domain.annotating import apply_annotations
from genmorph.domain.annotation_files import read_annotations
from genmorph.domain.annotations import Annotations, Example, annotations_of, argument_domains
from genmorph.domain.arrays import NdArrays, np_arrays
from genmorph.domain.bools import Bools, bools
from genmorph.domain.building import as_data, build, built_text, source_text
from genmorph.domain.conditions import Condition, stored_condition
from genmorph.domain.containment import contains_all
from genmorph.domain.conversion import as_domain, default_domain
from genmorph.domain.decorators import arg, cc_example, exclude, generator, module_test, require, timeout
from genmorph.domain.defaults import defaulted
from genmorph.domain.dicts import Dicts, FixedDicts, dicts
from genmorph.domain.finite import Froms, froms
from genmorph.domain.fixed_tuples import FixedTuples, tuples
from genmorph.domain.floats import Floats, floats
from genmorph.domain.homes import described, homes_of, is_sendable, makers_of
from genmorph.domain.ints import Ints, ints
from genmorph.domain.kinds import common_kind
from genmorph.domain.narrowing import Narrowable
from genmorph.domain.notation import parse_domain
from genmorph.domain.objects import Objs, objs
from genmorph.domain.opaque import Opaque, pool_of
from genmorph.domain.optional import Optionals, optionals
from genmorph.domain.passing import array_types, made, passed
from genmorph.domain.rejection import refusal_notice, rejection_notice
from genmorph.domain.sequences import Sequences, bool_lists, byte_strings, float_lists, int_lists, lists
from genmorph.domain.shapes import np_shapes
from genmorph.domain.sizes import LONGEST
from genmorph.domain.texts import Texts, texts
from genmorph.domain.unions import Unions, anys
from genmorph.domain.validity import Validity

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
