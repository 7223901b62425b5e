"""How good saved relations are, by mutants and inputs that their inference has not seen.

The mutants are cosmic-ray's, the inputs those of `module_inputs`; both run in child processes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from benchmarks.checks.judge_mutants import RayMutant, ray_mutants
from benchmarks.checks.judge_outcomes import Frozen, freeze
from benchmarks.checks.judge_process import Answers, Fate, Task, answer_all
from benchmarks.checks.judge_sorting import Sort
from benchmarks.checks.module_inputs import all_inputs, draw_inputs
from benchmarks.checks.module_trials import try_saved
from benchmarks.checks.validity import DRAWS
from genmorph import RelationSet
from genmorph.domain import parse_domain
from genmorph.model import Domain, Input
from genmorph.results import MetamorphicRelation

INPUTS = 5_000
VALIDITY_INPUTS = 20_000
PAIRS = 100
"""Recorded pairs of an input and its output."""

_NOT_JUDGED = (Sort.EQUIVALENT, Sort.CRASH_ONLY, Sort.DIED)

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class JudgedRelation:
    """A relation with the inputs that it applied to, those that violated it, and the mutants that it kills.

    An invalid relation is not held against mutants. `error` says why it could not be tried, else it is empty.
    """

    formula: str
    name: str
    applicable: int
    violations: int
    error: str
    killed: tuple[str, ...]

    @classmethod
    def of(cls, relation: MetamorphicRelation, trial: Row) -> "JudgedRelation":
        """A relation after its trial on inputs alone."""
        return cls(relation.formula, relation.name, trial["applicable"], trial["violations"], trial["error"], killed=())

    @property
    def is_valid(self) -> bool:
        """Whether there were inputs to try it on, and none violated it."""
        return self.applicable > 0 and self.violations == 0

    def as_row(self, score: float | None) -> Row:
        """Its figures, with its score."""
        row = {name: getattr(self, name) for name in ("formula", "name", "applicable", "violations", "error")}
        return row | {"valid": self.is_valid, "killed": list(self.killed), "score": score}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a function's relations, and of its mutants by their sorts.

    A score is a share of the live mutants, None where there are none: nothing was judged then. An invalid relation
    scores 0, and so do mean and best of no relations.
    """

    relations: tuple[JudgedRelation, ...]
    mutants: tuple[tuple[RayMutant, Sort], ...]

    @property
    def live(self) -> tuple[RayMutant, ...]:
        """The mutants that relations are judged by."""
        return tuple(mutant for mutant, sort in self.mutants if sort.is_live)

    @property
    def killed(self) -> frozenset[str]:
        """The mutants that any valid relation kills."""
        return frozenset(id_ for relation in self.relations if relation.is_valid for id_ in relation.killed)

    @property
    def survivors(self) -> tuple[RayMutant, ...]:
        """The live mutants that no valid relation kills."""
        return tuple(mutant for mutant in self.live if mutant.id not in self.killed)

    @property
    def recorded_missed(self) -> tuple[str, ...]:
        """The live mutants that the recorded pairs do not show."""
        return tuple(mutant.id for mutant, sort in self.mutants if sort is Sort.MISSED)

    @property
    def recorded_missed_killed(self) -> tuple[str, ...]:
        """Those of them that valid relations kill."""
        return tuple(id_ for id_ in self.recorded_missed if id_ in self.killed)

    @property
    def set_score(self) -> float | None:
        """The score of all valid relations together."""
        return self._share(self.killed)

    @property
    def scores(self) -> tuple[float | None, ...]:
        """The score of each relation."""
        return tuple(self._share(relation.killed if relation.is_valid else ()) for relation in self.relations)

    @property
    def delta(self) -> float | None:
        """The share that relations kill of what the recorded pairs miss; None where they miss nothing."""
        missed = self.recorded_missed
        return len(self.recorded_missed_killed) / len(missed) if missed else None

    def as_row(self) -> Row:
        """All figures, as JSON can hold them."""
        scores = [score for score in self.scores if score is not None]
        sorts = [sort for _, sort in self.mutants]
        nothing = 0.0 if self.live else None
        return {
            "relations": [one.as_row(score) for one, score in zip(self.relations, self.scores, strict=True)],
            "mutants": {"live": len(self.live)} | {sort.value: sorts.count(sort) for sort in _NOT_JUDGED},
            "set_score": self.set_score,
            "mean_score": mean(scores) if scores else nothing,
            "best_score": max(scores) if scores else nothing,
            "survivors": [{"id": one.id, "line": one.line, "change": one.change} for one in self.survivors],
            "recorded_missed": len(self.recorded_missed),
            "recorded_missed_killed": len(self.recorded_missed_killed),
            "delta": self.delta,
        }

    def _share(self, killed: Iterable[str]) -> float | None:
        return len(frozenset(killed)) / len(self.live) if self.live else None


def judge(
    path: str,
    saved: Path,
    domains: Mapping[str, str],
    seed: int,
    inputs: int = INPUTS,
    validity_inputs: int = VALIDITY_INPUTS,
) -> Judgement:
    """Judge the saved relations of the function that a path names.

    Inputs are of these `domains`, in their notation by parameter, else of those that are saved. Mutants are told apart
    and tried on `inputs` of them, or the whole domain where it is as small; relations that another `validity_inputs`
    do not violate are valid. Raises ValueError where the path names no function that Python source defines.
    """
    mutants, relations = ray_mutants(path), RelationSet.from_json(saved)
    said = {name: parse_domain(notation) for name, notation in domains.items()}
    drawn = [said.get(parameter.name, parameter.domain) for parameter in relations.signature.parameters]
    trials = try_saved(path, saved, seed, validity_inputs)
    judged = [JudgedRelation.of(one, trial) for one, trial in zip(relations, trials, strict=True)]
    task = Task(
        path,
        saved,
        mutants,
        relations=tuple(position for position, one in enumerate(judged) if one.is_valid),
        inputs=_frozen(_inputs(drawn, inputs, Random(f"judge/{path}/{seed}"))),
        recorded=_frozen(islice(draw_inputs(drawn, Random(f"recorded/{path}/{seed}")), DRAWS * PAIRS)),
        pairs=PAIRS,
    )
    answers = answer_all(task)
    sorts = tuple((mutant, sort) for mutant in mutants if isinstance(sort := answers[mutant.id, None], Sort))
    return Judgement(tuple(_with_kills(one, place, answers) for place, one in enumerate(judged)), sorts)


def _inputs(domains: Sequence[Domain], wanted: int, rng: Random) -> Iterable[Input]:
    whole = all_inputs(domains, wanted)
    return islice(draw_inputs(domains, rng), wanted) if whole is None else whole


def _frozen(inputs: Iterable[Input]) -> tuple[Frozen, ...]:
    """The inputs, each once."""
    return tuple(dict.fromkeys(map(freeze, inputs)))


def _with_kills(relation: JudgedRelation, place: int, answers: Answers) -> JudgedRelation:
    killed = (name for (name, by), answer in answers.items() if by == place and answer is Fate.KILLED)
    return replace(relation, killed=tuple(killed))
