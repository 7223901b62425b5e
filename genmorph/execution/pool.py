"""Runs inputs through worker processes, replaces those that the subject takes down, and reads what they sent."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Self

from genmorph.execution.patience import Change, Patience, is_loss
from genmorph.execution.process import Conditions, DeathError, NotLoadableError, StallError, WorkerProcess
from genmorph.execution.worker import protocol
from genmorph.execution.worker.encoding import encode_value
from genmorph.execution.worker.protocol import UnusableError
from genmorph.model import (
    Altered,
    Array,
    Built,
    Crashed,
    Drained,
    Fields,
    Input,
    Outcome,
    Raised,
    Returned,
    Target,
    TimedOut,
    UsageError,
)
from genmorph.settings import WORKER
from genmorph.values.python_text import ARRAY

_CLOSER_LOOK = frozenset({list, tuple})


def decode(encoded: protocol.Encoded) -> Outcome:
    """The outcome that a worker has sent."""
    code, value = encoded
    if code == protocol.RETURNED:
        return Returned(value)
    if code == protocol.STRUCTURED:
        return Returned(_value(value))
    if code == protocol.RAISED:
        return Raised(value)
    return TimedOut() if code == protocol.TIMED_OUT else Crashed(value)


def plain(value: object) -> Any:
    """What a worker and its parent would make of the value; UnusableError, which is a ValueError, for what they refuse.

    An iterator is drained, and may raise anything.

    >>> plain(iter("ab")), plain({"a": (1, 2)})
    (Drained(elements=('a', 'b')), {'a': (1, 2)})
    """
    outcome = decode(encode_value(value))
    if isinstance(outcome, Returned):
        return outcome.value
    assert isinstance(outcome, Crashed)
    raise UnusableError(outcome.why)


def _value(wire: Any) -> Any:
    if type(wire) is list:
        return wire if _CLOSER_LOOK.isdisjoint(map(type, wire)) else [_value(element) for element in wire]
    if type(wire) is not tuple:
        return wire
    match wire:
        case "tuple", elements:
            is_plain = _CLOSER_LOOK.isdisjoint(map(type, elements))
            return tuple(elements if is_plain else map(_value, elements))
        case (("array" | "ndarray"), *parts):
            return _array(*parts)
        case "drained", elements:
            return Drained(tuple(map(_value, elements)))
        case "fields", names, values, compared_as:
            return Fields(tuple(names), tuple(map(_value, values)), compared_as)
        case "dict", keys, values:
            return _dict(list(map(_value, keys)), list(map(_value, values)))
        case (("call" | "name"), *parts):
            return _object(*parts)
        case "altered", value, arguments:
            return Altered(_value(value), tuple((position, _value(argument)) for position, argument in arguments))
    raise AssertionError(f"{wire[0]!r} is no tag of a value")


def _dict(keys: list[Any], values: list[Any]) -> dict[Any, Any] | Built:
    """A dict, or what builds one where keys, such as frozen sets, stand as what has no hash, or two as the same."""
    try:
        found = dict(zip(keys, values, strict=True))
    except TypeError:
        found = {}
    return found if len(found) == len(keys) else Built("dict", tuple(zip(keys, values, strict=True)))


def _array(elements: Sequence[Any], name: str = "", shape: Sequence[int] = ()) -> Array | Built:
    """A row of numbers or Booleans, or what builds an array of this type and shape."""
    if not name:
        return Array(tuple(elements))
    return Built(f"{ARRAY}{name}", (tuple(shape), tuple(map(_value, elements))))


def _object(
    module: str, qualname: str, given: Any = None, names: Sequence[str] = (), values: Sequence[Any] = ()
) -> Built:
    """What builds a value of a type beyond plain data."""
    if given is None:
        return Built("name", (module, qualname))
    named = tuple(zip(names, map(_value, values), strict=True))
    return Built("call", (module, qualname, tuple(map(_value, given)), named))


class Workers:
    """Calls the target and changes of it in a process of their own.

    `limit` is the time of one call in seconds, and `first_limit` that of the first call of the original in a process,
    where it is longer; a call that cannot be interrupted is killed at twice that. `memory` is what a process may use,
    in bytes. A call that would change something outside of the process is refused, unless `allow_effects`. With
    `other_threads` linear algebra has two threads. With `repeat_time_outs` a call has timed out only when it does so
    again, alone. A change is run no further when it needs more than `pace` seconds a call on average; without a `pace`
    the clock is not read. `check` is called before each message to the process and again and again while the answer is
    awaited; when it raises, the exception goes through, and the next call first waits a while for that answer.
    """

    def __init__(
        self,
        target: Target,
        limit: float = 1.0,
        *,
        hash_seed: int = 0,
        memory: int = WORKER.memory,
        allow_effects: bool = False,
        other_threads: bool = False,
        repeat_time_outs: bool = False,
        pace: float = math.inf,
        first_limit: float = WORKER.first_call_seconds,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        if not pace > 0:
            raise UsageError(f"pace must be positive, got {pace!r}")
        self._target = target
        self._conditions = Conditions(limit, hash_seed, memory, allow_effects, other_threads, first_limit)
        self._repeat_time_outs = repeat_time_outs
        self._pace = pace
        self._check = check
        self._process: WorkerProcess | None = None

    def start(self) -> WorkerProcess:
        """The process, started where none runs; LoadError where the target cannot be loaded."""
        if self._process is not None:
            self._catch_up(self._process)
        if self._process is None:
            self._process = WorkerProcess(self._target, self._conditions, self._check)
        self._process.limit_calls(self._conditions.limit)
        return self._process

    def _catch_up(self, process: WorkerProcess) -> None:
        """Wait for what was interrupted; the process is ended where that came to nothing, or left something behind."""
        try:
            process.catch_up()
        except (DeathError, StallError):
            self.close()
        else:
            if process.is_spoilt:
                self.close()

    def limit_calls(self, limit: float) -> None:
        """Give each later call so many seconds; UsageError for a limit that is not positive and finite."""
        self._conditions = replace(self._conditions, limit=limit)

    def change_too(self, modules: tuple[tuple[str, str], ...]) -> None:
        """Let mutants change these modules too, given with their sources; where one is new, the process is ended."""
        changed = tuple(sorted({*self._target.changed, *modules}))
        if changed != self._target.changed:
            self._target = replace(self._target, changed=changed)
            self.close()

    def call(self, change: Change | None, inputs: Sequence[Input], patience: Patience) -> list[Outcome]:
        """Call the original (None) or a change of it on inputs; outcomes in order, one for each.

        There are fewer where patience is over with the last of them, or the change is too slow to go on.
        Raises LoadError where the target cannot be loaded; the first call starts the process.
        """
        pace = self._pace
        outcomes: list[Outcome] = []
        try:
            while len(outcomes) < len(inputs) and not patience.is_over:
                size = WORKER.batch if outcomes or pace == math.inf else WORKER.first_batch
                batch, is_slow = self._timed(change, inputs[len(outcomes) : len(outcomes) + size], pace)
                outcomes += batch
                patience = patience.after(batch[-1:])  # a batch ends with the first call that is lost
                if is_slow:
                    break
        except NotLoadableError as error:
            return [Crashed(f"not loadable: {error}")] * len(inputs)
        return outcomes

    def close(self) -> None:
        """End the process and remove its directory; a later `call` starts another."""
        if self._process is not None:
            process, self._process = self._process, None
            process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _timed(self, change: Change | None, inputs: Sequence[Input], pace: float) -> tuple[list[Outcome], bool]:
        """One batch, and whether it was slower than the pace; the start of the process does not count."""
        if pace == math.inf:
            return self._settle(change, inputs), False
        self.start()
        start = time.monotonic()
        outcomes = self._settle(change, inputs)
        return outcomes, time.monotonic() - start > pace * max(len(outcomes), WORKER.first_batch)

    def _settle(self, change: Change | None, inputs: Sequence[Input]) -> list[Outcome]:
        """One batch, whose last call is repeated where a time-out must be seen twice."""
        outcomes = self._run(change, inputs)
        if self._repeat_time_outs and isinstance(outcomes[-1], TimedOut):
            outcomes[-1:] = self._run(change, [inputs[len(outcomes) - 1]])
        return outcomes

    def _run(self, change: Change | None, inputs: Sequence[Input]) -> list[Outcome]:
        """The outcomes up to the first lost call, one at least; what the process took along is computed again."""
        try:
            return self._send(change, inputs)
        except StallError as stall:
            before = inputs[: stall.position]
        except DeathError as death:
            if len(inputs) == 1:
                return [Crashed(str(death), fatal=True)]
            outcomes = []
            for arguments in inputs:  # find the call that ends the process: one input a message
                outcomes += self._run(change, [arguments])
                if is_loss(outcomes[-1]):
                    break
            return outcomes
        outcomes = self._run(change, before) if before else []
        return outcomes if len(outcomes) < len(before) or any(map(is_loss, outcomes[-1:])) else [*outcomes, TimedOut()]

    def _send(self, change: Change | None, inputs: Sequence[Input]) -> list[Outcome]:
        """One batch through the worker. What interrupts it ends the worker; a check does so within a message alone."""
        try:
            process = self.start()
            process.install(change)
            outcomes = [decode(encoded) for encoded in process.call(inputs)]
        except Exception as error:
            is_lost = isinstance(error, StallError | DeathError)
            if is_lost or (self._process is not None and self._process.is_cut_off):
                self.close()
            raise
        except BaseException:
            self.close()
            raise
        if process.is_spoilt:
            self.close()
        return outcomes
