"""A batch: what is missing is run, in threads or on the machines of an engine, and put into place when done."""

import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from genmorph.batch.catalogue import Catalogue, Entry
from genmorph.batch.job import NAME, Finished, Folder, Job, Journal, module_file, open_journal
from genmorph.batch.survey import list_functions
from genmorph.batch.task import ForkServers, run_job
from genmorph.export.project import project_of
from genmorph.model import Budget, UsageError
from genmorph.progress import Notice, Notify
from genmorph.results.relation_set import Status
from genmorph.settings import BATCH

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

    def call(item: Any) -> Any:  # Ray takes functions, and no `partial`
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
    size = {} if address is not None or "RAY_ADDRESS" in os.environ else {"num_cpus": jobs}
    try:
        ray.init(address=address, **size, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError) as error:
        raise UsageError(f"address must be that of a Ray cluster that answers ({error}), got {address!r}") from error
    try:
        yield
    finally:
        ray.shutdown()


@dataclass(frozen=True, slots=True)
class Engine:
    """Where jobs run: `backend` is local, dask or ray, `address` that of its scheduler, `jobs` how many at once."""

    backend: str = "local"
    address: str | None = None
    jobs: int = 1

    def __post_init__(self) -> None:
        if not self.jobs >= 1:
            raise UsageError(f"jobs must be >= 1, got {self.jobs!r}")


@dataclass(frozen=True, slots=True)
class Batch:
    """Functions to infer, and the folder of their files; with `retry_failed` those that failed before are run again.

    `load` are modules that each run imports first, because they register templates or operators.
    """

    entries: tuple[Entry, ...]
    folder: Folder
    engine: Engine = Engine()
    retry_failed: bool = False
    load: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in self.load:
            if module_file(name) is None:
                raise UsageError(f"load must name modules that are found from here, got {name!r}")

    @property
    def called(self) -> tuple[Entry, ...]:
        """The functions to infer."""
        return tuple(entry for entry in self.entries if entry.is_called)


@dataclass(frozen=True, slots=True)
class JournalRow:
    """What came of a function; `is_new` where it was run now, and not before."""

    finished: Finished
    is_new: bool


def plan_batch(
    catalogue: Catalogue,
    folder: Folder,
    engine: Engine,
    *,
    retry_failed: bool = False,
    load: tuple[str, ...] = (),
    is_stopped: Callable[[], bool] = lambda: False,
) -> Batch:
    """The batch for a catalogue, whose patterns are expanded; UsageError where a module cannot be imported.

    Modules of `load` are not imported here.
    """
    modules = dict.fromkeys(pattern.module for pattern in catalogue.patterns)
    names = {module: list_functions(module, is_stopped) for module in modules}
    batch = Batch(catalogue.expanded(names), folder, engine, retry_failed, load)
    if not batch.called:
        raise UsageError("catalogue must list functions to infer, got none")
    folder.prepare(batch.called)
    return batch


def run_batch(
    batch: Batch, is_stopped: Callable[[], bool] = lambda: False, begins: Callable[[str], None] = lambda _: None
) -> Iterator[JournalRow]:
    """What comes of each function: first what is there already, then the others as they are done.

    `begins` is called with each function that begins on this machine.

    A stop ends running inferences with what they found, which is saved, and run again the next time. Raises ExportError
    before any is run where a file of one could not be replaced in the end.
    """
    with open_journal(batch.folder.path) as journal:
        makers, here = tuple(entry for entry in batch.entries if not entry.is_called), os.getcwd()  # noqa: PTH109
        load, force, project = batch.load, batch.folder.force, project_of(batch.folder.path / NAME)
        jobs = {
            entry.target: Job(entry, makers, batch.folder.reviewed(entry), here, load, force, project)
            for entry in batch.called
        }
        keys = {target: job.key() for target, job in jobs.items()}
        known = {target: found for target in jobs if (found := _known(batch, journal, jobs[target], keys[target]))}
        missing = [job for target, job in jobs.items() if target not in known]
        for job in missing:
            batch.folder.require_writable(job.entry)
        for finished in known.values():
            yield JournalRow(finished, is_new=False)
        for finished in _run(missing, batch.engine, is_stopped, begins):
            journal.forget(finished.target)
            batch.folder.write(jobs[finished.target].entry, finished)
            if finished.status is not Status.INTERRUPTED:
                journal.record(finished, keys[finished.target])
            yield JournalRow(replace(finished, saved=None, tests=None), is_new=True)


def _known(batch: Batch, journal: Journal, job: Job, key: str) -> Finished | None:
    """What an earlier run gave, where that still holds and its file is there."""
    found = journal.find(job.entry.target, key)
    is_repeated = found is not None and found.status is Status.FAILED and batch.retry_failed
    return None if is_repeated or not batch.folder.saved(job.entry).exists() else found


def _run(
    jobs: Sequence[Job], engine: Engine, is_stopped: Callable[[], bool], begins: Callable[[str], None]
) -> Iterator[Finished]:
    """The jobs as they are done, on the engine."""
    if not jobs:
        return
    with closing(ForkServers()) as servers, connected(engine.backend, engine.address, engine.jobs) as each_done:
        is_local = engine.backend == "local"
        run = partial(run_job, is_stopped=is_stopped, servers=servers, begins=begins) if is_local else run_job
        for finished in each_done(run, jobs):
            yield finished
            if is_stopped() and not is_local:
                return


class Watch:
    """When functions began, and how often each was reported as running for long.

    >>> times = iter([0.0, 50.0, 70.0, 80.0])
    >>> watch = Watch({"shop:price": "20ev", "shop:tax": "5m"}, lambda: next(times), BATCH.long_seconds)
    >>> watch.begin("shop:price")
    >>> watch.begin("shop:tax")
    >>> watch.news(), watch.news()
    (['shop:price has been running for 70 s, on a budget without seconds (20ev)'], [])
    """

    def __init__(self, budgets: dict[str, str], now: Callable[[], float], long: float) -> None:
        self._budgets = budgets
        self._now = now
        self._long = long
        self._began: dict[str, float] = {}
        self._reported: Counter[str] = Counter()

    def begin(self, target: str) -> None:
        """Note that a function is running from now on."""
        self._began[target] = self._now()

    def end(self, target: str) -> None:
        """Note that it is done."""
        self._began.pop(target, None)

    def news(self) -> list[str]:
        """What there is to say of functions that have been running for long, or once more for as long."""
        now, news = self._now(), []
        for target, began in list(self._began.items()):
            if now - began >= self._long * (self._reported[target] + 1):
                self._reported[target] += 1
                stated = self._budgets[target]
                budget = f"without seconds ({stated})" if Budget.parse(stated).seconds is None else f"of {stated}"
                news.append(f"{target} has been running for {now - began:.0f} s, on a budget {budget}")
        return news


@contextmanager
def watched(entries: tuple[Entry, ...], notify: Notify, long: float = BATCH.long_seconds) -> Iterator[Watch]:
    """A watch over these functions, which reports those that take long while the context lasts."""
    watch = Watch({entry.target: entry.budget for entry in entries}, time.monotonic, long)
    is_over = threading.Event()

    def report_long_runs() -> None:
        while not is_over.wait(long / BATCH.looks):
            for text in watch.news():
                notify(Notice(text))

    thread = threading.Thread(target=report_long_runs, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        is_over.set()
        thread.join()
