"""A person's review decisions from an earlier run, as far as they fit the function of today."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from genmorph.annotations.valid_inputs import Validity
from genmorph.export.scenario_text import domain_of, drawn_parts
from genmorph.filters.candidates import Candidate, kills_of, special_numbers
from genmorph.fitness.table import build_table
from genmorph.inference.exploration import Exploration, observe_pairs
from genmorph.inference.meter import Meter
from genmorph.inference.session import Session
from genmorph.model import Evidence, Execution, Input, Parameter
from genmorph.progress import Notice
from genmorph.relations.expression import Variable, is_given
from genmorph.results.record import Record, Relation, ReviewDecision
from genmorph.results.relation import MetamorphicRelation, pair_variables
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.results.statistical_relation import StatisticalRelation
from genmorph.subject.signatures import Signature
from genmorph.transformations.transformation import Transformation

AnyRelation = TypeVar("AnyRelation", MetamorphicRelation, ScenarioRelation, StatisticalRelation)
AnyKind = TypeVar("AnyKind", bound=Relation)


@dataclass(frozen=True, slots=True)
class Earlier:
    """Relations that a review accepted, and those that are not intended.

    `scenarios` are the accepted ones of several calls, `disowned_scenarios` those that are not intended; `sampled` and
    `disowned_sampled` are those of many runs.
    `unfitting` are the formulas of others that are not intended, which are no relations of the function any more.
    """

    accepted: tuple[MetamorphicRelation, ...] = ()
    disowned: tuple[MetamorphicRelation, ...] = ()
    scenarios: tuple[ScenarioRelation, ...] = ()
    disowned_scenarios: tuple[ScenarioRelation, ...] = ()
    unfitting: frozenset[str] = frozenset()
    sampled: tuple[StatisticalRelation, ...] = ()
    disowned_sampled: tuple[StatisticalRelation, ...] = ()

    @property
    def disowned_formulas(self) -> frozenset[str]:
        """The formulas of all that is not intended."""
        return self.unfitting.union(relation.formula for relation in self.all_disowned)

    @property
    def all_disowned(self) -> tuple[Relation, ...]:
        """All relations that are not intended."""
        return (*self.disowned, *self.disowned_scenarios, *self.disowned_sampled)

    @property
    def all_accepted(self) -> tuple[Relation, ...]:
        """All relations that a review accepted."""
        return (*self.accepted, *self.scenarios, *self.sampled)


def found_again(
    session: Session, explorations: Sequence[Exploration], relation: MetamorphicRelation
) -> Candidate | None:
    """An earlier relation with what it kills today; None where it does not fit the function any more."""
    transformation = relation.transformation
    variables = pair_variables(session.signature.parameters, transformation, session.outputs)
    if not _speaks_of(relation, variables):
        return None
    exploration = next((one for one in explorations if one.transformation == transformation), None)
    if exploration is not None and exploration.ground is not None:
        executions = exploration.ground.executions
    else:
        pairs = session.pairs(transformation, session.pace.sources)
        executions = observe_pairs(session, transformation, relation.expression.variables, pairs)
    killed = kills_of(relation.expression, build_table(executions, session.tolerance))
    special = special_numbers(session.constants, transformation)
    return Candidate(transformation, relation.expression, killed, executions, session.tolerance, special)


@dataclass(frozen=True, slots=True)
class ReviewDecisions:
    """Review decisions on relations that fit the function, and on formulas that do not.

    `news` are those of the formulas that fitted until now; `of_another` names the function that the decisions are about
    where it is another one, "" elsewhere.
    """

    earlier: Earlier = field(default_factory=Earlier)
    unfitting: tuple[ReviewDecision, ...] = ()
    news: tuple[ReviewDecision, ...] = ()
    of_another: str = ""

    def __bool__(self) -> bool:
        earlier = self.earlier
        return bool(earlier.all_accepted or earlier.all_disowned or self.unfitting)

    def __str__(self) -> str:
        earlier = self.earlier
        accepted, disowned = len(earlier.all_accepted), len(earlier.all_disowned)
        return f"relations of an earlier run are known: {accepted} accepted, {disowned} rejected by review"

    def accepts(self, formula: str) -> bool:
        """Whether a review accepted the formula when it was one of another signature."""
        return ReviewDecision(formula, is_accepted=True) in self.unfitting


def read_decisions(earlier: Record | None, *signatures: Signature) -> ReviewDecisions:
    """The decisions in an earlier set of relations; those that fit are relations of the functions as they are today."""
    if earlier is None:
        return ReviewDecisions()
    if [one.name for one in earlier.signatures] != [one.name for one in signatures]:
        return ReviewDecisions(of_another=" and ".join(one.qualname for one in earlier.signatures))
    today = dict(zip(earlier.signatures, signatures, strict=True))
    accepted = [_fitted(relation, today) for relation in earlier.accepted]
    disowned = [_fitted(relation, today) for relation in earlier.disowned]
    news = (*_unfitting(earlier.accepted, accepted, True), *_unfitting(earlier.disowned, disowned, False))
    unfitting = tuple(dict.fromkeys((*earlier.unfitting, *news)))
    fitting = Earlier(
        tuple(_of_type(accepted, MetamorphicRelation)),
        tuple(_of_type(disowned, MetamorphicRelation)),
        tuple(_of_type(accepted, ScenarioRelation)),
        tuple(_of_type(disowned, ScenarioRelation)),
        frozenset(one.formula for one in unfitting if not one.is_accepted),
        tuple(_of_type(accepted, StatisticalRelation)),
        tuple(_of_type(disowned, StatisticalRelation)),
    )
    return ReviewDecisions(fitting, unfitting, news)


def _of_type(relations: Iterable[Relation | None], kind: type[AnyKind]) -> Iterator[AnyKind]:
    """Those of just this type."""
    return (relation for relation in relations if type(relation) is kind)


def unjudged(relation: AnyRelation) -> AnyRelation:
    """An accepted relation that there was no time to judge again: without what spoke for it in an earlier run."""
    known = relation.evidence
    evidence = Evidence(0, known.violations, known.killed, known.judged, exhaustive=False, falsifiers=())
    return replace(relation, evidence=evidence)


def report_decisions(decisions: ReviewDecisions, meter: Meter) -> None:
    """Report which decisions are heeded, and which are left of relations that do not fit any more."""
    if decisions:
        meter.notify(Notice(str(decisions)))
    if decisions.of_another:
        meter.notify(Notice(f"the relations of an earlier run are of {decisions.of_another}: they are left alone"))
    for one in decisions.news:
        said = "accepted" if one.is_accepted else "rejected"
        why = "the function has other parameters or outputs now"
        meter.notify(Notice(f"{one.formula} was {said}; only its formula is kept, because {why}"))


def report_violated(relations: Sequence[Relation], meter: Meter) -> None:
    """Report which accepted relations are false, and what contradicts them."""
    for relation in relations:
        seen = f": {', '.join(relation.shown)}" if relation.shown else ""
        meter.notify(Notice(f"the accepted relation {relation.formula} does not hold any more{seen}"))


def report_unjudged(relations: Sequence[Relation], meter: Meter, *, is_sampled: bool) -> None:
    """Report which accepted relations were not judged again: there was no time, or the run was not one for them."""
    for relation in relations:
        if not relation.evidence.tried:
            helps = _what_helps(relation, is_sampled)
            meter.notify(Notice(f"the accepted relation {relation.formula} was not judged again: give {helps}"))


def _what_helps(relation: Relation, is_sampled: bool) -> str:
    """What lets a run judge a relation: relations of samples need samples, those of several calls must have none."""
    if isinstance(relation, StatisticalRelation) and not is_sampled:
        return "stochastic=True (--stochastic)"
    if isinstance(relation, ScenarioRelation) and is_sampled:
        return "no stochastic=True (--stochastic)"
    return "a larger budget"


def _unfitting(
    relations: Sequence[Relation], fitted: Sequence[Relation | None], is_accepted: bool
) -> list[ReviewDecision]:
    """What is left of the relations that do not fit."""
    pairs = zip(relations, fitted, strict=True)
    return [ReviewDecision(relation.formula, is_accepted) for relation, found in pairs if found is None]


def _fitted(relation: Relation, today: Mapping[Signature, Signature]) -> Relation | None:
    """The relation as one of today's signatures; None where names or kinds that it speaks of are others there."""
    if isinstance(relation, ScenarioRelation):
        fits = all(
            list(map(_form, one.parameters)) == list(map(_form, today[one].parameters))
            and one.outputs == today[one].outputs
            for one in relation.signatures
        )
        return _of_today(relation, tuple(today[one] for one in relation.signatures)) if fits else None
    before, signature = relation.signature, today[relation.signature]
    if list(map(_form, before.parameters)) != list(map(_form, signature.parameters)):
        return None
    variables = pair_variables(signature.parameters, relation.transformation, signature.outputs)
    is_same = before.outputs == signature.outputs and _speaks_of(relation, variables)
    return _within(relation, signature) if is_same or relation.is_about_errors else None


