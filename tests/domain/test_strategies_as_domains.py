"""Strategies of all public constructors and combinators of Hypothesis, as domains."""

import copy
import datetime as dt
import sys
import uuid
from dataclasses import dataclass, make_dataclass
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any, NewType

import hypothesis
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genmorph import UsageError
from genmorph.domain import homes_of, ints, makers_of, parse_domain
from genmorph.model import Container
from genmorph.values.building import as_data, build
from genmorph.values.conversion import as_domain
from genmorph.values.notation import objects_in
from genmorph.values.objects import as_calls
from genmorph.values.opaque_values import OpaqueValues
from genmorph.values.recognition import recognise
from genmorph.values.strategies import Opaque
from genmorph.values.strategy_parts import MAKER, RESOLVED, TYPES_MODULE, TYPES_NAME, maker_of, types_with_strategies
from genmorph.values.type_hints import read_hint


@dataclass(frozen=True)
class Span:
    low: int
    length: int


@dataclass
class Link:
    before: "Link | None"


class Silent:
    """It does not show what it was given."""

    def __init__(self, held: int) -> None:
        self._held = held


def nested(levels):
    found = [1]
    for _ in range(levels - 1):
        found = [found]
    return found


MASKED = np.ma.array([1.0, 2.0], mask=[True, False])
DAY = dt.date(2024, 2, 29)
NOON = dt.datetime(2024, 2, 29, 12)
RECOGNISED = [
    (st.integers(), "ints()"),
    (st.booleans(), "bools()"),
    (st.floats(0, 1), "floats(0.0, 1.0)"),
    (st.floats(allow_nan=False, width=32), "floats(allow_infinity=True, width=32)"),
    (st.text("ab", max_size=3), 'texts("ab", max_len=3)'),
    (st.from_regex("[ab]+-[0-9]*", fullmatch=True), 'matching("[ab]+-[0-9]*")'),
    (st.from_regex(r"\A[a-f]{2}-\d+$"), 'matching("\\\\A[a-f]{2}-\\\\d+$", whole=False)'),
    (st.characters(), "texts(min_len=1, max_len=1)"),
    (st.characters(codec="ascii", categories=["Nd"]), 'texts("0123456789", min_len=1, max_len=1)'),
    (st.binary(max_size=5), "byte_strings(max_len=5)"),
    (st.just(3), "froms([3])"),
    (st.sampled_from([1.5, 2.5]), "froms([1.5, 2.5])"),
    (st.sampled_from([1, "a"]), 'anys(froms([1]), froms(["a"]))'),
    (st.sampled_from(uuid.SafeUUID), 'enums("uuid:SafeUUID")'),
    (st.none() | st.integers(0, 9), "optionals(ints(0, 9))"),
    (st.integers(0, 9) | st.integers(20, 29), "anys(ints(0, 9), ints(20, 29))"),
    (st.one_of(st.none(), st.integers(), st.text(max_size=5)), "optionals(anys(ints(), texts(max_len=5)))"),
    (st.lists(st.integers(0, 3), max_size=3), "lists(ints(0, 3), max_len=3)"),
    (st.lists(st.dates(DAY, DAY), max_size=3), 'lists(dates("2024-02-29", "2024-02-29"), max_len=3)'),
    (st.tuples(st.integers(), st.booleans()), "tuples(ints(), bools())"),
    (st.dates(), 'dates("0001-01-01", "9999-12-31")'),
    (st.dates(DAY), 'dates("2024-02-29", "9999-12-31")'),
    (st.datetimes(NOON, NOON), 'datetimes("2024-02-29T12:00:00", "2024-02-29T12:00:00")'),
    (st.datetimes(), 'datetimes("0001-01-01T00:00:00", "9999-12-31T23:59:59.999999")'),
    (st.times(), 'times("00:00:00", "23:59:59.999999")'),
    (st.timedeltas(), "timedeltas(-86399999913600, 86399999999999)"),
    (st.timedeltas(dt.timedelta(0), dt.timedelta(days=1)), "timedeltas(0, 86400)"),
    (st.decimals("0.5", Decimal(2), places=1), 'decimals("0.5", "2", places=1)'),
    (st.fractions(0, 1, max_denominator=9), "fractions(0, 1, max_denominator=9)"),
    (st.sets(st.integers(0, 9), max_size=3), "sets(ints(0, 9), max_size=3)"),
    (st.frozensets(st.text("ab", max_size=2), max_size=2), 'frozensets(texts("ab", max_len=2), max_size=2)'),
    (st.dictionaries(st.text(max_size=2), st.floats(0, 1), max_size=2), None),
    (st.fixed_dictionaries({"a": st.integers(0, 9), 2: st.booleans()}), 'dicts({"a": ints(0, 9), 2: bools()})'),
    (
        st.fixed_dictionaries({"a": st.integers(0, 9)}, optional={"b": st.booleans()}),
        'anys(dicts({"a": ints(0, 9)}), dicts({"a": ints(0, 9), "b": bools()}))',
    ),
    (st.deferred(lambda: st.integers(0, 3)), "ints(0, 3)"),
    (st.nothing() | st.integers(0, 3), "ints(0, 3)"),
    (st.from_type(int), "ints()"),
    (
        st.builds(Span, st.integers(0, 9), length=st.integers(1, 3)),
        f'objs("{__name__}:Span", length=ints(1, 3), low=ints(0, 9))',
    ),
    (
        st.lists(st.builds(Span, st.just(0), st.just(1)), max_size=3),
        f'lists(objs("{__name__}:Span", length=froms([1]), low=froms([0])), max_len=3)',
    ),
]
BUILT = [
    (st.complex_numbers(max_magnitude=9), None, {"add_exactly", "scale_exactly"}),
    (st.sampled_from([Decimal("sNaN"), Decimal("1.50")]), None, {"add_exactly", "scale_exactly"}),
    (st.none() | st.dates().filter(lambda day: day.weekday() < 5), None, {"shift_days"}),
    (st.builds(Fraction, st.integers(0, 9)), None, {"add_exactly"}),
    (st.lists(st.uuids(), max_size=3), Container.LIST, set()),
    (st.tuples(st.dates(), st.complex_numbers()), Container.TUPLE, set()),
    (st.builds(Span, st.integers().map(abs), st.just(1)), None, set()),
    (
        st.dictionaries(st.booleans(), st.builds(Span, st.just(0), st.integers().map(abs)), max_size=2),
        None,
        {"remove_entry"},
    ),
]
DRAWN = [
    st.emails(),
    st.from_regex("[ab]+", fullmatch=True, alphabet="abc"),
    st.floats(allow_subnormal=False),
    st.integers().map(abs),
    st.integers().filter(bool),
    st.integers(1, 3).flatmap(lambda size: st.lists(st.integers(), min_size=size, max_size=size)),
    st.permutations([1, 2, 3, 4, 5]),
    st.integers().map(str),
]


