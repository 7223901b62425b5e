"""Functions that exported tests carry beside those of the relations' meaning."""

import math
from collections.abc import Callable, Iterable
from typing import Any


def or_nan(value: float | None) -> float:
    """The number, or NaN in the place of None.

    >>> or_nan(3), or_nan(None)
    (3, nan)
    """
    return math.nan if value is None else value


def listed(values: Iterable[Any] | None) -> list[Any] | None:
    """A list of what an iterator gives; None stays None.

    >>> listed(iter("ab")), listed(None)
    (['a', 'b'], None)
    """
    return None if values is None else list(values)


def raised(function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> str:
    """The name of the exception that the call ends in; empty where it returns.

    >>> raised(int, "1"), raised(int, "one"), raised(int, "1", base=99)
    ('', 'builtins.ValueError', 'builtins.ValueError')
    """
    try:
        function(*arguments, **keywords)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the relation speaks of
        return f"{type(error).__module__}.{type(error).__qualname__}"
    return ""


PROVIDED: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "or_nan": (or_nan, ()),
    "listed": (listed, ()),
    "raised": (raised, ()),
}
"""By name: the function, and the names of others that it calls."""
