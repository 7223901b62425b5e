"""Parts and values of a saved file, each of the type that it must have; what JSON lacks is tagged."""

from collections.abc import Mapping
from math import inf, isfinite
from typing import Any

from genmorph.model import Built, Input, UsageError
from genmorph.settings import STORED


def flag(data: Mapping[str, Any], name: str) -> bool:
    """The Boolean of that name.

    >>> flag({"exhaustive": 1}, "exhaustive")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: exhaustive must be true or false, got 1
    """
    if not isinstance(data[name], bool):
        raise UsageError(f"{name} must be true or false, got {data[name]!r}")
    return bool(data[name])


def text(data: Mapping[str, Any], name: str) -> str:
    """The text of that name."""
    if not isinstance(data[name], str):
        raise UsageError(f"{name} must be a text, got {data[name]!r}")
    return str(data[name])


def texts(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The texts of that name."""
    found = items(data, name)
    if not all(isinstance(item, str) for item in found):
        raise UsageError(f"{name} must be texts, got {found!r}")
    return tuple(found)


def items(data: Mapping[str, Any], name: str) -> list[Any]:
    """The list of that name."""
    if not isinstance(data[name], list):
        raise UsageError(f"{name} must be a list, got {data[name]!r}")
    return list(data[name])


def whole(data: Mapping[str, Any], name: str) -> int:
    """The int of that name."""
    if isinstance(data[name], bool) or not isinstance(data[name], int):
        raise UsageError(f"{name} must be an int, got {data[name]!r}")
    return int(data[name])


def count(data: Mapping[str, Any], name: str) -> int:
    """The int of that name, which is not negative."""
    found = whole(data, name)
    if not found >= 0:
        raise UsageError(f"{name} must be >= 0, got {found!r}")
    return found


def counts(data: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """The ints of that name, none of which is negative.

    >>> counts({"generations": [0, -1]}, "generations")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: generations must be >= 0, got -1
    """
    return tuple(count({name: item}, name) for item in items(data, name))


def size(data: Mapping[str, Any], name: str) -> float:
    """The number of that name, which is neither negative nor infinite."""
    found = data[name]
    is_number = isinstance(found, int | float) and not isinstance(found, bool)
    if not is_number or not 0 <= float(found) < inf:
        raise UsageError(f"{name} must be a finite number >= 0, got {found!r}")
    return found  # type: ignore[no-any-return]


def require_shallow(data: object) -> None:
    """Raise UsageError for what could be read but not written again, because lists and objects nest too deeply."""
    level = [data]
    for _ in range(STORED.deepest):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    raise UsageError(f"lists and objects must be at most {STORED.deepest} deep")


def _inside(data: object) -> list[Any]:
    match data:
        case dict():
            return list(data.values())
        case list():
            return data
    return []


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
