"""Inputs close to others, inside the domain; what helped before is done more often."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from genmorph.model import Domain, Input, Kind, Parameter
from genmorph.settings import MUTATION_STEPS
from genmorph.subject.related import Relate, find_relations
from genmorph.values.boundaries import boundary_way
from genmorph.values.formed import stepped, steps_of
from genmorph.values.narrowable import contains_all
from genmorph.values.notation import is_drawn_by_hypothesis
from genmorph.values.numbers.number_neighbours import NUMBER_STEPS, ConstantPool, Number, mutate_number, neighbourhood
from genmorph.values.sequence_edits import EDITS
from genmorph.values.sizes import Way
from genmorph.values.texts import in_another_case

_DRAW, _BOUNDARY, _EXCHANGE, _FURTHER = "draw", "boundary", "exchange", "further"
_STEP, _RELATED = "step", "related"


_ELEMENT, _EACH, _CASE = "element", "each", "case"


_ELSEWHERE = (_DRAW, _BOUNDARY)


_OF_NUMBERS = (*NUMBER_STEPS, _FURTHER, _EXCHANGE, *_ELSEWHERE)


_OF_SEQUENCES = (*EDITS, _ELEMENT, _ELEMENT, _EACH, _CASE, _EXCHANGE, *_ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Variant:
    """An input with the names of the moves that made it."""

    values: Input
    moves: tuple[str, ...]


@dataclass(slots=True)
class Variation:
    """Makes inputs close to others and remembers which moves helped.

    `constants` are numbers of the function to move to, `pieces` texts to put in.
    """

    domains: Sequence[Domain]
    constants: Sequence[Number] = ()
    pieces: Sequence[str] = ()
    _put_in: tuple[Way, ...] = field(init=False)
    _boundary: tuple[Way, ...] = field(init=False)
    _relations: tuple[tuple[tuple[int, Relate], ...], ...] = field(init=False)
    _steps: tuple[int, ...] = field(init=False)
    _made: dict[str, int] = field(init=False, default_factory=dict)
    _helped: dict[str, int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        boundary = [boundary_way(domain, self.constants, self.pieces) for domain in self.domains]
        self._put_in = tuple(_affordable(domain.draw, domain) for domain in self.domains)
        self._boundary = tuple(map(_affordable, boundary, self.domains))
        parameters = [Parameter(str(place), domain) for place, domain in enumerate(self.domains)]
        self._relations = find_relations(parameters, self.constants)
        whole = (int(number) for one in self.constants for number in neighbourhood(one, Kind.INT))
        self._steps = tuple(dict.fromkeys((1, *filter(None, whole))))

    def vary(self, values: Input, before: Input | None, rng: Random) -> Variant:
        """An input near this one; equal to it where the moves lead out of the domain.

        `before` is where a step that helped came from: the next may lead further in the same direction.
        """
        changed: list[Any] = list(values)
        moves = []
        for position in rng.sample(range(len(values)), _count(len(values), rng)):
            name = self._choose(values[position], position, rng)
            old = None if before is None else before[position]
            value = self._moved(name, changed, position, old, rng)
            if name == _DRAW or self.domains[position].contains(value):
                changed[position] = value
                moves.append(name)
        return Variant(tuple(changed), tuple(moves))

    def allows(self, values: Input) -> bool:
        """Whether an input that was not drawn may be tried: it must be known to be valid."""
        return contains_all(self.domains, values) is True

    def learn(self, moves: Sequence[str], *, helped: bool) -> None:
        """Take in whether these moves led closer to a violation."""
        for name in moves:
            self._made[name] = self._made.get(name, 0) + 1
            self._helped[name] = self._helped.get(name, 0) + helped

    def _choose(self, value: Any, position: int, rng: Random) -> str:
        domain = self.domains[position]
        if domain.contains(value) is None:
            return _DRAW
        if value is None or isinstance(value, bool):
            return rng.choice((_DRAW, _EXCHANGE))
        if domain.kind is Kind.OTHER:
            names = self._of_others(position)
        else:
            names = _OF_NUMBERS if isinstance(value, int | float) else _OF_SEQUENCES
        return rng.choices(names, [self._weight(name) for name in names])[0]

    def _of_others(self, position: int) -> tuple[str, ...]:
        """The moves of a value that is no plain data, as far as there are such steps, and arguments to make it of."""
        steps = (_STEP,) if steps_of(self.domains[position]) else ()
        return (_DRAW, *steps, *((_RELATED,) if self._relations[position] else ()))

    def _weight(self, name: str) -> float:
        return max(
            MUTATION_STEPS.least,
            2
            * (self._helped.get(name, 0) + MUTATION_STEPS.first)
            / (self._made.get(name, 0) + 2 * MUTATION_STEPS.first),
        )

    def _moved(self, name: str, values: Sequence[Any], position: int, before: Any, rng: Random) -> Any:
        value = values[position]
        if name == _DRAW:
            return self.domains[position].draw(rng)
        if name == _BOUNDARY:
            return self._boundary[position](rng)
        if name == _STEP:
            size = 1 if rng.random() < MUTATION_STEPS.unit else rng.choice(self._steps)
            step = rng.choice((-size, size))
            moved = stepped(value, self.domains[position], step, rng)
            return value if moved is None else moved
        if name == _RELATED:
            return self._related(values, position, rng)
        if name == _EXCHANGE:
            return rng.choice([other for other in values if type(other) is type(value)])
        if isinstance(value, int | float):
            if name == _FURTHER:
                return _further(value, before, rng)
            return mutate_number(name, value, self._pool(values, position), rng)
        return self._edited(name, values, position, rng)

    def _related(self, values: Sequence[Any], position: int, rng: Random) -> Any:
        """A value made of another argument's; the value itself where that gives none."""
        other, relate = rng.choice(self._relations[position])
        made = None if values[other] is None else relate(values[other], self.domains[position], rng)
        return values[position] if made is None else made

    def _pool(self, values: Sequence[Any], position: int) -> ConstantPool:
        others = [number for other in range(len(values)) if other != position for number in _numbers(values[other])]
        return ConstantPool(self.constants, others)

    def _edited(self, name: str, values: Sequence[Any], position: int, rng: Random) -> Any:
        value = values[position]
        if name == _CASE:
            return _in_another_case(value, rng)
        drawn = rng.choice((self._put_in[position], self._boundary[position]))(rng)
        fresh = list(drawn) if type(drawn) is type(value) else []
        if isinstance(value, str) and self.pieces and rng.random() < MUTATION_STEPS.piece:
            fresh = [rng.choice(self.pieces)]
        elements = list(value)
        if not elements:
            return drawn
        if name not in (_ELEMENT, _EACH):
            return _like(value, EDITS[name](elements, fresh, rng))
        pool = ConstantPool(self.constants, [*_numbers(elements), *self._pool(values, position).others])
        move = rng.choice(tuple(NUMBER_STEPS))
        for place in range(len(elements)) if name == _EACH else [rng.randrange(len(elements))]:
            elements[place] = _near_element(elements[place], move, fresh, pool, rng)
        return _like(value, elements)


