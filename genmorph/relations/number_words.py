"""Numbers in words that still tell them apart when all but letters and digits is lost."""

from collections.abc import Mapping
from types import MappingProxyType

from genmorph.relations.constants import number_text
from genmorph.relations.expression import EXACT

_SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "(1 + math.sqrt(5)) / 2": "the golden ratio",
        "math.": "",
        "sqrt(": "the square root of ",
        "log(": "the logarithm of ",
        ")": "",
        "*": "",
        "/": "over",
        "-": " minus ",
        "+": "",
    }
)
"""Words for parts of the text of a number."""


def number_words(value: int | float) -> str:
    """A number in words, well-known ones by name; whole floats read as ints.

    >>> import math
    >>> number_words(-2), number_words(0.5), number_words(1e-07), number_words(1e300), number_words(3.0)
    ('minus 2', '0.5', '1e minus 07', '1e300', '3')
    >>> number_words(2 * math.pi), number_words(-math.pi / 2), number_words((1 + math.sqrt(5)) / 2)
    ('2 pi', 'minus pi over 2', 'the golden ratio')
    """
    is_whole = isinstance(value, int) or (value.is_integer() and abs(value) < EXACT)
    text = number_text(int(value) if is_whole else value)
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    return " ".join(text.split())
