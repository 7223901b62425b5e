"""Which outputs a function has is told by what it gave; each value is read as relations see it."""

import math
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path, PurePosixPath

import pytest

from genmorph.domain import floats, ints
from genmorph.execution.outputs import find_outputs, is_equal, is_same, read_outputs
from genmorph.model import (
    Altered,
    Array,
    Built,
    Container,
    Drained,
    Fields,
    Kind,
    Output,
    Parameter,
    Place,
    Raised,
    Returned,
    Tolerance,
    UnsupportedError,
)
from genmorph.values.building import as_data
from genmorph.values.foreign import is_same as is_same_object

LIST, TUPLE, BYTES, ARRAY = Container.LIST, Container.TUPLE, Container.BYTES, Container.ARRAY


def called(module, qualname, *given, **named):
    return Built("call", (module, qualname, given, tuple(named.items())))


DAY = called("datetime", "date", 2020, 1, 2)
SET, EMPTY = called("builtins", "set", [1, 2]), called("builtins", "set")
NAN, SNAN = called("decimal", "Decimal", "NaN"), called("decimal", "Decimal", "sNaN")


class Held:
    """The domain of a list or array, as far as outputs ask."""

    def __init__(self, kind, container, optional=False):
        self.kind = kind
        self.container = container
        self._optional = optional

    def contains(self, value):
        return value is not None or self._optional


XS = Parameter("xs", Held(Kind.INTS, LIST))
PARAMETERS = (Parameter("n", ints()), XS, Parameter("ys", Held(Kind.FLOATS, ARRAY)))


def found(*values, parameters=PARAMETERS):
    return find_outputs([Returned(value) for value in values], parameters)


@pytest.mark.parametrize(
    ("values", "kind", "container"),
    [
        ([1, 2], Kind.INT, None),
        ([1, 0.5], Kind.FLOAT, None),
        ([True, False], Kind.BOOL, None),
        (["", "a"], Kind.TEXT, None),
        ([[], [1]], Kind.INTS, LIST),
        ([[1], [0.5], []], Kind.FLOATS, LIST),
        ([[True], []], Kind.BOOLS, LIST),
        ([["a"]], Kind.TEXTS, LIST),
        ([[], []], Kind.NESTED, LIST),
        ([[1], [True]], Kind.NESTED, LIST),
        ([[1, None]], Kind.NESTED, LIST),
        ([[1], ["a"]], Kind.NESTED, LIST),
        ([[[1]], []], Kind.NESTED, LIST),
        ([b"", b"a"], Kind.INTS, BYTES),
        ([b""], Kind.INTS, BYTES),
        ([Array((1,)), Array((0.5,))], Kind.FLOATS, ARRAY),
        ([Array((True,))], Kind.BOOLS, ARRAY),
        ([(1,), (1, 2)], Kind.INTS, TUPLE),
        ([(1,), (2,)], Kind.INTS, TUPLE),
        ([(1,) * 9], Kind.INTS, TUPLE),
        ([(), (1, 2)], Kind.INTS, TUPLE),
    ],
)
def test_one_value_is_one_output(values, kind, container):
    assert found(*values) == (Output(kind, container=container),)


def test_of_records_in_a_list_it_is_known_that_they_are_no_tuples():
    nested = Output(Kind.NESTED, container=LIST, has_records=True)
    assert found([Fields(("a",), (1,))]) == found([(1, Fields(("a",), (1,)))]) == (nested,)


def test_only_what_was_returned_counts():
    assert find_outputs([Raised("ValueError"), Returned(1), Raised("KeyError")], ()) == (Output(Kind.INT),)
    assert find_outputs([Raised("ValueError")], ()) == find_outputs([], ()) == ()


@pytest.mark.parametrize("kind", [Kind.BOOL, Kind.TEXT, Kind.FLOAT])
def test_a_value_that_may_be_none_has_an_output_that_says_so(kind):
    value = {Kind.BOOL: True, Kind.TEXT: "a", Kind.FLOAT: 0.5}[kind]
    assert found(value, None) == (Output(kind, optional=True), Output(Kind.BOOL, is_none=True))


def test_ints_beside_none_are_floats_because_none_is_nan():
    assert found(1, None)[0] == Output(Kind.FLOAT, optional=True)


