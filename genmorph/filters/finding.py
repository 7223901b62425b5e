"""What the filters say of one candidate."""

from dataclasses import dataclass

from genmorph.model import Execution, Stage, Verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict with its reason and the stage that gave it, the pairs tried, and the counterexample if there is one.

    `stage` is None where all stages so far keep the candidate. `untestable` pairs overflowed while they were compared.
    `largest_error` is that of `Evidence`.
    """

    verdict: Verdict
    reason: str
    stage: Stage | None = None
    tried: int = 0
    counterexample: Execution | None = None
    largest_error: float | None = None
    untestable: int = 0
