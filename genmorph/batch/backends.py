"""Where jobs run: in threads of this process, each with a process of its own, or on the machines of an engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from genmorph.model import UsageError

BACKENDS = ("local", "dask", "ray")


@contextmanager
def prepared(backend: str, address: str | None, jobs: int) -> Iterator[dict[str, Any]]:
    """What joblib's `Parallel` is given to run on an engine, connected as long as the context lasts.

    Raises UsageError for an unknown engine, one that is not installed, and one that does not answer.
    """
    if backend not in BACKENDS:
        raise UsageError(f"backend must be one of {', '.join(BACKENDS)}, got {backend!r}")
    if backend == "local":
        if address is not None:
            raise UsageError(f"address must stand with backend dask or ray, got {address!r}")
        yield {"backend": "threading", "n_jobs": jobs}
    elif backend == "dask":
        with _dask(address) as client:
            from joblib import parallel_config

            with parallel_config("dask", client=client):
                yield {"n_jobs": -1}
    else:
        with _ray(address):
            yield {"backend": "ray", "n_jobs": jobs}


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
def _ray(address: str | None) -> Iterator[None]:
    try:
        import ray
        from ray.util.joblib import register_ray
    except ImportError as error:
        raise UsageError('backend ray needs Ray: pip install "genmorph[ray]"') from error
    try:
        ray.init(address=address, log_to_driver=False)
    except (ConnectionError, ValueError) as error:
        raise UsageError(f"address must be that of a Ray cluster that answers ({error}), got {address!r}") from error
    try:
        register_ray()
        yield
    finally:
        ray.shutdown()
