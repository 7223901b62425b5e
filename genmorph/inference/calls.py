"""Every call of an inference: processes, limits, memory and cache, put together as effects for the stages."""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from genmorph.execution.cache import OutcomeCache, default_cache_path, require_cache_file
from genmorph.execution.patience import Change, Execute, Patience, is_too_large
from genmorph.execution.pool import Workers
from genmorph.execution.process import LoadError
from genmorph.execution.recall import Recall
from genmorph.execution.worker.protocol import REFUSED
from genmorph.inference.meter import Meter
from genmorph.inference.pace import Pace, Sample, measure
from genmorph.inference.request import Request
from genmorph.model import (
    Crashed,
    ErrorTexts,
    FaultyVersion,
    Helper,
    Input,
    Mutant,
    Outcome,
    Probe,
    Raised,
    Returned,
    Run,
    SourceMutant,
    Target,
    Trace,
)
from genmorph.mutation.outcome_mutants import with_outcome_mutants
from genmorph.progress import Notice
from genmorph.settings import BUDGET, PACE, WORKER
from genmorph.subject.digests import digest
from genmorph.subject.reached import find_helpers, may_use_others, modules_reached, read_named, sources_of
from genmorph.subject.subject import Subject
from genmorph.values.notation import is_drawn_by_hypothesis

SINGLE_LOSS = Patience(time_outs=1, deaths=1)
OF_MUTANTS = Patience(*PACE.lost_of_mutant)
OF_ORIGINAL = Patience(*PACE.lost_of_original)
UNTIL_THE_END = Patience(time_outs=10**6, deaths=10**6)


class Processes(ExitStack):
    """The worker processes of one inference and the cache of their outcomes; all are closed with its context.

    `cache` is None where none is asked for, or it cannot be opened. Raises UsageError for a file that is no cache.
    """

    def __init__(self, request: Request, meter: Meter) -> None:
        super().__init__()
        self.meter = meter
        self.allow_effects = request.allow_effects
        self.cache = self._opened(request.cache)
        self._originals: tuple[Target, Workers] | None = None

    @property
    def is_fixed(self) -> bool:
        """Whether nothing depends on the clock but the limits of calls."""
        return self.meter.budget.seconds is None

    def workers(self, target: Target, limit: float, **options: float | bool) -> Workers:
        """Workers whose process is started by the first call."""
        most = WORKER.first_call_seconds
        first = most if self.is_fixed else self.meter.part(BUDGET.first_call, most)
        given = {"repeat_time_outs": self.is_fixed, "check": self.meter.check, "first_limit": first}
        workers = Workers(target, limit, **given, **options)  # type: ignore[arg-type]
        return self.enter_context(workers)

    def originals(self, target: Target, limit: float) -> Workers:
        """The workers of the original; those who ask for the same one share its process, with the limit of the last."""
        if self._originals is None or self._originals[0] != target:
            self._originals = target, self.workers(target, limit, allow_effects=self.allow_effects)
        workers = self._originals[1]
        workers.limit_calls(limit)
        return workers

    def _opened(self, wanted: bool | str | os.PathLike[str]) -> OutcomeCache | None:
        if wanted is False:
            return None
        path = default_cache_path() if wanted is True else Path(wanted)
        if wanted is not True:
            require_cache_file(path)
        cache = OutcomeCache.open(path, lambda text: self.meter.notify(Notice(text)))
        return None if cache is None else self.enter_context(cache)


