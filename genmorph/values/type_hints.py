"""Which domains a type hint, or the annotation and the default value of a parameter, admit."""

import enum
import inspect
import numbers
import sys
import types
import typing
from collections import abc
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import compress
from typing import Any

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.settings import RECOGNITION, SIZE_DRAWS
from genmorph.values.array_shapes import np_shapes
from genmorph.values.array_types import NAMES, TYPE_OF
from genmorph.values.arrays import NdArrays, matrices, np_arrays
from genmorph.values.bools import Bools
from genmorph.values.conversion import as_domain, default_domain
from genmorph.values.enums import Enums, enums
from genmorph.values.evaluated_hints import read_hints
from genmorph.values.exact_numbers import Decimals, Fractions
from genmorph.values.hint_bounds import annotated_bounds, annotated_domain, are_answered
from genmorph.values.listed import Froms, froms
from genmorph.values.mappings import dicts
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.ints import ints
from genmorph.values.paths import find_named
from genmorph.values.recognition import alternatives
from genmorph.values.registered import hinted_domain
from genmorph.values.seeds import Generators, Seeds, as_seeds
from genmorph.values.sequences import Sequences, byte_strings, lists
from genmorph.values.sets import frozensets, sets
from genmorph.values.strategies import Opaque, is_strategy
from genmorph.values.strategy_parts import types_with_strategies
from genmorph.values.tuples import tuples
from genmorph.values.unions import Optionals, Unions, anys, optionals

_INTS, _FLOATS, _BOOLS, _TEXTS = (default_domain(kind) for kind in (Kind.INT, Kind.FLOAT, Kind.BOOL, Kind.TEXT))

_SCALARS: dict[object, tuple[Domain, ...]] = {
    int: (_INTS,),
    float: (_FLOATS, _INTS),
    bool: (_BOOLS,),
    str: (_TEXTS,),
    bytes: (byte_strings(),),
    numbers.Integral: (_INTS,),
    typing.SupportsIndex: (_INTS,),
    numbers.Number: (_FLOATS, _INTS),
    numbers.Real: (_FLOATS, _INTS),
    typing.SupportsFloat: (_FLOATS, _INTS),
}

_ANY_ELEMENT = (_INTS, _FLOATS, _BOOLS, _TEXTS, lists(_INTS))
_SHAPES = np_shapes(1, 1, 0, 20)
_ARRAYS = tuple(np_arrays(TYPE_OF[element.kind], _SHAPES, element) for element in (_FLOATS, _INTS, _BOOLS))
_SEQUENCES = tuple(getattr(abc, name) for name in ("Sequence", "Collection", "Iterable", "Reversible", "Container"))
_MAPPINGS = (dict, abc.Mapping, abc.MutableMapping)
_WORDS = {Kind.INT: "ints", Kind.FLOAT: "floats", Kind.BOOL: "bools", Kind.TEXT: "texts", Kind.OTHER: "objects"}


@dataclass(frozen=True, slots=True)
class Reading:
    """The domains that a hint admits, the one to draw from first.

    `is_whole` says that values of other domains are not admitted; `is_known` that the hint says which values are.
    """

    domains: tuple[Domain, ...] = ()
    is_whole: bool = True
    is_known: bool = True

    def admits(self, domain: Domain, with_none: bool = False) -> bool:
        """Whether the values of a domain are admitted, as far as kinds and containers tell; None where `with_none`."""
        if not self.is_whole:
            return True
        if isinstance(domain, Seeds):
            return any(admitted.kind is Kind.INT for admitted in self.domains)
        if isinstance(domain, Generators):
            return any(getattr(as_seeds(one), "type_name", None) == domain.type_name for one in self.domains)
        if isinstance(domain, Unions):
            return all(self.admits(part, with_none) for part in domain.parts)
        if isinstance(domain, NdArrays):
            are_arrays = (one.container is Container.ARRAY or isinstance(one, NdArrays) for one in self.domains)
            return any(are_arrays)
        return any(_is_alike(domain, admitted, with_none) for admitted in self.domains)


_NOTHING_KNOWN = Reading((), is_whole=False, is_known=False)
_REFUSED = Reading((), is_whole=False)


def is_bare(parameter: inspect.Parameter) -> bool:
    """Whether neither an annotation nor a default says what a parameter takes, but perhaps None."""
    return parameter.annotation is inspect.Parameter.empty and parameter.default in (inspect.Parameter.empty, None)


