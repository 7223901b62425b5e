"""Calls of the original and its mutants in the judging process: limited, remembered, and compared."""

import math
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from marshal import dumps, loads
from time import process_time
from types import FrameType
from typing import Any, Protocol, TypeVar

from genmorph.execution.pool import plain
from genmorph.execution.worker.arguments import noticing_changes
from genmorph.execution.worker.encoding import type_name
from genmorph.execution.worker.protocol import UnusableError
from genmorph.model import Altered, Array, Crashed, Drained, Fields, Input, Outcome, Raised, Returned, TimedOut
from genmorph.subject.signatures import Signature

LONGEST, SHORTEST = 0.5, 0.05
"""Seconds of processor time: the limit of the original's calls, and the least limit of a mutant's."""
SLOWER = 5
"""A mutant's calls may take so many times what the slowest of the original's took."""
CLOSE = 1e-9
"""Floats that differ by so much are alike: relative to the larger one, or in all."""
MOST_BITS = 1_000_000
"""Larger ints are not kept: relations cannot speak of them, as they cannot of too long texts."""
_VERSION = 2
"""Of `marshal`: without references, so that equal values are equal bytes."""

T = TypeVar("T")
Function = Callable[..., Any]
Frozen = bytes
"""An input that no call can change."""


class Beats(Protocol):
    """How many calls have begun, seen by the parent process too."""

    value: int


class TooLong(BaseException):
    """A call that did not end in time; no `Exception`, so that few mutants take it for their own."""


class Watch:
    """Stops calls that take too long; an ordinary call pays for it with counting alone.

    At the limit, in seconds of processor time, a call is stopped at the latest; half of it is always given.
    """

    def __init__(self, beats: Beats) -> None:
        self._beats = beats
        self._is_running = self._is_stopped = False
        self._seen, self._limit = -1, LONGEST
        signal.signal(signal.SIGPROF, self._look)
        self.limit(self._limit)

    def limit(self, seconds: float) -> None:
        """Let calls take so long from now on."""
        self._limit = seconds
        signal.setitimer(signal.ITIMER_PROF, seconds / 2, seconds / 2)

    @contextmanager
    def hurried(self) -> Iterator[None]:
        """Let calls in this context take about as long as the slowest of the original's."""
        usual = self._limit
        self.limit(max(SHORTEST, usual / SLOWER))
        try:
            yield
        finally:
            self.limit(usual)

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """What the function returns; TooLong where it takes too long, also where it catches that itself."""
        self._beats.value += 1
        self._is_stopped, self._is_running = False, True
        try:
            value = function(*arguments)
        finally:
            self._is_running = False
        if self._is_stopped:
            raise TooLong
        return value

    def _look(self, _number: int, _frame: FrameType | None) -> None:
        if not self._is_running:
            return
        if self._seen == self._beats.value:
            self._is_stopped = True
            raise TooLong
        self._seen = self._beats.value


def freeze(values: Input) -> Frozen:
    """The input as it can be kept.

    >>> thaw(freeze(([1, 2], "a")))
    ([1, 2], 'a')
    """
    return dumps(values, _VERSION)


def thaw(frozen: Frozen) -> Input:
    """The input anew."""
    values: Input = loads(frozen)  # noqa: S302 - our own bytes
    return values


class Calls:
    """The outcomes of one function, each input called once; an argument that it changes is part of the outcome."""

    def __init__(self, function: Function, signature: Signature, watch: Watch) -> None:
        self.function = function
        self._call = noticing_changes(_positional(function, signature), signature.arrays)
        self._watch = watch
        self._known: dict[Frozen, Outcome] = {}

    def __call__(self, values: Frozen) -> Outcome:
        """The outcome of one input."""
        known = self._known.get(values)
        if known is None:
            known = self._known[values] = self._outcome(values)
        return known

    def _outcome(self, values: Frozen) -> Outcome:
        try:
            value = self._watch.call(lambda: plain(self._call(*thaw(values))))
        except TooLong:
            return TimedOut()
        except UnusableError as error:
            return Crashed(str(error))
        except BaseException as error:  # noqa: BLE001 - whatever a mutant does
            return Raised(type_name(type(error)))
        is_huge = isinstance(value, int) and value.bit_length() > MOST_BITS
        return Crashed("returned an int that is too large") if is_huge else Returned(value)


def _positional(function: Function, signature: Signature) -> Function:
    """The function with keyword-only parameters in their places among the others."""
    names = [parameter.name if parameter.keyword_only else None for parameter in signature.parameters]
    if not any(names):
        return function

    def call(*values: Any) -> Any:
        given = [value for name, value in zip(names, values, strict=True) if name is None]
        return function(*given, **{name: value for name, value in zip(names, values, strict=True) if name})

    return call


def limit_by(original: Calls, inputs: Iterable[Frozen], watch: Watch) -> None:
    """Call the original on all inputs, and limit further calls by the slowest of these."""
    slowest = 0.0
    for values in inputs:
        start = process_time()
        original(values)
        slowest = max(slowest, process_time() - start)
    watch.limit(min(LONGEST, max(SHORTEST, SLOWER * slowest)))


def is_failure(outcome: Outcome) -> bool:
    """Whether the call gave no value that relations can speak of."""
    return not isinstance(outcome, Returned)


def alike(one: Outcome, other: Outcome) -> bool:
    """Whether two calls gave the same, numbers as `==` tells them apart and floats only where they are not close.

    >>> alike(Returned([1, float("nan")]), Returned([1.0, float("nan")])), alike(Returned([1]), Returned((1,)))
    (True, False)
    """
    if isinstance(one, Returned) and isinstance(other, Returned):
        return _alike(one.value, other.value)
    return one == other


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other or _close(one, other)
    if type(one) is not type(other):
        return False
    match one:
        case list() | tuple():
            return _all_alike(one, other)
        case dict():
            return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
        case Array() | Drained() | Fields() | Altered():
            return all(_alike(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    return bool(one == other)


def _all_alike(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len(one) == len(other) and all(map(_alike, one, other))


def _close(one: float, other: float) -> bool:
    if isinstance(one, int) and isinstance(other, int):
        return False
    try:
        return math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE) or (one != one and other != other)
    except OverflowError:  # an int beyond all floats
        return False
