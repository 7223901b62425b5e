"""Domains of dates, exact numbers, enums and sets: what they draw, say and are read from, and their changes."""

import calendar
import datetime
import decimal
import enum
import fractions as fractions_module
import math
import pathlib
import re
import uuid
import zoneinfo
from copy import deepcopy
from datetime import date, time, timedelta
from itertools import islice
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from genmorph import UsageError
from genmorph.domain import (
    as_data,
    bools,
    build,
    complexes,
    dates,
    datetimes,
    decimals,
    dicts,
    enums,
    floats,
    fractions,
    frozensets,
    homes_of,
    ints,
    lists,
    makers_of,
    matrices,
    np_arrays,
    np_shapes,
    parse_domain,
    paths,
    pure_paths,
    sets,
    texts,
    timedeltas,
    times,
    tuples,
    uuids,
)
from genmorph.execution.pool import plain
from genmorph.export.imports import import_block
from genmorph.export.layout import ANY_PROJECT
from genmorph.model import Kind, Tolerance
from genmorph.relations.meaning import equal_values
from genmorph.values.exact_numbers import Decimals
from genmorph.values.foreign import is_same, native, natives, type_of
from genmorph.values.formed import Formed, has_changes
from genmorph.values.registered import BUILT_IN_KINDS, AppliedChange, hinted_domain, read_text_view
from genmorph.values.steps import Keys
from genmorph.values.type_hints import read_hint


class Color(enum.Enum):
    RED = 1
    GREEN = "g"
    CRIMSON = 1  # noqa: PIE796 - an alias


class Access(enum.Flag):
    READ = 1
    WRITE = 2


MODULES = {"datetime": datetime, "pathlib": pathlib, "uuid": uuid, "zoneinfo": zoneinfo}
FORMED = [
    dates(),
    dates("2024-02-27", "2024-03-02"),
    datetimes(),
    datetimes("2024-02-29T23:59:59", "2024-03-01T00:00:01"),
    datetimes(timezones=["UTC", "Europe/Berlin"]),
    datetimes("2024-03-31", "2024-04-01", timezones=["America/New_York"]),
    paths(),
    paths(2),
    pure_paths(2),
    uuids(),
    times(),
    times("09:00", "17:30:00.5"),
    timedeltas(),
    timedeltas(-1.5, timedelta(minutes=1)),
    decimals(),
    decimals("-0.5", 3, places=4),
    decimals(0, 10, places=0),
    decimals("-1e-40", "1e35", places=41),
    fractions(),
    fractions(-1, 2, max_denominator=3),
    complexes(),
    complexes(0.5),
    enums(Color),
    enums("http:HTTPStatus"),
    sets(ints(0, 9)),
    sets(texts("ab"), min_size=1, max_size=3),
    frozensets(dates()),
    sets(frozensets(ints(0, 5)), max_size=4),
    matrices(ints(-9, 9)),
    matrices(floats(-10, 10), rows=3, columns=(0, 2)),
    matrices(bools(), rows=2, columns=2),
    matrices(floats(-1e300, 1e300), square=True),
    np_arrays("uint8", np_shapes(1, 3)),
    np_arrays("float32", tuples(ints(1, 2), ints(2, 4), ints(1, 1)), floats(0, 1)),
]
each = pytest.mark.parametrize("domain", FORMED, ids=repr)


def drawn(domain, count=200, name="drawn"):
    rng = Random(name)
    return [domain.draw(rng) for _ in range(count)]


@each
def test_what_is_drawn_lies_in_the_domain(domain):
    values = [*drawn(domain), *domain.extremes(Random(0))]
    boundary = domain.boundary_way([3], ["a"])
    values += [boundary(Random(number)) for number in range(50)]
    assert domain.kind is Kind.OTHER
    for value in values:
        assert type_of(value) == domain.made_by
        assert domain.contains(value) is True
        assert domain.contains(build(value)) is True
        assert as_data(build(value)) == value
    for other in (None, 3, "a", [1], object(), date(1000, 1, 1), decimal.Decimal("sNaN"), {object()}):
        assert domain.contains(other) is False


