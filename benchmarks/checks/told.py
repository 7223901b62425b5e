"""What genmorph reports of one function, and how that fares: the rows of scripts about kinds of values."""

import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import click

from benchmarks.checks.validity import Trial, try_inputs
from benchmarks.record import ROOT, Row
from genmorph import GenmorphError, RelationSet, UsageError, infer_relations
from genmorph.domain import passed
from genmorph.results.record import Relation
from genmorph.results.scenario_relation import ScenarioRelation

DRAWS = 20
"""Where few inputs are applicable, drawing ends after so many for each that is wanted."""
LAW = 5
"""The greatest size of an equality that reads as a law."""

NO_RELATIONS: Row = {"formulas": [], "false": 0, "untried": 0}
_OUTCOMES = ("relations", "nothing", "refused", "crashed")

Domains = Mapping[str, Any] | Sequence[Any]


def shown_path(file: str) -> str:
    """A file of the project from its root on, of others the name alone: results are compared between machines."""
    path = Path(file)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


def report(
    function: Callable[..., Any], domain: Domains | None, budget: str, seed: int, inputs: int
) -> tuple[Row, RelationSet | None]:
    """The row of a function, and its relations where there are some.

    `outcome` is `relations`, `nothing`, `refused` or `crashed`, `words` says why there are no relations.
    """
    began = time.perf_counter()
    try:
        found = infer_relations(function, budget=_spent(budget), seed=seed, domain=domain)
        row = _row("relations" if found else "nothing", began, "" if found else str(found))
        trials = [(relation, _tried(relation, function, seed, inputs)) for relation in found]
    except GenmorphError as error:
        return _row("refused", began, f"{type(error).__name__}: {error}"), None
    except Exception as error:  # noqa: BLE001 - it is what this looks for
        place = traceback.extract_tb(error.__traceback__)[-1]
        return _row(
            "crashed", began, f"{type(error).__name__}: {error} ({shown_path(place.filename)}:{place.lineno})"
        ), None
    trials.sort(key=lambda pair: not _is_law(pair[0]))
    row["formulas"] = [_told(relation, trial) for relation, trial in trials]
    row["false"] = sum(trial.violations > 0 for _, trial in trials)
    row["untried"] = sum(trial.applicable == 0 for _, trial in trials)
    return row, found or None


def count_outcomes(rows: Sequence[Row]) -> Row:
    """How many rows have each outcome."""
    return {name: sum(row["outcome"] == name for row in rows) for name in _OUTCOMES}


def show(row: Row, beside: str = "") -> None:
    """Print a row: its outcome, with words beside it, and its relations with what further inputs say of them."""
    click.echo(f"{row['subject']}: {row['outcome']}, {row['seconds']:.1f} s{beside} {row['words'][:200]}".rstrip())
    for one in row["formulas"]:
        mark, false = "law" if one["is_law"] else "   ", f"{one['violations']} of {one['applicable']} false"
        click.echo(f"    {mark} {one['formula']}  ({false})")


def _spent(budget: str) -> float | str:
    return float(budget) if budget.replace(".", "").isdigit() else budget


def _row(outcome: str, began: float, words: str) -> Row:
    seconds = round(time.perf_counter() - began, 2)
    return {"outcome": outcome, "seconds": seconds, "words": " ".join(words.split())} | NO_RELATIONS


def _told(relation: Relation, trial: Trial) -> Row:
    return {
        "formula": relation.formula,
        "is_law": _is_law(relation),
        "applicable": trial.applicable,
        "violations": trial.violations,
        "counterexamples": [repr(values)[:200] for values in trial.counterexamples],
    }


def _is_law(relation: Relation) -> bool:
    """Whether it is a short equality or relates several calls; that both calls raise the same is none."""
    if isinstance(relation, ScenarioRelation):
        return True
    if relation.is_about_errors:
        return False
    tree = relation.expression.to_tree()
    return not isinstance(tree, str) and tree[0] == "==" and relation.expression.size <= LAW


def _tried(relation: Relation, function: Callable[..., Any], seed: int, inputs: int) -> Trial:
    rng = Random(f"told/{seed}/{relation.formula}")
    return try_inputs(lambda values: relation.check(function, *values), _drawn(relation, rng, DRAWS * inputs), inputs)


def _drawn(relation: Relation, rng: Random, count: int) -> Iterator[tuple[Any, ...]]:
    """Inputs of the relation's domains as the function gets them; those that cannot be made are passed over."""
    drawn = relation.drawn if isinstance(relation, ScenarioRelation) else relation.signature.parameters
    domains = [parameter.domain for parameter in drawn]
    for _ in range(count):
        try:
            yield tuple(passed(domain, domain.draw(rng)) for domain in domains)
        except UsageError:
            continue
