"""Returned values of all kinds as JSON, exactly: what JSON does not have is an object with one tag."""

import json
import marshal
from collections.abc import Callable, Hashable
from typing import Any

from genmorph.model import Altered, Array, Drained, Fields

LEAST, MOST = -(2**63), 2**63 - 1
"""Ints beyond are written in base 16: Python refuses to write long ones in base 10."""
_AS_THEY_ARE = frozenset({float, bool, type(None)})
_TAGGED = frozenset({dict, list})


def to_json(value: Any) -> Any:
    """The value for `json.dumps`; a list of short ints, floats, Booleans and None is taken as it is.

    >>> to_json([1, (True, 2**64), b"a"])
    [1, {'tuple': [True, {'int': '0x10000000000000000'}]}, {'bytes': 'a'}]
    """
    kind = type(value)
    if kind in _AS_THEY_ARE or (kind is int and LEAST <= value <= MOST) or (kind is str and _survives(value)):
        return value
    if kind is list:
        return value if _is_short(value) else [to_json(item) for item in value]
    return _tagged(value)


def exact_key(value: Any) -> Hashable:
    """Values with equal keys are the same, in type too, where `==` takes 1 for True; quick to make.

    >>> exact_key([1]) == exact_key([True]), exact_key((1, "a")) == exact_key((1, "a"))
    (False, True)
    """
    if type(value) is str:
        return value
    try:
        return marshal.dumps(value, 2)
    except ValueError:  # it holds a class of ours
        return (json.dumps(to_json(value)),)


def _tagged(value: Any) -> dict[str, Any]:
    match value:
        case int():
            return {"int": hex(value)}
        case str():
            return {"text": [ord(character) for character in value]}
        case bytes():
            return {"bytes": value.decode("latin-1")}
        case tuple():
            return {"tuple": [to_json(item) for item in value]}
        case dict():
            return {"dict": [[to_json(key), to_json(item)] for key, item in value.items()]}
        case Array(elements):
            return {"array": to_json(list(elements))}
        case Drained(elements):
            return {"drained": to_json(list(elements))}
        case Fields(names, values):
            return {"fields": [to_json(list(names)), to_json(list(values))]}
        case Altered(inner, arguments):
            return {"altered": [to_json(inner), [[position, to_json(item)] for position, item in arguments]]}
    raise TypeError(f"value must be plain data, got {value!r:.200}")


def _is_short(value: list[Any]) -> bool:
    """Whether a list holds nothing but what is taken as it is: most lists need no closer look."""
    kinds = set(map(type, value))
    if not kinds <= _AS_THEY_ARE:
        return kinds <= _AS_THEY_ARE | {int} and all(LEAST <= item <= MOST for item in value if type(item) is int)
    return True


def _survives(text: str) -> bool:
    """Whether JSON gives the text back: it takes two surrogates for one character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def from_json(data: Any) -> Any:
    """The value that `to_json` has written."""
    if type(data) is list:
        return data if _TAGGED.isdisjoint(map(type, data)) else [from_json(item) for item in data]
    if type(data) is not dict:
        return data
    ((tag, content),) = data.items()
    return _READERS[tag](content)


_READERS: dict[str, Callable[[Any], Any]] = {
    "int": lambda content: int(content, 16),
    "text": lambda content: "".join(map(chr, content)),
    "bytes": lambda content: content.encode("latin-1"),
    "tuple": lambda content: tuple(map(from_json, content)),
    "dict": lambda content: {from_json(key): from_json(item) for key, item in content},
    "array": lambda content: Array(tuple(from_json(content))),
    "drained": lambda content: Drained(tuple(from_json(content))),
    "fields": lambda content: Fields(*(tuple(from_json(part)) for part in content)),
    "altered": lambda content: Altered(from_json(content[0]), tuple((place, from_json(v)) for place, v in content[1])),
}
