"""Twenty kinds of values, with six of each that are likely to be treated wrongly, and an ordinary one.

What needs a package that is missing is left out by `names`. Values are made anew each time, as some can be changed.
"""

import array
import collections
import datetime as dt
import decimal
import enum
import fractions
import importlib.util
import math
import pathlib
import types
import uuid
import zoneinfo
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Color(enum.Enum):
    """An alias and values that are equal to those of other kinds."""

    RED = 1
    CRIMSON = 1  # noqa: PIE796 - an alias is meant
    TRUE = "True"
    NAN = math.nan
    LIST = ()


class Level(enum.IntEnum):
    """Members that are ints."""

    LOW = 0
    HIGH = 2**70


class Access(enum.Flag):
    """Members that can be joined."""

    READ = 1
    WRITE = 2


class Grams(int):
    """An int that says something else of itself."""

    def __repr__(self) -> str:
        return "grams"


class Word(str):
    """A text that is equal to nothing."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return False


class Loose(float):
    """A float that is equal to everything."""

    __hash__ = float.__hash__

    def __eq__(self, other: object) -> bool:
        return True


class Rude:
    """An object whose every question raises an exception."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("no answer")

    def __hash__(self) -> int:
        raise ValueError("no answer")

    def __repr__(self) -> str:
        return "rude"


@dataclass
class Node:
    """A record that may hold itself."""

    value: Any = 0
    rest: Any = None
    hidden: Any = field(default=0, compare=False, repr=False)


class Pair(NamedTuple):
    """A named tuple."""

    left: Any
    right: Any


def _recursive_list() -> Any:
    found: list[Any] = [1]
    found.append(found)
    return found


def _recursive_dict() -> Any:
    found: dict[str, Any] = {}
    found["self"] = found
    return found


def _recursive_node() -> Any:
    found = Node(1)
    found.rest = found
    return found


def _nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


def _np(text: str) -> Callable[[], Any]:
    def make() -> Any:
        import numpy as np

        return eval(text, {"np": np})  # noqa: S307 - our own texts

    return make


def _pd(text: str) -> Callable[[], Any]:
    def make() -> Any:
        import numpy as np
        import pandas as pd

        return eval(text, {"pd": pd, "np": np})  # noqa: S307 - our own texts

    return make


Makers = Mapping[str, Callable[[], Any]]