class Calls:
    """The subject, its mutants and faulty versions, each kind in a process of its own, so that none disturbs another.

    Whoever waits for a call looks at the meter, which ends the stage by HaltError; what was paid for until the message
    before is kept. `run` is the effect that stages are given; `raised` are the exception types of the original so
    far, `has_large_outputs` says whether it gave a value that is not looked at; `mutated` is what mutants are made
    from, None where there is nothing, and `helpers` what else of the user's they change.
    """

    def __init__(self, subject: Subject, processes: Processes, sample: Sequence[Input], drawing: float = 0.0) -> None:
        self._subject = subject
        self._processes = processes
        self._recalls: list[Recall] = []
        self._told: set[str] = set()
        self.mutated = subject.mutated
        self.raised: set[str] = set()
        self.has_large_outputs = False
        self.pace = self._measure(sample).with_drawing(drawing)
        effects = " with effects" if processes.allow_effects else ""
        self._patience = OF_ORIGINAL if self.is_fixed else UNTIL_THE_END
        workers = processes.originals(subject.target, self.pace.limit)
        self._original = self._recall(workers, f"original{effects}", self._patience)
        self._elsewhere = self._recall(workers, f"elsewhere{effects}", self._patience)
        self._variant_again = f"again{' with other threads' if subject.seeds else ''}{effects}"
        self.helpers: tuple[Helper, ...] = ()
        self._mutants: Recall | None = None
        self._faulty: dict[str, Recall] = {}
        self.run: Run = with_outcome_mutants(self._run, self.run_elsewhere)

    @property
    def is_fixed(self) -> bool:
        """Whether nothing depends on the clock but the limits of calls."""
        return self._processes.is_fixed

    @property
    def made(self) -> int:
        """Outcomes that came from calls."""
        return sum(recall.made for recall in self._recalls)

    @property
    def recalled(self) -> int:
        """Outcomes that came from the cache on disk."""
        return sum(recall.recalled for recall in self._recalls)

    def again(self, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        """Call the original in another process, under another hash seed and in another time zone.

        One that is seeded has another number of threads, too, so that it is known how far they move its floats.
        """
        processes = self._processes
        has_seeds = bool(self._subject.seeds)
        options = {"hash_seed": 1, "allow_effects": processes.allow_effects, "other_threads": has_seeds}
        with processes.workers(self._subject.target, self.pace.limit, **options) as workers:
            return self._in_chunks(self._recall(workers, self._variant_again, self._patience), None, inputs)

    def begin_mutants(self, faulty: Sequence[FaultyVersion]) -> None:
        """Make mutants and faulty versions runnable."""
        pace = self.pace.mutant_pace
        if self.mutated is not None:
            # The modules of what the function names are most often all that a trace finds: its process goes on then.
            named = sources_of(read_named(self.mutated), self.mutated)
            loaded = replace(self.mutated, changed=named)
            workers = self._mutant_workers = self._processes.workers(loaded, self.pace.limit, pace=pace)
            self._mutants = self._recall(workers, "mutants", OF_ORIGINAL)
            self._try_to_load(workers)
        for version in faulty:
            workers = self._processes.workers(version.target, self.pace.limit, pace=pace)
            self._faulty[version.id] = self._recall(workers, f"faulty {digest(version.target, ())}", OF_MUTANTS)

    def _try_to_load(self, workers: Workers) -> None:
        """Mutants of a Python form that cannot be loaded are done without; that one is used is said."""
        if self._subject.note is None:
            return
        try:
            workers.start()
        except LoadError as error:
            self.mutated = None
            self._processes.meter.notify(Notice(f"the Python form of {self._subject.qualname} is left alone: {error}"))
        else:
            self._processes.meter.notify(Notice(self._subject.note))

    def trace(self, inputs: Sequence[Input]) -> None:
        """Find the helpers, by the first calls in a process: what earlier ones left in caches is not called again."""
        if self.mutated is None or self._mutants is None or not may_use_others(self.mutated):
            return
        outcomes = self._in_chunks(self._mutants, Trace(), inputs)
        rows = [row for outcome in outcomes if isinstance(outcome, Returned) for row in outcome.value]
        self.helpers = find_helpers(self.mutated, rows)
        # Of all modules reached: what is wrong by a mutant in one may be remembered in another.
        self._mutant_workers.change_too(modules_reached(self.mutated, rows, self.helpers))

    def error_texts(self, inputs: Sequence[Input]) -> list[str]:
        """What the original raises, as text; nothing of calls that raise nothing or are lost."""
        outcomes = self._in_chunks(self._original, ErrorTexts(), inputs)
        return [outcome.value for outcome in outcomes if isinstance(outcome, Returned) and outcome.value]

    def probe(self, probe: Probe, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        """Call the subject with a definition that records what it reaches."""
        assert self._mutants is not None
        return self._in_chunks(self._mutants, probe, inputs)

    def _measure(self, sample: Sequence[Input]) -> Pace:
        """Without seconds in the budget no time is read."""
        meter = self._processes.meter
        if meter.budget.seconds is None or not sample:
            by_hypothesis = any(map(is_drawn_by_hypothesis, self._subject.domains))
            seconds, evaluations = meter.budget.seconds, meter.budget.evaluations
            return Pace(None, seconds, evaluations=evaluations, by_hypothesis=by_hypothesis)
        workers = self._processes.originals(self._subject.target, PACE.call_limit)
        timed = Sample(self._subject.qualname, tuple(sample), meter)
        return measure(lambda inputs: workers.call(None, inputs, SINGLE_LOSS), timed)

    def _run(self, mutant: Mutant | None, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        if isinstance(mutant, FaultyVersion):
            outcomes = self._in_chunks(self._faulty[mutant.id], None, inputs)
            self._tell_refusals(outcomes, mutant.id, "")
        elif isinstance(mutant, SourceMutant):
            assert self._mutants is not None
            outcomes = self._in_chunks(self._mutants, mutant, inputs)
            self._tell_refusals(outcomes, "mutants", "")
        else:
            outcomes = self._in_chunks(self._original, None, inputs)
            self.raised.update(outcome.type for outcome in outcomes if isinstance(outcome, Raised))
            self.has_large_outputs = self.has_large_outputs or any(map(is_too_large, outcomes))
            self._tell_refusals(outcomes, self._subject.qualname, "; --allow-effects (allow_effects=True) lets them")
        return outcomes

    def run_elsewhere(self, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        """Call the original where it may be outside its domain: nothing that it does there says anything of it."""
        return self._in_chunks(self._elsewhere, None, inputs)

    def _tell_refusals(self, outcomes: Sequence[Outcome], who: str, way_out: str) -> None:
        """Say once what was refused first."""
        if who in self._told:
            return
        for outcome in outcomes:
            if isinstance(outcome, Crashed) and outcome.why.startswith(REFUSED):
                self._told.add(who)
                self._processes.meter.notify(
                    Notice(f"calls of {who} were refused: {outcome.why.removeprefix(REFUSED)}{way_out}")
                )
                return

    def _in_chunks(self, recall: Recall, change: Change | None, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        """Run in parts; what is drawn stands behind the arguments, and no call gets it."""
        size, arity = self.pace.chunk, len(self._subject.parameters)
        inputs = [values[:arity] for values in inputs]
        if len(inputs) <= size:
            return recall.run(change, inputs)
        outcomes: list[Outcome] = []
        for start in range(0, len(inputs), size):
            outcomes += recall.run(change, inputs[start : start + size])
        return tuple(outcomes)

    def _recall(self, workers: Workers, variant: str, patience: Patience) -> Recall:
        """A memory, and a shelf of the cache, for what the workers do."""
        cache, clocked = self._processes.cache, not self.is_fixed
        shelf = cache.shelf(self._subject.digest, self.pace.limit, clocked, variant) if cache else None
        recall = Recall(_up_to_a_loss(workers), shelf, original=patience, mutant=OF_MUTANTS)
        self._recalls.append(recall)
        return recall


def _up_to_a_loss(workers: Workers) -> Execute:
    """Calls that come back at each loss, so that what was paid for until then is kept."""

    def call(change: Change | None, inputs: Sequence[Input], _patience: Patience) -> Sequence[Outcome]:
        return workers.call(change, inputs, SINGLE_LOSS)

    return call
