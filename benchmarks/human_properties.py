"""How many properties that people wrote as tests of public packages genmorph finds by itself.

Run it as `python -m benchmarks.human_properties`; `benchmarks/README.md` says what is measured.
"""

import time
from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks.checks.human_entries import (
    CORPORA,
    PINNED,
    STANDARD_LIBRARY,
    Entry,
    Form,
    HumanProperty,
    installed_version,
    read_entries,
    read_pins,
)
from benchmarks.checks.human_judging import described, judge
from benchmarks.record import ROOT, Record, Row
from genmorph import GenmorphError, infer_relations
from genmorph.model import Verdict

OF_ONE_FUNCTION = (Form.ONE, Form.FED_BACK)
"""Forms that a relation of two calls of one function can say."""
_HEAD = ("property", "form", "found", "as written", "noticed", "seconds", "best relation")
_WIDTHS = (48, 13, 5, 10, 7, 7, 0)
_ANSWERS = {True: "yes", False: "no", None: "-"}


@click.command()
@click.option("--budget", default="30s", show_default=True, help="What each run may spend.")
@click.option("--seed", default=0, show_default=True)
@click.option(
    "--corpus",
    default="human_properties",
    show_default=True,
    type=click.Choice(list(CORPORA)),
    help="Which properties.",
)
@click.option("--only", multiple=True, metavar="TEXT", help="Run properties whose names hold this; repeatable.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where results go  [default: benchmarks/results/CORPUS.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(budget: str, seed: int, corpus: str, only: tuple[str, ...], output: Path | None, fresh: bool) -> None:
    """Infer relations of each function and compare them with what a person wrote; no figure is wanted."""
    every = read_entries(CORPORA[corpus])
    entries = [entry for entry in every if not only or any(text in entry.name for text in only)]
    if not entries:
        raise click.UsageError(f"--only must be a part of the name of a property, got {', '.join(only)}")
    _require_packages(entries)
    output = output or ROOT / "benchmarks" / "results" / f"{corpus}.json"
    record = Record.open(output, {"budget": budget, "packages": read_pins()}, fresh)
    _show(_HEAD)
    for entry in entries:
        if not record.has(entry.name, seed):
            record.add(measure(entry, budget, seed))
        row = next(row for row in record.rows if (row["subject"], row["seed"]) == (entry.name, seed))
        _show(_cells(row))
    names = {entry.name for entry in entries}
    record.finish(totals([row for row in record.rows if row["subject"] in names and row["seed"] == seed]))


def _require_packages(entries: Sequence[Entry]) -> None:
    """Raise UsageError where a package has another version than the requirements say, or is missing."""
    pins = read_pins()
    for package in sorted({entry.package for entry in entries} - {STANDARD_LIBRARY}):
        version = installed_version(package)
        if version is None or version != pins.get(package, version):
            wanted = f"{package}=={pins[package]}" if package in pins else package
            way_out = f"pip install {f'-r {PINNED.relative_to(ROOT)}' if package in pins else package}"
            raise click.UsageError(f"{wanted} must be installed, got {version or 'nothing'}: {way_out}")


def measure(entry: Entry, budget: str, seed: int) -> Row:
    """One property: whether it was found, and by what.

    `words` says why there are no relations, `undecided` how many candidates the time was over for.
    """
    human = HumanProperty.load(entry)
    began = time.perf_counter()
    try:
        found = infer_relations(human.function, budget=budget, seed=seed, domain=human.domains, cache=False)
        relations, words = list(found), "" if found else str(found)
        undecided = sum(rejected.verdict is Verdict.UNDECIDED for rejected in found.rejected)
    except GenmorphError as error:
        relations, words, undecided = [], f"{type(error).__name__}: {error}", 0
    seconds = time.perf_counter() - began
    return {
        "subject": entry.name,
        "seed": seed,
        "package": f"{entry.package} {installed_version(entry.package)}",
        "form": entry.form.value,
        "property": entry.relation,
        "seconds": round(seconds, 1),
        "words": " ".join(words.split()),
        "undecided": undecided,
        **described(judge(human, relations)),
    }


def totals(rows: Sequence[Row]) -> Row:
    """What was found of each form, what was not, and what can be believed of the data.

    >>> row = {"subject": "a", "form": "one", "found": True, "words": "", "exceptions": 0, "false": []}
    >>> rows = [row | {"as_written": False}, row | {"subject": "b", "found": None, "as_written": None}]
    >>> counts = totals(rows)
    >>> counts["found"], counts["as_written"], counts["not_judged"]
    ('1 of 1', '0 of 1', ['b'])
    """
    return {
        "properties": len(rows),
        "found": _found(rows),
        "as_written": _found(rows, "as_written"),
        "found_of_one_function": _found([row for row in rows if row["form"] in OF_ONE_FUNCTION]),
        "as_written_of_one_function": _found([row for row in rows if row["form"] in OF_ONE_FUNCTION], "as_written"),
        "found_by_form": [f"{form.value} {_found([row for row in rows if row['form'] == form])}" for form in Form],
        "not_found": [row["subject"] for row in rows if row["found"] is False],
        "not_judged": [row["subject"] for row in rows if row["found"] is None],
        "without_relations": [f"{row['subject']}: {row['words']}" for row in rows if row["words"]],
        "false_properties": [row["subject"] for row in rows if row["exceptions"]],
        "false_relations": [f"{row['subject']}: {formula}" for row in rows for formula in row["false"]],
    }


def _found(rows: Sequence[Row], which: str = "found") -> str:
    judged = [row for row in rows if row[which] is not None]
    return f"{sum(row[which] for row in judged)} of {len(judged)}"


def _cells(row: Row) -> tuple[str, ...]:
    found, as_written = _ANSWERS[row["found"]], _ANSWERS[row["as_written"]]
    noticed = "-" if row["noticed"] is None else f"{row['noticed']:.2f}"
    best = row["best"] or row["words"]
    return (row["subject"], row["form"], found, as_written, noticed, f"{row['seconds']:.1f}", best)


def _show(cells: Sequence[str]) -> None:
    click.echo("  ".join(cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip())


if __name__ == "__main__":
    main()
