"""Learners: which relations of the literature are found, whether fresh data refute any, and which faults they notice.

Run it as `python -m benchmarks.learners`; `benchmarks/README.md` says what is measured.
"""

import inspect
import math
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import click

from benchmarks.checks.learner_subjects import OWN, PUBLISHED, Data, Own, Published, Targets, estimators
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph import GenmorphError, RelationSet, infer_relations
from genmorph.inference.preparation import input_stream
from genmorph.inference.sources import Sieve
from genmorph.learning import learner
from genmorph.model import Execution, Input, Tolerance, Verdict
from genmorph.results.record import Relation
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
@click.option("--budget", default="60s", show_default=True, help="What each run may spend, or as 20ev.")
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
    names = [*estimators(), *OWN]
    chosen = [name for name in names if not only or any(text in name for text in only)]
    if not chosen:
        raise click.UsageError(f"--only must be a part of the name of a learner, got {', '.join(only)}")
    tasks = [(name, budget, seed, inputs) for name in chosen if not record.has(name, seed)]
    for row in rows_as_done(measure, tasks, jobs):
        record.add(row)
        _show(row)
    record.finish(totals([row for row in record.rows if row["subject"] in chosen and row["seed"] == seed]))
    sys.exit(1 if record.totals["refuted"] or record.totals["crashed"] else 0)


def measure(name: str, budget: str, seed: int, inputs: int) -> Row:
    """One learner: what is reported, what is found of the literature, and whether a fault is noticed."""
    warnings.simplefilter("ignore")  # of estimators that do not converge
    own = OWN.get(name)
    function = learner(estimators()[name]) if own is None else own.sound
    is_stochastic = own is not None and own.is_stochastic
    row: Row = {"subject": name, "seed": seed, "is_own": own is not None, "words": "", "relations": []}
    row |= {"published": {}, "untrue": [], "noticed_by": [], "is_crash": False}
    began = time.perf_counter()
    try:
        found = infer_relations(
            function, budget=budget, seed=seed, tolerance=TOLERANCE, cache=False, stochastic=is_stochastic
        )
        row["seconds"] = round(time.perf_counter() - began, 1)
        row["words"] = "" if found else " ".join(str(found).split())
        row["relations"] = [_tried(relation, function, inputs, seed) for relation in found]
        if own is None:
            row["published"], row["untrue"] = _published(function, found, seed)
        else:
            row["noticed_by"] = [relation.formula for relation in found if _notices(relation, own, seed)]
    except Exception as error:  # noqa: BLE001 - a crash must not end the others
        row["words"] = f"{type(error).__name__}: {error}"
        row["is_crash"] = not isinstance(error, GenmorphError)
        row.setdefault("seconds", round(time.perf_counter() - began, 1))
    return row


def _published(function: Callable[..., Any], found: RelationSet, seed: int) -> tuple[dict[str, bool], list[str]]:
    """Of each relation of the literature that is true of the learner, whether a formula says it; and the untrue ones.

    Untrue are those that hold on all drawn data sets, and not for an input that genmorph gives as a counterexample.
    """
    name, parameters = function.__name__, list(inspect.signature(function).parameters)
    formulas = {relation.formula.partition(", where ")[0] for relation in found}  # without what the domain says
    published, untrue = dict[str, bool](), list[str]()
    for one in PUBLISHED:
        if not is_true(one, function, seed):
            continue
        forms = {said.formula(name, parameters) for said in one.forms}
        published[one.name] = bool(forms & formulas)
        against = [no.counterexample for no in found.rejected if no.formula.partition(", where ")[0] in forms]
        if not published[one.name] and one.keeps_outputs and any(_differ(pair, function) for pair in against):
            del published[one.name]
            untrue.append(one.name)
    return published, untrue


def _differ(pair: Execution | None, function: Callable[..., Any]) -> bool:
    """Whether a learner answers both inputs of a counterexample, and differently."""
    if pair is None:
        return False
    arguments = pair.source[: len(pair.follow_up)]  # without what is drawn
    try:
        return not _are_close(function(*arguments), function(*pair.follow_up))
    except ValueError:  # what it refuses contradicts nothing
        return False


def _notices(relation: Relation, own: Own, seed: int) -> bool:
    return replay(relation, [own.faulty], drawn=FAULTY_INPUTS, seed=seed + 2).verdict is Verdict.REJECT


def _tried(relation: Relation, function: Callable[..., Any], inputs: int, seed: int) -> Row:
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

    >>> row = {"subject": "svc", "published": {"a": True, "b": False}, "untrue": ["c"], "relations": [], "seconds": 9}
    >>> totals([row | {"is_own": False, "is_crash": False, "noticed_by": []}])["published"]
    '1 of 2, wanted 85%'
    """
    known, own = ([row for row in rows if row["is_own"] is is_own] for is_own in (False, True))
    found = [(row, name, is_found) for row in known for name, is_found in row["published"].items()]
    relations = [(row, one) for row in rows for one in row["relations"]]
    return {
        "published": f"{sum(is_found for _, _, is_found in found)} of {len(found)}, wanted {WANTED_SHARE:.0%}",
        "of_each": [f"{row['subject']} {sum(row['published'].values())} of {len(row['published'])}" for row in known],
        "untrue": [f"{row['subject']}: {name}" for row in known for name in row["untrue"]],
        "not_found": [f"{row['subject']}: {name}" for row, name, is_found in found if not is_found],
        "faults": f"{sum(bool(row['noticed_by']) for row in own)} of {len(own)}, wanted {WANTED_FAULTS}",
        "faults_not_found": [row["subject"] for row in own if not row["noticed_by"]],
        "relations": len(relations),
        "refuted": [f"{row['subject']}: {one['formula']}" for row, one in relations if one["counterexample"]],
        "crashed": [f"{row['subject']}: {row['words']}" for row in rows if row["is_crash"]],
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
