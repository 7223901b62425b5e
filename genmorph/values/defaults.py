"""Domains to which the default of a parameter is added."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any

from genmorph.model import Container, Domain, Kind
from genmorph.settings import MIXED_DRAWS
from genmorph.values.kinds import INTS_AMONG, LARGEST_EXACT, as_kind
from genmorph.values.labels import key
from genmorph.values.listed import Exactly, exactly, is_literal
from genmorph.values.narrowable import check_element
from genmorph.values.python_text import Source, write_call
from genmorph.values.strategies import Opaque
from genmorph.values.unions import Optionals, Unions, optionals


@dataclass(frozen=True, slots=True, repr=False)
class Defaulted(Unions):
    """A default, which is the first of two parts, and the values of a domain in which it is not."""

    @property
    def size(self) -> int | None:
        size = self.parts[1].size
        return None if size is None else size + 1

    def values(self) -> Iterator[Any]:
        return chain(self.parts[0].values(), self.parts[1].values())

    def draw(self, rng: Random) -> Any:
        return self.parts[rng.random() >= MIXED_DRAWS.default_share].draw(rng)

    def notation(self) -> str:
        default, other = self.parts
        assert isinstance(default, Exactly)
        return write_call("defaulted", [Source(other.notation()), default.value], {})

    def strategy(self) -> str:
        return " | ".join(part.strategy() for part in self.parts)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class DefaultedOpaque(Opaque):
    """A strategy of the user's with a default, which is the first of the sample."""

    def draw(self, rng: Random) -> Any:
        if len(self.sample) == 1 or rng.random() < MIXED_DRAWS.default_share:
            return deepcopy(self.sample[0])
        return self._draw_one_of(self.sample[1:], rng)

    def strategy(self) -> str:
        default = "st.none()" if self.sample[0] is None else exactly(self.sample[0]).strategy()
        return f"{default} | {Opaque.strategy(self)}"


def defaulted(domain: Domain, default: object) -> Domain:
    """Add the default of a parameter to its domain; it is drawn in a fifth of the draws.

    A domain that has the default stays as it is; None is added as `optionals` does; an int is drawn as a float where
    floats are. The default is left out where it is no plain data, and where the domain draws arrays.

    >>> from genmorph.domain import ints
    >>> defaulted(ints(1, 9), -1), defaulted(ints(1, 9), 3), defaulted(ints(1, 9), None), defaulted(ints(1, 9), print)
    (defaulted(ints(1, 9), -1), ints(1, 9), optionals(ints(1, 9)), ints(1, 9))
    >>> defaulted(ints(1, 9), -1).strategy()
    'st.just(-1) | st.integers(1, 9)'
    """
    if not is_literal(default) or domain.contains(default):
        return domain
    if isinstance(domain, Opaque):
        return _beside_opaque(domain, default)
    if default is None:
        return optionals(domain)
    if isinstance(domain, Optionals):
        return optionals(defaulted(domain.inner, default))
    if domain.container is Container.ARRAY:
        return domain
    fitting = _fitted(exactly(default), domain)
    return domain if domain.contains(fitting.value) else Defaulted((fitting, check_element(domain)))


def _beside_opaque(domain: Opaque, default: object) -> Domain:
    """A default of another kind is left out, because there is no kind for the pool then."""
    value = default
    if domain.kind is Kind.OTHER:
        return domain
    if value is not None:
        fitting = _fitted(exactly(value), domain)
        if (fitting.kind, fitting.container) != (domain.kind, domain.container):
            return domain
        value = fitting.value
    sample = (value, *(other for other in domain.sample if key(other) != key(value)))
    around = None if domain.around is None else check_element(defaulted(domain.around, value))
    return DefaultedOpaque(domain.kind, domain.origin, sample, domain.container, domain.is_whole, around)


def _fitted(default: Exactly, domain: Domain) -> Exactly:
    """The default as a value of the domain's kind, where it is one: ints among floats, and what has no elements."""
    if default.container is not domain.container:
        return default
    if default.container is not None and not default.value:
        return replace(default, kind=domain.kind)
    numbers = default.value if isinstance(default.value, list | tuple) else [default.value]
    if default.kind is not INTS_AMONG.get(domain.kind) or any(abs(number) > LARGEST_EXACT for number in numbers):
        return default
    return replace(default, kind=domain.kind, value=as_kind(default.value, domain.kind))