def has_metadata(hint: Any) -> bool:
    """Whether something beyond types is said of a hint, or inside of it, such as a bound of a length.

    >>> has_metadata(list[typing.Annotated[str, "short"]]), has_metadata(list[str])
    (True, False)
    """
    return typing.get_origin(hint) is typing.Annotated or any(map(has_metadata, typing.get_args(hint)))


def read_hint(hint: Any) -> Reading:
    """What an evaluated hint admits.

    >>> read_hint(list[float]).domains
    (lists(floats()), lists(ints(-1000000, 1000000)))
    >>> read_hint(dict[str, int]).domains, read_hint(int | str).domains[0]
    ((dicts(texts(), ints(-1000000, 1000000)),), anys(ints(-1000000, 1000000), texts()))
    """
    hint = _unnamed(hint)
    origin, arguments = typing.get_origin(hint) or hint, typing.get_args(hint)
    try:  # an annotation may be any value, also one without a hash
        if isinstance(hint, str) or origin in {inspect.Parameter.empty, typing.Any, object}:
            return _NOTHING_KNOWN
    except TypeError:
        return _NOTHING_KNOWN
    if isinstance(hint, typing.TypeVar):
        return _read_variable(hint)
    if not arguments and hint in _SCALARS:
        return Reading(_SCALARS[hint])
    formed = _read_drawn(hint, origin, arguments) or _read_formed(origin, arguments)
    if formed is not None:
        return formed
    typed = sys.modules.get("numpy.typing")
    if typed is not None and hint == typed.ArrayLike:
        return Reading(_ARRAYS, is_whole=False)
    if origin in (typing.Union, types.UnionType):
        return _read_union(arguments, is_mixed=True)
    if origin is typing.Literal:
        return _read_literal(arguments)
    return _read_tuple(arguments) if origin is tuple else _read_sequence(origin, arguments)


def _unnamed(hint: Any) -> Any:
    """What names given to types stand for, but for names that users registered with Hypothesis."""
    while True:
        if isinstance(hint, typing.NewType) and hint not in types_with_strategies():
            hint = hint.__supertype__
        elif type(hint).__name__ == "TypeAliasType":
            hint = hint.__value__
        elif type(typing.get_origin(hint)).__name__ == "TypeAliasType":
            hint = typing.get_origin(hint).__value__[typing.get_args(hint)]
        else:
            return hint


def _is_opaque(hint: Any) -> bool:
    """Whether a strategy is drawn from for it, which no domain can hold."""
    return isinstance(next(iter(read_hint(hint).domains), None), Opaque)


def _is_drawn(hint: Any) -> bool:
    """Whether it is known what to draw, so that Hypothesis need not call constructors of its own accord."""
    return hint in (types.NoneType, Ellipsis) or bool(read_hint(hint).domains)


def _read_registered(hint: Any) -> Reading:
    """What Hypothesis draws for a hint, where that is of a kind; of objects, those that hints alone give, too."""
    from genmorph.values.objects import Objs, makes_known_objects  # its domains are made of hints, too

    strategies = sys.modules.get("hypothesis.strategies")
    if strategies is None:
        return _REFUSED
    strategy = strategies.from_type(hint)
    try:
        found = _sampled(strategy)
    except UsageError:
        return _REFUSED
    if isinstance(found, Objs) and not makes_known_objects(find_named(found.module, found.qualname)):
        return _REFUSED
    return Reading((found,), is_whole=False)


@lru_cache(maxsize=64)
def _sampled(strategy: Any) -> Domain:
    """One domain for each strategy, however often its hint is read: to sample takes a while."""
    return as_domain(strategy, "an annotation")


def _read_annotated(hint: Any, inner: Any, *metadata: Any) -> Reading:
    """The type within the bounds; its own domain or strategy first."""
    stated = annotated_domain(metadata)
    if stated is not None:
        return Reading((_sampled(stated) if is_strategy(stated) else stated,), is_whole=False)
    read, bounds = read_hint(inner), annotated_bounds(metadata)
    if bounds is None:
        return _read_registered(hint) if read.domains and are_answered(metadata) else _REFUSED
    domains = tuple(domain for domain in map(bounds.apply, read.domains) if domain is not None)
    return replace(read, domains=domains)