@each
def test_a_domain_is_read_from_what_it_says(domain):
    assert parse_domain(domain.notation()) == domain


@pytest.mark.parametrize("domain", [one for one in FORMED if isinstance(one, Formed)], ids=repr)
def test_what_values_are_made_of_is_planned_once_and_tells_no_domains_apart(domain):
    fresh = parse_domain(domain.notation())
    domain.draw(Random(0))
    assert domain._inner is domain._inner
    assert domain._inner == domain.inner
    assert (fresh, hash(fresh), deepcopy(domain)) == (domain, hash(domain), domain)


NARROW = [
    (dates("2024-02-27", "2024-03-02"), dates("2024-02-20", "2024-03-09")),
    (datetimes("2024-02-29", "2024-03-01"), datetimes("2024-02-28", "2024-03-02")),
    (datetimes("2024-02-29", "2024-03-01"), datetimes("2024-02-29", "2024-03-01", timezones=["UTC"])),
    (times("09:00", "17:30"), times()),
    (timedeltas(-1.5, 60), timedeltas(-100, 100)),
    (decimals(0, 3, places=1), decimals(-1, 4, places=2)),
    (fractions(-1, 2, max_denominator=3), fractions(-2, 3, max_denominator=5)),
    (complexes(0.5), complexes(1.0)),
    (sets(ints(0, 9), min_size=1, max_size=3), sets(ints(-1, 10), max_size=4)),
    (frozensets(dates("2024-02-27", "2024-03-02")), frozensets(dates("2024-02-26", "2024-03-02"), max_size=3)),
    (dicts(texts("ab", 0, 2), ints(0, 9), max_size=3), dicts(texts("abc", 0, 2), ints(0, 10), max_size=4)),
    (tuples(ints(0, 9), dates("2024-02-27", "2024-03-02")), tuples(ints(0, 10), dates("2024-02-26", "2024-03-03"))),
    (matrices(ints(0, 3), rows=2, columns=2), matrices(ints(0, 4), rows=(1, 2), columns=2)),
    (np_arrays("int8", (2, 2), ints(0, 3)), np_arrays("int16", (2, 2), ints(0, 3))),
    (paths(2), paths(3)),
]
ODD = [
    (sets(ints(0, 9)), [{0.5}, {True}, {"a"}, {None}, {date(2024, 1, 1)}]),
    (sets(texts("ab")), [{1}, {"c"}, {None}]),
    (frozensets(dates()), [frozenset({datetime.datetime(2024, 1, 1)}), frozenset({1})]),
    (dicts(texts("ab"), ints(0, 9)), [{"a": 0.5}, {"a": None}, {1: 1}, {"a": "q"}, {"a": True}]),
    (decimals("0", "1e30"), [decimal.Decimal("1e27"), decimal.Decimal("NaN"), decimal.Decimal("0.001")]),
    (complexes(1.0), [complex(1, math.nan), complex(math.nan, 1), complex(0, math.inf)]),
    (np_arrays("int16", 2), [np.array([1, 2], ">i2"), np.array([1, 2], "int32"), np.array([], "int16")]),
    (np_arrays("float64", np_shapes(2, 2)), [np.zeros((2, 2)), np.zeros(2), np.full((1, 1), np.inf)]),
]


def said_of(domain, values):
    """What a test says of the values, with no other names than those that it imports."""
    said = f"said = lambda x: {domain.condition_text('x')}"
    return [bool(run(said)["said"](value)) for value in values]


def run(code):
    names = {}
    exec(f"{import_block((), code, ANY_PROJECT)}\n\n{code}", names)  # noqa: S102
    return names


@pytest.mark.parametrize(("domain", "wider"), NARROW, ids=repr)
def test_what_tests_say_of_a_valid_input_is_what_the_domain_says(domain, wider):
    assert domain.has_condition
    known = [build(value) for value in (*drawn(domain), *drawn(wider))]
    said = said_of(domain, known)
    assert said == [domain.contains(as_data(value)) for value in known]
    assert {True, False} == set(said)


