"""The codec of stored files: JSON or TOML data read as a form, and plain values, tagged where JSON lacks them."""

import re
from math import isfinite
from typing import Annotated, Any, TypeVar

from msgspec import Meta, ValidationError, convert

from genmorph.model import Built, Fields, Input, UsageError
from genmorph.settings import STORED

Form = TypeVar("Form")

Count = Annotated[int, Meta(ge=0)]
Size = Annotated[int, Meta(ge=0, le=2**53)] | Annotated[float, Meta(ge=0)]
"""A finite number that is not negative; an int stays an int."""

_WORDS = {
    "int": "an int",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_MESSAGE = re.compile(r"(?P<rule>.*?)(, got .*?)?( - at `(key in )?\$\.?(?P<path>.*)`)?", re.DOTALL)
_TYPES = re.compile(r"`([^`]+)`")
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


def read(data: object, form: type[Form]) -> Form:
    """The data as a value of this type; nothing in it is executed.

    Raises UsageError for anything else: the text names the field, the rule and the value.

    >>> read({"shown": [{"made": -1}]}, dict[str, list[dict[str, int]]])
    {'shown': [{'made': -1}]}
    >>> read({"kills": 3, "lines": [4, -1]}, dict[str, Count | list[Count]])
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: [...][1] must be an int >= 0, got {'kills': 3, 'lines': [4, -1]}
    """
    try:
        return convert(data, form)
    except ValidationError as error:
        if isinstance(error.__cause__, UsageError):
            raise error.__cause__ from error
        raise UsageError(_in_words(str(error), data)) from error


def _in_words(message: str, data: Any) -> str:
    """What msgspec says of the data, with the value; it does not say which entry of a dict is meant: all are shown."""
    found = _MESSAGE.fullmatch(message)
    assert found is not None
    path = found["path"] or ""
    for place, key in _STEP.findall(path.partition("[...]")[0]):
        data = data[int(place)] if place else data[key]
    rule = _TYPES.sub(
        lambda names: " or ".join(_WORDS.get(name, name) for name in names[1].split(" | ")), found["rule"]
    )
    if rule.startswith("Object missing"):
        return f"{path or 'it'} has no {rule.rpartition(' ')[2]!r}"
    if rule.startswith("Expected"):
        return f"{path or 'it'} {rule.replace('Expected', 'must be', 1)}, got {data!r:.200}"
    return f"{path or 'it'} must be a value that genmorph writes, got {data!r:.200}"


def require_shallow(data: object) -> None:
    """Raise UsageError for what could be read but not written again, because lists and objects nest too deeply."""
    level = [data]
    for _ in range(STORED.deepest):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer if isinstance(outer, list) else ())
        ]
        if not level:
            return
    raise UsageError(f"lists and objects must be at most {STORED.deepest} deep")


def to_json_values(values: Input) -> list[Any]:
    """Each value as JSON data.

    >>> to_json_values((1, (2.5, float("inf")), b"ab", {"k": None}, Fields(("x",), (1,))))
    [1, {'tuple': [2.5, {'float': 'inf'}]}, {'bytes': '6162'}, {'dict': [['k', None]]}, {'fields': [['x'], [1], '']}]
    """
    return [_to_json(value) for value in values]


def from_json_values(data: Any) -> Input:
    """What `to_json_values` wrote; raises UsageError for anything else.

    >>> from_json_values([1, {"tuple": [2.5, {"float": "inf"}]}, {"bytes": "6162"}, {"dict": [["k", None]]}])
    (1, (2.5, inf), b'ab', {'k': None})
    """
    if not isinstance(data, list | tuple):
        raise UsageError(f"values must be a list, got {data!r}")
    return tuple(_from_json(value) for value in data)


def _to_json(value: Any) -> Any:
    match value:
        case float() if not isfinite(value):
            return {"float": repr(value)}
        case int() if value.bit_length() > STORED.decimal_bits:
            return {"int": hex(value)}
        case bytes():
            return {"bytes": value.hex()}
        case tuple():
            return {"tuple": to_json_values(value)}
        case dict():
            return {"dict": [to_json_values(pair) for pair in value.items()]}
        case list():
            return to_json_values(tuple(value))
        case Built(maker, parts):
            return {"built": [maker, *to_json_values(parts)]}
        case Fields(names, parts, compared_as):
            return {"fields": [list(names), to_json_values(parts), compared_as]}
    return value


def _from_json(data: Any) -> Any:
    match data:
        case {"float": str(text), **rest} if not rest:
            return float(text)
        case {"int": str(text), **rest} if not rest:
            return int(text, 16)
        case {"bytes": str(text), **rest} if not rest:
            return bytes.fromhex(text)
        case {"tuple": list(parts), **rest} if not rest:
            return from_json_values(parts)
        case {"dict": list(parts), **rest} if not rest:
            return dict(from_json_values(pair) for pair in parts)
        case {"built": [str(maker), *parts], **rest} if not rest:
            return _checked(Built(maker, from_json_values(parts)))
        case {"fields": [list(names), list(parts), str(compared_as)], **rest} if not rest:
            return _record(names, from_json_values(parts), compared_as)
        case list():
            return list(from_json_values(data))
        case dict():
            tags = "float, int, bytes, tuple, dict, fields or built"
            raise UsageError(f"a value must be plain or tagged as {tags}, got {data!r}")
    return data


def _record(names: list[Any], parts: Input, compared_as: str) -> Fields:
    if len(names) != len(parts) or not all(isinstance(name, str) for name in names):
        raise UsageError(f"fields must have one name for each value, got {names!r} for {len(parts)} values")
    return Fields(tuple(names), parts, compared_as)


def _checked(built: Built) -> Built:
    """UsageError for what none of our domains builds."""
    match built:
        case Built("dict", pairs) if all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
            return built
        case Built("call", (str(), str(), tuple(), tuple(named))) if all(
            isinstance(entry, tuple) and len(entry) == 2 and isinstance(entry[0], str) for entry in named
        ):
            return built
        case Built("name", (str(), str())):
            return built
        case Built(maker, (tuple(), tuple())) if maker.startswith("array:"):
            return built
    raise UsageError(f"a built value must be a dict, an array, a call or a name, got {built!r:.200}")
