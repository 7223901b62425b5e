"""Hypothesis strategies that are not understood, of dates, records and other values that can be built anew."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from genmorph.model import Built, Container, Domain, Kind, UsageError
from genmorph.settings import MIXED_DRAWS
from genmorph.values.building import as_data, source_text
from genmorph.values.foreign import type_of
from genmorph.values.formed import Change
from genmorph.values.kinds import as_kind, common_shape, is_array, is_too_long, one_deeper, plain_number, scalar_kind
from genmorph.values.labels import key
from genmorph.values.objects import Objs, as_calls, objs
from genmorph.values.registered import changes_of
from genmorph.values.strategies import Look, Opaque, Origin
from genmorph.values.value_forms import form_of, is_harmless, is_odd_array

_CONTAINERS: Mapping[type, Container] = {list: Container.LIST, tuple: Container.TUPLE}
_HERE = ("builtins", "numpy")
"""Modules that tests and workers need not be told of."""
_FORMED = (*_HERE, "pandas", "polars")
"""Modules of which all values have forms."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class OpaqueValues(Opaque):
    """A strategy of the user's with values of which some are beyond plain data; these stand as what builds them.

    Of other values it is known that they are of the types that the sample has.
    """

    generators: tuple[Objs, ...] = ()
    """The classes of the objects among the values."""
    changes: tuple[Change, ...] = field(init=False)
    """What can be done to all values of the sample."""
    _sorts: frozenset[object] = field(init=False)

    def __post_init__(self) -> None:
        Opaque.__post_init__(self)
        present = [value for value in self.sample if value is not None]
        object.__setattr__(self, "_sorts", frozenset(map(_sort, present)))
        object.__setattr__(self, "changes", changes_of(present) if self.container is None else ())

    def _take(self, value: Any) -> Any:
        taken = _taken(value, self.generators)
        if taken is None or self.container in (None, _CONTAINERS.get(type(taken))):
            return taken
        raise ValueError(f"value must be a {self.container} as the others are, got {value!r:.80}")

    def contains(self, value: object) -> bool | None:
        """None (unknown) for values of the types that the strategy gave, else False."""
        try:
            return None if (value is None and self._has_none) or _sort(self._take(value)) in self._sorts else False
        except ValueError:
            return False

    def strategy(self) -> str:
        """The strategy by name or as it was written, else a choice from the sample, each value made anew."""
        written = self.written()
        if written is not None:
            return written.expression
        return f"st.sampled_from({source_text(list(self.sample))}).map(lambda value: deepcopy(value))"

    def homes(self) -> frozenset[str]:
        written = self.written()
        return self.makers if written is None else written.homes

    @property
    def makers(self) -> frozenset[str]:
        """The modules of what builds the values."""
        return frozenset(module for module, _ in _made_by(self.sample) if module not in _HERE)


def sample_values(strategy: Any, look: Look) -> OpaqueValues:
    """The domain of a strategy's values, some of which are beyond plain data.

    Raises:
        UsageError: There are values that no other process can build.

    """
    classes: dict[type, Objs] = {}
    generated = list(chain.from_iterable(look.batches))
    try:
        for value in generated:
            _find_classes(value, classes)
        taken = [_taken(value, tuple(classes.values())) for value in generated]
    except (UsageError, ValueError) as error:
        raise UsageError(
            "strategy must generate numbers, Booleans, texts, lists, tuples, bytes or arrays of at most 10,000 "
            "elements, or values that can be built anew, such as dates, decimals and dataclasses with type hints, got "
            f"{strategy!r:.200} ({error})"
        ) from error
    present = [value for value in taken if value is not None]
    if not present:
        raise UsageError(f"strategy must generate other values than None, got {strategy!r:.200}")
    containers = {_CONTAINERS.get(type(value)) for value in present}
    container = containers.pop() if len(containers) == 1 else None
    distinct = tuple({key(value): value for value in taken}.values())
    kept = distinct if look.is_whole else distinct[: MIXED_DRAWS.exported]
    kept = kept if None in kept or len(present) == len(taken) else (*kept, None)
    return OpaqueValues(Kind.OTHER, strategy, kept, container, look.is_whole, generators=tuple(classes.values()))


def seen_values(values: Sequence[Any], where: str) -> Opaque:
    """A domain from which some values are drawn that were seen somewhere, and of which others of their kind may be.

    Raises:
        UsageError: There are values that no other process can build.

    >>> seen = seen_values(["a", "b"], "outputs of spell")
    >>> seen.contains("c"), seen.contains(3), seen.strategy()
    (None, False, 'st.sampled_from(["a", "b"])')

    """
    shape, origin = common_shape(values), Origin(where)
    if shape is None:
        return sample_values(origin, Look([list(values)], is_whole=True))
    plain = [as_kind(plain_number(value), shape.kind) for value in values]
    distinct = tuple({key(value): value for value in plain}.values())
    return Opaque(shape.kind, origin, distinct, shape.container, is_whole=True)


def is_seen(domain: Domain) -> bool:
    """Whether the values of a domain are such as were seen somewhere."""
    return isinstance(domain, Opaque) and isinstance(domain.origin, Origin)


def generators_of(sample: Iterable[Any]) -> tuple[Objs, ...]:
    """The classes of the objects that are built in a sample, of which only they themselves say how they are made."""
    calls = dict.fromkeys(made for value in sample for made in _made_by(value) if not _has_form(made))
    return tuple(Objs(*made) for made in calls)


def _has_form(made: tuple[str, str]) -> bool:
    return is_harmless(made) or made[0] in _FORMED


def _made_by(value: Any) -> Iterator[tuple[str, str]]:
    """The module and the name of all that is called, or named, to build a value."""
    match value:
        case list() | tuple():
            yield from chain.from_iterable(map(_made_by, value))
        case dict():
            yield from _made_by([*value, *value.values()])
        case Built("call" | "name" as maker, (module, qualname, *parts)):
            yield module, qualname
            yield from _made_by(parts if maker == "call" else [])
        case Built(parts=parts):
            yield from _made_by(parts)


def _taken(value: Any, generators: tuple[Objs, ...]) -> Any:
    """The value as other processes build it; ValueError where they cannot, and where it is too long."""
    if is_too_long(value):
        raise ValueError(f"a {type(value).__name__} of {len(value):,} elements")
    return as_data(as_calls(value, generators))


def _sort(value: Any) -> object:
    """What is common to values that are alike."""
    return type_of(value) or type(value)


def _find_classes(value: Any, found: dict[type, Objs], depth: int = 0) -> None:
    """Add the classes of objects in a value.

    Raises:
        UsageError: A class does not say how its objects are made, or the value is too deep.
        ValueError: It is an array that its elements do not give.

    """
    if type(value) in _CONTAINERS:
        for item in value:
            _find_classes(item, found, one_deeper(depth))
    elif isinstance(value, dict):
        for item in chain(value, value.values()):
            _find_classes(item, found, one_deeper(depth))
    elif is_odd_array(value):
        raise ValueError(f"numpy array of the class {type(value).__name__}")
    elif not (value is None or scalar_kind(value) or isinstance(value, bytes) or is_array(value) or form_of(value)):
        made = type(value)
        if made not in found:
            found[made] = objs(made)
        for name in found[made].recipe.names:
            _find_classes(getattr(value, name, None), found, one_deeper(depth))
