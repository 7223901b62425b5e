"""Whether exported tests fail on the mutants that their relations claim to kill."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.checks.exports import run_tests
from benchmarks.checks.subjects import Subject
from genmorph.domain import parse_domain
from genmorph.model import SourceMutant, Target
from genmorph.mutation.mutants import make_mutants
from genmorph.results import MetamorphicRelation
from genmorph.subject.subject import inspect_subject

EXAMPLES = 100
"""What Hypothesis runs where its user has not said otherwise."""
SECONDS = 20.0
"""A test that takes longer on a mutant counts as failing: on the function itself it takes a second."""


@dataclass(frozen=True, slots=True)
class Claims:
    """How many pairs of a relation and a mutant were claimed as kills, and those where the test did not fail."""

    made: int
    unconfirmed: tuple[tuple[str, str, str], ...]

    @property
    def confirmed(self) -> int:
        """Pairs where the test failed."""
        return self.made - len(self.unconfirmed)


def check_claims(
    subject: Subject, relations: Sequence[MetamorphicRelation], tests: str, names: Sequence[str]
) -> Claims:
    """Run, for each mutant in a process of its own, the tests whose relations claim to kill it."""
    domains = {name: parse_domain(text) for name, text in subject.domains.items()}
    target = inspect_subject(subject.function, domains).target
    mutants = {mutant.id: mutant for mutant in make_mutants(target)}
    claimed: dict[str, list[str]] = {}
    for relation, name in zip(relations, names, strict=True):
        for mutant in relation.killed:
            claimed.setdefault(mutant, []).append(name)
    unconfirmed = []
    for mutant, killers in claimed.items():
        module = {f"{subject.module_name}.py": splice(target, mutants[mutant])}
        results = run_tests(tests, killers, module, EXAMPLES, SECONDS)
        unconfirmed += [(name, mutant, result.outcome) for name, result in results.items() if not result.failed]
    return Claims(sum(map(len, claimed.values())), tuple(unconfirmed))


def splice(target: Target, mutant: SourceMutant) -> str:
    r"""The module's text with the mutant in the definition's place.

    >>> text = "x = 1\ndef half(x):\n    return x / 2\ny = 2\n"
    >>> splice(Target(None, text, "half", 2, 3), SourceMutant("m", "o", 3, "def half(x):\n    return x * 2\n"))
    'x = 1\ndef half(x):\n    return x * 2\ny = 2\n'
    """
    lines = target.source.split("\n")
    changed = mutant.source.removesuffix("\n").split("\n")
    return "\n".join([*lines[: target.first_line - 1], *changed, *lines[target.last_line :]])
