"""What becomes of an output, as verbs: it "grows by 1", "is reversed", "does not shrink"."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from genmorph.relations.isolation import MIRRORED
from genmorph.relations.nouns import Nouns
from genmorph.relations.opaque import leaves

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
_SCALED: Mapping[float, str] = MappingProxyType({-1: "changes sign", 2: "is doubled"})
_BECOMES = MappingProxyType(
    {
        "flip": "is reversed",
        "sorted": "is sorted",
        "upper": "is put in upper case",
        "lower": "is put in lower case",
    }
)


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
            return _grown(symbol, b if a == old else a, nouns, old)
        case ["-", a, b] if a == old:
            return _shrunk(symbol, b, nouns, old)
    return None


def _grown(symbol: str, amount: Any, nouns: Nouns, old: Any) -> str | None:
    if _is_negative(amount):
        return _shrunk(symbol, -amount, nouns, old)
    return None if _mentions(amount, old) else f"grows by{LIMITS[symbol]} {nouns.say(amount)}"


def _shrunk(symbol: str, amount: Any, nouns: Nouns, old: Any) -> str | None:
    if _is_negative(amount):
        return _grown(symbol, -amount, nouns, old)
    if _mentions(amount, old):
        return None
    return f"shrinks by{LIMITS[MIRRORED[symbol]]} {nouns.say(amount)}"


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
            return _scaled(b if a == old else a, nouns, old)
        case ["/", a, b] if a == old and not _mentions(b, old):
            return "is halved" if b == 2 else f"is divided by {nouns.grouped(b)}"
    return None


def _scaled(factor: Any, nouns: Nouns, old: Any) -> str | None:
    if _mentions(factor, old):
        return None
    if isinstance(factor, int | float) and factor in _SCALED:
        return _SCALED[factor]
    return f"is multiplied by {nouns.grouped(factor)}"


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
        case "truncate" if _is_negative(amount):
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


def _is_negative(tree: Any) -> bool:
    return isinstance(tree, int | float) and tree < 0


def _mentions(tree: Any, old: Any) -> bool:
    return bool(set(map(repr, leaves(tree))) & set(map(repr, leaves(old))))
