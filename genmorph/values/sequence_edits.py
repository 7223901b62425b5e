"""Edits of texts and sequences: elements inserted, removed or exchanged, and the value put together again."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from genmorph.model import Container, Domain, Kind
from genmorph.values.sizes import unshared

Elements = list[Any]
Edit = Callable[[Elements, Sequence[Any], Random], Elements]
"""From elements, which are never empty, and others to insert, to the edited ones."""


def has_elements(kind: Kind) -> bool:
    """Whether values of this kind are texts or sequences."""
    return kind is Kind.TEXT or kind.is_sequence


def assemble(elements: Iterable[Any], domain: Domain) -> Any:
    """The value with these elements, or of these parts for a text; None where the domain has none."""
    value: Any
    match domain.container:
        case None:
            value = "".join(elements)
        case Container.TUPLE:
            value = tuple(elements)
        case Container.BYTES:
            numbers = list(elements)
            value = bytes(numbers) if all(0 <= number < 256 for number in numbers) else None
        case _:
            value = list(elements)
    return value if value is not None and domain.contains(value) else None


def _delete(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randrange(len(elements))
    return elements[:place] + elements[place + 1 :]


def _insert(elements: Elements, fresh: Sequence[Any], rng: Random) -> Elements:
    place = rng.choice((0, len(elements), rng.randint(0, len(elements))))
    return [*elements[:place], unshared(rng.choice(fresh or elements)), *elements[place:]]


def _replace(elements: Elements, fresh: Sequence[Any], rng: Random) -> Elements:
    place = rng.choice((0, len(elements) - 1, rng.randrange(len(elements))))
    return [*elements[:place], unshared(rng.choice(fresh or elements)), *elements[place + 1 :]]


def _duplicate(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randrange(len(elements))
    return [*elements[:place], unshared(elements[place]), *elements[place:]]


def swap(elements: Elements, rng: Random) -> Elements:
    """The elements with two of them exchanged."""
    one, other = rng.randrange(len(elements)), rng.randrange(len(elements))
    swapped = list(elements)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    return swapped


def _copy_over(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    """One element in the place of another."""
    place = rng.randrange(len(elements))
    return [*elements[:place], unshared(rng.choice(elements)), *elements[place + 1 :]]


def _sort(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    try:
        return sorted(elements, reverse=rng.random() < 0.5)
    except TypeError:  # elements without an order
        return elements[::-1]


def _append(elements: Elements, fresh: Sequence[Any], rng: Random) -> Elements:
    piece = list(map(unshared, fresh))
    return rng.choice((elements + piece, piece + elements))


def _cut(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randint(0, len(elements))
    return rng.choice((elements[:place], elements[place:]))


def _rotate(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randrange(len(elements))
    return elements[place:] + elements[:place]


def _level(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    """All elements alike."""
    element = rng.choice(elements)
    return [unshared(element) for _ in elements]


EDITS: Mapping[str, Edit] = MappingProxyType(
    {
        "delete": _delete,
        "insert": _insert,
        "replace": _replace,
        "duplicate": _duplicate,
        "swap": lambda elements, _, rng: swap(elements, rng),
        "copy over": _copy_over,
        "reverse": lambda elements, _, __: elements[::-1],
        "sort": _sort,
        "append": _append,
        "repeat": lambda elements, _, __: elements + list(map(unshared, elements)),
        "cut": _cut,
        "level": _level,
        "rotate": _rotate,
    }
)
