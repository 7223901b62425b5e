"""What users pass as a domain, made a domain: Hypothesis strategies are taken apart by their `repr`."""

import inspect
import math
import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.settings import INT_DRAWS, RECOGNITION, VALUE_LIMITS
from genmorph.values.array_types import all_of, type_name
from genmorph.values.arrays import np_arrays, np_shapes
from genmorph.values.bools import bools
from genmorph.values.kinds import scalar_kind
from genmorph.values.listed import froms
from genmorph.values.literal_calls import LiteralCall, read_call
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.float_draws import WIDTHS
from genmorph.values.numbers.floats import Floats, floats
from genmorph.values.numbers.ints import ints
from genmorph.values.sequences import byte_strings, lists
from genmorph.values.strategies import Opaque, check_strategy, is_strategy, sample, sample_any
from genmorph.values.texts import texts
from genmorph.values.tuples import tuples
from genmorph.values.unions import Optionals, Unions, optionals

_CODECS = {"ascii": 128, "latin-1": 256, "iso-8859-1": 256}


def recognise(strategy: Any) -> Domain | None:
    """The domain of the same values; None where the valid strategy is not one of the known ones.

    Sizes without a limit end at the largest that any domain has.
    """
    text = repr(strategy)
    return _read(read_call(text)) if _is_of_hypothesis(strategy, set()) else None


def _is_of_hypothesis(value: Any, seen: set[int]) -> bool:
    """Whether no part is a composite of the user's, whose repr may look like that of a known strategy."""
    if id(value) in seen:
        return True
    seen.add(id(value))
    if isinstance(value, Mapping | list | tuple):
        return all(_is_of_hypothesis(part, seen) for part in (value.values() if isinstance(value, Mapping) else value))
    if not hasattr(value, "example") or not hasattr(value, "validate"):
        return True
    maker = getattr(value, "function", None)
    if maker is not None and str(maker.__module__).partition(".")[0] != "hypothesis":
        return False
    return all(_is_of_hypothesis(part, seen) for part in vars(value).values())


def _read(call: Any) -> Domain | None:
    """The domain of what was read from a strategy's repr."""
    reader = _READERS.get(call.name) if isinstance(call, LiteralCall) else None
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
    present = [value for value in values if value is not None] if isinstance(values, list | tuple) else []
    if not present or any(scalar_kind(value) is None for value in present):
        return None
    found = froms(present)
    return found if len(present) == len(values) else optionals(found)


def _read_either(*parts: Any) -> Domain | None:
    """None beside one other strategy."""
    match parts:
        case (LiteralCall("none"), other) | (other, LiteralCall("none")):
            found = _read(other)
            return found and optionals(found)
    return None


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

    kept = filter(is_meant, map(chr, range(min_codepoint, min(bounds) + 1)))
    return "".join(sorted({*kept, *include_characters})) or None


def _read_bytes(*, min_size: int = 0, max_size: int | None = None) -> Domain:
    return byte_strings(*_sizes(min_size, max_size))


def _read_lists(element: Any, *, unique: bool = False, min_size: int = 0, max_size: int | None = None) -> Domain | None:
    """Lists of distinct elements that cannot be keys are refused by Hypothesis."""
    found = _read(element)
    return found and lists(found, *_sizes(min_size, max_size), unique=unique)


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


_READERS: dict[str, Callable[..., Domain | None]] = {
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
}
"""By the names of Hypothesis, what reads the arguments of a strategy."""


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
    found: Domain = understood(value, name)
    try:
        if not is_strategy(found):
            return found
        return sample_any(found) if takes_objects else sample(found)
    except UsageError as error:
        raise UsageError(f"domain of {name}: {error}") from error


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
