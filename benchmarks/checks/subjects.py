"""The functions of the check: their valid inputs, and the relation wanted of each."""

import calendar
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.checks import functions
from benchmarks.checks.inputs import Range


@dataclass(frozen=True, slots=True)
class Subject:
    """A function, the ranges its arguments are drawn from, and formulas of which one is wanted.

    `domains` is what genmorph is told on the command line; where it is empty the annotations speak. Where no formula is
    wanted in particular, any relation will do.
    """

    function: Callable[..., Any]
    module: ModuleType
    domains: Mapping[str, str]
    ranges: tuple[Range, ...]
    wanted: tuple[str, ...]

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.__name__

    @property
    def module_name(self) -> str:
        """The module's name without its packages: the check runs on a copy of its file."""
        return self.module.__name__.rpartition(".")[2]

    @property
    def source(self) -> str:
        """The text of the module's file."""
        return Path(inspect.getfile(self.module)).read_text(encoding="utf-8")


_ANY_INT = Range(-(10**18), 10**18)
_SIDE = Range(0.0, 100.0)
_SIDES = dict.fromkeys("abc", "floats(0.0, 100.0)")

SUBJECTS = (
    Subject(functions.gcd, functions, {}, (_ANY_INT, _ANY_INT), ("gcd(q, p) == gcd(p, q)",)),
    Subject(
        functions.power,
        functions,
        {"k": "ints(-20, 20)", "e": "ints(0, 12)"},
        (Range(-20, 20), Range(0, 12)),
        ("power(k, e + 1) == power(k, e) * k", "power(k, e - 1) * k == power(k, e)"),
    ),
    Subject(functions.sine, functions, {"x": "floats(-50.0, 50.0)"}, (Range(-50.0, 50.0),), ("sine(-x) == -sine(x)",)),
    Subject(
        functions.sine_of_remainder,
        functions,
        {"x": "floats(-50.0, 50.0)"},
        (Range(-50.0, 50.0),),
        ("sine_of_remainder(-x) == -sine_of_remainder(x)",),
    ),
    Subject(
        functions.is_triangle,
        functions,
        _SIDES,
        (_SIDE, _SIDE, _SIDE),
        tuple(f"is_triangle({swapped}) == is_triangle(a, b, c)" for swapped in ("b, a, c", "c, b, a", "a, c, b")),
    ),
    Subject(
        calendar.weekday,
        calendar,
        {"year": "ints(1, 30000)", "month": "ints(1, 12)", "day": "ints(1, 28)"},
        (Range(1, 30_000), Range(1, 12), Range(1, 28)),
        (),
    ),
)
