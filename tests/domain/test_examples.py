"""What functions inside of `values` and `annotations` give, by example."""

import colorsys
import inspect
import math
from random import Random

import numpy as np
import pytest
from hypothesis import strategies as st

from genmorph.annotations.annotation_files import load_target
from genmorph.annotations.conditions import Parameters, condition_of, free_names, parameters_of, read_text
from genmorph.annotations.source_texts import free
from genmorph.domain import default_domain, floats, froms, ints, lists, np_arrays, np_shapes, texts
from genmorph.model import Built, Container, Fields, Kind, UsageError
from genmorph.values.array_shapes import read_shape
from genmorph.values.array_types import all_of, elements_within, type_name
from genmorph.values.building import as_built_array, as_passed, element_type, shown
from genmorph.values.conversion import understood, within
from genmorph.values.evaluated_hints import read_hints, with_hints
from genmorph.values.kinds import as_floats, as_kind, holds, kind_of, normalised, sequence_kind
from genmorph.values.labels import counted, key, label, shortened
from genmorph.values.listed import exactly, is_literal
from genmorph.values.narrowable import check_element, together
from genmorph.values.numbers.float_draws import WIDTHS, at_least, is_plainer
from genmorph.values.numbers.floats import bound_arguments
from genmorph.values.numbers.ints import IntDraws, Side, plan_int_draws
from genmorph.values.numbers.number_boundaries import boundary_numbers
from genmorph.values.numbers.number_neighbours import ConstantPool, mutate_number, neighbourhood, numbers_beside
from genmorph.values.python_text import SOURCE, numpy_name, write_call
from genmorph.values.recognition import character_set
from genmorph.values.sequence_edits import assemble
from genmorph.values.sequences import count_distinct
from genmorph.values.sizes import (
    SizeDraws,
    are_distinct,
    check_sizes,
    common_sizes,
    count_arrangements,
    count_sequences,
    first_contained,
    plan_size_draws,
    size_way,
)
from genmorph.values.texts import placed_special_characters, plan_text_draws, single_special_characters
from genmorph.values.type_hints import find_domain, in_words, read_hint


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (load_target("colorsys:rgb_to_hls").__name__, "rgb_to_hls"),
        (free_names("[x for x in xs if x < LIMIT]"), ("LIMIT", "xs")),
        (free_names("lambda k: k < math.inf"), ("math",)),
        (parameters_of(colorsys.rgb_to_hls, "arg").names, ("r", "g", "b")),
        (free("source", {"source", "source_"}), "source__"),
        (all_of("uint8"), ints(0, 255)),
        (all_of("float16"), floats(allow_nan=True, allow_infinity=True, width=16)),
        (elements_within(floats(0, 1), "float32"), floats(0.0, 1.0, width=32)),
        (elements_within(ints(min=3), "uint8"), ints(3, 255)),
        (type_name("uint8"), "uint8"),
        (type_name(np.float32), "float32"),
        (type_name(np.dtype("int16")), "int16"),
        (type_name(bool), "bool"),
        (read_shape(3), (3,)),
        (read_shape([2, 3]), (2, 3)),
        (read_shape(np_shapes(1, 1)), np_shapes(1, 1, 1, 6)),
        (as_built_array(np.array([[1, 2]], dtype=np.int8)), Built(maker="array:int8", parts=((1, 2), (1, 2)))),
        (as_passed(np_arrays("int64", 2), [1, 2]), Built(maker="array:int64", parts=((2,), (1, 2)))),
        (as_passed(ints(), 3), 3),
        (element_type(np_arrays("int64", 3)), "int64"),
        (element_type(ints()), None),
        (shown((1, [2.5, "a"])), "(1, [2.5, 'a'])"),
        (shown("a" * 300)[-5:], "aa..."),
        (shown(10**5000)[:8], "0x31e208"),
        (shown((Built("call", ("shop", "Point", (1,), ())), 2)), "(Point(1), 2)"),
        (character_set(codec="ascii", categories=["Lu"]), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        (character_set() is None, True),
        (understood(st.integers(0, 9), "k"), ints(0, 9)),
        (repr(understood(st.integers().map(abs), "k")), "integers().map(abs)"),
        (within(default_domain(Kind.INT), 100), ints(-100, 100)),
        (within(ints(0, 10**9), 100), ints(0, 1000000000)),
        (as_floats(3, Kind.FLOAT), 3.0),
        (as_floats((1, 2.5), Kind.FLOATS), (1.0, 2.5)),
        (as_floats(3, Kind.INT), 3),
        (as_kind([1, 2.5], Kind.FLOATS), [1.0, 2.5]),
        (as_kind((True, 2), Kind.NESTED), (True, 2)),
        (holds(Kind.FLOAT, None, 1), True),
        (holds(Kind.INT, None, True), False),
        (holds(Kind.INTS, Container.LIST, [0.5]), False),
        (kind_of([1, 0.5]), (Kind.FLOAT, None)),
        (kind_of([[], ["a"]]), (Kind.TEXTS, Container.LIST)),
        (normalised((1, 2)), [1, 2]),
        (normalised([Fields(("x",), (1,))]), [(1,)]),
        (sequence_kind([Kind.INT, Kind.FLOAT]), Kind.FLOATS),
        (sequence_kind([Kind.INT, None]), Kind.NESTED),
        (counted(1, "relation"), "1 relation"),
        (counted(1200, "relation"), "1,200 relations"),
        (key((1, "a")), "(1, 'a')"),
        (key([10**5000])[:6], "[0x31e"),
        (key(Built("call", ("builtins", "set", ([10**5000],), ())))[:41], "Built('call', ('builtins', 'set', ([0x31e"),
        (label(-0.5), "-0.5"),
        (label(10**5000), "int_of_16610_bits_626c7a137369122f"),
        (label([1, 2]), "[1, 2]"),
        (label("a" * 50), "str_of_50_e1952cf3ec8e697f"),
        (label(Fields(("area", "name"), (5, "a" * 40))), "fields_of_2_ff52509a5ca53f00"),
        (shortened("abcde", 5), "abcde"),
        (shortened("abcdef", 5), "abcd…"),
        (exactly([1, 2]).strategy(), "st.builds(lambda: [1, 2])"),
        (exactly(0.5).strategy(), "st.just(0.5)"),
        (exactly(1).contains(True), False),
        (is_literal([1, ("a", None)]), True),
        (is_literal(object()), False),
        (at_least(0.0, -0.0), True),
        (at_least(-0.0, 0.0), False),
        (is_plainer(0.3, 0.30000000000000004), True),
        (is_plainer(0.1, 0.25), False),
        (bound_arguments(0.0, 0.9999999999999999, ("min", "max"), WIDTHS[64]), ([0.0, 1.0], {"exclude_max": True})),
        (bound_arguments(3.0, math.inf, ("min", "max"), WIDTHS[64]), ([], {"min": 3.0})),
        (
            plan_int_draws(5, 7),
            IntDraws(origin=5, edges=(5, 6, 7), near=range(5, 8), sides=(Side(sign=1, reach=2, skew=1),)),
        ),
        (boundary_numbers(ints(0, 40), [12]), (12, 11, 13, 24, 0, 1, 2, 40, 39, 38, 20, 3, 10)),
        ([mutate_number("double", value, ConstantPool((), ()), Random(0)) for value in (3, 1e308)], [6, math.inf]),
        (numbers_beside(5), (5, 4, 6)),
        (numbers_beside(2.0), (2.0, 1.9999999999999998, 2.0000000000000004, 1.999999998, 2.000000002)),
        (neighbourhood(3, Kind.INT), (3, 2, 4)),
        (neighbourhood(0.5, Kind.INT), ()),
        (together([True, None]), None),
        (together([None, False]), False),
        (together([]), True),
        (numpy_name("float32"), "np.float32"),
        (numpy_name("bool"), "np.bool_"),
        (write_call("st.sampled_from", [[1.0, math.inf]], {}, SOURCE), "st.sampled_from([1.0, math.inf])"),
        (assemble([1, 2], lists(ints(0, 9))), [1, 2]),
        (assemble([1, 20], lists(ints(0, 9))), None),
        (assemble(["a", "bc"], texts()), "abc"),
        (are_distinct([1, 2.0]), True),
        (are_distinct([0.0, -0.0]), False),
        (count_distinct(froms([0.0, -0.0]), 1, "element"), 1),
        (count_distinct(floats(), 9, "element"), None),
        (common_sizes((0, 20), 2, None), (2, 20)),
        (common_sizes((0, 3), 4, 9), None),
        (count_arrangements(3, 0, 20), 16),
        (count_arrangements(100, 0, 20), None),
        (count_sequences(2, 0, 3), 15),
        (count_sequences(10, 0, 20), None),
        (first_contained([lambda _: 7, lambda _: 10], ints(0, 9))(Random(0)), 7),
        (plan_size_draws(0, 10_000), SizeDraws(low=0, usual=20, seldom=100, high=10000)),
        (sorted({size_way(0, 5)(Random(seed)) for seed in range(40)}), [0, 1, 2, 3, 4, 5]),
        (placed_special_characters(texts(alphabet="ab-.")), ("a-", "-a", "a.", ".a")),
        (plan_text_draws("ab c").letters, "abc"),
        (single_special_characters(texts(alphabet="ab-.")), ("-", ".")),
        (single_special_characters(texts(min_len=2)), ()),
        (find_domain(inspect.Parameter("xs", inspect.Parameter.POSITIONAL_ONLY, annotation=list[str])), lists(texts())),
        (in_words(read_hint(float).domains), "ints or floats"),
        (in_words(read_hint(list[str] | None).domains), "lists of texts"),
    ],
)
def test_functions_give_what_their_examples_say(given, expected):
    assert given == expected


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: elements_within(ints(-3, 3), "uint8"), "elements must be values of uint8, got ints(-3, 3)"),
        (
            lambda: type_name("complex64"),
            "np_type must be one of int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, "
            "float64, bool, got 'complex64'",
        ),
        (
            lambda: read_shape(-1),
            "shape must be an int, a tuple of ints, or a domain of tuples of ints that are not negative, got -1",
        ),
        (lambda: exactly({}), "value must be a number, a Boolean, a text, or a list or tuple of such, got {}"),
        (lambda: check_element(3), "element must be a domain such as ints(0, 9), got 3"),
        (
            lambda: count_distinct(ints(1, 3), 4, "element"),
            "element must have at least 4 distinct values, got ints(1, 3)",
        ),
        (lambda: check_sizes(3, 2), "min_len must be <= max_len, got 3 and 2"),
    ],
)
def test_errors_name_argument_rule_and_value(call, message):
    with pytest.raises(UsageError) as raised:
        call()
    assert str(raised.value) == message


def test_conditions_as_texts_know_their_names_and_judge():
    read = read_text("len(xs) > k and all(x < k for x in xs)", Parameters("power", ("k", "xs")))
    assert (read.names, read.judge({"k": 3, "xs": [1, 2]})) == (("k", "xs"), False)
    condition = condition_of(math.ldexp, "0 < i < 9")
    assert condition.names == ("i",)
    assert [condition.holds({"x": 0.5, "i": i}) for i in (3, 9)] == [True, False]


def test_a_condition_must_speak_of_parameters():
    with pytest.raises(UsageError, match=r"^require of ldexp must name one of x, i, got 'k'$"):
        condition_of(math.ldexp, lambda k: k < 9)


def test_an_annotation_of_a_closure_that_cannot_be_evaluated_stays_its_text():
    factor = 3

    def scaled(n: "Missing", k: "int") -> "int":  # noqa: F821
        return factor * n * k

    assert read_hints(scaled) == {"n": "Missing", "k": int, "return": int}


def test_parameters_with_hints_keep_their_order():
    parameters = inspect.signature(inspect.Signature.bind_partial).parameters.values()
    found = with_hints(parameters, inspect.Signature.bind_partial)
    assert [parameter.name for parameter in found] == ["self", "args", "kwargs"]
