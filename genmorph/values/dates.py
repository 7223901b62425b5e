"""Dates, times and spans of time."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from genmorph.model import UsageError
from genmorph.settings import DATE_DRAWS
from genmorph.values.building import as_data, build
from genmorph.values.formed import Change, Formed, View, scaled
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.ints import Ints, ints
from genmorph.values.python_text import as_primary, conjunction, python_text, write_call
from genmorph.values.sizes import Way
from genmorph.values.tuples import tuples

_EPOCH = dt.datetime(1970, 1, 1)
_MICROSECOND = dt.timedelta(microseconds=1)
_DAY = 86_400 * 10**6
"""In microseconds."""
_LEAP_EVE = dt.datetime(2024, 2, 28, 23)
_SPAN = dt.timedelta(days=1_000_000)


def _shift(noun: str, constants: tuple[int, ...], example: Any, units: int) -> Change:
    """Moves by a number of days, hours or seconds, of which one is so many units of what values are made of."""
    step = dt.timedelta(**{f"{noun}s": 1})

    def text(value: str, count: int) -> str:
        return f"{value} {'-' if count < 0 else '+'} datetime.timedelta({noun}s={abs(count)})"

    return Change(
        f"shift_{noun}s",
        constants,
        before=lambda domain, count: domain.before_moving(count * units),
        apply=lambda value, count: value + count * step,
        text=text,
        words=lambda value, count: f"{value} moves by {count} {noun if abs(count) == 1 else f'{noun}s'}",
        examples=((example, 2, example + 2 * step),),
        idle=(0,),
        enlarges=True,
    )


def _day(low: dt.date, high: dt.date, rng: Random, is_boundary: bool = False) -> dt.date:
    """A day between two others: one of these, one where calendars turn, or any; any seldom where `is_boundary`."""
    choice = rng.random()
    if choice < DATE_DRAWS.bound_share:
        return rng.choice((low, high))
    drawn = dt.date.fromordinal(rng.randint(low.toordinal(), high.toordinal()))
    turn_share = DATE_DRAWS.boundary_turn_share if is_boundary else DATE_DRAWS.turn_share
    if choice > DATE_DRAWS.bound_share + turn_share:
        return drawn
    is_leap_wanted = is_boundary and rng.random() < DATE_DRAWS.leap_share
    month, day = rng.choice(DATE_DRAWS.around_leap_days if is_leap_wanted else DATE_DRAWS.turns)
    is_leap = (month, day) == DATE_DRAWS.leap_day or (is_boundary and rng.random() < DATE_DRAWS.leap_share)
    year = drawn.year - drawn.year % 4 if is_leap else drawn.year
    try:
        turn = dt.date(year, month, day)
    except ValueError:  # of a year without that day, such as 1900
        return drawn
    return turn if low <= turn <= high else drawn


_DAY_NUMBER = (View("{}.toordinal()", dt.date.toordinal, keeps_order=True),)
_DAY_NUMBER_OF_MOMENT = (View("{}.date().toordinal()", lambda moment: moment.date().toordinal()),)
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

    has_condition = True

    def condition_text(self, text: str, /) -> str | None:
        naive = f"{as_primary(text)}.tzinfo is None" if hasattr(self.first, "tzinfo") else None
        return conjunction(naive, f"{self.first!r} <= {text} <= {self.last!r}")

    def before_moving(self, units: int) -> "Formed | None":
        """Those that stay in the domain when their numbers grow by as much."""
        return self.made_of(self.inner.before_adding(units))

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
        return lambda rng: as_data(_day(self.first, self.last, rng, is_boundary=True))

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
        _shift("hour", (1, -1), _LEAP_EVE, _DAY // 24),
        _shift("second", (1, -1, 60), _LEAP_EVE, _DAY // 86_400),
    )
    views = _DAY_NUMBER_OF_MOMENT

    def draw(self, rng: Random) -> Any:
        """Often at midnight, or at a whole hour or second."""
        return self._drawn(rng)

    def _drawn(self, rng: Random, is_boundary: bool = False) -> Any:
        day = _day(self.first.date(), self.last.date(), rng, is_boundary)
        step = rng.choice(DATE_DRAWS.steps)
        moment = dt.datetime.combine(day, dt.time()) + rng.randrange(dt.timedelta(days=1) // step) * step
        return as_data(min(max(moment, self.first), self.last))

    def boundary_way(self, _constants: Sequence[int | float], _pieces: Sequence[str], /) -> Way:
        return partial(self._drawn, is_boundary=True)

    def form(self, plain: int) -> dt.datetime:
        return _EPOCH + plain * _MICROSECOND

    def plain(self, value: dt.datetime) -> int:
        return (value - _EPOCH) // _MICROSECOND

    def notation(self) -> str:
        return write_call("datetimes", [self.first.isoformat(), self.last.isoformat()], {})

    def strategy(self) -> str:
        return f"st.datetimes({self.first!r}, {self.last!r})"


def _in_absolute_time(example: dt.datetime) -> Change:
    def moved(value: dt.datetime, hours: int) -> dt.datetime:
        return (value.astimezone(dt.UTC) + dt.timedelta(hours=hours)).astimezone(value.tzinfo)

    def text(value: str, hours: int) -> str:
        step = f"{'-' if hours < 0 else '+'} datetime.timedelta(hours={abs(hours)})"
        return f"({value}.astimezone(datetime.UTC) {step}).astimezone({value}.tzinfo)"

    return Change(
        "wait_hours",
        (1, -1, 24),
        before=lambda domain, hours: domain.inside(dt.timedelta(hours=abs(hours))),
        apply=moved,
        text=text,
        words=lambda value, hours: f"{value} is {abs(hours)} h {'earlier' if hours < 0 else 'later'}",
        examples=((example, 2, moved(example, 2)),),
        idle=(0,),
        enlarges=True,
    )


def _in_zone(example: dt.datetime) -> Change:
    return Change(
        "see_from_zone",
        ("UTC", "America/New_York", "Asia/Tokyo"),
        before=lambda domain, zone: domain.before_leaving(zone),
        apply=lambda value, zone: value.astimezone(ZoneInfo(zone)),
        text=lambda value, zone: f"{value}.astimezone(zoneinfo.ZoneInfo({python_text(zone)}))",
        words=lambda value, zone: f"{value} is seen from {zone}",
        examples=((example, "Asia/Tokyo", example.astimezone(ZoneInfo("Asia/Tokyo"))),),
    )


_IN_BERLIN = dt.datetime(2024, 3, 30, 23, tzinfo=ZoneInfo("Europe/Berlin"))
_DAYS_OF_ZONES = dt.timedelta(days=2)
"""Clocks of two zones differ by less."""


@dataclass(frozen=True, slots=True, repr=False)
class ZonedDatetimes(Formed):
    """All points in time whose clocks show a time from `first` to `last` in one of the zones."""

    first: dt.datetime
    last: dt.datetime
    zones: tuple[str, ...]
    made_by = ("datetime", "datetime")
    changes = (_DAYS(_IN_BERLIN, _DAY), _in_absolute_time(_IN_BERLIN), _in_zone(_IN_BERLIN))
    views = _DAY_NUMBER_OF_MOMENT

    @property
    def inner(self) -> Narrowable:
        """What clocks show, the zone, and whether it is the second time that they show it where that is twice."""
        return tuples(self._clocks.inner, ints(0, len(self.zones) - 1), ints(0, 1))

    @property
    def _clocks(self) -> Datetimes:
        return Datetimes(self.first, self.last)

    def draw(self, rng: Random) -> Any:
        """Often on a day on which clocks are changed."""
        moment, zone = build(self._clocks.draw(rng)), rng.choice(self.zones)
        turns = _clock_changes(zone, moment.year)
        if turns and rng.random() < DATE_DRAWS.clock_change_share:
            quarters = rng.randrange(DATE_DRAWS.clock_change_hours * 4)
            moment = min(max(rng.choice(turns) + quarters * dt.timedelta(minutes=15), self.first), self.last)
        return as_data(moment.replace(tzinfo=ZoneInfo(zone), fold=rng.randrange(2)))

    def boundary_way(self, _constants: Sequence[int | float], _pieces: Sequence[str], /) -> Way:
        return self.draw

    def form(self, plain: tuple[int, int, int]) -> dt.datetime:
        clock, zone, fold = plain
        return self._clocks.form(clock).replace(tzinfo=ZoneInfo(self.zones[zone]), fold=fold)

    def plain(self, value: dt.datetime) -> tuple[int, int, int]:
        assert isinstance(value.tzinfo, ZoneInfo), value
        zone = self.zones.index(value.tzinfo.key)
        return self._clocks.plain(value.replace(tzinfo=None, fold=0)), zone, value.fold

    def before_moving(self, units: int) -> "ZonedDatetimes | None":
        """Those whose clocks may move by as many microseconds."""
        found = self._clocks.before_moving(units)
        return None if not isinstance(found, Datetimes) else replace(self, first=found.first, last=found.last)

    def inside(self, margin: dt.timedelta) -> "ZonedDatetimes | None":
        """Those that stay in the domain where clocks move by as much and may be changed on that day."""
        wide = margin + dt.timedelta(hours=DATE_DRAWS.clock_change_hours)
        if self.last - self.first < 2 * wide:
            return None
        return replace(self, first=self.first + wide, last=self.last - wide)

    def before_leaving(self, zone: str) -> "ZonedDatetimes | None":
        """Those that stay in the domain where they are seen from a zone of it, beside which there are others."""
        return self.inside(_DAYS_OF_ZONES) if zone in self.zones and len(self.zones) > 1 else None

    def _within(self, other: "ZonedDatetimes", /) -> Narrowable | None:
        common, zones = self._clocks.intersect(other._clocks), [zone for zone in self.zones if zone in other.zones]
        if not isinstance(common, Datetimes) or not zones:
            return None
        return ZonedDatetimes(common.first, common.last, tuple(zones))

    def notation(self) -> str:
        bounds = [self.first.isoformat(), self.last.isoformat()]
        return write_call("datetimes", bounds, {"timezones": list(self.zones)})

    def strategy(self) -> str:
        zones = ", ".join(f'zoneinfo.ZoneInfo("{zone}")' for zone in self.zones)
        return f"st.datetimes({self.first!r}, {self.last!r}, timezones=st.sampled_from([{zones}]))"


@lru_cache(maxsize=1 << 12)
def _clock_changes(zone: str, year: int) -> tuple[dt.datetime, ...]:
    """The midnights of a year, but for its last, after which clocks are changed within a day."""
    known = ZoneInfo(zone)
    midnights = [dt.datetime(year, 1, 1) + days * dt.timedelta(days=1) for days in range(365)]
    offsets = [known.utcoffset(midnight.replace(tzinfo=known)) for midnight in midnights]
    return tuple(day for day, one, other in zip(midnights, offsets, offsets[1:], strict=False) if one != other)


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
        scaled(dt.timedelta(hours=5), dt.timedelta(hours=15)),
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
    timezones: Iterable[str] = (),
) -> Datetimes | ZonedDatetimes:
    """Make the domain of all points in time from `min` to `max`, which may be texts in ISO 8601.

    They are without a time zone unless `timezones` names some; then clocks show from `min` to `max` in one of these.

    >>> datetimes("2024-03-31", "2024-04-01", timezones=["Europe/Berlin"])
    datetimes("2024-03-31T00:00:00", "2024-04-01T00:00:00", timezones=["Europe/Berlin"])
    >>> datetimes("2024-01-01", "2024-01-02T12:30:00")
    datetimes("2024-01-01T00:00:00", "2024-01-02T12:30:00")
    """
    clocks = Datetimes(_moment("min", min, dt.datetime), _moment("max", max, dt.datetime))
    zones = tuple(dict.fromkeys([timezones] if isinstance(timezones, str) else timezones))
    for zone in zones:
        _check_zone(zone)
    return ZonedDatetimes(clocks.first, clocks.last, zones) if zones else clocks


def _check_zone(zone: object) -> None:
    try:
        ZoneInfo(zone)  # type: ignore[arg-type]
    except (ZoneInfoNotFoundError, ValueError, TypeError, OSError) as error:
        raise UsageError(f"timezones must be names such as 'Europe/Berlin' that are known, got {zone!r:.80}") from error


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
