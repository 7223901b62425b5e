"""Saved relations against today's code: the inputs stored with them, then drawn ones."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from genmorph.export.layout import limited
from genmorph.model import Input, Verdict
from genmorph.results.checking import InapplicableInput, execute
from genmorph.results.relation import MetamorphicRelation, outcomes
from genmorph.settings import REPLAY
from genmorph.subject.inputs import draw_inputs
from genmorph.subject.location import find_function
from genmorph.subject.signatures import Signature
from genmorph.values.building import shown


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of a relation: the inputs tried, those that it says nothing of, and the first that violates it.

    `shown` are both calls with what they gave for that input, a line each.
    """

    relation: MetamorphicRelation
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


def replay(relation: MetamorphicRelation, func: Callable[..., Any], drawn: int = REPLAY.drawn, seed: int = 0) -> Replay:
    """Check a relation on its stored inputs, then on drawn ones, up to the first that violates it.

    The function runs in this process, as in a test. Where it is possible, drawn inputs have a follow-up in the domain.
    """
    signature, stored = relation.signature, relation.examples
    change = relation.transformation
    narrowed = change.narrow(signature.domains) or change.with_drawn_domain(signature.domains)
    parameters = [replace(one, domain=domain) for one, domain in zip(relation.parameters, narrowed, strict=True)]
    rng = Random(f"{seed}/{relation.formula}")
    inputs = draw_inputs(parameters, (), stored, rng, is_tied=bool(signature.conditions))
    tried = inapplicable = 0
    for source in islice(inputs, len(stored) + drawn):
        tried += 1
        try:
            if not _holds(relation, func, source):
                return Replay(relation, tried, inapplicable, source, tuple(_calls(relation, func, source)))
        except InapplicableInput:
            inapplicable += 1
    return Replay(relation, tried, inapplicable)


def _holds(relation: MetamorphicRelation, func: Callable[..., Any], source: Input) -> bool:
    """Whether the relation holds; a function that would end this process or does not end violates it."""
    try:
        with limited(REPLAY.limit):
            arity = len(relation.signature.parameters)
            drawn = {one.name: value for one, value in zip(relation.parameters[arity:], source[arity:], strict=True)}
            return relation.check(func, *source[:arity], **drawn)
    except SystemExit:
        return False


def _calls(relation: MetamorphicRelation, func: Callable[..., Any], source: Input) -> Iterator[str]:
    """Both calls with what they give; where they cannot be shown, the source."""
    execution = None
    if not relation.is_about_errors:
        with suppress(SystemExit), limited(REPLAY.limit):
            execution = execute(relation, func, source)
    if execution is not None:
        yield from outcomes(relation, execution)
        return
    yield f"for {relation.signature.call([shown(value) for value in relation.transformation.arguments_of(source)])}"
    if not relation.is_about_errors:
        yield f"one of both calls raises, takes longer than {REPLAY.limit:g} s, or gives a value of another kind"
