"""Keeps the cache within its size."""

import sqlite3

from genmorph.execution.database import number_of, transaction

_LAST_OF_EXCESS = """
SELECT min(number) FROM (SELECT number, sum(length(outcomes)) OVER (ORDER BY number) AS freed FROM pages)
WHERE freed >= ?
"""


def evict(connection: sqlite3.Connection, max_bytes: int) -> None:
    """Remove the oldest pages, and the batches that none refers to, where the content takes more than so many bytes.

    A tenth is made free, so that it does not happen at each store.
    """
    if _used(connection) <= max_bytes:
        return
    with transaction(connection):
        while (excess := _used(connection) - max_bytes * 9 // 10) > 0 and _remove_oldest(connection, excess):
            pass
    # `execute` would free one page: each step of this statement frees one and gives a row without columns.
    connection.executescript("PRAGMA incremental_vacuum")


def _used(connection: sqlite3.Connection) -> int:
    pages = number_of(connection, "page_count") - number_of(connection, "freelist_count")
    return pages * number_of(connection, "page_size")


def _remove_oldest(connection: sqlite3.Connection, excess: int) -> bool:
    """Remove so many bytes of pages, or all there are; False where there are none."""
    (last,) = connection.execute(_LAST_OF_EXCESS, (excess,)).fetchone()
    removed = connection.execute("DELETE FROM pages WHERE ?1 IS NULL OR number <= ?1", (last,)).rowcount
    connection.execute("DELETE FROM batches WHERE id NOT IN (SELECT batch FROM pages)")
    return removed > 0