_DST = dt.datetime(2024, 10, 27, 2, 30, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin"))
KINDS: Mapping[str, tuple[Callable[[], Any], Makers]] = {
    "int": (
        lambda: 3,
        {
            "huge": lambda: 10**5000,
            "beyond float": lambda: 2**53 + 1,
            "bool": lambda: True,
            "subclass": lambda: Grams(3),
            "enum member": lambda: Level.HIGH,
            "numpy": _np("np.int64(-2**63)"),
        },
    ),
    "float": (
        lambda: 0.5,
        {
            "nan": lambda: math.nan,
            "infinity": lambda: -math.inf,
            "minus zero": lambda: -0.0,
            "subnormal": lambda: 5e-324,
            "subclass": lambda: Loose(0.5),
            "numpy": _np("np.float16('nan')"),
        },
    ),
    "complex": (
        lambda: 1 + 2j,
        {
            "nan": lambda: complex(math.nan, 1),
            "infinity": lambda: complex(0, math.inf),
            "minus zero": lambda: complex(-0.0, -0.0),
            "huge": lambda: complex(1e308, 1e308),
            "real": lambda: complex(1, 0),
            "numpy": _np("np.complex64(1j)"),
        },
    ),
    "text": (
        lambda: "abc",
        {
            "lone surrogate": lambda: "\ud800",
            "null": lambda: "a\0b",
            "combining": lambda: "e\u0301ß\u0130",
            "subclass": lambda: Word("abc"),
            "quotes": lambda: "'''\"\"\"\\",
            "long": lambda: "x" * 20_000,
        },
    ),
    "bytes": (
        lambda: b"abc",
        {
            "empty": lambda: b"",
            "bytearray": lambda: bytearray(b"ab"),
            "memoryview": lambda: memoryview(b"ab"),
            "array": lambda: array.array("d", [math.nan]),
            "high": lambda: bytes(range(256)),
            "long": lambda: b"x" * 20_000,
        },
    ),
    "list": (
        lambda: [1, 2],
        {
            "recursive": _recursive_list,
            "deep": lambda: _nested(50),
            "mixed": lambda: [1, "a", None, 2.5],
            "of nan": lambda: [math.nan, 1.0],
            "of rude": lambda: [Rude()],
            "deque": lambda: collections.deque([1], maxlen=1),
        },
    ),
    "tuple": (
        lambda: (1, 2),
        {
            "empty": lambda: (),
            "holding itself": lambda: (_recursive_list(),),
            "named": lambda: Pair(math.nan, None),
            "long": lambda: tuple(range(100)),
            "ragged": lambda: (1, (2, (3,))),
            "struct": lambda: types.SimpleNamespace(a=1),
        },
    ),
    "dict": (
        lambda: {"a": 1, "b": 2},
        {
            "other order": lambda: {"b": 2, "a": 1},
            "nan key": lambda: {math.nan: 1},
            "mixed keys": lambda: {1: "a", "1": "b", None: "c"},
            "equal keys of other types": lambda: {True: 1, 0: 2},
            "recursive": _recursive_dict,
            "ordered": lambda: collections.OrderedDict(b=1, a=2),
        },
    ),
    "set": (
        lambda: {1, 2},
        {
            "empty": set,
            "nan": lambda: {math.nan},
            "mixed": lambda: {1, "a", None},
            "frozen inside": lambda: {frozenset({1}), frozenset()},
            "frozen": lambda: frozenset({2, 1}),
            "keys": {"a": 1}.keys,
        },
    ),
    "none": (
        lambda: 3,
        {
            "none": lambda: None,
            "ellipsis": lambda: ...,
            "not implemented": lambda: NotImplemented,
            "in a list": lambda: [None, 1],
            "in a dict": lambda: {None: None},
            "in a tuple": lambda: (None, None),
        },
    ),
    "decimal": (
        lambda: decimal.Decimal("1.50"),
        {
            "nan": lambda: decimal.Decimal("NaN"),
            "signalling nan": lambda: decimal.Decimal("sNaN"),
            "infinity": lambda: decimal.Decimal("-Infinity"),
            "huge exponent": lambda: decimal.Decimal("1E+999999"),
            "other zeros": lambda: decimal.Decimal("1.5"),
            "minus zero": lambda: decimal.Decimal("-0E+3"),
        },
    ),
    "fraction": (
        lambda: fractions.Fraction(1, 2),
        {
            "whole": lambda: fractions.Fraction(3),
            "negative": lambda: fractions.Fraction(-1, 3),
            "huge": lambda: fractions.Fraction(10**400, 3),
            "tiny": lambda: fractions.Fraction(1, 10**400),
            "equal to float": lambda: fractions.Fraction(0.1),
            "equal to int": lambda: 1,
        },
    ),
    "date": (
        lambda: dt.date(2024, 2, 29),
        {
            "first": lambda: dt.date.min,
            "last": lambda: dt.date.max,
            "datetime": lambda: dt.datetime(2024, 2, 29),
            "century": lambda: dt.date(1900, 2, 28),
            "text": lambda: "2024-02-29",
            "timestamp": _pd("pd.Timestamp('2024-02-29')"),
        },
    ),
    "datetime": (
        lambda: dt.datetime(2024, 2, 29, 12),
        {
            "aware": lambda: dt.datetime(2024, 2, 29, 12, tzinfo=dt.UTC),
            "fold": lambda: dt.datetime(2024, 10, 27, 2, 30, fold=1),
            "in a changing zone": lambda: _DST,
            "last": lambda: dt.datetime.max,
            "not a time": _pd("pd.NaT"),
            "numpy": _np("np.datetime64('NaT')"),
        },
    ),
    "timedelta": (
        lambda: dt.timedelta(hours=5),
        {
            "negative": lambda: dt.timedelta(-1, 1),
            "least": lambda: dt.timedelta.min,
            "greatest": lambda: dt.timedelta.max,
            "microsecond": lambda: dt.timedelta(microseconds=1),
            "zero": lambda: dt.timedelta(0),
            "numpy": _np("np.timedelta64('NaT')"),
        },
    ),
    "enum": (
        lambda: Color.RED,
        {
            "alias": lambda: Color.CRIMSON,
            "of nan": lambda: Color.NAN,
            "joined flags": lambda: Access.READ | Access.WRITE,
            "no flags": lambda: Access(0),
            "of int": lambda: Level.HIGH,
            "class": lambda: Color,
        },
    ),
    "record": (
        Node,
        {
            "recursive": _recursive_node,
            "of nan": lambda: Node(math.nan),
            "hidden field": lambda: Node(hidden=Rude()),
            "nested": lambda: Node(Node(Node())),
            "of rude": lambda: Node(Rude()),
            "object": object,
        },
    ),
    "standard": (
        lambda: uuid.UUID(int=5),
        {
            "uuid": lambda: uuid.UUID(int=2**128 - 1),
            "path": lambda: pathlib.PurePosixPath("/a/../b"),
            "windows path": lambda: pathlib.PureWindowsPath("C:/a"),
            "range": lambda: range(0, 10, 3),
            "generator": lambda: (n for n in (1, 2)),
            "function": lambda: len,
        },
    ),
    "array": (
        _np("np.array([1.0, 2.0])"),
        {
            "no dimensions": _np("np.array(3.0)"),
            "of objects": _np("np.array([1, 'a', None], dtype=object)"),
            "empty": _np("np.empty((0, 3))"),
            "structured": _np("np.array([(1, 2.0)], dtype=[('a', int), ('b', float)])"),
            "masked": _np("np.ma.array([1, 2], mask=[True, False])"),
            "of times": _np("np.array(['NaT', '2024-01-01'], dtype='datetime64[D]')"),
        },
    ),
    "frame": (
        _pd("pd.DataFrame({'a': [1, 2]})"),
        {
            "empty": _pd("pd.DataFrame()"),
            "no rows": _pd("pd.DataFrame({'a': []})"),
            "same names": _pd("pd.DataFrame([[1, 2]], columns=['a', 'a'])"),
            "missing": _pd("pd.DataFrame({'a': [1.0, np.nan]})"),
            "other index": _pd("pd.DataFrame({'a': [1, 2]}, index=[5, 5])"),
            "of objects": _pd("pd.Series([1, 'a', None], dtype=object)"),
        },
    ),
}
"""By kind: what makes an ordinary value, and what makes each of the hostile ones."""


def names(kind: str) -> tuple[str, ...]:
    """The names of the hostile values of a kind that can be made here: `kind: value`."""
    ordinary, hostile = KINDS[kind]
    needs = {one: one.__qualname__.partition(".")[0] for one in (ordinary, *hostile.values())}
    is_missing = importlib.util.find_spec("pandas") is None
    there = {name for name, make in hostile.items() if not (is_missing and "_pd" in (needs[make], needs[ordinary]))}
    return tuple(f"{kind}: {name}" for name in hostile if name in there)


def value_of(name: str) -> tuple[Any, Any]:
    """A hostile value by its name, and the ordinary value of its kind."""
    kind, _, which = name.partition(": ")
    ordinary, hostile = KINDS[kind]
    return hostile[which](), ordinary()
