"""Values in few letters, to name mutants and to tell values apart; numbers of things, and words that may be meant."""

import hashlib
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from genmorph.model import Array, Drained, Fields
from genmorph.settings import RECOGNITION, WRITING
from genmorph.values.python_text import KEY, python_text


def write(value: Any) -> str:
    """The value as text, other ones for another value."""
    return python_text(value, KEY)


def key(value: Any) -> str:
    """Another text for each value: its `repr`, where Python writes that."""
    try:
        return repr(value)
    except ValueError:  # an int of more digits than Python writes
        return write(value)


def label(value: Any) -> str:
    """The value in few letters, other ones for another value."""
    text = write(value)
    digest = hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()
    if isinstance(value, int) and value.bit_length() > WRITING.named_bits:
        return f"int_of_{value.bit_length()}_bits_{digest}"
    if isinstance(value, int | float) or len(text) <= WRITING.named_letters:
        return text
    match value:
        case Array(parts) | Drained(parts) | Fields(parts, _):
            size = len(parts)
        case _:
            size = len(value)
    return f"{type(value).__name__.lower()}_of_{size}_{digest}"


def shortened(text: str, most: int = WRITING.message) -> str:
    """The text, or as much of its beginning as `most` characters hold with a mark."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def counted(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def meant(words: Iterable[str], known: Iterable[str]) -> str:
    """The end of a message about words that are not known: those that may be meant, or "".

    >>> meant(["domian", "x"], ["domain", "budget"]), meant(["x"], ["domain"])
    ('; is domain meant?', '')
    >>> meant(["domian", "bugdet"], ["domain", "budget"]), meant(["domian", "domani"], ["domain"])
    ('; are domain and budget meant?', '; is domain meant?')
    """
    choice = list(known)
    near = (one for word in words for one in get_close_matches(word, choice, n=1, cutoff=RECOGNITION.alike))
    close = list(dict.fromkeys(near))
    return f"; {'are' if len(close) > 1 else 'is'} {' and '.join(close)} meant?" if close else ""
