"""What `Annotated` says beside a type: bounds of its values or sizes, or a domain or strategy in the type's place."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from genmorph.model import Domain, UsageError
from genmorph.settings import VALUE_LIMITS
from genmorph.values.conversion import understood
from genmorph.values.formed import Formed
from genmorph.values.mappings import Dicts
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.floats import Floats, floats
from genmorph.values.numbers.ints import Ints, ints
from genmorph.values.sequences import Sequences
from genmorph.values.sets import Sets
from genmorph.values.strategies import is_strategy
from genmorph.values.texts import Texts
from genmorph.values.unions import Optionals, optionals

_NOT_READ = ("func", "multiple_of", "pattern", "regex", "max_digits", "decimal_places", "tz", "allow_inf_nan")
"""Attributes of constraints that no domain expresses."""
_SIZED = (Texts, Sequences, Sets, Dicts)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and greatest value, each of which may be left out itself, and the least and greatest size."""

    low: Any = None
    high: Any = None
    leaves_low: bool = False
    leaves_high: bool = False
    least: int | None = None
    most: int | None = None

    def apply(self, domain: Domain) -> Domain | None:
        """The values within the bounds; None where no domain has just these.

        >>> from genmorph.domain import texts
        >>> Bounds(low=0, leaves_low=True).apply(ints(-9, 9)), Bounds(least=1, most=3).apply(texts())
        (ints(1, 9), texts(min_len=1, max_len=3))
        """
        if isinstance(domain, Optionals):
            inner = self.apply(domain.inner)
            return inner and optionals(inner)
        sized = domain if (self.least, self.most) == (None, None) else self._sized(domain)
        return sized if (self.low, self.high) == (None, None) or sized is None else self._between(sized)

    def _sized(self, domain: Domain) -> Domain | None:
        if not isinstance(domain, _SIZED):
            return None
        least = max(self.least or 0, domain.min_size)
        if max(least, self.most or 0) > VALUE_LIMITS.longest:
            return None
        usual = domain.max_size if domain.max_size > least else least + domain.max_size
        most = usual if self.most is None else self.most
        try:
            found = replace(domain, min_size=least, max_size=min(most, VALUE_LIMITS.longest)) if least <= most else None
            _ = found.inner if isinstance(found, Sets) else None
        except UsageError:  # fewer elements than such a size takes
            return None
        return found

    def _between(self, domain: Domain) -> Domain | None:
        try:
            match domain:
                case Ints():
                    return domain.intersect(self._ints(domain)) or self._ints(domain)
                case Floats():
                    flags = {"exclude_min": self.leaves_low, "exclude_max": self.leaves_high}
                    return domain.intersect(floats(self.low, self.high, **flags))
                case Formed(inner=Ints() as inner):
                    return domain.made_of(inner.intersect(self._ints(domain)))
        except (UsageError, TypeError, ValueError, ArithmeticError, AttributeError):  # bounds of another type
            return None
        return None

    def _ints(self, domain: Any) -> Ints:
        """The numbers of the values within; those of ints are themselves."""
        plain = domain.plain if isinstance(domain, Formed) else lambda bound: bound
        stated = [bound for bound in (self.low, self.high) if bound is not None]
        if None in map(plain, stated):
            raise ValueError(f"bounds must be values of {domain!r}, got {stated}")  # a bound between two decimals
        low, high = (None if bound is None else plain(bound) for bound in (self.low, self.high))
        least = None if low is None else math.floor(low) + 1 if self.leaves_low else math.ceil(low)
        most = None if high is None else math.ceil(high) - 1 if self.leaves_high else math.floor(high)
        return ints(least, most)


def annotated_domain(metadata: Iterable[Any]) -> Any:
    """The domain that stands in the metadata, or the strategy that has to be sampled; None where there is neither."""
    stated = (one for one in metadata if is_strategy(one) or (isinstance(one, Narrowable) and not _is_class(one)))
    return next((understood(one, "an annotation") for one in stated), None)


def annotated_bounds(metadata: Iterable[Any]) -> Bounds | None:
    """All bounds of the metadata together, by the attributes that `annotated_types` gave them; None for others."""
    constraints = list(_constraints(metadata))
    return None if any(map(_is_no_bound, constraints)) else reduce(_joined, constraints, Bounds())


def are_answered(metadata: Iterable[Any]) -> bool:
    """Whether Hypothesis heeds the constraints that are no bounds: those of `annotated_types` alone."""
    unread = filter(_is_no_bound, _constraints(metadata))
    return all(type(one).__module__.partition(".")[0] == "annotated_types" for one in unread)


def _is_no_bound(constraint: Any) -> bool:
    return any(_stated(constraint, name) is not None for name in _NOT_READ)


def _constraints(metadata: Iterable[Any]) -> Iterator[Any]:
    """Those that stand for several constraints, as the fields of pydantic do, are taken apart."""
    for one in metadata:
        inner = getattr(one, "metadata", None)
        yield one
        if isinstance(inner, list):
            yield from inner


def _joined(known: Bounds, one: Any) -> Bounds:
    """The stricter ones of both."""
    lows = [(_stated(one, "ge"), False), (_stated(one, "gt"), True), (known.low, known.leaves_low)]
    highs = [(_stated(one, "le"), False), (_stated(one, "lt"), True), (known.high, known.leaves_high)]
    low = max((pair for pair in lows if pair[0] is not None), default=(None, False))
    present = [pair for pair in highs if pair[0] is not None]
    high = min(present, key=lambda pair: (pair[0], not pair[1]), default=(None, False))
    leasts = (known.least, *_sizes(one, ("min_length", "min_items")))
    mosts = (known.most, *_sizes(one, ("max_length", "max_items")))
    least = max((size for size in leasts if size is not None), default=None)
    most = min((size for size in mosts if size is not None), default=None)
    return Bounds(low[0], high[0], low[1], high[1], least, most)


def _sizes(one: Any, names: Sequence[str]) -> list[Any]:
    return [size for size in (_stated(one, name) for name in names) if type(size) is int]


def _stated(one: Any, name: str) -> Any:
    """An attribute of an instance; of numbers, texts and classes, which have others of such names, none."""
    return None if _is_class(one) or isinstance(one, int | float | str | bytes) else getattr(one, name, None)


def _is_class(value: object) -> bool:
    return isinstance(value, type)
