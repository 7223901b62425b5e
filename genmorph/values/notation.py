"""The notation of domains, as it stands on command lines, in catalogues and in saved files, and what it imports."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from difflib import get_close_matches
from itertools import chain
from types import MappingProxyType
from typing import Any

from genmorph.model import Domain, UsageError
from genmorph.values.array_shapes import np_shapes
from genmorph.values.arrays import NdArrays, matrices, np_arrays
from genmorph.values.ascending import ascending
from genmorph.values.bools import bools
from genmorph.values.building import built_text
from genmorph.values.defaults import defaulted
from genmorph.values.formed import Foreign
from genmorph.values.listed import exactly, froms
from genmorph.values.literal_calls import LiteralCall, read_call
from genmorph.values.mappings import dicts
from genmorph.values.matching import matching
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.floats import floats
from genmorph.values.numbers.ints import ints
from genmorph.values.objects import Objs, objs
from genmorph.values.opaque_values import OpaqueValues
from genmorph.values.registered import kind_factories
from genmorph.values.sequences import bool_lists, byte_strings, float_lists, int_lists, lists
from genmorph.values.strategies import Opaque, OpaqueObjects
from genmorph.values.texts import texts
from genmorph.values.tuples import tuples
from genmorph.values.unions import anys, optionals

_PLAIN_FACTORIES: dict[str, Callable[..., Domain]] = {
    factory.__name__: factory
    for factory in (
        *(ints, floats, bools, froms, texts, matching, lists, int_lists, float_lists, bool_lists, tuples, byte_strings),
        *(np_shapes, np_arrays, matrices, dicts, optionals, anys, objs, exactly, defaulted, ascending),
    )
}


_WITH_BOUNDS = MappingProxyType(
    {
        "date": 'dates("2000-01-01", "2000-12-31")',
        "datetime": 'datetimes("2000-01-01T00:00:00", "2000-12-31T23:59:59")',
        "time": 'times("08:00:00", "18:00:00")',
        "timedelta": "timedeltas(0, 3600), in seconds",
        "Decimal": 'decimals("0.00", "9.99")',
    }
)
"""How bounds are written for which somebody calls a class."""


_OF_TYPES = MappingProxyType({"str": "texts", "bytes": "byte_strings"})
"""The makers of domains of types whose names are not like theirs."""


def domain_factories() -> dict[str, Callable[..., Domain]]:
    """What makes domains, by the names that it has in notations."""
    return {**_PLAIN_FACTORIES, **kind_factories()}


def _rule() -> str:
    return f"domain must be a call of {', '.join(domain_factories())} with literals"


def parse_domain(text: str) -> Domain:
    """Read a domain from its notation; nothing is evaluated.

    >>> parse_domain("lists(ints(-20, max=20), max_len=5)")
    lists(ints(-20, 20), max_len=5)
    >>> parse_domain("np_arrays('uint8', np_shapes(2, 2))")
    np_arrays("uint8", np_shapes(2, 2, 1, 6))
    >>> parse_domain("lists(ints")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: domain must be a call of ints, floats, bools, froms, texts, matching, lists, int_lists, \
