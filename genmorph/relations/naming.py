"""English words for what a relation says of the output, to name tests after."""

import re
from collections.abc import Collection
from typing import Any

from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Role
from genmorph.relations.metamorphic import names_of
from genmorph.relations.opaque import leaves, restored

_AFTER, _BEFORE = "after", "before"
"""What stands for the follow-up's and the source's output; the names of variables end in `_s` or `_f`."""
_COMMUTATIVE = frozenset({"==", "iff", "xor"})
_PLAIN = {
    ("==", _AFTER, _BEFORE): "stays the same",
    ("iff", _AFTER, _BEFORE): "stays the same",
    ("xor", _AFTER, _BEFORE): "is flipped",
    ("<=", _AFTER, _BEFORE): "does not grow",
    ("<=", _BEFORE, _AFTER): "does not shrink",
    ("<", _AFTER, _BEFORE): "shrinks",
    ("<", _BEFORE, _AFTER): "grows",
    ("implies", _BEFORE, _AFTER): "stays true",
    ("implies", _AFTER, _BEFORE): "stays false",
    ("startswith", _AFTER, _BEFORE): "starts as before",
    ("startswith", _BEFORE, _AFTER): "starts what it was",
    ("contains", _AFTER, _BEFORE): "contains what it was",
    ("contains", _BEFORE, _AFTER): "is part of what it was",
}
_UNARY = {"flip": "is reversed", "sorted": "is sorted", "upper": "is in upper case", "lower": "is in lower case"}
_STEPS = {"+": "grows by", "-": "shrinks by", "*": "is multiplied by", "/": "is divided by"}
_INVERSE = {"+": "-", "-": "+", "*": "/", "/": "*"}
_PROPERTIES = {"len": "length", "sum": "sum", "min": "smallest element", "max": "largest element"}
_PLACES = {0: "first element", -1: "last element"}
_OTHERWISE = "keeps its relation"
_PART = re.compile(r"return(?:\.(?P<field>\w+)|\[(?P<item>.*)\])?(?P<none> is None)?")


def phrase(expression: Expression) -> str:
    """What happens to the output, in words; relations of other shapes are "keeps its relation".

    A part of what is returned, or an argument changed in place, is named in front.

    >>> from genmorph.model import Kind, Output, Place
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT), Output(Kind.INTS, Place.ARGUMENT, "xs")])
    >>> phrase(Expression.from_tree(["==", "return_f", ["*", "return_s", 2]], variables))
    'is multiplied by 2'
    >>> phrase(Expression.from_tree(["==", "xs.after_f", ["flip", "xs.after_s"]], variables))
    'xs afterwards is reversed'
    """
    tree = expression.to_tree()
    after, before = (sorted(set(leaves(tree)) & names_of(expression, roles)) for roles in (FOLLOW_UP_SIDE, SOURCE_SIDE))
    if (after, before) == (["raised_f"], ["raised_s"]):
        return "raises the same error"
    if len(after) != 1 or len(before) != 1:
        return _OTHERWISE
    if {*before} <= names_of(expression, {Role.CHAINED_INPUT}):
        is_identity = tree in (["==", *after, *before], ["==", *before, *after])
        return f"gives back {before[0].removesuffix('_s')}" if is_identity else _OTHERWISE
    names = {_part(name[:-2]) for name in (*after, *before)}
    if len(names) > 1:
        return _OTHERWISE
    said = _phrase(restored(tree, {after[0]: _AFTER, before[0]: _BEFORE}))
    return " ".join(word for word in (*names, said) if word)


def _part(name: str) -> str:
    """How an output is spoken of; "" for what is returned as a whole."""
    if name.endswith(".after"):
        return f"{name.removesuffix('.after')} afterwards"
    match = _PART.fullmatch(name)
    if match is None:
        return name
    item = match["item"]
    words = match["field"] or ("" if item is None else item.strip("'\"") if item[:1] in "'\"" else f"item {item}")
    return f"{words} being None".strip() if match["none"] else words


