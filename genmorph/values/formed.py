"""What domains of values beyond plain data have in common: each value is made of one plain value."""

import operator
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from genmorph.model import Domain, Kind
from genmorph.values.building import as_data, build
from genmorph.values.foreign import builds_without_harm, natives, type_of
from genmorph.values.narrowable import Narrowable
from genmorph.values.paths import find_named
from genmorph.values.python_text import conjunction
from genmorph.values.sizes import Way
from genmorph.values.unions import Optionals
from genmorph.values.value_forms import STANDARD


@dataclass(frozen=True, slots=True)
class Change:
    """What can be done to a value, with a constant: the new value, Python text of it, and words.

    `constants` are tried in this order; there are none where it takes no constant. `before` gives the values of a
    domain that stay in it when they are changed; None where there are none. `examples` are values, constants and new
    values, which a test checks. Changes of one name have one `apply`, whatever the kind; it leaves the value itself as
    it is, which is made once for all that is done to it.
    """

    name: str
    constants: tuple[Any, ...]
    before: Callable[[Any, Any], "Foreign | None"]
    apply: Callable[[Any, Any], Any]
    text: Callable[[str, Any], str]
    words: Callable[[str, Any], str]
    examples: tuple[tuple[Any, Any, Any], ...]
    idle: tuple[Any, ...] = ()
    """Constants with which it changes nothing, or makes all values the same."""
    is_involution: bool = False
    """Whether applying it twice gives the value back."""
    enlarges: bool = False
    """Whether numbers above 0 make the value larger in its order, and those below 0 smaller."""
    scales: bool = False
    """Whether the value is multiplied by the constant."""
    elements: Callable[[Any], Domain] | None = None
    """For constants that are elements: the domain from which they are drawn, of a domain of the values."""
    numbers: Callable[[Any], Domain | None] | None = None
    """Where it changes each number in a value, by floats too: the domain of these numbers, of a domain of the values;
    None for values that it changes by ints alone."""

    def applied(self, value: Any, constant: Any) -> Any:
        """What builds the new value, of what builds a value and a constant; None where there is no such value."""
        try:
            return as_data(self.apply(natives(value), natives(constant)))
        except (ArithmeticError, ValueError, TypeError, LookupError):  # beyond the last date, or no such zone
            return None

    @property
    def is_drawable(self) -> bool:
        """Whether its constant may be drawn: an element, or an int."""
        return self.elements is not None or {int} == set(map(type, self.constants))

    def takes(self, constant: Any) -> bool:
        """Whether the constant is of the type of its own ones, and changes something."""
        is_alike = type(constant) in set(map(type, self.constants))
        return is_alike and constant not in self.idle if self.constants else constant is None


def stepped(value: Any, domain: Domain, step: float, rng: Random) -> Any:
    """What is so many units further in the order of a value: days, months, cents; None where the kind has none.

    >>> import datetime as dt
    >>> from genmorph.domain import dates
    >>> from genmorph.values.building import as_data
    >>> stepped(as_data(dt.date(2024, 2, 28)), dates(), 7, Random(0)) == as_data(dt.date(2024, 3, 6))
    True
    """
    found = steps_of(domain)
    return rng.choice(found).applied(value, step) if found and step else None


def steps_of(domain: Domain) -> list[Change]:
    """What makes values larger or smaller by so many units; nothing where they have no order."""
    held = domain.inner if isinstance(domain, Optionals) else domain
    changes = getattr(held, "changes", ())
    return [change for change in changes if change.enlarges and change.is_drawable and change.elements is None]


def added(example: Any, after: Any, numbers: Callable[[Any], Domain | None] | None = None) -> Change:
    """Addition of an int, which the kinds share that have it; `after` is 3 more than the example."""
    return Change(
        "add_exactly",
        (1, -1, 10),
        before=lambda domain, number: domain.before_adding(number),
        apply=operator.add,
        text=lambda value, number: f"{value} {'-' if number < 0 else '+'} {abs(number)}",
        words=lambda value, number: f"{value} {'grows' if number > 0 else 'shrinks'} by {abs(number)}",
        examples=((example, 3, after),),
        idle=(0,),
        enlarges=True,
        numbers=numbers,
    )


def scaled(
    example: Any,
    after: Any,
    name: str = "scale_exactly",
    apply: Callable[[Any, Any], Any] = operator.mul,
    numbers: Callable[[Any], Domain | None] | None = None,
) -> Change:
    """Multiplication by an int, which the kinds share that have it; `after` is three times the example."""
    return Change(
        name,
        (-1, 2, 10),
        before=lambda domain, factor: domain.before_scaling(factor),
        apply=apply,
        text=lambda value, factor: f"-{value}" if factor == -1 else f"{value} * {factor}",
        words=lambda value, factor: (
            f"{value} has the other sign" if factor == -1 else f"{value} is multiplied by {factor}"
        ),
        examples=((example, 3, after),),
        idle=(0, 1),
        scales=True,
        numbers=numbers,
    )


