"""Rows of a benchmark from several processes."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

from benchmarks.record import Row


def rows_as_done(measure: Callable[..., Row], tasks: Sequence[tuple[Any, ...]], jobs: int) -> Iterator[Row]:
    """The row of each task as soon as it is there; `jobs` are measured at the same time."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(measure, *task) for task in tasks]):
            yield future.result()
