"""Learners: which relations of the literature are found, whether fresh data refute any, and which faults they notice.

Run it as `python -m benchmarks.learners`; `benchmarks/README.md` says what is measured.
"""

import math
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import click

from benchmarks.checks.learner_subjects import FAULTS, PUBLISHED, Data, Published, Targets, estimators
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph import GenmorphError, RelationSet, infer_relations
from genmorph.inference.preparation import input_stream
from genmorph.inference.sources import Sieve
from genmorph.learning import learner
from genmorph.model import Input, Tolerance, Verdict
from genmorph.results.replaying import replay
from genmorph.subject.boundary_inputs import draw_boundary_inputs
from genmorph.subject.parallel import with_equal_lengths
from genmorph.subject.subject import Subject, inspect_subject

WANTED_SHARE = 0.85
WANTED_FAULTS = 10
DATA_SETS = 100
"""Ordinary data sets, and as many at the boundary, on which it is tried whether a relation is true of an estimator."""
TOLERANCE = Tolerance(relative=1e-6, absolute=1e-6)
"""How far outputs may be apart; `infer_relations` is told the same."""
FAULTY_INPUTS = 300
"""Inputs drawn for each relation on a faulty learner."""


@click.command()
@click.option("--budget", default="60", show_default=True, help="What each run may spend: seconds, or as 20ev.")
@click.option("--seed", default=0, show_default=True)
@click.option("--inputs", default=30, show_default=True, type=click.IntRange(min=1), help="For each relation.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, metavar="TEXT", help="Run learners whose names hold this; repeatable.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "learners.json",
    help="Where results go  [default: benchmarks/results/learners.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(budget: str, seed: int, inputs: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Infer relations of fourteen estimators and of twelve small learners; exit code 1 for a refuted relation."""
    record = Record.open(output, {"budget": budget, "inputs": inputs, "jobs": jobs}, fresh)
    names = [*estimators(), *(sound.__name__ for sound, _, _ in FAULTS)]
    chosen = [name for name in names if not only or any(text in name for text in only)]
    tasks = [(name, budget, seed, inputs) for name in chosen if not record.has(name, seed)]
    for row in rows_as_done(measure, tasks, jobs):
        record.add(row)
        _show(row)
    record.finish(totals(record.rows))
    sys.exit(1 if record.totals["refuted"] else 0)


def measure(name: str, budget: str, seed: int, inputs: int) -> Row:
    """One learner: what is reported, what is found of the literature, and whether a fault is noticed."""
    warnings.simplefilter("ignore")  # of estimators that do not converge
    known = estimators()
    function, options = (learner(known[name]), {}) if name in known else _own(name)
    began = time.perf_counter()
    row: Row = {"subject": name, "seed": seed, "words": "", "published": {}, "noticed_by": []}
    relations: RelationSet | Sequence[Any] = ()
    try:
        relations = infer_relations(
            function, budget=_spent(budget), seed=seed, tolerance=TOLERANCE, cache=False, **options
        )
        row["words"] = "" if relations else " ".join(str(relations).split())
    except GenmorphError as error:
        row["words"] = f"{type(error).__name__}: {error}"
    row["seconds"] = round(time.perf_counter() - began, 1)
    row["relations"] = [_tried(relation, function, inputs, seed) for relation in relations]
    formulas = [one["formula"].replace(f"{function.__name__}(", "f(") for one in row["relations"]]
    if name in known:
        row["published"] = {
            one.name: any(re.search(form, formula) for form in one.forms for formula in formulas)
            for one in PUBLISHED
            if is_true(one, function, seed)
        }
    else:
        faulty = next(faulty for sound, faulty, _ in FAULTS if sound.__name__ == name)
        row["noticed_by"] = [
            relation.formula
            for relation in relations
            if replay(relation, [faulty], drawn=FAULTY_INPUTS, seed=seed + 2).verdict is Verdict.REJECT
        ]
    return row


def _spent(budget: str) -> float | str:
    return float(budget) if budget.replace(".", "").isdigit() else budget


def _own(name: str) -> tuple[Callable[..., Any], dict[str, Any]]:
    return next((sound, options) for sound, _, options in FAULTS if sound.__name__ == name)


def _tried(relation: Any, function: Callable[..., Any], inputs: int, seed: int) -> Row:
    again = replay(relation, [function], drawn=inputs, seed=seed + 1)
    applicable = again.tried - again.inapplicable
    return {"formula": relation.formula, "applicable": applicable, "counterexample": list(again.shown)}


def is_true(published: Published, function: Callable[..., Any], seed: int) -> bool:
    """Whether a relation of the literature holds on drawn data sets, some of which it changes.

    What a learner refuses it may refuse on both sides.
    """
    subject = inspect_subject(function)
    rng, names = Random(seed), subject.names
    changes = 0
    for values in _data_sets(subject, rng, seed):
        given = dict(zip(names, values, strict=True))
        data: Data = (given["train"], given.get("targets"), given["test"])
        if published.of not in (None, _targets(data)):
            return False
        changed = published.change(data, rng)
        before, after = _answer(function, data, given), _answer(function, changed, given)
        if before is None:
            continue
        if after is None or not _are_close(after, published.expected(before, data)):
            return False
        changes += changed != data
    return changes > 0


def _data_sets(subject: Subject, rng: Random, seed: int) -> Iterator[Input]:
    ordinary = input_stream(subject, (), f"{seed}/published", Sieve(subject.validity, lambda: None))
    boundary = draw_boundary_inputs(subject.parameters, (), (), rng)
    alike = with_equal_lengths(boundary, subject.parameters, subject.parallel, rng) if subject.parallel else boundary
    yield from islice(ordinary, DATA_SETS)
    yield from islice(Sieve(subject.validity, lambda: None).sift(alike), DATA_SETS)


def _targets(data: Data) -> Targets | None:
    if data[1] is None:
        return None
    return Targets.NUMBERS if any(isinstance(one, float) for one in data[1]) else Targets.CLASSES


def _answer(function: Callable[..., Any], data: Data, given: dict[str, Any]) -> list[Any] | None:
    """What a learner gives; None where it refuses."""
    new = {"train": data[0], "targets": data[1], "test": data[2]}
    try:
        found: list[Any] = function(*(new.get(name, value) for name, value in given.items()))
    except ValueError:
        return None
    return found


def _are_close(one: Any, other: Any) -> bool:
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_are_close, one, other))
    if isinstance(one, float):
        return math.isclose(one, other, rel_tol=TOLERANCE.relative, abs_tol=TOLERANCE.absolute)
    return bool(one == other)


