"""Pairs of functions are called on typical values, in the process that looks at packages."""

import os
import random
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from inspect import isabstract
from typing import Any

from genmorph.batch.pair_candidates import UNSAID, Candidate, Offered, find_candidates, offered_by
from genmorph.batch.pair_rules import Shape
from genmorph.batch.surveyor import Word, modules_of
from genmorph.execution.worker.calling import call_all
from genmorph.execution.worker.guard import install_guard, limit_memory
from genmorph.execution.worker.protocol import COUNTER_SIZE, CRASHED, REFUSED, RETURNED, TIMED_OUT, Alarm, Encoded
from genmorph.model import Tolerance, UsageError
from genmorph.relations.meaning import equal_inside
from genmorph.settings import PAIRS, WORKER
from genmorph.values.paths import load_module

VALUES: tuple[Any, ...] = (
    *(0, 1, 2, 7, 12, 255, 1000, 86_400, -5, True),
    *(0.5, 0.25, 0.125, 0.75, 1.0, 3.5, 100.0, -2.5),
    *("", "a", "abc", "Hello, World!", "two  words", "a < b & 'c'", "100 %", "größe €", "x_y", "line\nline\n"),
    *("42", "0.5", "[1, 2]", "a=1&b=2", "https://example.org/a/b?c=d#e", "2024-02-29", "12:30:45", "127.0.0.1"),
    *("x = 1", "def f(x):\n    return x + 1"),
    *(b"", b"a", b"abc", b"Hello, World!", b"\x00\xff\x80", b"a = b\n", b"YWJj"),
    *([], [1], [3, 1, 2], [2, 2, 1], [0.5, 1.5], ["a"], ["b", "two words", ""], [[1, 2], [3, 4]]),
    *((), (1, 2), ("a", "b"), {}, {"a": 1}, {"a": "b", "c": "d"}, {"a": [1, None, True]}, [("a", "1"), ("b", "2")]),
    *({1, 2}, None, 2 + 1j, Decimal("1.50"), Fraction(2, 3), date(2024, 2, 29), date(1999, 12, 31)),
    *(
        time_of_day(12, 30),
        time_of_day(23, 59, 59, 5),
        datetime(2024, 2, 29, 12, 30),
        datetime(2000, 1, 1, tzinfo=UTC),
        timedelta(hours=36),
    ),
)
"""Values that many functions accept."""

Function = Callable[..., Any]
Arguments = tuple[Any, ...]


class Result(IntEnum):
    """What came of one input."""

    REFUSED = 0
    """The first function does not accept it."""
    MISSED = 1
    """What is expected does not hold, or the second function does not accept the result."""
    PLAIN = 2
    """What is expected holds, but also without the first function, as it changes nothing."""
    MET = 3
    """What is expected holds."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of the inputs of a pair: how many the first function accepted, and of how many what is expected holds.

    For the `telling` ones it would not hold without the first function. `refused` says that a call was about to change
    something outside of the process, `timed_out` that it did not end.
    """

    shape: Shape
    inputs: int
    accepted: int = 0
    met: int = 0
    telling: int = 0
    refused: bool = False
    timed_out: bool = False

    @property
    def text(self) -> str:
        """The trial in words; "" where there was no input."""
        if not self.inputs:
            return ""
        if not self.accepted:
            return "does not end" if self.timed_out else f"raises on {self.inputs} of {self.inputs} inputs"
        return self.shape.value.format(count=self.met, total=self.accepted)

    @property
    def is_confirmed(self) -> bool:
        """Whether some input speaks for the pair and, of a predicate, none against it."""
        return self.telling > 0 and (self.shape is not Shape.PREDICATE or self.met == self.accepted)


class Caller:
    """Calls functions of this process, with limits of time and memory, which then can change nothing outside of it."""

    def __init__(self) -> None:
        sys.dont_write_bytecode = True
        limit_memory(WORKER.memory)
        self._counter = memoryview(bytearray(COUNTER_SIZE)).cast("Q")
        self._marks: list[Encoded] = []
        self._alarm = Alarm(self._counter, PAIRS.call_seconds, os.getppid(), self._marks)
        install_guard(self._marks)

    def call(self, function: Function, inputs: Sequence[Arguments]) -> list[Encoded]:
        """The outcomes, until a call does not end or the time of a pair is over; a value stays what it is."""
        self._alarm.arm()
        end = time.monotonic() + PAIRS.pair_seconds
        outcomes: list[Encoded] = []
        for arguments in inputs:
            outcomes += call_all(function, [arguments], self._counter, self._marks, lambda value: (RETURNED, value))
            if outcomes[-1][0] == TIMED_OUT or time.monotonic() > end:
                break
        return outcomes