def _read_drawn(hint: Any, origin: Any, arguments: tuple[Any, ...]) -> Reading | None:
    """A type with something said beside it, or made of types with strategies; None for others."""
    if origin is typing.Annotated:
        return _read_annotated(hint, *arguments)
    if any(map(_is_opaque, arguments)):
        return _read_registered(hint) if all(map(_is_drawn, arguments)) else _REFUSED
    return None


def _read_formed(origin: Any, arguments: tuple[Any, ...]) -> Reading | None:
    """A type beyond plain data, an enum, a dict, or sets of what sets can hold; None for others."""
    if not isinstance(origin, type):
        return None
    if typing.is_typeddict(origin):
        return _read_typed_dict(origin)
    if origin in _MAPPINGS:
        return _read_mapping(*(arguments or (str, typing.Any)))
    if origin in (set, frozenset, abc.Set, abc.MutableSet):
        return _read_sets(frozensets if origin is frozenset else sets, arguments)
    if issubclass(origin, enum.Enum) and len(origin) and "<locals>" not in origin.__qualname__:
        return Reading((enums(origin),))
    found = hinted_domain(origin)
    return _read_objects(origin) if found is None else Reading((found,))


def _read_objects(made: type) -> Reading | None:
    """What a class of the user's makes, where hints say what its constructor takes; None for others."""
    from genmorph.values.objects import makes_known_objects, objs  # its domains are made of hints, too

    return Reading((objs(made),), is_whole=False) if makes_known_objects(made) else None


def _read_sets(make: Callable[[Domain], Domain], arguments: tuple[Any, ...]) -> Reading:
    read = _read_element(arguments[0] if arguments else typing.Any)
    held = [domain for domain in read.domains if isinstance(domain, Narrowable) and domain.is_hashable]
    return Reading(tuple(map(make, held)), read.is_whole, read.is_known)


def _read_mapping(keys: Any, held: Any) -> Reading:
    """Dicts of the first kind of keys that a dict can have, and of each kind of values."""
    key, value = _read_element(keys), _read_element(held)
    hashable = [domain for domain in key.domains if isinstance(domain, Narrowable) and domain.is_hashable]
    found = [dicts(one, domain) for one in hashable[:1] for domain in value.domains if isinstance(domain, Narrowable)]
    return Reading(tuple(found), is_whole=False)


def _read_typed_dict(hint: Any) -> Reading:
    """Dicts of all keys; where some may be missing, dicts without these too."""
    entries = {name: _read_element(_without_qualifiers(one)) for name, one in read_hints(hint).items()}
    known = {name: read.domains[0] for name, read in entries.items() if read.domains}
    if len(known) < len(entries) or not all(isinstance(domain, Narrowable) for domain in known.values()):
        return _REFUSED
    needed = {name: domain for name, domain in known.items() if name in hint.__required_keys__}
    return Reading((dicts(known) if len(needed) == len(known) else anys(dicts(needed), dicts(known)),))


def _without_qualifiers(hint: Any) -> Any:
    """The type of an entry of a `TypedDict`, whether it may be missing or changed or not."""
    while getattr(typing.get_origin(hint), "_name", "") in ("Required", "NotRequired", "ReadOnly"):
        (hint,) = typing.get_args(hint)
    return hint


def lists_a_choice(hint: Any) -> bool:
    """Whether a hint admits few values, each of which is meant: Booleans, enums, literals, None among them too.

    >>> lists_a_choice(bool), lists_a_choice(typing.Literal["a", "b"] | None), lists_a_choice(int)
    (True, True, False)
    """
    domains = read_hint(hint).domains
    present = [domain.inner if isinstance(domain, Optionals) else domain for domain in domains]
    inner = [part for domain in present for part in (domain.parts if isinstance(domain, Unions) else (domain,))]
    return bool(inner) and all(isinstance(domain, Bools | Froms | Enums) for domain in inner)


def _read_variable(variable: typing.TypeVar) -> Reading:
    """A type variable without bounds is anything, so that it may be ints."""
    if variable.__constraints__:
        return _read_union(variable.__constraints__)
    bound = Reading() if variable.__bound__ is None else read_hint(variable.__bound__)
    return Reading(bound.domains or _ANY_ELEMENT, is_whole=False)


