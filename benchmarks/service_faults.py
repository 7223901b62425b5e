"""Whether planted faults of applications around services are found, and right applications raise no alarm.

Run it as `python -m benchmarks.service_faults`; `benchmarks/README.md` says what is measured.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph.services import Cause, Fault, Finding, Repair, Request, check_application

FOLDER = ROOT / "benchmarks" / "services"
KINDS = {
    "crash": (Fault.CRASH,),
    "dead branch": (Fault.DEAD,),
    "accuracy": (Fault.ACCURACY, Fault.BOTH_MOODS),
}
CAUSES = {"code": Cause.CODE, "service": Cause.SERVICE}
NEAR = 3  # lines between a fault and what is said of it: a condition and what it leads to


@click.command()
@click.option("--seeds", default=5, show_default=True, type=click.IntRange(min=1))
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Applications at the same time.")
@click.option("--only", multiple=True, metavar="TEXT", help="Test applications whose names hold this; repeatable.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "service_faults.json",
    help="Where results go  [default: benchmarks/results/service_faults.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(seeds: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Test 24 small applications; exit code 1 where a right one raises an alarm."""
    planted = json.loads((FOLDER / "faults.json").read_text(encoding="utf-8"))
    record = Record.open(output, {"seeds": seeds}, fresh)
    tasks = [
        (one, seed)
        for seed in range(seeds)
        for one in planted
        if (not only or any(text in one["application"] for text in only)) and not record.has(one["application"], seed)
    ]
    for row in rows_as_done(measure, tasks, jobs):
        record.add(row)
        said = "found" if row["found"] else "alarm" if row["alarms"] and row["kind"] is None else "-"
        click.echo(
            f"{row['subject']:40} seed {row['seed']}  {row['kind'] or 'right':12} {said:6} {row['seconds']:.0f} s"
        )
        for text in row["findings"]:
            click.echo(f"    {text}")
    record.finish(totals(record.rows))
    sys.exit(1 if record.totals["alarms on right ones"] else 0)


def measure(planted: dict[str, Any], seed: int) -> Row:
    """Test an application, a second time without calls, and its exported tests without the services."""
    os.chdir(FOLDER)
    sys.path.insert(0, str(FOLDER))
    target = planted["application"]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        tests = place / f"test_{target.partition(':')[2]}.py"
        options = {"project": FOLDER / "pyproject.toml", "answers": place / "answers.jsonl", "seed": seed}
        report = check_application(target, Request(**options, tests=tests))
        again = check_application(target, Request(**options, calls=0))
        failed = failing_tests(tests)
    right = [one for one in report.findings if is_found(planted, one)]
    repair = next((one.repair for one in right if one.repair is not None), None)
    repaired = repair and recall_after(planted, repair, seed)
    return {
        "subject": target,
        "seed": seed,
        "kind": planted["kind"],
        "found": bool(right),
        "attributed": any(one.cause is CAUSES.get(planted["attributed"]) for one in right),
        "alarms": len(report.findings) - len(right),
        "repaired": repaired,
        "told": repair.after.recall if repair and repair.after else None,
        "findings": [str(one) for one in report.findings],
        "notes": list(report.notes),
        "branches": list(report.branches),
        "inputs": report.inputs,
        "calls": report.calls,
        "calls again": again.calls,
        "same again": [str(one) for one in again.findings] == [str(one) for one in report.findings],
        "tests failed": failed,
        "paths": report.symbolic_paths,
        "reached by paths alone": report.symbolic_alone,
        "paths are all": report.is_complete,
        "seconds": round(report.seconds, 1),
    }


