"""Which calls are lost, and how many may be before a mutant, or the original, is given up."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from genmorph.execution.worker.protocol import OUT_OF_MEMORY
from genmorph.model import Crashed, Input, Outcome, Probe, SourceMutant, TimedOut, UsageError


@dataclass(frozen=True, slots=True)
class Patience:
    """Calls that may still be lost: that many time-outs, that many deaths; to run out of memory counts as one.

    >>> patience = Patience(time_outs=1, deaths=3)
    >>> patience.after([Crashed("killed by SIGSEGV", fatal=True)])
    Patience(time_outs=1, deaths=2)
    >>> patience.after([TimedOut()]).is_over
    True
    >>> Patience(time_outs=1, deaths=float("nan"))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: deaths must be an int >= 0, got nan
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
    """Whether the outcome costs patience, because the like of it costs time.

    >>> is_loss(TimedOut()), is_loss(Crashed("raised MemoryError")), is_loss(Crashed("raised RecursionError"))
    (True, True, False)
    """
    return isinstance(outcome, TimedOut) or _is_death(outcome)


def _is_death(outcome: Outcome) -> bool:
    """Whether the call ended its process, or filled it up."""
    return isinstance(outcome, Crashed) and (outcome.fatal or outcome.why == OUT_OF_MEMORY)


Change = SourceMutant | Probe
"""What may be put in the place of the original's definition."""

Call = Callable[[Change | None, Sequence[Input], Patience], Sequence[Outcome]]
"""Call the original (None) or a change of it on inputs, in order.

There may be fewer outcomes than inputs: none is due after one that was lost, at the latest when patience is over with
it, or where the calls are too slow to go on.
"""
