"""Whether a function passes elements of its arguments on without a look at what they are."""

from collections.abc import Iterator, Sequence
from typing import Any

from genmorph.model import Built
from genmorph.settings import SHAPES
from genmorph.values.labels import key


def passes_elements_on(sources: Sequence[tuple[Any, ...]], changed: Sequence[int], outputs: Sequence[Any]) -> bool:
    """Whether all that outputs hold is held by arguments; of single elements, at places that the others give.

    Places in the changed arguments are given by the arguments that are not, or by these and the sizes of both.

    >>> passes_elements_on([([3, 1, 2],), ([5, 6],)], [0], [[3, 1], [5]])
    True
    >>> passes_elements_on([([3, 1, 2],), ([5, 6],)], [0], [[4, 2], [11]])
    False
    >>> lists = [([n, n * n % 7, 3 - n],) for n in range(40)]
    >>> [passes_elements_on(lists, [0], [of(xs) for (xs,) in lists]) for of in (lambda xs: xs[-1], max)]
    [True, False]
    """
    if not outputs:
        return False
    if all(isinstance(output, list | tuple) for output in outputs):
        return any(outputs) and all(
            set(_elements(output)) <= set(_elements(source)) for source, output in zip(sources, outputs, strict=True)
        )
    return any(_are_at_given_places(sources, changed, outputs, sizes) for sizes in (False, True))


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


def _are_at_given_places(
    sources: Sequence[tuple[Any, ...]], changed: Sequence[int], outputs: Sequence[Any], by_sizes: bool
) -> bool:
    """Whether each output stands at one place of all sources whose others are equal, and whose sequences as long."""
    places: dict[Any, set[int]] = {}
    repeated = 0
    for source, output in zip(sources, outputs, strict=True):
        elements = [one for place in changed for one in _elements(source[place])]
        others = [key(one) for place, one in enumerate(source) if place not in changed]
        group = *others, len(elements) if by_sizes else None
        found = {place for place, one in enumerate(elements) if [one] == [*_elements(output)]}
        repeated += group in places and len(found) < len(elements)
        places[group] = places.get(group, found) & found
        if not places[group]:
            return False
    return repeated >= SHAPES.least_passed_on
