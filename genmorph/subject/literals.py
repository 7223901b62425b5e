"""Plain values as source text."""

import math
from typing import Any

_DEPTH = 20
_ATOMS = (bool, int, str, bytes, type(None), type(...))


def write_literal(value: Any, depth: int = _DEPTH) -> str | None:
    """Text that evaluates to an equal value of the same type; None for what is no plain value.

    Sets are sorted by text, so that the hash seed plays no part.

    >>> write_literal({"a": (1, float("inf"))}), write_literal(object())
    ("{'a': (1, float('inf'))}", None)
    """
    kind = type(value)
    if kind is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if kind in _ATOMS:
        return repr(value)
    if depth == 0 or kind not in {tuple, list, set, frozenset, dict}:
        return None
    parts = [write_literal(part, depth - 1) for part in value]
    texts = [part for part in parts if part is not None]
    if kind is dict:
        values = [write_literal(part, depth - 1) for part in value.values()]
        pairs = [
            f"{key}: {text}" for key, text in zip(parts, values, strict=True) if key is not None and text is not None
        ]
        return f"{{{', '.join(pairs)}}}" if len(pairs) == len(value) else None
    if len(texts) < len(parts):
        return None
    if kind in {set, frozenset}:
        return f"{kind.__name__}([{', '.join(sorted(texts))}])"
    if kind is tuple:
        return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
    return f"[{', '.join(texts)}]"
