"""Edits of texts and sequences, as lists of their elements."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from genmorph.subject.corner_sequences import own

Elements = list[Any]
Edit = Callable[[Elements, Sequence[Any], Random], Elements]
"""From elements, which are never empty, and others to insert, to the edited ones."""


def _delete(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randrange(len(elements))
    return elements[:place] + elements[place + 1 :]


def _insert(elements: Elements, fresh: Sequence[Any], rng: Random) -> Elements:
    place = rng.choice((0, len(elements), rng.randint(0, len(elements))))
    return [*elements[:place], own(rng.choice(fresh or elements)), *elements[place:]]


def _replace(elements: Elements, fresh: Sequence[Any], rng: Random) -> Elements:
    place = rng.choice((0, len(elements) - 1, rng.randrange(len(elements))))
    return [*elements[:place], own(rng.choice(fresh or elements)), *elements[place + 1 :]]


def _duplicate(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randrange(len(elements))
    return [*elements[:place], own(elements[place]), *elements[place:]]


def _swap(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    one, other = rng.randrange(len(elements)), rng.randrange(len(elements))
    swapped = list(elements)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    return swapped


def _copy_over(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    """One element in the place of another."""
    place = rng.randrange(len(elements))
    return [*elements[:place], own(rng.choice(elements)), *elements[place + 1 :]]


def _reverse(elements: Elements, _: Sequence[Any], __: Random) -> Elements:
    return elements[::-1]


def _sort(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    """Where the elements have an order."""
    try:
        return sorted(elements, reverse=rng.random() < 0.5)
    except TypeError:
        return elements[::-1]


def _append(elements: Elements, fresh: Sequence[Any], rng: Random) -> Elements:
    """Several elements at an end."""
    piece = [own(element) for element in fresh]
    return rng.choice((elements + piece, piece + elements))


def _repeat(elements: Elements, _: Sequence[Any], __: Random) -> Elements:
    return elements + [own(element) for element in elements]


def _cut(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randint(0, len(elements))
    return rng.choice((elements[:place], elements[place:]))


def _level(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    """All elements alike."""
    element = rng.choice(elements)
    return [own(element) for _ in elements]


def _rotate(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randrange(len(elements))
    return elements[place:] + elements[:place]


EDITS: Mapping[str, Edit] = MappingProxyType(
    {
        "delete": _delete,
        "insert": _insert,
        "replace": _replace,
        "duplicate": _duplicate,
        "swap": _swap,
        "copy over": _copy_over,
        "reverse": _reverse,
        "sort": _sort,
        "append": _append,
        "repeat": _repeat,
        "cut": _cut,
        "level": _level,
        "rotate": _rotate,
    }
)
