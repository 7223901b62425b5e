"""Milliseconds and megabytes of evaluating relations over texts and sequences, checked against plain Python.

Run it as `python -m benchmarks.sequence_speed`; `benchmarks/README.md` says what is measured. Memory needs Linux.
"""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import click
import numpy as np

from benchmarks.contest.timing import cpu_milliseconds, summary
from benchmarks.record import ROOT, Record, Row
from genmorph.execution.observation import CORRECT, Executions
from genmorph.fitness.programs import Programs, concatenate, pack
from genmorph.fitness.scores import score
from genmorph.fitness.table import Table, build_table, unpack_bits
from genmorph.model import Kind, Tolerance, UsageError
from genmorph.relations.expression import Expression, Role, Tree, Variable
from genmorph.relations.meaning import compile_relation
from genmorph.relations.operators import OPERATORS, Operator, Sort
from genmorph.search.coevolution import evolve
from genmorph.search.grammar import build_grammar
from genmorph.search.parameters import PRESETS
from genmorph.search.variation import initialise

TREES, ROWS = 2_000, 18_000
MILLISECONDS, MEGABYTES = 400.0, 200.0
"""Wanted of one evaluation of all trees on all rows, and of the table and it."""
LEAST, MOST = 3, 16
"""The sizes of relations, drawn evenly."""
LONGEST = 50
"""The lengths are drawn evenly up to here, so that their mean is 25."""
MUTANTS = 30
CHECKED_TREES, CHECKED_ROWS = 400, 60
GENERATIONS = (5, 20, 39)
DRAWN, FIRST, PAPER, MEMORY = "drawn", "first population", "first population of the paper's operators", "memory"
VARIABLES = (
    Variable("ks_s", Role.SOURCE_INPUT, Kind.INTS, 0),
    Variable("text_s", Role.SOURCE_INPUT, Kind.TEXT, 1),
    Variable("n_s", Role.SOURCE_INPUT, Kind.INT, 2),
    Variable("x_s", Role.SOURCE_INPUT, Kind.FLOAT, 3),
    Variable("return.xs_s", Role.SOURCE_OUTPUT, Kind.FLOATS, 0),
    Variable("return.n_s", Role.SOURCE_OUTPUT, Kind.INT, 1),
    Variable("return.xs_f", Role.FOLLOW_UP_OUTPUT, Kind.FLOATS, 0),
    Variable("return.n_f", Role.FOLLOW_UP_OUTPUT, Kind.INT, 1),
)
_LEAVES = {sort: [v.name for v in VARIABLES if v.sort is sort] for sort in {v.sort for v in VARIABLES}}
_OPERATORS = [o for o in OPERATORS if {*o.arguments, o.result} <= {Sort.BOOLEAN, *_LEAVES}]
_LEAST_SIZE = {Sort.BOOLEAN: LEAST} | dict.fromkeys(_LEAVES, 1)
_CONSTANTS = 0.2
"""The share of leaves for numbers that are constants, half of them ints."""
_LETTERS = 4 * "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789.,-" + "éÉßŉİıﬁ"


def draw_relations(count: int, rng: Random) -> list[Expression]:
    """Random typed trees; those that would write floats are drawn anew."""
    found: list[Expression] = []
    while len(found) < count:
        size = LEAST + len(found) % (MOST - LEAST + 1)
        try:
            found.append(Expression.from_tree(draw_tree(Sort.BOOLEAN, size, rng), VARIABLES))
        except UsageError:
            continue
    return found


def draw_tree(sort: Sort, size: int, rng: Random) -> Tree:
    """A tree of so many nodes, or of fewer where none has so many."""
    fitting = [o for o in _OPERATORS if o.result is sort and _least_size(o) <= size]
    if not fitting or (size == 1 and sort in _LEAVES):
        return _draw_leaf(sort, rng)
    operator = rng.choice(fitting)
    return [operator.symbol, *(draw_tree(s, n, rng) for s, n in _split(operator, size - 1, rng))]


