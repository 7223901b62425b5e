"""What one inference found, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from genmorph.model import Budget
from genmorph.results.relation import MetamorphicRelation, Rejected, Signature


@dataclass(frozen=True, slots=True)
class Record:
    """The relations found for one function, best first, and what was rejected, with reasons.

    `stages` counts what each stage of the inference did; `interrupted` is True when an interrupt ended it.
    """

    signature: Signature
    relations: tuple[MetamorphicRelation, ...]
    rejected: tuple[Rejected, ...]
    seed: int
    budget: Budget
    stages: Mapping[str, Any]
    interrupted: bool = False

    @property
    def killed(self) -> frozenset[str]:
        """The mutants that any of the relations kills."""
        return frozenset().union(*(relation.killed for relation in self.relations))
