"""Inputs made of inputs that the original accepts, for functions that raise on most of what is drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from genmorph.model import Input, Kind, Parameter, with_argument
from genmorph.settings import VARIATIONS
from genmorph.values.numbers.number_neighbours import neighbourhood
from genmorph.values.sequence_edits import EDITS, assemble, has_elements
from genmorph.values.text_runs import vary_text
from genmorph.values.texts import Texts


@dataclass(frozen=True, slots=True)
class Variations:
    """Inputs that differ in one argument or a few from one of `models`, which the function is known to accept."""

    parameters: tuple[Parameter, ...]
    models: tuple[Input, ...]
    pieces: tuple[str, ...]

    def draw(self, rng: Random) -> Input:
        """One input of the domains; each argument is of one model, of another one, or changed."""
        values = rng.choice(self.models)
        for position, parameter in enumerate(self.parameters):
            if len(self.parameters) == 1 or rng.random() < VARIATIONS.changed_share:
                value = self._varied(position, values[position], rng)
                values = with_argument(values, position, value) if parameter.domain.contains(value) else values
        return values

    def mixed_with(self, drawn: Iterator[Input], rng: Random) -> Iterator[Input]:
        """The drawn inputs, and before each of them as many variations as are worth it; these alone at the end."""
        for values in drawn:
            while rng.random() < VARIATIONS.share:
                yield self.draw(rng)
            yield values
        while True:
            yield self.draw(rng)

    def _varied(self, position: int, value: Any, rng: Random) -> Any:
        domain = self.parameters[position].domain
        other = rng.choice(self.models)[position]
        if domain.kind is Kind.TEXT and isinstance(value, str) and isinstance(other, str):
            return vary_text(value, [other], self.pieces, rng)
        if domain.kind.is_number and not isinstance(value, bool) and value is not None:
            return rng.choice((other, *neighbourhood(value, domain.kind)))
        if has_elements(domain.kind) and value and other:
            name = rng.choice(list(EDITS))
            return assemble(EDITS[name](list(value), list(other), rng), domain)
        return other


def narrowed_to(models: Sequence[Input], parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    """The parameters, with texts that nobody has stated of the characters that models have.

    >>> from genmorph.domain import texts
    >>> [found] = narrowed_to([("1h",), ("30m",)], [Parameter("text", texts(), is_stated=False)])
    >>> found.domain
    texts("013hm")
    """
    return tuple(_narrowed(parameter, [model[place] for model in models]) for place, parameter in enumerate(parameters))


def _narrowed(parameter: Parameter, values: Sequence[Any]) -> Parameter:
    if parameter.is_stated or not isinstance(parameter.domain, Texts):
        return parameter
    alphabet = "".join(sorted(set("".join(values))))
    domain = parameter.domain.with_alphabet(alphabet) if alphabet else None
    return parameter if domain is None else replace(parameter, domain=domain)
