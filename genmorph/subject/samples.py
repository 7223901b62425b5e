"""Inputs that are parts of a user's own data, drawn together, so that they stay realistic."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any

from genmorph.model import Domain, Input, Parameter
from genmorph.settings import INPUTS


class Drawing(StrEnum):
    """How rows are drawn from data."""

    BOOTSTRAP = "bootstrap"
    """Any rows, some of them several times."""
    SUBSAMPLE = "subsample"
    """Different rows in any order."""
    WINDOW = "window"
    """Rows that follow each other, of which the next ones are asked for."""


@dataclass(frozen=True, slots=True)
class Samples:
    """The data: rows, with a target for each where there are such; how many are drawn, and in which way."""

    rows: tuple[Any, ...]
    targets: tuple[Any, ...] | None
    size: tuple[int, int]
    asked: tuple[int, int]
    drawing: Drawing

    def draw(self, rng: Random) -> dict[str, Any]:
        """Values for `train`, `targets` and `test`, whose rows and targets belong together.

        >>> data = Samples((1.0, 2.0, 3.0, 4.0), ("a", "b", "c", "d"), (2, 2), (1, 1), Drawing.WINDOW)
        >>> data.draw(Random(1))
        {'train': [2.0, 3.0], 'test': [4.0], 'targets': ['b', 'c']}
        """
        count, asked = rng.randint(*self.size), rng.randint(*self.asked)
        places = self._places(count + asked, rng)
        drawn = {"train": [self.rows[place] for place in places[:count]]}
        drawn["test"] = [self.rows[place] for place in places[count:]]
        if self.targets is not None:
            drawn["targets"] = [self.targets[place] for place in places[:count]]
        return drawn

    def _places(self, count: int, rng: Random) -> Sequence[int]:
        known = range(len(self.rows))
        match self.drawing:
            case Drawing.WINDOW:
                first = rng.randint(0, len(known) - count)
                return known[first : first + count]
            case Drawing.SUBSAMPLE:
                return rng.sample(known, count)
        return rng.choices(known, k=count)


class DataDomains(dict[str, Domain]):
    """Domains by parameter, with the data that many of the inputs are parts of."""

    def __init__(self, domains: dict[str, Domain], samples: Samples) -> None:
        super().__init__(domains)
        self.samples = samples


def with_samples(
    inputs: Iterator[Input], parameters: Sequence[Parameter], samples: Samples, rng: Random
) -> Iterator[Input]:
    """The inputs, of which many have a part of the data in the place of what was drawn alone."""
    for values in inputs:
        drawn = samples.draw(rng) if rng.random() < INPUTS.of_data else {}
        yield tuple(drawn.get(one.name, value) for one, value in zip(parameters, values, strict=True))
