"""Relations of several calls: each scenario gets a glance, what holds is judged on rows that nothing has seen."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Any

from genmorph.execution.outputs import read_outputs
from genmorph.inference.decisions import Earlier, unjudged
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Session
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import (
    Altered,
    Built,
    Domain,
    Evidence,
    Input,
    Kind,
    Mutant,
    Returned,
    Stage,
    Tolerance,
    UnsupportedError,
    UsageError,
)
from genmorph.progress import Notice, Step
from genmorph.relations.meaning import Check
from genmorph.relations.operations import EXTENDING
from genmorph.relations.scenario import (
    Called,
    Claim,
    Column,
    Columns,
    Comparison,
    Given,
    Made,
    Missing,
    Term,
    calls_in,
    check_values,
    live,
    parts_of,
)
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.settings import PARALLEL, SCENARIOS, SELECTION, TRIVIALITY
from genmorph.subject.classes import ClassSubject
from genmorph.subject.inputs import argument_reader, as_argument
from genmorph.subject.related import of_equal_length
from genmorph.transformations.scenario_templates import Drawn, Party, Scenario, scenarios
from genmorph.transformations.state_templates import Instance, state_scenarios
from genmorph.values.building import passed
from genmorph.values.kinds import has_inside
from genmorph.values.labels import key, write
from genmorph.values.narrowable import Narrowable
from genmorph.values.opaque_values import is_seen

Sessions = Sequence[Session]

StreamOf = Callable[[Session], AcceptedInputs]


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
    meter.enter("scenarios", keep=sessions[0].pace.export if is_all else meter.left(SCENARIOS.after))
    with suppress(HaltError):
        search = _Search(sessions, [_party(sessions, number) for number in range(len(sessions))], owner)
        found |= search.judged_again(accepted)
        for relation in search.relations():
            if relation.formula not in found and relation.formula not in earlier.disowned_formulas:
                meter.notify(Notice(f"found {relation.formula}"))
                found[relation.formula] = relation
    return tuple(found.values())


def _party(sessions: Sessions, number: int) -> Party:
    """What templates know of a function: an input that it accepts, and which parameters take what it gives."""
    session = sessions[number]
    inputs, given = _answers(session)
    passes_to = {
        other: frozenset(
            place
            for place, (parameter, example) in enumerate(zip(one.subject.parameters, _example(one), strict=False))
            if sum(_is_taken(parameter.domain, value, example) for value in given) > SCENARIOS.least_taken * len(given)
        )
        for other, one in enumerate(sessions)
    }
    return Party(
        name=session.signature.name,
        parameters=session.subject.parameters,
        sample=_lived(session, inputs[-1]) if inputs else (),
        gives=given[-1] if given else None,
        feeds=passes_to[number],
        passes_to=passes_to,
        numbers=tuple(session.constants),
        borrowed=frozenset(place for place, one in enumerate(session.subject.parameters) if is_seen(one.domain)),
    )


def _answers(session: Session) -> tuple[list[Input], list[Any]]:
    """Some accepted inputs, with what the function gives for them; none where it changes an argument."""
    sources = session.sources
    pairs = list(zip(sources.accepted, sources.outcomes, strict=True))[: SCENARIOS.glance]
    known = [(values, outcome.value) for values, outcome in pairs if isinstance(outcome, Returned)]
    if any(isinstance(value, Altered) for _, value in known):
        return [], []
    present = [(values, live(value)) for values, value in known if value is not None]
    return [values for values, _ in present], [value for _, value in present]


def _example(session: Session) -> tuple[Any, ...]:
    """An input that a function accepts, as it gets it; nothing where none is known."""
    inputs = session.sources.accepted
    return _lived(session, inputs[-1]) if inputs else ()


def _is_taken(domain: Any, value: Any, example: Any) -> bool:
    """Whether a parameter takes what a function gives; its domain tells, or the type of an example."""
    wider = domain.fed_back() if isinstance(domain, Narrowable) else domain
    try:
        answer = wider.contains(as_argument(domain, value))
        return type(value) is type(example) if answer is None else answer
    except Exception:  # noqa: BLE001 - whatever values of other types raise
        return False


def _lived(session: Session, values: Input) -> tuple[Any, ...]:
    """The values as the function gets them."""
    pairs = zip(session.subject.parameters, values, strict=True)
    return tuple(passed(parameter.domain, value) for parameter, value in pairs)


def require_meeting(sessions: Sessions) -> None:
    """Raise UnsupportedError for two functions of which none takes what the other takes or gives."""
    parties = [_party(sessions, number) for number in range(len(sessions))]
    names = " and ".join(party.name for party in parties)
    for party in parties:
        if not party.sample:
            raise UnsupportedError(
                f"{party.name} must return a value, and leave its arguments as they are, to be related"
            )
    if not any(True for _ in scenarios(parties)):
        given = ", ".join(f"{party.name} from {_types(party.sample)} to {_types([party.gives])}" for party in parties)
        raise UnsupportedError(f"{names} must take or give values of one kind, got {given}")


def _types(values: Sequence[Any]) -> str:
    return " and ".join(type(value).__name__ for value in values)


def mutant_id(sessions: Sessions, number: int, mutant: Mutant) -> str:
    """The id of a mutant; where there are several functions, with the name of the one that it is of."""
    return mutant.id if len(sessions) == 1 else f"{sessions[number].signature.name}/{mutant.id}"


@dataclass(frozen=True, slots=True)
class _Caller:
    """Makes the calls of scenarios on rows: of the functions, or of mutants of some of them.

    What is asked in calls that use no outputs is the same for all mutants, and worked out once in `asked`.
    """

    sessions: Sessions
    drawn_from: Mapping[str, Domain]
    changed: Mapping[int, Mutant] = field(default_factory=dict)
    asked: dict[Called, list[Input | None]] = field(default_factory=dict)

    def call(self, call: Called, rows: Sequence[tuple[Any, ...]]) -> Column:
        """What a function gives for rows of arguments; what is refused says nothing."""
        session = self.sessions[call.function]
        session.meter.check()
        inputs = self._inputs(call, rows)
        asked = [values for values in inputs if values is not None]
        outcomes = iter(session.run(self.changed.get(call.function), asked))
        return [
            Missing.INAPPLICABLE if values is None else _given(session, values, next(outcomes)) for values in inputs
        ]

    def _inputs(self, call: Called, rows: Sequence[tuple[Any, ...]]) -> list[Input | None]:
        session = self.sessions[call.function]
        if any(map(calls_in, call.arguments)):
            return list(_valid_inputs(session, call, rows, self.drawn_from))
        if call not in self.asked:
            self.asked[call] = list(_valid_inputs(session, call, rows, self.drawn_from))
        return self.asked[call]


def _valid_inputs(
    session: Session, call: Called, rows: Sequence[tuple[Any, ...]], drawn_from: Mapping[str, Domain]
) -> Iterator[Input | None]:
    """The arguments of each row as plain data; None where they are not valid, or have no such form."""
    validity, parameters = session.subject.validity.of_call(call), session.subject.parameters
    made = [  # the others lie in their domains
        place
        for place, (term, parameter) in enumerate(zip(call.arguments, parameters, strict=True))
        if not _lies_within(term, parameter.domain, drawn_from)
    ]
    readers = [argument_reader(parameter.domain) for parameter in parameters]
    for row in rows:
        try:
            values = tuple(read(value) for read, value in zip(readers, row, strict=True))
            is_valid = all(
                validity.domains[place].contains(values[place]) is not False
                and (parameters[place].kind is Kind.OTHER or not has_inside(values[place], _is_built))
                for place in made
            )
        except Exception:  # noqa: BLE001 - outputs of any type may come here
            yield None
        else:
            yield values if is_valid and validity.is_allowed(values) else None


def _is_built(value: Any) -> bool:
    """Whether a value stands there as what builds it, which workers make for parameters of objects alone."""
    return isinstance(value, Built)


def _lies_within(term: Term, domain: Domain, drawn_from: Mapping[str, Domain]) -> bool:
    """Whether the values of a term are drawn from the domain, or are programs made longer by what is drawn."""
    if isinstance(term, Given):
        return drawn_from[term.name] == domain
    return isinstance(term, Made) and term.operation in EXTENDING


@dataclass(frozen=True, slots=True)
class _Search:
    """The scenarios of some functions, and the rows on which they are tried."""

    sessions: Sessions
    parties: Sequence[Party]
    owner: ClassSubject | None = None

    def relations(self) -> Iterator[ScenarioRelation]:
        """The relations that are told, what says most first."""
        if any(not party.sample or self._is_constant(number) for number, party in enumerate(self.parties)):
            return
        waiting = list(self.scenarios())
        told: set[str] = set()
        laws = Counter[str]()
        for scenario in self._glanced(waiting):
            if (
                scenario.group in told
                or told & scenario.entailed_by
                or laws[scenario.claim.law] == self._most_of(scenario.claim.law)
            ):
                continue
            relation = self._judged(scenario)
            if relation is not None:
                told.add(scenario.group)
                laws[scenario.claim.law] += 1
                yield relation
                if len(told) == self._most:
                    return

    def judged_again(self, accepted: Sequence[ScenarioRelation]) -> dict[str, ScenarioRelation]:
        """Accepted relations with the evidence of today, by their formulas; false ones have a counterexample."""
        known = {scenario.claim: scenario for scenario in self.scenarios()} if accepted else {}
        found = {}
        for relation in accepted:
            scenario = known.get(relation.claim)
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
        for stream, count in ((_fresh, self.sessions[0].pace.enough), (_boundary, SCENARIOS.boundary)):
            columns = self._columns(scenario.drawn, stream, count, "again")
            checks = columns.checks(scenario.claim, self.sessions[0].tolerance)
            failing = next(
                (inputs for inputs, check in self._inputs(columns, scenario, checks) if check is Check.FAILS), None
            )
            if failing is not None:
                return failing
        return None

    def _inputs(self, columns: Columns, scenario: Scenario, checks: Sequence[Check]) -> Iterator[tuple[Input, Check]]:
        """The inputs of each row as plain data, with what it says of the claim."""
        rows = zip(*(columns.column(Given(one.name)) for one in scenario.drawn), strict=True)
        readers = [argument_reader(one.domain) for one in scenario.drawn]
        for row, check in zip(rows, checks, strict=True):
            yield tuple(read(value) for read, value in zip(readers, row, strict=True)), check

    def scenarios(self) -> Iterator[Scenario]:
        """All scenarios, what says most first."""
        if self.owner is None:
            yield from scenarios(self.parties)
            return
        drawn = tuple(
            Drawn(parameter.name, parameter.domain, 0, place)
            for place, parameter in enumerate(self.parties[0].parameters[:-1])
        )
        methods = {
            method.name: [(parameter.name, parameter.domain) for parameter in method.parameters]
            for method in self.owner.methods
        }
        yield from state_scenarios(Instance(drawn, methods, self.parties[0].gives[1]))

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
        given = _answers(self.sessions[number])[1]
        different: list[Any] = []
        for value in given:
            if all(_differ(value, other) for other in different):
                different.append(value)
        return len(different) < (2 if all(isinstance(value, bool) for value in given) else SCENARIOS.least_outputs)

    def _glanced(self, waiting: Sequence[Scenario]) -> Iterator[Scenario]:
        """The scenarios that hold on some rows, and on more of them; those that seldom apply come last."""
        meter = self.sessions[0].meter
        known: dict[tuple[Drawn, ...], Columns] = {}
        rare: list[Scenario] = []
        for number, scenario in enumerate(waiting):
            meter.check()
            meter.notify(Step("looking at several calls", number + 1, len(waiting)))
            if scenario.drawn not in known:
                known[scenario.drawn] = self._columns(scenario.drawn, _sources, SCENARIOS.glance, "glance")
            claims = (scenario.claim, *scenario.requires)
            columns = known[scenario.drawn]
            share = min(self._share(columns, claim) for claim in claims)
            if share < SCENARIOS.least_applicable or any(self._share(columns, claim) for claim in scenario.unless):
                continue
            more = self._columns(scenario.drawn, _screening, SCENARIOS.screened, "screening")
            share = min(self._share(more, claim) for claim in claims)
            if share >= SCENARIOS.least_tried:
                yield scenario
            elif share >= SCENARIOS.least_applicable:
                rare.append(scenario)
        yield from rare

    def _share(self, columns: Columns, claim: Claim) -> float:
        """The share of the rows on which a claim holds; 0 where it fails on one."""
        checks = columns.checks(claim, self.sessions[0].tolerance)
        return 0.0 if Check.FAILS in checks else checks.count(Check.HOLDS) / max(1, len(checks))

    def _judged(self, scenario: Scenario) -> ScenarioRelation | None:
        """The relation with its evidence; None where it is false, trivial, or cannot be tried often enough."""
        session, claim = self.sessions[0], scenario.claim
        session.meter.notify(Step("judging several calls"))
        wanted = session.pace.thorough(session.pace.enough)
        for times in (1, SCENARIOS.rows_of_rare):
            fresh = self._columns(scenario.drawn, _fresh, times * wanted, "fresh")
            checks = fresh.checks(claim, session.tolerance)
            tried = checks.count(Check.HOLDS)
            if Check.FAILS in checks:
                return None
            if tried >= SCENARIOS.least_tried * wanted:
                break
        else:
            return None
        boundary = self._columns(scenario.drawn, _boundary, SCENARIOS.boundary, "boundary", has_repeats=True)
        at_boundary = boundary.checks(claim, session.tolerance)
        if Check.FAILS in at_boundary:
            return None
        shown = self._columns(scenario.drawn, _sources, SCENARIOS.mutated, "mutants")
        noticed = self._noticed(shown, claim)
        if noticed < TRIVIALITY.law_share:
            return None
        killed = self._killed(shown, scenario)
        evidence = Evidence(
            tried=tried + at_boundary.count(Check.HOLDS),
            violations=0,
            killed=len(killed),
            judged=len(killed),
            exhaustive=False,
            falsifiers=(Stage.FRESH_PAIRS.value, Stage.BOUNDARY_PAIRS.value),
            inapplicable=len(checks) - tried,
            random=tried,
            noticed=noticed,
        )
        examples = self._examples(shown, scenario)
        return ScenarioRelation(
            signatures=tuple(one.signature for one in self.sessions),
            drawn=scenario.parameters,
            claim=claim,
            evidence=evidence,
            killed=tuple(sorted(killed)),
            examples=examples,
            queries=None if self.owner is None else self.owner.queries,
        )

    def _columns(
        self, drawn: tuple[Drawn, ...], stream: StreamOf, count: int, purpose: str, *, has_repeats: bool = False
    ) -> Columns:
        """The terms of a scenario on rows of a stream; with repeats, some inputs of a row are the same."""
        rng = Random(f"{self.sessions[0].request.seed}/{purpose}/{[one.name for one in drawn]}")
        rows = {
            number: _rows(stream(session), count, 1 + _last_row(drawn, number), rng, has_repeats=has_repeats)
            for number, session in enumerate(self.sessions)
            if any(one.function == number and one.position is not None for one in drawn)
        }
        size = min((len(found) for found in rows.values()), default=0)
        given: dict[str, Column] = {}
        for one in drawn:
            if one.position is None:
                alike = [given[other.name] for other in drawn if other.name in given and other.domain == one.domain]
                alike += self._in_history(given, one.domain) if has_repeats else []
                given[one.name] = [
                    rng.choice(alike)[place]
                    if has_repeats and alike and rng.random() < 1 / 2
                    else _made(one.domain, one.domain.draw(rng))
                    for place in range(size)
                ]
            else:
                given[one.name] = [passed(one.domain, row[one.row][one.position]) for row in rows[one.function][:size]]
        self._tie(drawn, given, rng)
        return Columns(given, _Caller(self.sessions, {one.name: one.domain for one in drawn}).call)

    def _in_history(self, given: Mapping[str, Column], domain: Domain) -> list[Column]:
        """For each row an argument of its history that lies in the domain; nothing where not all rows have one."""
        if self.owner is None:
            return []
        calls = given[self.parties[0].names[-2]]
        read = argument_reader(domain)
        found = [
            next((value for call in row for value in call[1:] if domain.contains(read(value)) is True), None)
            if row and all(isinstance(call, tuple | str) for call in row)
            else None
            for row in ([call for call in calls_of_row if isinstance(call, tuple)] for calls_of_row in calls)
        ]
        other = next((value for value in found if value is not None), None)
        return [] if other is None else [[other if value is None else value for value in found]]

    def _tie(self, drawn: Sequence[Drawn], given: dict[str, Column], rng: Random) -> None:
        """Give inputs for parameters whose values belong together the same length, as single inputs have it mostly."""
        for number, session in enumerate(self.sessions):
            for group in session.subject.parallel:
                tied = [one for one in drawn if one.function == number and one.position in group]
                if len({one.row for one in tied}) < 2:
                    continue
                first, *others = (given[one.name] for one in tied)
                for one, column in zip(tied[1:], others, strict=True):
                    given[one.name] = [
                        _of_length(model, value, one.domain, rng) for model, value in zip(first, column, strict=True)
                    ]

    def _noticed(self, columns: Columns, claim: Claim) -> float:
        """The share of the rows on which the claim is false once a call gives one of some other outputs."""
        inner = {call for term in claim.calls for part in parts_of(term) for call in calls_in(part)}
        outer = [call for call in claim.calls if call not in inner]
        testable, noticed = set(), set()
        for call in outer:
            column = columns.column(call)
            for number in range(TRIVIALITY.tries_of_rest):
                others = [_another(column, place, number) for place in range(len(column))]
                checks = columns.with_outputs(call, others).checks(claim, self.sessions[0].tolerance)
                testable |= {place for place, check in enumerate(checks) if check is not Check.UNTESTABLE}
                noticed |= {place for place, check in enumerate(checks) if check is Check.FAILS}
        return len(noticed) / len(testable) if testable else 0.0

    def _killed(self, columns: Columns, scenario: Scenario) -> set[str]:
        """The mutants for which the claim is false on one of the rows; most are on one of the first few."""
        killed = set()
        given = {one.name: columns.column(Given(one.name)) for one in scenario.drawn}
        few = {name: column[: SCENARIOS.mutated_first] for name, column in given.items()}
        for rows in (few, given):
            caller = _Caller(self.sessions, {one.name: one.domain for one in scenario.drawn})
            for number, session in enumerate(self.sessions):
                for mutant in session.mutants:
                    name = mutant_id(self.sessions, number, mutant)
                    mutated = Columns(rows, replace(caller, changed={number: mutant}).call)
                    if name not in killed and Check.FAILS in mutated.checks(scenario.claim, session.tolerance):
                        killed.add(name)
        return killed

    def _examples(self, columns: Columns, scenario: Scenario) -> tuple[Input, ...]:
        """The shortest inputs to which the claim applies."""
        checks = columns.checks(scenario.claim, self.sessions[0].tolerance)
        plain = [inputs for inputs, check in self._inputs(columns, scenario, checks) if check is Check.HOLDS]
        different = {key(values): values for values in plain}
        return tuple(
            sorted(different.values(), key=lambda values: (len(write(values)), write(values)))[: SCENARIOS.examples]
        )


def _sources(session: Session) -> AcceptedInputs:
    return session.sources


def _screening(session: Session) -> AcceptedInputs:
    return session.streams.screening


def _fresh(session: Session) -> AcceptedInputs:
    return session.streams.fresh


def _boundary(session: Session) -> AcceptedInputs:
    return session.streams.boundary


def _last_row(drawn: Iterable[Drawn], function: int) -> int:
    return max(one.row for one in drawn if one.function == function)


def _rows(stream: AcceptedInputs, count: int, width: int, rng: Random, *, has_repeats: bool) -> list[tuple[Input, ...]]:
    """Rows of inputs, each input in one row alone; where there are too few for that, all rows are drawn from them."""
    stream.at_least(count * width)
    inputs = stream.accepted
    if len(inputs) >= count * width and not has_repeats:
        return [tuple(inputs[place * width : (place + 1) * width]) for place in range(count)]
    if not inputs:
        return []
    different = {key(row): row for row in (_row(inputs, width, rng, has_repeats) for _ in range(count))}
    return list(different.values())


def _of_length(model: Any, value: Any, domain: Domain, rng: Random) -> Any:
    """The value, mostly with the length of another one."""
    if rng.random() >= PARALLEL.share or model is None or value is None or len(model) == len(value):
        return value
    changed = of_equal_length(as_argument(domain, model), domain, rng, as_argument(domain, value))
    return value if changed is None else passed(domain, changed)


def _made(domain: Domain, value: Any) -> Any:
    """The value as a call gets it; one that its own class refuses says nothing."""
    try:
        return passed(domain, value)
    except UsageError:
        return Missing.INAPPLICABLE


def _row(inputs: Sequence[Input], width: int, rng: Random, has_repeats: bool) -> tuple[Input, ...]:
    """Inputs drawn one by one; with repeats, each of them is often one of those before it."""
    row: list[Input] = []
    for _ in range(width):
        row.append(rng.choice(row) if row and has_repeats and rng.random() < 1 / 2 else rng.choice(inputs))
    return tuple(row)


def _given(session: Session, values: Input, outcome: Any) -> Any:
    """The value itself that a call gave; one that was refused says nothing, one that changes an argument is another."""
    if not isinstance(outcome, Returned):
        return Missing.INAPPLICABLE
    if isinstance(outcome.value, Altered):
        return Missing.BROKEN
    return Missing.BROKEN if read_outputs(session.outputs, outcome.value, values) is None else live(outcome.value)


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