def test_parts_of_the_same_form_are_several_outputs():
    assert found(Fields(("a", "b"), (1, [0.5])), Fields(("a", "b"), (2, []))) == (
        Output(Kind.INT, Place.FIELD, "a"),
        Output(Kind.FLOATS, Place.FIELD, "b", LIST),
    )
    assert found(Fields(("a", "b"), (1, "x"), "tuple"), Fields(("a", "b"), (2, "y"), "tuple")) == (
        Output(Kind.INT, Place.FIELD, "a"),
        Output(Kind.TEXT, Place.FIELD, "b"),
        Output(Kind.OTHER),
    )
    assert found({"b": 1, "a": "x"}, {"a": "y", "b": 2}) == (
        Output(Kind.INT, Place.KEY, "b"),
        Output(Kind.TEXT, Place.KEY, "a"),
        Output(Kind.OTHER),
    )
    assert found((1, b"a", (2, 3)), (2, b"", ())) == (
        Output(Kind.INT, Place.ITEM, 0),
        Output(Kind.INTS, Place.ITEM, 1, BYTES),
        Output(Kind.INTS, Place.ITEM, 2, TUPLE),
        Output(Kind.OTHER),
    )


def test_tuples_and_dicts_of_several_parts_are_compared_as_a_whole_where_they_equal_themselves():
    assert found((1, 0.5), (2, 1.5))[-1] == Output(Kind.OTHER, holds_floats=True)
    assert found({"a": 1, "b": 2}, {"a": 3, "b": 4})[-1] == Output(Kind.OTHER)
    for parts in (((1, Array((2,))), (2, Array((3,)))), ((1,), (2,))):
        assert found(*parts)[-1].kind is not Kind.OTHER


def test_parts_may_be_none_alone_and_together():
    alone, together = Output(Kind.BOOL, Place.ITEM, 1, is_none=True), Output(Kind.BOOL, is_none=True)
    assert found((1, "a"), (1, None)) == (
        Output(Kind.INT, Place.ITEM, 0),
        Output(Kind.TEXT, Place.ITEM, 1, optional=True),
        alone,
        Output(Kind.OTHER),
    )
    assert found((1, "a"), None) == (
        Output(Kind.FLOAT, Place.ITEM, 0, optional=True),
        Output(Kind.TEXT, Place.ITEM, 1, optional=True),
        together,
        Output(Kind.OTHER, optional=True),
    )


def test_parts_of_no_kind_are_left_out():
    values = [Fields(("a", "b", "c"), (1, {"x": 1}, None)), Fields(("a", "b", "c"), (1, Fields((), ()), None))]
    assert found(*values) == (Output(Kind.INT, Place.FIELD, "a"),)


def test_arguments_that_any_call_changed_are_outputs():
    values = [Altered(1, ((1, [2]),)), 2, Altered(3, ((2, Array((0.5,))),))]
    assert found(*values) == (
        Output(Kind.INT),
        Output(Kind.INTS, Place.ARGUMENT, "xs", LIST, position=1),
        Output(Kind.FLOATS, Place.ARGUMENT, "ys", ARRAY, position=2),
    )
    assert found(Altered(None, ((1, []),)), None) == (Output(Kind.INTS, Place.ARGUMENT, "xs", LIST, position=1),)


@pytest.mark.parametrize(
    ("after", "kind"), [([1, 0.5], Kind.FLOATS), ([True], Kind.NESTED), (["a"], Kind.NESTED), ([], Kind.INTS)]
)
def test_a_changed_argument_is_of_the_kind_of_all_its_values(after, kind):
    assert found(Altered(None, ((0, after),)), parameters=[XS])[0].kind is kind


def test_a_changed_argument_may_be_optional():
    parameter = Parameter("xs", Held(Kind.INTS, LIST, optional=True))
    assert found(Altered(None, ((0, [1]),)), parameters=[parameter])[0].optional


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ([None, None], "returns None for all inputs and changes no argument; let it return"),
        ([[1], None, Array((1,))], "returns what cannot be compared: values of one type are needed, got array, list"),
        ([1, Drained((1,))], "returns what cannot be compared: values of one type are needed, got int, iterator"),
        ([[Array((1,))]], r"no numpy arrays inside of sequences are compared, nor tables; give their \.tolist\(\)"),
        ([Fields(("a",), (1,)), Fields(("b",), (1,))], "objects with the same fields, got 'a' and then 'b'$"),
        (
            [Fields((" ", "a"), (1, 2)), Fields(tuple("abcdefgh"), (0,) * 8)],
            r"got ' ', 'a' and then 'a', 'b', 'c', 'd', 'e', 'f', …$",
        ),
        ([[SET]], r"no sets inside of sequences are compared; give sorted\(\.\.\.\) of them"),
        ([[1, (2, {"a": SET})]], "no sets inside of sequences are compared"),
        ([SNAN], "some are not equal to themselves, such as NaN"),
        ([{}], "returns nothing but empty dicts; give a domain for which they hold something"),
        ([Fields((), ())], "returns nothing but objects without fields; give a domain"),
        ([(None, SNAN)], "none of them a number, Boolean, text or sequence: 0, 1; let it return one that is"),
    ],
)
def test_values_that_cannot_be_compared_are_refused_with_the_way_out(values, text):
    with pytest.raises(UnsupportedError, match=text):
        found(*values)


