"""Relations of random programs: samples of runs are compared, few at first, and more of what is not refuted."""

import statistics
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from genmorph.execution.outputs import Pair, read_outputs
from genmorph.filters.distributions import (
    CHANCES,
    Compared,
    Decision,
    are_moderate,
    compare,
    components,
    decide,
    five_numbers,
    least_noticed,
)
from genmorph.filters.following import includes
from genmorph.filters.validity import compile_reader
from genmorph.inference.decisions import Earlier, unjudged
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Session
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import (
    Domain,
    Evidence,
    Execution,
    Input,
    Mutant,
    Outcome,
    Returned,
    Sampling,
    SeenSamples,
    Stage,
    UsageError,
    with_argument,
)
from genmorph.progress import Notice, Step
from genmorph.relations.expression import Expression, Role, Variable, changed_output
from genmorph.relations.laws import LAWS, Law, Rank, law_named, terms_of
from genmorph.relations.meaning import compile_operands
from genmorph.relations.metamorphic import is_metamorphic
from genmorph.relations.statistic import Statistic, is_numeric, required_sign, sign_of
from genmorph.results.relation import pair_variables
from genmorph.results.statistical_relation import StatisticalRelation
from genmorph.settings import SAMPLING, SELECTION, TRIVIALITY
from genmorph.subject.inputs import domain_size
from genmorph.transformations.template import Effect
from genmorph.transformations.templates import find_template
from genmorph.transformations.transformation import Transformation
from genmorph.values.building import shown
from genmorph.values.labels import key, write
from genmorph.values.registered import AppliedChange, changes_of
from genmorph.values.seeds import seed_place

_INVARIANCE = law_named("invariance")


@dataclass(frozen=True, slots=True)
class Sampled:
    """What holds of the distributions of a random function, the transformations screened, and the mutants judged."""

    relations: tuple[StatisticalRelation, ...]
    screened: int
    judged: frozenset[str]


def find_statistical_relations(session: Session, earlier: Earlier) -> Sampled:
    """What holds of the distributions of a random function; where the time is over, what was found until then.

    What a review accepted earlier is judged again, and comes first; what it rejected is left out.
    """
    session.meter.enter("sampling", keep=session.pace.export)
    found = {one.formula: unjudged(one) for one in earlier.sampled}
    search = _Search(session)
    with suppress(HaltError):
        again = earlier.sampled[: SAMPLING.judged]
        for known in again:
            found[known.formula] = search.judged_again(known)
        news = (
            one
            for one in search.relations(SAMPLING.judged - len(again), earlier.disowned_sampled)
            if one.formula not in found and one.formula not in earlier.disowned_formulas
        )
        for relation in islice(news, max(0, SELECTION.reported - len(found))):
            session.meter.notify(Notice(f"found {relation.formula}"))
            found[relation.formula] = relation
    return Sampled(tuple(found.values()), search.screened, frozenset(search.judged))


