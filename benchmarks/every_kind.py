"""Functions over every kind of value: relations found, checked on further inputs, and run as exported tests.

Run it as `python -m benchmarks.every_kind`; `benchmarks/README.md` says what is measured.
"""

import importlib
import json
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import click

from benchmarks.checks import kind_functions
from benchmarks.checks.exports import run_tests, test_names
from benchmarks.checks.kind_subjects import BY_NAME, KindSubject
from benchmarks.record import ROOT, Record, Row
from genmorph import InapplicableInput, RelationSet
from genmorph.results import MetamorphicRelation

INPUTS = 20_000
"""Applicable inputs on which each relation is tried again."""
DRAWS = 10
"""Drawing ends after so many inputs for each that is wanted."""
EXAMPLES = 1_000
SECONDS = 200.0
"""The limit of each exported test."""
MAY_FIND_NOTHING = 2
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
    for row in _measured(missing, budget, seed, jobs):
        record.add(row)
        _show(_cells(row))
        for formula in row["formulas"]:
            click.echo(f"    {formula}")
    record.finish(totals([row for row in record.rows if row["subject"] in names and row["seed"] == seed]))
    sys.exit(1 if record.totals["missed"] else 0)


def _measured(names: Sequence[str], budget: str, seed: int, jobs: int) -> Iterator[Row]:
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(measure, name, budget, seed) for name in names]):
            yield future.result()


def measure(name: str, budget: str, seed: int) -> Row:
    """One function: what was found, how it fared on further inputs, and how its exported tests ended."""
    subject = BY_NAME[name]
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as directory:
        folder = Path(directory)
        files = {"kind_functions.py": Path(kind_functions.__file__).read_text(encoding="utf-8")} if subject.own else {}
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        start = perf_counter()
        code, error = _infer(subject, budget, seed, folder)
        head: Row = {"subject": name, "seed": seed, "seconds": round(perf_counter() - start, 2), "exit_code": code}
        if code != 0:
            return head | {"relations": 0, "valid": 0, "exports_pass": None, "error": error, "formulas": []}
        return head | _checked(subject, seed, folder, files)


def _infer(subject: KindSubject, budget: str, seed: int, folder: Path) -> tuple[int, str]:
    """The exit code of the command line, and its last words."""
    domains = [word for domain in subject.domains for word in ("--domain", domain)]
    program = str(Path(sysconfig.get_path("scripts")) / "genmorph")
    files = ["--output", "test_relations.py", "--json", "relations.json"]
    command = [program, "infer", subject.path, "--budget", budget, "--seed", str(seed), *domains, *files]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)  # noqa: S603
    return done.returncode, (done.stderr.strip().splitlines() or [""])[-1]


def _checked(subject: KindSubject, seed: int, folder: Path, files: dict[str, str]) -> Row:
    relations = RelationSet.from_json(folder / "relations.json")
    tests = (folder / "test_relations.py").read_text(encoding="utf-8")
    saved = json.loads((folder / "relations.json").read_text(encoding="utf-8"))
    results = run_tests(tests, test_names(tests), files, EXAMPLES, SECONDS)
    trials = [_try(relation, subject, seed) for relation in relations]
    judged = max((relation.evidence.judged for relation in relations), default=0)
    return {
        "relations": len(relations),
        "valid": sum(trial["applicable"] > 0 and not trial["violations"] for trial in trials),
        "exports_pass": bool(results) and all(result.outcome == "passed" for result in results.values()),
        "error": "; ".join(f"{name}: {r.outcome} {r.why}" for name, r in results.items() if r.outcome != "passed"),
        "killed": len(relations.killed),
        "judged": judged,
        "mutants": saved["stages"].get("mutants"),
        "formulas": [relation.formula for relation in relations],
        "trials": trials,
        "tests": tests,
    }


def _try(relation: MetamorphicRelation, subject: KindSubject, seed: int) -> dict[str, Any]:
    """One relation on inputs of our own; those that it says nothing of do not count."""
    function = _function(subject)
    rng = Random(f"{subject.name}/{seed}/{relation.formula}")
    applicable = drawn = 0
    violating: list[str] = []
    while applicable < INPUTS and drawn < DRAWS * INPUTS:
        drawn += 1
        values = subject.draw(rng)
        try:
            holds = relation.check(function, *values[: len(relation.signature.parameters)])
        except InapplicableInput:
            continue
        applicable += 1
        if not holds:
            violating.append(repr(values))
    return {"applicable": applicable, "violations": len(violating), "counterexamples": violating[:3]}


def _function(subject: KindSubject) -> Any:
    module, _, name = subject.path.partition(":")
    return getattr(kind_functions if subject.own else importlib.import_module(module), name)


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
