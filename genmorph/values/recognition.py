"""Hypothesis strategies as domains of the same values: strategies are taken apart by their `repr`."""

import datetime as dt
import inspect
import math
import sys
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from enum import Enum, Flag
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.settings import RECOGNITION, VALUE_LIMITS
from genmorph.values.array_shapes import np_shapes
from genmorph.values.array_types import TYPE_OF, all_of, type_name
from genmorph.values.arrays import np_arrays
from genmorph.values.ascending import ascending, has_order
from genmorph.values.bools import bools
from genmorph.values.dates import dates, datetimes, timedeltas, times
from genmorph.values.enums import enums
from genmorph.values.exact_numbers import decimals, fractions
from genmorph.values.kinds import scalar_kind
from genmorph.values.listed import froms
from genmorph.values.literal_calls import DottedName, LiteralCall, read_call
from genmorph.values.mappings import dicts
from genmorph.values.matching import matching
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.float_draws import WIDTHS
from genmorph.values.numbers.floats import Floats
from genmorph.values.numbers.ints import ints
from genmorph.values.paths import resolve
from genmorph.values.sequences import byte_strings, lists
from genmorph.values.sets import frozensets, sets
from genmorph.values.strategies import callables_in, spell
from genmorph.values.strategy_parts import is_strategy_like, maker_of, parts_of
from genmorph.values.tables import frames, is_cell, series
from genmorph.values.texts import texts
from genmorph.values.tuples import tuples
from genmorph.values.unions import anys, optionals
from genmorph.values.value_forms import has_form

_SURROGATE = "Cs"
"""What is in no text of a domain."""
_CODECS = {"ascii": 128, "latin-1": 256, "iso-8859-1": 256}


def recognise(strategy: Any) -> Domain | None:
    """The domain of the same values; None where the valid strategy is not one of the known ones.

    Sizes without a limit end at the largest that any domain has.
    """
    try:
        text = repr(strategy)
    except Exception:  # noqa: BLE001 - that of a value in it may raise anything, such as that of a huge int
        return None
    if not _is_of_hypothesis(strategy, set()):
        return None
    spelled = spell(strategy) if _BUILDS in text else None  # with the modules of what is called
    call = read_call(text if spelled is None else spelled.expression)
    if text.endswith(_SORTED) and sorted in callables_in(strategy, VALUE_LIMITS.deepest_strategy):
        return _read_sorted(read_call(text.removesuffix(_SORTED)))
    if isinstance(call, LiteralCall) and call.name == "from_regex":  # one by one in a sequence they take too long
        found: Domain | None = _called(_read_regex, call)
        return found
    return _read(call)


def _is_of_hypothesis(value: Any, seen: set[int]) -> bool:
    """Whether no part is a composite of the user's, whose repr may look like that of a known strategy."""
    if id(value) in seen:
        return True
    seen.add(id(value))
    if isinstance(value, Mapping | list | tuple):
        return all(_is_of_hypothesis(part, seen) for part in (value.values() if isinstance(value, Mapping) else value))
    if not is_strategy_like(value):
        return _is_of_hypothesis(getattr(value, "elements", None), seen)  # of a column of a frame, if it is one
    maker = maker_of(value)
    if maker is not None and str(maker.__module__).partition(".")[0] != "hypothesis":
        return False
    # what Hypothesis itself makes of the arguments may be a composite, too
    return all(_is_of_hypothesis(part, seen) for part in parts_of(value, is_resolved=maker is None))


def _read(call: Any) -> Domain | None:
    """The domain of what was read from a strategy's repr."""
    reader = _READERS.get(call.name.removeprefix("st.")) if isinstance(call, LiteralCall) else None
    return reader and _called(reader, call)


def _called(reader: Callable[..., Any], call: LiteralCall) -> Any:
    """What the reader gives for the arguments of a call; None where it does not know all of these."""
    try:
        inspect.signature(reader).bind(*call.positional, **call.keywords)
    except TypeError:
        return None
    return reader(*call.positional, **call.keywords)


