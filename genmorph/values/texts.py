"""Texts over an alphabet: how they are drawn, and their boundary values."""

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random

from genmorph.model import Domain, Kind, UsageError
from genmorph.settings import ELEMENT_DRAWS, SIZE_DRAWS, VALUE_LIMITS
from genmorph.values.listed import Froms
from genmorph.values.literal_calls import write_call
from genmorph.values.sizes import (
    SIZES,
    SizeDraws,
    check_sizes,
    common_sizes,
    count_sequences,
    plan_size_draws,
    size_arguments,
)
from genmorph.values.unions import Optionals, Unions

_ACCENTED = "äöüéèêñçøåłžğæœÄÖÜÉÑÇØÅŁŽαβγλπΩАБжщюяקאعب中日本語あア"
_AWKWARD = "ßŉİıςσΣﬁǆǅᾳΐაბև\u0301\t\n\r\x00\x1c\x85\xa0\u2028²½٣\U0001d518😀"

_LETTERS = 12 * string.ascii_lowercase + 6 * string.ascii_uppercase + _ACCENTED

_ANYTHING = 60 * " " + 2 * _LETTERS + 8 * string.digits + 3 * string.punctuation + _AWKWARD
"""Characters stand in it as often as they are to be drawn; one in 40 of those drawn is an awkward one."""

_CLASSES = (
    *(string.ascii_lowercase, string.ascii_uppercase, string.digits, "ab", _ACCENTED, _AWKWARD),
    *("aB Σσς.", "ǆǅაბᾳŉßa ", "İ\u0131iI \u017fsS"),
)
"""The last ones have letters whose case depends on their neighbours, has a title form, or takes several letters."""

_SURROGATES = re.compile("[\\ud800-\\udfff]")


