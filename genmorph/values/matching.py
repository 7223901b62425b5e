"""Texts that a regular expression matches: drawn by Hypothesis, and told from others by `re`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from genmorph.model import Kind, UsageError
from genmorph.values.narrowable import Narrowable
from genmorph.values.python_text import python_text, write_call
from genmorph.values.strategies import Draws, look, of_pattern
from genmorph.values.texts import has_surrogates


@dataclass(frozen=True, slots=True, repr=False)
class Matching(Narrowable):
    """All texts that the pattern matches as a whole, or in some place where they need not match as a `whole`."""

    pattern: str
    whole: bool = True
    _draws: Draws = field(init=False, compare=False)
    kind = Kind.TEXT
    annotation = Kind.TEXT.value
    tells_sources = False
    is_drawn_by_hypothesis = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "_draws", Draws(of_pattern(self.pattern, whole=self.whole), _without_surrogates))

    @property
    def size(self) -> int | None:
        few = _few(self.pattern, self.whole)
        return None if few is None else len(few)

    def values(self) -> Iterator[str]:
        few = _few(self.pattern, self.whole)
        return super(Matching, self).values() if few is None else iter(few)

    def draw(self, rng: Random) -> Any:
        """One text as Hypothesis draws it."""
        return self._draws.draw(rng)

    def contains(self, value: object) -> bool:
        if not isinstance(value, str) or has_surrogates(value):
            return False
        match = re.fullmatch if self.whole else re.search
        return match(self.pattern, value) is not None

    def condition_text(self, text: str) -> str:
        match = "re.fullmatch" if self.whole else "re.search"
        return f"{match}({python_text(self.pattern)}, {text}) is not None"

    def notation(self) -> str:
        return write_call("matching", [self.pattern], {} if self.whole else {"whole": False})

    def strategy(self) -> str:
        return write_call("st.from_regex", [self.pattern], {"fullmatch": True} if self.whole else {})

    def _within(self, other: "Matching") -> Narrowable | None:
        return self if other == self else None


def _without_surrogates(value: Any) -> Any:
    if has_surrogates(value):
        raise ValueError(f"value must have no surrogates, got {value!r:.80}")
    return value


@lru_cache(maxsize=1 << 6)
def _few(pattern: str, whole: bool) -> tuple[str, ...] | None:
    """All texts, where these are few; None where there are more."""
    seen = look(of_pattern(pattern, whole=whole))
    return tuple(sorted({value for batch in seen.batches for value in batch})) if seen.is_whole else None


def matching(pattern: str, whole: bool = True) -> Matching:
    """Make the domain of all texts that a regular expression of Python matches.

    Hypothesis draws them, which takes longer than drawing those of `texts`.

    Args:
        pattern: The regular expression; flags stand in it, as in `"(?i)[a-f]+"`.
        whole: Whether it has to match the whole text, or any part of it.

    Raises:
        UsageError: The pattern is no regular expression.

    >>> codes = matching("[A-Z]{2}-[0-9]+")
    >>> codes.contains("AB-12"), codes.contains("AB-12."), matching("[0-9]", whole=False).contains("a1")
    (True, False, True)
    >>> codes.strategy()
    'st.from_regex("[A-Z]{2}-[0-9]+", fullmatch=True)'
    >>> matching("[A-Z")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: pattern must be a regular expression (unterminated character set at position 0), \
got '[A-Z'

    """
    if not isinstance(pattern, str):
        raise UsageError(f"pattern must be a text, got {pattern!r:.80}")
    if not isinstance(whole, bool):
        raise UsageError(f"whole must be True or False, got {whole!r:.80}")
    try:
        re.compile(pattern)
    except re.error as error:
        raise UsageError(f"pattern must be a regular expression ({error}), got {pattern!r:.80}") from error
    return Matching(pattern, whole)
