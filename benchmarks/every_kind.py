"""Functions over every kind of value: relations found, checked on further inputs, and run as exported tests.

Run it as `python -m benchmarks.every_kind`; `benchmarks/README.md` says what is measured.
"""

import importlib
import sys
import tempfile
from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

import click

from benchmarks.checks import kind_functions
from benchmarks.checks.exports import run_tests, test_names
from benchmarks.checks.inference import FOUND, SAVED, Inference, infer_path
from benchmarks.checks.kind_subjects import BY_NAME, KindSubject
from benchmarks.checks.validity import Trial, try_inputs
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph import Budget, RelationSet
from genmorph.results import MetamorphicRelation

INPUTS = 20_000
"""Applicable inputs on which each relation is tried again."""
DRAWS = 10
"""Drawing ends after so many inputs for each that is wanted."""
EXAMPLES = 1_000
SECONDS = 200.0
"""The limit of each exported test."""
MAY_FIND_NOTHING = 2
ANNOTATIONS = Path(kind_functions.__file__).with_name("kind_annotations.toml")
_HEAD = ("function", "relations", "valid", "export", "killed", "seconds", "")
_WIDTHS = (22, 9, 5, 6, 9, 7, 0)


@click.command()
@click.option("--budget", default="30s", show_default=True, help="What each run may spend.")
@click.option("--seed", default=0, show_default=True)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, type=click.Choice(list(BY_NAME)), help="Functions to run; all unless given.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "every_kind.json",
    help="Where results go  [default: benchmarks/results/every_kind.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(budget: str, seed: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Infer relations of each function and check them; exit code 1 where one is false or a test fails."""
    record = Record.open(output, {"budget": budget, "jobs": jobs}, fresh)
    names = only or tuple(BY_NAME)
    missing = [name for name in names if not record.has(name, seed)]
    _show(_HEAD)
    for row in record.rows:
        _show(_cells(row))
    for row in rows_as_done(measure, [(name, budget, seed) for name in missing], jobs):
        record.add(row)
        _show(_cells(row))
        for formula in row["formulas"]:
            click.echo(f"    {formula}")
    record.finish(totals([row for row in record.rows if row["subject"] in names and row["seed"] == seed]))
    sys.exit(1 if record.totals["missed"] else 0)


def measure(name: str, budget: str, seed: int) -> Row:
    """One function: what was found, how it fared on further inputs, and how its exported tests ended."""
    subject = BY_NAME[name]
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as directory:
        folder = Path(directory)
        files = {"kind_functions.py": Path(kind_functions.__file__).read_text(encoding="utf-8")} if subject.own else {}
        for file, text in (files | {ANNOTATIONS.name: ANNOTATIONS.read_text(encoding="utf-8")}).items():
            (folder / file).write_text(text, encoding="utf-8")
        annotations = [ANNOTATIONS.name] if subject.is_annotated else []
        seconds = Budget.parse(budget).seconds or 0.0
        inference = infer_path(subject.path, subject.domains, budget, seconds, seed, folder, annotations)
        code, error = inference.exit_code, inference.error
        head: Row = {"subject": name, "seed": seed, "seconds": round(inference.seconds, 2), "exit_code": code}
        if code != FOUND:
            return head | {"relations": 0, "valid": 0, "exports_pass": None, "error": error, "formulas": []}
        return head | _checked(subject, seed, inference, files)


def _checked(subject: KindSubject, seed: int, inference: Inference, files: dict[str, str]) -> Row:
    relations = RelationSet.from_json(inference.folder / SAVED)
    tests = inference.tests
    results = run_tests(tests, test_names(tests), files, EXAMPLES, SECONDS)
    trials = [_try(relation, subject, seed) for relation in relations]
    judged = max((relation.evidence.judged for relation in relations), default=0)
    return {
        "relations": len(relations),
        "valid": sum(trial.is_valid for trial in trials),
        "exports_pass": bool(results) and all(result.outcome == "passed" for result in results.values()),
        "error": "; ".join(f"{name}: {r.outcome} {r.why}" for name, r in results.items() if r.outcome != "passed"),
        "killed": len(relations.killed),
        "judged": judged,
        "mutants": inference.saved["stages"].get("mutants"),
        "formulas": [relation.formula for relation in relations],
        "trials": [_shown(trial) for trial in trials],
        "tests": tests,
    }


def _try(relation: MetamorphicRelation, subject: KindSubject, seed: int) -> Trial:
    """One relation on inputs of our own; those that it says nothing of do not count."""
    function = _function(subject)
    rng = Random(f"{subject.name}/{seed}/{relation.formula}")
    count = len(relation.signature.parameters)
    inputs = (subject.draw(rng)[:count] for _ in range(DRAWS * INPUTS))
    return try_inputs(lambda values: relation.check(function, *values), inputs, INPUTS)


def _shown(trial: Trial) -> Row:
    counterexamples = [repr(values) for values in trial.counterexamples]
    return {"applicable": trial.applicable, "violations": trial.violations, "counterexamples": counterexamples}


def _function(subject: KindSubject) -> Any:
    module, _, name = subject.path.partition(":")
    return attrgetter(name)(kind_functions if subject.own else importlib.import_module(module))


def totals(rows: Sequence[Row]) -> Row:
    """Figures over all functions, and what of them is missed."""
    nothing = [row["subject"] for row in rows if not row["relations"]]
    relations, valid = (sum(row[name] for row in rows) for name in ("relations", "valid"))
    exports = [row["exports_pass"] for row in rows if row["exports_pass"] is not None]
    tests = {
        "all relations valid": relations == valid,
        "all exports pass": all(exports),
        f"at most {MAY_FIND_NOTHING} functions without a relation": len(nothing) <= MAY_FIND_NOTHING,
    }
    return {
        "functions": len(rows),
        "relations": relations,
        "valid": valid,
        "exports": len(exports),
        "exports_pass": sum(exports),
        "without_a_relation": nothing,
        "slowest_seconds": max((row["seconds"] for row in rows), default=None),
        "missed": [name for name, met in tests.items() if not met],
    }


def _cells(row: Row) -> tuple[str, ...]:
    export = {True: "passes", False: "fails", None: "-"}[row["exports_pass"]]
    killed = f"{row['killed']} of {row['judged']}" if "judged" in row else "-"
    return (
        row["subject"],
        str(row["relations"]),
        str(row["valid"]),
        export,
        killed,
        f"{row['seconds']:.1f}",
        row["error"],
    )


def _show(cells: Sequence[str]) -> None:
    click.echo("  ".join(cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip())


if __name__ == "__main__":
    main()