@pytest.mark.parametrize(("strategy", "notation"), RECOGNISED, ids=lambda part: repr(part)[:60])
def test_a_recognised_strategy_is_the_domain_of_its_values(strategy: Any, notation: str | None) -> None:
    domain = as_domain(strategy, "x")
    assert notation is None or domain.notation() == notation
    assert parse_domain(domain.notation()) == domain
    assert all(domain.contains(domain.draw(rng)) for rng in map(Random, range(2)) for _ in range(10))
    check = settings(max_examples=30, database=None, suppress_health_check=list(HealthCheck))

    @check
    @given(strategy)
    def test_values_of_hypothesis(value: Any) -> None:
        assert domain.contains(as_data(as_calls(value, objects_in(domain))))

    if strategy.validate() is None and "timedeltas()" not in repr(strategy):  # but for the last second of all
        test_values_of_hypothesis()


@pytest.mark.parametrize(("strategy", "_notation"), RECOGNISED, ids=lambda part: repr(part)[:60])
def test_the_strategy_that_a_test_gets_is_of_the_same_domain(strategy: Any, _notation: str | None) -> None:
    domain = as_domain(strategy, "x")
    written = eval(domain.strategy(), {"st": st, "datetime": dt, "uuid": uuid, "tests": sys.modules["tests"]})  # noqa: S307 - our own text
    drawn = as_domain(written, "x")
    assert drawn.kind is domain.kind
    assert all(domain.contains(drawn.draw(rng)) for rng in map(Random, range(2)) for _ in range(10))


@pytest.mark.long
@pytest.mark.parametrize("strategy", DRAWN, ids=repr)
def test_another_strategy_is_drawn_from_as_it_is(strategy: Any) -> None:
    domain = as_domain(strategy, "x")
    assert isinstance(domain, Opaque)
    assert all(
        domain.contains(build(domain.draw(rng))) is not False for rng in map(Random, range(2)) for _ in range(10)
    )
    assert domain.strategy()


def name_of(part: Any) -> str:
    """The same in each process, whatever the order of a set."""
    return repr(sorted(part) if isinstance(part, set) else part)[:60]


@pytest.mark.parametrize(("strategy", "container", "changes"), BUILT, ids=name_of)
def test_values_beyond_plain_data_are_drawn_as_what_builds_them(strategy, container, changes):
    domain = as_domain(strategy, "x")
    assert isinstance(domain, OpaqueValues)
    assert domain.container is container
    assert changes <= {change.name for change in domain.changes}
    assert bool(changes) == bool(domain.changes)
    rng = Random(0)
    for value in [domain.draw(rng) for _ in range(30)]:
        assert domain.contains(value) is None
        assert domain.contains(build(value)) is None
    for other in ("no", 3, object(), [object()], uuid.UUID(int=3)):
        assert domain.contains(other) is False


