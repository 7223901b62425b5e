"""Texts over an alphabet: how they are drawn, and their boundary values."""

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random

from genmorph.model import Domain, Kind, UsageError
from genmorph.settings import ELEMENT_DRAWS, INPUT_BOUNDARIES, SIZE_DRAWS, VALUE_LIMITS
from genmorph.values.narrowable import Narrowable
from genmorph.values.python_text import conjunction, write_call
from genmorph.values.sizes import (
    SIZES,
    SizeDraws,
    Way,
    check_sizes,
    common_sizes,
    count_sequences,
    extreme_sizes,
    first_contained,
    plan_size_draws,
    size_arguments,
    size_condition,
    size_way,
    usual_count,
)
from genmorph.values.unions import Optionals

_ACCENTED = "äöüéèêñçøåłžğæœÄÖÜÉÑÇØÅŁŽαβγλπΩАБжщюяקאعب中日本語あア"
_SPECIAL_LETTERS = "ßŉİıςσΣﬁǆǅᾳΐაბև\u0301\t\n\r\x00\x1c\x85\xa0\u2028²½٣\U0001d518😀"
_CASES = "ßẞŉİıſςσΣǅǆǄﬁﬃᾳᾼΐაᲐև\u0345\u0130"
"""Letters whose upper, lower or title case is another length, not unique, or hangs on their place."""
_COMBINING = "e\u0301é\u0308\u200d\ufe0f\u00ad"
_ASTRAL = "😀\U0001d518\U00010400\U0001f468"
_DIGITS = "0123456789²½٣Ⅳ"
_BLANKS = " \t\n\r\x0b\x0c\x1c\x1f\x85\xa0\u2003\u2028\u3000\ufeff\x00"
_NUMBERS = ("0", "-0", "+1", "007", "1e5", "0x1F", "1_000", " 12 ", "-1.5", ".5", "1.", "nan", "inf", "٣", "½")
_WORDS = ("ΟΔΟΣ", "straße", "ŉdebele", "İstanbul", "ǆ ǅ", "e\u0301", "a\r\nb", "a\u2028b", "A a", "ab ba", "it's")
_FORMS = ("\x1b[0m", "<b>x</b>", "%41", "&amp;", "http://a.b/c?d=e#f", "a@b.cd", "2020-01-31", "{x}", "C:\\a", "a=b")
"""Texts that functions look for by patterns: escape sequences of terminals, tags, addresses, dates."""
_ENDS = ("\n", "\r\n", "\t", "  ")
_SEPARATORS = ("", "", " ", "  ", "-", "_", ",", "\n", ".", "/")
_LETTERS = 12 * string.ascii_lowercase + 6 * string.ascii_uppercase + _ACCENTED
_ANYTHING = 60 * " " + 2 * _LETTERS + 8 * string.digits + 3 * string.punctuation + _SPECIAL_LETTERS
"""Characters stand in it as often as they are to be drawn; one in 40 of those drawn is a special letter."""

