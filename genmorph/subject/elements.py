"""Texts and sequences of a domain, put together from their elements."""

from collections.abc import Iterable
from typing import Any

from genmorph.model import Container, Domain, Kind


def has_elements(kind: Kind) -> bool:
    """Whether values of this kind are texts or sequences."""
    return kind is Kind.TEXT or kind.is_sequence


def assemble(elements: Iterable[Any], domain: Domain) -> Any:
    """The value with these elements, or of these parts for a text; None where the domain has none.

    >>> from genmorph.domain import lists, ints, texts
    >>> assemble([1, 2], lists(ints(0, 9))), assemble([1, 20], lists(ints(0, 9))), assemble(["a", "bc"], texts())
    ([1, 2], None, 'abc')
    """
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
