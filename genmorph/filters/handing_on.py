"""Whether a function hands elements of its arguments on by their places, without a look at what they are."""

from collections.abc import Iterator, Sequence
from typing import Any

from genmorph.model import Array, Built, Drained, Fields
from genmorph.settings import SHAPES
from genmorph.values.labels import key


def hands_elements_on(sources: Sequence[tuple[Any, ...]], changed: Sequence[int], outputs: Sequence[Any]) -> bool:
    """Whether outputs hold elements of the changed arguments alone, at places that do not depend on what these are.

    The place of an output's element is the same for all sources whose other arguments are equal, or for all of these
    that are as long: in all sources, or in those where no element comes twice, so that `unique` hands elements on, too.

    >>> lists = [([n, n * n % 7 + 0.5, 3.25 - n],) for n in range(40)]
    >>> [hands_elements_on(lists, [0], [of(xs) for (xs,) in lists]) for of in (lambda xs: xs[::-1], lambda xs: xs[-1])]
    [True, True]
    >>> [hands_elements_on(lists, [0], [of(xs) for (xs,) in lists]) for of in (sorted, max, sum)]
    [False, False, False]
    """
    rows, plain = [], []
    for source, output in zip(sources, outputs, strict=True):
        elements = [one for place in changed for one in _elements(source[place])]
        places: dict[Any, set[int]] = {}
        for place, one in enumerate(elements):
            places.setdefault(one, set()).add(place)
        given = list(_elements(output))
        if not places.keys() >= set(given):
            return False
        others = tuple(key(one) for place, one in enumerate(source) if place not in changed)
        row = others, len(elements), [places[one] for one in given]
        if len(places) > 1:
            rows.append(row)
        if len(places) == len(elements) > 1:
            plain.append(row)
    return any(_are_fixed(some, by_size) for some in (rows, plain) for by_size in (False, True))


def _elements(value: Any) -> Iterator[Any]:
    """What is no list, tuple or dict inside of a value, in a form that can be looked up."""
    match value:
        case list() | tuple():
            for one in value:
                yield from _elements(one)
        case Built("dict", parts) | Array(parts) | Drained(parts) | Fields(_, parts):
            for part in parts:
                yield from _elements(part)
        case int() | float() | str() | bytes():
            yield value
        case _:
            yield key(value)


def _are_fixed(rows: Sequence[tuple[tuple[str, ...], int, Sequence[set[int]]]], by_size: bool) -> bool:
    """Whether there is one place for each part of the outputs in all rows of a group, and enough rows show it."""
    known: dict[Any, dict[int, set[int]]] = {}
    shown = 0
    for others, size, places in rows:
        before = known.setdefault((*others, size) if by_size else others, {})
        shown += any(number in before for number in range(len(places)))
        for number, some in enumerate(places):
            before[number] = before.get(number, some) & some
            if not before[number]:
                return False
    return shown >= SHAPES.least_handed_on
