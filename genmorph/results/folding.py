"""Formulas in lines of a width: they break where a reader pauses, and inside a word only where it is too long."""

import re

_INDENT = "  "
_BREAKS = re.compile(r"[^\s(\[{,.]*(?:[(\[{,.]+|\s+|$)")
"""Up to a bracket that opens, a comma, a point, or a blank."""


def fold(formula: str, width: int) -> str:
    """The formula in lines of at most so many characters; those after the first are indented.

    >>> print(fold("weekday(year + 400, month, day) == weekday(year, month, day)", 34))
    weekday(year + 400, month, day) ==
      weekday(year, month, day)
    >>> print(fold("statistics_of_all(first_values)", 20))
    statistics_of_all(
      first_values)
    """
    lines = [""]
    for piece in _pieces(formula, width - len(_INDENT)):
        if len((lines[-1] + piece).rstrip()) > width and lines[-1].strip():
            lines.append(_INDENT + piece)
        else:
            lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def _pieces(formula: str, width: int) -> list[str]:
    """What must not be broken: words with their blanks, parts of words that are too long, and parts of these."""
    pieces: list[str] = []
    for word in re.findall(r"\s*\S+\s*", formula):
        parts = [word] if len(word.rstrip()) <= width else [found for found in _BREAKS.findall(word) if found]
        pieces += [part[start : start + width] for part in parts for start in range(0, len(part), width)]
    return pieces
