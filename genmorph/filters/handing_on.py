"""Whether a function hands elements of its arguments on by their places, without a look at what they are."""

from collections.abc import Iterator, Sequence
from typing import Any

from genmorph.model import Built
from genmorph.settings import SHAPES
from genmorph.values.labels import key


def hands_elements_on(sources: Sequence[tuple[Any, ...]], changed: Sequence[int], outputs: Sequence[Any]) -> bool:
    """Whether outputs hold elements of the changed arguments alone, at places that do not depend on what these are.

    The place of an output's element is the same for all sources whose other arguments are equal, or for all of these
    that are as long. It is looked at where no element comes twice, so that `unique` hands elements on, and `sorted`
    does not.

    >>> lists = [([n, n * n % 7 + 0.5, 3.25 - n],) for n in range(40)]
    >>> [hands_elements_on(lists, [0], [of(xs) for (xs,) in lists]) for of in (lambda xs: xs[::-1], lambda xs: xs[-1])]
    [True, True]
    >>> [hands_elements_on(lists, [0], [of(xs) for (xs,) in lists]) for of in (sorted, max, sum)]
    [False, False, False]
    """
    rows = []
    for source, output in zip(sources, outputs, strict=True):
        elements = [one for place in changed for one in _elements(source[place])]
        places = {one: place for place, one in enumerate(elements)}
        given = list(_elements(output))
        if not places.keys() >= set(given):
            return False
        if len(places) == len(elements) > 1:
            others = tuple(key(one) for place, one in enumerate(source) if place not in changed)
            rows.append((others, len(elements), [places[one] for one in given]))
    by_others = [(others, given) for others, _, given in rows]
    by_sizes = [((*others, size), given) for others, size, given in rows]
    return _are_fixed(by_others) or _are_fixed(by_sizes)


def _elements(value: Any) -> Iterator[Any]:
    """What is no list, tuple or dict inside of a value, in a form that can be looked up."""
    match value:
        case list() | tuple():
            for one in value:
                yield from _elements(one)
        case Built("dict", parts):
            for part in parts:
                yield from _elements(part)
        case int() | float() | str() | bytes():
            yield value
        case _:
            yield key(value)


def _are_fixed(rows: Sequence[tuple[tuple[Any, ...], Sequence[int]]]) -> bool:
    """Whether the places are the same in all rows of a group, and enough rows show it."""
    known: dict[Any, dict[int, int]] = {}
    shown = 0
    for group, places in rows:
        before = known.setdefault(group, {})
        shown += any(number in before for number in range(len(places)))
        if any(before.setdefault(number, place) != place for number, place in enumerate(places)):
            return False
    return shown >= SHAPES.least_handed_on