def _read_union(members: Iterable[Any], is_mixed: bool = False) -> Reading:
    """Numbers as floats where there are floats, texts rather than bytes, and what else is known in its order.

    Where `is_mixed`, values of several sorts come first together.
    """
    present = [member for member in members if member is not types.NoneType]
    read = [read_hint(member) for member in sorted(present, key=lambda member: (member is not float, member is bytes))]
    domains = tuple(domain for reading in read for domain in reading.domains)
    if is_mixed:
        domains = (*_together([reading.domains[0] for reading in read if reading.domains]), *domains)
    if len(present) < len(list(members)):
        domains = (*(optionals(domain) for domain in domains), *domains)
    is_whole, is_known = all(reading.is_whole for reading in read), any(reading.is_known for reading in read)
    return Reading(domains, is_whole, is_known)


def _together(domains: list[Domain]) -> tuple[Domain, ...]:
    """The domain of all values, where these are of several sorts: numbers are one, and so are texts and bytes."""
    first: dict[object, Domain] = {}
    for domain in domains:
        first.setdefault(_sort(domain), domain)
    parts = [domain for domain in first.values() if isinstance(domain, Narrowable)]
    return (anys(*parts),) if len(parts) > 1 else ()


def _sort(domain: Domain) -> object:
    if domain.container is Container.BYTES:
        return Kind.TEXT
    is_number = domain.kind.is_number or domain.kind is Kind.BOOL or isinstance(domain, Decimals | Fractions)
    return Kind.FLOAT if is_number else domain.kind


def _read_literal(values: tuple[Any, ...]) -> Reading:
    """Values of one kind, or of several."""
    present = [value for value in values if value is not None]
    try:
        listed = alternatives(present)
    except UsageError:
        return _REFUSED
    domains = (listed, *(listed.parts if isinstance(listed, Unions) else ()))
    has_none = len(present) < len(values)
    return Reading((*map(optionals, domains), *domains) if has_none else domains, is_whole=False)


def _read_tuple(arguments: tuple[Any, ...]) -> Reading:
    if not arguments:
        return Reading(tuple(tuples(element) for element in _ANY_ELEMENT))
    if arguments[-1] is Ellipsis:
        return _read_elements(arguments[0], [tuples])
    read = [_read_element(argument) for argument in arguments]
    if not all(reading.domains for reading in read):
        return _REFUSED
    count = len(arguments)
    preferred = [reading.domains[0] for reading in read]
    whole = tuples(*preferred) if count > 1 else tuples(*preferred, min_len=1, max_len=1)
    others = tuple(tuples(element, min_len=count, max_len=count) for element in _ANY_ELEMENT)
    return Reading((whole, *others), is_whole=False)


def _read_sequence(origin: Any, arguments: tuple[Any, ...]) -> Reading:
    element = arguments[0] if arguments else typing.Any
    if origin in (list, abc.MutableSequence):
        return _read_elements(element, [lists])
    if origin in _SEQUENCES:
        found = _read_elements(element, [lists, tuples, _arrays])
        extra = (*([byte_strings()] if element in (int, typing.Any) else []), *([_TEXTS] if element is str else []))
        return Reading((*found.domains, *extra), found.is_whole, found.is_known) if found.domains else found
    return _read_array(origin, arguments)


def _read_elements(hint: Any, makers: Iterable[Callable[[Domain], Domain | None]]) -> Reading:
    """Each kind of sequence of each of the elements that a hint admits."""
    read = _read_element(hint)
    found = [maker(element) for maker in makers for element in read.domains]
    return Reading(tuple(domain for domain in found if domain is not None), read.is_whole, read.is_known)


def _read_element(hint: Any) -> Reading:
    """What elements may be: anything where nothing is said of them."""
    return Reading(_ANY_ELEMENT, is_whole=False) if hint in (typing.Any, object) else read_hint(hint)


def _arrays(element: Domain) -> Domain | None:
    np_type = TYPE_OF.get(element.kind)
    return None if np_type is None or element.contains(None) else np_arrays(np_type, _SHAPES, element)


