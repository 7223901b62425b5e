"""Hostile functions, mutants and faulty versions: what was injected, what came out, what was left behind.

Run it as `python -m benchmarks.hostile`; `benchmarks/README.md` says what is measured.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Event
from typing import Any

import click

from benchmarks.checks.hostile_subjects import CASES, Case
from benchmarks.checks.inference import FOUND, NOTHING_FOUND, SAVED
from benchmarks.checks.places import Place, fresh_place
from benchmarks.checks.processes import Ended, watched
from benchmarks.checks.timed_subjects import compile_kernels
from benchmarks.record import ROOT, Record, Row
from genmorph import RelationSet
from genmorph.model import UsageError

OVERTIME = 5.0
"""Seconds beyond the budget from which on a run counts as hanging."""
PATIENCE = 60.0
"""Seconds beyond the budget at which a run is killed."""
LINGERING = 1.0
"""Seconds that processes and temporary files may take to go away."""
_HEAD = ("case", "exit", "relations", "over", "broken rules", "what came out")
_WIDTHS = (42, 4, 9, 6, 12)


@click.command()
@click.option("--budget", default=10.0, show_default=True, type=click.FloatRange(min=1), help="Seconds for each run.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, help="Run the cases whose name has this in it; may be repeated.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "hostile.json",
    help="Where results go  [default: benchmarks/results/hostile.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(budget: float, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Run every hostile case as a whole process; exit code 1 where a rule is broken."""
    cases = [case for case in CASES if not only or any(part in case.name for part in only)]
    record = Record.open(output, {"budget": budget, "jobs": jobs}, fresh)
    missing = [case for case in cases if not record.has(case.name, 0)]
    _show(_HEAD)
    for row in record.rows:
        _show(_cells(row))
    if missing:
        compile_kernels()
    for row in _measured(missing, budget, jobs):
        record.add(row)
        _show(_cells(row))
    record.finish(totals([row for row in record.rows if row["subject"] in {case.name for case in cases}]))
    sys.exit(1 if any(record.totals[name] for name in _RULES) else 0)


def _measured(cases: Sequence[Case], budget: float, jobs: int) -> Iterator[Row]:
    """Rows as they are done; when this ends early, so do the processes."""
    stop = Event()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            futures = [pool.submit(measure, case, budget, stop.is_set) for case in cases]
            for future in as_completed(futures):
                yield future.result()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def measure(case: Case, budget: float, is_stopped: Callable[[], bool] = lambda: False) -> Row:
    """The row of one case: what was done, what came out, and the rules that were broken."""
    with fresh_place(case.files()) as place:
        before = place.files()
        with watched(case.command(budget), place) as run:
            ended = run.ended(budget + PATIENCE, is_stopped)
            left = run.leftovers(LINGERING)
        saved = _saved(place) if ended.exit_code in (FOUND, NOTHING_FOUND) else None
        changed = _changed(before, place.files())
        said = ended.last_words.replace(str(place.root), "...")
    over = round(ended.seconds - budget, 2)
    row = {
        "subject": case.name,
        "seed": 0,
        "injected": {"code": case.deed.code.strip(), "setup": case.deed.setup, "when": case.when},
        "exit_code": ended.exit_code,
        "wanted_exit_codes": case.exit_codes,
        "over_seconds": over,
        "hung": over > OVERTIME,
        "lost": _is_lost(ended, saved, case),
        "changed_files": changed,
        "left_over": left,
        "peak_megabytes": ended.peak_bytes >> 20,
        "last_words": said,
    }
    return row | _came_out(saved, case, ended, place)


def _is_lost(ended: Ended, saved: RelationSet | None, case: Case) -> bool:
    is_complete = saved is not None if ended.exit_code in (FOUND, NOTHING_FOUND) else True
    return ended.exit_code not in case.exit_codes or not is_complete


def _saved(place: Place) -> RelationSet | None:
    """The saved relations, None where the file is absent or incomplete."""
    try:
        return RelationSet.from_json(place.work / SAVED)
    except (OSError, UsageError):
        return None


def _came_out(saved: RelationSet | None, case: Case, ended: Ended, place: Place) -> Row:
    """What was found and refused; where some inputs do the deed, the sources must have seen it."""
    reasons = saved.stages.get("sources", {}).get("refused", {}) if saved is not None else {}
    refused = {reason.replace(str(place.root), "..."): count for reason, count in reasons.items()}
    seen = " ".join(refused) if saved is not None else ended.error
    return {
        "relations": len(saved) if saved is not None else 0,
        "refused": refused,
        "mutants": saved.stages.get("mutants", {}) if saved is not None else {},
        "unnoticed": case.where == "some inputs" and not any(text in seen for text in case.deed.wanted.split(" or ")),
    }


def _changed(before: dict[str, tuple[int, bytes]], after: dict[str, tuple[int, bytes]]) -> list[str]:
    """Files that are new, gone or different, beside the one asked for."""
    names = (before.keys() | after.keys()) - {f"work/{SAVED}"}
    return sorted(name for name in names if before.get(name) != after.get(name))


_RULES: dict[str, Callable[[Row], Any]] = {
    "hung": lambda row: row["hung"],
    "lost": lambda row: row["lost"],
    "files_changed": lambda row: row["changed_files"],
    "left_over": lambda row: row["left_over"],
    "unnoticed": lambda row: row["unnoticed"],
}


def totals(rows: Sequence[Row]) -> Row:
    """How many runs there are, how many found relations, and the names of those that break each rule."""
    over = [row["over_seconds"] for row in rows]
    return {
        "cases": len(rows),
        "with_relations": sum(row["relations"] > 0 for row in rows),
        "longest_over_seconds": max(over, default=None),
        **{name: [row["subject"] for row in rows if broken(row)] for name, broken in _RULES.items()},
    }


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row["subject"],
        "-" if row["exit_code"] is None else str(row["exit_code"]),
        str(row["relations"]),
        f"{row['over_seconds']:+.1f}",
        ", ".join(name for name, broken in _RULES.items() if broken(row)) or "none",
        ", ".join(f"{reason} ({count})" for reason, count in row["refused"].items())
        or (row["last_words"] if row["exit_code"] else "returned"),
    )


def _show(cells: Sequence[str]) -> None:
    shown = [cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=False)]
    click.echo("  ".join([*shown, *cells[len(_WIDTHS) :]]).rstrip()[:200])


if __name__ == "__main__":
    main()
