"""Texts that hold a separator: what has tokens to be put into another order."""

from dataclasses import dataclass, field
from random import Random

from genmorph.model import Kind
from genmorph.settings import ELEMENT_DRAWS
from genmorph.values.narrowable import Narrowable
from genmorph.values.python_text import python_text, write_call
from genmorph.values.texts import Texts
from genmorph.values.unions import Optionals


@dataclass(frozen=True, slots=True, repr=False)
class Separated(Narrowable):
    """The texts of a domain that hold a separator; drawn are those of a few tokens that are all about as long."""

    texts: Texts
    separator: str
    _token: Texts = field(init=False, compare=False)
    _most: int = field(init=False, compare=False)
    kind = Kind.TEXT
    annotation = Kind.TEXT.value

    def __post_init__(self) -> None:
        longest, length = self.texts.max_size, len(self.separator)
        most = max(2, min(ELEMENT_DRAWS.most_tokens, (longest + length) // (1 + length)))
        token = Texts(self.texts.alphabet, 0, max(0, (longest - length * (most - 1)) // most))
        object.__setattr__(self, "_most", most)
        object.__setattr__(self, "_token", token)

    def draw(self, rng: Random) -> str:
        """Two tokens or more."""
        return self.separator.join(self._token.draw(rng) for _ in range(rng.randint(2, self._most)))

    def contains(self, value: object) -> bool:
        return isinstance(value, str) and self.separator in value and self.texts.contains(value)

    def notation(self) -> str:
        return write_call("separated", [self.texts, self.separator], {})

    def strategy(self) -> str:
        tokens = f"st.lists({self._token.strategy()}, min_size=2, max_size={self._most})"
        return f"{tokens}.map({python_text(self.separator)}.join)"

    def condition_text(self, text: str) -> str:
        said = f"{python_text(self.separator)} in {text}"
        whole = self.texts.condition_text(text)
        return said if whole is None else f"{said} and {whole}"


def separated(domain: object, separator: str) -> "Separated | None":
    """The texts of a domain that hold a separator, without None; None where the separator alone is none of them.

    >>> from genmorph.domain import texts
    >>> separated(texts("ab,"), ",").strategy()
    'st.lists(st.text(alphabet="ab,", max_size=6), min_size=2, max_size=3).map(",".join)'
    >>> separated(texts(min_len=5), ",") is None, separated(texts(max_len=1), ", ") is None
    (True, True)
    """
    texts = domain.inner if isinstance(domain, Optionals) else domain
    return Separated(texts, separator) if isinstance(texts, Texts) and texts.contains(separator) else None