def announce_pairs(packages: Sequence[str], left_out: Collection[str]) -> Iterator[Word]:
    """All pairs, then what came of each; before each module and each pair, its name, in case it ends the process.

    The name is "" while annotations are read, which may be of all modules.
    """
    offered: dict[str, Offered] = {}
    for package in packages:
        yield {"at": package}
        load_module(package)
        for name in modules_of(package):
            if name in left_out:
                continue
            yield {"at": name}
            try:
                module = load_module(name)
            except UsageError:
                continue
            offered |= {one.target: one for one in offered_by(module)}
    yield {"at": ""}
    candidates = [one for one in find_candidates(list(offered.values())) if one.key not in left_out]
    for one in candidates:
        if not one.takes_the_same:
            yield {"pair": one.key, "proposal": _proposal(one)}
    caller = Caller()
    end = time.monotonic() + PAIRS.seconds
    for one in candidates[: PAIRS.tried]:
        if time.monotonic() > end:
            return
        yield {"at": one.key}
        yield {"pair": one.key, "proposal": _tried(one, caller), "is_tried": True}


def _proposal(one: Candidate) -> Word:
    return {
        "first": one.first.target,
        "second": one.second.target,
        "reason": one.reason,
        "is_typed": one.is_typed,
    }


def _tried(one: Candidate, caller: Caller) -> Word | None:
    """The proposal in the order that more inputs speak for; None where the pair is not to be proposed."""
    first, second = one.first, one.second
    trial = try_pair(first, second, one.shape, caller)
    if one.shape is Shape.ROUND_TRIP and not trial.refused:
        other = try_pair(second, first, one.shape, caller)
        if other.telling > trial.telling:
            first, second, trial = second, first, other
    is_enough = trial.telling >= PAIRS.told and trial.met >= PAIRS.share * trial.accepted
    if trial.refused or (one.takes_the_same and not is_enough):
        return None
    return _proposal(one) | {
        "first": first.target,
        "second": second.target,
        "tried": trial.text,
        "is_confirmed": trial.is_confirmed,
        "share": trial.met / trial.accepted if trial.accepted else 0.0,
        "met": trial.met,
        "raises": trial.inputs > 0 and not trial.accepted,
    }


def try_pair(first: Offered, second: Offered, shape: Shape, caller: Caller) -> Trial:
    """The best trial of all ways to give the result of the first function to the second."""
    most = PAIRS.parameters
    if any(one.needs_keywords or len(one.names) > most for one in (first, second)):
        return Trial(shape, 0)
    inputs = draw_arguments(first, caller)
    trials = []
    for judged in _ways(first, second, shape):
        outcomes = caller.call(judged, inputs)
        trials.append(_counted(shape, len(inputs), outcomes))
        if trials[-1].refused:
            return trials[-1]
    return max(trials, key=lambda trial: (trial.telling, trial.met), default=Trial(shape, 0))


def _counted(shape: Shape, total: int, outcomes: Sequence[Encoded]) -> Trial:
    results = [value for code, value in outcomes if code == RETURNED]
    return Trial(
        shape,
        total,
        accepted=sum(result is not Result.REFUSED for result in results),
        met=sum(result in (Result.PLAIN, Result.MET) for result in results),
        telling=results.count(Result.MET),
        refused=any(code == CRASHED and str(value).startswith(REFUSED) for code, value in outcomes),
        timed_out=any(code == TIMED_OUT for code, _ in outcomes),
    )


def _ways(first: Offered, second: Offered, shape: Shape) -> Iterator[Function]:
    """Functions of the arguments that judge a pair: each tells the `Result`."""
    call, other = first.call, second.call
    if shape is not Shape.ROUND_TRIP:
        if shape is Shape.EQUIVALENCE:
            yield _judging(call, lambda given, found: (equal_inside(other(*given), found, Tolerance()), False))
        else:
            yield _judging(call, lambda given, found: (other(found) is True, _is_true(other, given)))
        return

    if len(second.names) > 1 and len(first.names) == len(second.names) and _shared(first, second):
        for place in range(len(first.names)):
            yield _judging(call, _returning_at(place, other))
        return
    if len(second.names) == 1:
        yield _judging(call, _returning(other))
    if len(second.names) > 1 or not second.has_signature:
        yield _judging(call, _returning(lambda found: other(*found)))


