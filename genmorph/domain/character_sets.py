"""Sets of characters as Hypothesis describes them."""

import unicodedata
from collections.abc import Container
from typing import Any

_MOST = 256
"""Larger alphabets would fill the text of a domain."""
_CODECS = {"ascii": 128, "latin-1": 256, "iso-8859-1": 256}
_KNOWN = {"codec", "min_codepoint", "max_codepoint", "categories", "exclude_characters", "include_characters"}


def character_set(**arguments: Any) -> str | None:
    """The characters that `hypothesis.strategies.characters` means; None where these are many, or not known.

    >>> character_set(codec="ascii", categories=["Lu"])
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    >>> character_set() is None
    True
    """
    if not arguments.keys() <= _KNOWN or ("codec" in arguments and arguments["codec"] not in _CODECS):
        return None
    bounds = [_CODECS[arguments["codec"]] - 1] if "codec" in arguments else []
    bounds += [arguments["max_codepoint"]] if "max_codepoint" in arguments else []
    first = arguments.get("min_codepoint", 0)
    if not bounds or min(bounds) - first >= _MOST:
        return None
    letters = [chr(position) for position in range(first, min(bounds) + 1)]
    kept = [letter for letter in letters if _is_of(letter, arguments.get("categories"))]
    kept = [letter for letter in kept if letter not in arguments.get("exclude_characters", "")]
    return "".join(sorted({*kept, *arguments.get("include_characters", "")})) or None


def _is_of(letter: str, categories: Container[str] | None) -> bool:
    """Whether a character is in one of these categories, or of such a class of them ("L" for all letters)."""
    category = unicodedata.category(letter)
    return categories is None or category in categories or category[0] in categories
