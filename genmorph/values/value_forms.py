"""How a value of a type beyond plain data is written: as the call, or the name, that gives it.

Workers load this module too, so that it imports the standard library alone.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

_ODD_ARRAYS = (("numpy.ma", "MaskedArray"), ("numpy", "matrix"))
"""Classes of numpy arrays, by their module, that show other elements than those that they are made of."""
_SPAN_PARTS = ("days", "seconds", "microseconds")


class Call(NamedTuple):
    """A call that gives an equal value: of `qualname` in `module`, with arguments that are plain or have a form."""

    module: str
    qualname: str
    given: tuple[Any, ...]
    named: tuple[tuple[str, Any], ...] = ()


class Name(NamedTuple):
    """The name that a value has in a module, such as that of an enum's member."""

    module: str
    qualname: str


Form = Callable[[Any], "Call | Name"]


def form_of(value: object) -> Call | Name | None:
    """The call or the name that gives an equal value; None for values of other types.

    Subclasses are written as what they are derived from, since nothing is known of their constructors.

    >>> from datetime import date
    >>> form_of(date(2024, 2, 29)), form_of({3, 1}).given, form_of("a")
    (Call(module='datetime', qualname='date', given=(2024, 2, 29), named=()), ([1, 3],), None)
    """
    for base in type(value).__mro__:
        form = _FORMS.get(_name_of(base))
        if form is not None:
            return form(value)
    return None


def add_form(of: type, made_by: tuple[str, str], arguments: Callable[[Any], tuple[Any, ...]]) -> None:
    """Let values of a type be written as a call of `made_by`, which does no harm, with the arguments of each."""
    _FORMS[_name_of(of)] = lambda value: Call(*made_by, arguments(value))
    _OWN_CALLS[_name_of(of)] = made_by


def remove_form(of: type) -> None:
    """Take what `add_form` added out again."""
    del _FORMS[_name_of(of)], _OWN_CALLS[_name_of(of)]


def has_form(of: type) -> bool:
    """Whether the values of just this type are written in some way."""
    return _name_of(of) in _FORMS


def is_harmless(call: object) -> bool:
    """Whether to call this function does no harm: it is of the standard library, or of a kind of the user's."""
    return call in STANDARD or call in _OWN_CALLS.values()


def is_odd_array(value: object) -> bool:
    """Whether the value is a numpy array that its elements do not give: a masked one, or a matrix.

    >>> import numpy as np
    >>> is_odd_array(np.ma.array([1, 2], mask=[True, False])), is_odd_array(np.array([1, 2]))
    (True, False)
    """
    classes = (getattr(sys.modules.get(module), name, None) for module, name in _ODD_ARRAYS)
    return isinstance(value, tuple(one for one in classes if isinstance(one, type)))


def _name_of(of: type) -> str:
    return f"{of.__module__}.{of.__qualname__}"


def _date(value: Any) -> Call:
    return Call("datetime", "date", (value.year, value.month, value.day))


def _datetime(value: Any) -> Call:
    parts = (value.year, value.month, value.day, value.hour, value.minute, value.second, value.microsecond)
    return Call("datetime", "datetime", _without_zeros(parts, 3), _zone_and_fold(value))


def _time(value: Any) -> Call:
    parts = (value.hour, value.minute, value.second, value.microsecond)
    return Call("datetime", "time", _without_zeros(parts, 1), _zone_and_fold(value))


def _without_zeros(parts: tuple[int, ...], least: int) -> tuple[int, ...]:
    while len(parts) > least and not parts[-1]:
        parts = parts[:-1]
    return parts


def _zone_and_fold(value: Any) -> tuple[tuple[str, Any], ...]:
    """A zone without a form of its own is written as the offset that it has there."""
    named: list[tuple[str, Any]] = []
    if value.tzinfo is not None:
        offset = value.utcoffset()
        named.append(("tzinfo", value.tzinfo if form_of(value.tzinfo) or offset is None else _Offset(offset)))
    return (*named, *([("fold", value.fold)] if value.fold else []))