def _returning(other: Function) -> Callable[[Arguments, Any], tuple[bool, bool]]:
    """Whether the whole result leads back to all arguments."""

    def returns(given: Arguments, found: Any) -> tuple[bool, bool]:
        expected = given if len(given) > 1 else given[0]
        is_plain = _is_equal(found, expected)  # first: the second function may change what it gets
        return _is_equal(other(found), expected), is_plain

    return returns


def _returning_at(place: int, other: Function) -> Callable[[Arguments, Any], tuple[bool, bool]]:
    """Whether the result leads back to the argument at this place, where all others are given again."""

    def returns(given: Arguments, found: Any) -> tuple[bool, bool]:
        is_plain = _is_equal(found, given[place])
        back = other(*given[:place], found, *given[place + 1 :])
        return _is_equal(back, given[place]), is_plain

    return returns


def _shared(first: Offered, second: Offered) -> bool:
    """Whether all parameters but one have the same names and places."""
    same = sum(one == other for one, other in zip(first.names, second.names, strict=True))
    return same >= len(first.names) - 1


def _judging(call: Function, judge: Callable[[Arguments, Any], tuple[bool, bool]]) -> Function:
    """What becomes of one input; `judge` says whether what is expected holds, and whether it says nothing."""

    def judged(*arguments: Any) -> Result:
        given = deepcopy(arguments)  # both functions may change what they get, and the values serve all pairs
        try:
            found = call(*deepcopy(arguments))
        except Exception:  # noqa: BLE001 - the border to the user's code
            return Result.REFUSED
        try:
            holds, is_plain = judge(given, found)
        except Exception:  # noqa: BLE001 - the border to the user's code
            return Result.MISSED
        return (Result.PLAIN if is_plain else Result.MET) if holds else Result.MISSED

    return judged


def _is_true(predicate: Function, given: Arguments) -> bool:
    """Whether a predicate is true of the arguments themselves."""
    try:
        return predicate(*given) is True
    except Exception:  # noqa: BLE001 - the border to the user's code
        return True


def _is_equal(one: Any, other: Any) -> bool:
    return one is other or equal_inside(one, other, Tolerance())


def draw_arguments(one: Offered, caller: Caller) -> list[Arguments]:
    """Typical values, each as the only argument, or drawn for several ones, half of them of one type."""
    pools = [_pool(one, place, caller) for place in range(len(one.names))]
    if len(pools) == 1:
        return [(value,) for value in pools[0]]
    if not all(pools):
        return []
    drawn = random.Random(0)
    found = []
    kinds = sorted({type(value) for value in pools[0]}, key=lambda kind: kind.__name__)
    for number in range(PAIRS.calls):
        kind = drawn.choice(kinds) if number % 2 else object
        alike = [[value for value in pool if isinstance(value, kind)] or pool for pool in pools]
        found.append(tuple(drawn.choice(pool) for pool in alike))
    return found


def _pool(one: Offered, place: int, caller: Caller) -> list[Any]:
    """The values for a parameter: those of its annotation where that is a class, and instances for a method."""
    if place == 0 and one.takes_instance and one.owner is not None:
        return _instances(one.owner, caller)
    hint = one.hints.get(one.names[place])
    if not isinstance(hint, type) or hint in UNSAID:
        return list(VALUES)
    known = [value for value in VALUES if type(value) is hint]
    # a constructor may take instances of its own class, which would never end
    return known if known or one.call is one.owner else _instances(hint, caller)


def _instances(made: type, caller: Caller) -> list[Any]:
    """A few instances, all of an enum; of other classes what the constructor makes of typical values."""
    if issubclass(made, Enum):
        return list(made)[: PAIRS.instances]
    known = [value for value in VALUES if type(value) is made]
    if known or isabstract(made):
        return known
    constructor = Offered(made.__module__, made.__qualname__, made, made)
    if constructor.needs_keywords or len(constructor.names) > PAIRS.parameters:
        return []
    outcomes = caller.call(lambda *given: [made(*given)], draw_arguments(constructor, caller))
    return [value[0] for code, value in outcomes if code == RETURNED][: PAIRS.instances]