_CLASSES = (
    *(string.ascii_lowercase, string.ascii_uppercase, string.digits, "ab", _ACCENTED, _SPECIAL_LETTERS),
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
    """The plan for texts of the characters of an alphabet; of any where it is None."""
    if alphabet is None:
        return TextDraws(_ANYTHING, _LETTERS, _CLASSES)
    return TextDraws(alphabet, alphabet.replace(" ", "") or alphabet, (alphabet,))


@dataclass(frozen=True, slots=True, repr=False)
class Texts(Narrowable):
    """All texts of `min_size` to `max_size` characters of `alphabet`; None stands for all characters but surrogates."""

    alphabet: str | None
    min_size: int
    max_size: int
    _letters: frozenset[str] = field(init=False, compare=False)
    _sizes: SizeDraws = field(init=False, compare=False)
    _draws: TextDraws = field(init=False, compare=False)
    kind = Kind.TEXT
    annotation = Kind.TEXT.value

    def __post_init__(self) -> None:
        object.__setattr__(self, "_letters", frozenset(self.alphabet or ""))
        object.__setattr__(self, "_sizes", plan_size_draws(self.min_size, self.max_size))
        object.__setattr__(self, "_draws", plan_text_draws(self.alphabet))

    @property
    def size(self) -> int | None:
        return count_sequences(None if self.alphabet is None else len(self.alphabet), self.min_size, self.max_size)

    def values(self) -> Iterator[str]:
        if self.size is None:
            return super(Texts, self).values()
        sizes = range(self.min_size, self.max_size + 1)
        return ("".join(letters) for size in sizes for letters in product(self.alphabet or "", repeat=size))

    def draw(self, rng: Random) -> str:
        """One text: words, repeated and mirrored characters often, special characters seldom."""
        return self._draws.draw(self._sizes.draw(rng), rng)

    def contains(self, value: object) -> bool:
        if not isinstance(value, str) or not self.min_size <= len(value) <= self.max_size:
            return False
        return not has_surrogates(value) if self.alphabet is None else self._letters.issuperset(value)

    def fed_back(self) -> Narrowable:
        return replace(self, alphabet=None, min_size=0, max_size=VALUE_LIMITS.longest)

    def joined(self) -> Narrowable:
        return replace(self, max_size=2 * self.max_size) if self.max_size == SIZE_DRAWS.usual else self

    def notation(self) -> str:
        letters = [] if self.alphabet is None else [self.alphabet]
        return write_call("texts", letters, size_arguments(self.min_size, self.max_size, SIZE_DRAWS.usual))

    def strategy(self) -> str:
        letters = {} if self.alphabet is None else {"alphabet": self.alphabet}
        sizes = size_arguments(self.min_size, self.max_size, VALUE_LIMITS.longest, SIZES)
        return write_call("st.text", [], {**letters, **sizes})

    @property
    def least_size(self) -> int:
        return self.min_size

    @property
    def usual_size(self) -> int:
        return usual_count(self.min_size, self.max_size)

    def condition_text(self, text: str) -> str | None:
        letters = None if self.alphabet is None else f"set({text}) <= set({self.alphabet!r})"
        return conjunction(size_condition(self.min_size, text, self.max_size), letters)

    def symbolic_conditions(self, text: str) -> Iterator[str]:
        """Letter by letter: executors have symbols for letters, but none for sets of them."""
        if self.alphabet is not None:
            yield f"all(letter in {self.alphabet!r} for letter in {text})"
        sizes = size_condition(self.min_size, text, self.max_size)
        if sizes is not None:
            yield sizes

    def _boundary_way(self, _constants: Sequence[int | float], pieces: Sequence[str]) -> Way:
        return _text_way(self, pieces)

    def _extremes(self, _rng: Random) -> Iterator[str]:
        letter = "a" if self.alphabet is None else self.alphabet[0]
        return (letter * size for size in extreme_sizes(self.min_size, self.max_size))

    def _within(self, other: "Texts") -> Narrowable | None:
        sized = self.with_sizes(other.min_size, other.max_size)
        return sized if sized is None or other.alphabet is None else sized.with_alphabet(other.alphabet)

    def parts_beyond(self, _numbers: Sequence[int | float], /) -> tuple[Narrowable, ...]:
        """Those that are not empty."""
        filled = self.with_sizes(1, self.max_size)
        return (filled,) if filled is not None and self.min_size == 0 else ()

    def with_sizes(self, least: int, most: int | None) -> "Texts | None":
        sizes = common_sizes((self.min_size, self.max_size), least, most)
        return sizes and Texts(self.alphabet, *sizes)

    def with_alphabet(self, alphabet: str) -> "Texts | None":
        """The texts of characters that are in this alphabet too, None where there are none.

        >>> texts("abc").with_alphabet("cbx"), texts("abc").with_alphabet("x")
        (texts("bc"), texts("abc", max_len=0))
        """
        if self.alphabet is None:
            common = "".join(dict.fromkeys(alphabet))
        else:
            common = "".join(letter for letter in self.alphabet if letter in alphabet)
        return Texts(common, self.min_size, self.max_size) if common else self.with_sizes(0, 0)


def texts(alphabet: str | None = None, min_len: int = 0, max_len: int = SIZE_DRAWS.usual) -> Texts:
    """Make the domain of all texts of such a length.

    Args:
        alphabet: The characters that texts are made of; all characters unless given.
        min_len: The least number of characters.
        max_len: The greatest number of characters.

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
        alphabet = "".join(dict.fromkeys(alphabet))
    return Texts(alphabet, *check_sizes(min_len, max_len))


def has_surrogates(text: str) -> bool:
    """Whether some characters are halves of others, which no file can hold."""
    return _SURROGATES.search(text) is not None


_SPECIAL = f"{string.punctuation}e"
_CASED_CLASSES = (_CASES, "aA", "ΑΣς .", "iIİ\u0131")
_BOUNDARY_CLASSES = (*_CASED_CLASSES, _COMBINING, _ASTRAL, _DIGITS, _SPECIAL, _BLANKS, "ab", "0+-. ")
_ENCLOSING = tuple(zip("([{<\"'`%&", ")]}>\"'`%;", strict=True))
_BOUNDARY_LETTERS = ("0123456789", f"{string.digits}{string.ascii_letters}")


def _text_way(domain: Texts, pieces: Sequence[str]) -> Way:
    """Draws of texts: empty ones, blanks, repeats, runs, special letters, pieces of the source, numbers.

    Others have a special character of ASCII, the end of a line or a piece of the source between short words, something
    in brackets and the like, or a word beside itself in another case.
    """
    classes = _within(_BOUNDARY_CLASSES, domain.alphabet)
    words = (*pieces, *_WORDS, *_FORMS, *_NUMBERS)
    whole = tuple(word for word in words if domain.alphabet is None or set(word) <= set(domain.alphabet))
    draw_size = size_way(domain.min_size, domain.max_size)

    def of_a_class(rng: Random) -> str:
        return "".join(rng.choices(rng.choice(classes), k=draw_size(rng)))

    def repeated(rng: Random) -> str:
        some = "".join(rng.choices(rng.choice(classes), k=rng.randint(1, INPUT_BOUNDARIES.longest_word)))
        size = draw_size(rng)
        return (some * size)[:size]

    def in_runs(rng: Random) -> str:
        sizes = (draw_size(rng), rng.randint(0, 2), rng.randint(0, 2))
        runs = [rng.choice(rng.choice(classes)) * size for size in rng.sample(sizes, k=rng.choice((2, 3)))]
        return "".join(runs)[: domain.max_size]

    def of_the_source(rng: Random) -> str:
        chosen = rng.choices(whole, k=rng.choice((1, 1, 2, 3))) if whole else []
        return rng.choice(_SEPARATORS).join(chosen)

    def with_a_special_character(rng: Random) -> str:
        special = rng.choice(rng.choice((pieces or _ENDS, _ENDS, string.punctuation)))
        return _word(rng) + special + _word(rng)

    def with_a_special_letter(rng: Random) -> str:
        text, special = domain.draw(rng), rng.choice(rng.choice(classes))
        cut = rng.choice((0, len(text), rng.randint(0, len(text))))
        return text[:cut] + special + text[cut:]

    def in_one_other_case(rng: Random) -> str:
        return in_another_case(rng.choice((of_a_class(rng), rng.choice(_WORDS), domain.draw(rng))), rng)

    def twice(rng: Random) -> str:
        text = domain.draw(rng)[: domain.max_size // 2]
        return text + rng.choice((text, text[::-1]))

    def tiny(rng: Random) -> str:
        return "".join(rng.choices(rng.choice(classes), k=rng.choice((0, 1, 1, 2))))

    in_two_cases = _in_two_cases_way(domain)
    of_letters = (of_a_class, repeated, in_runs, with_a_special_letter, tiny)
    ways = (*of_letters, of_the_source, in_one_other_case, in_two_cases, twice)
    is_wide = domain.alphabet is None and domain.min_size <= INPUT_BOUNDARIES.short_text
    return first_contained((*ways, with_a_special_character, _enclosed) if is_wide else ways, domain)


def single_special_characters(domain: Domain) -> tuple[str, ...]:
    """Each special character of ASCII alone, as far as it is a text of the domain; functions of paths look for `~`."""
    return tuple(filter(domain.contains, string.punctuation)) if _is_text(domain) else ()


def placed_special_characters(domain: Domain) -> tuple[str, ...]:
    """Each special character of ASCII after and before the letter `a`: what cuts that off leaves it alone."""
    placed = (text for mark in string.punctuation for text in (f"a{mark}", f"{mark}a"))
    return tuple(filter(domain.contains, placed)) if _is_text(domain) else ()


def _is_text(domain: Domain) -> bool:
    return isinstance(domain.inner if isinstance(domain, Optionals) else domain, Texts)


def _word(rng: Random) -> str:
    """Up to three digits or letters."""
    return "".join(rng.choices(rng.choice(_BOUNDARY_LETTERS), k=rng.randint(0, INPUT_BOUNDARIES.longest_word)))


def _in_two_cases_way(domain: Texts) -> Way:
    """Draws of a word beside itself in another case: what is lost where one letter has two others for it."""
    classes = _within(_CASED_CLASSES, domain.alphabet)

    def in_two_cases(rng: Random) -> str:
        short = "".join(rng.choices(rng.choice(classes), k=rng.randint(1, INPUT_BOUNDARIES.longest_word)))
        word = rng.choice((short, rng.choice(_WORDS), domain.draw(rng)))
        return word + rng.choice((" ", rng.choice(_SEPARATORS))) + in_another_case(word, rng)

    return in_two_cases


def in_another_case(word: str, rng: Random) -> str:
    """The word in upper, lower, swapped or title case."""
    return rng.choice((str.upper, str.lower, str.swapcase, str.title))(word)


def _enclosed(rng: Random) -> str:
    opening, closing = rng.choice(_ENCLOSING)
    return _word(rng) + opening + _word(rng) + closing + _word(rng)


def _within(classes: Sequence[str], alphabet: str | None) -> tuple[str, ...]:
    """The letters of each class that are in the alphabet, and the alphabet with its first letter alone."""
    if alphabet is None:
        return tuple(classes)
    within = {"".join(letter for letter in some if letter in alphabet) for some in classes}
    return (alphabet, alphabet[0], *sorted(within - {""}))
