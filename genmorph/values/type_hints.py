"""Which domains a type hint, or the annotation and the default value of a parameter, admit."""

import enum
import inspect
import numbers
import sys
import types
import typing
from collections import abc
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import compress
from types import FunctionType
from typing import Any

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.settings import RECOGNITION
from genmorph.values.array_types import TYPE_OF
from genmorph.values.arrays import NdArrays, np_arrays, np_shapes
from genmorph.values.bools import Bools
from genmorph.values.conversion import default_domain
from genmorph.values.enums import Enums, enums
from genmorph.values.listed import Froms, froms
from genmorph.values.narrowable import Narrowable
from genmorph.values.registered import hinted_domain
from genmorph.values.sequences import byte_strings, lists
from genmorph.values.sets import frozensets, sets
from genmorph.values.tuples import tuples
from genmorph.values.unions import Optionals, Unions, optionals

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
        if isinstance(domain, Unions):
            return all(self.admits(part, with_none) for part in domain.parts)
        if isinstance(domain, NdArrays):
            return any(admitted.container is Container.ARRAY for admitted in self.domains)
        return any(_is_alike(domain, admitted, with_none) for admitted in self.domains)


_NOTHING_KNOWN = Reading((), is_whole=False, is_known=False)
_REFUSED = Reading((), is_whole=False)


def read_hint(hint: Any) -> Reading:
    """What an evaluated hint admits.

    >>> read_hint(list[float]).domains
    (lists(floats()), lists(ints(-1000000, 1000000)))
    >>> read_hint(set[int]).domains, read_hint(dict[str, int]).domains
    ((sets(ints(-1000000, 1000000)),), ())
    """
    while isinstance(hint, typing.NewType) or type(hint).__name__ == "TypeAliasType":  # names given to types
        hint = hint.__supertype__ if isinstance(hint, typing.NewType) else hint.__value__
    try:
        if isinstance(hint, str) or hint in {inspect.Parameter.empty, typing.Any, object}:
            return _NOTHING_KNOWN
    except TypeError:  # an annotation may be any value, also one without a hash
        return _NOTHING_KNOWN
    if isinstance(hint, typing.TypeVar):
        return _read_variable(hint)
    if hint in _SCALARS:
        return Reading(_SCALARS[hint])
    formed = _read_formed(hint)
    if formed is not None:
        return formed
    typed = sys.modules.get("numpy.typing")
    if typed is not None and hint == typed.ArrayLike:
        return Reading(_ARRAYS, is_whole=False)
    origin, arguments = typing.get_origin(hint) or hint, typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _read_union(arguments)
    if origin is typing.Literal:
        return _read_literal(arguments)
    return _read_tuple(arguments) if origin is tuple else _read_sequence(origin, arguments)


def _read_formed(hint: Any) -> Reading | None:
    """A type beyond plain data, an enum, or sets of what sets can hold; None for others."""
    origin, arguments = typing.get_origin(hint) or hint, typing.get_args(hint)
    if not isinstance(origin, type):
        return None
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


def lists_a_choice(hint: Any) -> bool:
    """Whether a hint admits few values, each of which is meant: Booleans, enums, literals, None among them too.

    >>> lists_a_choice(bool), lists_a_choice(typing.Literal["a", "b"] | None), lists_a_choice(int)
    (True, True, False)
    """
    domains = read_hint(hint).domains
    inner = [domain.inner if isinstance(domain, Optionals) else domain for domain in domains]
    return bool(inner) and all(isinstance(domain, Bools | Froms | Enums) for domain in inner)


def _read_variable(variable: typing.TypeVar) -> Reading:
    """A type variable without bounds is anything, so that it may be ints."""
    if variable.__constraints__:
        return _read_union(variable.__constraints__)
    bound = Reading() if variable.__bound__ is None else read_hint(variable.__bound__)
    return Reading(bound.domains or _ANY_ELEMENT, is_whole=False)


def _read_union(members: Iterable[Any]) -> Reading:
    """Numbers as floats where there are floats, texts rather than bytes, and what else is known in its order."""
    present = [member for member in members if member is not types.NoneType]
    read = [read_hint(member) for member in sorted(present, key=lambda member: (member is not float, member is bytes))]
    domains = tuple(domain for reading in read for domain in reading.domains)
    if len(present) < len(list(members)):
        domains = (*(optionals(domain) for domain in domains), *domains)
    is_whole, is_known = all(reading.is_whole for reading in read), any(reading.is_known for reading in read)
    return Reading(domains, is_whole, is_known)


def _read_literal(values: tuple[Any, ...]) -> Reading:
    present = [value for value in values if value is not None]
    try:
        listed = froms(present)
    except UsageError:
        return _REFUSED
    return Reading((optionals(listed), listed) if len(present) < len(values) else (listed,), is_whole=False)


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
    """`numpy.ndarray`, floats where nothing is said of the elements; any other class is refused."""
    numpy = sys.modules.get("numpy")
    if numpy is None or origin is not numpy.ndarray:
        return _REFUSED if isinstance(origin, type) else _NOTHING_KNOWN
    element = typing.get_args(arguments[1])[:1] if len(arguments) > 1 else ()
    if not element or element[0] is typing.Any or not isinstance(element[0], type):
        return Reading(_ARRAYS)
    bases = (numpy.floating, numpy.integer, numpy.bool_)
    fitting = [issubclass(element[0], base) or issubclass(base, element[0]) for base in bases]
    return Reading(tuple(compress(_ARRAYS, fitting)))


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


def read_hints(function: Any) -> Mapping[str, object]:
    """The evaluated annotations by name; one that cannot be evaluated stays away, or stays the text that it is.

    Names that are only imported for type checkers are looked up where they usually come from.
    """
    try:
        return typing.get_type_hints(function)
    except Exception:  # noqa: BLE001 - annotations are the user's code
        if not isinstance(function, FunctionType):
            return {}
    return {name: _evaluated(function, hint) for name, hint in function.__annotations__.items()}


def with_hints(parameters: Iterable[inspect.Parameter], function: Any) -> list[inspect.Parameter]:
    """The parameters with the evaluated annotations of a function."""
    hints = read_hints(function)
    return [found.replace(annotation=hints.get(found.name, found.annotation)) for found in parameters]


def _evaluated(function: FunctionType, hint: Any) -> Any:
    """One annotation on its own, so that others do no harm."""
    alone = FunctionType(function.__code__, function.__globals__)
    alone.__annotations__ = {"hint": hint}
    usual = {**vars(typing), **vars(abc), "np": sys.modules.get("numpy")}
    try:
        return typing.get_type_hints(alone, {**usual, **function.__globals__})["hint"]
    except Exception:  # noqa: BLE001 - annotations are the user's code
        return hint


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
