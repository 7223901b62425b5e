"""What algebra does not look into: parts of a comparison that are no arithmetic, such as `len(return_f)`."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

ARITHMETIC = frozenset({"+", "-", "*", "/", "abs"})


def leaves(tree: Any) -> Iterator[Any]:
    """The variables and constants of a nested form."""
    if isinstance(tree, list):
        for operand in tree[1:]:
            yield from leaves(operand)
    else:
        yield tree


def opaque_parts(tree: Any) -> Iterator[Any]:
    """The variables of a numeric tree, and the largest parts of it that are no arithmetic, as they appear.

    >>> list(opaque_parts(["-", ["len", "return_f"], ["*", "n_s", 2]]))
    [['len', 'return_f'], 'n_s']
    """
    if isinstance(tree, list) and tree[0] in ARITHMETIC:
        for operand in tree[1:]:
            yield from opaque_parts(operand)
    elif isinstance(tree, list | str):
        yield tree


def symbol_name(part: Any) -> str:
    """One name for each part: that of a variable is its own."""
    return part if isinstance(part, str) else repr(part)


def restored(tree: Any, parts: Mapping[str, Any]) -> Any:
    """The tree with its opaque parts, by their names, in place again."""
    if isinstance(tree, list):
        return [tree[0], *(restored(operand, parts) for operand in tree[1:])]
    return parts.get(tree, tree) if isinstance(tree, str) else tree


def mentions(part: Any, names: Collection[str]) -> bool:
    """Whether any of the variables occurs."""
    return any(leaf in names for leaf in leaves(part))
