"""Saved relations against today's code: the inputs stored with them, then drawn ones."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from functools import wraps
from itertools import chain, islice
from random import Random
from typing import Any

from genmorph.export.layout import limited
from genmorph.model import Input, Parameter, Verdict
from genmorph.results.checking import InapplicableInput, execute
from genmorph.results.record import Relation
from genmorph.results.relation import outcomes
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.results.statistical_relation import StatisticalRelation
from genmorph.settings import REPLAY, SAMPLING
from genmorph.subject.inputs import draw_inputs
from genmorph.subject.location import find_function
from genmorph.subject.parallel import Group, parallel_parameters, with_equal_lengths
from genmorph.subject.signatures import Signature
from genmorph.values.building import shown

Functions = Sequence[Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of a relation: the inputs tried, those that it says nothing of, and the first that violates it.

    `shown` are both calls with what they gave for that input, a line each.
    """

    relation: Relation
    tried: int
    inapplicable: int
    counterexample: Input | None = None
    shown: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Undecided where the relation said something of no input."""
        if self.counterexample is not None:
            return Verdict.REJECT
        return Verdict.KEEP if self.tried > self.inapplicable else Verdict.UNDECIDED

    @property
    def is_of_postcondition(self) -> bool:
        """Whether it is of a postcondition, which speaks of a single call."""
        return isinstance(self.relation, ScenarioRelation) and self.relation.claim.is_postcondition

    def __str__(self) -> str:
        formula, tried = self.relation.formula, f"{self.tried - self.inapplicable:,} inputs"
        match self.verdict:
            case Verdict.KEEP:
                return f"holds for {tried}: {formula}"
            case Verdict.UNDECIDED:
                return f"says nothing of {self.tried:,} inputs: {formula}"
        return "\n".join([f"does not hold: {formula}", *(f"  {line}" for line in self.shown)])


def live_function(signature: Signature) -> Callable[..., Any]:
    """The function as it is today; UsageError where it is not found."""
    found: Callable[..., Any] = find_function(f"{signature.module}:{signature.qualname}")
    return found


def live_functions(relation: Relation) -> list[Callable[..., Any]]:
    """The functions of a relation as they are today; UsageError where one is not found."""
    signatures = relation.signatures if isinstance(relation, ScenarioRelation) else (relation.signature,)
    return [live_function(signature) for signature in signatures]


def replay(relation: Relation, functions: Functions, drawn: int = REPLAY.drawn, seed: int = 0) -> Replay:
    """Check a relation on its stored inputs, then on drawn ones, up to the first that violates it.

    The functions run in this process, as in a test. Where it is possible, drawn inputs have a follow-up in the domain.
    """
    stored, parameters = relation.examples, _drawn_parameters(relation)
    rng = Random(f"{seed}/{relation.formula}")
    if isinstance(relation, StatisticalRelation):  # each of them takes many runs
        drawn = min(drawn, SAMPLING.inputs)
    inputs = draw_inputs(parameters, (), stored, rng, is_tied=bool(relation.signature.conditions))
    if groups := _parallel(relation):
        inputs = chain(islice(inputs, len(stored)), with_equal_lengths(inputs, parameters, groups, rng))
    tried = inapplicable = 0
    for source in islice(inputs, len(stored) + drawn):
        tried += 1
        try:
            if not _holds(relation, functions, source):
                return Replay(relation, tried, inapplicable, source, tuple(_calls(relation, functions, source)))
        except InapplicableInput:
            inapplicable += 1
    return Replay(relation, tried, inapplicable)


def _parallel(relation: Relation) -> Sequence[Group]:
    """The arguments whose lengths are tied to each other by conditions, of those of a single call."""
    signature = relation.signature
    if not signature.conditions or isinstance(relation, ScenarioRelation):
        return ()
    drawn = draw_inputs(signature.parameters, (), (), Random(f"{relation.formula}/lengths"), is_tied=True)
    looked_at = list(islice(drawn, REPLAY.looked_at))
    accepted = [one for one in looked_at if signature.validity.admits(one)]
    return parallel_parameters(signature.parameters, accepted, looked_at)


def _drawn_parameters(relation: Relation) -> Sequence[Parameter]:
    """What is drawn for one check, from where most has a follow-up."""
    if isinstance(relation, ScenarioRelation):
        return relation.drawn
    change, domains = relation.transformation, relation.signature.domains
    return [
        replace(one, domain=domain) for one, domain in zip(relation.parameters, change.likely(domains), strict=True)
    ]


def _holds(relation: Relation, functions: Functions, source: Input) -> bool:
    """Whether the relation holds; a function that would end this process or does not end violates it.

    Of many runs each has the time that both calls have elsewhere.
    """
    is_sampled = isinstance(relation, StatisticalRelation)
    try:
        with nullcontext() if is_sampled else limited(REPLAY.limit):
            if isinstance(relation, ScenarioRelation):
                return relation.check(functions, *source)
            arity = len(relation.signature.parameters)
            drawn = {one.name: value for one, value in zip(relation.parameters[arity:], source[arity:], strict=True)}
            function = _with_limit(functions[0]) if is_sampled else functions[0]
            return relation.check(function, *source[:arity], **drawn)
    except SystemExit:
        return False


def _with_limit(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, each of whose calls is ended after a while."""

    @wraps(function)
    def within_limit(*arguments: Any, **keywords: Any) -> Any:
        with limited(REPLAY.limit):
            return function(*arguments, **keywords)

    return within_limit


def _calls(relation: Relation, functions: Functions, source: Input) -> Iterator[str]:
    """Both calls with what they give; where they cannot be shown, the source."""
    if isinstance(relation, ScenarioRelation):
        yield from replace(relation, examples=(source,)).shown
        return
    if isinstance(relation, StatisticalRelation):
        call = relation.signature.call_without_seeds(
            [shown(value) for value in relation.transformation.arguments_of(source)]
        )
        yield f"for {call}, by {relation.runs:,} runs of both sides"
        return
    execution = None
    if not relation.is_about_errors:
        with suppress(SystemExit), limited(REPLAY.limit):
            execution = execute(relation, functions[0], source)
    if execution is not None:
        yield from outcomes(relation, execution)
        return
    yield f"for {relation.signature.call([shown(value) for value in relation.transformation.arguments_of(source)])}"
    if not relation.is_about_errors:
        yield f"one of both calls raises, takes longer than {REPLAY.limit:g} s, or gives a value of another kind"
