"""Claims about values as clauses: a subject, and what is said of it."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from genmorph.relations.changes import LIMITS, change_verb
from genmorph.relations.isolation import MIRRORED, isolated
from genmorph.relations.nouns import Nouns, is_measure, is_path
from genmorph.relations.opaque import leaves, mentions, restored
from genmorph.relations.vocabulary import Vocabulary

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


@dataclass(frozen=True, slots=True)
class Clause:
    """What is said of a term; with a follow-up's output as its `leaf` the clause is about that output."""

    subject: Any
    verb: str
    leaf: str | None = None


def clause_of(atom: Any, words: Vocabulary, is_negated: bool) -> Clause:
    """A comparison, another claim about values or a Boolean variable in words."""
    if isinstance(atom, str):
        return _truth(atom, words, is_negated)
    symbol, a, b = atom
    if symbol in ("startswith", "contains"):
        return _containment(symbol, a, b, words, is_negated)
    return _comparison(symbol, a, b, words, is_negated)


def _truth(name: str, words: Vocabulary, is_negated: bool) -> Clause:
    if name in words.nones:
        return _told(name, f"is {'not ' * is_negated}None", words)
    return _told(name, "is false" if is_negated else "is true", words)


def _told(subject: Any, verb: str, words: Vocabulary) -> Clause:
    """The clause in its tense: what is only about the source's output is past."""
    if is_path(subject, words.after):
        return Clause(subject, verb, words.leaf_of(subject, words.after))
    if words.is_past(subject):
        first, _, rest = verb.partition(" ")
        verb = f"{_PAST.get(first, first)} {rest}".strip()
    return Clause(subject, verb)


def _containment(symbol: str, a: Any, b: Any, words: Vocabulary, is_negated: bool) -> Clause:
    if symbol == "startswith" and _is_reversed(a) and _is_reversed(b):
        symbol, a, b = "endswith", a[1], b[1]
    verb, part = _CONTAINMENTS[symbol]
    if mentions(b, words.after) and not mentions(a, words.after):
        return _told(b, f"is {'not ' * is_negated}{part} {_beside(b, words).say(a)}", words)
    other = _beside(a, words).say(b)
    return _told(a, f"does not {verb[0]} {other}" if is_negated else f"{verb[1]} {other}", words)


def _is_reversed(value: Any) -> bool:
    return isinstance(value, list) and value[0] == "flip"


def _beside(subject: Any, words: Vocabulary) -> Nouns:
    """The nouns for what stands beside this subject."""
    return words.beside(words.leaf_of(subject, words.after) if is_path(subject, words.after) else None)


def _comparison(symbol: str, a: Any, b: Any, words: Vocabulary, is_negated: bool) -> Clause:
    if _rank(b, words) > _rank(a, words):
        symbol, a, b = MIRRORED[symbol], b, a
    for cut, start in ((a, b), (b, a)):
        if symbol == "==" and _is_cut_like(cut, start):
            return _containment("startswith", cut[1], start, words, is_negated)
    if symbol == "==" and not is_negated and (itself := _of_itself(a, b) or _of_itself(b, a)):
        return _told(*itself, words)
    if mentions(a, words.after) and not mentions(b, words.after):
        symbol, a, b = isolated(symbol, a, b, words.after)
    leaf = words.leaf_of(a, words.after)
    if leaf is not None and is_path(a, words.after):
        return _of_output(symbol, a, b, leaf, words, is_negated)
    moved = None if is_negated else _difference(symbol, a, b, words)
    return moved or _told(a, _against(symbol, b, words.nouns, is_negated), words)


def _rank(tree: Any, words: Vocabulary) -> tuple[bool, bool, bool, bool]:
    """What of two sides is spoken of: rather the follow-up's output, if possible alone, rather what is no constant."""
    is_variable = any(isinstance(leaf, str) for leaf in leaves(tree))
    return mentions(tree, words.after), is_path(tree, words.after), mentions(tree, words.before), is_variable


def _is_cut_like(cut: Any, other: Any) -> bool:
    """Whether a value is cut to the length of the other."""
    return isinstance(cut, list) and cut[0] == "truncate" and cut[2] == ["len", other]


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
        if isinstance(b, str) and b in words.chained and a == leaf:
            return Clause(a, f"gives back {nouns.say(b)}", leaf)
        if _are_sorted(a, b) and a[1] == leaf:
            return Clause(leaf, f"has the same elements as {nouns.say(b[1])}", leaf)
    return Clause(a, changed or _against(symbol, b, nouns, is_negated), leaf)


def _are_sorted(a: Any, b: Any) -> bool:
    return isinstance(a, list) and isinstance(b, list) and a[0] == b[0] == "sorted"


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
