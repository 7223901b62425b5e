"""All kinds of values beyond plain data, those of users too: what names them, and what can be read of a value."""

import datetime
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any
from uuid import UUID

from genmorph.model import UsageError
from genmorph.settings import EQUALITIES
from genmorph.values import tables
from genmorph.values.arrays import NdArrays
from genmorph.values.building import as_data
from genmorph.values.dates import (
    Dates,
    Datetimes,
    Timedeltas,
    Times,
    ZonedDatetimes,
    dates,
    datetimes,
    timedeltas,
    times,
)
from genmorph.values.enums import Enums, enums
from genmorph.values.exact_numbers import Complexes, Decimals, Fractions, complexes, decimals, fractions
from genmorph.values.foreign import common_type, native, natives, type_of
from genmorph.values.formed import Change, Foreign, View, added, scaled
from genmorph.values.identifiers import Paths, Uuids, paths, pure_paths, uuids
from genmorph.values.labels import counted
from genmorph.values.mappings import Dicts
from genmorph.values.python_text import Symbol
from genmorph.values.registry import Registry
from genmorph.values.seeds import SEEDED_TYPES, Generators, Seeds, generators, global_seeds, seeds
from genmorph.values.sets import Sets, frozensets, sets
from genmorph.values.steps import Path as Steps
from genmorph.values.steps import change_at, read_step, text_at
from genmorph.values.tables import (
    Frames,
    PolarsFrames,
    PolarsSeries,
    Series,
    frames,
    polars_frames,
    polars_series,
    series,
)


@dataclass(frozen=True, slots=True)
class RegisteredKind:
    """A kind, and what makes its domains, in Python as in notations.

    `of` is the type of its values where all of them are of one, or the name of a type that need not be there: an
    annotation with it means the domain that the first factory makes of the `arguments`. Where these must be a user's,
    `example` is a notation with some.
    """

    kind: type[Any]
    factories: tuple[Callable[..., Foreign], ...]
    of: type | str | None = None
    example: str | None = None
    arguments: tuple[str, ...] = ()


_FRAMES = 'frames({"price": floats(0, 99), "name": texts()})'
BUILT_IN_KINDS = (
    RegisteredKind(Dates, (dates,), datetime.date),
    RegisteredKind(Datetimes, (datetimes,), datetime.datetime),
    RegisteredKind(ZonedDatetimes, ()),
    RegisteredKind(Times, (times,), datetime.time),
    RegisteredKind(Timedeltas, (timedeltas,), datetime.timedelta),
    RegisteredKind(Decimals, (decimals,), Decimal),
    RegisteredKind(Fractions, (fractions,), Fraction),
    RegisteredKind(Complexes, (complexes,), complex),
    RegisteredKind(Enums, (enums,)),
    RegisteredKind(Sets, (sets, frozensets)),
    RegisteredKind(Dicts, ()),
    RegisteredKind(Paths, (paths,), Path),
    RegisteredKind(Paths, (pure_paths,), PurePath),
    RegisteredKind(Paths, (pure_paths,), type(PurePath())),  # PurePosixPath, or PureWindowsPath
    RegisteredKind(Uuids, (uuids,), UUID),
    RegisteredKind(NdArrays, ()),
    RegisteredKind(Frames, (frames,), "pandas.core.frame.DataFrame", example=_FRAMES),
    RegisteredKind(Frames, (frames,), "pandas.DataFrame", example=_FRAMES),
    RegisteredKind(Series, (series,), "pandas.core.series.Series"),
    RegisteredKind(Series, (series,), "pandas.Series"),
    RegisteredKind(PolarsFrames, (polars_frames,), "polars.dataframe.frame.DataFrame", example=f"polars_{_FRAMES}"),
    RegisteredKind(PolarsSeries, (polars_series,), "polars.series.series.Series"),
    RegisteredKind(Seeds, (seeds, global_seeds)),
    *(RegisteredKind(Generators, (generators,), hint, arguments=(name,)) for hint, name in SEEDED_TYPES),
)
OWN_KINDS = Registry[RegisteredKind]("kind")
"""The kinds of users, by the names of their classes."""


def registered_kinds() -> tuple[RegisteredKind, ...]:
    """All kinds: the built-in ones, then those of users in the order in which they were registered."""
    return (*BUILT_IN_KINDS, *OWN_KINDS.values.values())


def own_kinds() -> tuple[type[Foreign], ...]:
    """The kinds of users."""
    return tuple(own.kind for own in OWN_KINDS.values.values())


