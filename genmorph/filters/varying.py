"""Inputs close to others, inside the domain."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from genmorph.model import Domain, Input

WILD = 0.15
"""Share of the varied inputs whose floats all get another magnitude: rounding contradicts where they differ most."""


def vary(values: Input, domains: Sequence[Domain], rng: Random) -> Input:
    """An input close to another or, now and then, of other magnitudes; equal to it where no change fits the domain."""
    changed = list(values)
    is_wild = rng.random() < WILD
    for position in range(len(values)) if is_wild else rng.sample(range(len(values)), rng.randint(1, len(values))):
        domain = domains[position]
        is_opaque = domain.contains(values[position]) is None
        value = domain.draw(rng) if is_opaque else _near(values, position, domain, is_wild, rng)
        if is_opaque or domain.contains(value):
            changed[position] = value
    return tuple(changed)


def _near(values: Input, position: int, domain: Domain, is_wild: bool, rng: Random) -> Any:
    value, choice = values[position], rng.random()
    if value is None or isinstance(value, bool) or choice < 0.1:
        return domain.draw(rng)
    if choice < 0.3:
        value = rng.choice([v for v in values if type(v) is type(value)])
    if isinstance(value, int | float):
        return _near_number(value, is_wild, rng)
    drawn = domain.draw(rng)
    return _near_sequence(value, drawn if type(drawn) is type(value) else value[:0], is_wild, rng)


def _near_number(value: float, is_wild: bool, rng: Random) -> float:
    if isinstance(value, int):
        step = rng.choice((1, 2, 1 + abs(value) // 10))
        return value + rng.choice((-step, 0, step))
    if is_wild:
        return math.copysign(10 ** rng.uniform(-20, 20), rng.choice((-1, 1, value)))
    return value + rng.gauss(0, 1) * max(1.0, abs(value)) * 10 ** rng.uniform(-6, 0)


def _near_sequence(value: Any, drawn: Any, is_wild: bool, rng: Random) -> Any:
    """A text or sequence with one edit, or with all its floats changed; `drawn` gives elements to insert."""
    elements, fresh = list(value), list(drawn)
    if is_wild and any(isinstance(element, float) for element in elements):
        edited = [_near_element(element, fresh, True, rng) for element in elements]
    else:
        edited = rng.choice(_EDITS)(elements, fresh, rng) if elements else fresh[:1]
    if isinstance(value, str):
        return "".join(edited)
    return bytes(element % 256 for element in edited) if isinstance(value, bytes) else type(value)(edited)


def _near_element(element: Any, fresh: list[Any], is_wild: bool, rng: Random) -> Any:
    """A number close by, a Boolean turned, a letter of the other case; else an element drawn."""
    if isinstance(element, bool):
        return not element
    if isinstance(element, int | float):
        return _near_number(element, is_wild, rng)
    if isinstance(element, str) and element != element.swapcase() and rng.random() < 0.5:
        return element.swapcase()
    return rng.choice(fresh) if fresh else element


def _delete(elements: list[Any], _: list[Any], rng: Random) -> list[Any]:
    del elements[rng.randrange(len(elements))]
    return elements


def _insert(elements: list[Any], fresh: list[Any], rng: Random) -> list[Any]:
    elements.insert(rng.randint(0, len(elements)), rng.choice(fresh or elements))
    return elements


def _change(elements: list[Any], fresh: list[Any], rng: Random) -> list[Any]:
    place = rng.randrange(len(elements))
    elements[place] = _near_element(elements[place], fresh, False, rng)
    return elements


def _duplicate(elements: list[Any], _: list[Any], rng: Random) -> list[Any]:
    place = rng.randrange(len(elements))
    return [*elements[:place], elements[place], *elements[place:]]


def _swap(elements: list[Any], _: list[Any], rng: Random) -> list[Any]:
    one, other = rng.randrange(len(elements)), rng.randrange(len(elements))
    elements[one], elements[other] = elements[other], elements[one]
    return elements


def _repeat(elements: list[Any], _: list[Any], rng: Random) -> list[Any]:
    """One element in the place of another."""
    elements[rng.randrange(len(elements))] = rng.choice(elements)
    return elements


_EDITS: tuple[Callable[[list[Any], list[Any], Random], list[Any]], ...] = (
    _delete,
    _insert,
    _change,
    _change,
    _duplicate,
    _swap,
    _repeat,
)
