"""How much a join may compute."""

from dataclasses import dataclass, fields

from genmorph.model import UsageError


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of terms evaluated, of atoms of clauses, of relations kept, and of correct rows in the sample.

    >>> Limits(sample=0)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: sample must be >= 1, got 0
    """

    expressions: int = 20_000
    atoms: int = 1_500
    kept: int = 2_000
    sample: int = 128

    @property
    def compared(self) -> int:
        """So many terms are compared with each other."""
        return max(20, min(250, self.expressions // 40))

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not value >= 1:
                raise UsageError(f"{field.name} must be >= 1, got {value!r}")
