"""Ordinary inputs of the functions of hand-written relations, and calls of these in this process: no filters."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from string import ascii_letters
from typing import Any

from benchmarks.checks.hand_relations import HandRelation, domains_of, function_of
from genmorph.domain import Bools, Floats, Ints, Sequences, Texts
from genmorph.execution.outputs import find_outputs, read_outputs
from genmorph.execution.pool import plain
from genmorph.execution.worker.arguments import call_with_copies
from genmorph.model import (
    Altered,
    Container,
    Domain,
    Execution,
    Input,
    Kind,
    Outcome,
    Output,
    Parameter,
    Raised,
    Returned,
    Tolerance,
)
from genmorph.relations.expression import Expression, Variable
from genmorph.relations.meaning import compile_relation
from genmorph.results.relation import pair_variables
from genmorph.subject.subject import Subject, inspect_subject
from genmorph.transformations.transformation import Transformation

_SAMPLE = 50
_LARGEST_INT, _LARGEST_FLOAT, _LONGEST = 10**6, 1e3, 10
"""Ordinary values are no larger, where the domain allows it."""
_TYPES = {Kind.FLOATS: "float64", Kind.INTS: "int64"}


def ordinary_value(domain: Domain, rng: Random) -> Any:
    """A value drawn uniformly: letters are ASCII, and sequences have two elements or more."""
    match domain:
        case Ints(low=low, high=high):
            least = -_LARGEST_INT if low is None else max(low, -_LARGEST_INT)
            return rng.randint(least, _LARGEST_INT if high is None else min(high, _LARGEST_INT))
        case Floats(low=least, high=most):
            return rng.uniform(max(least, -_LARGEST_FLOAT), min(most, _LARGEST_FLOAT))
        case Bools():
            return rng.random() < 0.5
        case Texts():
            return "".join(rng.choice(ascii_letters + "  ") for _ in range(rng.randint(0, _LONGEST)))
        case Sequences(container=container):
            size = rng.randint(2, min(domain.max_size, _LONGEST))
            values = [ordinary_value(domain.element, rng) for _ in range(size)]
            return {Container.TUPLE: tuple, Container.BYTES: bytes}.get(container, list)(values)
    raise TypeError(f"domain must be of numbers, Booleans, texts or sequences, got {domain!r}")


@dataclass(frozen=True, slots=True)
class HandSubject:
    """A function with what relations need to know of it, called in this process."""

    function: Callable[..., Any]
    subject: Subject
    outputs: tuple[Output, ...] = ()

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters, in order."""
        return self.subject.parameters

    def variables(self, transformation: Transformation) -> tuple[Variable, ...]:
        """The variables of the relations of a transformation."""
        return pair_variables(self.parameters, transformation, self.outputs)

    def ordinary_input(self, rng: Random) -> Input:
        """An input whose values are ordinary ones."""
        return tuple(ordinary_value(parameter.domain, rng) for parameter in self.parameters)

    def contains(self, values: Input) -> bool:
        """Whether the input is in the domain."""
        return all(p.domain.contains(v) is not False for p, v in zip(self.parameters, values, strict=True))

    def call(self, values: Input) -> Outcome:
        """What the function returns, with the arguments that it changed, or the error that it raises."""
        domains = [parameter.domain for parameter in self.parameters]
        arrays = {place: _TYPES[d.kind] for place, d in enumerate(domains) if d.container is Container.ARRAY}
        try:
            value, changed = call_with_copies(self.function, values, arrays)
        except Exception as error:  # noqa: BLE001 - a mutant calls it outside its domain
            return Raised(type(error).__name__)
        after = tuple((position, plain(argument)) for position, argument in changed)
        return Returned(Altered(plain(value), after) if after else plain(value))

    def execute(self, transformation: Transformation, source: Input) -> Execution | None:
        """Both calls; None where one of them raises, or source or follow-up lie outside the domain."""
        outputs = self._outputs_of(source)
        follow_up = None if outputs is None else transformation.apply(source, outputs)
        after = None if follow_up is None else self._outputs_of(follow_up)
        if outputs is None or follow_up is None or after is None:
            return None
        return Execution(source, follow_up, outputs, after)

    def _outputs_of(self, values: Input) -> tuple[Any, ...] | None:
        outcome = self.call(values) if self.contains(values) else None
        return read_outputs(self.outputs, outcome.value, values) if isinstance(outcome, Returned) else None


@cache
def subject_of(name: str) -> HandSubject:
    """The function of that name; what it gives is known from some ordinary inputs."""
    function = function_of(name)
    subject = HandSubject(function, inspect_subject(function, domains_of(name)))
    rng = Random(f"{name}/outputs")
    outcomes = [subject.call(subject.ordinary_input(rng)) for _ in range(_SAMPLE)]
    return replace(subject, outputs=find_outputs(outcomes, subject.parameters))


def ordinary_executions(subject: HandSubject, transformation: Transformation, seed: str) -> Iterator[Execution]:
    """Pairs of ordinary sources, without end."""
    rng = Random(seed)
    while True:
        execution = subject.execute(transformation, subject.ordinary_input(rng))
        if execution is not None:
            yield execution


def expression_of(relation: HandRelation, variables: tuple[Variable, ...] | None = None) -> Expression:
    """The relation as genmorph holds it."""
    known = subject_of(relation.function).variables(relation.transformation) if variables is None else variables
    return Expression.from_tree(relation.tree, known)


def verdicts(expression: Expression, executions: Iterable[Execution]) -> list[bool]:
    """Whether the relation holds for each pair, with the usual tolerance."""
    holds = compile_relation(expression, Tolerance())
    return [holds([variable.read(execution) for variable in expression.variables]) for execution in executions]


def with_other_outputs(pairs: Sequence[Execution]) -> Iterator[Execution]:
    """The pairs, each with the follow-up's outputs of another."""
    others = Random("other outputs").sample(pairs, len(pairs))
    for pair, other in zip(pairs, others, strict=True):
        yield replace(pair, follow_up_outputs=other.follow_up_outputs)
