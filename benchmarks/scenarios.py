"""Relations of several calls, of pairs and of classes: which laws are found, and which faults they notice.

Run it as `python -m benchmarks.scenarios`; `benchmarks/README.md` says what is measured.
"""

import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks.checks.exports import Result, run_tests, test_names
from benchmarks.checks.scenario_subjects import (
    BY_NAME,
    LAWS_OF_CLASS,
    WANTED,
    WANTED_FAULTS,
    WANTED_LAWS,
    Group,
    ScenarioSubject,
)
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph import GenmorphError, RelationSet, infer_relations
from genmorph.model import Verdict
from genmorph.results.record import Relation
from genmorph.results.replaying import replay
from genmorph.results.scenario_relation import ScenarioRelation

FAULTY_PROGRAMS = 300
"""Programs drawn for each relation on a faulty class, beside the stored ones."""
EXAMPLES = 100
"""Those of a written test."""
SECONDS = 60.0
"""The limit of a written test."""
HOME = Path(__file__).with_name("checks") / "scenario_classes.py"
"""The module of the classes, which lies beside the written tests."""


@click.command()
@click.option("--budget", default="20", show_default=True, help="What each run may spend: seconds, or as 20ev.")
@click.option("--class-budget", default="30", show_default=True, help="The same for a class.")
@click.option("--seed", default=0, show_default=True)
@click.option("--inputs", default=2000, show_default=True, type=click.IntRange(min=1), help="For each relation.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, metavar="TEXT", help="Run subjects whose names hold this; repeatable.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "scenarios.json",
    help="Where results go  [default: benchmarks/results/scenarios.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(
    budget: str, class_budget: str, seed: int, inputs: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool
) -> None:
    """Infer relations of each subject; exit code 1 for a false relation or a crash."""
    record = Record.open(
        output, {"budget": budget, "class_budget": class_budget, "inputs": inputs, "jobs": jobs}, fresh
    )
    chosen = [one for one in BY_NAME.values() if not only or any(text in one.name for text in only)]
    if not chosen:
        raise click.UsageError(f"--only must be a part of the name of a subject, got {', '.join(only)}")
    missing = [one for one in chosen if not record.has(one.name, seed)]
    spent = {one.name: class_budget if one.group is Group.CLASS else budget for one in missing}
    for row in rows_as_done(measure, [(name, spent[name], seed, inputs) for name in spent], jobs):
        record.add(row)
        _show(row)
    names = {subject.name for subject in chosen}
    record.finish(totals([row for row in record.rows if row["subject"] in names and row["seed"] == seed]))
    sys.exit(1 if record.totals["false_relations"] or record.totals["crashed"] else 0)


def measure(name: str, budget: str, seed: int, inputs: int) -> Row:
    """One subject: what was found, whether the law is among it, and what further inputs say."""
    subject = BY_NAME[name]
    row: Row = {"subject": subject.name, "seed": seed, "group": subject.group.value, "words": "", "relations": []}
    row |= {"noticed_by": [], "failed_tests": [], "noticed_by_tests": []}
    began = time.perf_counter()
    relations: Sequence[Relation] = ()
    try:
        found = _infer(subject, budget, seed)
        relations, row["words"] = list(found), "" if found else str(found)
        row["seconds"] = round(time.perf_counter() - began, 1)
        row["outcome"] = "relations" if found else "nothing"
        row["relations"] = [_tried(relation, subject, inputs, seed) for relation in relations]
        row["noticed_by"] = [relation.formula for relation in relations if _notices(relation, subject, seed)]
        row |= _written_tests(found, subject) if found and subject.faulty else {}
    except Exception as error:  # noqa: BLE001 - crashes are what this looks for
        place = traceback.extract_tb(error.__traceback__)[-1]
        is_refusal = isinstance(error, GenmorphError)
        where = "" if is_refusal else f" ({Path(place.filename).name}:{place.lineno})"
        row["words"] = f"{type(error).__name__}: {error}{where}"
        row["outcome"] = "refused" if is_refusal and not relations else "crashed"
        row.setdefault("seconds", round(time.perf_counter() - began, 1))
    row["words"] = " ".join(row["words"].split())
    of_several = [one for one in row["relations"] if one["is_of_several_calls"]]
    laws = WANTED_LAWS.get(subject.group)
    row["found"] = len(of_several) >= LAWS_OF_CLASS if laws is None else any(one["law"] in laws for one in of_several)
    return row


def _infer(subject: ScenarioSubject, budget: str, seed: int) -> RelationSet:
    spent = float(budget) if budget.replace(".", "").isdigit() else budget
    func = subject.live[0] if len(subject.live) == 1 else subject.live
    return infer_relations(func, budget=spent, seed=seed, domain=subject.domain, cache=False)


