"""The places where behaviour changes, closed in on by bisection."""

import math
from dataclasses import dataclass, field
from random import Random
from typing import Any

from genmorph.filters.behaviour import Behaviour
from genmorph.model import Input

_PARTS = 1 << 20
"""Of the distance of two ints."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Two inputs of different behaviour."""

    one: Input
    other: Input
    of_one: Behaviour

    def closer(self, values: Input, behaviour: Behaviour) -> "Edge":
        """The edge with an input between in the place of the one that behaves so, of the other where none does."""
        if behaviour == self.of_one:
            return Edge(values, self.other, behaviour)
        return Edge(self.one, values, self.of_one)


@dataclass(slots=True)
class Boundaries:
    """The last input of each behaviour that was seen."""

    _seen: dict[Behaviour, Input] = field(default_factory=dict)

    def take(self, values: Input, behaviour: Behaviour) -> bool:
        """Remember an input; whether none behaved so before."""
        is_new = behaviour not in self._seen
        self._seen[behaviour] = values
        return is_new

    def edge(self, rng: Random) -> Edge | None:
        """Any two inputs of different behaviour; None where there is but one behaviour."""
        if len(self._seen) < 2:
            return None
        (of_one, one), (_, other) = rng.sample(list(self._seen.items()), 2)
        return Edge(one, other, of_one)


def between(one: Input, other: Input, share: float, rng: Random) -> Input:
    """An input on the way: numbers moved by this share, sequences of one length element by element, else either value.

    >>> between((3, 1.0, [0, 8]), (9, 2.0, [4, 0]), 0.5, Random(0))
    (6, 1.5, [2, 4])
    """
    return tuple(_moved(a, b, share, rng) for a, b in zip(one, other, strict=True))


def _moved(a: Any, b: Any, share: float, rng: Random) -> Any:
    if type(a) is not type(b) or isinstance(a, bool | str | bytes):
        return rng.choice((a, b))
    if isinstance(a, int):
        return a + (b - a) * int(share * _PARTS) // _PARTS
    if isinstance(a, float):
        return a * (1 - share) + b * share if math.isfinite(a) and math.isfinite(b) else rng.choice((a, b))
    if isinstance(a, list | tuple) and len(a) == len(b):
        return type(a)(_moved(v, w, share, rng) for v, w in zip(a, b, strict=True))
    return rng.choice((a, b))
