"""Batches over installed packages: what is supported, how valid it is, how much memory, how well two jobs share.

    python -m benchmarks.batches --package toolz --package more_itertools --package boltons

makes a catalogue of the packages, infers relations of all its functions (10 s each, two jobs), watches the memory of
the parent, opens the report in a browser where there is one, and tries every relation on 5,000 fresh inputs. Then,
over 30 of the functions and with a budget in evaluations: one job against two, the parent killed at random moments,
and local clusters, of which a worker is killed: Dask's, and Ray's where that is installed. The figures of a part are
written as soon as it is done.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import click

from benchmarks.checks.batch_runs import Run, files_of, kill_now_and_then, run_batch, times_run
from benchmarks.checks.cluster_runs import run_on_dask, run_on_ray
from benchmarks.checks.module_trials import try_saved
from benchmarks.checks.opened_page import open_page
from benchmarks.record import ROOT, describe_code, describe_machine
from genmorph.results import RelationSet, read_answers

SMALL = 30
"""Functions of the parts that run several times."""
WANTED = 5_000
"""Fresh inputs for each relation."""
MOMENTS = 5


@click.command()
@click.option("--package", "packages", multiple=True, required=True)
@click.option("--budget", default="10s", show_default=True, help="Of each function in the large batch.")
@click.option("--small-budget", default="2ev", show_default=True, help="Of each function in the small ones.")
@click.option("--seed", default=0, show_default=True)
@click.option(
    "--folder", type=click.Path(path_type=Path), help="Kept, so that a run goes on; a temporary one if left out."
)
@click.option("--output", type=click.Path(path_type=Path), default=ROOT / "benchmarks/results/batches.json")
def main(
    packages: tuple[str, ...], budget: str, small_budget: str, seed: int, folder: Path | None, output: Path
) -> None:
    """Run everything, and write the figures."""
    folder = folder or Path(tempfile.mkdtemp(prefix="batches-"))
    folder.mkdir(parents=True, exist_ok=True)
    settings = {"packages": list(packages), "budget": budget, "small_budget": small_budget, "seed": seed}
    data = {"settings": settings, "code": describe_code(), "machine": describe_machine()}
    for name, figures in _figures(folder, packages, budget, small_budget, seed):
        click.echo(f"{name}: {json.dumps(figures, indent=1)}")
        data[name] = figures
        output.write_text(f"{json.dumps(data, indent=1)}\n", encoding="utf-8")


def _figures(
    folder: Path, packages: tuple[str, ...], budget: str, small_budget: str, seed: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each part with its figures, as soon as it is done."""
    large = run_batch(folder, packages, budget, jobs=2)
    yield "large", {**large.figures(), **_outcomes(large)}
    yield "page", open_page(large.results)
    yield "validity", _validity(large, seed)
    small = large.smaller(SMALL, small_budget)
    yield "efficiency", _efficiency(small)
    yield "killed", _killed(small, Random(seed))
    yield "dask", _on_cluster(small, run_on_dask)
    if find_spec("ray"):
        yield "ray", _on_cluster(small, run_on_ray)


def _outcomes(run: Run) -> dict[str, Any]:
    """What came of the functions, and why others were left out of the catalogue."""
    answers = [answer for _, answer in read_answers(run.results)]
    found = [answer for answer in answers if isinstance(answer, RelationSet)]
    refused = Counter(answer.reason.partition(" ")[2][:60] for answer in answers if not isinstance(answer, RelationSet))
    return {
        "functions_seen": run.seen,
        "functions_listed": len(answers),
        "with_relations": sum(len(one) > 0 for one in found),
        "nothing_found": sum(len(one) == 0 for one in found),
        "refused": dict(refused.most_common()),
        "left_out": dict(run.left_out.most_common()),
        "relations": sum(map(len, found)),
        "killed": sum(len(one.killed) for one in found),
        "judged": sum(one.stages.get("mutants", {}).get("judged", 0) for one in found),
    }


def _validity(run: Run, seed: int) -> dict[str, Any]:
    """Every relation on fresh inputs of a generator of the benchmarks' own."""
    rows: list[dict[str, Any]] = []
    for path, answer in read_answers(run.results):
        if isinstance(answer, RelationSet) and len(answer):
            target = f"{answer.signature.module}:{answer.signature.qualname}"
            rows += [{"target": target, **row} for row in try_saved(target, path, seed, WANTED)]
    full = [row for row in rows if row["applicable"] >= WANTED or row["exhaustive"]]
    return {
        "relations": len(rows),
        "on_all_inputs_wanted": len(full),
        "on_fewer": [[row["formula"], row["applicable"], row["error"]] for row in rows if row not in full],
        "violated": [row for row in rows if row["violations"]],
    }


def _efficiency(small: Run) -> dict[str, Any]:
    """One job and two in turns, each with a cache of its own."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for jobs in (1, 2, 2, 1):
        with tempfile.TemporaryDirectory() as fresh:
            seconds[jobs].append(small.again(Path(fresh), jobs).seconds)
    alone, together = (sum(times) / len(times) for times in (seconds[1], seconds[2]))
    return {"seconds": seconds, "efficiency": alone / (2 * together)}


def _killed(small: Run, rng: Random) -> dict[str, Any]:
    """The parent is killed at random moments; the files in the end against those of a run that was left alone."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        left_alone = small.again(Path(one), jobs=2)
        killed = kill_now_and_then(small, Path(other), MOMENTS, left_alone.seconds, rng)
        twice = {target: times for target, times in times_run(killed.words).items() if times > 1}
        return {
            "moments": MOMENTS,
            "same_files": files_of(left_alone.results) == files_of(killed.results),
            "finished_twice": twice,
        }


def _on_cluster(small: Run, run_on: Callable[[Run, Path, float], Run]) -> dict[str, Any]:
    """Two worker processes, one of which is killed in the middle."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        left_alone = small.again(Path(one), jobs=2)
        ended = run_on(small, Path(other), left_alone.seconds / 2)
        return {"same_files": files_of(left_alone.results) == files_of(ended.results), "seconds": ended.seconds}


if __name__ == "__main__":
    main()
