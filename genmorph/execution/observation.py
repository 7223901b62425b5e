"""Pairs and outcomes -> executions: the rows on which relations are scored."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from genmorph.execution.answers import Chain, answer_pairs, wrong_chained_executions, wrong_executions
from genmorph.execution.columns import Column, column, is_exact
from genmorph.execution.comparing import Pair, error_executions, error_of, is_same
from genmorph.model import Execution, Input, Mutant, Output, Run, Tolerance
from genmorph.relations.expression import Variable

__all__ = [
    "CORRECT",
    "MAX_ROWS",
    "Chain",
    "Executions",
    "Pair",
    "correct_executions",
    "error_executions",
    "error_of",
    "executions_of",
    "is_exact",
    "is_same",
    "observe",
    "spread",
    "with_correct",
]

MAX_ROWS = 9_000
"""At most so many correct, and so many incorrect rows (paper, section 6)."""
CORRECT = -1


@dataclass(frozen=True, slots=True, eq=False)
class Executions:
    """Rows of pairs that ran: correct ones first, then incorrect ones mutant by mutant.

    `columns` has one array for each variable: float64 for numbers, bool for Booleans, objects for texts and lists.
    `mutants` is -1 on correct rows and else an index into `names`; `pairs` is each row's index into `sources`.
    """

    variables: tuple[Variable, ...]
    columns: tuple[Column, ...]
    mutants: NDArray[np.int64]
    pairs: NDArray[np.int64]
    names: tuple[str, ...]
    sources: tuple[Input, ...]

    def __post_init__(self) -> None:
        for array in (*self.columns, self.mutants, self.pairs):
            array.setflags(write=False)

    @property
    def correct(self) -> int:
        """How many rows are correct executions."""
        return int(np.count_nonzero(self.mutants == CORRECT))

    @property
    def incorrect(self) -> int:
        """How many rows are incorrect executions."""
        return len(self.mutants) - self.correct


def observe(
    pairs: Sequence[Pair],
    mutants: Sequence[Mutant],
    variables: Sequence[Variable],
    outputs: Sequence[Output],
    tolerance: Tolerance,
    run: Run,
    limit: int = MAX_ROWS,
    chain: Chain | None = None,
) -> Executions:
    """Run the original on all pairs, its mutants on those where it returns, and keep what was returned, as rows.

    At most `limit` incorrect rows are spread evenly over the mutants. Rows that are not `is_exact` stay out. With a
    `chain` the follow-up inputs of a mutant are made of its own outputs; where that is impossible there is no row.
    """
    wrong_ones = wrong_executions if chain is None else partial(wrong_chained_executions, chain=chain)
    answers = [answer for answer in answer_pairs(pairs, outputs, run) if answer is not None]
    correct = [(CORRECT, answer.index, answer.execution) for answer in answers if is_exact(answer.execution)][:MAX_ROWS]
    wrong = [
        [
            (number, index, execution)
            for index, execution in wrong_ones(answers, mutant, outputs, tolerance, run)
            if is_exact(execution)
        ]
        for number, mutant in enumerate(mutants)
    ]
    shares = spread([len(rows) for rows in wrong], min(limit, MAX_ROWS))
    rows = correct + [row for found, share in zip(wrong, shares, strict=True) for row in found[:share]]
    return _as_columns(rows, variables, [mutant.id for mutant in mutants], [source for source, _ in pairs])


def correct_executions(executions: Sequence[Execution], variables: Sequence[Variable]) -> Executions:
    """Rows of the original alone."""
    rows = [(CORRECT, index, execution) for index, execution in enumerate(executions)]
    return _as_columns(rows, variables, [], [execution.source for execution in executions])


def with_correct(executions: Executions, more: Sequence[Execution]) -> Executions:
    """The same rows and further ones of the original, as far as there is room and each once."""
    room = MAX_ROWS - executions.correct
    known = {repr(source) for source in executions.sources}
    new = {repr(execution.source): execution for execution in more if repr(execution.source) not in known}
    fresh = list(new.values())[:room]
    added = correct_executions(fresh, executions.variables)
    return Executions(
        variables=executions.variables,
        columns=tuple(np.concatenate([new, old]) for new, old in zip(added.columns, executions.columns, strict=True)),
        mutants=np.concatenate([added.mutants, executions.mutants]),
        pairs=np.concatenate([added.pairs + len(executions.sources), executions.pairs]),
        names=executions.names,
        sources=executions.sources + added.sources,
    )


def _as_columns(
    rows: Sequence[tuple[int, int, Execution]],
    variables: Sequence[Variable],
    names: Sequence[str],
    sources: Sequence[Input],
) -> Executions:
    return Executions(
        variables=tuple(variables),
        columns=tuple(column(variable, [e for _, _, e in rows]) for variable in variables),
        mutants=np.array([number for number, _, _ in rows], np.int64),
        pairs=np.array([index for _, index, _ in rows], np.int64),
        names=tuple(names),
        sources=tuple(sources),
    )


def executions_of(pairs: Sequence[Pair], outputs: Sequence[Output], run: Run) -> tuple[Execution | None, ...]:
    """One execution of the original for each pair; None where a call gave no values of the outputs' kinds."""
    return tuple(None if answer is None else answer.execution for answer in answer_pairs(pairs, outputs, run))


def spread(available: Sequence[int], total: int) -> tuple[int, ...]:
    """Shares of `total`, as equal as what is available allows.

    >>> spread([10, 2, 10], 12)
    (5, 2, 5)
    """
    shares = [0] * len(available)
    left = total
    by_size = sorted(range(len(available)), key=lambda index: available[index])
    for rank, index in enumerate(by_size):
        shares[index] = min(available[index], left // (len(available) - rank))
        left -= shares[index]
    return tuple(shares)
