"""Two runs at the same time on one cache file: both must be right, and the file sound.

Run it as `python -m benchmarks.shared_cache`; `benchmarks/README.md` says what is measured.
"""

import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from benchmarks.checks.caches import SOUND, calls_counted, complaints, integrity
from benchmarks.checks.inference import FOUND, NOTHING_FOUND, SAVED
from benchmarks.checks.places import fresh_place
from benchmarks.checks.processes import watched
from benchmarks.checks.timed_subjects import PRIMES, files_of, infer_command
from benchmarks.record import ROOT, Record, Row

LIMIT = 600.0
"""Seconds after which a run is given up."""
_HEAD = ("round", "cache", "exits", "same", "calls made", "recalled", "integrity", "complaints")
_WIDTHS = (5, 5, 5, 5, 15, 15, 9)


@click.command()
@click.option("--rounds", default=20, show_default=True, type=click.IntRange(min=1), help="Pairs of runs.")
@click.option("--budget", default="50ev", show_default=True, help="What each run may spend: evaluations.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "shared_cache.json",
    help="Where results go  [default: benchmarks/results/shared_cache.json]",
)
def main(rounds: int, budget: str, output: Path) -> None:
    """Two runs at once on a fresh file, then two on what these left, and so on; exit code 1 where one is wrong."""
    record = Record(output, {"rounds": rounds, "budget": budget})
    _show(_HEAD)
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as folder:
        for number in range(rounds):
            row = run_round(number, budget, Path(folder) / f"{number // 2}.sqlite")
            record.add({"subject": "round", "seed": number, **row})
            _show(_cells(number, row))
    record.finish(totals(record.rows))
    sys.exit(1 if record.totals["wrong"] else 0)


def run_round(number: int, budget: str, cache: Path) -> Row:
    """Two runs at once with the seed of the round, and one without a cache to compare them with."""
    seed, is_fresh = number // 2, not cache.exists()
    ends = run_together(budget, seed, [["--cache", str(cache)]] * 2)
    alone = run_together(budget, seed, [["--no-cache"]])
    row = {
        "cache": "fresh" if is_fresh else "warm",
        "exit_codes": [end["exit_code"] for end in ends],
        "same": all(end["saved"] is not None and end["saved"] == alone[0]["saved"] for end in ends),
        "calls": [end["calls"] for end in ends],
        "complaints": [line for end in ends for line in end["complaints"]],
        "integrity": integrity(cache),
    }
    return {**row, "wrong": faults(row)}


def run_together(budget: str, seed: int, options: Sequence[Sequence[str]]) -> list[Row]:
    """One run for each set of options, all at the same time."""
    with ExitStack() as stack:
        places = [stack.enter_context(fresh_place(files_of(PRIMES))) for _ in options]
        commands = [infer_command(PRIMES, budget, seed, *words) for words in options]
        runs = [stack.enter_context(watched(command, place)) for command, place in zip(commands, places, strict=True)]
        ends = [run.ended(LIMIT) for run in runs]
        files = [place.work / SAVED for place in places]
        return [
            {
                "exit_code": end.exit_code,
                "saved": file.read_bytes() if file.exists() else None,
                "calls": calls_counted(end.error),
                "complaints": list(complaints(end.error)),
            }
            for end, file in zip(ends, files, strict=True)
        ]


def faults(row: Row) -> list[str]:
    """What is wrong with a round; on a warm cache no call is to be made."""
    made = [calls[0] if calls else None for calls in row["calls"]]
    tests = {
        "a run failed": not {*row["exit_codes"]} <= {FOUND, NOTHING_FOUND},
        "the relations differ": not row["same"],
        "the file is broken": row["integrity"] != SOUND,
        "a run complained": bool(row["complaints"]),
        "calls were paid twice": row["cache"] == "warm" and made != [0, 0],
        "calls were not counted": None in made,
    }
    return [name for name, failed in tests.items() if failed]


def totals(rows: Sequence[Row]) -> Row:
    """Calls made and outcomes recalled over all rounds, and the rounds that are wrong."""
    calls = {
        kind: [pair for row in rows if row["cache"] == kind for pair in row["calls"]] for kind in ("fresh", "warm")
    }
    return {
        "rounds": len(rows),
        **{f"calls_made_{kind}": sum(pair[0] for pair in pairs if pair) for kind, pairs in calls.items()},
        **{f"recalled_{kind}": sum(pair[1] for pair in pairs if pair) for kind, pairs in calls.items()},
        "wrong": [f"{row['seed']}: {', '.join(row['wrong'])}" for row in rows if row["wrong"]],
    }


def _cells(number: int, row: Row) -> tuple[str, ...]:
    made, recalled = ([calls and calls[place] for calls in row["calls"]] for place in (0, 1))
    return (
        str(number),
        row["cache"],
        " ".join(map(str, row["exit_codes"])),
        "yes" if row["same"] else "no",
        " ".join(map(str, made)),
        " ".join(map(str, recalled)),
        row["integrity"],
        "; ".join(row["complaints"]) or "none",
    )


def _show(cells: Sequence[str]) -> None:
    shown = [cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=False)]
    click.echo("  ".join([*shown, *cells[len(_WIDTHS) :]]).rstrip())


if __name__ == "__main__":
    main()
