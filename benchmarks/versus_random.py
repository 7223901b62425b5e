"""Co-evolution against random search at equal evaluations, on the rows of the Java tool's search.

Run it as `python -m benchmarks.versus_random`; `benchmarks/README.md` says what is measured.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

import click
import numpy as np
from scipy.stats import mannwhitneyu

from benchmarks.java_rows import KINDS, read_executions
from benchmarks.record import ROOT, Record, Row
from genmorph.fitness.programs import Programs, concatenate, pack_rows
from genmorph.fitness.scores import score
from genmorph.fitness.table import Table, build_table
from genmorph.model import Tolerance
from genmorph.relations.expression import Role
from genmorph.relations.operators import FIRST_VARIABLE
from genmorph.relations.printing import formula
from genmorph.search.coevolution import evolve
from genmorph.search.grammar import Grammar, build_grammar
from genmorph.search.parameters import Parameters
from genmorph.search.variation import initialise

SIGNIFICANT = 0.05
NO_RELATION = 1.0
"""The share of false negatives that stands for finding nothing: that of the relation that accepts all."""
_WITHOUT_END = 10**9


@dataclass(frozen=True, slots=True)
class Best:
    """The relation with the fewest false negatives among those without false positive that relate both outputs."""

    false_negatives: float
    formula: str
    size: int
    evaluations: float


def search_by_evolution(table: Table, grammar: Grammar, evaluations: float, seed: int) -> Best:
    """The best of what a co-evolution keeps: its archive and its populations, after each round."""
    rng = Random(f"{seed}/evolution")
    parameters = Parameters(patience=_WITHOUT_END, join=False)
    evolution = None
    best = Best(NO_RELATION, "", 0, 0.0)
    while evolution is None or evolution.evaluations < evaluations:
        evolution = evolve(table, grammar, parameters, lambda spent: spent < evaluations, rng, evolution)
        kept = [population.programs for population in evolution.populations]
        programs = concatenate([*kept, pack_rows(evolution.archive.rows)])
        best = _better(best, programs, table, grammar, evolution.evaluations)
    return best


def search_at_random(table: Table, grammar: Grammar, evaluations: float, seed: int) -> Best:
    """The best of random trees; as in the co-evolution, a tree that was seen before costs nothing."""
    rng = Random(f"{seed}/random")
    cost = table.rows / 1e6
    batch = Parameters().population
    seen: set[int] = set()
    best = Best(NO_RELATION, "", 0, 0.0)
    while (left := int(evaluations / cost) - len(seen)) > 0:
        drawn = initialise(grammar, batch, rng.getrandbits(63))
        new = {key: row for row, key in enumerate(drawn.hashes().tolist()) if key not in seen}
        fresh = dict(list(new.items())[:left])
        seen |= fresh.keys()
        best = _better(best, drawn.take(list(fresh.values())), table, grammar, len(seen) * cost)
    return best


def _better(best: Best, programs: Programs, table: Table, grammar: Grammar, evaluations: float) -> Best:
    """The best so far or one of these programs, at what was spent by now."""
    scores = score(programs, table)
    fits = np.flatnonzero((scores.false_positives == 0) & _relates(programs, grammar))
    found = min(((scores.false_negatives[i], programs.sizes[i], i) for i in fits.tolist()), default=None)
    if found is None or found[0] / table.incorrect >= best.false_negatives:
        return Best(best.false_negatives, best.formula, best.size, evaluations)
    expression = programs.expression(found[2], grammar.variables)
    text = formula(expression, {variable.name: variable.name for variable in grammar.variables})
    return Best(float(found[0] / table.incorrect), text, expression.size, evaluations)


def _relates(programs: Programs, grammar: Grammar) -> np.ndarray:
    """Which programs mention the outputs of both calls."""
    outputs = (Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT)
    codes = [FIRST_VARIABLE + i for i, variable in enumerate(grammar.variables) if variable.role in outputs]
    return np.logical_and.reduce([(programs.codes == code).any(axis=1) for code in codes])


def measure(subject: str, seed: int, evaluations: float) -> Row:
    """Both searches on one subject from one seed; the random one may spend what the co-evolution spent."""
    executions = read_executions(subject)
    table = build_table(executions, Tolerance())
    grammar = build_grammar(executions.variables, {})
    evolved = search_by_evolution(table, grammar, evaluations, seed)
    drawn = search_at_random(table, grammar, evolved.evaluations, seed)
    row: Row = {"subject": subject, "seed": seed}
    for name, best in (("evolution", evolved), ("random", drawn)):
        row[f"{name}_fn"] = round(best.false_negatives, 6)
        row[f"{name}_formula"] = best.formula
        row[f"{name}_size"] = best.size
        row[f"{name}_evaluations"] = round(best.evaluations, 3)
    return row


def compare(rows: Sequence[Row]) -> Row:
    """Medians of both searches, and the probability of such ranks if the co-evolution were not better."""
    evolution, drawn = ([row[f"{name}_fn"] for row in rows] for name in ("evolution", "random"))
    return {
        "seeds": len(rows),
        "evolution_median": median(evolution),
        "random_median": median(drawn),
        "p": float(mannwhitneyu(evolution, drawn, alternative="less").pvalue),
    }


@click.command()
@click.option("--seeds", default=10, show_default=True, type=click.IntRange(min=2), help="Searches on each subject.")
@click.option(
    "--evaluations",
    default=1_500.0,
    show_default=True,
    type=click.FloatRange(min=0, min_open=True),
    help="What each search may spend, in trees x rows / 10**6.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "versus_random.json",
    help="Where results go  [default: benchmarks/results/versus_random.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(seeds: int, evaluations: float, output: Path, fresh: bool) -> None:
    """Compare the best relations of both searches; exit code 1 where the co-evolution is not better on a subject."""
    record = Record.open(output, {"evaluations": evaluations}, fresh)
    for subject in KINDS:
        for seed in range(seeds):
            if not record.has(subject, seed):
                record.add(measure(subject, seed, evaluations))
            _show(next(row for row in record.rows if (row["subject"], row["seed"]) == (subject, seed)))
    click.echo("\nmedian share of false negatives at no false positive; p: Mann-Whitney U, one-sided")
    chosen = [row for row in record.rows if row["seed"] < seeds]
    record.totals = {subject: compare([row for row in chosen if row["subject"] == subject]) for subject in KINDS}
    record.save()
    for subject, figures in record.totals.items():
        verdict = "better" if figures["p"] < SIGNIFICANT else "NOT better"
        click.echo(
            f"{subject}: co-evolution {figures['evolution_median']:.4f}, random {figures['random_median']:.4f}, "
            f"p = {figures['p']:.2g}, {verdict}"
        )
    sys.exit(0 if all(figures["p"] < SIGNIFICANT for figures in record.totals.values()) else 1)


def _show(row: Row) -> None:
    """One line for each search."""
    for name in ("evolution", "random"):
        click.echo(
            f"{row['subject']} {row['seed']:2} {name:9} FN {row[f'{name}_fn']:.4f} "
            f"at {row[f'{name}_evaluations']:.0f} evaluations: {row[f'{name}_formula'] or 'no relation'}"
        )


if __name__ == "__main__":
    main()