def _of_today(relation: ScenarioRelation, signatures: tuple[Signature, ...]) -> ScenarioRelation:
    """The relation of these signatures: whole domains are those of today, parts of domains stay."""
    parts = {one.name for one, _ in drawn_parts(relation.signatures, relation.claim, relation.drawn)}
    drawn = []
    for one in relation.drawn:
        whole = domain_of(signatures, relation.claim, one.name)
        drawn.append(one if one.name in parts or whole is None else replace(one, domain=whole))
    return replace(relation, signatures=signatures, drawn=tuple(drawn))


def _speaks_of(relation: MetamorphicRelation, variables: tuple[Variable, ...]) -> bool:
    """Whether the relation has just these variables, and changed outputs."""
    return tuple(filter(is_given, relation.expression.variables)) == variables


def _within(relation: MetamorphicRelation, signature: Signature) -> MetamorphicRelation:
    """The relation as one of that signature, without what is no valid pair of its domains: a run may narrow them.

    A counterexample that is no valid pair any more says nothing against it.
    """
    validity = signature.validity
    pair = (
        relation.pair
        if relation.pair is not None and _is_valid(relation.pair, relation.transformation, validity)
        else None
    )
    is_dismissed = pair is not relation.pair
    return replace(
        relation,
        signature=signature,
        examples=tuple(source for source in relation.examples if _has_pair(source, relation.transformation, validity)),
        pair=pair,
        witnesses=tuple(
            witness for witness in relation.witnesses if _is_valid(witness.execution, relation.transformation, validity)
        ),
        evidence=replace(relation.evidence, violations=0) if is_dismissed else relation.evidence,
    )


def _is_valid(execution: Execution, transformation: Transformation, validity: Validity) -> bool:
    follow_up = validity.passing_on(transformation.chained).admits(execution.follow_up)
    return False not in (validity.admits(execution.source), follow_up)


def _has_pair(source: Input, transformation: Transformation, validity: Validity) -> bool:
    """Whether source and follow-up are valid; the follow-up is not known where an output is passed on."""
    if validity.admits(source) is False:
        return False
    if transformation.chained is not None:
        return True
    follow_up = transformation.apply(source)
    return follow_up is not None and validity.admits(follow_up) is not False


def _form(parameter: Parameter) -> tuple[object, ...]:
    """What of a parameter relations depend on: another domain of the same kind does not matter."""
    return parameter.name, parameter.kind, parameter.keyword_only, parameter.domain.container, parameter.is_optional