def kind_factories() -> dict[str, Callable[..., Foreign]]:
    """What makes the domains of all kinds, by name."""
    return {factory.__name__: factory for one in registered_kinds() for factory in one.factories}


def hinted_domain(hint: type) -> Foreign | None:
    """The domain that an annotation with a type means; None where no kind has values of it."""
    meant = (one for one in _kinds_of(hint) if one.example is None)
    return next((one.factories[0](*one.arguments) for one in meant), None)


def example_of(hint: object) -> str | None:
    """A domain with values of the type, of which an annotation says too little; None where no kind has such ones."""
    return next((one.example for one in _kinds_of(hint)), None) if isinstance(hint, type) else None


def _kinds_of(hint: type) -> Iterator[RegisteredKind]:
    meant = (hint, f"{hint.__module__}.{hint.__qualname__}")
    return (one for one in registered_kinds() if one.of in meant)


def kind_homes() -> tuple[tuple[str, str], ...]:
    """The packages of values of users' kinds, each with the module that registers the kind."""
    own = ((one.of, one.kind) for one in OWN_KINDS.values.values())
    return tuple((of.__module__.partition(".")[0], kind.__module__) for of, kind in own if isinstance(of, type))


def _by_maker() -> Mapping[tuple[str, str], Sequence[type[Any]]]:
    """The built-in kinds that have values made by each maker."""
    found: dict[tuple[str, str], list[type[Any]]] = {}
    for one in BUILT_IN_KINDS:
        for maker in one.kind.makers or (one.kind.made_by,):
            if isinstance(maker, tuple):  # of enums it is the enum
                found.setdefault(maker, []).append(one.kind)
    return found


_VIEWS: Mapping[tuple[str, str] | None, tuple[View, ...]] = {
    **{name: tuple(dict.fromkeys(v for kind in kinds for v in kind.views)) for name, kinds in _by_maker().items()},
    **tables.VIEWS,
}
"""By what makes the values: the views of their kinds, and of values that are outputs alone."""
_VIEWS_BY_TEXT = {name: {view.text: view for view in views} for name, views in _VIEWS.items()}

_CHANGES: Mapping[tuple[str, str] | None, tuple[Change, ...]] = {
    name: tuple({change.name: change for kind in kinds for change in kind.changes}.values())
    for name, kinds in _by_maker().items()
}
"""By what makes the values: what can be done to them; of changes of one name the last serves for all."""
_OF_NUMBERS = (added(1, 4, numbers=lambda domain: domain), scaled(1, 3, numbers=lambda domain: domain))
"""What can be done to plain numbers inside of outputs."""
_UNCHANGEABLE = ("unchangeable",)


def view_texts() -> tuple[str, ...]:
    """The texts of all views."""
    every = (*_VIEWS.values(), *(kind.views for kind in own_kinds()))
    return tuple(dict.fromkeys(view.text for views in every for view in views))


def order_keys() -> tuple[str, ...]:
    """What is written behind values to read a number that is in their order.

    >>> order_keys()
    ('.toordinal()',)
    """
    every = (*_VIEWS.values(), *(kind.views for kind in own_kinds()))
    keys = (view.text.removeprefix("{}") for views in every for view in views if view.keeps_order)
    return tuple(dict.fromkeys(keys))


@lru_cache(maxsize=1)
def _changes_by_name(own: tuple[type[Foreign], ...]) -> Mapping[str, Change]:
    """All changes, with those of users' kinds; kinds that share a name share what it does."""
    every = (*(kind.changes for kind in own), *_CHANGES.values())
    return {change.name: change for changes in every for change in changes}


def views_of(values: Sequence[object]) -> tuple[View, ...]:
    """The views that can be read of each of these values, which are of one type."""
    return tuple(view for view in _known(values) if all(read_view(view, value) is not None for value in values))


def changes_of(values: Iterable[object]) -> tuple[Change, ...]:
    """What can be done to values that are of one type, or to plain numbers."""
    known = [*values]
    if known and {int, float}.issuperset(map(type, known)):
        return _OF_NUMBERS
    found = common_type(known)
    return _CHANGES.get(found) or next((kind.changes for kind in own_kinds() if kind.made_by == found), ())


