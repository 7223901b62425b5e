"""Every call of an inference: processes, limits, memory and cache, put together as effects for the stages."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from genmorph.execution import Call, Change, OutcomeCache, Patience, Recall, Workers
from genmorph.inference.meter import Meter
from genmorph.inference.pace import CALL_LIMIT, Pace
from genmorph.model import Crashed, FaultyVersion, Input, Mutant, Outcome, Probe, Raised, Run, SourceMutant, Target
from genmorph.mutation import with_outcome_mutants
from genmorph.progress import Notice, Notify
from genmorph.subject import Subject, digest

MAX_LOST = 20
"""So many calls of the original may time out or end the process before it is called no more."""
REFUSED = "refused: "
_FIRST_CHUNK = 50
_NO_PACE = Pace(None, None, None)
OF_MUTANTS = Patience(time_outs=1, deaths=3)
_SINGLE_LOSS = Patience(time_outs=1, deaths=1)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all calls share: who ends their processes, who watches the time, who is told, and the cache on disk."""

    resources: ExitStack
    meter: Meter
    notify: Notify
    cache: OutcomeCache | None
    allow_effects: bool


class Calls:
    """The subject, its mutants and faulty versions, each kind in a process of its own, so that none disturbs another.

    Every call looks at the meter first, which ends the stage by HaltError; what was paid for until then is kept.
    `raised` are the exception types of the original so far, `refused` what it and its mutants were refused.
    """

    def __init__(self, subject: Subject, surroundings: Surroundings) -> None:
        self._subject = subject
        self._around = surroundings
        self._recalls: list[Recall] = []
        self._chunk = _FIRST_CHUNK if surroundings.meter.budget.seconds is not None else _NO_PACE.chunk
        self._mutants: Recall | None = None
        self._faulty: dict[str, Recall] = {}
        self.raised: set[str] = set()
        self.refused: set[str] = set()
        self._workers = self._start(subject.target, CALL_LIMIT, allow_effects=surroundings.allow_effects)
        self._original = self._recall(self._workers, CALL_LIMIT, self._variant("original"), self._patience())
        self.run: Run = with_outcome_mutants(self._run)
        """The effect that stages are given."""

    @property
    def made(self) -> int:
        """Outcomes that came from calls."""
        return sum(recall.made for recall in self._recalls)

    @property
    def recalled(self) -> int:
        """Outcomes that came from the cache on disk."""
        return sum(recall.recalled for recall in self._recalls)

    def unrecorded(self, inputs: Sequence[Input]) -> Sequence[Outcome]:
        """Call the original without memory or cache, to see how fast it is."""
        self._around.meter.check()
        return self._workers.call(None, inputs, _SINGLE_LOSS)

    def again(self, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        """Call the original in another process, under another hash seed."""
        workers = self._start(self._subject.target, CALL_LIMIT, 1, allow_effects=self._around.allow_effects)
        with workers:
            recall = self._recall(workers, CALL_LIMIT, self._variant("again"), self._patience())
            return self._in_chunks(recall, None, inputs)

    def begin_mutants(self, pace: Pace, faulty: Sequence[FaultyVersion]) -> None:
        """Make mutants runnable; their limits follow from the pace of the original."""
        self._chunk = pace.chunk
        if self._subject.mutated is not None:
            workers = self._start(self._subject.mutated, pace.mutant_limit, pace=pace.mutant_pace)
            self._mutants = self._recall(workers, pace.mutant_limit, "mutants")
        for version in faulty:
            workers = self._start(version.target, pace.mutant_limit, pace=pace.mutant_pace)
            self._faulty[version.id] = self._recall(workers, pace.mutant_limit, f"faulty {digest(version.target, ())}")

    def probe(self, probe: Probe, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        """Call the subject with a definition that records what it reaches."""
        assert self._mutants is not None
        return self._in_chunks(self._mutants, probe, inputs)

    def _run(self, mutant: Mutant | None, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        if isinstance(mutant, FaultyVersion):
            return self._in_chunks(self._faulty[mutant.id], None, inputs)
        if isinstance(mutant, SourceMutant):
            assert self._mutants is not None
            outcomes = self._in_chunks(self._mutants, mutant, inputs)
            self._note_refusals(outcomes, "mutants", "")
            return outcomes
        outcomes = self._in_chunks(self._original, None, inputs)
        self.raised.update(outcome.type for outcome in outcomes if isinstance(outcome, Raised))
        self._note_refusals(outcomes, self._subject.qualname, "; --allow-effects (allow_effects=True) lets it")
        return outcomes

    def _note_refusals(self, outcomes: Sequence[Outcome], who: str, way_out: str) -> None:
        """Say once what was refused first."""
        if who in self.refused:
            return
        for outcome in outcomes:
            if isinstance(outcome, Crashed) and outcome.why.startswith(REFUSED):
                self.refused.add(who)
                self._around.notify(Notice(f"{who} refused: {outcome.why.removeprefix(REFUSED)}{way_out}"))
                return

    def _in_chunks(self, recall: Recall, change: Change | None, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        if len(inputs) <= self._chunk:
            return recall.run(change, inputs)
        outcomes: list[Outcome] = []
        for start in range(0, len(inputs), self._chunk):
            outcomes += recall.run(change, inputs[start : start + self._chunk])
        return tuple(outcomes)

    def _start(self, target: Target, limit: float, hash_seed: int = 0, **options: float | bool) -> Workers:
        fixed = self._around.meter.budget.seconds is None
        workers = Workers(target, limit, hash_seed=hash_seed, repeat_time_outs=fixed, **options)  # type: ignore[arg-type]
        return self._around.resources.enter_context(workers)

    def _recall(self, workers: Workers, limit: float, variant: str, patience: Patience = OF_MUTANTS) -> Recall:
        cache, clocked = self._around.cache, self._around.meter.budget.seconds is not None
        shelf = cache.shelf(self._subject.digest, limit, clocked=clocked, variant=variant) if cache else None
        recall = Recall(_watched(workers, self._around.meter), shelf, original=patience, mutant=OF_MUTANTS)
        self._recalls.append(recall)
        return recall

    def _patience(self) -> Patience:
        """Of the original: its time-outs may take a tenth of the seconds, but there may always be three."""
        seconds = self._around.meter.part(0.1)
        return Patience(max(3, min(MAX_LOST, int(seconds / CALL_LIMIT))) if seconds else MAX_LOST, MAX_LOST)

    def _variant(self, name: str) -> str:
        return f"{name} with effects" if self._around.allow_effects else name


def _watched(workers: Workers, meter: Meter) -> Call:
    """Calls that look at the meter before each message and after each loss."""

    def call(change: Change | None, inputs: Sequence[Input], patience: Patience) -> Sequence[Outcome]:
        outcomes: list[Outcome] = []
        while len(outcomes) < len(inputs) and not patience.is_over:
            meter.check()
            part = workers.call(change, inputs[len(outcomes) :], _SINGLE_LOSS)
            outcomes += part
            if patience.after(part) == patience:
                break
            patience = patience.after(part)
        return outcomes

    return call
