"""Pairs and outcomes -> executions: the rows on which relations are scored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain as _chained
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from genmorph.execution.answers import (
    Answer,
    Chain,
    answer_pairs,
    any_returned,
    chained_mutant_calls,
    mutant_calls,
    wrong_executions,
)
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
_FIRST = 64
"""So many pairs a mutant is run on first."""

T = TypeVar("T")
Row = tuple[int, int, Execution]
"""An execution with the numbers of its mutant and its pair."""


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

    At most `limit` incorrect rows are spread evenly over the mutants, which are run as far as that needs, and not on
    when they return for none of a stretch of pairs. Rows that are not `is_exact` stay out. With a `chain` the follow-up
    inputs of a mutant are made of its own outputs; where that is impossible there is no row.
    """
    calls_of = mutant_calls if chain is None else partial(chained_mutant_calls, chain=chain, outputs=outputs)
    answers = [answer for answer in answer_pairs(pairs, outputs, run) if answer is not None]
    correct = [(CORRECT, answer.index, answer.execution) for answer in answers if is_exact(answer.execution)][:MAX_ROWS]

    def wrong(number: int) -> Iterator[Row]:
        for some in _stretches(answers):
            calls = calls_of(some, mutants[number], run)
            found = wrong_executions(calls, outputs, tolerance)
            yield from ((number, index, execution) for index, execution in found if is_exact(execution))
            if not any_returned(calls):
                return

    rows = _chained.from_iterable(shared([wrong(number) for number in range(len(mutants))], min(limit, MAX_ROWS)))
    return _as_columns([*correct, *rows], variables, [mutant.id for mutant in mutants], [source for source, _ in pairs])


def _stretches(answers: Sequence[Answer]) -> Iterator[Sequence[Answer]]:
    """The answers in parts, each twice as long as the one before; most mutants differ soon, and are run no further."""
    start, size = 0, _FIRST
    while start < len(answers):
        yield answers[start : start + size]
        start, size = start + size, 2 * size


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
    rows: Sequence[Row],
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


def shared(streams: Sequence[Iterator[T]], total: int) -> list[list[T]]:
    """The first items of each stream, `total` in all, as evenly as what there is allows; few more are looked at.

    >>> shared([iter("a" * 10), iter("b" * 2), iter("c" * 10)], 12)
    [['a', 'a', 'a', 'a', 'a'], ['b', 'b'], ['c', 'c', 'c', 'c', 'c']]
    """
    taken: list[list[T]] = [[] for _ in streams]
    ended: set[int] = set()
    shares = spread([total] * len(streams), total)
    while lacking := [place for place, share in enumerate(shares) if len(taken[place]) < share]:
        for place in lacking:
            taken[place] += islice(streams[place], shares[place] - len(taken[place]))
            if len(taken[place]) < shares[place]:
                ended.add(place)
        shares = spread([len(items) if place in ended else total for place, items in enumerate(taken)], total)
    return taken


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