@dataclass(frozen=True, slots=True)
class TextDraws:
    """A plan for drawing texts of given sizes: all characters, letters of words, and sets drawn from alone."""

    anything: str
    letters: str
    classes: tuple[str, ...]

    def draw(self, size: int, rng: Random) -> str:
        """Any characters, words, one to three characters, one class, mirrored or sorted: see `ELEMENT_DRAWS`."""
        choice = rng.random()
        if choice < ELEMENT_DRAWS.any_character_share or size < 2:
            return "".join(rng.choices(self.anything, k=size))
        if choice < ELEMENT_DRAWS.word_share:
            return self._words(size, rng)
        if choice < ELEMENT_DRAWS.few_characters_share:
            few = rng.choices(self.anything, k=1 + int(rng.random() * ELEMENT_DRAWS.most_few))
            return "".join(rng.choices(few, k=size))
        if choice < ELEMENT_DRAWS.class_share:
            return "".join(rng.choices(rng.choice(self.classes), k=size))
        half = rng.choices(self.anything, k=(size + 1) // 2)
        if choice < ELEMENT_DRAWS.mirrored_text_share:
            return "".join(half + half[: size // 2][::-1])
        return "".join(sorted(half + rng.choices(half, k=size // 2)))

    def _words(self, size: int, rng: Random) -> str:
        """Letters with single spaces in between, sometimes with one at the start or the end."""
        characters = rng.choices(self.letters, k=size)
        if " " in self.anything:
            place = int(rng.random() * ELEMENT_DRAWS.longest_word)
            while place < size:
                characters[place] = " "
                place += 2 + int(rng.random() * (ELEMENT_DRAWS.longest_word - 1))
        return "".join(characters)


def plan_text_draws(alphabet: str | None) -> TextDraws:
    """The plan for texts of the characters of an alphabet; of any where it is None.

    >>> plan_text_draws("ab c").letters
    'abc'
    """
    if alphabet is None:
        return TextDraws(_ANYTHING, _LETTERS, _CLASSES)
    return TextDraws(alphabet, alphabet.replace(" ", "") or alphabet, (alphabet,))


@dataclass(frozen=True, slots=True, repr=False)
class Texts:
    """All texts of `min_size` to `max_size` characters of `alphabet`; None stands for all characters but surrogates."""

    alphabet: str | None
    min_size: int
    max_size: int
    _letters: frozenset[str] = field(init=False, compare=False)
    _sizes: SizeDraws = field(init=False, compare=False)
    _draws: TextDraws = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_letters", frozenset(self.alphabet or ""))
        object.__setattr__(self, "_sizes", plan_size_draws(self.min_size, self.max_size))
        object.__setattr__(self, "_draws", plan_text_draws(self.alphabet))

    def __repr__(self) -> str:
        return self.notation()

    @property
    def kind(self) -> Kind:
        """Always `Kind.TEXT`."""
        return Kind.TEXT

    @property
    def container(self) -> None:
        """Always None: a text is no sequence."""

    @property
    def size(self) -> int | None:
        """The number of texts, None where it is huge."""
        return count_sequences(None if self.alphabet is None else len(self.alphabet), self.min_size, self.max_size)

    def values(self) -> Iterator[str]:
        """All texts, the shortest first."""
        if self.size is None:
            raise UsageError(f"only bounded domains list their values, got {self!r}")
        sizes = range(self.min_size, self.max_size + 1)
        return ("".join(letters) for size in sizes for letters in product(self.alphabet or "", repeat=size))

    def draw(self, rng: Random) -> str:
        """One text: words, repeated and mirrored characters often, awkward characters seldom."""
        return self._draws.draw(self._sizes.draw(rng), rng)

    def contains(self, value: object) -> bool:
        """Whether the value is a text of these sizes and characters."""
        if not isinstance(value, str) or not self.min_size <= len(value) <= self.max_size:
            return False
        return not has_surrogates(value) if self.alphabet is None else self._letters.issuperset(value)

    def notation(self) -> str:
        """The call that makes this domain."""
        letters = [] if self.alphabet is None else [self.alphabet]
        return write_call("texts", letters, size_arguments(self.min_size, self.max_size, SIZE_DRAWS.usual))

    def strategy(self) -> str:
        """The Hypothesis call for the same values."""
        letters = {} if self.alphabet is None else {"alphabet": self.alphabet}
        sizes = size_arguments(self.min_size, self.max_size, VALUE_LIMITS.longest, SIZES)
        return write_call("st.text", [], {**letters, **sizes})

    def intersect(self, other: Domain) -> Domain | None:
        """The values of both domains, None where there are none."""
        if isinstance(other, Froms | Optionals | Unions):
            return other.intersect(self)
        if not isinstance(other, Texts):
            return None
        sized = self.with_sizes(other.min_size, other.max_size)
        return sized if sized is None or other.alphabet is None else sized.with_alphabet(other.alphabet)

    def before_adding(self, _c: int | float) -> None:
        """None: a number is not added to a text."""

    def before_scaling(self, _c: int | float) -> None:
        """None: a text is not multiplied in this sense."""

    def with_sizes(self, least: int, most: int | None) -> "Texts | None":
        """The texts of `least` to `most` characters, None where there are none; `most` may be None for any number."""
        sizes = common_sizes((self.min_size, self.max_size), least, most)
        return sizes and Texts(self.alphabet, *sizes)

    def with_alphabet(self, alphabet: str) -> "Texts | None":
        """The texts of characters that are in this alphabet too, None where there are none.

        >>> texts("abc").with_alphabet("cbx"), texts("abc").with_alphabet("x")
        (texts("bc"), texts("abc", max_len=0))
        """
        if self.alphabet is None:
            return Texts(_distinct(alphabet), self.min_size, self.max_size) if alphabet else self.with_sizes(0, 0)
        common = "".join(letter for letter in self.alphabet if letter in alphabet)
        return Texts(common, self.min_size, self.max_size) if common else self.with_sizes(0, 0)


def texts(alphabet: str | None = None, min_len: int = 0, max_len: int = SIZE_DRAWS.usual) -> Texts:
    """All texts of `min_len` to `max_len` characters of `alphabet`; without one, of all characters.

    >>> texts("ab", max_len=2).size, texts().contains("ß"), texts(min_len=1).strategy()
    (7, True, 'st.text(min_size=1, max_size=20)')
    >>> texts("")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: alphabet must be a text of at least one character, got ''
    """
    if alphabet is not None:
        if not isinstance(alphabet, str) or not alphabet:
            raise UsageError(f"alphabet must be a text of at least one character, got {alphabet!r:.80}")
        if has_surrogates(alphabet):
            raise UsageError(f"alphabet must have no surrogates, got {alphabet!r:.80}")
        alphabet = _distinct(alphabet)
    return Texts(alphabet, *check_sizes(min_len, max_len))


def has_surrogates(text: str) -> bool:
    """Whether some characters are halves of others, which no file can hold."""
    return _SURROGATES.search(text) is not None


def _distinct(letters: str) -> str:
    return "".join(dict.fromkeys(letters))
