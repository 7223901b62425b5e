"""Ordinary inputs of the functions of hand-written relations, and pairs run here and now: nothing of the filters."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from string import ascii_letters
from typing import Any

from benchmarks.checks.hand_relation import HandRelation, domains_of, function_of
from genmorph.domain import Bools, Floats, Ints, Sequences, Texts
from genmorph.execution.outputs import find_outputs, read_outputs
from genmorph.execution.pool import plain
from genmorph.execution.worker.arguments import call_with_copies
from genmorph.model import Altered, Container, Domain, Execution, Input, Kind, Output, Parameter, Returned, Tolerance
from genmorph.relations.expression import Expression, Variable
from genmorph.relations.meaning import compile_relation
from genmorph.results.relation import pair_variables
from genmorph.subject.subject import inspect_subject
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
    """A function with what relations need to know of it, run in this process."""

    name: str
    parameters: tuple[Parameter, ...]
    outputs: tuple[Output, ...]

    def variables(self, transformation: Transformation) -> tuple[Variable, ...]:
        """The variables of the relations of a transformation."""
        return pair_variables(self.parameters, transformation, self.outputs)

    def ordinary_input(self, rng: Random) -> Input:
        """An input whose values are ordinary ones."""
        return tuple(ordinary_value(parameter.domain, rng) for parameter in self.parameters)

    def contains(self, values: Input) -> bool:
        """Whether the input is in the domain."""
        return all(p.domain.contains(v) is not False for p, v in zip(self.parameters, values, strict=True))

    def execute(self, transformation: Transformation, source: Input) -> Execution | None:
        """Both calls; None where source or follow-up lie outside the domain."""
        outputs = self._run(source) if self.contains(source) else None
        follow_up = None if outputs is None else transformation.apply(source, outputs)
        if outputs is None or follow_up is None or not self.contains(follow_up):
            return None
        after = self._run(follow_up)
        return None if after is None else Execution(source, follow_up, outputs, after)

    def _run(self, values: Input) -> tuple[Any, ...] | None:
        return read_outputs(self.outputs, _call(self.name, self.parameters, values), values)


@cache
def subject_of(name: str) -> HandSubject:
    """The function of that name; what it gives is known from some ordinary inputs."""
    parameters = inspect_subject(function_of(name), domains_of(name)).parameters
    rng = Random(f"{name}/outputs")
    inputs = [tuple(ordinary_value(p.domain, rng) for p in parameters) for _ in range(_SAMPLE)]
    outcomes = [Returned(_call(name, parameters, values)) for values in inputs]
    return HandSubject(name, parameters, find_outputs(outcomes, parameters))


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


def holds(expression: Expression, execution: Execution) -> bool:
    """Whether the relation holds for a pair, with the usual tolerance."""
    values = [variable.read(execution) for variable in expression.variables]
    return compile_relation(expression, Tolerance())(values)


def _call(name: str, parameters: tuple[Parameter, ...], values: Input) -> Any:
    """What the function gives, with the arguments that it changed."""
    domains = [parameter.domain for parameter in parameters]
    arrays = {place: _TYPES[d.kind] for place, d in enumerate(domains) if d.container is Container.ARRAY}
    value, changed = call_with_copies(function_of(name), values, arrays)
    after = tuple((position, plain(argument)) for position, argument in changed)
    return Altered(plain(value), after) if after else plain(value)
