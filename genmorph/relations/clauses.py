"""Claims about values as clauses: a subject, and what is said of it, such as that it "grows by 1"."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from genmorph.relations.algebra import leaves, mentions, restored
from genmorph.relations.nouns import Nouns, Vocabulary, is_measure, is_path

MIRRORED = MappingProxyType({"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="})
"""For each comparison that with its sides exchanged."""

_ORDERED = MappingProxyType(
    {
        ("<", False): "shrinks",
        (">", False): "grows",
        ("<=", False): "does not grow",
        (">=", False): "does not shrink",
        ("<", True): "does not shrink",
        (">", True): "does not grow",
        ("<=", True): "is not at most what it was",
        (">=", True): "is not at least what it was",
    }
)
LIMITS = MappingProxyType({"==": "", "<": " less than", "<=": " at most", ">": " more than", ">=": " at least"})
"""How much, for each comparison; a number follows."""

_MULTIPLIED: Mapping[float, str] = MappingProxyType({-1: "changes sign", 2: "is doubled"})
_BECOMES = MappingProxyType(
    {"flip": "is reversed", "sorted": "is sorted", "upper": "is put in upper case", "lower": "is put in lower case"}
)

_COMPARED = MappingProxyType(
    {"==": "is", "<": "is less than", "<=": "is at most", ">": "is greater than", ">=": "is at least"}
)
_AGAINST_ZERO = MappingProxyType({"<": "is negative", ">": "is positive"})
_CONTAINMENTS = MappingProxyType(
    {
        "startswith": (("begin with", "begins with"), "a beginning of"),
        "endswith": (("end with", "ends with"), "an end of"),
        "contains": (("contain", "contains"), "part of"),
    }
)

_PAST = MappingProxyType(
    {"is": "was", "equals": "equalled", "differs": "differed", "begins": "began", "contains": "contained"}
)

_OF_ITSELF = MappingProxyType(
    {
        "sorted": "is in ascending order",
        "flip": "reads the same backwards",
        "upper": "is all in upper case",
        "lower": "is all in lower case",
    }
)


def isolated(symbol: str, side: Any, other: Any, names: Collection[str]) -> tuple[str, Any, Any]:
    """The comparison with what surrounds these variables moved to the other side.

    >>> isolated("<=", ["-", 1, ["+", "f", "k"]], 0, {"f"})
    ('>=', 'f', ['-', 1, 'k'])
    """
    match side:
        case ["+", a, b] if not mentions(b, names):
            return isolated(symbol, a, _minus(other, b), names)
        case ["+", a, b] if not mentions(a, names):
            return isolated(symbol, b, _minus(other, a), names)
        case ["-", a, b] if not mentions(b, names):
            return isolated(symbol, a, _sum(other, b), names)
        case ["-", a, b] if not mentions(a, names):
            return isolated(MIRRORED[symbol], b, _minus(a, other), names)
        case ["*", a, (int() | float()) as factor] | ["*", (int() | float()) as factor, a] if factor:
            return isolated(symbol if factor > 0 else MIRRORED[symbol], a, _scaled("/", other, factor), names)
        case ["/", a, (int() | float()) as divisor] if divisor:
            return isolated(symbol if divisor > 0 else MIRRORED[symbol], a, _scaled("*", other, divisor), names)
        case ["flip", a] if symbol == "==":
            return isolated(symbol, a, other[1] if _is_flipped(other) else ["flip", other], names)
    return symbol, side, other


def _minus(a: Any, b: Any) -> Any:
    if a == b:
        return 0
    if _is_number(a) and _is_number(b):
        return a - b
    return a if b == 0 else ["-", a, b]


def _sum(a: Any, b: Any) -> Any:
    if _is_number(a) and _is_number(b):
        return a + b
    return b if a == 0 else a if b == 0 else ["+", a, b]


def _scaled(symbol: str, a: Any, b: int | float) -> Any:
    """The product or the quotient."""
    if a == 0:
        return 0
    if b == -1:
        return -a if _is_number(a) else ["-", 0, a]
    return a if b == 1 else [symbol, a, b]


def _is_number(tree: Any) -> bool:
    return isinstance(tree, int | float)


def _is_flipped(tree: Any) -> bool:
    return isinstance(tree, list) and tree[0] == "flip"


def change_verb(symbol: str, other: Any, old: Any, nouns: Nouns, is_negated: bool) -> str | None:
    """What is said of a value by comparing it with `other`, where it was `old`; None where that says no change."""
    if other == old:
        return ("changes" if is_negated else "stays the same") if symbol == "==" else _ORDERED[symbol, is_negated]
    if is_negated or repr(old) not in repr(other):
        return None
    if symbol == "==":
        return _of_number(other, old, nouns) or _of_sequence(other, old, nouns)
    return _limited(symbol, other, old, nouns)


def _limited(symbol: str, other: Any, old: Any, nouns: Nouns) -> str | None:
    match other:
        case ["+", a, b] if old in (a, b):
            grows, amount = True, b if a == old else a
        case ["-", a, b] if a == old:
            grows, amount = False, b
        case _:
            return None
    if _is_number(amount) and amount < 0:
        grows, amount = not grows, -amount
    if _mentions(amount, old):
        return None
    verb, limit = ("grows by", symbol) if grows else ("shrinks by", MIRRORED[symbol])
    return f"{verb}{LIMITS[limit]} {nouns.say(amount)}"


def _of_number(other: Any, old: Any, nouns: Nouns) -> str | None:
    match other:
        case ["-", 0, a] if a == old:
            return "changes sign"
        case ["+", a, b] if a == b == old:
            return "is doubled"
        case ["*", a, b] if a == b == old:
            return "is squared"
        case ["+" | "-", *_]:
            return _limited("==", other, old, nouns)
        case ["*", a, b] if old in (a, b):
            factor = b if a == old else a
            if _is_number(factor) and factor in _MULTIPLIED:
                return _MULTIPLIED[factor]
            return None if _mentions(factor, old) else f"is multiplied by {nouns.grouped(factor)}"
        case ["/", a, b] if a == old and not _mentions(b, old):
            return "is halved" if b == 2 else f"is divided by {nouns.grouped(b)}"
    return None


def _of_sequence(other: Any, old: Any, nouns: Nouns) -> str | None:
    match other:
        case [str() as symbol, a] if a == old:
            return _BECOMES.get(symbol)
        case ["concatenate", a, b] if a == b == old:
            return "is repeated"
        case ["concatenate", a, b] if a == old and not _mentions(b, old):
            return f"gains {nouns.say(b)} at its end"
        case ["concatenate", a, b] if b == old and not _mentions(a, old):
            return f"gains {nouns.say(a)} at its start"
        case [str() as symbol, a, amount] if a == old and not _mentions(amount, old):
            return _each_changed(symbol, amount, old, nouns)
    return None


def _each_changed(symbol: str, amount: Any, old: Any, nouns: Nouns) -> str | None:
    match symbol:
        case "remove":
            return f"loses {nouns.removed(amount, nouns.unit(old))}"
        case "truncate" if _is_number(amount) and amount < 0:
            return f"loses {nouns.last(-amount, nouns.unit(old))}"
        case "truncate":
            return f"is {nouns.cut(old, amount)}"
        case "scale each" if amount == -1:
            return "changes sign in each element"
        case "scale each":
            return f"has each element multiplied by {nouns.grouped(amount)}"
        case "add each":
            return f"has {nouns.say(amount)} added to each element"
    return None


def _mentions(tree: Any, old: Any) -> bool:
    return bool(set(map(repr, leaves(tree))) & set(map(repr, leaves(old))))


@dataclass(frozen=True, slots=True)
class Clause:
    """What is said of a term; with a follow-up's output as its `leaf` the clause is about that output."""

    subject: Any
    verb: str
    leaf: str | None = None


