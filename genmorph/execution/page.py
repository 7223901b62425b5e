"""Outcomes as bytes: small, quick to make, and exact; and returned values of all kinds as JSON."""

import json
import marshal
import struct
import zlib
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self, assert_never

from genmorph.model import Altered, Array, Built, Crashed, Drained, Fields, Outcome, Raised, Returned, TimedOut
from genmorph.settings import CACHE

LEAST, MOST = -(2**63), 2**63 - 1
"""Ints beyond are written in base 16: Python refuses to write long ones in base 10."""

_AS_THEY_ARE = frozenset({float, bool, type(None)})
_TAGGED = frozenset({dict, list})
_MARSHALLED = frozenset({int, float, bool, type(None), str, bytes, complex})

_INT, _FLOAT, _BOOL, _OTHER = b"qdbo"
_KINDS = {int: _INT, float: _FLOAT, bool: _BOOL}
_AS_WORDS = bytes.maketrans(b"bo", b"qq")
"""From kinds to the format of `struct`: truth values and places in `others` are written as ints."""
_WORD = struct.Struct("<q")
_FLOAT_WORD = struct.Struct("<d")
_SIZES = struct.Struct("<II")


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
    """Values with equal keys are the same, in type too, where `==` takes 1 for True; quick to make."""
    if type(value) is str:
        return value
    try:
        return marshal.dumps(value, 2)
    except ValueError:  # it holds a class of ours
        return marshal.dumps(_marked(value), 2)


def _marked(value: Any) -> Any:
    """The value with tuples in the place of classes of ours; they begin with what no plain data holds."""
    match value:
        case list() | tuple():
            return value if _MARSHALLED.issuperset(map(type, value)) else type(value)(map(_marked, value))
        case dict():
            return (..., "dict", [(_marked(name), _marked(item)) for name, item in value.items()])
        case Array(elements) | Drained(elements):
            return (..., type(value).__name__, _marked(elements))
        case Built(maker, parts):
            return (..., "Built", maker, _marked(parts))
        case Fields(names, values, compared_as):
            return (..., "Fields", names, _marked(values), compared_as)
        case Altered(inner, arguments):
            return (..., "Altered", _marked(inner), _marked(arguments))
    return value


def _tagged(value: Any) -> dict[str, Any]:
    match value:
        case tuple():
            return {"tuple": [to_json(item) for item in value]}
        case dict():
            return {"dict": [[to_json(key), to_json(item)] for key, item in value.items()]}
        case Array(elements) | Drained(elements):
            return {"array" if isinstance(value, Array) else "drained": to_json(list(elements))}
        case Built(maker, parts):
            return {"built": [maker, to_json(list(parts))]}
        case Fields(names, values, compared_as):
            return {"fields": [to_json(list(names)), to_json(list(values)), compared_as]}
        case Altered(inner, arguments):
            return {"altered": [to_json(inner), [[position, to_json(item)] for position, item in arguments]]}
    return _tagged_scalar(value)


def _tagged_scalar(value: Any) -> dict[str, Any]:
    match value:
        case int():
            return {"int": hex(value)}
        case str():
            return {"text": [ord(character) for character in value]}
        case bytes():
            return {"bytes": value.decode("latin-1")}
        case complex():
            return {"complex": [value.real, value.imag]}
    raise TypeError(f"value must be plain data, got {value!r:.200}")


def _is_short(value: list[Any]) -> bool:
    """Whether a list holds nothing but what is taken as it is: most lists need no closer look."""
    kinds = set(map(type, value))
    ints = (item for item in value if type(item) is int)
    return kinds <= _AS_THEY_ARE or (kinds <= _AS_THEY_ARE | {int} and all(LEAST <= item <= MOST for item in ints))


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
    "complex": lambda content: complex(*content),
    "tuple": lambda content: tuple(map(from_json, content)),
    "dict": lambda content: {from_json(key): from_json(item) for key, item in content},
    "array": lambda content: Array(tuple(from_json(content))),
    "drained": lambda content: Drained(tuple(from_json(content))),
    "built": lambda content: Built(content[0], tuple(from_json(content[1]))),
    "fields": lambda content: Fields(tuple(from_json(content[0])), tuple(from_json(content[1])), content[2]),
    "altered": lambda content: Altered(from_json(content[0]), tuple((place, from_json(v)) for place, v in content[1])),
}


