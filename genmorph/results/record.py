"""What one inference found, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from genmorph.model import Budget, MutantNote
from genmorph.results.relation import MetamorphicRelation, Rejected
from genmorph.results.signature import Signature


@dataclass(frozen=True, slots=True)
class CallCounts:
    """Outcomes that came from calls of the function and its mutants, and those that the cache on disk had.

    >>> print(CallCounts(1200, 0))
    1,200 calls made, 0 outcomes from the cache
    """

    made: int
    recalled: int

    def __str__(self) -> str:
        return f"{self.made:,} calls made, {self.recalled:,} outcomes from the cache"


@dataclass(frozen=True, slots=True)
class Word:
    """A person's word on a relation that only its formula is left of: intended, or not."""

    formula: str
    is_accepted: bool


@dataclass(frozen=True, slots=True)
class Record:
    """The relations found for one function, best first, and what was rejected, with reasons.

    `stages` counts what each stage of the inference did; `interrupted` is True when an interrupt ended it;
    `allow_effects` says that the function may change something outside its process. `mutants` are those that were
    judged; `disowned` are relations that a person said are not intended: they are not reported again. `unfitting` is
    a person's word on relations that are none of the function any more, because its parameters or outputs changed.
    `calls` and `tested` (the text of the exported file that was run) belong to the process that made the set; they are
    not saved.
    """

    signature: Signature
    relations: tuple[MetamorphicRelation, ...]
    rejected: tuple[Rejected, ...]
    seed: int
    budget: Budget
    stages: Mapping[str, Any]
    interrupted: bool = False
    allow_effects: bool = False
    mutants: tuple[MutantNote, ...] = ()
    disowned: tuple[MetamorphicRelation, ...] = ()
    unfitting: tuple[Word, ...] = ()
    calls: CallCounts | None = field(default=None, compare=False)
    tested: str | None = field(default=None, compare=False)

    @property
    def killed(self) -> frozenset[str]:
        """The mutants that any of the relations kills."""
        return frozenset().union(*(relation.killed for relation in self.relations))

    @property
    def accepted(self) -> tuple[MetamorphicRelation, ...]:
        """The relations that a person said are intended."""
        return tuple(relation for relation in self.relations if relation.is_accepted)

    @property
    def violated(self) -> tuple[MetamorphicRelation, ...]:
        """Those of the accepted relations that are false for the function as it was when the set was made."""
        return tuple(relation for relation in self.relations if relation.is_violated)

    @property
    def sound(self) -> tuple[MetamorphicRelation, ...]:
        """All others: those that are exported."""
        return tuple(relation for relation in self.relations if not relation.is_violated)
