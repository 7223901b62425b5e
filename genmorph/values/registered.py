"""All kinds of values beyond plain data, what names them, and what can be read of a value."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from genmorph.values import dates as dates_module
from genmorph.values import exact_numbers
from genmorph.values.dates import Dates, Datetimes, Timedeltas, Times, dates, datetimes, timedeltas, times
from genmorph.values.enums import Enums, enums
from genmorph.values.exact_numbers import Complexes, Decimals, Fractions, complexes, decimals, fractions
from genmorph.values.foreign import common_type, native
from genmorph.values.formed import Formed, View
from genmorph.values.sets import Sets, frozensets, sets

KINDS: tuple[type[Formed], ...] = (Dates, Datetimes, Times, Timedeltas, Decimals, Fractions, Complexes, Enums, Sets)
FACTORIES = (
    *(dates, datetimes, times, timedeltas),
    *(decimals, fractions, complexes),
    *(enums, sets, frozensets),
)
"""What makes their domains, in Python as in notations."""
HINTS: dict[str, Callable[[], Formed]] = {**dates_module.HINTS, **exact_numbers.HINTS}
"""By the names of types, the domain of all values, or of usual ones."""

_OF_PATHS = (View("str({})", str),)
_VIEWS: Mapping[tuple[str, str] | None, tuple[View, ...]] = {
    **{kind.made_by: kind.views for kind in KINDS if isinstance(kind.made_by, tuple)},
    ("builtins", "set"): Sets.views,
    ("builtins", "frozenset"): Sets.views,
    ("builtins", "dict"): (View("sorted({})", sorted), View("sorted({}.values())", lambda held: sorted(held.values()))),
    **{("pathlib", name): _OF_PATHS for name in ("PosixPath", "PurePosixPath", "PureWindowsPath")},
}
"""By what makes the values: the views of their kinds, and of values that are outputs alone."""

VIEW_TEXTS = tuple(dict.fromkeys(view.text for views in _VIEWS.values() for view in views))


def views_of(values: Sequence[object]) -> tuple[View, ...]:
    """The views that can be read of each of these values, which are of one type."""
    return tuple(view for view in _known(values) if all(read_view(view, value) is not None for value in values))


def read_text_view(text: str, value: object) -> Any:
    """What the view of this text shows of a value; None where the value has none such, or it shows nothing."""
    view = next((view for view in _known([value]) if view.text == text), None)
    return None if view is None else read_view(view, value)


def read_view(view: View, value: object) -> Any:
    """What the view shows of a value; None where it shows nothing."""
    try:
        shown = view.read(native(value))
    except Exception:  # noqa: BLE001 - methods of values that a call gave: an order that is none, a float too large
        return None
    return None if isinstance(shown, float) and math.isinf(shown) else shown


def _known(values: Iterable[object]) -> tuple[View, ...]:
    return _VIEWS.get(common_type(values), ())
