"""How texts are drawn: words, repeated characters and palindromes often, awkward characters seldom."""

import string
from dataclasses import dataclass
from random import Random

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
_LONGEST_WORD = 8


@dataclass(frozen=True, slots=True)
class TextDraws:
    """A plan for drawing texts of given sizes: all characters, letters of words, and sets drawn from alone."""

    anything: str
    letters: str
    classes: tuple[str, ...]

    def draw(self, size: int, rng: Random) -> str:
        """45% any characters, 25% words, 15% of one to three characters, else of one class, mirrored or sorted."""
        choice = rng.random()
        if choice < 0.45 or size < 2:
            return "".join(rng.choices(self.anything, k=size))
        if choice < 0.70:
            return self._words(size, rng)
        if choice < 0.85:
            few = rng.choices(self.anything, k=1 + int(rng.random() * 3))
            return "".join(rng.choices(few, k=size))
        if choice < 0.93:
            return "".join(rng.choices(rng.choice(self.classes), k=size))
        half = rng.choices(self.anything, k=(size + 1) // 2)
        if choice < 0.97:
            return "".join(half + half[: size // 2][::-1])
        return "".join(sorted(half + rng.choices(half, k=size // 2)))

    def _words(self, size: int, rng: Random) -> str:
        """Letters with single spaces in between, sometimes with one at the start or the end."""
        characters = rng.choices(self.letters, k=size)
        if " " in self.anything:
            place = int(rng.random() * _LONGEST_WORD)
            while place < size:
                characters[place] = " "
                place += 2 + int(rng.random() * (_LONGEST_WORD - 1))
        return "".join(characters)


def plan_text_draws(alphabet: str | None) -> TextDraws:
    """The plan for texts of the characters of an alphabet; of any where it is None.

    >>> plan_text_draws("ab c").letters
    'abc'
    """
    if alphabet is None:
        return TextDraws(_ANYTHING, _LETTERS, _CLASSES)
    return TextDraws(alphabet, alphabet.replace(" ", "") or alphabet, (alphabet,))
