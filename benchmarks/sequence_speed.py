"""Milliseconds and megabytes of evaluating random relations over texts and sequences, checked against plain Python.

Run it as `python -m benchmarks.sequence_speed`; `benchmarks/README.md` says what is measured. Memory needs Linux.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import click
import numpy as np

from benchmarks.contest.timing import cpu_milliseconds, summary
from benchmarks.record import ROOT, Record, Row
from genmorph.execution.observation import CORRECT, Executions
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.fitness.table import build_table, unpack_bits
from genmorph.model import Kind, Tolerance, UsageError
from genmorph.relations.expression import EXACT, Expression, Role, Tree, Variable
from genmorph.relations.meaning import compile_relation
from genmorph.relations.operators import OPERATORS, Operator, Sort

TREES, ROWS = 2_000, 18_000
MILLISECONDS, MEGABYTES = 400.0, 200.0
"""Wanted of one evaluation of all trees on all rows; the megabytes include the table."""
LEAST, MOST = 3, 16
"""The sizes of relations, drawn evenly."""
LONGEST = 50
"""The lengths are drawn evenly up to here, so that their mean is 25."""
MUTANTS = 30
CHECKED_TREES, CHECKED_ROWS = 400, 60
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


def measure_time(rounds: int) -> Row:
    """CPU milliseconds of building the table and of evaluating; truth compared with the plain meaning on a sample."""
    relations, executions = draw_relations(TREES, Random("trees")), draw_executions(ROWS, Random("rows"))
    programs = pack(relations)
    table = build_table(executions, Tolerance())
    scores = score(programs, table)
    building = [cpu_milliseconds(lambda: build_table(executions, Tolerance())) for _ in range(rounds)]
    evaluating = [cpu_milliseconds(lambda: score(programs, table)) for _ in range(rounds)]
    rng = Random("sample")
    rows = np.flatnonzero(table.row_of_bit >= 0)[rng.sample(range(ROWS), CHECKED_ROWS)]
    trees = rng.sample(range(TREES), CHECKED_TREES)
    answers = [
        (relations[tree], table.row_of_bit[row], bool(unpack_bits(scores.rejected[tree])[row]))
        for tree in trees
        for row in rows
    ]
    disagreeing = sum(_disagrees(*answer, executions) for answer in answers)
    return {
        "table": summary(building),
        "evaluation": summary(evaluating),
        "mean_size": round(sum(relation.size for relation in relations) / TREES, 2),
        "checked": len(answers),
        "disagreeing": disagreeing,
    }


def measure_memory() -> Row:
    """The peak of resident megabytes beyond what a process has that has loaded all code and drawn the rows."""
    command = [sys.executable, "-m", "benchmarks.sequence_speed", "--peak"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    return {"added_mb": float(result.stdout)}


def peak() -> float:
    """What a process needs for the table and one evaluation of all trees."""
    programs = pack(draw_relations(TREES, Random("trees")))
    executions = draw_executions(ROWS, Random("rows"))
    few = pack(draw_relations(MOST, Random("few")))
    score(few, build_table(draw_executions(2 * MUTANTS, Random("few")), Tolerance()))
    before = _resident("VmRSS")
    score(programs, build_table(executions, Tolerance()))
    return round(_resident("VmHWM") - before, 1)


def _resident(name: str) -> float:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) * 1024 / 1e6