@pytest.mark.parametrize(("domain", "values"), ODD, ids=repr)
def test_so_is_what_they_say_of_values_of_other_types(domain, values):
    assert said_of(domain, values) == [domain.contains(as_data(value)) for value in values]


@pytest.mark.parametrize("domain", [decimals(), fractions(), complexes(), matrices(ints(0, 3))], ids=repr)
def test_tests_say_of_a_sum_too_whether_it_is_valid(domain):
    assert run(f"said = lambda x: {domain.condition_text('x + 0')}")["said"](build(domain.draw(Random(0))))


@pytest.mark.parametrize(
    "domain",
    [
        datetimes(timezones=["UTC"]),
        sets(datetimes(timezones=["UTC"])),
        sets(tuples(ints(), ints())),
        enums("re:RegexFlag"),
        dicts({"a": ints()}),
    ],
    ids=repr,
)
def test_of_some_values_tests_cannot_say_which_are_valid(domain):
    assert not domain.has_condition


class Negated(Decimals):
    """Values that a function makes, not their type."""

    made_by = ("operator", "neg")


def test_elements_that_a_function_makes_have_no_type_that_tests_can_name():
    assert Negated(decimal.Decimal(0), decimal.Decimal(9), 1).has_condition
    assert not sets(Negated(decimal.Decimal(0), decimal.Decimal(9), 1)).has_condition
    assert sets(decimals()).has_condition


@each
def test_its_values_are_listed_where_they_are_few(domain):
    if domain.size is None or domain.size > 10_000:
        return
    values = list(domain.values())
    assert len(set(map(repr, values))) == len(values) == domain.size
    assert all(map(domain.contains, values))


@each
def test_hypothesis_draws_the_same_values(domain):
    names = MODULES | {"st": st, "math": math, "np": np, "npst": npst}
    names |= {home: __import__(home) for home in homes_of(domain)}
    names |= {"tests": __import__("tests.domain.test_formed_domains")} if "tests" in domain.strategy() else {}
    strategy = eval(domain.strategy(), names)  # noqa: S307

    @settings(max_examples=50, database=None)
    @given(strategy)
    def check(value):
        assert domain.contains(value) is True

    check()


@each
def test_what_stays_in_the_domain_when_it_is_changed_is_known(domain):
    for change in domain.changes:
        for constant in change.constants or (None,):
            before = change.before(domain, constant)
            if before is None:
                continue
            for value in islice(drawn(before), 50):
                assert domain.contains(value)
                changed = change.apply(build(value), constant)
                assert domain.contains(changed)
                names = MODULES | {"x": build(value), "np": np}
                written = eval(change.text("x", constant), names)  # noqa: S307
                assert is_same(as_data(written), as_data(changed))


@pytest.mark.parametrize("kind", [one.kind for one in BUILT_IN_KINDS])
def test_the_examples_of_changes_hold(kind):
    for change in kind.changes:
        assert change.examples
        for before, constant, after in change.examples:
            assert as_data(change.apply(natives(as_data(before)), constant)) == as_data(after)


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        (dates("2024-01-01", "2024-01-09"), dates("2024-01-05", "2024-02-01"), dates("2024-01-05", "2024-01-09")),
        (dates("2024-01-01", "2024-01-09"), dates("2024-02-01", "2024-02-01"), None),
        (times("09:00", "17:00"), times("12:00"), times("12:00", "17:00")),
        (decimals(0, 5), decimals(3, 9), decimals("3.00", "5.00")),
        (decimals(0, 5), decimals(0, 5, places=3), None),
        (fractions(0, 1), fractions(0, 1), fractions(0, 1)),
        (enums(Color), enums(Color), enums(Color)),
        (dates(), datetimes(), None),
    ],
)
def test_values_of_both_domains_are_known(one, other, common):
    assert one.intersect(other) == common


