"""The properties that people wrote as tests of public packages, as data: what is run, and what each says."""

import builtins
import importlib
import math
import platform
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any

import numpy as np

from benchmarks.record import ROOT
from genmorph.domain import as_domain, parse_domain, passed
from genmorph.model import Domain, UsageError

CORPORA = {
    name: ROOT / "benchmarks" / "data" / f"{name}.toml" for name in ("human_properties", "numpy_laws", "helpers")
}
"""The files of properties by name: what people wrote, textbook laws of arrays, functions that delegate."""
PINNED = CORPORA["human_properties"].with_suffix(".txt")
STANDARD_LIBRARY = "python"
"""The package of functions of the standard library."""
TOLERANCE = 1e-9
"""Relative and absolute, where a relation compares by `close`: genmorph's own, and about that of the tests."""
_FACTORY = re.compile(r"[\w.]+:\w+")
"""A domain that is a Hypothesis strategy, by the path of the function that makes it."""
_PIN = re.compile(r"^([\w.-]+)==(\S+)$", re.MULTILINE)

Input = tuple[Any, ...]
Function = Callable[..., Any]


class Form(StrEnum):
    """What calls a property speaks of."""

    ONE = "one"
    FED_BACK = "fed back"
    TWO_FUNCTIONS = "two functions"
    THREE_CALLS = "three calls"
    OBJECT = "object"


@dataclass(frozen=True, slots=True)
class Entry:
    """One property: the fields are described at the top of the file of data."""

    name: str
    source: str
    package: str
    function: str
    form: Form
    domain: Mapping[str, str]
    relation: str
    applies: str = "True"
    drawn: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    change: Sequence[str] = ()
    changed: Sequence[str] = ()

    def __post_init__(self) -> None:
        for place in (self.function, *self.names.values()):
            if not _FACTORY.fullmatch(place):
                raise UsageError(f"function of {self.name} must look like 'package.module:function', got {place!r}")
        unknown = [name for name in self.changed if name not in self.domain]
        if unknown:
            raise UsageError(f"changed of {self.name} must be of {', '.join(self.domain)}, got {unknown[0]!r}")


def read_entries(path: Path = CORPORA["human_properties"]) -> tuple[Entry, ...]:
    """All properties of a file, in its order."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["property"]
    return tuple(Entry(**table | {"form": Form(table["form"])}) for table in tables)


def read_pins(path: Path = PINNED) -> dict[str, str]:
    """The version of each package, as the requirements say."""
    return dict(_PIN.findall(path.read_text(encoding="utf-8")))


def installed_version(package: str) -> str | None:
    """The version that is installed, None where there is none."""
    if package == STANDARD_LIBRARY:
        return platform.python_version()
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def found_at(path: str) -> Any:
    """What a path such as `package.module:name` names."""
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)


def read_domain(name: str, text: str) -> Domain:
    """The domain of a parameter: in genmorph's notation, or the path of what makes a Hypothesis strategy.

    >>> read_domain("x", "ints(0, 9)"), read_domain("x", "hypothesis.strategies:booleans")
    (ints(0, 9), bools())
    """
    return as_domain(found_at(text)() if _FACTORY.fullmatch(text) else parse_domain(text), name)


def close(first: float, second: float, tolerance: float = TOLERANCE) -> bool:
    """Whether two numbers are equal but for rounding, or both NaN.

    >>> close(1.0, 1.0 + 1e-12), close(1.0, 1.001), close(1000.0, 1000.1, 1e-3)
    (True, False, True)
    """
    both_nan = math.isnan(first) and math.isnan(second)
    return both_nan or math.isclose(first, second, rel_tol=tolerance, abs_tol=tolerance)


def close_arrays(first: Any, second: Any) -> bool:
    """Whether two arrays have one shape, and numbers that are equal but for rounding, beside the largest of them."""
    one, other = np.asarray(first), np.asarray(second)
    if one.shape != other.shape:
        return False
    largest = np.max(np.abs(other), initial=0.0, where=np.isfinite(other))
    return bool(np.allclose(one, other, TOLERANCE, TOLERANCE * max(1.0, float(largest)), equal_nan=True))


@dataclass(frozen=True, slots=True)
class HumanProperty:
    """A property that can be checked; an input holds the arguments, and behind them what else the test draws."""

    entry: Entry
    function: Function
    domains: Mapping[str, Domain]
    drawn: Mapping[str, Domain]
    names: Mapping[str, Function]
    relation: CodeType
    applies: CodeType

    @classmethod
    def load(cls, entry: Entry) -> "HumanProperty":
        """Import what an entry names; ImportError where its package is missing."""
        return cls(
            entry=entry,
            function=found_at(entry.function),
            domains={name: read_domain(name, text) for name, text in entry.domain.items()},
            drawn={name: read_domain(name, text) for name, text in entry.drawn.items()},
            names={name: found_at(path) for name, path in entry.names.items()},
            relation=compile(entry.relation, entry.name, "eval"),
            applies=compile(entry.applies, entry.name, "eval"),
        )

    def arguments(self, values: Input) -> Input:
        """The arguments of the function in an input."""
        return values[: len(self.domains)]

    def draw(self, rng: Random) -> Iterator[Input]:
        """Inputs without end, as the function gets them."""
        domains = (*self.domains.values(), *self.drawn.values())
        while True:
            yield tuple(passed(domain, domain.draw(rng)) for domain in domains)

    def is_applicable(self, values: Input) -> bool:
        """Whether the test speaks of this input: its assumption holds, and the function accepts all that is passed."""
        try:
            if not self._evaluate(self.applies, self.function, values):
                return False
            self._evaluate(self.relation, self.function, values)
        except Exception:  # noqa: BLE001 - whatever the function refuses, the test would not have drawn
            return False
        return True

    def holds(self, function: Function, values: Input) -> bool:
        """Whether it is true of a function for an applicable input; an error is a violation, as it is for a test."""
        try:
            return bool(self._evaluate(self.relation, function, values))
        except Exception:  # noqa: BLE001 - perturbed functions give what others cannot take
            return False

    def _evaluate(self, code: CodeType, function: Function, values: Input) -> Any:
        names = (*self.domains, *self.drawn)
        scope = {
            **self.names,
            "close": close,
            "close_arrays": close_arrays,
            "f": function,
            **dict(zip(names, values, strict=True)),
        }
        return eval(code, {"__builtins__": builtins, **scope})  # noqa: S307 - expressions of our own data