@pytest.mark.parametrize(
    ("values", "is_inexact"),
    [
        ([1, "a"], False),
        ([1, True], False),
        ([[1], (1,)], False),
        ([DAY, 1], False),
        ([DAY, SET, Built("name", ("shop", "Color.RED"))], False),
        (["a", [0.5]], True),
    ],
)
def test_values_of_several_types_are_compared_as_a_whole(values, is_inexact):
    outputs = found(*values)
    assert outputs == (Output(Kind.OTHER, holds_floats=is_inexact, is_mixed=True),)
    assert [read_outputs(outputs, value, ()) for value in values] == [([value],) for value in values]


def test_a_part_of_several_types_that_is_missing_is_no_value_of_it():
    outputs = found({"a": 1, "b": 2}, {"a": "x", "b": 2})
    assert outputs[0] == Output(Kind.OTHER, Place.KEY, "a", is_mixed=True)
    assert read_outputs(outputs, {"b": 2}, ()) is None


def test_one_of_several_types_may_be_none():
    outputs = found(1, "a", None)
    assert [(one.optional, one.is_none, one.is_mixed) for one in outputs] == [(True, False, True), (False, True, False)]
    assert read_outputs(outputs, None, ()) == ([None], True)


@pytest.mark.parametrize(
    ("values", "views", "read"),
    [
        ([DAY], [("{}.toordinal()", Kind.INT)], ([DAY], 737426)),
        (
            [called("decimal", "Decimal", "1.50")],
            [("float({})", Kind.FLOAT)],
            ([called("decimal", "Decimal", "1.50")], 1.5),
        ),
        ([SET, EMPTY], [("sorted({})", Kind.INTS)], ([SET], [1, 2])),
        ([called("uuid", "UUID", "0" * 32)], [], ([called("uuid", "UUID", "0" * 32)],)),
        (
            [Built("name", ("shop", "Color.RED")), Built("name", ("shop", "Color.BLUE"))],
            [],
            ([Built("name", ("shop", "Color.RED"))],),
        ),
        (
            [{"b": 2, "a": 1}, {"a": 1}],
            [("sorted({})", Kind.TEXTS), ("sorted({}.values())", Kind.INTS)],
            ([{"b": 2, "a": 1}], ["a", "b"], [1, 2]),
        ),
        ([{5: 1}, {}], [("sorted({})", Kind.INTS), ("sorted({}.values())", Kind.INTS)], ([{5: 1}], [5], [1])),
        ([called("builtins", "set", [1, "a"])], [], ([called("builtins", "set", [1, "a"])],)),
    ],
)
def test_values_beyond_plain_data_are_compared_as_a_whole_and_by_views(values, views, read):
    outputs = found(*values)
    assert [(one.view, one.kind) for one in outputs] == [(None, Kind.OTHER), *views]
    assert read_outputs(outputs, values[0], ()) == read
    assert read_outputs(outputs, 3, ()) is None
    assert read_outputs(outputs, None, ()) is None


def test_an_object_may_be_none_and_then_has_no_views():
    whole, is_none = outputs = found(DAY, None)
    assert (whole.kind, whole.optional, is_none.is_none) == (Kind.OTHER, True, True)
    assert read_outputs(outputs, None, ()) == ([None], True)
    assert read_outputs(outputs, DAY, ()) == ([DAY], False)


