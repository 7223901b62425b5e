"""What one run knows of the original or of a change of it, and when it is given up for lost calls."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from genmorph.execution.worker.protocol import OUT_OF_MEMORY, TOO_LARGE
from genmorph.model import (
    Crashed,
    ErrorTexts,
    Input,
    Outcome,
    Probe,
    Raised,
    Returned,
    SourceMutant,
    TimedOut,
    Trace,
    UsageError,
)
from genmorph.values.labels import counted

NOT_RUN = "not run: "
"""So begins what is said of inputs that came after patience was over."""

Change = SourceMutant | Probe | Trace | ErrorTexts
"""What may be put in the place of the original's definition, or of a helper's."""

_UNKNOWN = object()

_WITHOUT_VALUE = frozenset((Raised, TimedOut, Crashed))


@dataclass(frozen=True, slots=True)
class Patience:
    """Calls that may still be lost: that many time-outs, that many deaths; to run out of memory counts as one.

    >>> patience = Patience(time_outs=1, deaths=3)
    >>> patience.after([Crashed("killed by SIGSEGV", fatal=True)])
    Patience(time_outs=1, deaths=2)
    >>> patience.after([TimedOut()]).is_over
    True
    """

    time_outs: int
    deaths: int

    def __post_init__(self) -> None:
        for name in ("time_outs", "deaths"):
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                raise UsageError(f"{name} must be an int >= 0, got {value!r}")

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be lost, so that no further call is made."""
        return self.time_outs == 0 or self.deaths == 0

    def after(self, outcomes: Iterable[Outcome]) -> "Patience":
        """What is left after these outcomes."""
        time_outs, deaths = self.time_outs, self.deaths
        for outcome in outcomes:
            time_outs -= isinstance(outcome, TimedOut)
            deaths -= _is_death(outcome)
        return Patience(max(0, time_outs), max(0, deaths))


def is_loss(outcome: Outcome) -> bool:
    """Whether the outcome costs patience, because the like of it costs time."""
    return isinstance(outcome, TimedOut) or _is_death(outcome)


def _is_death(outcome: Outcome) -> bool:
    """Whether the call ended its process, or filled it up."""
    return isinstance(outcome, Crashed) and (outcome.fatal or outcome.why == OUT_OF_MEMORY)


Execute = Callable[[Change | None, Sequence[Input], Patience], Sequence[Outcome]]
"""Call the original (None) or a change of it on inputs, in order.

There may be fewer outcomes than inputs: none is due after one that was lost, at the latest when patience is over with
it, or where the calls are too slow to go on.
"""


class History:
    """Outcomes by the numbers of their inputs, and the calls that may still be lost; none is made once it `is_over`.

    Returned values stand here bare: there are millions of them, and `Returned` would take more room than the value.

    >>> history = History(Patience(1, 1), "mutant")
    >>> history.new([0, 1, 0])
    [0, 1]
    >>> history.record(1, TimedOut())
    >>> history.is_over, history.new([0, 1, 0])
    (True, [0])
    >>> history.answers([1, 0], {})
    (TimedOut(), Crashed(why='not run: mutant given up after 1 time-out or 1 death, or as too slow', fatal=False))
    """

    def __init__(self, patience: Patience, name: str) -> None:
        losses = f"{counted(patience.time_outs, 'time-out')} or {counted(patience.deaths, 'death')}"
        self._not_run = Crashed(f"{NOT_RUN}{name} given up after {losses}, or as too slow")
        self._known: list[object] = []
        self.patience = patience
        self.is_over = patience.is_over

    def new(self, numbers: Sequence[int]) -> list[int]:
        """The first positions of those inputs that have no outcome yet."""
        known = self._known
        known.extend([_UNKNOWN] * (max(numbers, default=-1) + 1 - len(known)))
        positions: dict[int, int] = {}
        for position, number in enumerate(numbers):
            if known[number] is _UNKNOWN:
                positions.setdefault(number, position)
        return list(positions.values())

    def record(self, number: int, outcome: Outcome) -> None:
        """Take in the outcome of an input that was new."""
        if isinstance(outcome, Returned):
            self._known[number] = outcome.value
            return
        self._known[number] = outcome
        if is_loss(outcome):
            self.patience = self.patience.after((outcome,))
            self.is_over = self.patience.is_over

    def answers(self, numbers: Sequence[int], fresh: Mapping[int, Outcome]) -> tuple[Outcome, ...]:
        """The outcomes, which for inputs not run say just that; taken from `fresh` where they are at hand there."""
        known = self._known
        return tuple([fresh.get(number) or self._outcome(known[number]) for number in numbers])

    def _outcome(self, known: object) -> Outcome:
        if type(known) in _WITHOUT_VALUE:
            return cast("Outcome", known)
        return self._not_run if known is _UNKNOWN else Returned(known)


def is_unanswered(outcome: Outcome) -> bool:
    """Whether a call was lost, or not made because others were."""
    return is_loss(outcome) or (isinstance(outcome, Crashed) and outcome.why.startswith(NOT_RUN))


def is_too_large(outcome: Outcome) -> bool:
    """Whether the call gave a value with more parts than are looked at."""
    return isinstance(outcome, Crashed) and outcome.why.endswith(TOO_LARGE)
