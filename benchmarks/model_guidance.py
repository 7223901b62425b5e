"""After how many mutants a planted fault is found: by each boundary once, by LEMON's guidance, at random.

Run it as `python -m benchmarks.model_guidance`; `benchmarks/README.md` says what is measured.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import combinations
from pathlib import Path
from unittest import mock

import click
from scipy.stats import mannwhitneyu

from benchmarks.model_faults import FAULTS, MODELS_OF, MODULE, TYPES
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph.models import search_model
from genmorph.models.search import Guidance

SYSTEMATIC = "systematic"
ARMS = (SYSTEMATIC, *(one.value for one in Guidance))
BACK_ENDS = ("tensorflow", "torch", "numpy")
FAULTY = "numpy"


@click.command()
@click.option("--zoo", type=click.Path(file_okay=False, path_type=Path), required=True, help="Where the zoo is.")
@click.option("--mutants", default=100, show_default=True, help="Of a search, at most.")
@click.option("--seeds", default=10, show_default=True, type=click.IntRange(min=2))
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Searches at the same time.")
@click.option("--only", multiple=True, metavar="TEXT", help="Run faults that hold this in their names; repeatable.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "model_guidance.json",
    help="Where results go  [default: benchmarks/results/model_guidance.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(zoo: Path, mutants: int, seeds: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Search the model of each fault with each guidance and each seed, up to the first finding that names the fault."""
    record = Record.open(output, {"mutants": mutants, "back_ends": list(BACK_ENDS)}, fresh)
    tasks = [
        (zoo / f"{MODELS_OF.get(fault, 'convolutions')}.keras", fault, arm, mutants, seed)
        for seed in range(seeds)
        for fault in FAULTS
        for arm in ARMS
        if (not only or any(text in fault for text in only)) and not record.has(f"{fault}, {arm}", seed)
    ]
    for row in rows_as_done(measure, tasks, jobs):
        record.add(row)
        click.echo(f"{row['subject']:32} seed {row['seed']}  {row['after'] or 'not found'}  {row['seconds']:.0f} s")
    record.finish(totals(record.rows, mutants))


def measure(model: Path, fault: str, arm: str, mutants: int, seed: int) -> Row:
    """After how many mutants a fault is found; None where it is not.

    Each boundary is tried once before all else; the other two begin without that.
    """
    os.environ |= {"FAULT": fault, "FAULTY": FAULTY}
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, _begun_with(arm):
        given = {"mutants": mutants, "seed": seed, "modules": [MODULE]}
        guidance = Guidance.LEMON if arm == SYSTEMATIC else Guidance(arm)
        found = search_model(model, BACK_ENDS, folder, model.with_suffix(".npz"), guidance=guidance, **given)
        named = (one for one in found if one.back_end == FAULTY and one.layer == TYPES[fault])
        first = next(named, None)
    row = {"subject": f"{fault}, {arm}", "fault": fault, "arm": arm, "seed": seed}
    return {**row, "after": first and first.mutant.number, "seconds": round(time.perf_counter() - began, 1)}


def _begun_with(arm: str) -> AbstractContextManager[object]:
    """Let a search begin with each boundary once, or with nothing."""
    if arm == SYSTEMATIC:
        return nullcontext()
    return mock.patch("genmorph.models.search._each_once", return_value=())


def totals(rows: Sequence[Row], mutants: int) -> Row:
    """How many searches of each kind found their fault, after how many mutants, and whether one kind is quicker.

    >>> rows = [{"fault": "a", "arm": arm, "after": after} for arm, after in zip(ARMS * 2, (1, 5, None) * 2)]
    >>> totals(rows, 9)["found"]
    ['systematic 2 of 2, after 1', 'lemon 2 of 2, after 5', 'random 0 of 2, after 10']
    """
    after = {arm: [row["after"] or mutants + 1 for row in rows if row["arm"] == arm] for arm in ARMS}
    return {
        "found": [
            f"{arm} {sum(one <= mutants for one in found)} of {len(found)}, after {statistics.median(found):g}"
            for arm, found in after.items()
            if found
        ],
        "two-sided p of the ranks": [
            f"{one} and {other} {mannwhitneyu(after[one], after[other]).pvalue:.2g}"
            for one, other in combinations(ARMS, 2)
            if after[one] and after[other]
        ],
    }


if __name__ == "__main__":
    main()
