"""Values as Python text."""

import math
import sys
from collections.abc import Mapping
from typing import Any

from genmorph.values.building import as_built_array, source_text
from genmorph.values.kinds import is_array
from genmorph.values.literal_calls import Source, write_literal


def text_of(value: Any) -> str:
    """The value as Python writes it; arrays, `inf` and `nan` are written such that they can be read again.

    >>> import numpy as np
    >>> text_of([1, -math.inf, {"a": np.array([0.5])}])
    '[1, -math.inf, {"a": np.array([0.5], dtype=np.float64)}]'
    """
    try:
        return write_literal(_written(value), prefix="math.")
    except Exception as error:  # noqa: BLE001 - whatever the `repr` of a user's class does
        return f"<{type(value).__name__} that cannot be shown: {type(error).__name__}>"


def source_of(value: Any) -> str | None:
    """The text where it makes the value again with `math` and `np` alone; else None.

    >>> source_of((1, "a")), source_of(object())
    ('(1, "a")', None)
    """
    text = text_of(value)
    return text if evaluates(text, usual_names()) else None


def usual_names() -> dict[str, Any]:
    """What texts of arguments may use, where it is loaded."""
    return {"math": math} | ({"np": sys.modules["numpy"]} if "numpy" in sys.modules else {})


def evaluates(text: str, names: dict[str, Any]) -> bool:
    """Whether the text is a Python expression that gives a value."""
    try:
        eval(compile(text, "<value>", "eval"), dict(names))  # noqa: S307 - what the user's own values say of themselves
    except Exception:  # noqa: BLE001
        return False
    return True


def are_source(texts: Mapping[str, str], names: dict[str, Any]) -> bool:
    """Whether there are texts, and all of them are such expressions."""
    return bool(texts) and all(evaluates(text, names) for text in texts.values())


def _written(value: Any) -> Any:
    """The value with `Source` in the place of arrays."""
    if type(value) in (list, tuple):
        return type(value)(map(_written, value))
    if type(value) is dict:
        return {_written(key): _written(item) for key, item in value.items()}
    built = as_built_array(value) if is_array(value) else None
    return value if built is None else Source(source_text(built))