class _Offset:
    """Stands for a zone of which only the offset is known."""

    def __init__(self, offset: Any) -> None:
        self.offset = offset


def _timedelta(value: Any) -> Call:
    parts = zip(_SPAN_PARTS, (value.days, value.seconds, value.microseconds), strict=True)
    return Call("datetime", "timedelta", (), tuple((name, part) for name, part in parts if part))


def _timezone(value: Any) -> Call | Name:
    offset = value.utcoffset(None)
    return Call("datetime", "timezone", (offset,)) if offset else Name("datetime", "timezone.utc")


def _set(value: Any) -> Call:
    """The elements in an order that does not depend on their hashes."""
    name = "frozenset" if isinstance(value, frozenset) else "set"
    return Call("builtins", name, (sorted(value, key=_rank),) if value else ())


def _rank(value: Any) -> tuple[str, Any]:
    """What orders the elements of sets: also inside of tuples, the `repr` of a set shows its elements in any order."""
    if isinstance(value, frozenset):
        return "frozenset", sorted(map(_rank, value))
    if isinstance(value, tuple):
        return type(value).__name__, list(map(_rank, value))
    is_number = isinstance(value, int | float) and value == value
    return ("", value) if is_number else (type(value).__name__, value if isinstance(value, str) else repr(value))


def _member(value: Any) -> Call | Name:
    kind = type(value)
    name = getattr(value, "_name_", None)
    if isinstance(name, str) and kind.__members__.get(name) is value:
        return Name(kind.__module__, f"{kind.__qualname__}.{name}")
    return Call(kind.__module__, kind.__qualname__, (value.value,))  # flags joined


def _numpy_moment(value: Any) -> Call:
    """With the unit, which stands in brackets in the name of its type."""
    name, _, unit = value.dtype.name.partition("[")
    plain = str(value) if name == "datetime64" else int(value.astype("int64"))
    return Call("numpy", name, (plain, unit.removesuffix("]")) if unit else (plain,))


class _Column:
    """Stands for a column of a frame whose elements do not tell their type."""

    def __init__(self, elements: list[Any], dtype: str) -> None:
        self.elements = elements
        self.dtype = dtype


def _frame(value: Any) -> Call:
    """By columns; by rows where two columns have the same name."""
    names = list(value.columns)
    if len(set(names)) < len(names):
        rows = list(map(list, value.itertuples(index=False, name=None)))
        return Call("pandas", "DataFrame", (rows,), (("columns", names), *_index_of(value)))
    held = {name: value[name].tolist() if _is_told(value[name]) else _typed(value[name]) for name in names}
    return Call("pandas", "DataFrame", (held,), _index_of(value))


def _is_told(series: Any) -> bool:
    """Whether pandas finds the type of the elements by itself."""
    if len(series) and series.dtype.name == "str":
        return all(isinstance(element, str) for element in series)
    return len(series) > 0 and series.dtype.name in ("int64", "float64", "bool")


def _typed(series: Any) -> _Column:
    return _Column(series.tolist(), series.dtype.name)


def _index_of(value: Any) -> tuple[tuple[str, Any], ...]:
    """Rows that are numbered have no index of their own."""
    listed = value.index.tolist()
    if value.index.name is not None:
        return (("index", value.index),)
    return () if listed == list(range(len(listed))) else (("index", listed),)


def _series(value: Any) -> Call:
    dtype = () if _is_told(value) else (("dtype", value.dtype.name),)
    name = () if value.name is None else (("name", value.name),)
    return Call("pandas", "Series", (value.tolist(),), (*dtype, *name, *_index_of(value)))


def _table_index(value: Any) -> Call:
    return Call("pandas", "Index", (value.tolist(),), () if value.name is None else (("name", value.name),))


