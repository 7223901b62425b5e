"""Batches on local clusters of two worker processes, of which one is killed in the middle."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.checks.batch_runs import CATALOGUE, Run, begin

_PATIENCE = 60.0
"""Seconds in which a worker that runs something is looked for."""


def run_on_dask(small: Run, folder: Path, kill_after: float) -> Run:
    """The same batch on two worker processes of one thread, one of which is killed after so many seconds."""
    from dask.distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        options = ["--backend", "dask", "--address", cluster.scheduler_address]
        return _run(small, folder, options, kill_after, lambda: cluster.workers[0].pid)


def run_on_ray(small: Run, folder: Path, kill_after: float) -> Run:
    """The same on a Ray of two processors that the batch starts itself."""
    return _run(small, folder, ["--backend", "ray", "--jobs", "2"], kill_after, _ray_worker)


def _run(small: Run, folder: Path, options: Sequence[str], kill_after: float, worker: Callable[[], int]) -> Run:
    (folder / CATALOGUE).write_bytes((small.folder / CATALOGUE).read_bytes())
    began = time.monotonic()
    with (folder / "words").open("w+", encoding="utf-8") as words:
        process = begin(folder, options, words)
        time.sleep(kill_after)
        os.kill(worker(), signal.SIGKILL)
        code = process.wait()
        words.seek(0)
        said = words.read()
    if code:
        raise RuntimeError(f"the batch ended with exit code {code}: {said[-2000:]}")
    return Run(folder, said, time.monotonic() - began)


def _ray_worker() -> int:
    """The process of a worker that runs a job, by the name that Ray gives it; without its agents Ray itself ends."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        for process in Path("/proc").glob("[0-9]*"):
            try:
                name = (process / "cmdline").read_bytes()
            except OSError:
                continue
            if name.startswith(b"ray::call"):
                return int(process.name)
        time.sleep(0.1)
    raise RuntimeError("no worker of Ray runs anything")
