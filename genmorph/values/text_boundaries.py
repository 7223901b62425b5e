"""Texts at which functions go wrong: empty, blank, repeated, of the source, of letters that change their length."""

import string
from collections.abc import Sequence
from random import Random

from genmorph.model import Domain
from genmorph.settings import INPUT_BOUNDARIES
from genmorph.values.boundary_draws import Way, first_contained, size_way
from genmorph.values.texts import Texts
from genmorph.values.unions import Optionals

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

_SIGNS = f"{string.punctuation}e"

_CLASSES = (_CASES, _COMBINING, _ASTRAL, _DIGITS, _SIGNS, _BLANKS, "aA", "ab", "ΑΣς .", "iIİ\u0131", "0+-. ")

_ENCLOSING = tuple(zip("([{<\"'`%&", ")]}>\"'`%;", strict=True))

_LETTERS = ("0123456789", f"{string.digits}{string.ascii_letters}")


def text_way(domain: Texts, pieces: Sequence[str]) -> Way:
    """Draws of texts: empty ones, single letters, blanks, repeats, runs, odd letters, pieces of the source, numbers.

    Others have a sign of ASCII, the end of a line or a piece of the source between short words, or something in
    brackets and the like.
    """
    classes = _within(_CLASSES, domain.alphabet)
    whole = tuple(
        word for word in (*pieces, *_WORDS, *_FORMS, *_NUMBERS) if domain.alphabet is None or _fits(word, domain)
    )
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

    def with_a_sign(rng: Random) -> str:
        sign = rng.choice(rng.choice((pieces or _ENDS, _ENDS, string.punctuation)))
        return _word(rng) + sign + _word(rng)

    def with_an_odd_letter(rng: Random) -> str:
        text, odd = domain.draw(rng), rng.choice(rng.choice(classes))
        cut = rng.choice((0, len(text), rng.randint(0, len(text))))
        return text[:cut] + odd + text[cut:]

    def in_another_case(rng: Random) -> str:
        return rng.choice((str.upper, str.lower, str.title, str.swapcase))(domain.draw(rng))

    def twice(rng: Random) -> str:
        text = domain.draw(rng)[: domain.max_size // 2]
        return text + rng.choice((text, text[::-1]))

    def tiny(rng: Random) -> str:
        return "".join(rng.choices(rng.choice(classes), k=rng.choice((0, 1, 1, 2))))

    ways = (of_a_class, repeated, in_runs, of_the_source, with_an_odd_letter, in_another_case, twice, tiny)
    is_wide = domain.alphabet is None and domain.min_size <= INPUT_BOUNDARIES.short_text
    return first_contained((*ways, with_a_sign, _enclosed) if is_wide else ways, domain)


def single_signs(domain: Domain) -> tuple[str, ...]:
    """Each sign of ASCII alone, as far as it is a text of the domain; such as `~`, for which functions of paths look.

    >>> from genmorph.domain import texts
    >>> single_signs(texts(alphabet="ab-.")), single_signs(texts(min_len=2))
    (('-', '.'), ())
    """
    return tuple(filter(domain.contains, string.punctuation)) if _is_text(domain) else ()


def placed_signs(domain: Domain) -> tuple[str, ...]:
    """Each sign of ASCII after and before the letter `a`: what cuts that off leaves the sign alone.

    >>> from genmorph.domain import texts
    >>> placed_signs(texts(alphabet="ab-."))
    ('a-', '-a', 'a.', '.a')
    """
    placed = (text for sign in string.punctuation for text in (f"a{sign}", f"{sign}a"))
    return tuple(filter(domain.contains, placed)) if _is_text(domain) else ()


def _is_text(domain: Domain) -> bool:
    return isinstance(domain.inner if isinstance(domain, Optionals) else domain, Texts)


def _word(rng: Random) -> str:
    """Up to three digits or letters."""
    return "".join(rng.choices(rng.choice(_LETTERS), k=rng.randint(0, INPUT_BOUNDARIES.longest_word)))


def _enclosed(rng: Random) -> str:
    opening, closing = rng.choice(_ENCLOSING)
    return _word(rng) + opening + _word(rng) + closing + _word(rng)


def _within(classes: Sequence[str], alphabet: str | None) -> tuple[str, ...]:
    """The letters of each class that are in the alphabet, and the alphabet with its first letter alone."""
    if alphabet is None:
        return tuple(classes)
    within = {"".join(letter for letter in some if letter in alphabet) for some in classes}
    return (alphabet, alphabet[0], *sorted(within - {""}))


def _fits(word: str, domain: Texts) -> bool:
    return set(word) <= set(domain.alphabet or word)
