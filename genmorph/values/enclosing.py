"""The simple domain around values that were seen, where all that is known of others is that they are like these."""

import math
from collections.abc import Callable, Sequence
from itertools import chain, pairwise
from random import Random
from typing import Any

from genmorph.model import Container, Kind, UsageError
from genmorph.settings import RECOGNITION, VALUE_LIMITS
from genmorph.values.ascending import ascending, has_order
from genmorph.values.bools import bools
from genmorph.values.kinds import Shape
from genmorph.values.listed import froms
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.floats import floats
from genmorph.values.numbers.ints import ints
from genmorph.values.sequences import byte_strings, lists
from genmorph.values.texts import texts
from genmorph.values.tuples import tuples
from genmorph.values.unions import anys, optionals

Batches = Sequence[Sequence[Any]]
"""Values that were seen, drawn again and again: what is seen each time is no accident."""


def enclosing(batches: Batches, shape: Shape) -> Narrowable | None:
    """The domain around values of one shape; None for arrays, and for sequences of several kinds.

    A bound is a number that two batches reach and none exceeds; a length, one that all batches reach.

    >>> enclosing([(0, 7, 2**60), (5, 2**50, 0)], Shape(Kind.INT)), enclosing([(3, None), (3,)], Shape(Kind.INT))
    (ints(min=0), optionals(ints(3, 3)))
    >>> enclosing([["ab", "b"], ["ba"], ["bb", "aa"]], Shape(Kind.TEXT))
    texts("ab", max_len=2)
    """
    present = [[value for value in batch if value is not None] for batch in batches]
    if not all(present):
        return None
    try:
        found = _around(present, shape)
    except UsageError:  # lengths that no domain has
        return None
    has_none = any(None in batch for batch in batches)
    return optionals(found) if found is not None and has_none else found


def _around(batches: Batches, shape: Shape) -> Narrowable | None:
    match shape.kind, shape.container:
        case Kind.INT, None:
            return ints(*_ends(batches))
        case Kind.FLOAT, None:
            return _around_floats(batches)
        case Kind.BOOL, None:
            return bools()
        case Kind.TEXT, None:
            return texts(_alphabet(batches), *_sizes(batches))
        case _, Container.BYTES:
            return byte_strings(*_sizes(batches))
        case kind, Container.LIST | Container.TUPLE if kind.element is not None:
            return _around_sequences(batches, kind.element, shape.container)
    return None


def _around_sequences(batches: Batches, kind: Kind, container: Container) -> Narrowable | None:
    """In ascending order, where all are, enough of them of different elements, and bounds alone do not say so."""
    found = _around_elements(batches, kind, container)
    every = [value for batch in batches for value in batch]
    telling = len({tuple(value) for value in every if len(set(value)) > 1})
    if found is None or not has_order(found) or telling < RECOGNITION.least_ordered or not _are_ordered(every):
        return found
    rng = Random(0)
    return found if _are_ordered([found.draw(rng) for _ in range(RECOGNITION.least_ordered)]) else ascending(found)


def _are_ordered(every: Sequence[Any]) -> bool:
    """Whether all are in ascending order; NaN has no place in one."""
    return all(one <= other for value in every for one, other in pairwise(value))


def _around_elements(batches: Batches, kind: Kind, container: Container) -> Narrowable | None:
    least, most = _sizes(batches)
    if container is Container.TUPLE and least == most > 1:
        columns = ([[value[place] for value in batch] for batch in batches] for place in range(least))
        each = [_around(column, Shape(kind)) for column in columns]
        return tuples(*(element for element in each if element is not None))
    elements = [list(chain.from_iterable(batch)) for batch in batches]
    element = _around(elements, Shape(kind)) if all(elements) else None
    if element is None:
        return None
    return lists(element, least, most) if container is Container.LIST else tuples(element, min_len=least, max_len=most)


def _around_floats(batches: Batches) -> Narrowable:
    numbers = [[value for value in batch if not math.isnan(value)] for batch in batches]
    low, high = _ends(numbers)
    found = floats(low, high, allow_infinity=any(math.inf in map(abs, batch) for batch in numbers))
    return found if sum(map(len, numbers)) == sum(map(len, batches)) else anys(found, froms([math.nan]))


def _ends(batches: Batches, wanted: int = 2) -> tuple[Any, Any]:
    """The least and the greatest value; None where it is infinite, or too few batches reach it."""
    return _end(batches, min, wanted), _end(batches, max, wanted)


def _end(batches: Batches, choose: Callable[[Any], Any], wanted: int) -> Any:
    ends = [choose(batch) for batch in batches if batch]
    end = choose(ends) if ends else math.inf
    return end if ends.count(end) >= wanted and abs(end) != math.inf else None


def _sizes(batches: Batches) -> tuple[int, int]:
    """The least and the greatest length; those of the longest domain where there is no bound."""
    least, most = _ends([list(map(len, batch)) for batch in batches], wanted=len(batches))
    return least or 0, VALUE_LIMITS.longest if most is None else most


def _alphabet(batches: Batches) -> str | None:
    """The characters that were seen, where no batch has one that no other has; else None."""
    seen = [set("".join(batch)) for batch in batches]
    others = [set().union(*seen[:place], *seen[place + 1 :]) for place in range(len(seen))]
    is_known = all(letters <= other for letters, other in zip(seen, others, strict=True))
    return "".join(sorted(set().union(*seen))) or None if is_known else None
