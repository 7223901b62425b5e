"""What a judged function's relations are worth, in figures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import mean

from benchmarks.checks.judge_mutants import RayMutant
from benchmarks.checks.judge_process import Answers, Violations
from benchmarks.checks.judge_relations import Fate
from benchmarks.checks.judge_sorting import Sort, Sorting
from benchmarks.record import Row
from genmorph.results import MetamorphicRelation

_NOT_JUDGED = (Sort.EQUIVALENT, Sort.LENIENT, Sort.CRASH_ONLY, Sort.DIED)
_TRIED = ("applicable", "violations", "exhaustive", "stopped", "error")


def share(part: int, whole: int) -> float | None:
    """The part of the whole; None of nothing.

    >>> share(1, 4), share(0, 0)
    (0.25, None)
    """
    return part / whole if whole else None


@dataclass(frozen=True, slots=True)
class JudgedRelation:
    """A relation with the inputs that it applied to, those that violated it, and the mutants that it kills.

    It was `exhaustive` where these inputs were the whole domain; pairs of calls that were `stopped` are not among them.
    An invalid relation is not held against mutants, and of those that were `broken_off` not all pairs were tried.
    `error` says why it could not be tried, else it is empty.
    """

    formula: str
    name: str
    applicable: int
    violations: int
    exhaustive: bool
    stopped: int
    error: str
    killed: tuple[str, ...] = ()
    broken_off: tuple[str, ...] = ()

    @classmethod
    def of(cls, relation: MetamorphicRelation, trial: Row) -> "JudgedRelation":
        """A relation after its trial on inputs alone."""
        return cls(relation.formula, relation.name, **{name: trial[name] for name in _TRIED})

    def judged(self, place: int, answers: Answers, violations: Violations) -> "JudgedRelation":
        """The relation at this place with the answers on mutants, and further violations."""
        fates = {name: answer for (name, by), answer in answers.items() if by == place}
        killed = tuple(name for name, fate in fates.items() if fate is Fate.KILLED)
        broken_off = tuple(name for name, fate in fates.items() if fate in (Fate.STOPPED, Fate.DIED))
        all_violations = self.violations + violations.get(place, 0)
        return replace(self, killed=killed, broken_off=broken_off, violations=all_violations)

    @property
    def is_valid(self) -> bool:
        """Whether there were inputs to try it on, and none violated it."""
        return self.applicable > 0 and self.violations == 0

    def as_row(self, score: float | None) -> Row:
        """Its figures, with its score."""
        row = {name: getattr(self, name) for name in ("formula", "name", *_TRIED)}
        return row | {"valid": self.is_valid, "killed": list(self.killed), "score": score}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a function's relations, and of its mutants by their sorts.

    A score is a share of the live mutants, or of those that the inference cannot have seen, None where there are none:
    nothing was judged then. An invalid relation scores 0, and so do mean and best of no relations. The original
    returned on so many of the `inputs`.
    """

    relations: tuple[JudgedRelation, ...]
    mutants: tuple[tuple[RayMutant, Sort], ...]
    inputs: int

    @property
    def live(self) -> tuple[RayMutant, ...]:
        """The mutants that relations are judged by."""
        return tuple(mutant for mutant, sort in self.mutants if sort.is_live)

    @property
    def unseen(self) -> tuple[RayMutant, ...]:
        """Those of them of which no inference makes the same or a twin."""
        return tuple(mutant for mutant in self.live if not mutant.is_seen)

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
    def delta(self) -> float | None:
        """The share that relations kill of what the recorded pairs miss; None where they miss nothing."""
        return share(len(self.recorded_missed_killed), len(self.recorded_missed))

    def as_row(self) -> Row:
        """All figures, as JSON can hold them."""
        sorts = [sort for _, sort in self.mutants]
        counts = {"live": len(self.live), "unseen": len(self.unseen)}
        pairs = zip(self.relations, self._scores(self.live), strict=True)
        return {
            "inputs": self.inputs,
            "relations": [one.as_row(score) for one, score in pairs],
            "mutants": counts | {sort.value: sorts.count(sort) for sort in _NOT_JUDGED},
            **self._figures(self.live, ""),
            **self._figures(self.unseen, "_unseen"),
            "survivors": [self._survivor(one) for one in self.survivors],
            "recorded_missed": len(self.recorded_missed),
            "recorded_missed_killed": len(self.recorded_missed_killed),
            "delta": self.delta,
        }

    def _figures(self, mutants: Sequence[RayMutant], ending: str) -> Row:
        """The scores of all valid relations together, of a relation in the mean, and of the best one."""
        together = share(sum(mutant.id in self.killed for mutant in mutants), len(mutants))
        scores = [score for score in self._scores(mutants) if score is not None]
        nothing = 0.0 if mutants else None
        return {
            f"set_score{ending}": together,
            f"mean_score{ending}": mean(scores) if scores else nothing,
            f"best_score{ending}": max(scores) if scores else nothing,
        }

    def _scores(self, mutants: Sequence[RayMutant]) -> list[float | None]:
        """Each relation's share of these mutants."""
        killed = (frozenset(relation.killed if relation.is_valid else ()) for relation in self.relations)
        return [share(sum(mutant.id in ids for mutant in mutants), len(mutants)) for ids in killed]

    def _survivor(self, mutant: RayMutant) -> Row:
        """A survivor; it is `stopped` if a valid relation was not tried on it to the end."""
        is_stopped = any(mutant.id in relation.broken_off for relation in self.relations if relation.is_valid)
        told = {"id": mutant.id, "line": mutant.line, "change": mutant.change, "seen": mutant.is_seen}
        return told | ({"stopped": True} if is_stopped else {})


def with_twins(mutants: Sequence[tuple[RayMutant, Sorting]]) -> tuple[tuple[RayMutant, Sort], ...]:
    """Mutants with their sorts; a live one is seen, too, if it gave what a live one gave that is seen."""
    seen = {sorting.digest for mutant, sorting in mutants if mutant.is_seen and sorting.sort.is_live}
    return tuple(
        (replace(mutant, is_seen=mutant.is_seen or sorting.digest in seen), sorting.sort) for mutant, sorting in mutants
    )
