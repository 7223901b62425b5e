"""Texts in words that still tell them apart when all but letters and digits is lost."""

import unicodedata

_NAMES = {"\n": "newline", "\t": "tab", "\r": "carriage return", "_": "underscore", ".": "dot", "/": "slash"}


def spelled(text: str) -> str:
    """Letters and digits of English as they are, all other characters by name, with an article.

    >>> spelled("ab"), spelled(", ")
    ('ab', 'a comma a space')
    """

    def spell(character: str) -> str:
        if character.isascii() and character.isalnum():
            return character
        full_name = unicodedata.name(character, f"character {ord(character)}").lower().replace("-", " ")
        noun = _NAMES.get(character, full_name)
        return f" {'an' if noun[0] in 'aeio' else 'a'} {noun} "

    return "".join(map(spell, text)).strip().replace("  ", " ")
