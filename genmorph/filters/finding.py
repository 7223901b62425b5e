"""What the filters say of one candidate."""

from dataclasses import dataclass

from genmorph.model import Execution, Verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict with its reason, the pairs tried, and the counterexample where one was found."""

    verdict: Verdict
    reason: str
    tried: int = 0
    counterexample: Execution | None = None