def _read_ints(*, min_value: float | None = None, max_value: float | None = None) -> Domain:
    """Hypothesis takes whole floats as bounds as well."""
    low, high = (None if bound is None else int(bound) for bound in (min_value, max_value))
    return ints(low, high)


def _read_floats(
    *,
    min_value: float | None = None,
    max_value: float | None = None,
    allow_nan: bool | None = None,
    allow_infinity: bool | None = None,
    exclude_min: bool = False,
    exclude_max: bool = False,
    width: int = 64,
) -> Domain:
    """Hypothesis allows NaN and infinities unless a bound or the caller forbids them; infinite bounds are none."""
    low = -math.inf if min_value is None else float(min_value)
    high = math.inf if max_value is None else float(max_value)
    known = WIDTHS[width]
    low, high = known.up(low) if exclude_min else low, known.down(high) if exclude_max else high
    if allow_infinity is False:
        low, high = max(low, -known.largest), min(high, known.largest)
    is_free = min_value is None and max_value is None
    return Floats(low, high, nan=is_free if allow_nan is None else allow_nan, width=width)


def _read_values(values: Any) -> Domain | None:
    """Values listed one by one, with or without None; sequences among them are not distinguished here."""
    if isinstance(values, DottedName):
        return _read_enum(values.path)
    present = [value for value in values if value is not None] if isinstance(values, list | tuple) else []
    if not present or any(scalar_kind(value) is None for value in present):
        return None
    found = alternatives(present)
    return found if len(present) == len(values) else optionals(found)


def alternatives(values: Sequence[Any]) -> Narrowable:
    """The domain of the listed values, also where these are of several kinds; UsageError for others than `froms` has.

    >>> alternatives([1, 2.5]), alternatives(["a", 1, "b"])
    (froms([1.0, 2.5]), anys(froms(["a", "b"]), froms([1])))
    """
    try:
        return froms(values)
    except UsageError:
        by_type: dict[type, list[Any]] = {}
        for value in values:
            by_type.setdefault(type(value), []).append(value)
        if len(by_type) < 2:
            raise
        return anys(*map(froms, by_type.values()))


def _read_enum(path: str) -> Domain | None:
    """All members of an enum; Hypothesis joins those of flags, and members that are numbers or texts are such here."""
    found = _class_at(path)
    is_usual = found is not None and issubclass(found, Enum) and not issubclass(found, Flag | int | float | str)
    return enums(found) if found is not None and is_usual else None


def _class_at(path: str) -> type | None:
    """The class with this dotted name in a loaded module."""
    names = path.split(".")
    for cut in range(len(names) - 1, 0, -1):
        found = resolve(vars(sys.modules.get(".".join(names[:cut]), object)), ".".join(names[cut:]))
        if isinstance(found, type):
            return found
    return None


def _read_builds(target: Any, *given: Any, **named: Any) -> Domain | None:
    """Objects of a user's class; what is not given it takes as `objs` does, by type hints."""
    from genmorph.values.objects import objs  # arguments of objects may be strategies, too

    made = _class_at(target.path) if isinstance(target, DottedName) else None
    if made is None or has_form(made):
        return None
    try:
        taken = inspect.signature(made).bind_partial(*given, **named).arguments
        domain = objs(made, **{name: _read(part) for name, part in taken.items()})
        return domain if domain.recipe.arguments else None
    except (UsageError, ValueError, TypeError):  # other arguments than those of which domains are known
        return None


def _read_either(*parts: Any) -> Domain | None:
    """Any of several strategies, and None beside them; ints and floats together are sampled as the floats they are."""
    found = [_read(part) for part in parts if part != _NONE]
    known = [domain for domain in found if domain is not None]
    if not known or len(known) < len(found) or {domain.kind for domain in known} == {Kind.INT, Kind.FLOAT}:
        return None
    either = anys(*known)
    return either if len(found) == len(parts) else optionals(either)