def test_parts_of_what_is_returned_may_be_objects():
    outputs = found(Fields(("day", "n"), (DAY, 1)))
    assert [one.name for one in outputs] == ["return.day", "return.day.toordinal()", "return.n"]
    assert read_outputs(outputs, Fields(("day", "n"), (DAY, 1)), ()) == ([DAY], 737426, 1)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (called("decimal", "Decimal", "1.0"), called("decimal", "Decimal", "1.00"), True),
        (called("decimal", "Decimal", "1.0"), called("decimal", "Decimal", "1.01"), False),
        (NAN, NAN, True),
        (SNAN, NAN, False),
        (SET, called("builtins", "set", [2, 1]), True),
        (SET, EMPTY, False),
        ({"a": 1, "b": [2]}, {"b": [2], "a": 1}, True),
        ({"a": 1}, {"a": 2}, False),
        (
            called("datetime", "datetime", 2020, 1, 2, 1, tzinfo=called("zoneinfo", "ZoneInfo", "Europe/Paris")),
            called("datetime", "datetime", 2020, 1, 2, tzinfo=Built("name", ("datetime", "timezone.utc"))),
            True,
        ),
        (Built("name", ("shop", "Color.RED")), Built("name", ("shop", "Color.BLUE")), False),
        (DAY, called("datetime", "datetime", 2020, 1, 2), False),
        (None, None, True),
        (None, DAY, False),
    ],
)
def test_objects_are_the_same_where_python_finds_them_equal(one, other, same):
    assert is_equal([one], [other], Kind.OTHER, Tolerance()) is same
    assert is_equal([other], [one], Kind.OTHER, Tolerance()) is same


@pytest.mark.parametrize(
    ("output", "value", "read"),
    [
        (Output(Kind.INT), 1, 1),
        (Output(Kind.INT), True, None),
        (Output(Kind.INT), 1.0, None),
        (Output(Kind.INT), None, None),
        (Output(Kind.FLOAT), 1, 1),
        (Output(Kind.FLOAT), False, None),
        (Output(Kind.BOOL), True, True),
        (Output(Kind.BOOL), 1, None),
        (Output(Kind.TEXT), "a", "a"),
        (Output(Kind.TEXT), b"a", None),
        (Output(Kind.INTS, container=LIST), [], []),
        (Output(Kind.INTS, container=LIST), [1, 0.5], None),
        (Output(Kind.INTS, container=LIST), (1,), None),
        (Output(Kind.INTS, container=TUPLE), (1,), [1]),
        (Output(Kind.INTS, container=BYTES), b"a", [97]),
        (Output(Kind.FLOATS, container=ARRAY), Array((1, 0.5)), [1, 0.5]),
        (Output(Kind.BOOLS, container=ARRAY), Array((1,)), None),
        (Output(Kind.NESTED, container=LIST), [[1], None], [[1], None]),
        (Output(Kind.NESTED, container=LIST), [Fields(("a",), ([1],)), {"a": (1,)}], [([1],), {"a": (1,)}]),
        (Output(Kind.TEXT, optional=True), None, ""),
        (Output(Kind.BOOL, optional=True), None, False),
        (Output(Kind.FLOATS, container=LIST, optional=True), None, []),
        (Output(Kind.BOOL, is_none=True), None, True),
        (Output(Kind.BOOL, is_none=True), True, False),
        (Output(Kind.INT, Place.FIELD, "b"), Fields(("a", "b"), ("x", 1)), 1),
        (Output(Kind.INT, Place.FIELD, "b"), Fields(("a",), (1,)), None),
        (Output(Kind.INT, Place.FIELD, "b"), 1, None),
        (Output(Kind.INT, Place.KEY, "b"), {"b": 1}, 1),
        (Output(Kind.INT, Place.KEY, "b"), {"a": 1}, None),
        (Output(Kind.INT, Place.ITEM, 1), ("a", 1), 1),
        (Output(Kind.INT, Place.ITEM, 1), ("a",), None),
        (Output(Kind.TEXT, Place.ITEM, 1, optional=True), None, ""),
        (Output(Kind.BOOL, Place.ITEM, 1, is_none=True), (1, None), True),
        (Output(Kind.BOOL, Place.KEY, "b", is_none=True), {"b": 1}, False),
        (Output(Kind.BOOL, Place.KEY, "b", is_none=True), {}, None),
    ],
)
def test_values_are_read_where_they_have_the_outputs_kind(output, value, read):
    expected = None if read is None else (read,)
    assert repr(read_outputs([output], value, ())) == repr(expected)
    assert repr(read_outputs([output], Altered(value, ((0, [1]),)), ([],))) == repr(expected)
    both = None if read is None else (read, read)
    assert repr(read_outputs([output, output], value, ())) == repr(both)