def clause_of(atom: Any, words: Vocabulary, is_negated: bool) -> Clause:
    """A comparison, another claim about values or a Boolean variable in words."""
    if isinstance(atom, str):
        verb = ("is None", "is not None") if atom in words.nones else ("is true", "is false")
        return _in_its_tense(atom, verb[is_negated], words)
    symbol, a, b = atom
    if symbol in ("startswith", "contains"):
        return _containment(symbol, a, b, words, is_negated)
    return _comparison(symbol, a, b, words, is_negated)


def _in_its_tense(subject: Any, verb: str, words: Vocabulary) -> Clause:
    """What is only about the source's output is past."""
    if is_path(subject, words.after):
        return Clause(subject, verb, words.leaf_of(subject, words.after))
    if words.is_past(subject):
        first, _, rest = verb.partition(" ")
        verb = f"{_PAST.get(first, first)} {rest}".strip()
    return Clause(subject, verb)


def _containment(symbol: str, a: Any, b: Any, words: Vocabulary, is_negated: bool) -> Clause:
    if symbol == "startswith" and _is_flipped(a) and _is_flipped(b):
        symbol, a, b = "endswith", a[1], b[1]
    verb, part = _CONTAINMENTS[symbol]
    if mentions(b, words.after) and not mentions(a, words.after):
        return _in_its_tense(b, f"is {'not ' * is_negated}{part} {_beside(b, words).say(a)}", words)
    other = _beside(a, words).say(b)
    return _in_its_tense(a, f"does not {verb[0]} {other}" if is_negated else f"{verb[1]} {other}", words)


def _beside(subject: Any, words: Vocabulary) -> Nouns:
    """The nouns for what stands beside this subject."""
    return words.beside(words.leaf_of(subject, words.after) if is_path(subject, words.after) else None)


