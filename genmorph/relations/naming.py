"""English words for what a relation says of the output, to name tests after."""

from typing import Any

from genmorph.relations.expression import Expression
from genmorph.relations.metamorphic import FOLLOW_UP, SOURCE
from genmorph.relations.operators import BY_SYMBOL

_PLAIN = {
    ("==", FOLLOW_UP, SOURCE): "stays the same",
    ("iff", FOLLOW_UP, SOURCE): "stays the same",
    ("xor", FOLLOW_UP, SOURCE): "is flipped",
    ("<=", FOLLOW_UP, SOURCE): "does not grow",
    ("<=", SOURCE, FOLLOW_UP): "does not shrink",
    ("<", FOLLOW_UP, SOURCE): "shrinks",
    ("<", SOURCE, FOLLOW_UP): "grows",
    ("implies", SOURCE, FOLLOW_UP): "stays true",
    ("implies", FOLLOW_UP, SOURCE): "stays false",
}
_STEPS = {"+": "grows by", "-": "shrinks by", "*": "is multiplied by", "/": "is divided by"}
_INVERSE = {"+": "-", "-": "+", "*": "/", "/": "*"}
_OTHERWISE = "keeps its relation"


def phrase(expression: Expression) -> str:
    """What happens to the output, in words; relations of other shapes are "keeps its relation".

    >>> from genmorph.model import Kind
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], Kind.INT)
    >>> phrase(Expression.from_tree(["==", "return_f", ["*", "return_s", 2]], variables))
    'is multiplied by 2'
    """
    return _phrase(expression.to_tree())


def _phrase(tree: Any) -> str:
    match tree:
        case [str() as symbol, str() as a, str() as b]:
            exchanged = (symbol, b, a) if BY_SYMBOL[symbol].commutative else (symbol, a, b)
            return _PLAIN.get((symbol, a, b)) or _PLAIN.get(exchanged) or _OTHERWISE
        case ["not", ["==", *sides]] if {FOLLOW_UP, SOURCE} == {*map(str, sides)}:
            return "changes"
        case ["not", ["iff", *sides]] if {FOLLOW_UP, SOURCE} == {*map(str, sides)}:
            return "is flipped"
        case ["==", "return_f", ["-", 0, "return_s"]]:
            return "changes sign"
        case ["==", "return_f", ["-" as step, "return_s", other]] | [
            "==",
            "return_f",
            ["/" as step, "return_s", other],
        ]:
            return _step(step, other)
        case ["==", "return_f", ["+" | "*" as step, a, b]] if SOURCE in (a, b):
            return _step(step, b if a == SOURCE else a)
        case ["==", ["*" | "+" | "-" | "/" as step, "return_f", other], "return_s"]:
            return _step(_INVERSE[step], other)
        case ["==", "return_s", ["*" | "+" | "-" | "/" as step, "return_f", other]]:
            return _step(_INVERSE[step], other)
    return _OTHERWISE


def _step(symbol: str, amount: Any) -> str:
    if isinstance(amount, list) or (isinstance(amount, int | float) and amount < 0):
        return _OTHERWISE
    return f"{_STEPS[symbol]} {str(amount).removesuffix('_s')}"