def test_a_number_that_may_be_none_is_read_as_nan():
    (value, is_none) = read_outputs(found(0.5, None), None, ())
    assert math.isnan(value)
    assert is_none is True


def test_an_argument_is_read_as_the_call_left_it():
    outputs = found(Altered(None, ((1, [2]), (2, Array((0.5,))))))
    assert read_outputs(outputs, None, (5, [1], [2.0])) == ([1], [2.0])
    assert read_outputs(outputs, Altered(None, ((1, [3]),)), (5, [1], [2.0])) == ([3], [2.0])
    assert read_outputs(outputs, Altered("x", ((2, Array(())),)), (5, [1], [2.0])) == ([1], [])
    assert read_outputs(outputs, Altered(None, ((1, ["a"]),)), (5, [1], [2.0])) is None


def test_what_was_found_can_be_read_of_every_value_it_was_found_in():
    values = [(1, None, "a"), (2.5, [1], ""), None, Altered((0, [0.5], "b"), ((0, [1]),))]
    outputs = found(*values, parameters=[Parameter("xs", Held(Kind.INTS, LIST)), Parameter("y", floats())])
    read = [read_outputs(outputs, value, ([7], 0.5)) for value in values]
    assert repr(read) == repr(
        [
            (1, [], True, "a", False, [(1, None, "a")], [7]),
            (2.5, [1], False, "", False, [(2.5, [1], "")], [7]),
            (math.nan, [], True, "", True, [None], [7]),
            (0, [0.5], False, "b", False, [(0, [0.5], "b")], [1]),
        ]
    )


GRID = Built("array:float64", ((2, 1), (1.5, float("nan"))))


def test_of_an_array_the_whole_the_shape_the_elements_and_the_sum_are_read():
    outputs = found(Built("array:float64", ((2, 1), (1.5, 2.0))), Built("array:float64", ((1, 0), ())))
    assert [(one.name, one.kind) for one in outputs] == [
        ("return", Kind.OTHER),
        ("return.shape", Kind.INTS),
        ("return.ravel().tolist()", Kind.FLOATS),
        ("return.sum().item()", Kind.FLOAT),
    ]
    assert [one.holds_floats for one in outputs] == [True, False, False, False]


def test_arrays_are_the_same_with_nan_at_the_same_places():
    same = Built("array:float64", ((2, 1), (1.5, float("nan"))))
    assert is_same(Returned(GRID), Returned(same))
    assert is_same_object(GRID, same)
    assert not is_same_object(GRID, Built("array:float64", ((1, 2), (1.5, float("nan")))))


def test_an_array_in_a_dict_or_a_list_is_not_compared():
    assert [one.name for one in found({1: GRID}, {2: GRID})] == ["sorted(return)"]
    with pytest.raises(UnsupportedError, match="no numpy arrays inside of sequences are compared"):
        found([GRID])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({1}, frozenset({1})),
        ([1], [Decimal(1)]),
        ([0.5], [Fraction(1, 2)]),
        ({"a": 1}, {("a", 1)}),
        (Path("a"), PurePosixPath("a")),
        (date(2024, 1, 1), datetime(2024, 1, 1)),
    ],
    ids=repr,
)
def test_objects_of_two_types_are_the_same_where_python_finds_them_equal(one, other):
    assert is_same_object(as_data(one), as_data(other)) is (one == other)


def test_the_same_number_in_another_unit_of_time_is_another_value():
    days, moments = (Built(f"array:datetime64[{unit}]", ((1,), (1,))) for unit in ("D", "ns"))
    assert is_same_object(days, days)
    assert not is_same_object(days, moments)


def test_outcomes_are_the_same_with_nan_among_the_keys_of_a_dict():
    one, other, further = (Returned({float("nan"): held, 2: "a"}) for held in (1, 1, 2))
    assert is_same(one, other)
    assert not is_same(one, further)
    assert not is_same(Returned({1: 1}), Returned({True: 1}))


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [(10**400, 0.5, Kind.FLOAT), ([10**400, 0.5], [0.5, 0.5], Kind.FLOATS), ([[10**400]], [[0.5]], Kind.NESTED)],
)
def test_an_int_beyond_all_floats_is_another_value_than_a_float(one, other, kind):
    assert not is_equal(one, other, kind, Tolerance())
    assert is_equal(one, one, kind, Tolerance())
    assert is_equal([10**400, 0.1 + 0.2, math.nan], [10**400, 0.3, float("nan")], Kind.FLOATS, Tolerance())
