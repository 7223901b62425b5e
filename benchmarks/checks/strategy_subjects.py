"""Strategies of all public constructors and combinators of Hypothesis, each with a function that suits it."""

import datetime
import fractions
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from benchmarks.checks.strategy_functions import (
    Color,
    Pair,
    Span,
    applied,
    counted,
    day_after,
    doubled,
    drawn_from,
    end_of,
    first_item,
    hour_of,
    inverted,
    is_nothing,
    leaves,
    name_length,
    negated,
    ordered,
    shouted,
    shown_length,
    summed,
)


@st.composite
def ascending(draw: Any) -> list[int]:
    """Two numbers in order."""
    low = draw(st.integers(0, 9))
    return [low, low + draw(st.integers(0, 9))]


@dataclass(frozen=True)
class StrategySubject:
    """A strategy, made when it is needed, its function, and the notation of our own domain of the same values."""

    name: str
    strategy: Callable[[], Any]
    function: Callable[..., Any]
    own: str | None = None


def _deferred() -> Any:
    return st.deferred(lambda: st.integers(0, 9))


def _recursive() -> Any:
    return st.recursive(st.integers(0, 9), lambda inner: st.lists(inner, max_size=3), max_leaves=5)


SUBJECTS = tuple(
    StrategySubject(*parts)
    for parts in (
        ("integers", st.integers, negated, "ints()"),
        ("integers bounded", lambda: st.integers(-5, 99), negated, "ints(-5, 99)"),
        ("floats", st.floats, doubled, "floats(allow_nan=True, allow_infinity=True)"),
        ("floats bounded", lambda: st.floats(0, 1), doubled, "floats(0, 1)"),
        ("floats 32 bits", lambda: st.floats(0, 1, width=32), doubled, "floats(0, 1, width=32)"),
        ("booleans", st.booleans, inverted, "bools()"),
        ("none", st.none, is_nothing),
        ("nothing beside integers", lambda: st.nothing() | st.integers(0, 9), negated, "ints(0, 9)"),
        ("just", lambda: st.just(3), negated, "froms([3])"),
        ("sampled_from list", lambda: st.sampled_from([1, 2, 5]), negated, "froms([1, 2, 5])"),
        ("sampled_from texts", lambda: st.sampled_from(["a", "bc"]), shouted, 'froms(["a", "bc"])'),
        ("sampled_from enum", lambda: st.sampled_from(Color), name_length, f'enums("{Color.__module__}:Color")'),
        ("one_of integers", lambda: st.integers(0, 9) | st.integers(20, 29), negated),
        ("one_of with none", lambda: st.none() | st.integers(0, 9), is_nothing, "optionals(ints(0, 9))"),
        ("one_of mixed", lambda: st.integers(0, 9) | st.text(max_size=3), shown_length),
        ("text", st.text, shouted),
        ("text sizes", lambda: st.text(max_size=20), shouted, "texts()"),
        ("text alphabet", lambda: st.text("abc", max_size=9), shouted, 'texts("abc", max_len=9)'),
        ("characters", st.characters, shouted),
        ("characters codec", lambda: st.characters(codec="ascii"), shouted),
        ("from_regex", lambda: st.from_regex(r"[a-z]{1,4}[0-9]", fullmatch=True), shouted),
        ("emails", st.emails, shouted),
        ("domains", lambda: __import__("hypothesis.provisional", fromlist=["domains"]).domains(), shouted),
        ("urls", lambda: __import__("hypothesis.provisional", fromlist=["urls"]).urls(), shouted),
        ("ip_addresses", st.ip_addresses, shown_length),
        ("binary", lambda: st.binary(max_size=9), counted, "byte_strings(max_len=9)"),
        ("binary sums", lambda: st.binary(max_size=9), summed, "byte_strings(max_len=9)"),
        ("lists", lambda: st.lists(st.integers(0, 9), max_size=9), summed, "lists(ints(0, 9), max_len=9)"),
        ("lists unique", lambda: st.lists(st.integers(0, 9), unique=True), ordered),
        ("lists unique_by", lambda: st.lists(st.integers(0, 99), unique_by=lambda n: n % 10), summed),
        ("lists of lists", lambda: st.lists(st.lists(st.integers(0, 9), max_size=3), max_size=3), counted),
        ("tuples", lambda: st.tuples(st.integers(0, 9), st.integers(0, 9)), summed, "tuples(ints(0, 9), ints(0, 9))"),
        ("tuples mixed", lambda: st.tuples(st.integers(0, 9), st.text(max_size=3)), first_item),
        ("sets", lambda: st.sets(st.integers(0, 9), max_size=9), summed, "sets(ints(0, 9), max_size=9)"),
        (
            "frozensets",
            lambda: st.frozensets(st.integers(0, 9), max_size=9),
            ordered,
            "frozensets(ints(0, 9), max_size=9)",
        ),
        ("iterables", lambda: st.iterables(st.integers(0, 9), max_size=5), ordered),
        (
            "dictionaries",
            lambda: st.dictionaries(st.text("ab", max_size=2), st.integers(0, 9), max_size=4),
            counted,
            'dicts(texts("ab", max_len=2), ints(0, 9), max_size=4)',
        ),
        (
            "fixed_dictionaries",
            lambda: st.fixed_dictionaries({"a": st.integers(0, 9)}),
            counted,
            'dicts({"a": ints(0, 9)})',
        ),
        (
            "fixed_dictionaries optional",
            lambda: st.fixed_dictionaries({"a": st.integers(0, 9)}, optional={"b": st.integers(0, 9)}),
            counted,
        ),
        ("dates", st.dates, day_after),
        (
            "dates bounded",
            lambda: st.dates(datetime.date(2000, 1, 1), datetime.date(2050, 1, 1)),
            day_after,
            'dates("2000-01-01", "2050-01-01")',
        ),
        ("datetimes", lambda: st.datetimes(max_value=datetime.datetime(2100, 1, 1)), day_after),
        ("datetimes aware", lambda: st.datetimes(timezones=st.just(datetime.UTC)), hour_of),
        ("times", st.times, hour_of, "times()"),
        (
            "timedeltas",
            lambda: st.timedeltas(datetime.timedelta(0), datetime.timedelta(9)),
            doubled,
            "timedeltas(0, 777600)",
        ),
        ("timezones", st.timezones, shown_length),
        ("timezone_keys", st.timezone_keys, shouted),
        ("decimals", lambda: st.decimals(0, 99, places=2), doubled, 'decimals("0", "99")'),
        ("decimals any", st.decimals, shown_length),
        ("fractions", lambda: st.fractions(0, 9, max_denominator=99), doubled, "fractions(0, 9, max_denominator=99)"),
        ("complex_numbers", lambda: st.complex_numbers(max_magnitude=9), doubled),
        ("uuids", st.uuids, shown_length),
        ("builds", lambda: st.builds(Span, st.integers(0, 9), st.integers(0, 9)), end_of),
        ("builds exact", lambda: st.builds(fractions.Fraction, st.integers(0, 9)), doubled),
        ("from_type", lambda: st.from_type(Span), end_of),
        ("from_type int", lambda: st.from_type(int), negated, "ints()"),
        ("namedtuple by builds", lambda: st.builds(Pair, st.integers(0, 9), st.integers(0, 9)), summed),
        ("composite", ascending, summed),
        ("map", lambda: st.integers(0, 9).map(str), shouted),
        ("filter", lambda: st.integers(0, 99).filter(lambda n: n % 3 == 0), negated),
        ("flatmap", lambda: st.integers(1, 5).flatmap(lambda n: st.lists(st.just(n), min_size=n, max_size=n)), counted),
        ("recursive", _recursive, leaves),
        ("deferred", _deferred, negated, "ints(0, 9)"),
        ("permutations", lambda: st.permutations([1, 2, 3, 4]), first_item),
        ("slices", lambda: st.slices(9), shown_length),
        ("functions", lambda: st.functions(like=lambda n: n, returns=st.integers(0, 9), pure=True), applied),
        ("randoms", lambda: st.randoms(use_true_random=False), drawn_from),
        ("shared", lambda: st.shared(st.integers(0, 9), key="shared"), negated, "ints(0, 9)"),
        ("runner", lambda: st.runner(default=3), negated),
        ("data", st.data, shown_length),
    )
)
"""Every constructor and combinator of `hypothesis.strategies`, some of them twice."""
BY_NAME = {subject.name: subject for subject in SUBJECTS}
