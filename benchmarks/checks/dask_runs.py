"""Batches on a local Dask cluster, of which a worker is killed in the middle."""

import os
import signal
import time
from pathlib import Path

from benchmarks.checks.batch_runs import CATALOGUE, Run, begin


def run_on_dask(small: Run, folder: Path, kill_after: float) -> Run:
    """The same batch on two worker processes of one thread, one of which is killed after so many seconds."""
    from dask.distributed import LocalCluster

    (folder / CATALOGUE).write_bytes((small.folder / CATALOGUE).read_bytes())
    began = time.monotonic()
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        (folder / "words").open("w+", encoding="utf-8") as words,
    ):
        process = begin(folder, ["--backend", "dask", "--address", cluster.scheduler_address], words)
        time.sleep(kill_after)
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        code = process.wait()
        words.seek(0)
        said = words.read()
    if code:
        raise RuntimeError(f"the batch ended with exit code {code}: {said[-2000:]}")
    return Run(folder, said, time.monotonic() - began)