@dataclass(frozen=True, slots=True)
class View:
    """What relations read of a value in the place of the value: `text` is Python with `{}` for it.

    `read` leaves the value as it is, which is made once for all that is read of it.
    """

    text: str
    read: Callable[[Any], Any]
    keeps_order: bool = False
    """Whether values are in the order of what is read of them, so that they are compared themselves."""
    shows_infinity: bool = False
    """Whether an infinite float is what there is to see; of decimals it is one that is too large for a float."""


def has_changes(domain: Domain) -> bool:
    """Whether something can be done to the values of a domain, or to a part of them."""
    if domain.kind is not Kind.OTHER or domain.container is not None:
        return True
    if getattr(domain, "changes", ()):
        return True
    if not isinstance(domain, Narrowable):
        return False
    return any(has_changes(part) and domain.keeps(step) for step, part in domain.changeable_parts().items())


_TYPES = {Kind.INT: "is int", Kind.FLOAT: "in (int, float)", Kind.BOOL: "is bool", Kind.TEXT: "is str"}


def typed_condition(domain: Domain, text: str) -> str | None:
    """Python that is true of the values of a domain alone, whatever their types; None where no text says that.

    >>> from genmorph.domain import dates, ints, lists
    >>> typed_condition(ints(0, 9), "v"), typed_condition(lists(ints()), "v")
    ('type(v) is int and 0 <= v <= 9', None)
    >>> typed_condition(dates("2024-01-01", "2024-12-31"), "v")
    'type(v) is datetime.date and datetime.date(2024, 1, 1) <= v <= datetime.date(2024, 12, 31)'
    """
    if not isinstance(domain, Narrowable) or not domain.has_condition:
        return None
    of = _TYPES.get(domain.kind)
    if isinstance(domain, Formed) and isinstance(find_named(*domain.made_by), type):
        of = f"is {'.'.join(domain.made_by).removeprefix('builtins.')}"
    return None if of is None else conjunction(f"type({text}) {of}", domain.condition_text(text))


class Foreign(Narrowable):
    """A domain of values beyond plain data, of which it states what can be done to them and read of them."""

    __slots__ = ()
    kind = Kind.OTHER
    made_by: ClassVar[tuple[str, str]]
    """The module and the name of what makes the values."""
    makers: ClassVar[tuple[tuple[str, str], ...]] = ()
    """All that make values of the kind, where that is not the same for all of its domains."""
    changes: ClassVar[tuple[Change, ...]] = ()
    views: ClassVar[tuple[View, ...]] = ()

    @property
    def home(self) -> str | None:
        """The module that tests and workers import for its values; None for those that they know."""
        return None if self.made_by in STANDARD else self.made_by[0]


class Formed(Foreign):
    """A domain of values that are made of the plain values of an inner domain, one of each."""

    __slots__ = ("_kept",)  # no field: it says nothing that the others do not say
    _kept: Narrowable

    @property
    @abstractmethod
    def inner(self) -> Narrowable:
        """The domain of what the values are made of."""

    @property
    def _inner(self) -> Narrowable:
        """The same, made once: to plan its draws takes longer than a draw."""
        try:
            return self._kept
        except AttributeError:
            object.__setattr__(self, "_kept", self.inner)
            return self._kept

    @staticmethod
    def arguments(value: Any, /) -> tuple[Any, ...]:
        """The arguments with which `made_by` gives an equal value: plain data, or values that have a form of their own.

        Workers ask this of kinds of users. The forms of all others stand in `value_forms`, which workers can load.
        """
        raise NotImplementedError(f"a kind of the user's must say how {value!r:.80} is made")

    @abstractmethod
    def form(self, plain: Any, /) -> Any:
        """The value itself that is made of a plain one."""

    @abstractmethod
    def plain(self, value: Any, /) -> Any:
        """What the value is made of; any exception, or what is not in `inner`, for a value of another domain."""

    @property
    def is_hashable(self) -> bool:
        return True

    @property
    def size(self) -> int | None:
        return self._inner.size

    def values(self) -> Iterator[Any]:
        return map(self._built, self._inner.values())

    def draw(self, rng: Random) -> Any:
        return self._built(self._inner.draw(rng))

    def contains(self, value: object) -> bool | None:
        """Whether the value, or what builds it, is one."""
        try:
            built = value if type_of(value) else as_data(value)
            if type_of(built) != self.made_by:
                return False
            return builds_without_harm(built) and self._inner.contains(self.plain(build(built)))
        except Exception:  # noqa: BLE001 - whatever a value of another type raises
            return False

    def _within(self, other: Any, /) -> Narrowable | None:
        return self if other == self else self.made_of(self._inner.intersect(other._inner))

    def made_of(self, _inner: Narrowable | None, /) -> "Formed | None":
        """The values made of those of another inner domain; None where no domain of this class has just these."""
        return None

    def boundary_way(self, constants: Sequence[int | float], pieces: Sequence[str], /) -> Way:
        inner = self._inner.boundary_way(constants, pieces)
        return lambda rng: self._built(inner(rng))

    def _extremes(self, rng: Random, /) -> Iterator[Any]:
        return map(self._built, self._inner.extremes(rng))

    def _built(self, plain: Any) -> Any:
        return as_data(self.form(plain))
