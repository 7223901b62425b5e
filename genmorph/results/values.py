"""Inputs and outputs as JSON data and back; what JSON lacks is tagged, and nothing in a file is ever executed."""

from math import isfinite
from typing import Any

from genmorph.model import Built, Input, UsageError

_DECIMAL_BITS = 2_000
"""Python refuses to write longer numbers in decimal notation, from a length that users may set."""


def to_json_values(values: Input) -> list[Any]:
    """Each value as JSON data.

    >>> to_json_values((1, (2.5, float("inf")), b"ab", {"k": None}))
    [1, {'tuple': [2.5, {'float': 'inf'}]}, {'bytes': '6162'}, {'dict': [['k', None]]}]
    """
    return [_to_json(value) for value in values]


def from_json_values(data: Any) -> Input:
    """What `to_json_values` wrote; raises UsageError for anything else.

    >>> from_json_values([1, {"tuple": [2.5, {"float": "inf"}]}, {"bytes": "6162"}, {"dict": [["k", None]]}])
    (1, (2.5, inf), b'ab', {'k': None})
    """
    if not isinstance(data, list):
        raise UsageError(f"values must be a list, got {data!r}")
    return tuple(_from_json(value) for value in data)


def _to_json(value: Any) -> Any:
    match value:
        case float() if not isfinite(value):
            return {"float": repr(value)}
        case int() if value.bit_length() > _DECIMAL_BITS:
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
        case list():
            return list(from_json_values(data))
        case dict():
            tags = "float, int, bytes, tuple, dict or built"
            raise UsageError(f"a value must be plain or tagged as {tags}, got {data!r}")
    return data


def _checked(built: Built) -> Built:
    """UsageError for what none of our domains builds."""
    match built:
        case Built("dict", pairs) if all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
            return built
        case Built("call", (str(), str(), tuple(), tuple(named))) if all(map(_is_named, named)):
            return built
        case Built(maker, (tuple(), tuple())) if maker.startswith("array:"):
            return built
    raise UsageError(f"a built value must be a dict, an array or a call, got {built!r:.200}")


def _is_named(entry: Any) -> bool:
    return isinstance(entry, tuple) and len(entry) == 2 and isinstance(entry[0], str)
