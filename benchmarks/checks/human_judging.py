"""Whether a set of relations says what a property says that a person wrote: both are asked of perturbed functions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from benchmarks.checks.human_entries import Entry, Function, HumanProperty, Input
from benchmarks.checks.perturbed_functions import Remembered, perturbed_functions
from benchmarks.record import Row
from genmorph import InapplicableInput
from genmorph.results import MetamorphicRelation
from genmorph.results.scenario_relation import ScenarioRelation

INPUTS = 200
"""So many applicable inputs decide whether a property or a relation notices a function."""
DRAWS = 20
"""Where few inputs are applicable, drawing ends after so many for each that is wanted."""
FEWEST = 10
"""Of fewer perturbed functions that the property notices, no share is told."""
ENOUGH = 0.9
"""The share of them that the whole set has to notice."""
ALONE = 0.8
"""The share that one relation has to notice by itself, unless it changes the input as the property does."""


@dataclass(frozen=True, slots=True)
class Share:
    """A relation and the share of the perturbed functions that it notices among those that the property notices."""

    formula: str
    share: float
    has_same_change: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """What came of the comparison; `noticed` is None, and so is `is_found`, where too few functions can tell.

    `exceptions` counts inputs on which the property is false of the function itself, and `false` names relations that
    are.
    """

    inputs: int
    exceptions: int
    perturbed: int
    noticed_by_property: int
    noticed: float | None
    shares: tuple[Share, ...]
    false: tuple[str, ...]

    @property
    def best(self) -> Share | None:
        """The relation that notices most by itself, one with the same change first."""
        return max(self.shares, key=lambda one: (one.share, one.has_same_change), default=None)

    @property
    def is_found_as_written(self) -> bool | None:
        """Whether a relation that changes the input as the property does notices enough by itself."""
        if self.noticed is None:
            return None
        return any(one.has_same_change and one.share >= ALONE for one in self.shares)

    @property
    def is_found(self) -> bool | None:
        """Whether the property, or something at least as strong, is among the relations."""
        if self.noticed is None:
            return None
        stands_out = any(one.share >= ALONE or (one.has_same_change and one.share > 0) for one in self.shares)
        return self.noticed >= ENOUGH and stands_out


def judge(human: HumanProperty, relations: Sequence[MetamorphicRelation | ScenarioRelation]) -> Judgement:
    """Compare a property with relations of the same function; all that is random is seeded by the property's name."""
    function = Remembered(human.function)
    applicable = _applicable_inputs(replace(human, function=function))
    inputs = [values for values in applicable if human.holds(function, values)]
    arguments = [human.arguments(values) for values in inputs]
    made = perturbed_functions(human.entry.name, function, arguments) if inputs else []
    noticed = [one.function for one in made if not all(human.holds(one.function, values) for values in inputs)]
    false = [_notices(relation, function, arguments) for relation in relations]
    true = [relation for relation, is_false in zip(relations, false, strict=True) if not is_false]
    told = noticed if len(noticed) >= FEWEST else []
    seen = [[_notices(relation, one, arguments) for one in told] for relation in true]
    together = [any(answers[position] for answers in seen) for position in range(len(told))]
    return Judgement(
        inputs=len(inputs),
        exceptions=len(applicable) - len(inputs),
        perturbed=len(made),
        noticed_by_property=len(noticed),
        noticed=_share(together),
        shares=tuple(
            Share(relation.formula, share, has_same_change(human.entry, relation))
            for relation, answers in zip(true, seen, strict=True)
            if (share := _share(answers)) is not None
        ),
        false=tuple(relation.formula for relation, is_false in zip(relations, false, strict=True) if is_false),
    )


def _applicable_inputs(human: HumanProperty) -> list[Input]:
    """Inputs of which the property speaks, as far as they are found."""
    drawn = islice(human.draw(Random(f"human/{human.entry.name}")), DRAWS * INPUTS)
    return list(islice(filter(human.is_applicable, drawn), INPUTS))


def _notices(relation: MetamorphicRelation | ScenarioRelation, function: Function, inputs: Sequence[Input]) -> bool:
    """Whether a relation is false of a function for one of the inputs."""
    return any(_is_violated(relation, function, values) for values in inputs)


def _is_violated(relation: MetamorphicRelation | ScenarioRelation, function: Function, values: Input) -> bool:
    try:
        return not relation.check(function, *values)
    except InapplicableInput:
        return False


def _share(answers: Sequence[bool]) -> float | None:
    return sum(answers) / len(answers) if answers else None


def has_same_change(entry: Entry, relation: MetamorphicRelation | ScenarioRelation) -> bool:
    """Whether a relation changes the same arguments as the property, by a template of the same effect (or name).

    A relation of several calls is of the same law.
    """
    if isinstance(relation, ScenarioRelation):
        return relation.law in entry.change
    transformation = relation.transformation
    names = [relation.signature.names[position] for position in transformation.positions]
    is_change = (transformation.does or transformation.template) in entry.change
    return is_change and (not entry.changed or set(names) == set(entry.changed))


def described(judgement: Judgement) -> Row:
    """A judgement as a part of a row."""
    best = judgement.best
    return {
        "found": judgement.is_found,
        "as_written": judgement.is_found_as_written,
        "noticed": None if judgement.noticed is None else round(judgement.noticed, 3),
        "best": None if best is None else best.formula,
        "inputs": judgement.inputs,
        "exceptions": judgement.exceptions,
        "perturbed": judgement.perturbed,
        "noticed_by_property": judgement.noticed_by_property,
        "relations": [
            {"formula": one.formula, "noticed": round(one.share, 3), "same_change": one.has_same_change}
            for one in judgement.shares
        ],
        "false": list(judgement.false),
    }
