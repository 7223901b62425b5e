"""What the relations of one inference kill, once those that do not hold are left out."""

from collections.abc import Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from benchmarks.checks.subjects import Subject
from benchmarks.checks.validity import try_relation
from genmorph import Budget, RelationSet, infer_relations
from genmorph.domain import parse_domain


@dataclass(frozen=True, slots=True)
class Killing:
    """The formulas of valid and of invalid relations, nodes and killed mutants of the valid ones, evaluations spent."""

    valid: tuple[str, ...]
    invalid: tuple[str, ...]
    nodes: int
    killed: frozenset[str]
    evaluations: float


def infer_killing(subject: Subject, evaluations: float, seed: int, preset: str, cache: Path) -> Killing:
    """Infer relations in this process, and try each of them on many further inputs; its progress is not shown."""
    domain = {name: parse_domain(text) for name, text in subject.domains.items()}
    budget = Budget(evaluations=evaluations)
    with redirect_stderr(StringIO()):
        relations = infer_relations(subject.function, budget, seed, domain, preset, cache=cache)
    return _tried(relations, subject, seed)


def _tried(relations: RelationSet, subject: Subject, seed: int) -> Killing:
    trials = [(relation, try_relation(relation, subject, seed)) for relation in relations]
    valid = [relation for relation, trial in trials if trial.applicable and not trial.violations]
    return Killing(
        tuple(relation.formula for relation in valid),
        tuple(relation.formula for relation in relations if relation not in valid),
        sum(relation.size for relation in valid),
        frozenset[str]().union(*(relation.killed for relation in valid)),
        relations.stages.get("search", {}).get("evaluations", 0.0),
    )


def described(subject: Subject, mutants: Sequence[str]) -> dict[str, str]:
    """For each id the changed line; `subject` must be Python with mutants of its source.

    >>> from benchmarks.checks.subjects import SUBJECTS
    >>> described(SUBJECTS[0], [])
    {}
    """
    from genmorph.mutation.mutants import make_mutants
    from genmorph.subject.subject import inspect_subject

    domains = {name: parse_domain(text) for name, text in subject.domains.items()}
    target = inspect_subject(subject.function, domains).target
    sources = {mutant.id: (mutant.line, mutant.source.split("\n")) for mutant in make_mutants(target)}
    found = {name: sources[name] for name in mutants if name in sources}
    return {name: f"{line}: {lines[line - target.first_line].strip()}" for name, (line, lines) in found.items()}
