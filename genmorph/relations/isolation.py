"""An output alone on one side of a comparison, as far as that takes no case distinction."""

from collections.abc import Collection
from types import MappingProxyType
from typing import Any

from genmorph.relations.opaque import mentions

MIRRORED = MappingProxyType({"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="})
"""For each comparison that with its sides exchanged."""


def isolated(symbol: str, side: Any, other: Any, names: Collection[str]) -> tuple[str, Any, Any]:
    """The comparison with what surrounds these variables moved to the other side.

    >>> isolated("<=", ["-", 1, ["+", "f", "k"]], 0, {"f"})
    ('>=', 'f', ['-', 1, 'k'])
    """
    match side:
        case ["+", a, b] if not mentions(b, names):
            return isolated(symbol, a, _difference(other, b), names)
        case ["+", a, b] if not mentions(a, names):
            return isolated(symbol, b, _difference(other, a), names)
        case ["-", a, b] if not mentions(b, names):
            return isolated(symbol, a, _sum(other, b), names)
        case ["-", a, b] if not mentions(a, names):
            return isolated(MIRRORED[symbol], b, _difference(a, other), names)
        case ["*", a, (int() | float()) as factor] | ["*", (int() | float()) as factor, a] if factor:
            return isolated(symbol if factor > 0 else MIRRORED[symbol], a, _quotient(other, factor), names)
        case ["/", a, (int() | float()) as divisor] if divisor:
            return isolated(symbol if divisor > 0 else MIRRORED[symbol], a, _product(other, divisor), names)
        case ["flip", a] if symbol == "==":
            return isolated(symbol, a, other[1] if _is_flipped(other) else ["flip", other], names)
    return symbol, side, other


def _difference(a: Any, b: Any) -> Any:
    if a == b:
        return 0
    if _is_number(a) and _is_number(b):
        return a - b
    return a if b == 0 else ["-", a, b]


def _sum(a: Any, b: Any) -> Any:
    if _is_number(a) and _is_number(b):
        return a + b
    return b if a == 0 else a if b == 0 else ["+", a, b]


def _quotient(a: Any, b: int | float) -> Any:
    if a == 0:
        return 0
    return _negative(a) if b == -1 else a if b == 1 else ["/", a, b]


def _product(a: Any, b: int | float) -> Any:
    if a == 0:
        return 0
    return _negative(a) if b == -1 else a if b == 1 else ["*", a, b]


def _negative(tree: Any) -> Any:
    return -tree if _is_number(tree) else ["-", 0, tree]


def _is_number(tree: Any) -> bool:
    return isinstance(tree, int | float)


def _is_flipped(tree: Any) -> bool:
    return isinstance(tree, list) and tree[0] == "flip"
