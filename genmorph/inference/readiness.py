"""Compiled code and tables, made ready before they are needed; what that takes after an installation is not counted."""

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random

import numpy as np
from numpy.typing import NDArray

from genmorph.execution.observation import CORRECT, Executions
from genmorph.export.trial_run import know_characters
from genmorph.export.writing import ExportError
from genmorph.fitness.table import build_table
from genmorph.inference.meter import Meter
from genmorph.model import Kind, Output, Parameter, Tolerance
from genmorph.progress import Notice
from genmorph.relations.expression import relation_variables
from genmorph.search.coevolution import evolve, look
from genmorph.search.grammar import build_grammar
from genmorph.search.join.forms import Limits
from genmorph.search.parameters import Parameters
from genmorph.settings import BUDGET
from genmorph.values.numbers.ints import ints
from genmorph.values.sequences import lists

_FEW = Parameters(population=10, migrants=1, elite=1, round=1, join=False)


_LITTLE = Limits(expressions=100, atoms=50, kept=20, sample=20)


def compile_search() -> None:
    """Search a tiny table: what numba has compiled before is loaded, the rest compiled once and for all."""
    variables = relation_variables([Parameter("x", ints())], [0], [Output(Kind.INT)])
    x = np.arange(-20.0, 21.0)
    columns = [np.concatenate([c, c]) for c in (x, -x)] + [np.concatenate([x * x, y]) for y in (x * x * x, x * x + x)]
    mutants = np.repeat([CORRECT, 0], len(x))
    sources = tuple((int(value),) for value in x)
    executions = Executions(variables, tuple(columns), mutants, np.tile(np.arange(len(x)), 2), ("x",), sources)
    table, grammar = build_table(executions, Tolerance()), build_grammar(variables, {})
    rng = Random(0)
    evolve(table, grammar, _FEW, lambda _: True, rng, look(table, grammar, _LITTLE, rng))


def compile_sequences() -> None:
    """The same for what evaluates texts and sequences."""
    variables = relation_variables([Parameter("xs", lists(ints()))], [], [Output(Kind.INTS)])
    source = [[value] * (value % 4) for value in range(20)]
    columns = [source + source, source + [[*values, 1] for values in source], 2 * source]
    executions = Executions(
        variables,
        tuple(_objects(column) for column in columns),
        np.repeat([CORRECT, 0], len(source)),
        np.tile(np.arange(len(source)), 2),
        ("x",),
        tuple((values,) for values in source),
    )
    look(build_table(executions, Tolerance()), build_grammar(variables, {}), _LITTLE, Random(0))


def _objects(values: list[list[int]]) -> NDArray[np.object_]:
    column = np.empty(len(values), np.object_)
    column[:] = values
    return column


def ready_search(meter: Meter) -> None:
    """The search over numbers and Booleans."""
    _forgiven(compile_search, meter)


def ready_for(kinds: Iterable[Kind], meter: Meter) -> None:
    """What values of these kinds need besides."""
    chosen = set(kinds)
    if any(kind.is_sequence or kind is Kind.TEXT for kind in chosen):
        _forgiven(compile_sequences, meter)
    if chosen & {Kind.TEXT, Kind.TEXTS}:
        with suppress(ExportError):
            _forgiven(know_characters, meter)


def _forgiven(work: Callable[[], None], meter: Meter) -> None:
    before = meter.seconds_left()
    work()
    took = before - meter.seconds_left() if before < math.inf else 0.0
    if took > BUDGET.loading:
        meter.forgive(took)
        meter.notify(Notice(f"compiled in {took:.0f} s, which do not count in the budget: later runs find it compiled"))
