"""Keeps the cache within its size."""

import sqlite3

from genmorph.execution.database import number_of, transaction

_LAST_OF_OLDEST = """
SELECT min(number) FROM (
    SELECT number, sum(length(outcomes) + length(keys)) OVER (ORDER BY number) AS freed
    FROM pages JOIN batches ON batches.id = pages.batch
) WHERE freed >= ?
"""


def evict(connection: sqlite3.Connection, max_bytes: int) -> None:
    """Remove the oldest pages, and the batches that none refers to, where the content takes more than so many bytes.

    About a tenth goes at once, so that it does not happen at each store.
    """
    if _used(connection) <= max_bytes:
        return
    with transaction(connection):
        while _used(connection) > max_bytes and _remove_oldest(connection, max_bytes // 10):
            pass
    # `execute` would free one page: each step of this statement frees one and gives a row without columns.
    connection.executescript("PRAGMA incremental_vacuum")


def _used(connection: sqlite3.Connection) -> int:
    pages = number_of(connection, "page_count") - number_of(connection, "freelist_count")
    return pages * number_of(connection, "page_size")


def _remove_oldest(connection: sqlite3.Connection, size: int) -> bool:
    """Remove so many bytes of pages with their batches, or all there are; False where there are none."""
    (last,) = connection.execute(_LAST_OF_OLDEST, (size,)).fetchone()
    removed = connection.execute("DELETE FROM pages WHERE ?1 IS NULL OR number <= ?1", (last,)).rowcount
    connection.execute("DELETE FROM batches WHERE id NOT IN (SELECT batch FROM pages)")
    return removed > 0