def _phrase(tree: Any) -> str:
    match tree:
        case [str() as symbol, str() as a, str() as b]:
            exchanged = (symbol, b, a) if symbol in _COMMUTATIVE else (symbol, a, b)
            return _PLAIN.get((symbol, a, b)) or _PLAIN.get(exchanged) or _OTHERWISE
        case ["not", ["==", *sides]] if {_AFTER, _BEFORE} == {*map(str, sides)}:
            return "changes"
        case ["not", ["iff", *sides]] if {_AFTER, _BEFORE} == {*map(str, sides)}:
            return "is flipped"
    return _of_property(tree) or _of_number(tree) or _of_sequence(tree) or _OTHERWISE


def _of_number(tree: Any) -> str | None:
    match tree:
        case ["==", "after", ["-", 0, "before"]]:
            return "changes sign"
        case ["==", "after", [("-" | "/") as step, "before", other]]:
            return _step(step, other)
        case ["==", "after", [("+" | "*") as step, a, b]] if _BEFORE in (a, b):
            return _step(step, b if a == _BEFORE else a)
        case ["==", [("*" | "+" | "-" | "/") as step, "after", other], "before"]:
            return _step(_INVERSE[step], other)
        case ["==", "before", [("*" | "+" | "-" | "/") as step, "after", other]]:
            return _step(_INVERSE[step], other)
    return None


def _step(symbol: str, amount: Any) -> str:
    words = _amount(amount)
    return _OTHERWISE if words is None else f"{_STEPS[symbol]} {words}"


def _amount(tree: Any) -> str | None:
    """A number or an input in words; None for all else."""
    if isinstance(tree, list) or tree in (_AFTER, _BEFORE) or (isinstance(tree, int | float) and tree < 0):
        return None
    return str(tree).removesuffix("_s")


def _of_property(tree: Any) -> str | None:
    """What is said of a length, a sum and the like of both outputs."""
    for symbol, noun in _PROPERTIES.items():
        said = _about(tree, [symbol, _AFTER], [symbol, _BEFORE], noun)
        if said:
            return said
    for place, noun in _PLACES.items():
        said = _about(tree, ["element", _AFTER, place], ["element", _BEFORE, place], noun)
        if said:
            return said
    return None


def _about(tree: Any, after: Any, before: Any, noun: str) -> str | None:
    def replaced(part: Any) -> Any:
        if part in (after, before):
            return _AFTER if part == after else _BEFORE
        return [part[0], *map(replaced, part[1:])] if isinstance(part, list) else part

    if {_AFTER, _BEFORE} & set(leaves(_without(tree, (after, before)))):
        return None
    said = _phrase(replaced(tree))
    return f"keeps its {noun}" if said == "stays the same" else _OTHERWISE if said == _OTHERWISE else f"{noun} {said}"


def _without(tree: Any, parts: Collection[Any]) -> Any:
    if not isinstance(tree, list):
        return tree
    return [tree[0], *(_without(part, parts) for part in tree[1:] if part not in parts)]


def _of_sequence(tree: Any) -> str | None:
    match tree:
        case ["==", "after", changed] | ["==", changed, "after"]:
            return _changed(changed)
        case ["==", ["flip", "after"], "before"] | ["==", "before", ["flip", "after"]]:
            return "is reversed"
    return None


def _changed(tree: Any) -> str | None:
    """What the source's output becomes."""
    match tree:
        case [str() as symbol, "before"]:
            return _UNARY.get(symbol)
        case ["concatenate", "before", "before"]:
            return "is repeated"
        case ["concatenate", "before", other] if _amount(other):
            return f"gains {_amount(other)} at its end"
        case ["concatenate", other, "before"] if _amount(other):
            return f"gains {_amount(other)} at its start"
        case ["remove", "before", (0 | -1) as place]:
            return f"loses its {_PLACES[place]}"
        case ["truncate", "before", count] if _amount(count):
            return f"is cut to {_amount(count)} elements"
    return _each_changed(tree)


def _each_changed(tree: Any) -> str | None:
    match tree:
        case ["scale each", "before", -1]:
            return "changes sign in each element"
        case ["scale each", "before", factor] if _amount(factor):
            return f"has each element multiplied by {_amount(factor)}"
        case ["add each", "before", amount] if _amount(amount):
            return f"has {_amount(amount)} added to each element"
    return None
