"""What short and long budgets give: laws, killed mutants, and the time to the first relation.

Run it as `python -m benchmarks.budgets`; `benchmarks/README.md` says what is measured.
"""

import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import click

from benchmarks.checks.processes import PROGRAM
from benchmarks.record import ROOT, Record, Row
from benchmarks.subjects import SUBJECTS
from genmorph import RelationSet

FURTHER: Mapping[str, Mapping[str, str]] = {
    "math:gcd": {"a": "ints(-10000, 10000)", "b": "ints(-10000, 10000)"},
    "math:hypot": {"x": "floats(-1000, 1000)", "y": "floats(-1000, 1000)"},
    "statistics:fmean": {"data": "lists(floats(-1000, 1000), min_len=1)"},
    "textwrap:shorten": {"text": "texts('ab ', max_len=40)", "width": "ints(6, 30)"},
    "calendar:monthrange": {"year": "ints(1900, 2100)", "month": "ints(1, 12)"},
    "colorsys:rgb_to_hls": {"r": "floats(0, 1)", "g": "floats(0, 1)", "b": "floats(0, 1)"},
    "bisect:bisect_left": {"a": "lists(ints(-99, 99))", "x": "ints(-99, 99)"},
}
"""Seven functions of the standard library beside those of the paper's Table II; the domain by parameter."""
ALL = {subject.path: subject.domains for subject in SUBJECTS} | dict(FURTHER)
_UNNAMED = ("math:gcd", "math:hypot")
"""Functions whose signatures name no parameters: their domains stand in order."""
_FOUND = "genmorph: found "
_HEAD = ("function", "budget", "seconds", "first", "laws", "relations", "score", "exit")
_WIDTHS = (48, 7, 8, 6, 5, 10, 6, 0)


@click.command()
@click.option("--budgets", default="5,30,120", show_default=True, help="Seconds, with commas between.")
@click.option("--seed", default=0, show_default=True)
@click.option("--only", multiple=True, metavar="TEXT", help="Run functions whose paths hold this; repeatable.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "budgets.json",
    help="Where results go  [default: benchmarks/results/budgets.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(budgets: str, seed: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Infer relations of thirty functions under each budget, each in a process of its own; no figure is wanted."""
    record = Record.open(output, {}, fresh)
    paths = [path for path in ALL if not only or any(text in path for text in only)]
    if not paths:
        raise click.UsageError(f"--only must be a part of the path of a function, got {', '.join(only)}")
    run(paths[0], 5, seed)  # the first run after an edit compiles what later ones find compiled
    _show(_HEAD)
    for path in paths:
        for budget in map(int, budgets.split(",")):
            name = f"{path} {budget}s"
            if not record.has(name, seed):
                record.add({"subject": name, "seed": seed, "budget": budget, **run(path, budget, seed)})
            _show(_cells(next(row for row in record.rows if (row["subject"], row["seed"]) == (name, seed))))
    record.finish(totals(record.rows))


def run(path: str, budget: int, seed: int) -> Row:
    """One command; `first` are the seconds from its start to the first relation, None where there is none."""
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as folder:
        saved = Path(folder, "relations.json")
        named = [("" if path in _UNNAMED else f"{name}=") + domain for name, domain in ALL[path].items()]
        words = ["--budget", f"{budget}s", "--seed", str(seed), "--json", str(saved), "--no-cache"]
        command = [PROGRAM, "infer", path, *words, *(word for text in named for word in ("--domain", text))]
        began, first, last = perf_counter(), None, ""
        with subprocess.Popen(  # noqa: S603 - our own program
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr is not None
            for line in process.stderr:
                last = line.strip()
                if first is None and line.startswith(_FOUND):
                    first = round(perf_counter() - began, 2)
        seconds = round(perf_counter() - began, 2)
        found = RelationSet.from_json(saved) if saved.exists() else None
    return {"exit_code": process.returncode, "seconds": seconds, "first": first, "last_words": last, **_reported(found)}


def _reported(found: RelationSet | None) -> Row:
    if found is None:
        return {"laws": [], "formulas": [], "killed": 0, "judged": 0}
    killed = frozenset[str]().union(*(relation.killed for relation in found))
    return {
        "laws": [relation.formula for relation in found if relation.law is not None],
        "formulas": [relation.formula for relation in found],
        "killed": len(killed),
        "judged": max((relation.evidence.judged for relation in found), default=0),
    }


def totals(rows: Sequence[Row]) -> Row:
    """Figures of each budget."""
    return {f"{budget}s": _totals([row for row in rows if row["budget"] == budget]) for budget in _budgets(rows)}


def _budgets(rows: Sequence[Row]) -> list[int]:
    return sorted({row["budget"] for row in rows})


def _totals(rows: Sequence[Row]) -> Mapping[str, Any]:
    firsts = [row["first"] for row in rows if row["first"] is not None]
    scores = [row["killed"] / row["judged"] if row["judged"] else 0.0 for row in rows]
    over = [row["seconds"] - row["budget"] for row in rows]
    return {
        "functions": len(rows),
        "with_relations": sum(bool(row["formulas"]) for row in rows),
        "with_a_law": sum(bool(row["laws"]) for row in rows),
        "laws": sum(len(row["laws"]) for row in rows),
        "relations": sum(len(row["formulas"]) for row in rows),
        "mean_score": round(sum(scores) / len(scores), 3),
        "first_median": median(firsts) if firsts else None,
        "first_worst": max(firsts, default=None),
        "over_median": round(median(over), 2),
        "over_worst": round(max(over), 2),
        "without_relations": [row["subject"] for row in rows if not row["formulas"]],
    }


def _cells(row: Row) -> tuple[str, ...]:
    first = "-" if row["first"] is None else f"{row['first']:.1f}"
    score = f"{row['killed'] / row['judged']:.2f}" if row["judged"] else "-"
    counts = str(len(row["laws"])), str(len(row["formulas"]))
    name = row["subject"].rpartition(" ")[0]
    return (name, f"{row['budget']}s", f"{row['seconds']:.1f}", first, *counts, score, str(row["exit_code"]))


def _show(cells: Sequence[str]) -> None:
    click.echo("  ".join(cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip())


if __name__ == "__main__":
    main()
