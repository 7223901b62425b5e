"""Arguments that a call may change: copies of them, arrays made of them, and what it has changed."""

import functools
import importlib
from collections.abc import Callable, Collection, Mapping
from marshal import dumps, loads
from typing import Any

from .protocol import MARSHAL_VERSION, UNMADE, UnusableError, drained

_NEVER_DRAINED = frozenset({int, float, bool, str, bytes, list, tuple, type(None)})
CHANGEABLE = frozenset({list, tuple})
"""Types of arguments that a call can change, or what they hold."""


class Changed:
    """A returned value, and the arguments that the call has changed, by position."""

    def __init__(self, value: object, arguments: list[tuple[int, object]]) -> None:
        self.value = value
        self.arguments = arguments


def call_with_copies(
    call: Callable[..., object], arguments: tuple[Any, ...], arrays: Mapping[int, str]
) -> tuple[object, list[tuple[int, object]]]:
    """Call with copies of the arguments, which are plain data: the value, and the copies that it has changed.

    `arrays` are the positions of arguments that the call gets as numpy arrays, with the types of their elements; among
    the changed ones they are arrays too. What is an iterator is drained before anything is compared.

    >>> def take(xs, n):
    ...     return (xs.pop() for _ in range(n))
    >>> call_with_copies(take, ([3, 4, 5], 2), {})
    ([5, 4], [(0, [3])])
    """
    before, own = with_arrays(arguments, arrays), with_arrays(tuple(map(_copy, arguments)), arrays)
    value = drained(call(*own))
    return value, _changes(before, own)


def noticing_changes(call: Callable[..., object], arrays: Mapping[int, str]) -> Callable[..., object]:
    """The call with `Changed` in the place of its value where it changes arguments, which nobody else must hold."""

    def noticing(*arguments: Any) -> object:
        before = dumps(arguments, MARSHAL_VERSION)
        value = call(*arguments)
        if type(value) not in _NEVER_DRAINED:
            value = drained(value)
        try:
            if dumps(arguments, MARSHAL_VERSION) == before:
                return value
        except ValueError:  # they hold something else than plain data now
            pass
        # Equal values may be other bytes: of NaNs, or of texts that were interned meanwhile.
        changes = _changes(loads(before), arguments)  # noqa: S302 - our own bytes
        return Changed(value, changes) if changes else value

    def noticing_in_arrays(*arguments: Any) -> object:
        value, changes = call_with_copies(call, arguments, arrays)
        return Changed(value, changes) if changes else value

    if not arrays:
        return noticing
    importlib.import_module("numpy")  # now: the limits of the worker count from what is loaded
    return noticing_in_arrays


def building(call: Callable[..., object], places: Collection[int]) -> Callable[..., object]:
    """The call with the arguments at these places made of what it gets there: see `made`."""

    def on_built(*arguments: Any) -> object:
        try:
            given = [made(value) if place in places else value for place, value in enumerate(arguments)]
        except Exception as error:  # it says nothing of the function
            raise UnusableError(f"{UNMADE}{type(error).__name__}") from error
        return call(*given)

    return on_built if places else call


def made(wire: Any) -> Any:
    """A value of its wire form: plain scalars as they are, all else with a tag before its parts.

    >>> made(("list", [1, ("dict", [("a", 0.5)])])), made(("call", "fractions", "Fraction", [1, 2], []))
    ([1, {'a': 0.5}], Fraction(1, 2))
    """
    if type(wire) is not tuple:
        return wire
    match wire:
        case "list", items:
            return [made(item) for item in items]
        case "tuple", items:
            return tuple([made(item) for item in items])
        case "dict", pairs:
            return {made(key): made(item) for key, item in pairs}
        case "call", module, qualname, given, named:
            function: Any = _named(module, qualname)
            return function(*map(made, given), **{name: made(item) for name, item in named})
        case "name", module, qualname:
            return _named(module, qualname)
    np_type, shape, elements = wire
    return importlib.import_module("numpy").array(elements, dtype=np_type).reshape(shape)


def _named(module: str, qualname: str) -> Any:
    return functools.reduce(getattr, qualname.split("."), importlib.import_module(module))


def with_arrays(arguments: tuple[Any, ...], arrays: Mapping[int, str]) -> tuple[Any, ...]:
    """The arguments with new numpy arrays at these positions; None stays None."""
    if not arrays:
        return arguments
    make = importlib.import_module("numpy").array
    return tuple(
        make(value, arrays[place]) if place in arrays and value is not None else value
        for place, value in enumerate(arguments)
    )


def _changes(before: tuple[Any, ...], after: tuple[Any, ...]) -> list[tuple[int, object]]:
    return [(place, value) for place, value in enumerate(after) if not is_same(before[place], value)]


def _copy(value: Any) -> Any:
    if type(value) is list:
        return [_copy(item) for item in value]
    return tuple(map(_copy, value)) if type(value) is tuple else value


def is_same(one: Any, other: Any) -> bool:
    """Whether two arguments are the same, in type too; two NaNs are."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    if hasattr(one, "dtype"):
        return bool(one.dtype == other.dtype) and one.shape == other.shape and is_same(one.tolist(), other.tolist())
    return bool(one == other) or bool(one != one and other != other)