@dataclass(frozen=True, slots=True)
class Page:
    """Outcomes in order, packed: a kind and 8 bytes for each, and as JSON what does not fit, each value once.

    `limit` is the time limit in seconds under which they were seen.

    >>> page = Page.of([Returned(1), Raised("KeyError"), Returned(-0.0)], limit=1.0)
    >>> Page.from_bytes(page.to_bytes()) == page, len(page), page[2]
    (True, 3, Returned(value=-0.0))
    >>> list(page)
    [Returned(value=1), Raised(type='KeyError'), Returned(value=-0.0)]
    """

    limit: float
    kinds: bytes
    words: bytes
    others: tuple[Outcome, ...]

    @classmethod
    def of(cls, outcomes: Sequence[Outcome], limit: float) -> Self:
        """Pack outcomes."""
        kinds = bytearray()
        words: list[float] = []
        places: dict[Hashable, int] = {}
        others: list[Outcome] = []
        for outcome in outcomes:
            value: Any = outcome.value if isinstance(outcome, Returned) else None
            kind = _KINDS.get(type(value), _OTHER)
            if kind == _OTHER or (kind == _INT and not LEAST <= value <= MOST):
                name = exact_key(outcome.value) if isinstance(outcome, Returned) else outcome
                kind, value = _OTHER, places.setdefault(name, len(others))
                if value == len(others):
                    others.append(outcome)
            kinds.append(kind)
            words.append(value)
        return cls(limit, bytes(kinds), _words(kinds).pack(*words), tuple(others))

    def __len__(self) -> int:
        return len(self.kinds)

    def __iter__(self) -> Iterator[Outcome]:
        for kind, word in zip(self.kinds, _words(self.kinds).unpack(self.words), strict=True):
            if kind == _OTHER:
                yield self.others[word]
            else:
                yield Returned(bool(word) if kind == _BOOL else word)

    def __getitem__(self, position: int) -> Outcome:
        kind = self.kinds[position]
        if kind == _FLOAT:
            return Returned(_FLOAT_WORD.unpack_from(self.words, 8 * position)[0])
        word = _WORD.unpack_from(self.words, 8 * position)[0]
        if kind == _INT:
            return Returned(word)
        return Returned(bool(word)) if kind == _BOOL else self.others[word]

    def to_bytes(self) -> bytes:
        """The page for a file."""
        head = json.dumps({"limit": self.limit, "others": [_to_json(outcome) for outcome in self.others]}).encode()
        return zlib.compress(_SIZES.pack(len(head), len(self)) + head + self.kinds + self.words, CACHE.compression)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The page that `to_bytes` has written."""
        content = zlib.decompress(data)
        size, count = _SIZES.unpack_from(content)
        kinds = _SIZES.size + size
        head = json.loads(content[_SIZES.size : kinds])
        words = kinds + count
        return cls(head["limit"], content[kinds:words], content[words:], tuple(map(_from_json, head["others"])))


def _words(kinds: bytes | bytearray) -> struct.Struct:
    """The layout of the words; not by the functions of `struct`, which would keep a hundred of these."""
    return struct.Struct(f"<{kinds.translate(_AS_WORDS).decode()}")


def _to_json(outcome: Outcome) -> list[Any] | str:
    match outcome:
        case Returned(value):
            data = to_json(value)
            return data if isinstance(data, str) else ["returned", data]
        case Raised(name):
            return ["raised", name]
        case TimedOut():
            return ["timed out"]
        case Crashed(why, fatal):
            return ["crashed", why, fatal]
    assert_never(outcome)


def _from_json(data: list[Any] | str) -> Outcome:
    match data:
        case str():
            return Returned(data)
        case ["returned", value]:
            return Returned(from_json(value))
        case ["raised", name]:
            return Raised(name)
        case ["crashed", why, fatal]:
            return Crashed(why, fatal)
    return TimedOut()
