"""Terms of a relation as nouns: `len(return_f)` is "its length", and what variables are called."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from genmorph.model import Kind
from genmorph.relations.algebra import leaves, mentions
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Role, Variable
from genmorph.relations.metamorphic import names_of
from genmorph.relations.rendering import number_text
from genmorph.values.kinds import LARGEST_EXACT

_WITH_AMOUNT = frozenset({"element", "remove", "truncate", "add each", "scale each"})
_TEXTS = frozenset({"upper", "lower", "str"})
_KEEPING_SORT = frozenset({"flip", "remove", "truncate", "concatenate"})
_ARGUMENT = ".after"
_SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "(1 + math.sqrt(5)) / 2": "the golden ratio",
        "math.": "",
        "sqrt(": "the square root of ",
        "log(": "the logarithm of ",
        ")": "",
        "*": "",
        "/": "over",
        "-": " minus ",
        "+": "",
    }
)
"""Words for parts of the text of a number."""

IT, WAS = "it", "what it was"
"""What is spoken of, after the change and before."""

_ORDINALS = MappingProxyType({0: "first", 1: "second", 2: "third", -1: "last", -2: "second to last"})
_MEASURES = MappingProxyType({"len": "length", "sum": "sum", "abs": "magnitude"})
_EXTREMES = MappingProxyType({"min": "smallest", "max": "largest"})
_MANNERS = MappingProxyType(
    {"flip": "reversed", "sorted": "in order", "upper": "in upper case", "lower": "in lower case", "str": "as text"}
)
_MEASURED = frozenset({*_MEASURES, *_EXTREMES, "element"})
_PART = re.compile(r"return(?:\.(?P<field>\w+)(?!\w*\()|\[(?P<item>.*?)\])?", re.DOTALL)
_OTHER_FORMS = frozenset({"astype", "float", "item", "list", "ravel", "str", "to_list", "to_numpy", "tolist"})
"""Calls that give a value in another form, which words need not say."""
_VIEWS = MappingProxyType(
    {"abs": "magnitude", "date": "day", "len": "length", "select_dtypes": "", "sorted": "elements", "toordinal": ""}
)
"""Words for what is read of a value, where they are not those of its Python text."""
AFTERWARDS, ITEM = " afterwards", "item "
"""How words for an argument as a call leaves it end, and how those for an item of what is returned begin."""


def number_words(value: int | float) -> str:
    """A number in words, well-known ones by name; whole floats read as ints.

    >>> import math
    >>> number_words(-2), number_words(0.5), number_words(1e-07), number_words(1e300), number_words(3.0)
    ('minus 2', '0.5', '1e minus 07', '1e300', '3')
    >>> number_words(2 * math.pi), number_words(-math.pi / 2), number_words((1 + math.sqrt(5)) / 2)
    ('2 pi', 'minus pi over 2', 'the golden ratio')
    """
    is_whole = isinstance(value, int) or (value.is_integer() and abs(value) < LARGEST_EXACT)
    text = number_text(int(value) if is_whole else value)
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    return " ".join(text.split())


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
                owner, measure = self.grouped(whole), self.measure(tree)
                if self.is_compound:
                    return f"{owner} {measure}".strip()
                return {IT: f"its {measure}", WAS: f"its old {measure}"}.get(owner, f"the {measure} of {owner}")
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
        """The first elements of a value."""
        return f"its first {unit}" if count == 1 else f"its first {number_words(count)} {unit}s"

    def last(self, count: float, unit: str) -> str:
        """The last elements of a value."""
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


def part_words(output: str) -> str:
    """How an output is spoken of, by its name; "" for what is returned as a whole.

    >>> part_words("return"), part_words("return.area"), part_words("return[1]"), part_words("xs.after")
    ('', 'area', 'item 1', 'xs afterwards')
    >>> part_words("float(return)"), part_words("return.toordinal()"), part_words("sorted(return.names)")
    ('', '', 'names elements')
    """
    if output.endswith(_ARGUMENT):
        return f"{output.removesuffix(_ARGUMENT)}{AFTERWARDS}"
    match = _PART.search(output)
    if match is None:
        return output
    item = match["item"] or ""
    part = match["field"] or (item[1:-1] if item[:1] in ("'", '"') else f"{ITEM}{item}" if item else "")
    read = (output[: match.start()] + output[match.end() :]).removesuffix(" is None")
    views = [_VIEWS.get(word, word) for word in re.findall(r"\w+", read) if word not in _OTHER_FORMS]
    return " ".join(filter(None, [part, *views]))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The nouns of a relation, and which of its variables are outputs of which call.

    `old` gives, for a follow-up's output, the same of the source. `chained` is the input in whose place the follow-up
    has the source's output. `nones` are outputs that say whether something is None. `verbs` say what happened to a
    changed output, where that is not said of a part of it.
    """

    nouns: Nouns
    after: frozenset[str]
    before: frozenset[str]
    chained: frozenset[str]
    old: Mapping[str, str]
    nones: frozenset[str]
    verbs: Mapping[str, str]

    def leaf_of(self, tree: Any, names: frozenset[str]) -> str | None:
        """The only one of these variables in the term."""
        found = {leaf for leaf in leaves(tree) if leaf in names}
        return found.pop() if len(found) == 1 else None

    def is_past(self, tree: Any) -> bool:
        """Whether the term is about the source's outputs and not about the follow-up's."""
        return mentions(tree, self.before - self.chained) and not mentions(tree, self.after)

    def beside(self, leaf: str | None) -> Nouns:
        """The nouns for what stands beside this output: its value before is what it was."""
        old = self.old.get(leaf) if leaf else None
        return self.nouns.renamed({old: WAS}) if old else self.nouns


def vocabulary_of(expression: Expression) -> Vocabulary:
    """The vocabulary of a relation; whole results are called so beside their parts."""
    used = {leaf for leaf in leaves(expression.to_tree()) if isinstance(leaf, str)}
    variables = [variable for variable in expression.variables if variable.name in used]
    after, before = (frozenset(used & names_of(expression, roles)) for roles in (FOLLOW_UP_SIDE, SOURCE_SIDE))
    chained = frozenset(used & names_of(expression, {Role.CHAINED_INPUT}))
    has_parts = any(part_words(name[:-2]) for name in (after | before) - chained)
    changed = [(v, v.change_words(IT)) for v in variables if v.change is not None]
    return Vocabulary(
        nouns=Nouns({v.name: _called(v, has_parts) for v in variables}, {v.name: v.kind for v in variables}),
        after=after,
        before=before,
        chained=chained,
        old={name: f"{name[:-2]}_s" for name in sorted(after) if f"{name[:-2]}_s" in before - chained},
        nones=frozenset(name for name in after | before if name[:-2].endswith(" is None")),
        verbs={v.name: said.removeprefix(f"{IT} ") for v, said in changed if said.startswith(f"{IT} ")},
    )


def _called(variable: Variable, has_parts: bool) -> str:
    stem = variable.name[:-2]
    match variable.role:
        case Role.SOURCE_INPUT | Role.CHAINED_INPUT:
            return stem
        case Role.FOLLOW_UP_INPUT:
            return f"the new {stem}"
        case Role.FOLLOW_UP_OUTPUT | Role.FOLLOW_UP_ERROR:
            return part_words(stem) or ("the result" if has_parts else IT)
    if variable.change is not None:
        return f"{WAS} after {variable.change_words(IT)}"
    part = part_words(stem)
    return f"what {part} was" if part else ("the old result" if has_parts else WAS)
