"""All kinds of values beyond plain data, what names them, and what can be read of a value."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.model import UsageError
from genmorph.values import dates as dates_module
from genmorph.values import exact_numbers
from genmorph.values.building import as_data
from genmorph.values.dates import Dates, Datetimes, Timedeltas, Times, dates, datetimes, timedeltas, times
from genmorph.values.enums import Enums, enums
from genmorph.values.exact_numbers import Complexes, Decimals, Fractions, complexes, decimals, fractions
from genmorph.values.foreign import common_type, native
from genmorph.values.formed import Change, Formed, View
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

_CHANGES: Mapping[tuple[str, str] | None, tuple[Change, ...]] = {
    **{kind.made_by: kind.changes for kind in KINDS if isinstance(kind.made_by, tuple)},
    ("builtins", "set"): Sets.changes,
    ("builtins", "frozenset"): Sets.changes,
}
"""By what makes the values: what can be done to them."""
_UNCHANGEABLE = ("unchangeable",)
_BY_NAME = {change.name: change for changes in _CHANGES.values() for change in changes}

VIEW_TEXTS = tuple(dict.fromkeys(view.text for views in _VIEWS.values() for view in views))


def views_of(values: Sequence[object]) -> tuple[View, ...]:
    """The views that can be read of each of these values, which are of one type."""
    return tuple(view for view in _known(values) if all(read_view(view, value) is not None for value in values))


def changes_of(values: Iterable[object]) -> tuple[Change, ...]:
    """What can be done to values that are of one type."""
    return _CHANGES.get(common_type(values), ())


@dataclass(frozen=True, slots=True)
class AppliedChange:
    """A change of outputs by its name, with its constant; kinds that share a name share what it does.

    >>> import datetime
    >>> later = AppliedChange("shift_days", 2)
    >>> later.apply([as_data(datetime.date(2024, 2, 28))]), later.text("f(day)")
    ([Built(maker='call', parts=('datetime', 'date', (2024, 3, 1), ()))], 'f(day) + datetime.timedelta(days=2)')
    """

    name: str
    constant: Any

    def __post_init__(self) -> None:
        if self.name not in _BY_NAME:
            raise UsageError(f"change must be one of {', '.join(_BY_NAME)}, got {self.name!r}")

    def apply(self, output: list[Any]) -> list[Any]:
        """What becomes of an object in the list that an output is; equal to no object where it cannot be changed so."""
        try:
            return [as_data(_BY_NAME[self.name].apply(native(output[0]), self.constant))]
        except (ArithmeticError, ValueError, TypeError):  # beyond the last date, or the value of a faulty version
            return [_UNCHANGEABLE]

    def text(self, text: str) -> str:
        """Python of the changed value."""
        return _BY_NAME[self.name].text(text, self.constant)

    def words(self, noun: str) -> str:
        """What happens to what is called so."""
        return _BY_NAME[self.name].words(noun, self.constant)


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
