"""Dates, times and spans of time."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from genmorph.model import UsageError
from genmorph.settings import DATE_DRAWS
from genmorph.values.building import as_data
from genmorph.values.formed import Change, Formed, View, scaled
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.ints import Ints
from genmorph.values.python_text import write_call
from genmorph.values.sizes import Way

_EPOCH = dt.datetime(1970, 1, 1)
_MICROSECOND = dt.timedelta(microseconds=1)
_DAY = 86_400 * 10**6
"""In microseconds."""
_LEAP_EVE = dt.datetime(2024, 2, 28, 23)
_SPAN = dt.timedelta(days=1_000_000)
_LEAP = (2, 29)
_TURNS = ((1, 1), (2, 28), _LEAP, (3, 1), (1, 31), (4, 30), (6, 30), (12, 31))
"""Months and days at which calendars turn."""


def _shift(noun: str, constants: tuple[int, ...], example: Any, units: int) -> Change:
    """Moves by a number of days, hours or seconds, of which one is so many units of what values are made of."""
    step = dt.timedelta(**{f"{noun}s": 1})

    def text(value: str, count: int) -> str:
        return f"{value} {'-' if count < 0 else '+'} datetime.timedelta({noun}s={abs(count)})"

    return Change(
        f"shift_{noun}s",
        constants,
        before=lambda domain, count: domain.made_of(domain.inner.before_adding(count * units)),
        apply=lambda value, count: value + count * step,
        text=text,
        words=lambda value, count: f"{value} moves by {count} {noun if abs(count) == 1 else f'{noun}s'}",
        examples=((example, 2, example + 2 * step),),
        idle=(0,),
    )


def _day(low: dt.date, high: dt.date, rng: Random) -> dt.date:
    """A day between two others: one of these, one where calendars turn, or any."""
    choice = rng.random()
    if choice < DATE_DRAWS.bound_share:
        return rng.choice((low, high))
    drawn = dt.date.fromordinal(rng.randint(low.toordinal(), high.toordinal()))
    if choice > DATE_DRAWS.bound_share + DATE_DRAWS.turn_share:
        return drawn
    month, day = rng.choice(_TURNS)
    year = drawn.year - drawn.year % 4 if (month, day) == _LEAP else drawn.year
    try:
        turn = dt.date(year, month, day)
    except ValueError:  # of a year without that day, such as 1900
        return drawn
    return turn if low <= turn <= high else drawn


_DAY_NUMBER = (View("{}.toordinal()", dt.date.toordinal),)
_DAYS = partial(_shift, "day", (1, -1, 7, 28, 365))


class _Range(Formed):
    """All values from `first` to `last`, both included, each with a number of its own, in ascending order."""

    __slots__ = ()
    first: Any
    last: Any

    def __post_init__(self) -> None:
        if not self.first <= self.last:
            raise UsageError(f"min must be <= max, got {self.first} and {self.last}")

    @property
    def inner(self) -> Ints:
        return Ints(self.plain(self.first), self.plain(self.last))

    def made_of(self, inner: Narrowable | None, /) -> "Formed | None":
        if not isinstance(inner, Ints) or inner.low is None or inner.high is None:
            return None
        return replace(self, first=self.form(inner.low), last=self.form(inner.high))  # type: ignore[type-var]


@dataclass(frozen=True, slots=True, repr=False)
class Dates(_Range):
    """All dates from `first` to `last`, both included."""

    first: dt.date
    last: dt.date
    made_by = ("datetime", "date")
    changes = (_DAYS(dt.date(2024, 2, 28), 1),)
    views = _DAY_NUMBER

    def draw(self, rng: Random) -> Any:
        return as_data(_day(self.first, self.last, rng))

    def boundary_way(self, _constants: Sequence[int | float], _pieces: Sequence[str], /) -> Way:
        return self.draw

    def form(self, plain: int) -> dt.date:
        return dt.date.fromordinal(plain)

    def plain(self, value: dt.date) -> int:
        return value.toordinal()

    def notation(self) -> str:
        return write_call("dates", [self.first.isoformat(), self.last.isoformat()], {})

    def strategy(self) -> str:
        return f"st.dates({self.first!r}, {self.last!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Datetimes(_Range):
    """All naive points in time from `first` to `last`, both included."""

    first: dt.datetime
    last: dt.datetime
    made_by = ("datetime", "datetime")
    changes = (
        _DAYS(_LEAP_EVE, _DAY),
        _shift("hour", (1, -1, 24), _LEAP_EVE, _DAY // 24),
        _shift("second", (1, -1, 60), _LEAP_EVE, _DAY // 86_400),
    )
    views = _DAY_NUMBER

    def draw(self, rng: Random) -> Any:
        """Often at midnight, or at a whole hour or second."""
        day = _day(self.first.date(), self.last.date(), rng)
        step = rng.choice(DATE_DRAWS.steps)
        moment = dt.datetime.combine(day, dt.time()) + rng.randrange(dt.timedelta(days=1) // step) * step
        return as_data(min(max(moment, self.first), self.last))

    def boundary_way(self, _constants: Sequence[int | float], _pieces: Sequence[str], /) -> Way:
        return self.draw

    def form(self, plain: int) -> dt.datetime:
        return _EPOCH + plain * _MICROSECOND

    def plain(self, value: dt.datetime) -> int:
        return (value - _EPOCH) // _MICROSECOND

    def notation(self) -> str:
        return write_call("datetimes", [self.first.isoformat(), self.last.isoformat()], {})

    def strategy(self) -> str:
        return f"st.datetimes({self.first!r}, {self.last!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Times(_Range):
    """All naive times of the day from `first` to `last`, both included."""

    first: dt.time
    last: dt.time
    made_by = ("datetime", "time")

    def form(self, plain: int) -> dt.time:
        return (_EPOCH + plain * _MICROSECOND).time()

    def plain(self, value: dt.time) -> int:
        return (dt.datetime.combine(_EPOCH.date(), value) - _EPOCH) // _MICROSECOND

    def notation(self) -> str:
        return write_call("times", [self.first.isoformat(), self.last.isoformat()], {})

    def strategy(self) -> str:
        return f"st.times({self.first!r}, {self.last!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Timedeltas(_Range):
    """All spans of time from `first` to `last`, both included."""

    first: dt.timedelta
    last: dt.timedelta
    made_by = ("datetime", "timedelta")
    changes = (
        _DAYS(dt.timedelta(hours=5), _DAY),
        _shift("second", (1, -1, 60, 3600), dt.timedelta(hours=5), _DAY // 86_400),
        scaled(dt.timedelta(hours=5)),
    )
    views = (View("{}.total_seconds()", dt.timedelta.total_seconds),)

    def before_scaling(self, c: int | float, /) -> Formed | None:
        return self.made_of(self.inner.before_scaling(c))

    def form(self, plain: int) -> dt.timedelta:
        return plain * _MICROSECOND

    def plain(self, value: dt.timedelta) -> int:
        return value // _MICROSECOND

    def notation(self) -> str:
        return write_call("timedeltas", [_seconds(self.first), _seconds(self.last)], {})

    def strategy(self) -> str:
        return f"st.timedeltas({self.first!r}, {self.last!r})"


def _seconds(span: dt.timedelta) -> int | float:
    return span // dt.timedelta(seconds=1) if not span.microseconds else span.total_seconds()


def _moment(name: str, value: object, kind: Any) -> Any:
    """A date or time, or its text in ISO 8601."""
    try:
        found = kind.fromisoformat(value) if isinstance(value, str) else value
    except ValueError as error:
        raise UsageError(f"{name} must be a {kind.__name__} such as {kind.min.isoformat()}, got {value!r}") from error
    if type(found) is not kind or getattr(found, "tzinfo", None) is not None:
        raise UsageError(f"{name} must be a {kind.__name__} without a time zone, got {value!r:.80}")
    return found


def _span(name: str, value: object) -> dt.timedelta:
    if isinstance(value, dt.timedelta):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UsageError(f"{name} must be a timedelta or a number of seconds, got {value!r:.80}")
    try:
        return dt.timedelta(seconds=value)
    except (OverflowError, ValueError) as error:
        raise UsageError(f"{name} must be a number of seconds that a timedelta holds, got {value!r}") from error


def dates(min: dt.date | str = dt.date(1900, 1, 1), max: dt.date | str = dt.date(2100, 12, 31)) -> Dates:  # noqa: A002
    """Make the domain of all dates from `min` to `max`; both may be texts in ISO 8601.

    >>> dates("2024-01-01", "2024-12-31").size, dates("2024-01-01", "2024-12-31").strategy()
    (366, 'st.dates(datetime.date(2024, 1, 1), datetime.date(2024, 12, 31))')
    >>> dates("2024-13-01")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: min must be a date such as 0001-01-01, got '2024-13-01'
    """
    return Dates(_moment("min", min, dt.date), _moment("max", max, dt.date))


def datetimes(
    min: dt.datetime | str = dt.datetime(1900, 1, 1),  # noqa: A002
    max: dt.datetime | str = dt.datetime(2100, 12, 31, 23, 59, 59, 999_999),  # noqa: A002
) -> Datetimes:
    """Make the domain of all points in time from `min` to `max`, without a time zone; both may be texts in ISO 8601.

    >>> datetimes("2024-01-01", "2024-01-02T12:30:00")
    datetimes("2024-01-01T00:00:00", "2024-01-02T12:30:00")
    """
    return Datetimes(_moment("min", min, dt.datetime), _moment("max", max, dt.datetime))


def times(min: dt.time | str = dt.time.min, max: dt.time | str = dt.time.max) -> Times:  # noqa: A002
    """Make the domain of all times of the day from `min` to `max`; both may be texts in ISO 8601.

    >>> times("09:00", "17:30").strategy()
    'st.times(datetime.time(9, 0), datetime.time(17, 30))'
    """
    return Times(_moment("min", min, dt.time), _moment("max", max, dt.time))


def timedeltas(
    min: dt.timedelta | float = -_SPAN,  # noqa: A002
    max: dt.timedelta | float = _SPAN,  # noqa: A002
) -> Timedeltas:
    """Make the domain of all spans of time from `min` to `max`; both may be numbers of seconds.

    >>> timedeltas(0, 3600).strategy()
    'st.timedeltas(datetime.timedelta(0), datetime.timedelta(seconds=3600))'
    """
    return Timedeltas(_span("min", min), _span("max", max))