def _tried(relation: Relation, subject: ScenarioSubject, inputs: int, seed: int) -> Row:
    """A relation, with what further inputs of its domains say of it."""
    again = replay(relation, subject.live, drawn=inputs, seed=seed + 1)
    return {
        "formula": relation.formula,
        "law": relation.law if isinstance(relation, ScenarioRelation) else "",
        "is_of_several_calls": isinstance(relation, ScenarioRelation),
        "killed": len(relation.killed),
        "applicable": again.tried - again.inapplicable,
        "counterexample": list(again.shown),
    }


def _notices(relation: Relation, subject: ScenarioSubject, seed: int) -> bool:
    """Whether the faulty class violates the relation."""
    if subject.faulty is None:
        return False
    return replay(relation, [subject.faulty], drawn=FAULTY_PROGRAMS, seed=seed + 2).verdict is Verdict.REJECT


def _written_tests(found: RelationSet, subject: ScenarioSubject) -> Row:
    """Which written tests do not pass for the class, and which fail for the faulty one."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "test_class.py"
        found.to_pytest(file)
        text = file.read_text(encoding="utf-8")
    (owner,), faulty = subject.live, subject.faulty
    assert faulty is not None
    line = f"from {owner.__module__} import {owner.__name__}\n"
    if line not in text:
        raise RuntimeError(f"written tests must hold {line!r}, got {text[:500]!r}")
    own = line.replace(faulty.__module__, HOME.stem)
    changed = f"from {HOME.stem} import {faulty.__name__} as {owner.__name__}\n"
    sound, other = (_results(text.replace(line, new)) for new in (own, changed))
    return {
        "failed_tests": [
            f"{name}: {result.outcome} {result.why}" for name, result in sound.items() if not _passed(result)
        ],
        "noticed_by_tests": [name for name, result in other.items() if result.failed and _passed(sound[name])],
    }


def _results(text: str) -> dict[str, Result]:
    files = {HOME.name: HOME.read_text(encoding="utf-8")}
    return run_tests(text, test_names(text), files, EXAMPLES, SECONDS)


def _passed(result: Result) -> bool:
    return result.outcome == "passed"


def totals(rows: Sequence[Row]) -> Row:
    """What was found in each group and what was not, and which relations are false.

    >>> law = {"formula": "f(a) == a", "counterexample": ["a = 1"], "applicable": 3}
    >>> row = {"subject": "f", "group": "pair", "outcome": "relations", "found": True, "words": "", "relations": [law]}
    >>> counts = totals([row])
    >>> counts["pair"], counts["false_relations"]
    ('1 of 1, wanted 27', ['f: f(a) == a'])
    """
    of_group = {group: [row for row in rows if row["group"] == group] for group in Group}
    classes = of_group[Group.CLASS]
    return {
        **{
            group.value.replace(
                " ", "_"
            ): f"{sum(row['found'] for row in those)} of {len(those)}, wanted {WANTED[group]}"
            for group, those in of_group.items()
        },
        "faults": f"{sum(bool(row['noticed_by']) for row in classes)} of {len(classes)}, wanted {WANTED_FAULTS}",
        "faults_by_tests": f"{sum(bool(row['noticed_by_tests']) for row in classes)} of {len(classes)}",
        "failed_tests": [f"{row['subject']}: {failed}" for row in classes for failed in row["failed_tests"]],
        "relations": sum(len(row["relations"]) for row in rows),
        "not_found": [f"{row['subject']} ({row['outcome']})" for row in rows if not row["found"]],
        "faults_not_found": [row["subject"] for row in classes if not row["noticed_by"]],
        "refused": [f"{row['subject']}: {row['words']}" for row in rows if row["outcome"] == "refused"],
        "crashed": [f"{row['subject']}: {row['words']}" for row in rows if row["outcome"] == "crashed"],
        "untried": [_named(row, one) for row in rows for one in row["relations"] if not one["applicable"]],
        "false_relations": [_named(row, one) for row in rows for one in row["relations"] if one["counterexample"]],
    }


def _named(row: Row, relation: Row) -> str:
    return f"{row['subject']}: {relation['formula']}"


def _show(row: Row) -> None:
    found = "found" if row["found"] else "not found"
    click.echo(f"{row['subject']}: {row['outcome']}, {found}, {row['seconds']:.1f} s {row['words'][:200]}".rstrip())
    for one in row["relations"]:
        mark = "FALSE " if one["counterexample"] else ""
        click.echo(f"    {mark}{one['formula']}  ({one['law'] or 'two calls'}, {one['applicable']} inputs)")
    if row["group"] == Group.CLASS:
        click.echo(f"    fault noticed by {len(row['noticed_by'])}")


if __name__ == "__main__":
    main()