float_lists, bool_lists, tuples, byte_strings, np_shapes, np_arrays, matrices, dicts, optionals, anys, \
objs, exactly, defaulted, ascending, dates, datetimes, times, timedeltas, decimals, fractions, complexes, enums, sets, \
frozensets, paths, pure_paths, uuids, frames, series, polars_frames, polars_series, seeds, global_seeds, generators \
with literals, got 'lists(ints'; \
its brackets do not match
    """
    call = read_call(text)
    if call is None:
        opened, closed = (sum(map(text.count, brackets)) for brackets in ("([{", ")]}"))
        raise UsageError(f"{_rule()}, got {text!r:.200}{'; its brackets do not match' * (opened != closed)}")
    try:
        return _build(call, text)
    except RecursionError:
        raise UsageError(f"{_rule()} and not nested as deeply, got {text!r:.200}") from None


def _build(call: LiteralCall, text: str) -> Domain:
    """The domain of a call; `text` is what the user wrote."""
    factories = domain_factories()
    if call.name not in factories:
        near = get_close_matches(_OF_TYPES.get(call.name, call.name), factories, n=1)
        way_out = f"did you mean {near[0]}?" if near else "--load MODULE imports a module that registers further kinds"
        written = _WITH_BOUNDS.get(call.name.rpartition(".")[2])
        if written is not None and call.name != text.partition("(")[0].strip():
            way_out = f"bounds are literals, as in {written}"
        raise UsageError(f"{_rule()}, got {text!r:.200}; {way_out}")
    factory = factories[call.name]
    positional = [_argument(value, text) for value in call.positional]
    keywords = {name: _argument(value, text) for name, value in call.keywords.items()}
    try:
        arguments = inspect.signature(factory).bind(*positional, **keywords)
    except TypeError as error:
        raise UsageError(f"domain must have the arguments of {call.name} ({error}), got {text!r:.200}") from error
    return factory(*arguments.args, **arguments.kwargs)


def _argument(value: Any, text: str) -> Any:
    """A literal as it is; calls as domains, also in a dict."""
    match value:
        case LiteralCall():
            return _build(value, text)
        case dict():
            return {key: _argument(item, text) for key, item in value.items()}
        case list() if any(isinstance(item, LiteralCall) for item in value):
            raise UsageError(f"{_rule()}, got {text!r:.200}")
    return value


def resolved(domain: Any, inside: tuple[str, ...] = ()) -> Any:
    """The domain, the same whatever annotations will say of the generators in it.

    Objects stay as they are `inside` of what the same generator makes. UsageError as for `resolved_objects`.
    """
    if isinstance(domain, Objs):
        return resolved_objects(domain, inside)
    if isinstance(domain, tuple):
        return tuple(resolved(part, inside) for part in domain)
    if not isinstance(domain, Narrowable) or isinstance(domain, OpaqueObjects):
        return domain
    parts = {one.name: getattr(domain, one.name) for one in fields(domain) if one.init}  # type: ignore[arg-type]
    return replace(domain, **{name: resolved(part, inside) for name, part in parts.items()})  # type: ignore[type-var]


def resolved_objects(objects: Objs, inside: tuple[str, ...] = ()) -> Objs:
    """What a generator makes, with all that annotations and type hints say of its arguments, and how many calls.

    UsageError as for `Objs.recipe`, and where a domain that is stated here cannot be written down, because a file could
    not hold it. Of what annotations say, strategies that only Python can say are left to them, and so are conditions.
    """
    path = f"{objects.module}:{objects.qualname}"
    if path in inside:
        return objects
    for name, domain in objects.stated:
        if not _can_be_read(domain):
            raise UsageError(
                f"{name} of {path} must have a domain that can be written down, such as ints(0, 9), got "
                f"{domain!r:.80}; a strategy may stand in an @arg({name!r}, ...) of {objects.qualname}"
            )
    recipe = objects.recipe
    readable = [(name, domain) for name, domain in recipe.stated if _can_be_read(domain)]
    stated = tuple((name, resolved(domain, (*inside, path))) for name, domain in readable)
    return replace(objects, stated=stated, size=recipe.size)


def _can_be_read(domain: Domain) -> bool:
    try:
        return parse_domain(domain.notation()) == domain
    except UsageError:
        return False


def homes_of(domain: Domain) -> frozenset[str]:
    """The modules of strategies and of generators that the strategy's text names.

    >>> from genmorph.domain import ints, lists
    >>> homes_of(lists(ints()))
    frozenset()
    """
    found: set[str] = set()
    for part in _with_parts(domain):
        match part:
            case Objs(module) | Foreign(home=str(module)):
                found.add(module)
            case OpaqueObjects():
                found |= part.written().homes
            case Opaque():
                found |= part.homes()
    return frozenset(found)


def objects_in(domain: Domain) -> tuple[Objs, ...]:
    """The domains of objects that stand in a domain, wherever."""
    return tuple(part for part in _with_parts(domain) if isinstance(part, Objs))


def described(domain: Domain) -> str:
    """The notation, with all that generators say of their arguments."""
    parts, recipes = _with_parts(domain), [objects.recipe for objects in objects_in(domain)]
    conditions = [condition.text() for recipe in recipes for condition in recipe.conditions]
    examples = [built_text(example) for recipe in recipes for example in recipe.examples]
    return repr(([part.notation() for part in parts], conditions, examples))


def makers_of(domain: Domain) -> frozenset[str]:
    """The modules that have to be there for values of the domain to be built.

    >>> from genmorph.domain import ints, lists, np_arrays
    >>> makers_of(lists(np_arrays("uint8", (2, 2))))
    frozenset({'numpy'})
    """
    homes: dict[type, Callable[[Any], str | None]] = {
        Objs: lambda part: part.module,
        NdArrays: lambda _: "numpy",
        Foreign: lambda part: part.home,
    }
    parts = list(_with_parts(domain))
    found = (home(part) for part in parts for kind, home in homes.items() if isinstance(part, kind))
    drawn = chain.from_iterable(part.makers for part in parts if isinstance(part, OpaqueValues))
    return frozenset(home for home in (*found, *drawn) if home is not None)


def is_sendable(domain: Domain) -> bool:
    """Whether other processes can make the values; not where a strategy of the user's makes objects."""
    return not any(isinstance(part, OpaqueObjects) for part in _with_parts(domain))


def is_drawn_by_hypothesis(domain: Domain) -> bool:
    """Whether Hypothesis draws the values, or some of what they consist of: that takes long.

    >>> from genmorph.domain import ints, lists, matching
    >>> is_drawn_by_hypothesis(lists(matching("a+"))), is_drawn_by_hypothesis(lists(ints()))
    (True, False)
    """
    parts = (part for part in _with_parts(domain) if isinstance(part, Opaque | Narrowable))
    return any(part.is_drawn_by_hypothesis for part in parts)


def _with_parts(domain: Domain, within: tuple[Objs, ...] = ()) -> Iterator[Domain]:
    """The domain, and those that it is made of; UsageError where a generator, one of `within`, needs its own values."""
    yield domain
    if isinstance(domain, Objs):
        if domain in within:
            raise UsageError(f"generator must not need values of its own making, got {domain.notation()}")
        within = (*within, domain)
        inner: Iterable[Domain] = [argument.domain for argument in domain.recipe.arguments]
    elif isinstance(domain, OpaqueValues):
        inner = domain.generators
    elif isinstance(domain, Opaque | OpaqueObjects):
        inner = ()
    else:
        inner = _domains_in(tuple(getattr(domain, one.name) for one in fields(domain)))  # type: ignore[arg-type]
    for part in inner:
        yield from _with_parts(part, within)


def _domains_in(value: Any) -> list[Domain]:
    if isinstance(value, tuple):
        return [domain for item in value for domain in _domains_in(item)]
    return [value] if isinstance(value, Opaque | Narrowable) else []