def _made(value: Any) -> Any:
    """What a bound stands for: the value that a call makes, or a literal."""
    match value:
        case LiteralCall(name) if name in _VALUES:
            named = {key: _made(item) for key, item in value.keywords.items()}
            return _VALUES[name](*map(_made, value.positional), **named)
    return value


def _read_range(make: Callable[..., Domain], kind: Any) -> Callable[..., Domain | None]:
    """Dates and the like; Hypothesis draws any where there is no bound."""

    def read(*, min_value: Any = None, max_value: Any = None) -> Domain | None:
        bounds = (
            _made(kind.min if min_value is None else min_value),
            _made(kind.max if max_value is None else max_value),
        )
        return make(*bounds) if all(type(bound) is kind for bound in bounds) else None

    return read


def _read_timedeltas(*, min_value: Any = None, max_value: Any = None) -> Domain | None:
    """Between bounds that are a float of seconds, as notations have them; the last second of all is left out."""
    low = dt.timedelta.min if min_value is None else _made(min_value)
    high = _LONGEST if max_value is None else _made(max_value)
    is_exact = all(dt.timedelta(seconds=bound.total_seconds()) == bound for bound in (low, high))
    return timedeltas(low, high) if is_exact else None


def _read_decimals(
    *, min_value: Any, max_value: Any, places: int, allow_nan: bool | None = None, allow_infinity: bool | None = None
) -> Domain | None:
    """Between two bounds there is no NaN and no infinity unless they are asked for."""
    return None if allow_nan or allow_infinity else decimals(_made(min_value), _made(max_value), places)


def _read_fractions(*, min_value: Any, max_value: Any, max_denominator: int) -> Domain | None:
    """Our bounds are whole."""
    low, high = _made(min_value), _made(max_value)
    is_whole = all(type(bound) is int or getattr(bound, "denominator", 0) == 1 for bound in (low, high))
    return fractions(int(low), int(high), max_denominator) if is_whole else None


def _read_characters(**said: Any) -> Domain | None:
    """A text of one character."""
    if said in ({}, {"codec": "utf-8"}):
        return texts(min_len=1, max_len=1)
    letters = _called(character_set, LiteralCall("characters", (), said))
    return letters and texts(letters, 1, 1)


def _read_dicts(*, keys: Any, values: Any, min_size: int = 0, max_size: int | None = None) -> Domain | None:
    key, held = _read(keys), _read(values)
    return key and held and dicts(key, held, *_sizes(min_size, max_size))


def _read_fixed_dicts(mapping: Any, *, optional: Any = None) -> Domain | None:
    """Of keys that may be missing each choice is a domain of its own, where these are few."""
    needed, others = _read_entries(mapping), _read_entries(optional or {})
    if needed is None or others is None or 2 ** len(others) > VALUE_LIMITS.most_alternatives:
        return None
    chosen = (combinations(others.items(), count) for count in range(len(others) + 1))
    return anys(*(dicts(needed | dict(more)) for more in chain.from_iterable(chosen)))


def _read_entries(mapping: Any) -> dict[Any, Domain] | None:
    """The domains by key; None where one is not known."""
    if not isinstance(mapping, dict) or any(scalar_kind(key) is None for key in mapping):
        return None
    found = {key: _read(value) for key, value in mapping.items()}
    known = {key: domain for key, domain in found.items() if domain is not None}
    return known if len(known) == len(found) else None


def _read_sets(make: Callable[..., Domain]) -> Callable[..., Domain | None]:
    def read(elements: Any, *, min_size: int = 0, max_size: int | None = None) -> Domain | None:
        found = _read(elements)
        return found and make(found, *_sizes(min_size, max_size))

    return read