def _least_size(operator: Operator) -> int:
    return 1 + sum(_LEAST_SIZE[argument] for argument in operator.arguments)


def _split(operator: Operator, room: int, rng: Random) -> Iterator[tuple[Sort, int]]:
    """The sizes of the operands."""
    spare = room - sum(_LEAST_SIZE[argument] for argument in operator.arguments)
    first = rng.randint(0, spare) if len(operator.arguments) > 1 else spare
    for argument, more in zip(operator.arguments, (first, spare - first), strict=False):
        yield argument, _LEAST_SIZE[argument] + more


def _draw_leaf(sort: Sort, rng: Random) -> Tree:
    if sort is not Sort.NUMBER or rng.random() >= _CONSTANTS:
        return rng.choice(_LEAVES[sort])
    return rng.randint(-3, 3) if rng.random() < 1 / 2 else round(rng.uniform(-3, 3), 2)


def draw_executions(count: int, rng: Random) -> Executions:
    """Half of the rows are correct, the others spread over the mutants."""
    wrong = np.sort(np.arange(count - count // 2) % MUTANTS)
    mutants = np.concatenate([np.full(count // 2, CORRECT), wrong])
    rows = [_draw_row(rng, is_correct=bool(mutant == CORRECT)) for mutant in mutants]
    columns = tuple(_as_column(variable, [row[i] for row in rows]) for i, variable in enumerate(VARIABLES))
    names = tuple(f"mutant {number}" for number in range(MUTANTS))
    return Executions(VARIABLES, columns, mutants, np.arange(count), names, tuple((0,) for _ in range(count)))


def _draw_row(rng: Random, *, is_correct: bool) -> tuple[Any, ...]:
    """The outputs are reversed and sorted inputs, of mutants with an element less, so that lengths are often equal."""
    integers = rng.choices(range(-50, 51), k=rng.randint(0, LONGEST))
    floats = [k + rng.random() for k in integers]
    text = "".join(rng.choices(_LETTERS, k=rng.randint(0, LONGEST)))
    follow_up = sorted(floats)[0 if is_correct else 1 :]
    numbers = rng.randint(-50, 50), rng.uniform(-50, 50)
    return integers, text, *numbers, floats[::-1], len(integers), follow_up, len(follow_up)


def _as_column(variable: Variable, values: list[Any]) -> Any:
    column = np.empty(len(values), np.float64 if variable.kind.is_number else np.object_)
    column[:] = values
    return column


def populations(table: Table) -> Iterator[tuple[str, Programs]]:
    """Random trees of all sizes alike, and those that a search without join begins with and comes to."""
    yield DRAWN, pack(draw_relations(TREES, Random("trees")))
    grammar = build_grammar(VARIABLES, {})
    yield FIRST, initialise(grammar, TREES, 0)
    yield PAPER, initialise(build_grammar(VARIABLES, {}, PRESETS["paper"].operators), TREES, 0)
    for generations in GENERATIONS:
        parameters = replace(PRESETS["no-join"], round=generations, patience=TREES)
        evolution = evolve(table, grammar, parameters, lambda _: True, Random("search"))
        yield f"generation {generations}", concatenate([p.programs for p in evolution.populations])


def measure(programs: Programs, executions: Executions, table: Table, rounds: int) -> Row:
    """CPU milliseconds of an evaluation, and on how many of the rows of a sample its truth is not that of Python."""
    score(programs, table)
    times = [cpu_milliseconds(lambda: score(programs, table)) for _ in range(rounds)]
    return {
        **summary(times),
        "mean_size": round(float(programs.sizes.mean()), 2),
        "checked": CHECKED_TREES * CHECKED_ROWS,
        "disagreeing": sum(disagreements(programs, executions, table)),
    }


def disagreements(programs: Programs, executions: Executions, table: Table) -> Iterator[bool]:
    """For each tree and row of a sample, whether kernel and plain meaning disagree; ints too large for both aside."""
    rng = Random("sample")
    bits = rng.sample(np.flatnonzero(table.row_of_bit >= 0).tolist(), CHECKED_ROWS)
    rejected = score(programs, table).rejected
    rows = [_plain_row(executions, int(table.row_of_bit[bit])) for bit in bits]
    for tree in rng.sample(range(TREES), CHECKED_TREES):
        holds = compile_relation(programs.expression(tree, VARIABLES), table.tolerance)
        flags = unpack_bits(rejected[tree])
        for bit, row in zip(bits, rows, strict=True):
            try:
                yield holds(row) == bool(flags[bit])
            except OverflowError:
                yield False


def _plain_row(executions: Executions, row: int) -> list[Any]:
    values = [column[row] for column in executions.columns]
    return [int(v) if variable.kind is Kind.INT else v for variable, v in zip(VARIABLES, values, strict=True)]


def measure_memory() -> Row:
    """The peak of resident megabytes beyond what a process has that has loaded all code and drawn the rows."""
    command = [sys.executable, "-m", "benchmarks.sequence_speed", "--peak"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    return {"added_mb": float(result.stdout)}


def peak() -> float:
    """What this process needs for the table and one evaluation of all trees."""
    programs = pack(draw_relations(TREES, Random("trees")))
    executions = draw_executions(ROWS, Random("rows"))
    score(programs, build_table(draw_executions(2 * MUTANTS, Random("few")), Tolerance()))
    before = _megabytes("VmRSS")
    score(programs, build_table(executions, Tolerance()))
    return round(_megabytes("VmHWM") - before, 1)


def _megabytes(name: str) -> float:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) * 1024 / 1e6


@click.command()
@click.option("--rounds", default=15, show_default=True, type=click.IntRange(min=1), help="Evaluations of each.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "sequence_speed.json",
    help="Where results go  [default: benchmarks/results/sequence_speed.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
@click.option("--peak", "is_peak", is_flag=True, help="Print the megabytes that an evaluation adds, and nothing else.")
def main(rounds: int, output: Path, fresh: bool, is_peak: bool) -> None:
    """Measure all populations; exit code 1 where a wanted figure is missed."""
    if is_peak:
        click.echo(peak())
        return
    record = Record.open(output, {"rounds": rounds}, fresh)
    executions = draw_executions(ROWS, Random("rows"))
    table = build_table(executions, Tolerance())
    for name, programs in populations(table):
        if not record.has(name, 0):
            click.echo(f"measuring {name}", err=True)
            record.add({"subject": name, "seed": 0, **measure(programs, executions, table, rounds)})
    if not record.has("table", 0):
        times = [cpu_milliseconds(lambda: build_table(executions, Tolerance())) for _ in range(rounds)]
        record.add({"subject": "table", "seed": 0, **summary(times)})
    if not record.has(MEMORY, 0):
        record.add({"subject": MEMORY, "seed": 0, **measure_memory()})
    record.finish(totals({row["subject"]: row for row in record.rows}))
    sys.exit(1 if record.totals["missed"] else 0)


def totals(rows: dict[str, Row]) -> Row:
    """The figures, and those that are missed."""
    evaluations = {name: row for name, row in rows.items() if "disagreeing" in row}
    tests = {f"{MILLISECONDS:g} ms for {name}": row["median_ms"] <= MILLISECONDS for name, row in evaluations.items()}
    tests["the truth of plain Python"] = not any(row["disagreeing"] for row in evaluations.values())
    tests[f"{MEGABYTES:g} MB"] = rows[MEMORY]["added_mb"] <= MEGABYTES
    return {
        "median_ms": [f"{name} {row['median_ms']}" for name, row in rows.items() if "median_ms" in row],
        "added_mb": rows[MEMORY]["added_mb"],
        "missed": [name for name, met in tests.items() if not met],
    }


if __name__ == "__main__":
    main()
