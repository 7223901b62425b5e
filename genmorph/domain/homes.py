"""Which modules the strategy of a domain names, so that a test has to import them."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from genmorph.domain.arrays import NdArrays
from genmorph.domain.building import built_text
from genmorph.domain.narrowing import Narrowable
from genmorph.domain.objects import Objs
from genmorph.domain.opaque import Opaque
from genmorph.domain.opaque_objects import OpaqueObjects
from genmorph.model import Domain, UsageError


def homes_of(domain: Domain) -> frozenset[str]:
    """The modules of strategies and of generators that the strategy's text names.

    >>> from genmorph.domain import ints, lists
    >>> homes_of(lists(ints()))
    frozenset()
    """
    return frozenset().union(*map(_home_of, _with_parts(domain)))


def described(domain: Domain) -> str:
    """The notation, with all that generators say of their arguments."""
    parts = list(_with_parts(domain))
    recipes = [part.recipe for part in parts if isinstance(part, Objs)]
    conditions = [condition.text() for recipe in recipes for condition in recipe.conditions]
    examples = [built_text(example) for recipe in recipes for example in recipe.examples]
    return repr(([part.notation() for part in parts], conditions, examples))


def makers_of(domain: Domain) -> frozenset[str]:
    """The modules that have to be there for values of the domain to be built.

    >>> from genmorph.domain import ints, lists, np_arrays
    >>> makers_of(lists(np_arrays("uint8", (2, 2))))
    frozenset({'numpy'})
    """
    parts = list(_with_parts(domain))
    own = {part.module for part in parts if isinstance(part, Objs)}
    return frozenset((*own, *(["numpy"] if any(isinstance(part, NdArrays) for part in parts) else [])))


def is_sendable(domain: Domain) -> bool:
    """Whether other processes can make the values; not where a strategy of the user's makes objects."""
    return not any(isinstance(part, OpaqueObjects) for part in _with_parts(domain))


def _home_of(domain: Domain) -> frozenset[str]:
    if isinstance(domain, Objs):
        return frozenset((domain.module,))
    if isinstance(domain, OpaqueObjects):
        return domain.written().homes
    path = domain.import_path() if isinstance(domain, Opaque) else None
    return frozenset(path[:1] if path else ())


def _with_parts(domain: Domain, within: tuple[Objs, ...] = ()) -> Iterator[Domain]:
    """The domain, and those that it is made of; UsageError where a generator, one of `within`, needs its own values."""
    yield domain
    if isinstance(domain, Objs):
        if domain in within:
            raise UsageError(f"generator must not need values of its own making, got {domain.notation()}")
        within = (*within, domain)
        inner: Iterable[Domain] = [argument.domain for argument in domain.recipe.arguments]
    elif isinstance(domain, Opaque | OpaqueObjects):
        inner = ()
    else:
        inner = [part for field in fields(domain) for part in _domains_in(getattr(domain, field.name))]  # type: ignore[arg-type]
    for part in inner:
        yield from _with_parts(part, within)


def _domains_in(value: Any) -> Iterator[Domain]:
    if isinstance(value, tuple):
        for item in value:
            yield from _domains_in(item)
    elif isinstance(value, Opaque | Narrowable):
        yield value
