"""Classes of which tests need objects."""

from dataclasses import dataclass, field
from typing import NamedTuple, Optional


class Spot(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Card:
    spot: Spot
    name: str
    sizes: list[int]
    weight: float = 1.5


class Money:
    """A plain class, compared by its state."""

    def __init__(self, amount: int, currency: str) -> None:
        self.amount = amount
        self.currency = currency

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Money) and vars(self) == vars(other)

    __hash__ = None


@dataclass
class Trimmed:
    """Does not keep what it is given."""

    name: str
    count: int

    def __post_init__(self) -> None:
        self.name = self.name.strip()


@dataclass
class Chain:
    """Needs objects of its own."""

    rest: Optional["Chain"]


@dataclass
class Unknown:
    """Takes what nothing is known of."""

    thing: "Handle"
    others: list[int] = field(default_factory=list)


class Handle:
    """Compared by where it lies."""
