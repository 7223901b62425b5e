"""Mutants in child processes, which may die or have to be ended: the next one goes on behind what was lost."""

import gc
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.checks.judge_child import messages_of
from benchmarks.checks.judge_mutants import RayMutant, load_function
from benchmarks.checks.judge_outcomes import Calls, Frozen, TooLong, Watch, limit_by
from benchmarks.checks.judge_relations import Fate, Trial
from benchmarks.checks.judge_scenarios import ScenarioTrial
from benchmarks.checks.judge_sorting import Sort, Sorted, Sorting, sort_mutant
from genmorph import RelationSet
from genmorph.results import MetamorphicRelation
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.subject.location import find_function

Step = tuple[str, int | None]
"""A mutant's id, and the position of a relation that tries it; None for its sorting, which comes first."""
Answer = Sorting | Fate
Answers = Mapping[Step, Answer]
Violations = Mapping[int, int]
"""The positions of relations that the original violates, and on how many of the inputs it does."""
Message = Violations | tuple[Step, Answer]


@dataclass(frozen=True, slots=True)
class Task:
    """Which mutants of a function to judge by which of its saved relations, on which inputs and recorded pairs.

    Of pairs only the inputs are kept here.
    """

    path: str
    saved: Path
    mutants: tuple[RayMutant, ...]
    relations: tuple[int, ...]
    inputs: tuple[Frozen, ...]
    recorded: tuple[Frozen, ...]

    def without(self, violations: Violations) -> "Task":
        """The same with the other relations only."""
        return replace(self, relations=tuple(one for one in self.relations if one not in violations))

    def next_step(self, answers: Answers) -> Step | None:
        """The first step without an answer."""
        return next((step for mutant in self.mutants for step in self.open_steps(mutant, answers)), None)

    def open_steps(self, mutant: RayMutant, answers: Answers) -> list[Step]:
        """A mutant's next steps without an answer; only live ones are tried by relations, after they were sorted."""
        steps: list[Step] = [(mutant.id, None)]
        sorting = answers.get(steps[0])
        if isinstance(sorting, Sorting) and sorting.sort.is_live:
            steps += [(mutant.id, position) for position in self.relations]
        return [step for step in steps if step not in answers]


def answer_all(task: Task) -> tuple[Answers, Violations]:
    """Which relations the function violates, and an answer to each step of the others.

    Raises ValueError where the function itself ends or blocks the process, or cannot be called in it.
    """
    answers: dict[Step, Answer] = {}
    violations: dict[int, int] = {}
    is_done = False
    while not is_done:
        messages = list(messages_of(task.path, _answers, task.without(violations), answers))
        if not messages:
            raise ValueError(f"path must name a function that leaves its process alive, got {task.path!r}")
        for message in messages:
            if isinstance(message, tuple):
                answers[message[0]] = message[1]
            else:
                violations.update(message)
        lost = task.without(violations).next_step(answers)
        if lost is not None:
            answers[lost] = Sorting(Sort.DIED) if lost[1] is None else Fate.DIED
        is_done = task.without(violations).next_step(answers) is None
    return answers, violations


def _answers(watch: Watch, task: Task, answers: Answers) -> Iterator[Message]:
    """The work of a child process: the violations when it is ready, then the answers.

    Garbage is collected between mutants only, so that no call takes long because of what others have left.
    """
    bench = _Bench(task, watch)
    gc.collect()
    gc.freeze()
    yield bench.violations
    for mutant in task.mutants:
        yield from bench.answers_on(mutant, answers)
        gc.collect()


class _Bench:
    """The original with its outcomes, and the relations, against which mutants are held."""

    def __init__(self, task: Task, watch: Watch) -> None:
        saved = RelationSet.from_json(task.saved)
        self._task, self._watch, self._signature = task, watch, saved.signature
        self._original = Calls(find_function(task.path), self._signature, watch)
        limit_by(self._original, task.inputs, watch)
        trials = {position: self._trial(saved[position]) for position in task.relations}
        self.violations = {position: trial.violations for position, trial in trials.items() if trial.violations}
        self._trials = {position: trial for position, trial in trials.items() if not trial.violations}

    def _trial(self, relation: MetamorphicRelation | ScenarioRelation) -> Trial | ScenarioTrial:
        if isinstance(relation, ScenarioRelation):
            return ScenarioTrial(relation, self._task.inputs, self._original, self._watch)
        return Trial(relation, self._task.inputs, self._original, self._watch)

    def answers_on(self, mutant: RayMutant, known: Answers) -> Iterator[tuple[Step, Answer]]:
        """The answers about a mutant that are not known, by the relations that the original does not violate."""
        if not self._task.open_steps(mutant, known):
            return
        mutated = self._load(mutant)
        found = None if mutated is None else self._sort(mutated)
        if (mutant.id, None) not in known:
            yield (mutant.id, None), Sorting(Sort.CRASH_ONLY) if found is None else found.sorting
        if mutated is None or found is None or not found.sorting.sort.is_live:
            return
        for position, trial in self._trials.items():
            if (mutant.id, position) not in known:
                yield (mutant.id, position), trial.fate_of(mutated, found)

    def _sort(self, mutated: Calls) -> Sorted:
        return sort_mutant(self._original, mutated, self._task.inputs, self._task.recorded, self._watch)

    def _load(self, mutant: RayMutant) -> Calls | None:
        """The mutant, None where its module cannot be made."""
        module, _, qualname = self._task.path.partition(":")
        try:
            function = self._watch.call(load_function, mutant.source, module, qualname)
        except (Exception, TooLong, SystemExit):  # noqa: BLE001 - whatever a mutant does where its module calls it
            return None
        return Calls(function, self._signature, self._watch)