def _comparison(symbol: str, a: Any, b: Any, words: Vocabulary, is_negated: bool) -> Clause:
    if _rank(b, words) > _rank(a, words):
        symbol, a, b = MIRRORED[symbol], b, a
    for cut, start in ((a, b), (b, a)):
        if symbol == "==" and isinstance(cut, list) and cut[0] == "truncate" and cut[2] == ["len", start]:
            return _containment("startswith", cut[1], start, words, is_negated)
    if symbol == "==" and not is_negated and (itself := _of_itself(a, b) or _of_itself(b, a)):
        return _in_its_tense(*itself, words)
    if mentions(a, words.after) and not mentions(b, words.after):
        symbol, a, b = isolated(symbol, a, b, words.after)
    leaf = words.leaf_of(a, words.after)
    if leaf is not None and is_path(a, words.after):
        return _of_output(symbol, a, b, leaf, words, is_negated)
    moved = None if is_negated else _difference(symbol, a, b, words)
    return moved or _in_its_tense(a, _against(symbol, b, words.nouns, is_negated), words)


def _rank(tree: Any, words: Vocabulary) -> tuple[bool, bool, bool, bool]:
    """What of two sides is spoken of: rather the follow-up's output, if possible alone, rather what is no constant."""
    is_variable = any(isinstance(leaf, str) for leaf in leaves(tree))
    return mentions(tree, words.after), is_path(tree, words.after), mentions(tree, words.before), is_variable


def _of_itself(value: Any, made: Any) -> tuple[Any, str] | None:
    """What is said of a value that an operation leaves as it is."""
    if not isinstance(made, list) or made[1:] != [value] or made[0] not in _OF_ITSELF:
        return None
    return value, _OF_ITSELF[made[0]]


def _difference(symbol: str, a: Any, b: Any, words: Vocabulary) -> Clause | None:
    """How far an output is from what it was."""
    match a:
        case ["abs", ["-", str() as one, str() as other]]:
            for new, old in ((one, other), (other, one)):
                if words.old.get(new) == old:
                    return Clause(new, f"changes by{LIMITS[symbol]} {words.beside(new).say(b)}", new)
    return None


def _of_output(symbol: str, a: Any, b: Any, leaf: str, words: Vocabulary, is_negated: bool) -> Clause:
    """The follow-up's output, or something about it, compared with what it was or with anything else."""
    nouns = words.beside(leaf)
    old = restored(a, {leaf: words.old[leaf]}) if leaf in words.old else None
    changed = None if old is None else change_verb(symbol, b, old, nouns, is_negated)
    if changed == "stays the same" and a != leaf:
        return _kept(a, leaf, words)
    if changed is None and symbol == "==" and not is_negated:
        if isinstance(b, str) and b in words.verbs and a == leaf:
            return Clause(a, words.verbs[b], leaf)
        if isinstance(b, str) and b in words.chained and a == leaf:
            return Clause(a, f"gives back {nouns.say(b)}", leaf)
        if isinstance(a, list) and isinstance(b, list) and a[0] == b[0] == "sorted" and a[1] == leaf:
            return Clause(leaf, f"has the same elements as {nouns.say(b[1])}", leaf)
    return Clause(a, changed or _against(symbol, b, nouns, is_negated), leaf)


def _kept(a: Any, leaf: str, words: Vocabulary) -> Clause:
    """Something about the output stays the same."""
    if a == ["sorted", leaf]:
        return Clause(leaf, "keeps its elements in any order", leaf)
    if a in (["upper", leaf], ["lower", leaf]):
        return Clause(leaf, "stays the same but for its case", leaf)
    if is_measure(a) and a[1] == leaf:
        return Clause(leaf, f"keeps its {words.nouns.measure(a)}", leaf)
    match a:
        case ["truncate", inner, (int() | float()) as size] if inner == leaf and size > 0:
            return Clause(leaf, f"keeps {words.nouns.first(size, words.nouns.unit(leaf))}", leaf)
        case ["truncate", ["flip", inner], (int() | float()) as size] if inner == leaf and size > 0:
            return Clause(leaf, f"keeps {words.nouns.last(size, words.nouns.unit(leaf))}", leaf)
    return Clause(a, "stays the same", leaf)


def _against(symbol: str, other: Any, nouns: Nouns, is_negated: bool) -> str:
    if symbol == "==" and isinstance(other, str | list):
        return f"{'differs from' if is_negated else 'equals'} {nouns.say(other)}"
    compared = f"{_COMPARED[symbol]} {nouns.say(other)}"
    if other == 0:
        compared = _AGAINST_ZERO.get(symbol, compared)
    return compared.replace("is ", "is not ", 1) if is_negated else compared
