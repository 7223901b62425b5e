"""Texts in words that still tell them apart when all but letters and digits is lost."""

import re
import unicodedata

_NAMES = {"\n": "newline", "\t": "tab", "\r": "carriage return", "_": "underscore", ".": "dot", "/": "slash"}


def spelled(text: str) -> str:
    """Letters and digits of English as they are, all other characters by name, with an article.

    >>> spelled("ab"), spelled(", ")
    ('ab', 'a comma and a space')
    """
    return " and ".join(map(_spell, re.findall(r"[0-9A-Za-z]+|.", text, re.DOTALL)))


def _spell(piece: str) -> str:
    """A run of letters and digits, or another character."""
    if piece.isascii() and piece.isalnum():
        return piece
    full_name = unicodedata.name(piece, f"character {ord(piece)}").lower().replace("-", " ")
    noun = _NAMES.get(piece, full_name)
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun}"
