"""Runs inputs through worker processes, and replaces those that mutants take down."""

import math
import time
from collections import Counter
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from genmorph.execution import worker
from genmorph.execution.process import DeathError, NotLoadableError, StallError, WorkerProcess
from genmorph.model import Crashed, Input, Outcome, Raised, Returned, SourceMutant, Target, TimedOut, UsageError

_BATCH = 1000
"""Inputs a message: enough to make messages cheap, few enough to repeat after a death."""
_FIRST_BATCH = 100
"""Inputs in a mutant's first message, which shows how slow it is."""


class Workers:
    """Calls the target and its mutants in a process of their own; `run` is the effect that stages are given.

    `limit` is the time of one call in seconds; a call that cannot be interrupted is killed at twice that.
    A mutant is given up after `give_up_after` calls in all that timed out or ended the process; the original is run
    no further after `give_up_after_original` of them. A mutant is also given up when it needs more than
    `pace` seconds a call on average; without a `pace` the clock is not read.
    The first `run` starts the process and raises LoadError where the target cannot be loaded.
    """

    def __init__(
        self,
        target: Target,
        limit: float = 1.0,
        hash_seed: int = 0,
        *,
        pace: float = math.inf,
        give_up_after: int = 1,
        give_up_after_original: int = 20,
    ) -> None:
        if not 0 < limit < math.inf:
            raise UsageError(f"limit must be positive and finite, got {limit!r}")
        if not 0 <= hash_seed < 2**32:
            raise UsageError(f"hash_seed must be at least 0 and less than 2**32, got {hash_seed!r}")
        for name, value in (("give_up_after", give_up_after), ("give_up_after_original", give_up_after_original)):
            if value < 1:
                raise UsageError(f"{name} must be at least 1, got {value!r}")
        self._target = target
        self._limit = limit
        self._hash_seed = hash_seed
        self._pace = pace
        self._bound = give_up_after
        self._bound_original = give_up_after_original
        self._process: WorkerProcess | None = None
        self._calls = 0
        self._losses: Counter[str | None] = Counter()

    @property
    def calls(self) -> int:
        """How many outcomes came from calls; a call repeated after a death counts once."""
        return self._calls

    def run(self, mutant: SourceMutant | None, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        """Call the original (None) or a mutant on all inputs; one outcome for each, in order."""
        outcomes: list[Outcome] = []
        while len(outcomes) < len(inputs) and self._allowed(mutant):
            size = _BATCH if outcomes or self._pace == math.inf else _FIRST_BATCH
            outcomes += self._paced(mutant, inputs[len(outcomes) : len(outcomes) + size])
        return (*outcomes, *[self._not_run(mutant)] * (len(inputs) - len(outcomes)))

    def close(self) -> None:
        """End the process and remove its directory; a later `run` starts another."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _allowed(self, mutant: SourceMutant | None) -> int:
        """How many more calls may be lost; at 0 the mutant is given up."""
        return max(0, (self._bound if mutant else self._bound_original) - self._losses[_name(mutant)])

    def _not_run(self, mutant: SourceMutant | None) -> Crashed:
        name, bound = ("mutant", self._bound) if mutant else ("original", self._bound_original)
        return Crashed(f"not run: {name} given up after {bound} time-outs or deaths, or as too slow")

    def _paced(self, mutant: SourceMutant | None, inputs: Sequence[Input]) -> list[Outcome]:
        """One batch, after which a mutant that was too slow is given up."""
        if self._pace == math.inf:
            return self._run_batch(mutant, inputs)
        start = time.monotonic()
        outcomes = self._run_batch(mutant, inputs)
        if mutant and time.monotonic() - start > self._pace * max(len(outcomes), _FIRST_BATCH):
            self._losses[mutant.id] = self._bound
        return outcomes

    def _run_batch(self, mutant: SourceMutant | None, inputs: Sequence[Input]) -> list[Outcome]:
        """The outcomes of the first inputs, at least of one; of all where no call is lost.

        What was computed before a loss is computed again: the worker took it along.
        """
        try:
            return self._send(mutant, inputs)
        except NotLoadableError as error:
            return [Crashed(f"not loadable: {error}")] * len(inputs)
        except StallError as stall:
            before = inputs[: stall.position]
            outcomes = self._run_batch(mutant, before) if before else []
            return [*outcomes, self._lose(mutant, TimedOut())] if len(outcomes) == len(before) else outcomes
        except DeathError as death:
            if len(inputs) == 1:
                return [self._lose(mutant, Crashed(str(death)))]
        return self._run_singly(mutant, inputs)

    def _run_singly(self, mutant: SourceMutant | None, inputs: Sequence[Input]) -> list[Outcome]:
        """Find the call that ends the process: one input a message, until one is lost again."""
        outcomes: list[Outcome] = []
        for arguments in inputs:
            outcomes += self._run_batch(mutant, [arguments])
            if self._process is None or not self._allowed(mutant):
                break
        return outcomes

    def _lose(self, mutant: SourceMutant | None, outcome: Outcome) -> Outcome:
        self._calls += 1
        self._losses[_name(mutant)] += 1
        return outcome

    def _send(self, mutant: SourceMutant | None, inputs: Sequence[Input]) -> list[Outcome]:
        """One batch through the worker; whatever interrupts it leaves the worker in an unknown state, and ends it."""
        try:
            if self._process is None:
                self._process = WorkerProcess(self._target, self._limit, self._hash_seed)
            self._process.install(mutant)
            outcomes = [decode(encoded) for encoded in self._process.call(inputs, self._allowed(mutant))]
        except NotLoadableError:
            raise
        except BaseException:
            self.close()
            raise
        self._calls += len(outcomes)
        self._losses[_name(mutant)] += sum(isinstance(outcome, TimedOut) for outcome in outcomes)
        return outcomes


def _name(mutant: SourceMutant | None) -> str | None:
    return mutant.id if mutant else None


def decode(encoded: worker.Encoded) -> Outcome:
    """The outcome that a worker has sent.

    >>> decode((worker.RETURNED, 3)), decode((worker.TIMED_OUT, None))
    (Returned(value=3), TimedOut())
    """
    code, value = encoded
    if code == worker.RETURNED:
        return Returned(value)
    if code == worker.RAISED:
        return Raised(value)
    return TimedOut() if code == worker.TIMED_OUT else Crashed(value)
