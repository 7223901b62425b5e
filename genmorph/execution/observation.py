"""Pairs and outcomes -> executions: the rows on which relations are scored, and their columns."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain as _chained
from itertools import islice
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from genmorph.execution.outputs import Pair, differs, gives, passed_outputs, read_each, read_outputs
from genmorph.model import (
    Array,
    Built,
    Drained,
    Execution,
    Fields,
    Input,
    Mutant,
    Outcome,
    Output,
    Returned,
    Run,
    Tolerance,
)
from genmorph.relations.expression import Variable
from genmorph.relations.operators import Sort
from genmorph.settings import OBSERVATION
from genmorph.values.kinds import LARGEST_EXACT
from genmorph.values.labels import key

CORRECT = -1

Chain = Callable[[Input, tuple[Any, ...]], Input | None]
"""The follow-up input that is made of a source and its outputs; None where there is none."""
Column = NDArray[np.float64] | NDArray[np.bool_] | NDArray[np.object_]
Row = tuple[int, int, Execution]
"""An execution with the numbers of its mutant and its pair."""

T = TypeVar("T")

_SIGMAS = frozenset("Σσς")
"""How their capital is made small depends on what stands around it, which the kernel does not look at."""
_ALWAYS = frozenset({float, bool, type(None), Built})
"""Types whose values are exact; what is built is no part of a column."""
_ONLY_INTS = frozenset({int})
_COLUMN_TYPES: dict[Sort, Any] = {Sort.NUMBER: np.float64, Sort.BOOLEAN: np.bool_}


@dataclass(frozen=True, slots=True)
class Answer:
    """An execution of the original with the values that its calls returned; `index` is the number of its pair."""

    index: int
    pair: Pair
    execution: Execution
    source: Any
    follow_up: Any


MutantCall = tuple[Answer, Pair, Outcome, Outcome]
"""What a mutant gave for a pair, in the place of what the original answered."""


def _answer_pairs(pairs: Sequence[Pair], outputs: Sequence[Output], run: Run) -> tuple[Answer | None, ...]:
    """The original's answers; None where a call gave no values of the outputs' kinds."""
    outcomes = run(None, list(_chained.from_iterable(pairs)))
    answers: list[Answer | None] = []
    for index, (pair, source, follow_up) in enumerate(zip(pairs, outcomes[::2], outcomes[1::2], strict=True)):
        execution = _execution(pair, outputs, source, follow_up)
        if execution is None or not isinstance(source, Returned) or not isinstance(follow_up, Returned):
            answers.append(None)
        else:
            answers.append(Answer(index, pair, execution, source.value, follow_up.value))
    return tuple(answers)


def _calls(answers: Sequence[Answer], mutant: Mutant, run: Run) -> list[MutantCall]:
    pairs = [answer.pair for answer in answers]
    outcomes = run(mutant, list(_chained.from_iterable(pairs)))
    return list(zip(answers, pairs, outcomes[::2], outcomes[1::2], strict=True))


def _chained_calls(
    answers: Sequence[Answer], mutant: Mutant, run: Run, *, chain: Chain, outputs: Sequence[Output]
) -> list[MutantCall]:
    """The same where follow-ups are made of outputs: a mutant's of its own; pairs that have none are left out."""
    both = []
    for answer, outcome in zip(answers, run(mutant, [answer.pair[0] for answer in answers]), strict=True):
        source, follow_up = answer.pair[0], _follow_up(chain, outputs, answer, outcome)
        if follow_up is not None:
            both.append((answer, (source, follow_up), outcome))
    second = run(mutant, [follow_up for _, (_, follow_up), _ in both])
    return [(*call, outcome) for call, outcome in zip(both, second, strict=True)]


def _wrong_executions(
    calls: Iterable[MutantCall], outputs: Sequence[Output], tolerance: Tolerance
) -> Iterator[tuple[int, Execution]]:
    """The executions of a mutant that differ from those of the original, with the numbers of their pairs."""
    for original, pair, source, follow_up in calls:
        if gives(source, original.source) and gives(follow_up, original.follow_up):
            continue
        mutated = _execution(pair, outputs, source, follow_up)
        if mutated is not None and differs(original.execution, mutated, outputs, tolerance):
            yield original.index, mutated


def _follow_up(chain: Chain, outputs: Sequence[Output], answer: Answer, outcome: Outcome) -> Input | None:
    source, follow_up = answer.pair
    if gives(outcome, answer.source):
        return follow_up
    given = passed_outputs(outputs, outcome, source)
    return None if given is None else chain(source, given)


def _execution(pair: Pair, outputs: Sequence[Output], source: Outcome, follow_up: Outcome) -> Execution | None:
    if not isinstance(source, Returned) or not isinstance(follow_up, Returned):
        return None
    before = read_outputs(outputs, source.value, pair[0])
    after = None if before is None else read_outputs(outputs, follow_up.value, pair[1])
    return None if before is None or after is None else Execution(*pair, before, after)


def _column(variable: Variable, executions: Sequence[Execution]) -> Column:
    values = (variable.read(execution) for execution in executions)
    return np.fromiter(values, _COLUMN_TYPES.get(variable.sort, np.object_), len(executions))


def is_exact(execution: Execution) -> bool:
    """Whether the kernel computes what plain Python does: with ints up to 2**53, and no text with a sigma."""
    inputs = (*execution.source, *execution.follow_up)
    return _all_exact(inputs) and _all_exact((*execution.source_outputs, *execution.follow_up_outputs))