def _count(arguments: int, rng: Random) -> int:
    if rng.random() < MUTATION_STEPS.all_arguments:
        return arguments
    count = 1
    while count < arguments and rng.random() < MUTATION_STEPS.more:
        count += 1
    return count


def _further(value: Number, before: Any, rng: Random) -> Number | None:
    """Once more the last step, or a multiple of it."""
    if type(before) is not type(value):
        return None
    step = value - before
    return value + step * rng.choice(MUTATION_STEPS.again)


def _near_element(element: Any, move: str, fresh: Sequence[Any], pool: ConstantPool, rng: Random) -> Any:
    """A number close by, a Boolean turned, a text in another case; else an element drawn."""
    if isinstance(element, bool):
        return not element
    if isinstance(element, int | float):
        return mutate_number(move, element, pool, rng)
    if isinstance(element, str) and (not fresh or rng.random() < MUTATION_STEPS.other_case):
        return _in_another_case(element, rng)
    return rng.choice(fresh) if fresh else element


def _in_another_case(value: Any, rng: Random) -> Any:
    return in_another_case(value, rng) if isinstance(value, str) else value


def _like(value: Any, elements: Sequence[Any]) -> Any:
    """The elements in the same container; None where they do not fit it."""
    if isinstance(value, str):
        return "".join(elements)
    if isinstance(value, bytes):
        return bytes(elements) if all(e is not None and 0 <= e < 256 for e in elements) else None
    return type(value)(elements)


def _numbers(value: Any) -> Iterator[Number]:
    """The numbers in a value, and its length."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, str | bytes):
        yield len(value)
    elif isinstance(value, list | tuple):
        yield len(value)
        for element in value:
            yield from _numbers(element)


def _affordable(way: Way, domain: Domain) -> Way:
    """The way to draw; where Hypothesis draws, one of a few hundred values: it takes a millisecond or more for each."""
    if not is_drawn_by_hypothesis(domain):
        return way
    few: list[Any] = []

    def draw(rng: Random) -> Any:
        if len(few) == MUTATION_STEPS.put_in:
            return rng.choice(few)
        few.append(way(rng))
        return few[-1]

    return draw