def _sizes(min_size: int = 0, max_size: int | None = None) -> tuple[int, int]:
    return min_size, VALUE_LIMITS.longest if max_size is None else min(max_size, VALUE_LIMITS.longest)


def _read_texts(*, alphabet: Any = None, min_size: int = 0, max_size: int | None = None) -> Domain | None:
    """Hypothesis takes an alphabet as a text, a list of characters, or a strategy for these."""
    letters = None
    match alphabet:
        case LiteralCall("characters"):
            letters = _called(character_set, alphabet)
        case LiteralCall("sampled_from", ([*listed],)) | ([*listed]) if all(isinstance(one, str) for one in listed):
            letters = "".join(listed)
        case str():
            letters = alphabet
    return texts(letters, *_sizes(min_size, max_size)) if letters or alphabet is None else None


def character_set(
    *,
    codec: str | None = None,
    min_codepoint: int = 0,
    max_codepoint: int | None = None,
    categories: Collection[str] | None = None,
    exclude_characters: str = "",
    include_characters: str = "",
) -> str | None:
    """The characters that `hypothesis.strategies.characters` means; None where these are many, or not known."""
    if codec is not None and codec not in _CODECS:
        return None
    bounds = [] if codec is None else [_CODECS[codec] - 1]
    bounds += [] if max_codepoint is None else [max_codepoint]
    if not bounds or min(bounds) - min_codepoint >= RECOGNITION.most_characters:
        return None

    def is_meant(letter: str) -> bool:
        category = unicodedata.category(letter)  # "Lu", of which "L" is a class
        is_of_category = categories is None or category in categories or category[0] in categories
        return is_of_category and letter not in exclude_characters

    kept = {*filter(is_meant, map(chr, range(min_codepoint, min(bounds) + 1))), *include_characters}
    has_surrogates = any(unicodedata.category(letter) == _SURROGATE for letter in kept)
    return None if has_surrogates else "".join(sorted(kept)) or None


def _read_regex(regex: Any, *, fullmatch: bool = False) -> Domain | None:
    """Texts; not those of a compiled pattern, nor bytes. A few are listed."""
    if not isinstance(regex, str):
        return None
    found = matching(regex, fullmatch)
    return found if found.size is None else froms([*found.values()])


def _read_bytes(*, min_size: int = 0, max_size: int | None = None) -> Domain:
    return byte_strings(*_sizes(min_size, max_size))


def _read_lists(element: Any, *, unique: bool = False, min_size: int = 0, max_size: int | None = None) -> Domain | None:
    """Lists of distinct elements that cannot be keys are refused by Hypothesis."""
    found = _read(element)
    return found and lists(found, *_sizes(min_size, max_size), unique=unique)


def _read_sorted(call: Any) -> Domain | None:
    """Lists that are sorted, where their elements have an order; of tuples it makes lists."""
    found = _read(call)
    is_list = found is not None and found.container is Container.LIST and has_order(found)
    return ascending(found) if is_list and found is not None else None


def _read_tuples(*elements: Any) -> Domain | None:
    known = [found for found in map(_read, elements) if found is not None]
    if not known or len(known) < len(elements):
        return None
    return tuples(known[0], min_len=1, max_len=1) if len(known) == 1 else tuples(*known)


def _read_arrays(*, dtype: Any, shape: Any, elements: Any = None) -> Domain | None:
    """Elements of another kind than the array are converted, so that they are not known."""
    name = dtype.positional[0] if isinstance(dtype, LiteralCall) and dtype.name == "dtype" else dtype
    known = _read_shape(shape)
    try:
        own = all_of(type_name(name))
    except UsageError:
        return None
    found = own if elements is None else _read(elements)
    if known is None or found is None or found.kind is not own.kind or found.contains(None):
        return None
    return np_arrays(name, known, found)


