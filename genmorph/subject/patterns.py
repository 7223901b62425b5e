"""Texts that a regular expression finds, as pieces of inputs: one for each of its first few alternatives.

Hypothesis draws from a regular expression as well, but at random, and takes milliseconds for each text; here it is the
same few texts each time, for dozens of rules of a module.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from genmorph.settings import INPUTS

_MARKS = re.compile(r"\\[a-zA-Z0-9.]|\(\?|\[[^\]]+\]|\)[$+*?]|[)\w]\$$|^\^\w|\([^()|]*\|")
"""What shows that a text is a regular expression."""
_CATEGORIES = {"CATEGORY_DIGIT": "0", "CATEGORY_WORD": "a", "CATEGORY_SPACE": " "}
"""A character of each class with a name; one of none of these stands for all others."""
_NO_CHARACTER = frozenset({"AT", "ASSERT", "ASSERT_NOT", "GROUPREF", "GROUPREF_EXISTS"})


def is_pattern(text: str) -> bool:
    """Whether a text looks like a regular expression.

    >>> is_pattern("(?i)([ti])a$"), is_pattern("on (daily)")
    (True, False)
    """
    return len(text) <= INPUTS.longest_pattern and _MARKS.search(text) is not None


def matched_texts(pattern: str) -> Iterator[str]:
    r"""Short texts in which a regular expression finds something; none where it cannot be read.

    Of each class of characters it is the first one; what may be repeated stands there as rarely as it may, but once.
    Conditions on what stands around it are passed over.

    >>> list(matched_texts(r"(?i)([ti])a$")), list(matched_texts(r"^(ox|vert)en\.\b")), list(matched_texts("("))
    (['ta'], ['oxen.', 'verten.'], [])
    """
    from re import _parser  # there is no public one

    try:
        parsed = _parser.parse(pattern) if len(pattern) <= INPUTS.longest_pattern else []
    except (re.error, OverflowError, RecursionError):
        return
    yield from islice(filter(None, dict.fromkeys(_texts(parsed))), INPUTS.most_texts_of_pattern)


def _texts(parsed: Any) -> list[str]:
    found = [""]
    for operation, argument in parsed:
        endings = _texts_of(str(operation), argument)
        found = [text + ending for text in found for ending in endings][: INPUTS.most_texts_of_pattern]
    return found


def _texts_of(operation: str, argument: Any) -> list[str]:
    match operation, argument:
        case "LITERAL", code:
            return [chr(code)]
        case "IN", [(first, value), *_]:
            return [_character(str(first), value)]
        case "BRANCH", (_, branches):
            return [text for branch in branches for text in _texts(branch)]
        case "SUBPATTERN", (*_, inner):
            return _texts(inner)
        case "ATOMIC_GROUP", inner:
            return _texts(inner)
        case (("MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT"), (least, _, inner)):
            return [text * min(max(least, 1), INPUTS.longest_text) for text in _texts(inner)]
    return [""] if operation in _NO_CHARACTER else ["-"]


def _character(kind: str, value: Any) -> str:
    """One that a member of a class stands for."""
    match kind, value:
        case "LITERAL", code:
            return chr(code)
        case "RANGE", (low, _):
            return chr(low)
    return _CATEGORIES.get(str(value), "-")