def test_decimals_are_exact_whatever_the_context():
    domain = decimals("0.1", "1e30", places=3)
    with decimal.localcontext() as context:
        context.prec = 3
        assert domain.contains(decimal.Decimal("123456789012345678901234.567"))
        assert not domain.contains(decimal.Decimal("0.1001"))
        assert build(domain.extremes(Random(0))[-1]) == decimal.Decimal("1e30")


def test_few_changes_leave_nothing():
    shift = next(change for change in dates().changes if change.name == "shift_days")
    assert shift.before(dates("2024-01-01", "2024-01-05"), 7) is None
    assert shift.before(dates("2024-01-01", "2024-01-10"), 7) == dates("2024-01-01", "2024-01-03")
    grow = next(change for change in sets(ints()).changes if change.name == "add_element")
    assert grow.before(sets(ints(5, 9)), 0) is None
    assert grow.before(sets(ints(0, 9), max_size=3), 0) == sets(ints(0, 9), max_size=2)
    assert not has_changes(enums(Color))
    assert has_changes(lists(enums(Color)))


def test_leap_days_and_the_ends_of_months_are_often_drawn():
    days = [build(value) for value in drawn(dates("2000-01-01", "2030-12-31"), 1_000)]
    assert sum(day.month == 2 and day.day == 29 for day in days) > 20
    assert sum((day + timedelta(days=1)).day == 1 for day in days) > 150
    moments = [build(value) for value in drawn(datetimes(), 400)]
    assert sum(moment.time() == time() for moment in moments) > 60


@pytest.mark.parametrize(
    ("hint", "domain"),
    [
        (date, dates()),
        (datetime.datetime, datetimes()),
        (time, times()),
        (timedelta, timedeltas()),
        (decimal.Decimal, decimals()),
        (fractions_module.Fraction, fractions()),
        (complex, complexes()),
        (Color, enums(Color)),
        (set[str], sets(texts())),
        (frozenset[date], frozensets(dates())),
        (set[Color], sets(enums(Color))),
    ],
)
def test_a_type_in_an_annotation_is_understood(hint, domain):
    assert read_hint(hint).domains[0] == domain
    assert read_hint(hint | None).domains[0].inner == domain


def test_a_set_of_what_sets_do_not_hold_is_no_type():
    assert read_hint(set[list[int]]).domains == ()


def test_an_enum_is_imported_where_it_is_needed():
    assert homes_of(lists(enums(Color))) == makers_of(enums(Color)) == {__name__}
    assert homes_of(dates()) == makers_of(sets(decimals())) == frozenset()
    assert enums(Color).size == 2
    assert [build(value) for value in enums(Access).values()] == [Access.READ, Access.WRITE]


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: dates("2024-01-02", "2024-01-01"), "min must be <= max, got 2024-01-02 and 2024-01-01"),
        (lambda: dates(3), "min must be a date without a time zone, got 3"),
        (lambda: dates(datetime.datetime(2024, 1, 1)), "min must be a date without a time zone, got datetime"),
        (lambda: datetimes("soon"), "min must be a datetime such as 0001-01-01T00:00:00, got 'soon'"),
        (
            lambda: datetimes(datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)),
            "min must be a datetime without a time zone, got datetime",
        ),
        (lambda: times("25:00"), "min must be a time such as 00:00:00, got '25:00'"),
        (lambda: timedeltas("1"), "min must be a timedelta or a number of seconds, got '1'"),
        (lambda: timedeltas(math.inf), "min must be a number of seconds that a timedelta holds, got inf"),
        (lambda: decimals("NaN"), "min must be a finite decimal or its text, got 'NaN'"),
        (lambda: decimals(1, 0), "min must be <= max, got 1 and 0"),
        (lambda: decimals(0, 1, places=-1), "places must be an int >= 0, got -1"),
        (lambda: decimals("0.1", "0.2", places=0), "min and max must have a decimal with 0 places between them"),
        (lambda: fractions(0.5), "min must be an int, got 0.5"),
        (lambda: fractions(0, 1, max_denominator=0), "max_denominator must be an int >= 1, got 0"),
        (lambda: complexes(math.nan), "max must be a positive finite number, got nan"),
        (lambda: enums(int), "enum must be an enum with members or its path such as 'package.module:Color', got "),
        (lambda: sets(lists(ints())), "element must have values that sets can hold, got lists"),
        (lambda: sets(3), "element must be a domain such as ints"),
        (lambda: sets(ints(), min_size=-1), "min_size must be an int from 0 to 10000, got -1"),
    ],
)
def test_what_is_no_domain_is_refused_with_the_rule(make, text):
    with pytest.raises(UsageError) as caught:
        make()
    assert str(caught.value).startswith(text)


