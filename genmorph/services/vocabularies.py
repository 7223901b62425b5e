"""Labels that are near each other: by how they are written, and by WordNet."""

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from genmorph.settings import RECOGNITION, SERVICES

_WORDNET = Path("/usr/share/wordnet")
"""Where Debian's package wordnet-base has its files."""


def nearest(label: str, vocabulary: Sequence[str]) -> str:
    """The label of a vocabulary that is meant by another one, or "".

    >>> nearest("dog", ["Cat", "Dog"]), nearest("fire", ["Cat", "Dog"])
    ('Dog', '')
    """
    by_letters = {one.casefold(): one for one in reversed(vocabulary)}
    if label.casefold() in by_letters:
        return by_letters[label.casefold()]
    related = [one for one in vocabulary if are_related(label, one)]
    if related:
        return related[0]
    close = get_close_matches(label.casefold(), by_letters, n=1, cutoff=RECOGNITION.alike)
    return by_letters[close[0]] if close else ""


def are_related(one: str, other: str) -> bool:
    """Whether WordNet has the words as neighbours: the same meaning, one above the other, or both below one."""
    return bool(_around(one) & _around(other))


@cache
def _around(word: str) -> frozenset[str]:
    """The meanings of a word and those directly above them, by name; none without WordNet."""
    wordnet = _wordnet()
    if wordnet is None:
        return frozenset()
    meanings = wordnet.synsets(word.strip().replace(" ", "_").lower(), pos="n")[: SERVICES.meanings]
    return frozenset(one.name() for meaning in meanings for one in (meaning, *meaning.hypernyms()))


@cache
def _wordnet() -> Any:
    """WordNet as NLTK reads it; None where one of both is missing."""
    try:
        from nltk.corpus.reader.wordnet import WordNetCorpusReader

        return WordNetCorpusReader(str(_WORDNET), None) if (_WORDNET / "data.noun").exists() else None
    except (ImportError, OSError):
        return None