def _read_frames(*, columns: Any, index: Any = None) -> Domain | None:
    """Data frames of pandas with numbered rows, and columns whose elements are known."""
    named = {}
    for column in columns if isinstance(columns, list) else ():
        match column:
            case LiteralCall("column", (), {"name": str(name), "elements": elements}):
                named[name] = _read_cells(elements, column.keywords)
    sizes = _read_rows(index)
    if len(named) != len(columns) or None in named.values() or not named or sizes is None:
        return None
    return frames({name: found for name, found in named.items() if found is not None}, *sizes)


def _read_series(
    *, elements: Any = None, index: Any = None, dtype: Any = None, fill: Any = None, unique: Any = None
) -> Domain | None:
    """Series of pandas without a name, with numbered rows, and elements that are known."""
    found = _read_cells(elements, {"dtype": dtype, "fill": fill, "unique": unique})
    sizes = _read_rows(index)
    return None if found is None or sizes is None else series(found, *sizes)


def _read_cells(elements: Any, others: Mapping[str, Any]) -> Domain | None:
    """Elements that keep their kind; None where another type, a fill or their being distinct is asked for, too."""
    dtype = others.get("dtype")
    name = f"{dtype}64" if dtype in ("int", "float") else dtype
    if others.get("fill") or others.get("unique") or name not in (None, *TYPE_OF.values()):
        return None
    own = None if name is None else all_of(name)
    found = own if elements is None else _read(elements)
    if found is None or not is_cell(found) or (own is not None and found.kind is not own.kind):
        return None
    return found


def _read_rows(index: Any) -> tuple[int, int] | None:
    """The fewest and the most rows, where they are numbered."""
    match LiteralCall("range_indexes", (), {}) if index is None else index:
        case LiteralCall("range_indexes", (), named) if named.keys() <= {"min_size", "max_size"}:
            least = named.get("min_size", 0)
            return least, named.get("max_size", least + RECOGNITION.more_rows)
    return None


def _read_shape(shape: Any) -> Any:
    """An int, a tuple or a domain of tuples; None for all else."""
    match shape:
        case int() | [*_]:
            return shape
        case LiteralCall("integers", (), {"min_value": int(low), "max_value": int(high)}):
            return np_shapes(1, 1, low, high)
    found = _read(shape)
    is_shape = found is not None and (found.kind, found.container) == (Kind.INTS, Container.TUPLE)
    return found if is_shape else None


_LONGEST = dt.timedelta.max - dt.timedelta(microseconds=999_999)
_NONE = LiteralCall("none", (), {})
_VALUES: dict[str, Callable[..., Any]] = {
    **{f"datetime.{kind.__name__}": kind for kind in (dt.date, dt.datetime, dt.time, dt.timedelta)},
    "Decimal": Decimal,
    "Fraction": Fraction,
}
"""What makes the bounds of strategies, by their names in a `repr`."""
_BUILDS = "builds("
_SORTED = ".map(sorted)"
_READERS: dict[str, Callable[..., Domain | None]] = {
    "builds": _read_builds,
    "integers": _read_ints,
    "floats": _read_floats,
    "booleans": bools,
    "sampled_from": _read_values,
    "just": lambda value: _read_values([value]),
    "one_of": _read_either,
    "text": _read_texts,
    "binary": _read_bytes,
    "lists": _read_lists,
    "tuples": _read_tuples,
    "array_shapes": np_shapes,
    "arrays": _read_arrays,
    "data_frames": _read_frames,
    "series": _read_series,
    "dates": _read_range(dates, dt.date),
    "datetimes": _read_range(datetimes, dt.datetime),
    "times": _read_range(times, dt.time),
    "timedeltas": _read_timedeltas,
    "decimals": _read_decimals,
    "fractions": _read_fractions,
    "characters": _read_characters,
    "dictionaries": _read_dicts,
    "fixed_dictionaries": _read_fixed_dicts,
    "sets": _read_sets(sets),
    "frozensets": _read_sets(frozensets),
}
"""By the names of Hypothesis, what reads the arguments of a strategy."""
