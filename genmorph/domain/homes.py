"""Which modules the strategy of a domain names, so that a test has to import them."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from genmorph.domain.narrowing import Narrowable
from genmorph.domain.objects import Objs
from genmorph.domain.opaque import Opaque
from genmorph.domain.opaque_objects import OpaqueObjects
from genmorph.model import Domain


def homes_of(domain: Domain) -> frozenset[str]:
    """The modules of strategies and of generators that the strategy's text names.

    >>> from genmorph.domain import ints, lists
    >>> homes_of(lists(ints()))
    frozenset()
    """
    if isinstance(domain, Opaque):
        path = domain.import_path()
        return frozenset(path[:1] if path else ())
    if isinstance(domain, OpaqueObjects):
        return domain.written().homes
    own = {domain.module} if isinstance(domain, Objs) else ()
    inner = [argument.domain for argument in domain.arguments] if isinstance(domain, Objs) else _parts_of(domain)
    return frozenset(own).union(*map(homes_of, inner))


def _parts_of(domain: Any) -> Iterator[Domain]:
    """The domains that a domain is made of."""
    for field in fields(domain):
        yield from _domains_in(getattr(domain, field.name))


def _domains_in(value: Any) -> Iterator[Domain]:
    if isinstance(value, tuple):
        for item in value:
            yield from _domains_in(item)
    elif isinstance(value, Opaque | Narrowable):
        yield value