def _all_exact(values: Collection[Any]) -> bool:
    types = set(map(type, values))
    if types == _ONLY_INTS:
        return bool(min(values) >= -LARGEST_EXACT and max(values) <= LARGEST_EXACT)
    return types <= _ALWAYS or all(map(_is_exact, values))


def _is_exact(value: Any) -> bool:
    if type(value) in _ALWAYS:
        return True
    if type(value) is int:
        return -LARGEST_EXACT <= value <= LARGEST_EXACT
    if isinstance(value, str):
        return len(value) <= OBSERVATION.longest_value and (value.isascii() or _SIGMAS.isdisjoint(value))
    if isinstance(value, dict):
        return _all_exact(value.values())
    if isinstance(value, Array | Drained):
        value = value.elements
    elif isinstance(value, Fields):
        value = value.values
    return bool(len(value) <= OBSERVATION.longest_value) and (isinstance(value, bytes) or _all_exact(value))


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


NOTHING_OBSERVED = Executions((), (), np.empty(0, np.int64), np.empty(0, np.int64), (), ())


def observe(
    pairs: Sequence[Pair],
    mutants: Sequence[Mutant],
    variables: Sequence[Variable],
    outputs: Sequence[Output],
    tolerance: Tolerance,
    run: Run,
    limit: int = OBSERVATION.max_rows,
    chain: Chain | None = None,
) -> Executions:
    """Run the original on all pairs, its mutants on those where it returns, and keep what was returned, as rows.

    At most `limit` incorrect rows are spread evenly over the mutants, which are run as far as that needs, and not on
    when they return for none of a stretch of pairs. Rows that are not `is_exact` stay out. With a `chain` the follow-up
    inputs of a mutant are made of its own outputs; where that is impossible there is no row.
    """
    calls_of = _calls if chain is None else partial(_chained_calls, chain=chain, outputs=outputs)
    answers = [answer for answer in _answer_pairs(pairs, outputs, run) if answer is not None]
    exact = [answer for answer in answers if is_exact(answer.execution)]
    correct = [(CORRECT, answer.index, answer.execution) for answer in exact[: OBSERVATION.max_rows]]

    def wrong(number: int) -> Iterator[Row]:
        # in parts, each twice as long as the one before: most mutants differ soon, and are run no further
        start, size = 0, OBSERVATION.first_pairs
        while start < len(answers):
            some = answers[start : start + size]
            start, size = start + size, 2 * size
            calls = calls_of(some, mutants[number], run)
            found = _wrong_executions(calls, outputs, tolerance)
            yield from ((number, index, execution) for index, execution in found if is_exact(execution))
            if not any(isinstance(source, Returned) and isinstance(after, Returned) for _, _, source, after in calls):
                return

    each = [wrong(number) for number in range(len(mutants))]
    rows = _chained.from_iterable(shared(each, min(limit, OBSERVATION.max_rows)))
    return _as_columns([*correct, *rows], variables, [mutant.id for mutant in mutants], [source for source, _ in pairs])


def correct_executions(executions: Sequence[Execution], variables: Sequence[Variable]) -> Executions:
    """Rows of the original alone."""
    rows = [(CORRECT, index, execution) for index, execution in enumerate(executions)]
    return _as_columns(rows, variables, [], [execution.source for execution in executions])


def with_correct(executions: Executions, more: Sequence[Execution]) -> Executions:
    """The same rows and further ones of the original, as far as there is room and each once."""
    room = OBSERVATION.max_rows - executions.correct
    known = {key(source) for source in executions.sources}
    new = {key(execution.source): execution for execution in more if key(execution.source) not in known}
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
    rows: Sequence[Row], variables: Sequence[Variable], names: Sequence[str], sources: Sequence[Input]
) -> Executions:
    return Executions(
        variables=tuple(variables),
        columns=tuple(_column(variable, [execution for _, _, execution in rows]) for variable in variables),
        mutants=np.array([number for number, _, _ in rows], np.int64),
        pairs=np.array([index for _, index, _ in rows], np.int64),
        names=tuple(names),
        sources=tuple(sources),
    )


def executions_of(pairs: Sequence[Pair], outputs: Sequence[Output], run: Run) -> tuple[Execution | None, ...]:
    """One execution of the original for each pair; None where a call gave no values of the outputs' kinds."""
    return tuple(None if answer is None else answer.execution for answer in _answer_pairs(pairs, outputs, run))


def executions_in_part(pairs: Sequence[Pair], outputs: Sequence[Output], run: Run) -> tuple[Execution, ...]:
    """Executions of the pairs for which the original returned, UNREAD in the place of values of other kinds."""
    outcomes = run(None, list(_chained.from_iterable(pairs)))
    return tuple(
        Execution(*pair, read_each(outputs, source.value, pair[0]), read_each(outputs, follow_up.value, pair[1]))
        for pair, source, follow_up in zip(pairs, outcomes[::2], outcomes[1::2], strict=True)
        if isinstance(source, Returned) and isinstance(follow_up, Returned)
    )


def shared(streams: Sequence[Iterator[T]], total: int) -> list[list[T]]:
    """The first items of each stream, `total` in all, as evenly as what there is allows; few more are looked at."""
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
    """Shares of `total`, as equal as what is available allows."""
    shares = [0] * len(available)
    left = total
    by_size = sorted(range(len(available)), key=lambda index: available[index])
    for rank, index in enumerate(by_size):
        shares[index] = min(available[index], left // (len(available) - rank))
        left -= shares[index]
    return tuple(shares)
