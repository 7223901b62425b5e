"""What all domains have in common whose values are described, and whether whole inputs are valid."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from genmorph.model import Container, Domain, Input, Kind, UsageError


class Narrowable(Domain):
    """A domain whose values are described, not sampled: it tells which of them stay in it when they are changed.

    A class of such domains has at least a kind, `draw`, `contains`, `notation` and `strategy`. Where there are no
    values left, the methods below give None.
    """

    __slots__ = ()
    meets_any: ClassVar[bool] = False
    """Whether `intersect` of this domain takes any other domain."""

    def __repr__(self) -> str:
        return self.notation()

    @property
    def container(self) -> Container | None:
        """None, unless the values are sequences."""
        return None

    @property
    def size(self) -> int | None:
        """The number of values, None where it is unknown or huge."""
        return None

    @property
    def depth(self) -> int:
        """The number of levels of sequences in the values."""
        return 0

    def values(self) -> Iterator[Any]:
        """All values, in a fixed order; UsageError where `size` is None."""
        raise UsageError(f"only bounded domains list their values, got {self!r}")

    def intersect(self, other: Domain, /) -> "Narrowable | None":
        """The values of both domains."""
        if isinstance(other, Narrowable) and other.meets_any:
            return other.intersect(self)
        return self._within(other) if type(other) is type(self) else None

    def _within(self, _other: Any, /) -> "Narrowable | None":
        """The values that another domain of the same class has, too."""
        return None

    def before_adding(self, _c: int | float, /) -> "Narrowable | None":
        """The values x with x + c in the domain too; of sequences, those with c added to each element."""
        return None

    def before_scaling(self, _c: int | float, /) -> "Narrowable | None":
        """The values x with x * c in the domain too, where c is not 0; of sequences, with each multiplied by c."""
        return None

    def before_squaring(self) -> "Narrowable | None":
        """The values x with x * x in the domain too."""
        return None


def check_element(element: object, name: str = "element") -> Narrowable:
    """The domain that others are made of, passed as argument `name`; UsageError where it is none."""
    if not isinstance(element, Narrowable):
        raise UsageError(f"{name} must be a domain such as ints(0, 9), got {element!r:.80}")
    return element


def kind_within(domain: Domain) -> Kind | None:
    """The kind of elements, as `sequence_kind` takes it: None where None may be among them."""
    return None if domain.kind is not Kind.OTHER and domain.contains(None) is not False else domain.kind


def contains_all(domains: Sequence[Domain], values: Input) -> bool | None:
    """Whether each value is in its domain: False if one is not, otherwise None if that is unknown for one.

    >>> from genmorph.domain import bools, ints
    >>> contains_all([ints(0, 9), bools()], (3, True)), contains_all([ints(0, 9), bools()], (10, True))
    (True, False)
    """
    return together(domain.contains(value) for domain, value in zip(domains, values, strict=True))


def count_combinations(domains: Iterable[Domain]) -> int | None:
    """The number of all combinations of a value of each domain; None where it is unknown or infinite."""
    sizes = [domain.size for domain in domains]
    known = [size for size in sizes if size is not None]
    return math.prod(known) if len(known) == len(sizes) else None


def together(answers: Iterable[bool | None]) -> bool | None:
    """Whether all is so: False if something is not, otherwise None if something is unknown."""
    is_known = True
    for answer in answers:
        if answer is False:
            return False
        is_known = is_known and answer is not None
    return True if is_known else None
