"""Hypothesis' ghostwriter on the pairs and functions of `benchmarks.scenarios`, beside what genmorph found there.

Run it as `python -m benchmarks.ghostwriter`, after `benchmarks.scenarios`. The ghostwriter is told which template to
fill in: a round trip for a pair, an operation for a function of two like arguments, nothing for an aggregation, where
no template fits. What it writes is run as it is.
"""

import ast
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks.checks.scenario_subjects import AGGREGATIONS, BY_NAME, LIKE_ARGUMENTS, PAIRS, Group
from benchmarks.record import ROOT, Record, Row

TOLD: dict[Group, str] = {
    Group.PAIR: "roundtrip, and which function undoes the other",
    Group.LIKE_ARGUMENTS: "binary_operation: that it is associative and commutative",
    Group.AGGREGATION: "nothing fits: magic, which calls the function",
}
"""What the ghostwriter is told of the subjects of a group."""


def write(name: str) -> str:
    """The tests that the ghostwriter writes of a subject."""
    from hypothesis.extra import ghostwriter

    subject = BY_NAME[name]
    writers: dict[Group, Callable[..., str]] = {
        Group.PAIR: ghostwriter.roundtrip,
        Group.LIKE_ARGUMENTS: lambda function: ghostwriter.binary_operation(function, identity=None),
        Group.AGGREGATION: ghostwriter.magic,
    }
    return writers[subject.group](*subject.live)


def measure(name: str, seed: int, seconds: float) -> Row:
    """What it wrote of a subject, and what its tests say of the program, which is right."""
    row: Row = {"subject": name, "seed": seed, "group": BY_NAME[name].group.value, "claims": [], "words": ""}
    try:
        text = write(name)
    except Exception as error:  # noqa: BLE001 - whatever it refuses is a result
        return row | {"outcome": "not written", "words": f"{type(error).__name__}: {error}"[:300]}
    row["claims"] = _claims(text)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "test_ghost.py"
        path.write_text(text, encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            f"--hypothesis-seed={seed}",
            str(path),
        ]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=seconds)  # noqa: S603 - pytest on a file of ours
        except subprocess.TimeoutExpired:
            return row | {"outcome": "timed out"}
    lines = done.stdout.splitlines()
    why = [line[1:].strip() for line in lines if line.startswith("E  ")]
    return row | {"outcome": "passes" if done.returncode == 0 else "fails", "words": " ".join(why)[:300]}


def _claims(text: str) -> list[str]:
    """What its tests assert."""
    asserted = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assert)]
    return [ast.unparse(node.test) for node in asserted]


def totals(rows: Sequence[Row], found: dict[str, bool]) -> Row:
    """Of each group: whose claim passes with the ghostwriter, and of which genmorph found a law.

    >>> row = {"subject": "f and g", "group": "pair", "claims": ["x == y"], "outcome": "passes"}
    >>> totals([row], {"f and g": True})["pair"]
    'of 1: ghostwriter 1 claims that pass, 0 that fail, 0 without a claim; genmorph 1 with a law'
    """
    of_group = {group: [row for row in rows if row["group"] == group] for group in TOLD}
    return {
        **{group.value.replace(" ", "_"): _compared(those, found) for group, those in of_group.items()},
        "told": {group.value: what for group, what in TOLD.items()},
        "by_genmorph_alone": [row["subject"] for row in rows if found.get(row["subject"]) and not _passes(row)],
        "by_ghostwriter_alone": [row["subject"] for row in rows if _passes(row) and not found.get(row["subject"])],
    }


def _passes(row: Row) -> bool:
    return bool(row["claims"]) and row["outcome"] == "passes"


def _compared(rows: Sequence[Row], found: dict[str, bool]) -> str:
    failing = sum(bool(row["claims"]) and row["outcome"] != "passes" for row in rows)
    without = sum(not row["claims"] for row in rows)
    by_genmorph = sum(bool(found.get(row["subject"])) for row in rows)
    ghost = f"ghostwriter {sum(map(_passes, rows))} claims that pass, {failing} that fail, {without} without a claim"
    return f"of {len(rows)}: {ghost}; genmorph {by_genmorph} with a law"


@click.command()
@click.option("--seed", default=0, show_default=True)
@click.option(
    "--seconds", default=120.0, show_default=True, type=click.FloatRange(min=1), help="For the tests of each."
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "ghostwriter.json",
    help="Where results go  [default: benchmarks/results/ghostwriter.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(seed: int, seconds: float, output: Path, fresh: bool) -> None:
    """Let the ghostwriter write tests of each subject, and run them."""
    record = Record.open(output, {"seconds": seconds}, fresh)
    for subject in (*PAIRS, *LIKE_ARGUMENTS, *AGGREGATIONS):
        if not record.has(subject.name, seed):
            row = measure(subject.name, seed, seconds)
            record.add(row)
            click.echo(f"{row['subject']}: {row['outcome']} {row['claims']} {row['words'][:160]}")
    record.finish(totals([row for row in record.rows if row["seed"] == seed], _found_by_genmorph(seed)))


def _found_by_genmorph(seed: int) -> dict[str, bool]:
    """By subject, whether `benchmarks.scenarios` found a law that is wanted."""
    data: dict[str, Any] = json.loads((ROOT / "benchmarks" / "results" / "scenarios.json").read_text(encoding="utf-8"))
    return {row["subject"]: row["found"] for row in data["rows"] if row["seed"] == seed}


if __name__ == "__main__":
    main()
