"""What users pass as a domain, made a domain; and the domains of which only the kind is known."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from genmorph.model import Domain, Kind, UsageError
from genmorph.settings import INT_DRAWS
from genmorph.values.bools import bools
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.floats import floats
from genmorph.values.numbers.ints import ints
from genmorph.values.recognition import recognise
from genmorph.values.sequences import lists
from genmorph.values.strategies import Opaque, check_strategy, is_strategy, sample, sample_any
from genmorph.values.texts import texts
from genmorph.values.unions import Optionals, Unions


def as_domain(value: object, name: str, takes_objects: bool = False) -> Domain:
    """The domain of parameter `name`, from a domain or a Hypothesis strategy.

    Where objects are taken a strategy may give anything, of any kinds.

    >>> from hypothesis import strategies as st
    >>> as_domain(st.integers(0, 9), "k"), as_domain(ints(0, 9), "k")
    (ints(0, 9), ints(0, 9))
    >>> as_domain(9, "k")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: domain of k must be a domain such as ints(0, 9) or a Hypothesis strategy, got 9
    """
    found: Any = understood(value, name)
    try:
        if not is_strategy(found):
            return found  # type: ignore[no-any-return]
        return sample_any(found) if takes_objects else _sampled(found)
    except UsageError as error:
        raise UsageError(f"domain of {name}: {error}") from error


@lru_cache(maxsize=64)
def _sampled(strategy: Any) -> Domain:
    """One domain for each strategy: arguments that share it can be swapped, and to sample takes a while."""
    return sample(strategy)


def understood(value: object, name: str) -> Any:
    """The domain as `as_domain` gives it, but a strategy that has to be sampled as it is."""
    if isinstance(value, Opaque) or (isinstance(value, Narrowable) and not isinstance(value, type)):
        return value
    if not is_strategy(value):
        raise UsageError(
            f"domain of {name} must be a domain such as ints(0, 9) or a Hypothesis strategy, got {value!r:.80}"
        )
    try:
        check_strategy(value)
        return recognise(value) or value
    except UsageError as error:
        raise UsageError(f"domain of {name}: {error}") from error


def default_domain(kind: Kind) -> Domain:
    """The domain of a parameter of which only the kind is known.

    UsageError where there is no such domain, for other kinds than relations speak of.

    >>> default_domain(Kind.INT), default_domain(Kind.NESTED)
    (ints(-1000000, 1000000), lists(lists(ints(-1000000, 1000000))))
    """
    match kind:
        case Kind.INT:
            return ints(-INT_DRAWS.default, INT_DRAWS.default)
        case Kind.FLOAT:
            return floats()
        case Kind.BOOL:
            return bools()
        case Kind.TEXT:
            return texts()
        case Kind.OTHER:
            raise UsageError(f"kind must be one that relations speak of, got {kind.value}")
    return lists(default_domain(kind.element or Kind.INTS))


def within(domain: Domain, most: int) -> Any:
    """The domain with ints from -most to most in the place of those that `default_domain` gives."""
    if domain == default_domain(Kind.INT):
        return ints(-most, most)
    if isinstance(domain, Optionals):
        return replace(domain, inner=within(domain.inner, most))
    if isinstance(domain, Unions):
        return replace(domain, parts=tuple(within(part, most) for part in domain.parts))
    return domain