@dataclass(frozen=True, slots=True)
class _Row:
    """A source, and pairs of runs: of the source and of its follow-up, each with a seed of its own."""

    source: Input
    runs: tuple[Execution, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is run for a purpose: so many inputs of a stream, each so often; fewer than `least` say too little.

    Purposes do not share runs: what has learnt from some cannot be judged by them.
    """

    purpose: str
    stream: AcceptedInputs
    inputs: int
    runs: int
    least: int = 1


@dataclass(slots=True)
class _Trial:
    """The last runs by which a claim was judged: rows, how far their sides are apart, and the decision."""

    fresh: list[_Row] = field(default_factory=list)
    boundary: list[_Row] = field(default_factory=list)
    compared: list[Compared | None] = field(default_factory=list)
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class _Claim:
    """What may hold of a statistic under a transformation."""

    transformation: Transformation
    expression: Expression
    statistic: Statistic

    def sides(self, runs: Sequence[Execution], tolerance: Any) -> tuple[list[Any], list[Any]]:
        """The samples that are compared, in the order of the expression; OverflowError for numbers too large."""
        one, other = compile_operands(self.expression, tolerance)
        rows = list(map(compile_reader(self.expression), runs))
        return list(map(one, rows)), list(map(other, rows))

    @property
    def sign(self) -> str:
        """How the first sample is to be compared with the second one."""
        return required_sign(self.expression)


@dataclass(frozen=True, slots=True)
class _Candidate(_Claim):
    """A claim, of which law and of which output it is, and how far it was off so far."""

    law: Law
    place: int
    difference: float = 0.0

    @property
    def rank(self) -> tuple[object, ...]:
        """What says most comes first, and what changes least."""
        statistic = list(Statistic).index(self.statistic)
        return self.law.rank is Rank.BOUND, len(self.transformation.positions), statistic, self.law.rank

    def follows_from(self, known: "_Candidate", domains: Sequence[Domain]) -> bool:
        """Whether it says no more than one that is reported: of the same law, or of the same change by another number.

        Equal distributions have all in common, and ordered ones have ordered means.
        """
        one, other = self.transformation, known.transformation
        is_said = known.sign == "==" or self.sign != "=="
        of_whole = known.statistic is Statistic.DISTRIBUTION and (
            known.sign == "==" or self.statistic is Statistic.MEAN
        )
        is_implied = is_said and (known.statistic is self.statistic or of_whole)
        is_of_same = (one.positions, self.place) == (other.positions, known.place)
        return is_of_same and is_implied and self._is_like(known, [domains[place] for place in one.positions])

    def _is_like(self, known: "_Candidate", domains: Sequence[Domain]) -> bool:
        """Whether both are of one change by some number, or of one law by its name, which says what the change does.

        Of bounds the direction hangs on the change. What stays the same under one change may do so under others, too.
        """
        one, other = self.transformation, known.transformation
        if one.does == other.does and one.template == other.template:
            return True
        if self.law == known.law == _INVARIANCE and includes(other, one, domains):
            return True
        is_of_one_law = bool(one.does) and self.law.named(one.does) == known.law.named(other.does)
        return is_of_one_law and (self.sign == "==" or self.expression == known.expression)

    def follows_together(self, known: "Sequence[_Candidate]") -> bool:
        """Whether each argument that it changes may be changed so alone, as relations say that are reported."""
        effect = find_template(self.transformation.template).effect
        alone = [
            one.transformation.positions
            for one in known
            if one.place == self.place
            and one.statistic in (self.statistic, Statistic.DISTRIBUTION)
            and one.sign == "=="
            and find_template(one.transformation.template).effect is effect
        ]
        return effect is not None and all((place,) in alone for place in self.transformation.positions)


class _Search:
    """The candidates of one function, the runs on which they are tried, the transformations and mutants tried."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.screened = 0
        self.judged: set[str] = set()
        self._kept: dict[Transformation, set[tuple[int, Statistic]]] = {}

    def relations(self, most: int, disowned: Sequence[StatisticalRelation] = ()) -> Iterator[StatisticalRelation]:
        """The relations that are reported, what says most first; so many candidates are judged, at most.

        What a review rejected takes no place among these, and nothing follows from it.
        """
        rejected = [(one.transformation, one.expression, one.statistic) for one in disowned]
        left = [one for one in self._screened() if (one.transformation, one.expression, one.statistic) not in rejected]
        waiting = sorted(left, key=lambda found: found.rank)
        known: list[_Candidate] = []
        for candidate in waiting[:most]:
            self.session.meter.notify(Step("judging samples"))
            follows = any(candidate.follows_from(one, self.session.domains) for one in known)
            if follows or candidate.follows_together(known) or self._is_refuted_by_larger_steps(candidate):
                continue
            relation = self._judged(candidate)
            if relation is not None:
                known.append(candidate)
                yield relation

    def judged_again(self, known: StatisticalRelation) -> StatisticalRelation:
        """An accepted relation with the evidence of today; a false one has a violation, others may be undecided."""
        claim = _Claim(known.transformation, known.expression, known.statistic)
        trial = self._tried(claim)
        relation = self._reported(claim, trial)
        if relation is not None:
            return replace(relation, is_accepted=True)
        tried = [one.chance for one in trial.compared if one is not None]
        is_false = not all(chance > SAMPLING.alarm_of_input for chance in tried)
        judged = unjudged(known)
        return replace(judged, evidence=replace(judged.evidence, tried=len(tried), violations=int(is_false)))

    def _screened(self) -> Iterator[_Candidate]:
        """What two samples of each transformation do not refute, as far as half of the time allows."""
        session, stream = self.session, self.session.streams.screening
        chosen = sorted(filter(self._is_suited, session.transformations), key=lambda one: len(one.positions))
        lasts = session.meter.progress(SAMPLING.screening_parts)
        small = _Plan("screening", stream, SAMPLING.first_inputs, SAMPLING.first_runs)
        large = _Plan("screening", stream, SAMPLING.screened_inputs, SAMPLING.screened_runs)
        for number, transformation in enumerate(chosen):
            if lasts() >= 1:
                return
            session.meter.check()
            session.meter.notify(Step("screening samples", number + 1, len(chosen)))
            self.screened += 1
            first = self.rows(transformation, small)
            if not first:
                continue
            self._kept[transformation] = set()
            left = [one for one in self._candidates(transformation, first) if self._held(one, first) is not None]
            if not left:
                continue
            more = self.rows(transformation, large)
            held = [found for one in left if (found := self._held(one, more)) is not None]
            self._kept[transformation] = {(one.place, one.statistic) for one in held if one.law == _INVARIANCE}
            yield from _best(held)

    def _is_refuted_by_larger_steps(self, candidate: _Candidate) -> bool:
        """Whether an output stays the same because little is added, and not under a change made of many such steps.

        The screening has run these changes already. It seldom refutes what is true, here once for each change.
        """
        is_adding = find_template(candidate.transformation.template).effect is Effect.ADDS
        if candidate.law != _INVARIANCE or not is_adding:
            return False
        change, wanted = candidate.transformation, {(candidate.place, candidate.statistic)}
        domains = [self.session.domains[place] for place in change.positions]
        return any(
            change.positions == other.positions and not wanted <= kept and includes(change, other, domains)
            for other, kept in self._kept.items()
        )

    def _is_suited(self, transformation: Transformation) -> bool:
        """Whether it is natural, passes nothing on, and leaves the seed alone."""
        is_natural = not find_template(transformation.template).is_unnatural
        return is_natural and transformation.chained is None and self._place not in transformation.positions

    @cached_property
    def _place(self) -> int:
        return seed_place(self.session.subject.parameters)

    def rows(self, transformation: Transformation, plan: _Plan, mutant: Mutant | None = None) -> list[_Row] | None:
        """Sources with so many runs of each side; None where too few of them answer, or a mutant fails."""
        pairs = self._pairs(transformation, plan)
        calls: list[Input] = []
        for source, follow_up in pairs:
            arguments = transformation.arguments_of(source)
            calls += [*self._seeded(arguments, "source", plan), *self._seeded(follow_up, "follow-up", plan)]
        answers = iter(self.session.run(mutant, calls))
        rows = []
        for source, follow_up in pairs:
            given = [self._read(next(answers), source) for _ in range(plan.runs)]
            after = [self._read(next(answers), follow_up) for _ in range(plan.runs)]
            both = [
                Execution(source, follow_up, one, other)
                for one, other in zip(given, after, strict=True)
                if one is not None and other is not None
            ]
            if len(both) == plan.runs:
                rows.append(_Row(source, tuple(both)))
        if mutant is not None and len(rows) < len(pairs):
            return None
        return rows if rows and len(rows) >= SAMPLING.least_applicable * len(pairs) else None

    def _pairs(self, transformation: Transformation, plan: _Plan) -> list[Pair]:
        """Pairs of a stream that differ by more than their seeds; none where too few sources have a follow-up."""
        follow, wanted = self.session.follower(transformation), plan.inputs
        while True:
            found = plan.stream.pairs(transformation, follow, wanted)
            if len(found.pairs) < SAMPLING.least_applicable * (len(found.pairs) + found.outside):
                return []
            different: dict[str, Pair] = {}
            for source, follow_up in found.pairs:
                different.setdefault(key(self._seedless(source)), (source, follow_up))
            is_all = len(found.pairs) < wanted or wanted >= SAMPLING.drawn * plan.inputs
            if is_all or len(different) >= plan.inputs:
                break
            wanted *= 2
        size = self._size(transformation)
        least = plan.least if size is None else min(plan.least, size)
        return list(different.values())[: plan.inputs] if len(different) >= least else []

    def _size(self, transformation: Transformation) -> int | None:
        """The number of sources but for their seeds; None where it is unknown or infinite."""
        parameters = transformation.with_drawn_parameter(self.session.subject.parameters)
        narrowed = transformation.narrow(self.session.domains) or [one.domain for one in parameters]
        sources = [replace(one, domain=domain) for one, domain in zip(parameters, narrowed, strict=True)]
        return domain_size(self._seedless(sources))

    def _seedless(self, values: Sequence[Any]) -> tuple[Any, ...]:
        return (*values[: self._place], *values[self._place + 1 :])

    def _seeded(self, values: Input, which: str, plan: _Plan) -> Iterator[Input]:
        """The input with so many seeds, which depend on it, on the seed of the inference, the purpose, and the side."""
        rng = Random(f"{self.session.request.seed}/{plan.purpose}/{which}/{write(self._seedless(values))}")
        domain = self.session.subject.domains[self._place]
        return (with_argument(values, self._place, domain.draw(rng)) for _ in range(plan.runs))

    def _read(self, outcome: Outcome, values: Input) -> tuple[Any, ...] | None:
        if not isinstance(outcome, Returned):
            return None
        return read_outputs(self.session.outputs, outcome.value, values)

    def _candidates(self, transformation: Transformation, rows: Sequence[_Row]) -> Iterator[_Candidate]:
        """All laws that may hold of the outputs, of each statistic that they have."""
        parameters, outputs = self.session.signature.parameters, self.session.outputs
        variables = pair_variables(parameters, transformation, outputs)
        variables = (*variables, *_changed(transformation, variables, rows[0].runs))
        constant = transformation.constant
        numbers = [constant] if type(constant) in (int, float) else []
        for terms in terms_of(variables, lambda *_: numbers, lambda *_: ()):
            place = next(v.position for v in variables if v.name == terms.source)
            for law in (law for law in LAWS if law.holds_under(transformation.does)):
                for tree in law.shapes(terms):
                    try:
                        expression = Expression.from_tree(tree, variables)
                    except UsageError:  # too large, or of sorts that do not fit
                        continue
                    if sign_of(expression) is None or not is_metamorphic(expression):
                        continue
                    for statistic in Statistic:
                        if not statistic.is_of_numbers or is_numeric(expression, 1):
                            yield _Candidate(transformation, expression, statistic, law, place)

    def _held(self, candidate: _Candidate, rows: Sequence[_Row] | None) -> _Candidate | None:
        """The candidate with its mean difference where no row refutes it, and its samples are none of one value."""
        differences, is_random = [], False
        for row in rows or ():
            found = self._compared(candidate, row)
            if found is None or not found.chance >= SAMPLING.refuted:
                return None
            differences.append(found.difference)
            is_random = is_random or self._varies(candidate, row)
        return replace(candidate, difference=statistics.fmean(differences)) if is_random else None

    def _varies(self, claim: _Claim, row: _Row) -> bool:
        sides = claim.sides(row.runs, self.session.tolerance)
        return any(components(value) != components(sample[0]) for sample in sides for value in sample)

    def _compared(self, claim: _Claim, row: _Row) -> Compared | None:
        """How far both sides are apart in a row; None where their numbers are too large."""
        self.session.meter.check()
        tolerance = self.session.tolerance
        try:
            one, other = claim.sides(row.runs, tolerance)
            return compare(claim.statistic, one, claim.sign, other, tolerance, SAMPLING.bound)
        except OverflowError:
            return None

    def _judging(self, runs: int) -> tuple[_Plan, _Plan]:
        """By what candidates are judged: fresh and boundary inputs."""
        streams = self.session.streams
        return (
            _Plan("judging", streams.fresh, SAMPLING.fresh_inputs, runs, SAMPLING.least_inputs),
            _Plan("judging", streams.boundary, SAMPLING.boundary_inputs, runs),
        )

    def _tried(self, claim: _Claim) -> _Trial:
        """Compare more and more runs, until it is decided whether the claim is reported."""
        trial = _Trial()

        def judge(runs: int) -> Sequence[Compared]:
            plans = self._judging(runs)
            trial.fresh, trial.boundary = (self.rows(claim.transformation, plan) or [] for plan in plans)
            rows = [*trial.fresh, *trial.boundary] if trial.fresh else []
            trial.compared = [self._compared(claim, row) for row in rows]
            found = [one for one in trial.compared if one is not None]
            return found if len(found) == len(rows) else ()

        trial.decision = decide(judge)
        return trial

    def _judged(self, claim: _Claim) -> StatisticalRelation | None:
        """The relation with its evidence; None where it is refuted, or the runs do not suffice to say that it holds."""
        return self._reported(claim, self._tried(claim))

    def _reported(self, claim: _Claim, trial: _Trial) -> StatisticalRelation | None:
        """The relation that was decided on, with its evidence; None also where other outputs hardly contradict it."""
        decision = trial.decision
        if decision is None or (noticed := self._noticed(claim, trial.fresh)) < TRIVIALITY.law_share:
            return None
        return self._relation(claim, trial, decision, noticed)

    def _noticed(self, claim: _Claim, rows: Sequence[_Row]) -> float:
        """The share of the rows on which other outputs contradict it: moved or spread, or of other rows.

        Of a bound, those on which it is none the other way round.
        """
        tolerance, sign = self.session.tolerance, claim.sign
        sides = [claim.sides(row.runs, tolerance) for row in rows]
        if sign != "==":
            perturbed = [(other, one) for one, other in sides]
        elif is_numeric(claim.expression, 1) and all(are_moderate(one) for one, _ in sides):
            perturbed = [(_perturbed(one, claim.statistic), other) for one, other in sides]
        else:
            perturbed = [(sides[number - 1][0], other) for number, (_, other) in enumerate(sides)]
        chances = [CHANCES[claim.statistic](one, sign, other, tolerance) for one, other in perturbed]
        return sum(not chance >= SAMPLING.refuted for chance in chances) / len(sides)

    def _relation(self, claim: _Claim, trial: _Trial, decision: Decision, noticed: float) -> StatisticalRelation:
        session, fresh = self.session, len(trial.fresh)
        judged, killed = self._judged_mutants(claim)
        self.judged |= judged
        written = session.pace.written_runs
        return StatisticalRelation(
            signature=session.signature,
            transformation=claim.transformation,
            expression=claim.expression,
            evidence=Evidence(
                tried=fresh + len(trial.boundary),
                violations=0,
                killed=len(killed),
                judged=len(judged),
                exhaustive=False,
                falsifiers=(Stage.FRESH_PAIRS.value, *([Stage.BOUNDARY_PAIRS.value] if trial.boundary else [])),
                random=fresh,
                noticed=noticed,
            ),
            killed=tuple(sorted(killed)),
            examples=(),
            statistic=claim.statistic,
            sampling=Sampling(
                inputs=fresh + len(trial.boundary),
                runs=decision.runs,
                difference=decision.difference,
                bound=decision.bound,
                error=SAMPLING.report,
                written=written,
                noticed=least_noticed(claim.statistic, written, decision.aspects),
                seen=self._seen(claim, trial.fresh),
            ),
        )

    def _seen(self, claim: _Claim, rows: Sequence[_Row]) -> SeenSamples | None:
        """The samples of the first input whose outputs differ from run to run; None where they are no numbers."""
        row = next((row for row in rows if self._varies(claim, row)), None)
        if row is None or not is_numeric(claim.expression, 1):
            return None
        samples = claim.sides(row.runs, self.session.tolerance)
        if not all(map(are_moderate, samples)):
            return None
        parameters = claim.transformation.with_drawn_parameter(self.session.subject.parameters)
        given = zip([one.name for one in parameters], row.source, strict=True)
        source = ", ".join(f"{name}={shown(value)}" for name, value in self._seedless(list(given)))
        return SeenSamples(source, *map(five_numbers, samples))

    def _judged_mutants(self, claim: _Claim) -> tuple[set[str], set[str]]:
        """The mutants that answer as the original does, and those of them whose samples contradict it.

        Where the time is over, those that were tried until then.
        """
        session, judged, killed = self.session, set[str](), set[str]()
        plan = _Plan("mutants", session.sources, SAMPLING.mutated_inputs, SAMPLING.mutated_runs)
        with suppress(HaltError):
            for mutant in session.mutants:
                rows = self.rows(claim.transformation, plan, mutant)
                compared = [self._compared(claim, row) for row in rows or ()]
                if compared:
                    judged.add(mutant.id)
                if any(one is None or not one.chance >= SAMPLING.killed for one in compared):
                    killed.add(mutant.id)
        return judged, killed


def _best(held: Sequence[_Candidate]) -> Iterator[_Candidate]:
    """What says most of each output: equalities of the distribution, of the mean and of the spread, or else a bound."""
    for place in dict.fromkeys(one.place for one in held):
        known = [one for one in held if one.place == place]
        equal = {statistic: _least_off(known, statistic) for statistic in Statistic}
        bounds = {
            statistic: [one for one in known if one.statistic is statistic and one.sign != "=="][:1]
            for statistic in Statistic
        }
        whole, mean, spread = Statistic
        yield from equal[whole]
        yield from equal[mean] or bounds[whole] or bounds[mean]
        yield from equal[spread] or bounds[spread]


def _least_off(known: Sequence[_Candidate], statistic: Statistic) -> list[_Candidate]:
    """The equality that was least off of whole outputs, and that of their lengths, of which less can be off."""
    equal = [one for one in known if one.statistic is statistic and one.sign == "=="]
    found: dict[Rank, _Candidate] = {}
    for one in sorted(equal, key=lambda one: round(one.difference, SAMPLING.told_apart)):
        found.setdefault(one.law.rank, one)
    return list(found.values())


def _changed(
    transformation: Transformation, variables: Sequence[Variable], runs: Sequence[Execution]
) -> Iterator[Variable]:
    """The source's outputs that are objects after what was done to the input."""
    for variable in variables:
        if variable.role is not Role.SOURCE_OUTPUT or not variable.is_changeable:
            continue
        (_, elements), *_ = variable.paths_of_changes([run.source_outputs[variable.position] for run in runs])
        for change in changes_of(elements):
            if change.takes(transformation.constant):
                yield changed_output(variable, AppliedChange(change.name, transformation.constant))


def _perturbed(sample: Sequence[Any], statistic: Statistic) -> list[Any]:
    """The numbers moved, or spread more widely; those of a sample of one value as if they deviated by 1."""
    middle, deviation = statistics.fmean(sample), statistics.pstdev(sample) or 1.0
    if statistic is Statistic.SPREAD:
        return [middle + SAMPLING.spread * (value - middle) for value in sample]
    return [value + SAMPLING.moved * deviation for value in sample]
