"""Relations of several calls: each scenario gets a glance, what holds is judged on rows that nothing has seen."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from genmorph.export.scenario_text import drawn_parts
from genmorph.inference.decisions import Earlier, unjudged
from genmorph.inference.meter import HaltError
from genmorph.inference.scenario_rows import (
    Caller,
    Rows,
    Sessions,
    boundary_inputs,
    drawn_for_programs,
    fresh_inputs,
    programs,
    rows_of_class,
    screening,
    sources,
)
from genmorph.inference.session import Session
from genmorph.model import (
    Altered,
    Evidence,
    Input,
    Mutant,
    Parameter,
    Place,
    Returned,
    Stage,
    Tolerance,
    UnsupportedError,
)
from genmorph.progress import Notice, Step
from genmorph.relations.meaning import Check
from genmorph.relations.operations import parts_to_pass
from genmorph.relations.scenario import (
    Called,
    Claim,
    Column,
    Columns,
    Comparison,
    Fixed,
    Given,
    Missing,
    calls_in,
    check_values,
    live,
    parts_of,
)
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.settings import SCENARIOS, SELECTION, TRIALS, TRIVIALITY
from genmorph.subject.classes import ClassSubject
from genmorph.subject.inputs import as_argument
from genmorph.subject.object_programs import is_readable
from genmorph.subject.signatures import Signature
from genmorph.transformations.postconditions import POSTCONDITIONS
from genmorph.transformations.scenario_catalogue import scenarios
from genmorph.transformations.scenario_templates import Callee, Drawn, Scenario
from genmorph.transformations.state_templates import Instance, state_scenarios
from genmorph.values.building import passed
from genmorph.values.labels import key, write
from genmorph.values.narrowable import Narrowable, count_combinations
from genmorph.values.opaque_values import is_seen


def find_scenario_relations(
    sessions: Sessions, earlier: Earlier, owner: ClassSubject | None = None
) -> tuple[ScenarioRelation, ...]:
    """The relations of several calls of these functions; where the time is over, those found until then.

    Where there is an `owner`, the one function runs programs of calls on its instances.
    What a review accepted earlier is judged again, and comes first; what it rejected is left out.
    """
    meter, signatures = sessions[0].meter, tuple(session.signature for session in sessions)
    accepted = [one for one in earlier.scenarios if one.signatures == signatures]
    found: dict[str, ScenarioRelation] = {one.formula: unjudged(one) for one in accepted}
    is_all = owner is not None or len(sessions) > 1
    pace = sessions[0].pace
    share_left = SCENARIOS.after_costly_draws if pace.is_drawing_costly else SCENARIOS.after
    meter.enter("scenarios", keep=pace.export if is_all else meter.left(share_left))
    try:
        search = _Search(sessions, [_callee(sessions, number) for number in range(len(sessions))], owner)
        found |= search.judged_again(accepted)
        for relation in search.relations():
            if relation.formula not in found and relation.formula not in earlier.disowned_formulas:
                meter.notify(Notice(f"found {relation.formula}"))
                found[relation.formula] = relation
    except HaltError:
        if is_all and not meter.is_interrupted:
            meter.notify(Notice("the time was over before all that may hold was tried: give a larger budget"))
    return tuple(found.values())


def find_postconditions(session: Session) -> tuple[ScenarioRelation, ...]:
    """What is true of each single call of a function; where the time is over, what was found until then."""
    found: list[ScenarioRelation] = []
    session.meter.enter("single calls", keep=session.meter.left(SCENARIOS.after_single_calls))
    with suppress(HaltError):
        for one in _Search([session], [_callee([session], 0)]).postconditions():
            session.meter.notify(Notice(f"found {one.formula}"))
            found.append(one)
    return tuple(found)


_PARTS = (Place.FIELD, Place.ITEM, Place.KEY)


def _callee(sessions: Sessions, number: int) -> Callee:
    """What templates know of a function: an input that it accepts, and which parameters take what it gives."""
    session = sessions[number]
    given = _answers(session)
    passes_to = {
        other: frozenset(
            place
            for place, (parameter, example) in enumerate(zip(one.subject.parameters, _example(one), strict=False))
            if sum(is_taken(parameter.domain, value, example) for value in given) > SCENARIOS.least_taken * len(given)
        )
        for other, one in enumerate(sessions)
    }
    return Callee(
        name=session.signature.name,
        parameters=session.subject.parameters,
        sample=_example(session) if given else (),
        gives=given[-1] if given else None,
        feeds=passes_to[number],
        passes_to=passes_to,
        spreads_to=frozenset(other for other, one in enumerate(sessions) if _is_spread(given, one)),
        numbers=tuple(session.constants),
        borrowed=frozenset(place for place, one in enumerate(session.subject.parameters) if is_seen(one.domain)),
        has_parts=any(output.place in _PARTS for output in session.outputs),
        seen=_seen(session),
        may_give_none=any(output.is_none and output.place is Place.RETURNED for output in session.outputs),
    )


def _answers(session: Session) -> list[Any]:
    """What a function gives for some inputs; nothing where it changes an argument."""
    given = [one.value for one in session.sources.outcomes[: SCENARIOS.glance] if isinstance(one, Returned)]
    if any(isinstance(value, Altered) for value in given):
        return []
    return [live(value) for value in given if value is not None]


def _seen(session: Session) -> tuple[tuple[tuple[Any, ...], bool], ...]:
    """Different inputs of a predicate, with what it gave for them."""
    pairs = zip(session.sources.accepted, session.sources.outcomes, strict=True)
    given = [(values, one.value) for values, one in pairs if isinstance(one, Returned) and type(one.value) is bool]
    return tuple({key(values): (values, value) for values, value in given}.values())


def _example(session: Session) -> tuple[Any, ...]:
    """An input for which a function gives a value, as it gets it; nothing where none is known."""
    pairs = zip(session.sources.accepted, session.sources.outcomes, strict=True)
    known = [values for values, one in pairs if isinstance(one, Returned) and one.value is not None]
    arguments = zip(session.subject.parameters, known[-1] if known else (), strict=False)
    return tuple(passed(parameter.domain, value) for parameter, value in arguments)


def _is_spread(given: Sequence[Any], session: Session) -> bool:
    """Whether the parts of most of what a function gives are the arguments that another one takes by position."""
    parameters = session.subject.parameters
    if len(parameters) == 1 or any(one.keyword_only for one in parameters):
        return False
    found = [parts for value in given if len(parts := parts_to_pass(value)) == len(parameters)]
    examples = _example(session)
    taken = sum(
        all(is_taken(one.domain, *both) for one, *both in zip(parameters, parts, examples, strict=False))
        for parts in found
    )
    return bool(examples) and taken > SCENARIOS.least_taken * len(given)


def is_taken(domain: Any, value: Any, example: Any = None) -> bool:
    """Whether a parameter takes what a function gives; its domain tells, or the type of an example."""
    wider = domain.fed_back() if isinstance(domain, Narrowable) else domain
    try:
        answer = wider.contains(as_argument(domain, value))
        return type(value) is type(example) if answer is None else answer
    except Exception:  # noqa: BLE001 - whatever values of other types raise
        return False


def require_meeting(sessions: Sessions) -> None:
    """Raise UnsupportedError for two functions of which none takes what the other takes or gives."""
    callees = [_callee(sessions, number) for number in range(len(sessions))]
    names = " and ".join(callee.name for callee in callees)
    for callee in callees:
        if not callee.sample:
            raise UnsupportedError(
                f"{callee.name} must return a value, and leave its arguments as they are, to be related"
            )
    if not any(True for _ in scenarios(callees)):
        given = ", ".join(
            f"{callee.name} from {_types(callee.sample)} to {_types([callee.gives])}" for callee in callees
        )
        raise UnsupportedError(f"{names} must take or give values of one kind, got {given}")


def _types(values: Sequence[Any]) -> str:
    return " and ".join(type(value).__name__ for value in values)


def mutant_id(sessions: Sessions, number: int, mutant: Mutant) -> str:
    """The id of a mutant; where there are several functions, with the name of the one that it is of."""
    return mutant.id if len(sessions) == 1 else f"{sessions[number].signature.name}/{mutant.id}"


@dataclass(frozen=True, slots=True)
class _Tried:
    """What fresh rows and boundary rows say of a claim that none of them refutes."""

    fresh: Sequence[Check]
    boundary: Sequence[Check]


@dataclass(frozen=True, slots=True)
class _Search:
    """The scenarios of some functions, and the rows on which they are tried."""

    sessions: Sessions
    callees: Sequence[Callee]
    owner: ClassSubject | None = None

    @property
    def rows(self) -> Rows:
        """What makes the rows on which scenarios are tried."""
        if self.owner is None:
            return Rows(self.sessions)
        return rows_of_class(self.sessions[0], self.owner)

    def relations(self) -> Iterator[ScenarioRelation]:
        """The relations that are reported, what says most first."""
        if self._says_nothing:
            return
        waiting = list(self.scenarios())
        reported: set[str] = set()
        laws = Counter[str]()
        for scenario in self._glanced(waiting):
            if (
                scenario.group in reported
                or scenario.follows_from(reported)
                or laws[scenario.claim.law] == self._most_of(scenario.claim.law)
            ):
                continue
            relation = self._judged(scenario)
            if relation is not None:
                reported.add(scenario.group)
                laws[scenario.claim.law] += 1
                yield relation
                if len(reported) == self._most:
                    return

    def postconditions(self) -> Iterator[ScenarioRelation]:
        """What is true of single calls of the one function: what depends on inputs, or kills a further mutant."""
        if self._says_nothing:
            return
        true: set[str] = set()
        killed: set[str] = set()
        reported = 0
        for scenario in self._glanced(list(POSTCONDITIONS.instances(self.callees))):
            if scenario.group in true or scenario.follows_from(true) or (trial := self._trial(scenario)) is None:
                continue
            true.add(scenario.group)
            relation = self._relation(scenario, trial, self._noticed(scenario))
            if (relation.evidence.noticed or 0) >= TRIVIALITY.law_share or not killed.issuperset(relation.killed):
                killed.update(relation.killed)
                reported += 1
                yield relation
            if reported == SCENARIOS.postconditions:
                return

    @property
    def _says_nothing(self) -> bool:
        """Whether a function gives nothing, or so little that nearly all is true of it."""
        return any(not callee.sample or self._is_constant(number) for number, callee in enumerate(self.callees))

    def judged_again(self, accepted: Sequence[ScenarioRelation]) -> dict[str, ScenarioRelation]:
        """Accepted relations with the evidence of today, by their formulas; false ones have a counterexample."""
        signatures = [session.signature for session in self.sessions]
        known = {_key_of(signatures, one.claim, one.parameters): one for one in self.scenarios()} if accepted else {}
        found = {}
        for relation in accepted:
            scenario = known.get(_key_of(signatures, relation.claim, relation.drawn))
            if scenario is None:
                continue
            judged = self._judged(scenario)
            if judged is None and (against := self._counterexample(scenario)) is not None:
                evidence = Evidence(1, 1, killed=0, judged=0, exhaustive=False, falsifiers=())
                judged = replace(relation, evidence=evidence, killed=(), examples=(against,))
            if judged is not None:
                found[relation.formula] = replace(judged, is_accepted=True)
        return found

    def _counterexample(self, scenario: Scenario) -> Input | None:
        """Inputs for which the claim is false."""
        pace = self.sessions[0].pace
        for stream, count in ((fresh_inputs, pace.enough), (boundary_inputs, pace.in_proportion(SCENARIOS.boundary))):
            columns = self.rows.columns(scenario.drawn, stream, count, "again")
            checks = columns.checks(scenario.claim, self.sessions[0].tolerance)
            failing = next(
                (inputs for inputs, check in self._inputs(columns, scenario, checks) if check is Check.FAILS), None
            )
            if failing is not None:
                return failing
        return None

    def _inputs(self, columns: Columns, scenario: Scenario, checks: Sequence[Check]) -> Iterator[tuple[Input, Check]]:
        """The inputs of each row as plain data, with what it says of the claim."""
        rows = zip(*(columns.plain[one.name] for one in scenario.drawn), strict=True)
        return zip(rows, checks, strict=True)

    def scenarios(self) -> Iterator[Scenario]:
        """All scenarios, what says most first."""
        if self.owner is None:
            yield from scenarios(self.callees)
            return
        drawn = drawn_for_programs(self.sessions[0])
        methods = {
            method.name: [(parameter.name, parameter.domain) for parameter in method.parameters]
            for method in self.owner.methods
        }
        results: dict[str, list[Any]] = {}
        changing: set[str] = set()
        whole = set(self.callees[0].gives[1])
        for program in programs(self.sessions[0], self.owner):
            changing |= program.changed
            whole &= program.whole
            for call, (how, value) in zip(program.calls, program.results, strict=False):
                if how == "returned":
                    results.setdefault(call if isinstance(call, str) else call[0], []).append(value)
        seen = {name: value for name, value in self.callees[0].gives[1].items() if is_readable(name)}
        yield from state_scenarios(Instance(drawn, methods, seen, results, changing, whole))

    @property
    def _most(self) -> int:
        """The number of relations that are reported."""
        return SCENARIOS.reported if self.owner is None and len(self.sessions) == 1 else SELECTION.reported

    def _most_of(self, law: str) -> int:
        """The number of relations of one law that are reported."""
        is_plain = self.owner is None or law == "no effect"
        return SCENARIOS.of_one_law if is_plain else SCENARIOS.of_one_law_of_state

    def _is_constant(self, number: int) -> bool:
        """Whether a function gives so few outputs that nearly all laws hold of it."""
        given = _answers(self.sessions[number])
        different: list[Any] = []
        for value in given:
            if all(_differ(value, other) for other in different):
                different.append(value)
        return len(different) < (2 if all(isinstance(value, bool) for value in given) else SCENARIOS.least_outputs)

    def _glanced(self, waiting: Sequence[Scenario]) -> Iterator[Scenario]:
        """The scenarios that hold on some rows, and on more; those that seldom apply, or say little, come last."""
        meter = self.sessions[0].meter
        known: dict[tuple[Drawn, ...], Columns] = {}
        rare: list[Scenario] = []
        for number, scenario in enumerate(waiting):
            meter.check()
            meter.notify(Step("looking at calls", number + 1, len(waiting)))
            if scenario.drawn not in known:
                known[scenario.drawn] = self.rows.columns(scenario.drawn, sources, SCENARIOS.glance, "glance")
            claims = (scenario.claim, *scenario.requires)
            columns = known[scenario.drawn]
            if columns.rows < SCENARIOS.least_tried * _at_most(SCENARIOS.glance, scenario):
                continue  # of a part that holds few inputs nothing is told
            share = min(self._share(columns, claim) for claim in claims)
            if share < SCENARIOS.least_applicable or any(self._share(columns, claim) for claim in scenario.unless):
                continue
            more = self.rows.columns(scenario.drawn, screening, SCENARIOS.screened, "screening")
            share = min(self._share(more, claim) for claim in claims)
            if scenario.is_tight and not self._is_attained(more, scenario.claim):
                continue
            if share >= SCENARIOS.least_tried and scenario.claim.law != "no effect":
                yield scenario
            elif share >= SCENARIOS.least_applicable:
                rare.append(scenario)
        yield from rare

    def _share(self, columns: Columns, claim: Claim) -> float:
        """The share of the rows on which a claim holds; 0 where it fails on one."""
        checks = columns.checks(claim, self.sessions[0].tolerance)
        return 0.0 if Check.FAILS in checks else checks.count(Check.HOLDS) / max(1, len(checks))

    def _is_attained(self, columns: Columns, bound: Claim) -> bool:
        """Whether both sides of a bound are equal on more than a few rows; else it says little of what is bounded."""
        checks = columns.checks(replace(bound, comparison=Comparison.EQUAL), self.sessions[0].tolerance)
        return checks.count(Check.HOLDS) >= SCENARIOS.least_attained * len(checks)

    def _judged(self, scenario: Scenario) -> ScenarioRelation | None:
        """The relation with its evidence; None where it is false, trivial, or cannot be tried often enough."""
        self.sessions[0].meter.notify(Step("judging several calls"))
        if (noticed := self._noticed(scenario)) < TRIVIALITY.law_share:
            return None
        trial = self._trial(scenario)
        return None if trial is None else self._relation(scenario, trial, noticed)

    def _trial(self, scenario: Scenario) -> "_Tried | None":
        """Fresh and boundary rows that a claim was tried on; None where it is false, or applies to too few."""
        session, claim = self.sessions[0], scenario.claim
        enough = session.pace.enough
        wanted = max(min(enough, TRIALS.fresh_of_slow), session.pace.thorough(enough))
        for times in (1, SCENARIOS.rows_of_rare):
            fresh = self.rows.columns(scenario.drawn, fresh_inputs, times * wanted, "fresh")
            checks = fresh.checks(claim, session.tolerance)
            if Check.FAILS in checks or self._lacks(fresh, scenario):
                return None
            least = max(SCENARIOS.least_rows, SCENARIOS.least_tried * _at_most(wanted, scenario))
            if checks.count(Check.HOLDS) >= min(least, wanted):
                break
        else:
            return None
        count = session.pace.in_proportion(SCENARIOS.boundary)
        boundary = self.rows.columns(scenario.drawn, boundary_inputs, count, "boundary", has_repeats=True)
        at_boundary = boundary.checks(claim, session.tolerance)
        if Check.FAILS in at_boundary or self._lacks(boundary, scenario):
            return None
        return _Tried(checks, at_boundary)

    def _lacks(self, columns: Columns, scenario: Scenario) -> bool:
        """Whether something fails that a scenario requires."""
        tolerance = self.sessions[0].tolerance
        return any(Check.FAILS in columns.checks(claim, tolerance) for claim in scenario.requires)

    def _shown(self, scenario: Scenario) -> Columns:
        """The rows on which mutants are run."""
        return self.rows.columns(scenario.drawn, sources, SCENARIOS.mutated, "mutants")

    def _relation(self, scenario: Scenario, trial: "_Tried", noticed: float) -> ScenarioRelation:
        shown = self._shown(scenario)
        tried, at_boundary = trial.fresh.count(Check.HOLDS), trial.boundary.count(Check.HOLDS)
        evidence = Evidence(
            tried=tried + at_boundary,
            violations=0,
            killed=0,
            judged=0,
            exhaustive=False,
            falsifiers=(Stage.FRESH_PAIRS.value, *([Stage.BOUNDARY_PAIRS.value] if at_boundary else [])),
            inapplicable=len(trial.fresh) + len(trial.boundary) - tried - at_boundary,
            random=tried,
            noticed=noticed,
        )
        killed = self._killed(shown, scenario, always_applies=evidence.always_applies)
        evidence = replace(evidence, killed=len(killed), judged=len(killed))
        return ScenarioRelation(
            signatures=tuple(one.signature for one in self.sessions),
            drawn=scenario.parameters,
            claim=scenario.claim,
            evidence=evidence,
            killed=tuple(sorted(killed)),
            examples=self._examples(shown, scenario),
            queries=None if self.owner is None else self.owner.queries,
        )

    def _noticed(self, scenario: Scenario) -> float:
        """The share of the rows on which the claim is false once a call gives one of some other outputs.

        Where one value is claimed of all rows, others of what that is claimed of.
        """
        columns, claim = self._shown(scenario), scenario.claim
        testable, noticed = set(), set()
        is_fixed = self.owner is not None and isinstance(claim.right, Fixed)
        for term in [claim.left] if is_fixed else _outermost(claim):
            column = columns.column(term)
            for number in range(TRIVIALITY.tries_of_rest):
                others = [_another(column, place, number) for place in range(len(column))]
                checks = columns.with_values(term, others).checks(claim, self.sessions[0].tolerance)
                testable |= {place for place, check in enumerate(checks) if check is not Check.UNTESTABLE}
                noticed |= {place for place, check in enumerate(checks) if check is Check.FAILS}
        return len(noticed) / len(testable) if testable else 0.0

    def _killed(self, columns: Columns, scenario: Scenario, *, always_applies: bool) -> set[str]:
        """The mutants for which the claim is false on one of the rows; most are on one of the first few."""
        killed = set()
        of_original = columns.checks(scenario.claim, self.sessions[0].tolerance)
        for size in (SCENARIOS.mutated_first, columns.rows):
            given = {one.name: columns.column(Given(one.name))[:size] for one in scenario.drawn}
            plain = {one.name: columns.plain[one.name][:size] for one in scenario.drawn}
            domains = {one.name: one.domain for one in scenario.drawn}
            caller = Caller(self.sessions, domains, plain, always_applies=always_applies)
            for number, session in enumerate(self.sessions):
                for mutant in session.mutants:
                    name = mutant_id(self.sessions, number, mutant)
                    mutated = Columns(given, replace(caller, changed={number: mutant}).call, plain)
                    if name not in killed and self._is_refuted(mutated, scenario, of_original[:size]):
                        killed.add(name)
        return killed

    def _is_refuted(self, mutated: Columns, scenario: Scenario, of_original: Sequence[Check]) -> bool:
        """Whether the claim fails on a row on which it holds of the original."""
        both = zip(mutated.checks(scenario.claim, self.sessions[0].tolerance), of_original, strict=True)
        return (Check.FAILS, Check.HOLDS) in both

    def _examples(self, columns: Columns, scenario: Scenario) -> tuple[Input, ...]:
        """The shortest inputs to which the claim applies."""
        checks = columns.checks(scenario.claim, self.sessions[0].tolerance)
        plain = [inputs for inputs, check in self._inputs(columns, scenario, checks) if check is Check.HOLDS]
        different = {key(values): values for values in plain}
        return tuple(
            sorted(different.values(), key=lambda values: (len(write(values)), write(values)))[: SCENARIOS.examples]
        )


def _at_most(wanted: int, scenario: Scenario) -> int:
    """The number of rows that are wanted, or that there are at all."""
    size = count_combinations(one.domain for one in scenario.drawn)
    return wanted if size is None else min(wanted, size)


def _key_of(signatures: Sequence[Signature], claim: Claim, drawn: Sequence[Parameter]) -> tuple[object, ...]:
    """Equal for the same claim of the same parts of domains."""
    return claim, *((one.name, repr(one.domain)) for one, _ in drawn_parts(signatures, claim, drawn))


def _outermost(claim: Claim) -> list[Called]:
    """The calls of which no other one is given the output."""
    inner = {call for term in claim.calls for part in parts_of(term) for call in calls_in(part)}
    return [call for call in claim.calls if call not in inner]


def _another(column: Column, place: int, number: int) -> Any:
    """Another output than that at a place: one that the function gives elsewhere, or one near it if there is none."""
    value = column[place]
    if isinstance(value, Missing):
        return value
    others = (column[(place + step) % len(column)] for step in range(1, len(column)))
    found = islice((one for one in others if not isinstance(one, Missing) and _differ(value, one)), number, None)
    if (other := next(found, _ANOTHER)) is not _ANOTHER:
        return other
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1 + number
    return _ANOTHER


_ANOTHER = ("another",)
"""A value that no function gives."""


def _differ(one: Any, other: Any) -> bool:
    return check_values(Comparison.EQUAL, (one, other), Tolerance()) is not Check.HOLDS
