"""Outcomes as bytes: small, quick to make, and exact."""

import json
import struct
import zlib
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self, assert_never

from genmorph.execution.portable import LEAST, MOST, exact_key, from_json, to_json
from genmorph.model import Crashed, Outcome, Raised, Returned, TimedOut

_INT, _FLOAT, _BOOL, _OTHER = b"qdbo"
_KINDS = {int: _INT, float: _FLOAT, bool: _BOOL}
_AS_WORDS = bytes.maketrans(b"bo", b"qq")
"""From kinds to the format of `struct`: truth values and places in `others` are written as ints."""
_WORD = struct.Struct("<q")
_FLOAT_WORD = struct.Struct("<d")
_SIZES = struct.Struct("<II")
_LEVEL = 1
"""Of compression: higher ones are slower than the calls they save."""


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
                kind, value = _OTHER, places.setdefault(_name(outcome), len(others))
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
        return zlib.compress(_SIZES.pack(len(head), len(self)) + head + self.kinds + self.words, _LEVEL)

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


def _name(outcome: Outcome) -> Hashable:
    return exact_key(outcome.value) if isinstance(outcome, Returned) else outcome


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