_USUAL_TYPES = frozenset({"Int64", "Float64", "String", "Boolean"})
"""The types of polars' columns that their elements tell, where there are some."""


def _polars_frame(value: Any) -> Call:
    held = value.to_dict(as_series=False)
    is_told = all(_polars_told(value.schema[name], held[name]) for name in held)
    is_named = all(map(_has_name, value.schema.values()))
    schema = () if is_told or not is_named else (("schema", dict(value.schema)),)
    return Call("polars", "DataFrame", (held,), schema)


def _polars_series(value: Any) -> Call:
    listed = value.to_list()
    is_plain = _polars_told(value.dtype, listed) or not _has_name(value.dtype)
    return Call("polars", "Series", (value.name, listed), () if is_plain else (("dtype", value.dtype),))


def _polars_told(dtype: Any, elements: list[Any]) -> bool:
    return str(dtype) in _USUAL_TYPES and any(element is not None for element in elements)


def _has_name(dtype: Any) -> bool:
    """Whether the type is written as its name alone, as dates are and lists are not."""
    return str(dtype).isidentifier()


def _path(value: Any) -> Call:
    return Call("pathlib", type(value).__name__, (str(value),))


_FORMS: dict[str, Form] = {
    "datetime.datetime": _datetime,
    "datetime.date": _date,
    "datetime.time": _time,
    "datetime.timedelta": _timedelta,
    "datetime.timezone": _timezone,
    "zoneinfo.ZoneInfo": lambda value: Call("zoneinfo", "ZoneInfo", (value.key,)),
    f"{__name__}._Offset": lambda value: Call("datetime", "timezone", (value.offset,)),
    "decimal.Decimal": lambda value: Call("decimal", "Decimal", (str(value),)),
    "fractions.Fraction": lambda value: Call("fractions", "Fraction", (value.numerator, value.denominator)),
    "builtins.complex": lambda value: Call("builtins", "complex", (value.real, value.imag)),
    "builtins.set": _set,
    "builtins.frozenset": _set,
    "uuid.UUID": lambda value: Call("uuid", "UUID", (str(value),)),
    "pathlib.PurePath": _path,
    "enum.Enum": _member,
    f"{__name__}._Column": lambda value: Call("pandas", "array", (value.elements,), (("dtype", value.dtype),)),
    **dict.fromkeys(("pandas.DataFrame", "pandas.core.frame.DataFrame"), _frame),
    **dict.fromkeys(("pandas.Series", "pandas.core.series.Series"), _series),
    **dict.fromkeys(("pandas.Index", "pandas.core.indexes.base.Index"), _table_index),
    "pandas._libs.tslibs.nattype._NaT": lambda _: Name("pandas", "NaT"),
    "pandas._libs.missing.C_NAType": lambda _: Name("pandas", "NA"),
    "polars.dataframe.frame.DataFrame": _polars_frame,
    "polars.series.series.Series": _polars_series,
    "polars.datatypes.classes.DataType": lambda value: Name("polars", str(value)),
    "numpy.datetime64": _numpy_moment,
    "numpy.timedelta64": _numpy_moment,
}
"""By the names of types, so that none of their modules need be loaded."""
_OWN_CALLS: dict[str, tuple[str, str]] = {}
"""What is called in the forms of users, by the names of types."""

STANDARD = frozenset(
    {
        *(("datetime", name) for name in ("date", "datetime", "time", "timedelta", "timezone")),
        *(("zoneinfo", "ZoneInfo"), ("decimal", "Decimal"), ("fractions", "Fraction"), ("uuid", "UUID")),
        *(("builtins", name) for name in ("complex", "set", "frozenset")),
        *(("pathlib", name) for name in ("PosixPath", "PurePosixPath", "WindowsPath", "PureWindowsPath")),
        *(("numpy", name) for name in ("datetime64", "timedelta64")),
    }
)
"""What is called in the forms of the values of the standard library and of numpy: to call it does no harm."""
