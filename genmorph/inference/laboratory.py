"""What all stages of one inference share, and the executions that relations are tried on."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from genmorph.model import Domain, Execution, Mutant, Output, Run, Tolerance
from genmorph.search.parameters import Parameters
from genmorph.subject.signature import Signature


@dataclass(frozen=True, slots=True)
class Laboratory:
    """The function's description, its mutants, the effect that runs them, and how to search.

    `constants` are numbers that the function uses, with the number of calls in which it did.
    """

    signature: Signature
    constants: Mapping[int | float, int]
    mutants: tuple[Mutant, ...]
    run: Run
    parameters: Parameters

    @property
    def outputs(self) -> tuple[Output, ...]:
        """What relations may speak of; at least one output is known here."""
        return self.signature.outputs

    @property
    def domains(self) -> tuple[Domain, ...]:
        """The domains of the parameters, in order."""
        return tuple(parameter.domain for parameter in self.signature.parameters)

    @property
    def tolerance(self) -> Tolerance:
        """How far two of the function's outputs may differ and still be equal."""
        return self.signature.tolerance


MOST_KNOWN = 0.75
"""A whole domain has been tried where the outcomes of this share of its pairs are known."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """Executions of the original that the search has not seen.

    `whole` says that the whole domain was tried, `lost` counts its pairs of which a call neither returned nor raised.
    `inapplicable` counts the inputs drawn that give no execution: the original refused them or their follow-ups, or
    they have none in the domain.
    """

    executions: tuple[Execution, ...]
    whole: bool
    lost: int
    inapplicable: int = 0

    @property
    def exhaustive(self) -> bool:
        """Whether these are all executions that there are."""
        return self.whole and not self.lost

    def enough(self, wanted: int) -> int:
        """So many pairs must be tried where this many are wanted: of a whole domain most of those that there are.

        >>> known = Execution((1,), (2,), (1,), (2,))
        >>> [Fresh((known,), whole=True, lost=lost).enough(2_000) for lost in (0, 9)], Fresh((), False, 0).enough(2_000)
        ([1, 8], 2000)
        """
        if not self.whole:
            return wanted
        return min(wanted, max(len(self.executions), math.ceil(MOST_KNOWN * (len(self.executions) + self.lost))))