@dataclass(frozen=True, slots=True)
class AppliedChange:
    """A change of outputs by its name, with its constant; kinds that share a name share what it does.

    A symbol as the constant is the name of a drawn parameter, whose value `apply` is told; it counts so many `times`.
    What the `path` leads to is changed, inside of the value.

    >>> import datetime
    >>> later = AppliedChange("shift_days", 2)
    >>> later.apply(as_data(datetime.date(2024, 2, 28))), later.text("f(day)")
    (Built(maker='call', parts=('datetime', 'date', (2024, 3, 1), ())), 'f(day) + datetime.timedelta(days=2)')
    >>> from genmorph.values.steps import Item
    >>> dearer = AppliedChange("scale_exactly", 2, path=(Item(1, 2),))
    >>> dearer.apply(("tea", 4)), dearer.text("row"), dearer.words("the row")
    (('tea', 8), '(row[0], row[1] * 2)', 'item 1 of the row is multiplied by 2')
    """

    name: str
    constant: Any
    times: int = 1
    path: Steps = ()

    def __post_init__(self) -> None:
        known = _changes_by_name(own_kinds())
        if self.name not in known:
            raise UsageError(f"change must be one of {', '.join(known)}, got {self.name!r}")
        if self.times != 1 and not (self.is_drawn and known[self.name].enlarges):
            raise UsageError(
                f"times of {self.name} must be 1 but for what is drawn and enlarges, got {self.times!r:.80}"
            )
        if not (known[self.name].is_drawable if self.is_drawn else known[self.name].takes(self.constant)):
            raise UsageError(f"the constant of {self.name} must be like its own ones, got {self.constant!r:.80}")

    @property
    def label(self) -> str:
        """Its name behind the steps of its path, as `read_change` reads it.

        >>> from genmorph.values.steps import Each
        >>> AppliedChange("add_exactly", 1, path=(Each(),)).label
        'each/add_exactly'
        """
        return "/".join([*(step.key for step in self.path), self.name])

    @property
    def is_drawn(self) -> bool:
        """Whether the constant is drawn anew for each source."""
        return isinstance(self.constant, Symbol)

    @property
    def _change(self) -> Change:
        return _changes_by_name(own_kinds())[self.name]

    def apply(self, value: Any, drawn: Any = None) -> Any:
        """What becomes of a value; equal to no other where it cannot be changed so."""
        try:
            constant = natives(drawn) if self.is_drawn else self.constant
            by = constant if self.times == 1 else constant * self.times
            changed = change_at(value, self.path, lambda part: as_data(self._change.apply(natives(part), by)))
        except Exception:  # noqa: BLE001 - beyond the last date, or whatever the value of a faulty version raises
            return _UNCHANGEABLE
        return _UNCHANGEABLE if changed is None else changed

    def text(self, text: str) -> str:
        """Python of the changed value."""
        return text_at(text, self.path, lambda part: self._change.text(part, self._written))

    def words(self, noun: str) -> str:
        """What happens to what is called so."""
        for step in self.path:
            noun = step.words(noun)
        return self._change.words(noun, self._written)

    @property
    def _written(self) -> Any:
        """What texts hold in the place of the constant."""
        if self.times == 1:
            return self.constant
        return Symbol(f"-{self.constant}" if self.times == -1 else f"{self.times} * {self.constant}")


def read_change(label: str, constant: Any, times: int = 1) -> AppliedChange:
    """The change with this label.

    >>> read_change("each/add_exactly", 1).path
    (Each(),)
    """
    *keys, name = label.split("/")
    path = tuple(step for step in map(read_step, keys) if step is not None)
    if not len(path) == len(keys) <= EQUALITIES.steps_into_elements:
        most = counted(EQUALITIES.steps_into_elements, "step")
        raise UsageError(f"the path of a change must be of {most} at most, got {label!r:.80}")
    return AppliedChange(name, constant, times, path)


def read_text_view(text: str, value: object) -> Any:
    """What the view of this text shows of a value; None where the value has none such, or it shows nothing."""
    found = type_of(value)
    known = _VIEWS_BY_TEXT.get(found) or {view.text: view for view in _known_of(found)}
    return read_view(known[text], value) if text in known else None


def read_view(view: View, value: object) -> Any:
    """What the view shows of a value; None where it shows nothing."""
    try:
        shown = view.read(native(value))
    except Exception:  # noqa: BLE001 - methods of values that a call gave: an order that is none, a float too large
        return None
    return None if isinstance(shown, float) and math.isinf(shown) and not view.shows_infinity else shown


def _known(values: Iterable[object]) -> tuple[View, ...]:
    return _known_of(common_type(values))


def _known_of(found: tuple[str, str] | None) -> tuple[View, ...]:
    return _VIEWS.get(found) or next((kind.views for kind in own_kinds() if kind.made_by == found), ())
