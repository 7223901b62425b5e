"""Functions that give and take hostile values: a module of its own, so that workers load little beside the values."""

from typing import Any

from benchmarks.checks.hostile_values import value_of


def given(name: str, n: int) -> Any:
    """The hostile value of this name for odd numbers, its ordinary neighbour for even ones."""
    hostile, ordinary = value_of(name)
    return hostile if n % 2 else ordinary


def taken(value: Any, n: int) -> int:
    """A number that depends on how a value is shown."""
    return n + len(repr(value))


def handed_back(value: Any, n: int) -> Any:  # noqa: ARG001 - the number is there to be changed
    """The value itself, whatever the number."""
    return value