def _read_array(origin: Any, arguments: tuple[Any, ...]) -> Reading:
    """`numpy.ndarray`, floats where nothing is said of the elements, rows where nothing is said of the shape.

    Any other class is refused.
    """
    numpy = sys.modules.get("numpy")
    if numpy is None or origin is not numpy.ndarray:
        if origin in types_with_strategies() and not arguments:
            return _read_registered(origin)
        return _REFUSED if isinstance(origin, type) else _NOTHING_KNOWN
    element = typing.get_args(arguments[1])[:1] if len(arguments) > 1 else ()
    is_open = not element or element[0] is typing.Any or not isinstance(element[0], type)
    bases = (numpy.floating, numpy.integer, numpy.bool_)
    fitting = [is_open or issubclass(element[0], base) or issubclass(base, element[0]) for base in bases]
    usual = tuple(compress(_ARRAYS, fitting))
    if not usual:
        return _REFUSED
    held: Any = usual[0]
    np_type = TYPE_OF[held.element.kind]
    exact = np_type if is_open or element[0].__name__ not in NAMES else element[0].__name__
    shape = _read_sides(arguments[0]) if arguments else None
    if exact == np_type and shape is None:
        return Reading(usual)
    own = np_arrays(exact, shape or _SHAPES, held.element if exact == np_type else None)
    return Reading((own, *usual), is_whole=shape is None)


def as_matrix(domain: Domain) -> Domain | None:
    """The domain of matrices that replaces a default domain of one-dimensional arrays; None for other domains.

    >>> as_matrix(_ARRAYS[0]), as_matrix(ints())
    (np_arrays("float64", tuples(ints(1, 6), ints(1, 6))), None)
    """
    for row in _ARRAYS:
        if row == domain and isinstance(row, Sequences):
            return matrices(row.element)
    is_row = isinstance(domain, NdArrays) and domain.shape == _SHAPES
    return domain.of_shape(matrices(_FLOATS).shape) if isinstance(domain, NdArrays) and is_row else None


def _read_sides(hint: Any) -> Narrowable | None:
    """The shapes of as many dimensions as a hint says, with the sides that it says; None for rows of any length."""
    lengths = typing.get_args(hint)
    if typing.get_origin(hint) is not tuple or Ellipsis in lengths or lengths == (int,):
        return None
    literals = (typing.get_args(one) if typing.get_origin(one) is typing.Literal else None for one in lengths)
    sides = [ints(1, 1 + SIZE_DRAWS.longer_sides) if known is None else froms(known) for known in literals]
    return tuples(*sides) if len(sides) > 1 else tuples(sides[0], min_len=1, max_len=1)


def _is_alike(domain: Domain, admitted: Domain, with_none: bool) -> bool:
    if (domain.kind, domain.container) != (admitted.kind, admitted.container):
        return False
    return with_none or domain.contains(None) is False or admitted.contains(None) is not False


def in_words(domains: Iterable[Domain]) -> str:
    """The kinds and containers of domains, each once."""
    shapes = dict.fromkeys((domain.container, domain.kind) for domain in domains)
    return " or ".join(_word(*shape) for shape in sorted(shapes, key=lambda shape: list(Kind).index(shape[1])))


def _word(container: Container | None, kind: Kind) -> str:
    if container is None:
        return _WORDS[kind]
    if container is Container.BYTES:
        return "byte strings"
    return f"{container.value}s of {_WORDS[kind.element] if kind.element else 'anything'}"


def find_domain(parameter: inspect.Parameter) -> Domain | None:
    """The values of the annotated type, or of the type of the default value; None where neither is usable."""
    read = read_hint(parameter.annotation)
    return read.domains[0] if read.domains else _domain_like(parameter.default)


def _domain_like(default: Any) -> Domain | None:
    """The values of a default's kind; None where it is no plain value, or a text that seems to name one of few modes.

    These are such as `full` or `utf-8`: other texts would be refused.
    """
    if isinstance(default, list | tuple) and default:
        return _domain_like_elements(default)
    if type(default) is bytes:
        return byte_strings()
    if type(default) is str:
        is_mode = default.replace("-", "").replace("_", "").isalnum() and len(default) > RECOGNITION.longest_symbol
        return None if is_mode else _TEXTS
    return _SCALARS[type(default)][0] if type(default) in (bool, int, float) else None


def _domain_like_elements(default: list[Any] | tuple[Any, ...]) -> Domain | None:
    """Lists of any size of such elements, tuples of this one; None where some element, or all together, tell none."""
    known = [element for element in map(_domain_like, default) if element is not None]
    if len(known) < len(default):
        return None
    if isinstance(default, tuple):
        return tuples(*known) if len(known) > 1 else tuples(known[0], min_len=1, max_len=1)
    return lists(known[0]) if all(element == known[0] for element in known) else None
