"""Dicts: of any keys of a domain, or of fixed keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from genmorph.model import Built, Container, Domain, Kind, UsageError
from genmorph.settings import SIZE_DRAWS, VALUE_LIMITS
from genmorph.values import labels
from genmorph.values.formed import Change, View, typed_condition
from genmorph.values.kinds import is_too_long, scalar_kind
from genmorph.values.narrowable import Narrowable, check_element, together
from genmorph.values.python_text import SOURCE, Source, as_primary, conjunction, python_text, write_call
from genmorph.values.sequences import Sequences, count_distinct
from genmorph.values.sizes import SIZES, Way, are_distinct, check_sizes, common_sizes, size_condition
from genmorph.values.steps import Entry, Held, Keys, Step

_NEW_KEYS = ("a", 0)


def _set_to(held: int) -> Change:
    return Change(
        f"set_to_{held}",
        _NEW_KEYS,
        before=lambda domain, key: domain.before_setting(key, held),
        apply=lambda value, key: {**value, key: held},
        text=lambda value, key: f"{{**{value}, {python_text(key)}: {held}}}",
        words=lambda value, key: f"{python_text(key)} of {value} is set to {held}",
        examples=(({"b": 5}, "a", {"b": 5, "a": held}),),
    )


@dataclass(frozen=True, slots=True, repr=False)
class Dicts(Narrowable):
    """All dicts of `min_size` to `max_size` entries with such keys and values."""

    keys: Narrowable
    held: Narrowable
    min_size: int
    max_size: int
    _keys: Sequences = field(init=False, compare=False)
    kind = Kind.OTHER
    changes = (
        Change(
            "reverse_entries",
            (),
            before=lambda domain, _: domain.with_sizes(2, domain.max_size),
            apply=lambda value, _: dict(reversed(value.items())),
            text=lambda value, _: f"dict(reversed({value}.items()))",
            words=lambda value, _: f"the entries of {value} are reversed",
            examples=(({"a": 1, "b": 2}, None, {"b": 2, "a": 1}),),
            is_involution=True,
        ),
        Change(
            "remove_entry",
            (),
            before=lambda domain, _: domain.with_sizes(domain.min_size + 1, domain.max_size),
            apply=lambda value, _: dict([*value.items()][1:]),
            text=lambda value, _: f"dict([*{value}.items()][1:])",
            words=lambda value, _: f"the first entry of {value} is removed",
            examples=(({"a": 1, "b": 2}, None, {"b": 2}),),
        ),
        _set_to(0),
        _set_to(1),
    )
    views = (View("sorted({})", sorted), View("sorted({}.values())", lambda held: sorted(held.values())))
    makers = (("builtins", "dict"),)

    def __post_init__(self) -> None:
        count_distinct(self.keys, self.min_size, "keys")
        keys = Sequences(self.keys, Container.LIST, self.min_size, self.max_size, unique=True)
        object.__setattr__(self, "_keys", keys)

    def draw(self, rng: Random) -> Built:
        return Built("dict", tuple((key, self.held.draw(rng)) for key in self._keys.draw(rng)))

    def boundary_way(self, constants: Sequence[int | float], pieces: Sequence[str], /) -> Way:
        """Draws of dicts whose values are those of lists at their boundaries, such as large ones that cancel."""
        values = Sequences(self.held, Container.LIST, self.min_size, self.max_size).boundary_way(constants, pieces)
        return lambda rng: Built("dict", tuple(zip(self._keys.draw(rng), values(rng), strict=False)))

    def contains(self, value: object) -> bool | None:
        pairs = _pairs(value)
        if pairs is None or not self.min_size <= len(pairs) <= self.max_size:
            return False
        found = together(both for key, item in pairs for both in (self.keys.contains(key), self.held.contains(item)))
        return False if found is False or not are_distinct(key for key, _ in pairs) else found

    def changeable_parts(self) -> Mapping[Step, Narrowable]:
        """The values; and the keys, where distinct ones stay distinct."""
        keys: dict[Step, Narrowable] = (
            {Keys(): self.keys} if self.keys.kind in (Kind.INT, Kind.TEXT, Kind.OTHER) else {}
        )
        return {Held(): self.held} | keys

    def with_part(self, step: Step, part: Narrowable) -> "Dicts | None":
        least = max(1, self.min_size)
        keys, held = (part, self.held) if isinstance(step, Keys) else (self.keys, part)
        return _dicts_of(keys, held, least, self.max_size)

    def with_sizes(self, least: int, most: int) -> "Dicts | None":
        """The dicts of these sizes; None where there are none."""
        return _dicts_of(self.keys, self.held, max(self.min_size, least), min(self.max_size, most))

    def before_setting(self, key: object, held: object) -> "Dicts | None":
        """The dicts that have room for one more entry, where such an entry may be there."""
        may_be_there = self.keys.contains(key) and self.held.contains(held)
        return self.with_sizes(self.min_size, self.max_size - 1) if may_be_there else None

    @property
    def has_condition(self) -> bool:
        return None not in (typed_condition(self.keys, "v"), typed_condition(self.held, "w"))

    def condition_text(self, text: str, /) -> str | None:
        both = conjunction(typed_condition(self.keys, "v"), typed_condition(self.held, "w"))
        each = f"all({both} for v, w in {as_primary(text)}.items())" if self.has_condition else None
        return conjunction(size_condition(self.min_size, text, self.max_size), each)

    def fed_back(self) -> Narrowable:
        return replace(self, max_size=VALUE_LIMITS.longest)

    def joined(self) -> Narrowable:
        return replace(self, max_size=2 * self.max_size) if self.max_size == SIZE_DRAWS.usual_entries else self

    def notation(self) -> str:
        sizes = {"min_size": self.min_size} if self.min_size else {}
        sizes |= {"max_size": self.max_size} if self.max_size != SIZE_DRAWS.usual_entries else {}
        return write_call("dicts", [Source(self.keys.notation()), Source(self.held.notation())], sizes)

    def strategy(self) -> str:
        sizes = {"min_size": self.min_size, "max_size": self.max_size}
        return write_call("st.dictionaries", [Source(self.keys.strategy()), Source(self.held.strategy())], sizes)

    def _within(self, other: "Dicts") -> Narrowable | None:
        """The empty dict where no entries are common to both."""
        sizes = common_sizes((self.min_size, self.max_size), other.min_size, other.max_size)
        keys, held = self.keys.intersect(other.keys), self.held.intersect(other.held)
        if sizes is None or keys is None or held is None:
            return Dicts(self.keys, self.held, 0, 0) if sizes and sizes[0] == 0 else None
        return _dicts_of(keys, held, *sizes)


OF_ONE_ENTRY = frozenset(one.name for one in Dicts.changes if not one.is_involution)
"""The changes that put in or take out one entry."""


def _dicts_of(keys: Narrowable, held: Narrowable, least: int, most: int) -> Dicts | None:
    """None where there are too few keys, or no such sizes."""
    try:
        return Dicts(keys, held, least, most) if least <= most else None
    except UsageError:
        return None


@dataclass(frozen=True, slots=True, repr=False)
class FixedDicts(Narrowable):
    """All dicts with these keys, in this order, each with its domain."""

    entries: tuple[tuple[Any, Narrowable], ...]
    kind = Kind.OTHER

    def draw(self, rng: Random) -> Built:
        return Built("dict", tuple((key, domain.draw(rng)) for key, domain in self.entries))

    def boundary_way(self, constants: Sequence[int | float], pieces: Sequence[str], /) -> Way:
        """Draws of dicts of which some values are at their boundaries."""
        ways = [(key, domain.boundary_way(constants, pieces)) for key, domain in self.entries]
        return lambda rng: Built("dict", tuple((key, way(rng)) for key, way in ways))

    def contains(self, value: object) -> bool | None:
        """Whether the value is a dict of these keys, in any order, or what builds one."""
        pairs = _pairs(value)
        if pairs is None or {labels.key(one) for one, _ in pairs} != {labels.key(one) for one, _ in self.entries}:
            return False
        held = dict(pairs)
        return together(domain.contains(held[key]) for key, domain in self.entries)

    def changeable_parts(self) -> Mapping[Step, Narrowable]:
        """The value of each key that is a name."""
        return {Entry(key): held for key, held in self.entries if isinstance(key, str) and key.isidentifier()}

    def with_part(self, step: Step, part: Narrowable) -> "FixedDicts | None":
        if not isinstance(step, Entry):
            return None
        return FixedDicts(tuple((key, part if key == step.name else held) for key, held in self.entries))

    def notation(self) -> str:
        return write_call("dicts", [{key: Source(domain.notation()) for key, domain in self.entries}], {})

    def strategy(self) -> str:
        entries = {key: Source(domain.strategy()) for key, domain in self.entries}
        return f"st.fixed_dictionaries({python_text(entries, SOURCE)})"

    def _within(self, other: "FixedDicts") -> Narrowable | None:
        theirs = dict(other.entries)
        if theirs.keys() != dict(self.entries).keys():
            return None
        common = [(key, domain.intersect(theirs[key])) for key, domain in self.entries]
        known = tuple((key, domain) for key, domain in common if domain is not None)
        return FixedDicts(known) if len(known) == len(common) else None


def dicts(
    keys: Domain | Mapping[Any, Domain],
    values: Domain | None = None,
    min_size: int = 0,
    max_size: int = SIZE_DRAWS.usual_entries,
) -> Dicts | FixedDicts:
    """Make the domain of all dicts of such keys and values, or of dicts with fixed keys.

    Args:
        keys: The domain of the keys; or a mapping of all keys to the domains of their values.
        values: The domain of the values, where `keys` is a domain.
        min_size: The least number of entries.
        max_size: The greatest number of entries.

    Raises:
        UsageError: A part does not fit, such as `values` beside fixed keys.

    >>> from genmorph.domain import floats, ints, texts
    >>> dicts(texts(), ints(0, 9), max_size=3).strategy()
    'st.dictionaries(st.text(max_size=20), st.integers(0, 9), min_size=0, max_size=3)'
    >>> dicts({"units": ints(1, 9), "rate": floats(0, 1)}).strategy()
    'st.fixed_dictionaries({"units": st.integers(1, 9), "rate": st.floats(0.0, 1.0)})'
    >>> dicts(ints(0, 3), ints(), min_size=5)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: keys must have at least 5 distinct values, got ints(0, 3)

    """
    if isinstance(keys, Mapping):
        if (values, min_size, max_size) != (None, 0, SIZE_DRAWS.usual_entries):
            raise UsageError(f"values, min_size and max_size must be left out with a dict of keys, got {keys!r:.80}")
        return FixedDicts(tuple((_checked_key(key), check_element(held, "values")) for key, held in keys.items()))
    sizes = check_sizes(min_size, max_size, SIZES)
    return Dicts(check_element(keys, "keys"), check_element(values, "values"), *sizes)


def _checked_key(key: Any) -> Any:
    if scalar_kind(key) is None or is_too_long(key):
        raise UsageError(
            f"keys must be numbers, Booleans or texts of at most {VALUE_LIMITS.longest} characters, got {key!r:.80}"
        )
    return key


def _pairs(value: object) -> tuple[Any, ...] | None:
    match value:
        case dict():
            return tuple(value.items())
        case Built("dict", pairs):
            return pairs
    return None
