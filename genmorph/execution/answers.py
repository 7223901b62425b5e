"""What the original answers on pairs, and where a mutant's answers differ from its."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from genmorph.execution.comparing import Pair, differs, gives
from genmorph.execution.outputs import read_outputs
from genmorph.model import Execution, Input, Mutant, Outcome, Output, Returned, Run, Tolerance

Chain = Callable[[Input, tuple[Any, ...]], Input | None]
"""The follow-up input that is made of a source and its outputs; None where there is none."""


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


def answer_pairs(pairs: Sequence[Pair], outputs: Sequence[Output], run: Run) -> tuple[Answer | None, ...]:
    """The original's answers; None where a call gave no values of the outputs' kinds."""
    outcomes = run(None, _inputs(pairs))
    both = zip(outcomes[::2], outcomes[1::2], strict=True)
    return tuple(_answer(index, pairs[index], outputs, *outcomes) for index, outcomes in enumerate(both))


def _answer(index: int, pair: Pair, outputs: Sequence[Output], source: Outcome, follow_up: Outcome) -> Answer | None:
    execution = _execution(pair, outputs, source, follow_up)
    if execution is None or not isinstance(source, Returned) or not isinstance(follow_up, Returned):
        return None
    return Answer(index, pair, execution, source.value, follow_up.value)


def mutant_calls(answers: Sequence[Answer], mutant: Mutant, run: Run) -> list[MutantCall]:
    """What a mutant gives for the pairs of the answers."""
    pairs = [answer.pair for answer in answers]
    outcomes = run(mutant, _inputs(pairs))
    return list(zip(answers, pairs, outcomes[::2], outcomes[1::2], strict=True))


def chained_mutant_calls(
    answers: Sequence[Answer], mutant: Mutant, run: Run, *, chain: Chain, outputs: Sequence[Output]
) -> list[MutantCall]:
    """The same where follow-ups are made of outputs: a mutant's of its own; pairs that have none are left out."""
    first = run(mutant, [answer.pair[0] for answer in answers])
    follow_ups = map(partial(_follow, chain, outputs), answers, first)
    both = [
        (answer, (answer.pair[0], follow_up), outcome)
        for answer, outcome, follow_up in zip(answers, first, follow_ups, strict=True)
        if follow_up is not None
    ]
    second = run(mutant, [follow_up for _, (_, follow_up), _ in both])
    return [(*call, outcome) for call, outcome in zip(both, second, strict=True)]


def wrong_executions(
    calls: Iterable[MutantCall], outputs: Sequence[Output], tolerance: Tolerance
) -> Iterator[tuple[int, Execution]]:
    """The executions of a mutant that differ from those of the original, with the numbers of their pairs."""
    for original, pair, source, follow_up in calls:
        if gives(source, original.source) and gives(follow_up, original.follow_up):
            continue
        mutated = _execution(pair, outputs, source, follow_up)
        if mutated is not None and differs(original.execution, mutated, outputs, tolerance):
            yield original.index, mutated


def any_returned(calls: Iterable[MutantCall]) -> bool:
    """Whether for any of the pairs both calls returned."""
    return any(isinstance(source, Returned) and isinstance(follow_up, Returned) for _, _, source, follow_up in calls)


def _inputs(pairs: Iterable[Pair]) -> list[Input]:
    return [values for pair in pairs for values in pair]


def _follow(chain: Chain, outputs: Sequence[Output], answer: Answer, outcome: Outcome) -> Input | None:
    source, follow_up = answer.pair
    if gives(outcome, answer.source):
        return follow_up
    given = read_outputs(outputs, outcome.value, source) if isinstance(outcome, Returned) else None
    return None if given is None else chain(source, given)


def _execution(pair: Pair, outputs: Sequence[Output], source: Outcome, follow_up: Outcome) -> Execution | None:
    if not isinstance(source, Returned) or not isinstance(follow_up, Returned):
        return None
    before = read_outputs(outputs, source.value, pair[0])
    after = None if before is None else read_outputs(outputs, follow_up.value, pair[1])
    return None if before is None or after is None else Execution(*pair, before, after)