def recall_after(planted: dict[str, Any], repair: Repair, seed: int) -> float:
    """The recall of the branch on further inputs where a repair is made: 1 where nothing is found there any more."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "services"
        shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
        diff = repair.diff.replace(str(FOLDER), str(copy))
        subprocess.run(["patch", "--quiet", "-p0", "-d", "/"], input=diff, text=True, check=True)  # noqa: S607
        sys.path.remove(str(FOLDER))
        sys.path.insert(0, str(copy))
        try:
            asked = Request(project=copy / "pyproject.toml", answers=copy / "answers.jsonl", seed=seed + 1_000)
            report = check_application(planted["application"], asked)
        finally:
            sys.path.remove(str(copy))
            sys.path.insert(0, str(FOLDER))
    left = [one for one in report.findings if is_found(planted, one)]
    return min((one.recall.value or 0.0 if one.recall else 0.0 for one in left), default=1.0)


def is_found(planted: dict[str, Any], finding: Finding) -> bool:
    """Whether a finding is of the planted kind, at its place."""
    module = planted["application"].partition(":")[0].rpartition(".")[2]
    is_there = finding.place.file.endswith(".py") and planted["line"] is not None
    return (
        is_there
        and finding.fault in KINDS[planted["kind"]]
        and Path(finding.place.file).stem == module
        and abs(finding.place.line - planted["line"]) <= NEAR
    )


def failing_tests(tests: Path) -> int | None:
    """How many exported tests fail where neither the services nor genmorph can be loaded; None where none ran."""
    (tests.parent / "conftest.py").write_text(_WITHOUT, encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:genmorph", str(tests)]
    environment = {**os.environ, "PYTHONPATH": str(FOLDER), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, cwd=tests.parent, check=False)  # noqa: S603
    if done.returncode not in (0, 1):
        return None
    return sum(line.startswith("FAILED") for line in done.stdout.splitlines())


_WITHOUT = '''"""There is no genmorph, no program, and no network."""

import socket
import subprocess
import sys

sys.modules["genmorph"] = None


def refuse(*_, **__):
    raise OSError("there is nothing but recorded answers")


socket.socket.connect = subprocess.Popen.__init__ = refuse
'''


def totals(rows: Sequence[Row]) -> Row:
    """Faults found and rightly attributed in most runs, alarms, repairs, times and calls."""
    names = list(dict.fromkeys(row["subject"] for row in rows))
    by_name = {name: [row for row in rows if row["subject"] == name] for name in names}
    faulty = {name: found for name, found in by_name.items() if found[0]["kind"] is not None}
    right = {name: found for name, found in by_name.items() if found[0]["kind"] is None}

    def often(found: Sequence[Row], key: str) -> bool:
        return sum(bool(row[key]) for row in found) * 2 > len(found)

    def repaired(found: Sequence[Row]) -> bool:
        values = [row["repaired"] for row in found if row["repaired"] is not None]
        return bool(values) and statistics.median(values) >= 0.75

    accuracy = {name: found for name, found in faulty.items() if found[0]["kind"] == "accuracy"}
    return {
        "found": f"{sum(often(found, 'found') for found in faulty.values())} of {len(faulty)}",
        "rightly attributed": f"{sum(often(found, 'attributed') for found in faulty.values())} of {len(faulty)}",
        "not found": [name for name, found in faulty.items() if not often(found, "found")],
        "alarms on right ones": sum(row["alarms"] for found in right.values() for row in found),
        "runs of right ones": sum(map(len, right.values())),
        "further findings on faulty ones": sum(row["alarms"] for found in faulty.values() for row in found),
        "repaired": f"{sum(map(repaired, accuracy.values()))} of {len(accuracy)}",
        "slowest": max((row["seconds"] for row in rows), default=0),
        "calls": sum(row["calls"] for row in rows),
        "calls again": sum(row["calls again"] for row in rows),
        "same again": sum(row["same again"] for row in rows),
        "runs": len(rows),
        "exported tests that could not be run": sum(row["tests failed"] is None for row in rows),
        "exported tests fail on faulty ones": sum(
            bool(row["tests failed"]) for found in faulty.values() for row in found
        ),
        "exported tests fail on right ones": sum(
            bool(row["tests failed"]) for found in right.values() for row in found
        ),
        "paths": sum(row["paths"] for row in rows),
        "gave up": sum(not row["paths are all"] for row in rows),
        "reached by paths alone": sum(row["reached by paths alone"] for row in rows),
    }


if __name__ == "__main__":
    main()
