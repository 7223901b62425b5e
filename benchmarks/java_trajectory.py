"""How far the original Java engine came on the same rows, and when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ROUNDING = 5e-5
"""The engine's shares are written with at most four digits."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """A share of false negatives at no false positive, and the CPU seconds in which the Java engine reached it.

    It did not reach those without seconds within 300 s of wall time. `limit` are the seconds in which we want to.
    """

    share: float
    java: float | None
    limit: float | None = None

    def is_reached(self, share: float) -> bool:
        """Whether a relation with this share of false negatives is as good; what Java reached is known to 4 digits."""
        return share <= self.share + (0.0 if self.java is None else ROUNDING)


TRAJECTORY: Mapping[str, Sequence[Milestone]] = {
    "gcd": (Milestone(0.815, 4), Milestone(0.6239, 10), Milestone(0.5945, None, 2)),
    "pow": (
        Milestone(0.941, 15),
        Milestone(0.823, 37),
        Milestone(0.568, 65),
        Milestone(0.474, 83),
        Milestone(0.299, 157),
        Milestone(0.1935, None, 2),
        Milestone(0.0772, 315),
        Milestone(0.0753, None, 5),
    ),
    "sin": (Milestone(0.83, 9), Milestone(0.688, 54), Milestone(0.4777, 142), Milestone(0.4485, None, 2)),
}
"""One run of the Java engine for each subject: JDK 17, two populations of 1,000, two evolving threads, 300 s."""


def last_of_java(subject: str) -> Milestone:
    """The best that the Java engine reached.

    >>> last_of_java("pow").java
    315
    """
    return [milestone for milestone in TRAJECTORY[subject] if milestone.java is not None][-1]
