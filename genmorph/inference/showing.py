"""What a person is shown of a relation: an ordinary pair, inputs that tests always run, and what mutants gave."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.execution.observation import CORRECT, executions_of
from genmorph.filters.candidates import Candidate
from genmorph.filters.validity import violations
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import rejected_rows, score
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Session
from genmorph.model import Execution, Input, Mutant, OutcomeMutant, SourceMutant, Witness
from genmorph.settings import SHOWING, SHOWN_PAIRS
from genmorph.values.labels import write


@dataclass(frozen=True, slots=True)
class Showing:
    """The fields of a relation that are there to be shown."""

    examples: tuple[Input, ...]
    pair: Execution | None = None
    witnesses: tuple[Witness, ...] = ()


def show(session: Session, found: Candidate, hardest: Sequence[Input]) -> Showing:
    """What there is to show of a relation; without pairs where the time is over."""
    killing = _killing_pairs(found)
    chosen = {write(source): source for source in (*_killing_inputs(found, killing), *hardest[: SHOWN_PAIRS.hardest])}
    try:
        pair, witnesses = _ordinary_pair(session, found, killing), tuple(_witnesses(session, found, killing))
    except HaltError:
        return Showing(tuple(chosen.values()))
    return Showing(tuple(chosen.values()), pair, witnesses)


def by_telling(mutant: Mutant) -> int:
    """Mutants of the source are read most easily, changes of outcomes least."""
    return 0 if isinstance(mutant, SourceMutant) else 2 if isinstance(mutant, OutcomeMutant) else 1


def _killing_pairs(found: Candidate) -> dict[int, set[int]]:
    """By pair of the executions: the mutants that the relation kills on it."""
    scores = score(pack([found.expression]), found.table)
    pairs: dict[int, set[int]] = {}
    for row in rejected_rows(scores, 0, found.table).tolist():
        mutant = int(found.executions.mutants[row])
        if mutant != CORRECT:
            pairs.setdefault(int(found.executions.pairs[row]), set()).add(mutant)
    return pairs


def _killing_inputs(found: Candidate, killing: dict[int, set[int]]) -> list[Input]:
    """Few source inputs on which as many mutants are killed as possible, those that kill most first."""
    sources = found.executions.sources
    length = {pair: len(write(sources[pair])) for pair in killing}
    chosen: list[Input] = []
    left = set[int]().union(*killing.values())
    while left and len(chosen) < SHOWN_PAIRS.killing:
        best = max(killing, key=lambda pair: (len(killing[pair] & left), -length[pair]))
        chosen.append(sources[best])
        left -= killing[best]
    return chosen


def _ordinary_pair(session: Session, found: Candidate, killing: dict[int, set[int]]) -> Execution | None:
    """A short pair of the original's that tells something: on its source mutants are killed, where there are any."""
    sources = found.executions.sources
    places = killing or {int(pair): set() for pair in found.executions.pairs}
    candidates = sorted((sources[place] for place in places), key=lambda source: (oddness(source), len(write(source))))
    executions = session.executions_on(found.transformation, candidates[: SHOWING.looked_at])
    return min(executions, key=_plainness, default=None)


def _plainness(execution: Execution) -> tuple[bool, int, int]:
    """Pairs of the same input twice come last, then zeros, huge and empty values, then what is long to read."""
    outputs = (*execution.source_outputs, *execution.follow_up_outputs)
    odd = oddness(execution.source) + oddness(execution.follow_up) + 2 * oddness(outputs)
    length = sum(len(write(part)) for part in (execution.source, execution.follow_up, *outputs))
    return write(execution.source) == write(execution.follow_up), odd, length


def oddness(values: Sequence[Any]) -> int:
    """How many of the values say little.

    >>> oddness((5, 0, 2.5, float("nan"), "ab", "aa", [], True, None))
    5
    """
    return sum(map(_is_odd, values))


def _is_odd(value: Any) -> bool:
    match value:
        case None:
            return True
        case bool():
            return False
        case int() | float():
            return abs(value) == 1 or not SHOWN_PAIRS.tiny <= abs(value) <= SHOWN_PAIRS.huge
        case str() | list() | tuple() | bytes():
            return len(set(map(write, value))) < 2
    return False


def _witnesses(session: Session, found: Candidate, killing: dict[int, set[int]]) -> Iterator[Witness]:
    """Pairs on which the relation rejects what mutants give, each on a short input."""
    names, sources = found.executions.names, found.executions.sources
    killed = {names[number]: number for number in set[int]().union(*killing.values())}
    mutants = sorted((m for m in session.mutants if m.id in killed), key=by_telling)
    for mutant in mutants[: SHOWING.witnesses]:
        own = [sources[pair] for pair, numbers in killing.items() if killed[mutant.id] in numbers]
        shortest = min(own, key=lambda source: len(write(source)))
        executions = _executions_of(session, found, mutant, shortest)
        for execution in violations(found.expression, executions, session.tolerance, 1):
            yield Witness(mutant.id, execution)


def _executions_of(session: Session, found: Candidate, mutant: Mutant, source: Input) -> list[Execution]:
    """What a mutant gives for a source and its own follow-up; nothing where it gives no values."""

    def run(_: Mutant | None, inputs: Sequence[Input]) -> Sequence[Any]:
        return session.run(mutant, inputs)

    (outcome,) = run(None, [source])
    follow_up = session.follower(found.transformation)(source, outcome)
    pairs = [] if follow_up is None else [(source, follow_up)]
    return [one for one in executions_of(pairs, session.outputs, run) if one is not None]
