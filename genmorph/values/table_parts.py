"""What tables of pandas and polars hold, read from what builds them."""

from collections.abc import Mapping
from typing import Any

from genmorph.model import Built


def listed(column: Any) -> list[Any]:
    """The elements of a column, or of an index."""
    match column:
        case list():
            return column
        case Built("call", (_, "array" | "Series" | "Index", (*_, list(elements)), _)):
            return elements
    raise TypeError(f"{column!r:.80} is no column")


def columns_of(frame: Built) -> dict[Any, Any]:
    """The columns of a frame by name, in order; TypeError where two have one name."""
    match frame.parts:
        case (_, _, (Built("dict", pairs),), _):
            return dict(pairs)
        case (_, _, (dict(held),), _):
            return held
    raise TypeError("columns of one name are not told apart")


def row_count(frame: Built) -> int:
    """The number of rows of a frame."""
    return max((len(listed(column)) for column in columns_of(frame).values()), default=0)


def index_of(table: Built, count: int) -> list[Any]:
    """The index of a table of pandas with so many rows: numbers from 0 on unless it says another one."""
    named = dict(table.parts[3])
    return listed(named["index"]) if "index" in named else list(range(count))


def rows_of(columns: Mapping[Any, Any]) -> list[tuple[Any, ...]]:
    """The rows of such columns."""
    return list(zip(*map(listed, columns.values()), strict=True))


def table_parts(value: object) -> list[Any] | None:
    """What is compared of a table: names, index and rows of a frame, index and elements of a series.

    The types of columns, and names of series and of an index, are not. None for what is no table, and where a column
    is of a form that is not read.

    >>> table_parts(Built("call", ("pandas", "Series", ([1, 2],), ()))), table_parts([1, 2])
    ([[0, 1], [1, 2]], None)
    """
    match value:
        case Built("call", ("pandas" | "polars", "DataFrame" | "Series" | "Index", *_)):
            try:
                return _parts_of(value)
            except TypeError:
                return None
    return None


def _parts_of(table: Built) -> list[Any]:
    module, qualname, *_ = table.parts
    if qualname == "DataFrame":
        columns = columns_of(table)
        index = [index_of(table, row_count(table))] if module == "pandas" else []
        return [list(columns), *index, rows_of(columns)]
    elements = listed(table)
    return [index_of(table, len(elements)), elements] if (module, qualname) == ("pandas", "Series") else elements