def test_boundary_days_are_often_such_that_two_of_them_turn_together():
    way, rng = dates("2000-01-01", "2060-12-31").boundary_way((), ()), Random(0)
    drawn = [(build(way(rng)), build(way(rng))) for _ in range(2_000)]
    turns = [(one, two) for one, two in drawn if (one.month, one.day) == (two.month, two.day) == (2, 28)]
    assert len({(calendar.isleap(one.year), calendar.isleap(two.year)) for one, two in turns}) == 4


def test_series_in_annotations_are_of_floats():
    pytest.importorskip("pandas")
    assert hinted_domain(__import__("pandas").Series).notation() == "series(floats())"


def test_keys_that_become_the_same_give_no_dict():
    paths = as_data({pathlib.Path("a/b"): 1, pathlib.Path("a/c"): 2})
    parent = AppliedChange("go_up", None)
    assert Keys().change(paths, parent.apply) is None
    assert Keys().change(as_data({"a": 1, "b": 2}), lambda key: key * 2) == as_data({"aa": 1, "bb": 2})


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (AppliedChange("transpose", None), [[1 + 2j, 0.5j], [3 - 1j, 4 + 0j]]),
        (AppliedChange("scale_exactly", -1), [[-1 - 2j, -3 + 1j], [-0.5j, -4 + 0j]]),
    ],
)
def test_arrays_of_complex_numbers_that_a_function_gives_can_be_changed(change, after):
    given_array = plain(np.array([[1 + 2j, 3 - 1j], [0.5j, 4]]))
    changed = change.apply(given_array)
    assert equal_values(changed, plain(np.array(after)), Tolerance())


def test_an_array_is_made_once_of_what_builds_it_and_copies_make_their_own():
    built = plain(np.array([[1.0, 2.0]]))
    made = native(built)
    assert native(built) is made
    copied = deepcopy(built)
    assert (copied, hash(copied), repr(copied)) == (built, hash(built), repr(built))
    assert native(copied) is not made


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        ("{}.sum().item()", np.array([[math.inf, 1.0]]), math.inf),
        ("{}.sum().item()", np.array([[1e308, 1e308]]), math.inf),
        ("float({})", decimal.Decimal("1e400"), None),
    ],
)
def test_an_infinite_sum_is_shown_and_a_decimal_too_large_for_a_float_is_not(text, value, shown):
    assert read_text_view(text, plain(value)) == shown


@pytest.mark.parametrize(
    ("notation", "written"),
    [
        ("dates(date(2000, 1, 1))", 'dates("2000-01-01", "2000-12-31")'),
        ("lists(datetimes(datetime.datetime(2000, 1, 1)))", 'datetimes("2000-01-01T00:00:00", '),
        ("times(time(8))", 'times("08:00:00", "18:00:00")'),
        ("timedeltas(timedelta(1))", "timedeltas(0, 3600), in seconds"),
        ("decimals(decimal.Decimal('1.5'))", 'decimals("0.00", "9.99")'),
    ],
)
def test_a_bound_that_is_a_call_is_refused_with_how_it_is_written(notation, written):
    with pytest.raises(UsageError, match=f"; bounds are literals, as in {re.escape(written)}"):
        parse_domain(notation)
