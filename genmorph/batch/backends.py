"""Where jobs run: in threads of this process, each with a process of its own, or on the machines of an engine."""

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeAlias

from genmorph.model import UsageError

BACKENDS = ("local", "dask", "ray")

EachDone: TypeAlias = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]
"""Calls a function with each of the items, and gives what comes of them as they are done."""


@contextmanager
def connected(backend: str, address: str | None, jobs: int) -> Iterator[EachDone]:
    """How to run jobs on an engine, which is connected as long as the context lasts.

    Raises UsageError for an unknown engine, one that is not installed, and one that does not answer.
    """
    if backend not in BACKENDS:
        raise UsageError(f"backend must be one of {', '.join(BACKENDS)}, got {backend!r}")
    if backend == "local":
        if address is not None:
            raise UsageError(f"address must stand with backend dask or ray, got {address!r}")
        yield partial(_with_joblib, backend="threading", n_jobs=jobs)
    elif backend == "dask":
        with _dask(address) as client:
            from joblib import parallel_config

            with parallel_config("dask", client=client):
                yield partial(_with_joblib, n_jobs=-1)
    else:
        with _ray(address, jobs):
            yield _with_ray


def _with_joblib(function: Callable[[Any], Any], items: Sequence[Any], **where: Any) -> Iterator[Any]:
    from joblib import Parallel, delayed

    parallel: Any = Parallel(**where, return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs")
    yield from parallel(delayed(function)(item) for item in items)


def _with_ray(function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
    """Without joblib, whose backend for Ray gives nothing before all is done."""
    import ray

    def call(item: Any) -> Any:
        return function(item)

    remote = ray.remote(call)
    waiting = [remote.remote(item) for item in items]
    while waiting:
        [done], waiting = ray.wait(waiting)
        yield ray.get(done)


@contextmanager
def _dask(address: str | None) -> Iterator[Any]:
    if address is None:
        raise UsageError("address must say where the Dask scheduler is, such as tcp://host:8786, got none")
    try:
        from dask.distributed import Client
    except ImportError as error:
        raise UsageError('backend dask needs Dask: pip install "genmorph[dask]"') from error
    try:
        client = Client(address, timeout="20s", set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise UsageError(f"address must be that of a Dask scheduler that answers ({error}), got {address!r}") from error
    with client:
        yield client


@contextmanager
def _ray(address: str | None, jobs: int) -> Iterator[None]:
    """A cluster; without an address one that Ray knows of, or a new one on this machine."""
    try:
        import ray
    except ImportError as error:
        raise UsageError('backend ray needs Ray: pip install "genmorph[ray]"') from error
    is_known = address is not None or "RAY_ADDRESS" in os.environ
    size = {} if is_known else {"num_cpus": jobs}
    try:
        ray.init(address=address, **size, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError) as error:
        raise UsageError(f"address must be that of a Ray cluster that answers ({error}), got {address!r}") from error
    try:
        yield
    finally:
        ray.shutdown()
