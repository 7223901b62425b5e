"""Which inputs are valid."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from genmorph.domain.conditions import Condition
from genmorph.domain.containment import contains_all
from genmorph.domain.passing import passed
from genmorph.model import Domain, Input, Parameter


@dataclass(frozen=True, slots=True)
class Validity:
    """Which inputs are valid: each argument by its domain, and all together by conditions that speak of their names."""

    names: tuple[str, ...]
    domains: tuple[Domain, ...]
    conditions: tuple[Condition, ...] = ()

    @classmethod
    def of(cls, parameters: Iterable[Parameter], conditions: Sequence[Condition] = ()) -> "Validity":
        """The valid inputs of a function with these parameters."""
        known = tuple(parameters)
        return cls(tuple(p.name for p in known), tuple(p.domain for p in known), tuple(conditions))

    def admits(self, values: Input) -> bool | None:
        """Whether an input is valid: False if it is not, otherwise None if that is unknown.

        UsageError where a condition ends in an exception.

        >>> from genmorph.domain import bools, ints
        >>> digits = Validity(("n", "signed"), (ints(0, 9), bools()))
        >>> digits.admits((3, True)), digits.admits((10, True))
        (True, False)
        """
        answer = contains_all(self.domains, values)
        return answer if answer is False or self.is_allowed(values) else False

    def is_allowed(self, values: Input) -> bool:
        """Whether all conditions hold for an input whose arguments lie in their domains."""
        return self.broken(values) is None

    def broken(self, values: Input) -> Condition | None:
        """The first condition that does not hold."""
        if not self.conditions:
            return None
        given = {n: passed(d, value) for n, d, value in zip(self.names, self.domains, values, strict=True)}
        return next((condition for condition in self.conditions if not condition.holds(given)), None)