def totals(rows: Sequence[Row]) -> Row:
    """What share of the true published relations is found, which faults are noticed, and what fresh data refute.

    >>> row = {"subject": "svc", "published": {"a": True, "b": False}, "noticed_by": [], "relations": [], "seconds": 9}
    >>> totals([row])["published"]
    '1 of 2, wanted 85%'
    """
    known = [row for row in rows if row["published"]]
    own = [row for row in rows if not row["published"]]
    found = [is_found for row in known for is_found in row["published"].values()]
    return {
        "published": f"{sum(found)} of {len(found)}, wanted {WANTED_SHARE:.0%}",
        "of_each": [f"{row['subject']} {sum(row['published'].values())} of {len(row['published'])}" for row in known],
        "not_found": [
            f"{row['subject']}: {name}" for row in known for name, is_in in row["published"].items() if not is_in
        ],
        "faults": f"{sum(bool(row['noticed_by']) for row in own)} of {len(own)}, wanted {WANTED_FAULTS}",
        "faults_not_found": [row["subject"] for row in own if not row["noticed_by"]],
        "relations": sum(len(row["relations"]) for row in rows),
        "refuted": [
            f"{row['subject']}: {one['formula']}" for row in rows for one in row["relations"] if one["counterexample"]
        ],
        "slowest": f"{max((row['seconds'] for row in rows), default=0)} s",
    }


def _show(row: Row) -> None:
    found = ", ".join(name for name, is_in in row["published"].items() if is_in)
    missed = ", ".join(name for name, is_in in row["published"].items() if not is_in)
    click.echo(f"{row['subject']}: {row['seconds']} s {row['words'][:200]}".rstrip())
    for one in row["relations"]:
        click.echo(f"    {'REFUTED ' if one['counterexample'] else ''}{one['formula']}")
    click.echo(
        f"    found: {found}; missed: {missed}"
        if row["published"]
        else f"    fault noticed by {len(row['noticed_by'])}"
    )


if __name__ == "__main__":
    main()
