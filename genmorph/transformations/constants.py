"""Constants of transformations: which are usable, and how they are written."""

import math
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.model import Kind
from genmorph.relations.constants import number_text
from genmorph.relations.number_words import number_words

_EXACT = 2**53
_LONGEST_PIECE = 20
"""Longer texts make long names of tests, and mostly leave no room in a text of the usual size."""
_FARTHEST = 10_000
_NAMES = {"\n": "newline", "\t": "tab", "\r": "carriage return", "_": "underscore", ".": "dot", "/": "slash"}

Number = int | float
Constant = Any
"""An int, a finite float, a Boolean or a text; None for templates that take no constant."""


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants that a template takes.

    `choices` gives them for a kind of number, Boolean or text, from numbers and texts that are offered: those worth a
    try everywhere come first, and are all where nothing is offered. Some may not be allowed.
    """

    rule: str
    allows: Callable[[object], bool]
    choices: Callable[[Kind, Sequence[Number], Sequence[str]], tuple[Constant, ...]]


def usable_numbers(kind: Kind, offered: Iterable[Number]) -> tuple[Number, ...]:
    """The offered constants as numbers of the kind, distinct, in this order.

    Bools, what is not finite, ints beyond 2**53, and for ints what is not integral, are left out.

    >>> usable_numbers(Kind.INT, [7, 2.5, 2.0, True, 1])
    (7, 2, 1)
    """
    converted = (_as_kind(constant, kind) for constant in offered)
    return tuple(dict.fromkeys(constant for constant in converted if constant is not None))


def usable_pieces(offered: Iterable[str]) -> tuple[str, ...]:
    """The offered texts that are neither empty nor long, distinct, in this order."""
    return tuple(dict.fromkeys(piece for piece in offered if 0 < len(piece) <= _LONGEST_PIECE))


def constant_text(constant: Number) -> str:
    """Python text; whole floats are written as ints, which gives the same result beside a float.

    >>> constant_text(2.0), constant_text(-0.5), constant_text(1e300), constant_text(2 * math.pi)
    ('2', '-0.5', '1e+300', '2 * math.pi')
    """
    is_whole = isinstance(constant, int) or (constant.is_integer() and abs(constant) < _EXACT)
    return number_text(int(constant) if is_whole else constant)


def literal(constant: Constant) -> str:
    """Python text of exactly this value.

    >>> print(literal(2.0), literal("a"), literal('"'), literal("it's"))
    2.0 "a" '"' "it's"
    """
    text = repr(constant)
    return f'"{text[1:-1]}"' if isinstance(constant, str) and '"' not in text else text


def constant_words(constant: Constant) -> str:
    """Words that still tell constants apart when all but letters and digits is lost.

    >>> constant_words(-2), constant_words(1e-07), constant_words(1e300), constant_words(True)
    ('minus 2', '1e minus 07', '1e300', 'True')
    >>> constant_words(2 * math.pi), constant_words(-math.pi / 2), constant_words((1 + math.sqrt(5)) / 2)
    ('2 pi', 'minus pi over 2', 'the golden ratio')
    >>> constant_words("ab"), constant_words(" "), constant_words("=>")
    ('ab', 'a space', 'an equals sign a greater than sign')
    """
    if isinstance(constant, bool):
        return str(constant)
    if isinstance(constant, str):
        return _spelled(constant)
    return number_words(constant)


def is_number(value: object) -> bool:
    """Whether the value is an int within 2**53 or a finite float, and not a bool."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _EXACT


def _as_kind(constant: Number, kind: Kind) -> Number | None:
    if not is_number(constant):
        return None
    if kind is Kind.FLOAT:
        return float(constant)
    return int(constant) if constant == int(constant) and abs(constant) <= _EXACT else None


def _spelled(text: str) -> str:
    """Letters and digits of English as they are, all other characters by name."""
    return (
        "".join(c if c.isascii() and c.isalnum() else f" {_with_article(_name(c))} " for c in text)
        .strip()
        .replace("  ", " ")
    )


def _name(character: str) -> str:
    if character in _NAMES:
        return _NAMES[character]
    return unicodedata.name(character, f"character {ord(character)}").lower().replace("-", " ")


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun}"


def _addable(kind: Kind, numbers: Sequence[Number], _pieces: Sequence[str]) -> tuple[Constant, ...]:
    return usable_numbers(kind, (1, -1, *numbers))


def _scalable(kind: Kind, numbers: Sequence[Number], _pieces: Sequence[str]) -> tuple[Constant, ...]:
    return usable_numbers(kind, (1, -1, 2, *numbers))


def _insertable(kind: Kind, numbers: Sequence[Number], pieces: Sequence[str]) -> tuple[Constant, ...]:
    if kind is Kind.BOOL:
        return (True, False)
    return usable_pieces((" ", "a", *pieces)) if kind is Kind.TEXT else usable_numbers(kind, (0, 1, *numbers))


def _endable(kind: Kind, numbers: Sequence[Number], pieces: Sequence[str]) -> tuple[Constant, ...]:
    if kind is Kind.BOOL:
        return (True, False)
    return usable_pieces(("a", "0", *pieces)) if kind is Kind.TEXT else usable_numbers(kind, (0, 1, *numbers))


def _is_factor(value: object) -> bool:
    return is_number(value) and value not in (0, 1)


def _is_element(value: object) -> bool:
    return is_number(value) or isinstance(value, bool) or (isinstance(value, str) and 0 < len(value) <= _LONGEST_PIECE)


def _is_index(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _FARTHEST


ADDENDS = Constants("a finite number other than 0", lambda value: is_number(value) and value != 0, _addable)
FACTORS = Constants("a finite number other than 0 or 1", _is_factor, _scalable)
ELEMENTS = Constants(
    f"a finite number, a Boolean or a text of 1 to {_LONGEST_PIECE} characters", _is_element, _insertable
)
ENDS = Constants(ELEMENTS.rule, _is_element, _endable)
"""Of texts and sequences that become longer together with numbers: which element it is seldom matters."""
INDICES = Constants(
    f"an int from -{_FARTHEST} to {_FARTHEST}", _is_index, lambda _kind, _numbers, _pieces: (0, -1, 1, -2)
)
