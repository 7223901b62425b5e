"""Pairs and outcomes -> executions: the rows on which relations are scored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.model import Execution, Input, Kind, Mutant, Outcome, Returned, Run, Tolerance
from genmorph.relations.expression import EXACT, Variable
from genmorph.relations.meaning import equal

MAX_ROWS = 9_000
"""At most so many correct, and so many incorrect rows (paper, section 6)."""
CORRECT = -1

Pair = tuple[Input, Input]
Column = NDArray[np.float64] | NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Executions:
    """Rows of pairs that ran: correct ones first, then incorrect ones mutant by mutant.

    `columns` has one array for each variable: float64 for numbers, bool for Booleans. `mutants` is -1 on correct rows
    and else an index into `names`; `pairs` is each row's index into `sources`.
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
    tolerance: Tolerance,
    run: Run,
    limit: int = MAX_ROWS,
) -> Executions:
    """Run the original on all pairs, its mutants on those where it returns, and keep what was returned, as rows.

    At most `limit` incorrect rows are spread evenly over the mutants. Rows with an int beyond 2**53 stay out.
    """
    output = variables[-1].kind
    answers = executions_of(pairs, output, run)
    answered = [(index, execution) for index, execution in enumerate(answers) if execution is not None]
    correct = [(CORRECT, index, execution) for index, execution in answered if is_exact(execution)][:MAX_ROWS]
    calls = [call for index, _ in answered for call in pairs[index]]
    wrong = [
        [
            (number, index, execution)
            for index, execution in _wrong(answered, pairs, run(mutant, calls), output, tolerance)
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
        columns=tuple(_column(variable, [e for _, _, e in rows]) for variable in variables),
        mutants=np.array([number for number, _, _ in rows], np.int64),
        pairs=np.array([index for _, index, _ in rows], np.int64),
        names=tuple(names),
        sources=tuple(sources),
    )


def executions_of(pairs: Sequence[Pair], output: Kind, run: Run) -> tuple[Execution | None, ...]:
    """One execution of the original for each pair; None where either call gave no value of the output's kind."""
    return _executions(pairs, run(None, [call for pair in pairs for call in pair]), output)


def _executions(pairs: Sequence[Pair], outcomes: Sequence[Outcome], output: Kind) -> tuple[Execution | None, ...]:
    return tuple(
        Execution(source, follow_up, s.value, f.value)
        if isinstance(s, Returned) and isinstance(f, Returned) and is_of_kind(s, output) and is_of_kind(f, output)
        else None
        for (source, follow_up), s, f in zip(pairs, outcomes[::2], outcomes[1::2], strict=True)
    )


def is_of_kind(outcome: Outcome, kind: Kind) -> bool:
    """Whether a call returned a value that an output of this kind can hold."""
    return isinstance(outcome, Returned) and isinstance(outcome.value, bool) is (kind is Kind.BOOL)


def is_same(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes are the same, in type too.

    >>> is_same(Returned(1), Returned(1.0)), is_same(Returned(float("nan")), Returned(float("nan")))
    (False, True)
    """
    if not isinstance(one, Returned) or not isinstance(other, Returned):
        return one == other
    value, found = one.value, other.value
    are_nan = value != value and found != found
    return type(value) is type(found) and (value == found or are_nan)


def is_exact(execution: Execution) -> bool:
    """Whether all ints of the execution are exact in float64 columns."""
    values = (*execution.source, *execution.follow_up, execution.source_output, execution.follow_up_output)
    return all(-EXACT <= value <= EXACT for value in values if isinstance(value, int))


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


def _wrong(
    answered: Sequence[tuple[int, Execution]],
    pairs: Sequence[Pair],
    outcomes: Sequence[Outcome],
    output: Kind,
    tolerance: Tolerance,
) -> Iterator[tuple[int, Execution]]:
    """The executions of a mutant that differ from those of the original, with the numbers of their pairs."""
    for (index, original), source, follow_up in zip(answered, outcomes[::2], outcomes[1::2], strict=True):
        if _gives(source, original.source_output) and _gives(follow_up, original.follow_up_output):
            continue
        (mutated,) = _executions([pairs[index]], [source, follow_up], output)
        if mutated is not None and _differs(original, mutated, output, tolerance):
            yield index, mutated


def _gives(outcome: Outcome, value: Any) -> bool:
    """Whether a call returned just this value; most calls of a mutant do, and need no closer look."""
    return isinstance(outcome, Returned) and type(outcome.value) is type(value) and bool(outcome.value == value)


def _differs(original: Execution, mutated: Execution, output: Kind, tolerance: Tolerance) -> bool:
    outputs = (
        (original.source_output, mutated.source_output),
        (original.follow_up_output, mutated.follow_up_output),
    )
    if output is Kind.FLOAT:
        return not all(equal(o, m, tolerance) for o, m in outputs)
    return any(o != m for o, m in outputs)


def _column(variable: Variable, executions: Sequence[Execution]) -> Column:
    dtype = np.float64 if variable.kind.is_number else np.bool_
    return np.array([variable.read(execution) for execution in executions], dtype)