def test_a_strategy_that_cannot_be_written_is_one_of_values_that_were_seen():
    domain = as_domain(st.integers(0, 3).map(lambda low: [Span(low, 1)]), "x")
    names = {"st": st, "deepcopy": copy.deepcopy, "tests": sys.modules["tests"]}
    drawn = as_domain(eval(domain.strategy(), names), "x")  # noqa: S307 - our own text
    assert set(map(repr, drawn.sample)) <= set(map(repr, domain.sample))
    assert __name__ in homes_of(domain)
    assert __name__ in makers_of(domain)


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        (st.none(), "strategy must generate other values than None"),
        (st.functions(), "values that can be built anew, such as dates"),
        (st.integers().map(Silent), "Silent"),
        (st.sampled_from([MASKED, np.zeros(2)]), "numpy array of the class MaskedArray"),
        (st.integers().map(lambda n: [np.ma.array([n, 1])]), "numpy array of the class MaskedArray"),
        (st.sampled_from([np.zeros((1, 1)).view(np.matrix), np.zeros((1, 1))]), "numpy array of the class matrix"),
    ],
    ids=repr,
)
def test_what_no_other_process_can_build_is_refused_with_the_reason(strategy, said):
    with pytest.raises(UsageError, match=said):
        as_domain(strategy, "x")


def holding_itself(make, put):
    held = make()
    put(held, held)
    return held


def linked(count, made=Link):
    last = made(None)
    for _ in range(count):
        last = made(last)
    return last


DEEP = {
    "list": holding_itself(lambda: [1], list.append),
    "list twice": holding_itself(lambda: [1], lambda one, other: one.extend([other, other])),
    "dict": holding_itself(dict, lambda one, other: one.update(self=other)),
    "in a tuple": (holding_itself(list, list.append),),
    "record": holding_itself(lambda: Link(None), lambda one, other: setattr(one, "before", other)),
    "deep list": nested(5000),
    "deep record": linked(5000),
}


@pytest.mark.parametrize("name", DEEP)
@pytest.mark.parametrize("wrapped", [False, True])
def test_what_is_too_deep_or_holds_itself_is_refused(name, wrapped):
    value = DEEP[name]
    strategy = st.integers(0, 9).map(lambda _: value) if wrapped else st.sampled_from([value, 3])
    with pytest.raises(UsageError, match="domain of x: values must have at most 100 levels, got one that is deeper or"):
        as_domain(strategy, "x")


def test_a_strategy_that_fails_on_deep_values_is_refused_without_them():
    hashed = linked(5000, make_dataclass("Hashed", ["before"], frozen=True))
    with pytest.raises(UsageError, match=r"(?s)must generate values \(.*\), got a SampledFromStrategy"):
        as_domain(st.sampled_from([hashed, 3]), "x")


def test_what_is_not_too_deep_is_taken():
    domain = as_domain(st.sampled_from([nested(99), [1]]), "x")
    assert {build(value)[0] == 1 for value in domain.sample} == {True, False}


def test_an_array_without_dimensions_is_built_anew():
    domain = as_domain(st.sampled_from([np.array(3.0), np.array([1.0, 2.0])]), "x")
    whole, row = (build(value) for value in domain.sample)
    assert (whole.shape, whole.dtype, whole[()]) == ((), "float64", 3.0)
    assert row.tolist() == [1.0, 2.0]
    assert domain.contains(np.array(4.0)) is None


def test_what_no_domain_has_is_not_recognised() -> None:
    for strategy in (
        st.datetimes(timezones=st.timezones()),
        st.decimals(),
        st.decimals(0, 1, places=2, allow_nan=True),
        st.fractions("1/3", 1, max_denominator=9),
        st.complex_numbers(),
    ):
        domain = as_domain(strategy, "x", takes_objects=True)
        assert not isinstance(domain, Opaque)
        assert domain.notation().startswith("opaque(")


def test_values_that_python_does_not_write_as_decimals_can_be_sampled():
    domain = as_domain(st.sampled_from([10**5000, 3]), "n")
    assert list(domain.values()) == [3, 10**5000]
    assert parse_domain(domain.notation()) == domain


@pytest.mark.parametrize(
    "strategy",
    [st.fixed_dictionaries({("a", 1): st.none()}), st.characters(min_codepoint=0xD7F0, max_codepoint=0xD810)],
)
def test_what_no_domain_can_say_is_not_taken_for_one(strategy):
    assert recognise(strategy) is None


def test_this_hypothesis_has_the_private_names_that_are_used():
    lazy = st.lists(st.integers())
    lazy.validate()
    missing = "hypothesis {} lacks {}: see genmorph/values/strategy_parts.py"
    table = getattr(sys.modules.get(TYPES_MODULE), TYPES_NAME, {})
    assert int in table, missing.format(hypothesis.__version__, f"{TYPES_MODULE}.{TYPES_NAME}")
    assert maker_of(lazy) is not None, missing.format(hypothesis.__version__, f"the attribute {MAKER}")
    is_there = any(name.endswith(RESOLVED) for name in vars(lazy))
    assert is_there, missing.format(hypothesis.__version__, f"the attribute that ends with {RESOLVED}")


def test_a_type_has_a_strategy_where_one_is_registered():
    User = NewType("User", int)
    assert User not in types_with_strategies()
    st.register_type_strategy(User, st.integers(1, 9))
    assert User in types_with_strategies()
    assert read_hint(User).domains[0] == ints(1, 9)
