"""Data frames and series of pandas and polars; nothing here imports these but what builds a value."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from genmorph.model import Built, Domain, Kind, UsageError
from genmorph.settings import SIZE_DRAWS
from genmorph.values.array_types import elements_within
from genmorph.values.building import as_data, build
from genmorph.values.formed import Change, Formed, View, scaled
from genmorph.values.narrowable import Narrowable, check_element
from genmorph.values.numbers.floats import floats
from genmorph.values.python_text import Source, python_text, write_call
from genmorph.values.sequences import Sequences, lists
from genmorph.values.sizes import check_sizes
from genmorph.values.table_parts import columns_of, index_of, listed, row_count, rows_of
from genmorph.values.tuples import tuples

_DTYPES = {Kind.INT: "int64", Kind.FLOAT: "float64", Kind.BOOL: "bool", Kind.TEXT: "str"}
_POLARS_TYPES = {Kind.INT: "Int64", Kind.FLOAT: "Float64", Kind.BOOL: "Boolean", Kind.TEXT: "String"}
_ROWS = ("min_rows", "max_rows")


def is_cell(domain: Domain) -> bool:
    """Whether columns of tables may hold the values: numbers, Booleans or texts, and never None."""
    return domain.kind in _DTYPES and domain.contains(None) is False


def _column(elements: list[Any], kind: Kind, maker: str = "array") -> Any:
    """A column of a frame; of one without elements pandas would not know the type."""
    return elements or Built("call", ("pandas", maker, ([],), (("dtype", _DTYPES[kind]),)))


def _is_numeric(column: Any) -> bool:
    match column:
        case Built("call", (_, _, _, named)) if "dtype" in dict(named):
            return str(dict(named)["dtype"]).startswith(("int", "uint", "float"))
    return all(type(element) in (int, float) for element in listed(column))


def _by_rows(columns: Sequence[Any]) -> list[Any]:
    """All numbers in the order in which numpy has them: floats where some are."""
    held = [listed(column) for column in columns]
    if any(element is None for column in held for element in column):
        raise TypeError("None is no number")
    found = [element for row in zip(*held, strict=True) for element in row]
    return list(map(float, found)) if any(type(element) is float for element in found) else found


def _numbers(frame: Built) -> list[Any]:
    found = [column for column in columns_of(frame).values() if _is_numeric(column)]
    if not found:
        raise TypeError("there are no columns of numbers")
    return _by_rows(found)


_LENGTH = View("len({})", row_count)
_NAMES = View("list({}.columns)", lambda frame: list(columns_of(frame)))
VIEWS: dict[tuple[str, str] | None, tuple[View, ...]] = {
    ("pandas", "DataFrame"): (
        *(_LENGTH, _NAMES),
        View('{}.select_dtypes("number").to_numpy().ravel().tolist()', _numbers),
        View("{}.index.tolist()", lambda frame: index_of(frame, row_count(frame))),
    ),
    ("pandas", "Series"): (
        View("{}.tolist()", listed),
        View("{}.index.tolist()", lambda series: index_of(series, len(listed(series)))),
    ),
    ("pandas", "Index"): (View("{}.tolist()", listed),),
    ("polars", "DataFrame"): (_LENGTH, _NAMES, View("{}.rows()", lambda frame: rows_of(columns_of(frame)))),
    ("polars", "Series"): (View("{}.to_list()", listed),),
}
"""What is read of tables, without what made them: of the columns in their forms."""


def _rebuilt(table: Built, held: Any, index: list[Any] | None) -> Built:
    """The table with other columns, in other rows; rows that are numbered from 0 on need no index."""
    module, qualname, _, named = table.parts
    kept = tuple((name, value) for name, value in named if name != "index" or index is None)
    is_plain = index is None or index == list(range(len(index)))
    return Built("call", (module, qualname, (held,), kept if is_plain else (*kept, ("index", index))))


def _with_rows(table: Built, order: Callable[[list[Any]], list[Any]]) -> Built:
    """The table with its rows, and their index, in another order."""

    def ordered(column: Any) -> Any:
        return order(column) if isinstance(column, list) else column  # others have no elements

    if table.parts[1] == "Series":
        return _rebuilt(table, ordered(table.parts[2][0]), order(index_of(table, len(listed(table)))))
    held = Built("dict", tuple((name, ordered(column)) for name, column in columns_of(table).items()))
    return _rebuilt(table, held, order(index_of(table, row_count(table))))


def _doubled(rows: list[Any]) -> list[Any]:
    return rows * 2


def _scaled(series: Built, factor: int) -> Built:
    held = series.parts[2][0]
    return _rebuilt(series, [element * factor for element in held], None)


def _flipped(rows: list[Any]) -> list[Any]:
    return rows[::-1]


def _reordered(frame: Built) -> Built:
    return _rebuilt(frame, Built("dict", tuple(columns_of(frame).items())[::-1]), None)


def _frame(pairs: dict[str, list[Any]], **named: Any) -> Built:
    return Built("call", ("pandas", "DataFrame", (Built("dict", tuple(pairs.items())),), tuple(named.items())))


def _series(elements: list[Any], **named: Any) -> Built:
    return Built("call", ("pandas", "Series", (elements,), tuple(named.items())))


Rows = Callable[[Built, Callable[[list[Any]], list[Any]]], Built]
"""A table with its rows in another order, or some of them more often."""


def _reversing(name: str, rows: Rows, written: str, before: Built, after: Built) -> Change:
    """That the rows stand the other way round; `written` is Python behind the table."""
    return Change(
        name,
        (),
        before=lambda domain, _: domain,
        apply=lambda value, _: rows(value, _flipped),
        text=lambda value, _: f"{value}{written}",
        words=lambda value, _: f"the rows of {value} are reversed",
        examples=((before, None, after),),
        is_involution=True,
    )


def _repeating(name: str, rows: Rows, package: str, before: Built, after: Built) -> Change:
    """That all rows stand there twice; the package concatenates."""
    return Change(
        name,
        (),
        before=lambda domain, _: domain.before_doubling(),
        apply=lambda value, _: rows(value, _doubled),
        text=lambda value, _: f"{package}.concat([{value}, {value}])",
        words=lambda value, _: f"the rows of {value} are repeated",
        examples=((before, None, after),),
    )


_reversed_rows = partial(_reversing, "reverse_table", _with_rows, ".iloc[::-1]")
_repeated_rows = partial(_repeating, "repeat_table", _with_rows, "pandas")
_PAIR = _frame({"a": [1, 2], "b": ["x", "y"]})


class _Tables(Formed):
    """Tables with rows of an inner domain, told by what pandas makes them of."""

    __slots__ = ()
    home = "pandas"
    rows: Sequences

    @property
    def inner(self) -> Sequences:
        return self.rows

    @property
    def is_hashable(self) -> bool:
        return False

    def form(self, plain: Any, /) -> Any:
        return build(self._built(plain))

    def contains(self, value: object) -> bool | None:
        try:
            built = value if isinstance(value, Built) else as_data(value)
            return bool(built.parts[:2] == self.made_by) and self.rows.contains(self.plain(built))
        except Exception:  # noqa: BLE001 - whatever a value of another type raises
            return False

    def made_of(self, inner: Narrowable | None, /) -> Any:
        return None if inner is None else replace(self, rows=inner)  # type: ignore[type-var]

    def before_doubling(self) -> Any:
        """The tables that have room for each row twice."""
        return self.made_of(self.rows.with_sizes(self.rows.min_size, self.rows.max_size // 2))

    @property
    def _sizes(self) -> dict[str, int]:
        low, high = self.rows.min_size, self.rows.max_size
        return ({_ROWS[0]: low} if low else {}) | ({_ROWS[1]: high} if high != SIZE_DRAWS.usual else {})


@dataclass(frozen=True, slots=True, repr=False)
class Frames(_Tables):
    """All data frames with columns of these names, by rows that are tuples, and numbered rows."""

    names: tuple[str, ...]
    elements: tuple[Narrowable, ...]
    rows: Sequences
    made_by = ("pandas", "DataFrame")
    views = VIEWS[made_by]
    changes = (
        _reversed_rows(_PAIR, _frame({"a": [2, 1], "b": ["y", "x"]}, index=[1, 0])),
        Change(
            "reorder_columns",
            (),
            before=lambda domain, _: domain if len(domain.names) > 1 else None,
            apply=lambda value, _: _reordered(value),
            text=lambda value, _: f"{value}[{value}.columns[::-1]]",
            words=lambda value, _: f"the columns of {value} are reversed",
            examples=((_PAIR, None, _frame({"b": ["x", "y"], "a": [1, 2]})),),
            is_involution=True,
        ),
        _repeated_rows(_PAIR, _frame({"a": [1, 2, 1, 2], "b": ["x", "y", "x", "y"]}, index=[0, 1, 0, 1])),
    )

    def plain(self, value: Built, /) -> Any:
        columns = columns_of(value)
        if columns.keys() != set(self.names):
            raise ValueError(f"{list(columns)} are other columns")
        return list(zip(*(listed(columns[name]) for name in self.names), strict=True))

    def _built(self, plain: list[tuple[Any, ...]]) -> Built:
        pairs = enumerate(zip(self.names, self.elements, strict=True))
        held = {name: _column([row[place] for row in plain], element.kind) for place, (name, element) in pairs}
        return _frame(held)

    def notation(self) -> str:
        columns = {name: Source(element.notation()) for name, element in zip(self.names, self.elements, strict=True)}
        return write_call("frames", [columns], self._sizes)

    def strategy(self) -> str:
        dtypes = {name: _DTYPES[element.kind] for name, element in zip(self.names, self.elements, strict=True)}
        made = f"pandas.DataFrame(rows, columns={python_text(list(self.names))}).astype({python_text(dtypes)})"
        return f"{self.rows.strategy()}.map(lambda rows: {made})"


@dataclass(frozen=True, slots=True, repr=False)
class Series(_Tables):
    """All series of such elements, with numbered rows."""

    rows: Sequences
    made_by = ("pandas", "Series")
    views = VIEWS[made_by]
    changes = (
        _reversed_rows(_series([1, 2]), _series([2, 1], index=[1, 0])),
        _repeated_rows(_series([1, 2]), _series([1, 2, 1, 2], index=[0, 1, 0, 1])),
        scaled(_series([1, 2]), _series([3, 6]), "scale_series", _scaled),
    )

    def plain(self, value: Built, /) -> Any:
        return listed(value)

    def before_scaling(self, c: int | float, /) -> Any:
        return self.made_of(self.rows.before_scaling(c))

    def _built(self, plain: list[Any]) -> Built:
        return _series(plain) if plain else _column(plain, self.rows.element.kind, "Series")

    def notation(self) -> str:
        return write_call("series", [Source(self.rows.element.notation())], self._sizes)

    def strategy(self) -> str:
        dtype = _DTYPES[self.rows.element.kind]
        return f'{self.rows.strategy()}.map(lambda rows: pandas.Series(rows, dtype="{dtype}"))'


def _polars_type(element: Narrowable) -> Built:
    return Built("name", ("polars", _POLARS_TYPES[element.kind]))


def _polars_rows(table: Built, order: Callable[[list[Any]], list[Any]]) -> Built:
    """The table of polars with its rows in another order."""
    module, qualname, given, named = table.parts
    if qualname == "Series":
        return Built("call", (module, qualname, (given[0], order(listed(table))), named))
    held = Built("dict", tuple((name, order(column)) for name, column in columns_of(table).items()))
    return Built("call", (module, qualname, (held,), named))


_reversed_polars = partial(_reversing, "reverse_polars", _polars_rows, ".reverse()")
_repeated_polars = partial(_repeating, "repeat_polars", _polars_rows, "polars")


def _polars_reordered(frame: Built) -> Built:
    """The columns the other way round; also in the schema, where there is one."""
    module, qualname, _, named = frame.parts
    turned = tuple((name, Built("dict", schema.parts[::-1])) for name, schema in named)
    return Built("call", (module, qualname, (Built("dict", tuple(columns_of(frame).items())[::-1]),), turned))


def _polars_scaled(series: Built, factor: int) -> Built:
    module, qualname, (name, elements), named = series.parts
    return Built("call", (module, qualname, (name, [element * factor for element in elements]), named))


def _polars_frame(pairs: dict[str, list[Any]], **named: Any) -> Built:
    return Built("call", ("polars", "DataFrame", (Built("dict", tuple(pairs.items())),), tuple(named.items())))


def _polars_series(elements: list[Any], **named: Any) -> Built:
    return Built("call", ("polars", "Series", ("", elements), tuple(named.items())))


_POLARS_PAIR = _polars_frame({"a": [1, 2], "b": ["x", "y"]})


@dataclass(frozen=True, slots=True, repr=False)
class PolarsFrames(Frames):
    """All data frames of polars with columns of these names, by rows that are tuples."""

    home = "polars"
    made_by = ("polars", "DataFrame")
    views = VIEWS[made_by]
    changes = (
        _reversed_polars(_POLARS_PAIR, _polars_frame({"a": [2, 1], "b": ["y", "x"]})),
        Change(
            "reorder_polars",
            (),
            before=lambda domain, _: domain if len(domain.names) > 1 else None,
            apply=lambda value, _: _polars_reordered(value),
            text=lambda value, _: f"{value}.select({value}.columns[::-1])",
            words=lambda value, _: f"the columns of {value} are reversed",
            examples=((_POLARS_PAIR, None, _polars_frame({"b": ["x", "y"], "a": [1, 2]})),),
            is_involution=True,
        ),
        _repeated_polars(_POLARS_PAIR, _polars_frame({"a": [1, 2, 1, 2], "b": ["x", "y", "x", "y"]})),
    )

    def _built(self, plain: list[tuple[Any, ...]]) -> Built:
        pairs = list(zip(self.names, self.elements, strict=True))
        held = {name: [row[place] for row in plain] for place, name in enumerate(self.names)}
        schema = Built("dict", tuple((name, _polars_type(element)) for name, element in pairs))
        return _polars_frame(held) if plain else _polars_frame(held, schema=schema)

    def notation(self) -> str:
        return f"polars_{Frames.notation(self)}"

    def strategy(self) -> str:
        pairs = zip(self.names, self.elements, strict=True)
        schema = {name: Source(f"polars.{_POLARS_TYPES[element.kind]}") for name, element in pairs}
        made = f'polars.DataFrame(rows, schema={python_text(schema)}, orient="row")'
        return f"{self.rows.strategy()}.map(lambda rows: {made})"


@dataclass(frozen=True, slots=True, repr=False)
class PolarsSeries(Series):
    """All series of polars of such elements, without a name."""

    home = "polars"
    made_by = ("polars", "Series")
    views = VIEWS[made_by]
    changes = (
        _reversed_polars(_polars_series([1, 2]), _polars_series([2, 1])),
        _repeated_polars(_polars_series([1, 2]), _polars_series([1, 2, 1, 2])),
        scaled(_polars_series([1, 2]), _polars_series([3, 6]), "scale_polars", _polars_scaled),
    )

    def _built(self, plain: list[Any]) -> Built:
        return _polars_series(plain) if plain else _polars_series([], dtype=_polars_type(self.rows.element))

    def notation(self) -> str:
        return f"polars_{Series.notation(self)}"

    def strategy(self) -> str:
        dtype = _POLARS_TYPES[self.rows.element.kind]
        return f"{self.rows.strategy()}.map(lambda rows: polars.Series(rows, dtype=polars.{dtype}))"


def _within_type(element: Narrowable) -> Narrowable:
    """The values that tables hold as what they are."""
    return element if element.kind is Kind.TEXT else elements_within(element, _DTYPES[element.kind])


def frames(columns: Mapping[str, Domain], min_rows: int = 0, max_rows: int = SIZE_DRAWS.usual) -> Frames:
    """Make the domain of all data frames of pandas with such columns, and rows that are numbered.

    Args:
        columns: The domain of the elements by the name of the column: numbers, Booleans or texts.
        min_rows: The least number of rows.
        max_rows: The greatest number of rows.

    >>> from genmorph.domain import ints, texts
    >>> frames({"name": texts("ab"), "units": ints(1, 9)}, max_rows=5)
    frames({"name": texts("ab"), "units": ints(1, 9)}, max_rows=5)
    >>> frames({})
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: columns must map names to domains of numbers, Booleans or texts, got {}

    """
    known = isinstance(columns, Mapping) and columns and all(isinstance(name, str) for name in columns)
    held = [check_element(element, "columns") for element in columns.values()] if known else []
    if not held or not all(map(is_cell, held)):
        raise UsageError(f"columns must map names to domains of numbers, Booleans or texts, got {columns!r:.80}")
    kept = tuple(map(_within_type, held))
    row = tuples(*kept) if len(kept) > 1 else tuples(kept[0], min_len=1, max_len=1)
    return Frames(tuple(columns), kept, lists(row, *check_sizes(min_rows, max_rows, _ROWS)))


def series(element: Domain | None = None, min_rows: int = 0, max_rows: int = SIZE_DRAWS.usual) -> Series:
    """Make the domain of all series of pandas of such elements, finite floats unless given, and numbered rows.

    >>> from genmorph.domain import floats
    >>> series(floats(0, 1), max_rows=5).strategy()
    'st.lists(st.floats(0.0, 1.0), max_size=5).map(lambda rows: pandas.Series(rows, dtype="float64"))'
    """
    held = floats() if element is None else check_element(element)
    if not is_cell(held):
        raise UsageError(f"element must be numbers, Booleans or texts, got {element!r:.80}")
    return Series(lists(_within_type(held), *check_sizes(min_rows, max_rows, _ROWS)))


def polars_frames(columns: Mapping[str, Domain], min_rows: int = 0, max_rows: int = SIZE_DRAWS.usual) -> PolarsFrames:
    """Make the domain of all data frames of polars with such columns; the same arguments as of `frames`."""
    found = frames(columns, min_rows, max_rows)
    return PolarsFrames(found.names, found.elements, found.rows)


def polars_series(element: Domain | None = None, min_rows: int = 0, max_rows: int = SIZE_DRAWS.usual) -> PolarsSeries:
    """Make the domain of all series of polars of such elements; the same arguments as of `series`."""
    return PolarsSeries(series(element, min_rows, max_rows).rows)
