"""Terms of a relation as nouns: `len(return_f)` is "its length"."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from genmorph.model import Kind
from genmorph.relations.number_words import number_words
from genmorph.relations.opaque import mentions

IT, WAS = "it", "what it was"
"""What is spoken of, after the change and before."""
_ORDINALS = MappingProxyType({0: "first", 1: "second", 2: "third", -1: "last", -2: "second to last"})
_MEASURES = MappingProxyType({"len": "length", "sum": "sum", "abs": "magnitude"})
_EXTREMES = MappingProxyType({"min": "smallest", "max": "largest"})
_MANNERS = MappingProxyType(
    {"flip": "reversed", "sorted": "in order", "upper": "in upper case", "lower": "in lower case", "str": "as text"}
)
_WITH_AMOUNT = frozenset({"element", "remove", "truncate", "add each", "scale each"})
_TEXTS = frozenset({"upper", "lower", "str"})
_KEEPING_SORT = frozenset({"flip", "remove", "truncate", "concatenate"})
_MEASURED = frozenset({*_MEASURES, *_EXTREMES, "element"})


def is_path(tree: Any, leaves: frozenset[str]) -> bool:
    """Whether the term is one of these variables, or what operations that follow one another make of it."""
    if isinstance(tree, str):
        return tree in leaves
    if not isinstance(tree, list) or tree[0] not in {*_MEASURED, *_MANNERS, *_WITH_AMOUNT}:
        return False
    return is_path(tree[1], leaves) and not any(mentions(part, leaves) for part in tree[2:])


def is_measure(tree: Any) -> bool:
    """Whether the term is a length, a sum, an element or the like, which something has."""
    return isinstance(tree, list) and tree[0] in _MEASURED


@dataclass(frozen=True, slots=True)
class Nouns:
    """What the variables are called, and what they hold.

    Where `is_compound`, what has a length is put in front of it, as in names: "word length".

    >>> nouns = Nouns({"word_s": "word", "n_s": "n"}, {"word_s": Kind.TEXT, "n_s": Kind.INT})
    >>> nouns.say(["*", ["len", "word_s"], ["+", "n_s", 1]])
    'the length of word times the sum of n and 1'
    >>> nouns.renamed({"word_s": IT}).say(["len", ["remove", "word_s", 0]])
    'the length of it without its first character'
    """

    names: Mapping[str, str]
    kinds: Mapping[str, Kind]
    is_compound: bool = False

    def renamed(self, names: Mapping[str, str]) -> "Nouns":
        """The same with other names for some variables."""
        return replace(self, names={**self.names, **names})

    def say(self, tree: Any) -> str:
        """The term in words."""
        match tree:
            case str():
                return self.names[tree]
            case int() | float():
                return number_words(tree)
            case [("+" | "-" | "*" | "/") as symbol, a, b]:
                return self._arithmetic(symbol, a, b)
            case ["concatenate", a, b]:
                return f"{self.grouped(a)} twice" if a == b else f"{self.say(a)} followed by {self.say(b)}"
            case [symbol, whole, *_] if symbol in _MEASURED:
                return self._possessed(self.measure(tree), whole)
            case [str(), whole, *_]:
                return f"{self.grouped(whole)} {self._manner(tree)}"
        raise AssertionError(f"no term: {tree!r}")

    def measure(self, tree: Any) -> str:
        """What something has: its length, its first element."""
        symbol, whole, *place = tree
        if symbol in _MEASURES:
            return _MEASURES[symbol]
        unit = self.unit(whole)
        return f"{_EXTREMES[symbol]} {unit}" if symbol in _EXTREMES else self.place(place[0], unit)

    def place(self, place: Any, unit: str) -> str:
        """An element by its index."""
        if isinstance(place, int) and place in _ORDINALS:
            return f"{_ORDINALS[place]} {unit}"
        return f"{unit} {self.grouped(place)}"

    def unit(self, whole: Any) -> str:
        """What a text or a sequence consists of."""
        return "character" if self._is_text(whole) else "element"

    def removed(self, place: Any, unit: str) -> str:
        """An element that a value had by its index."""
        words = self.place(place, unit)
        return f"its {words}" if words.endswith(f" {unit}") else words

    def first(self, count: float, unit: str) -> str:
        """So many elements that a value has at its start."""
        return f"its first {unit}" if count == 1 else f"its first {number_words(count)} {unit}s"

    def last(self, count: float, unit: str) -> str:
        """So many elements that a value has at its end."""
        return self.first(count, unit).replace("first", "last", 1)

    def cut(self, whole: Any, size: Any) -> str:
        """What is left of something that is cut; the words stand after it."""
        unit = self.unit(whole)
        if not isinstance(size, int | float):
            return f"cut at {self.grouped(size)}"
        left = f"{number_words(size)} {unit}{'s' * (size != 1)}"
        return f"without {self.last(-size, unit)}" if size < 0 else f"cut to {left}"

    def _manner(self, tree: Any) -> str:
        symbol, whole, *amount = tree
        if self.is_compound:
            return replace(self, is_compound=False)._manner(tree)
        match symbol, amount:
            case "remove", [place]:
                return f"without {self.removed(place, self.unit(whole))}"
            case "truncate", [size]:
                return self.cut(whole, size)
            case "add each", [number]:
                return f"with {self.say(number)} added to each element"
            case "scale each", [-1]:
                return "with each element negated"
            case "scale each", [number]:
                return f"with each element times {self.grouped(number)}"
        return _MANNERS[symbol]

    def _possessed(self, measure: str, whole: Any) -> str:
        owner = self.grouped(whole)
        if self.is_compound:
            return f"{owner} {measure}".strip()
        return {IT: f"its {measure}", WAS: f"its old {measure}"}.get(owner, f"the {measure} of {owner}")

    def _arithmetic(self, symbol: str, a: Any, b: Any) -> str:
        match symbol, a, b:
            case "-", 0, _:
                return f"minus {self.grouped(b)}"
            case "+", _, _:
                return f"twice {self.grouped(a)}" if a == b else f"{self.say(a)} plus {self.say(b)}"
            case "-", _, _:
                return f"{self.say(a)} minus {self.grouped(b)}"
            case "*", _, _ if a == b:
                return f"{self.grouped(a)} squared"
            case "*", _, (int() | float()):
                return self._multiple(b, a)
            case "*", (int() | float()), _:
                return self._multiple(a, b)
            case "*", _, _:
                return f"{self.grouped(a)} times {self.grouped(b)}"
            case "/", _, 2:
                return f"half of {self.grouped(a)}"
        return f"{self.grouped(a)} divided by {self.grouped(b)}"

    def _multiple(self, count: float, tree: Any) -> str:
        if count == -1:
            return f"minus {self.grouped(tree)}"
        return f"twice {self.grouped(tree)}" if count == 2 else f"{number_words(count)} times {self.grouped(tree)}"

    def grouped(self, tree: Any) -> str:
        """The term, where words beside it would else be taken to belong to a part of it."""
        match tree:
            case ["+", a, b] if a != b:
                return f"the sum of {self.say(a)} and {self.say(b)}"
            case ["-", a, b] if a != 0:
                return f"the difference of {self.say(a)} and {self.say(b)}"
            case ["concatenate", a, b] if a != b:
                return f"the join of {self.say(a)} and {self.say(b)}"
        return self.say(tree)

    def _is_text(self, tree: Any) -> bool:
        if isinstance(tree, str):
            return self.kinds[tree] is Kind.TEXT
        return isinstance(tree, list) and (tree[0] in _TEXTS or (tree[0] in _KEEPING_SORT and self._is_text(tree[1])))
