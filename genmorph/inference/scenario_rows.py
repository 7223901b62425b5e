"""Rows of scenarios: inputs that are drawn for several calls, and what functions and mutants give for them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from genmorph.execution.outputs import read_outputs
from genmorph.inference.session import Session
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import Altered, Built, Domain, Input, Kind, Mutant, Parameter, Raised, Returned
from genmorph.relations.operations import EXTENDING
from genmorph.relations.scenario import (
    Called,
    Column,
    Columns,
    Fixed,
    Given,
    Made,
    Missing,
    Term,
    as_given,
    calls_in,
    live,
)
from genmorph.settings import BUDGET, PARALLEL, SCENARIOS, TRIALS
from genmorph.subject.classes import ClassSubject
from genmorph.subject.inputs import argument_reader
from genmorph.subject.related import of_equal_length
from genmorph.transformations.scenario_templates import Drawn
from genmorph.transformations.state_templates import value_seen
from genmorph.values.kinds import PLAIN, has_inside
from genmorph.values.labels import key
from genmorph.values.narrowable import is_part

Sessions = Sequence[Session]

StreamOf = Callable[[Session], AcceptedInputs]
"""Which of the streams of a function the inputs come from."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Makes the rows on which scenarios of some functions are tried.

    Where there is a `history`, it is the name of the drawn input that holds the calls made on an object before, and
    `methods` are by name the domains of what these are given.
    """

    sessions: Sessions
    history: str | None = None
    methods: Mapping[str, Sequence[Domain]] = field(default_factory=dict)

    def columns(
        self, drawn: tuple[Drawn, ...], stream: StreamOf, count: int, purpose: str, *, has_repeats: bool = False
    ) -> Columns:
        """The terms of a scenario on rows of a stream; with repeats, some inputs of a row are the same."""
        rng = Random(f"{self.sessions[0].request.seed}/{purpose}/{[one.name for one in drawn]}")
        has_repeats = has_repeats or self.history is not None  # objects show little where no two calls meet
        rows = {}
        for number, session in enumerate(self.sessions):
            if any(one.function == number and one.position is not None for one in drawn):
                width = 1 + _last_row(drawn, number)
                inputs = self._drawn(session, stream, count * width)
                placed = inputs[: min(count, SCENARIOS.in_each_place)] if stream is boundary_inputs else ()
                first = [*_overlapping_rows(placed, width), *_rows_of_one(placed, width)]
                made = [*first, *_rows(inputs, count, width, rng, has_repeats=has_repeats)]
                rows[number] = list(_within_parts(made, drawn, number, session.subject.domains))
        size = min((len(found) for found in rows.values()), default=count)
        plain: dict[str, Column] = {}
        for one in drawn:
            if one.position is None:
                alike = [plain[other.name] for other in drawn if other.name in plain and other.domain == one.domain]
                before = self._given_before(plain, one.domain) or [[]] * size
                plain[one.name] = [
                    rng.choice(choices)
                    if (choices := [*(column[place] for column in alike), *before[place]])
                    and has_repeats
                    and rng.random() < SCENARIOS.repeated
                    else one.domain.draw(rng)
                    for place in range(size)
                ]
            else:
                plain[one.name] = [row[one.row][one.position] for row in rows[one.function][:size]]
                if one.name == self.history:
                    plain[one.name] = [self._meeting(calls, rng) for calls in plain[one.name]]
        self._tie(drawn, plain, rng)
        given = {one.name: [as_given(one.domain, value) for value in plain[one.name]] for one in drawn}
        return Columns(given, Caller(self.sessions, {one.name: one.domain for one in drawn}, plain).call, plain)

    def _drawn(self, session: Session, stream: StreamOf, count: int) -> Sequence[Input]:
        """As many inputs of a stream; fewer where drawing is costly, and takes time from other relations."""
        has_all_time = len(self.sessions) > 1 or self.history is not None
        affordable = count if has_all_time else session.pace.drawable(count, BUDGET.drawing)
        inputs = stream(session)
        inputs.at_least(max(affordable, min(count, TRIALS.fresh_of_slow)))
        return inputs.accepted

    def _given_before(self, plain: Mapping[str, Column], domain: Domain) -> list[list[Any]]:
        """For each row the arguments of its history that are drawn from this domain."""
        if self.history is None:
            return []
        return [[value for other, value in self._arguments(calls) if other == domain] for calls in plain[self.history]]

    def _arguments(self, calls: Sequence[Any]) -> Iterator[tuple[Domain, Any]]:
        """What the calls of a program are given, with the domains that it is drawn from."""
        for call in calls:
            if isinstance(call, tuple):
                yield from zip(self.methods[call[0]], call[1:], strict=True)

    def _meeting(self, calls: Sequence[Any], rng: Random) -> Any:
        """A program some of whose calls are given what earlier ones were given."""
        made: list[Any] = []
        for call in calls:
            values = []
            for domain, value in self._arguments([call]):
                known = [other for same, other in self._arguments(made) if same == domain]
                values.append(rng.choice(known) if known and rng.random() < SCENARIOS.repeated else value)
            made.append((call[0], *values) if values else call)
        return made

    def _tie(self, drawn: Sequence[Drawn], plain: dict[str, Column], rng: Random) -> None:
        """Give inputs for parameters whose values belong together the same length, as single inputs have it mostly."""
        for number, session in enumerate(self.sessions):
            for group in session.subject.parallel:
                tied = [one for one in drawn if one.function == number and one.position in group]
                if len({one.row for one in tied}) <= 1:  # inputs of one row have the lengths that belong together
                    continue
                first, *others = (plain[one.name] for one in tied)
                for one, column in zip(tied[1:], others, strict=True):
                    plain[one.name] = [
                        _of_length(model, value, one.domain, rng) for model, value in zip(first, column, strict=True)
                    ]


def rows_of_class(session: Session, owner: ClassSubject) -> Rows:
    """What makes the rows on which scenarios of a class are tried."""
    methods = {one.name: [parameter.domain for parameter in one.parameters] for one in owner.methods}
    return Rows([session], session.signature.names[-2], methods)


def drawn_for_programs(session: Session) -> tuple[Drawn, ...]:
    """What is drawn to make an instance of a class and its history."""
    known = enumerate(session.subject.parameters[:-1])
    return tuple(Drawn(parameter.name, parameter.domain, 0, place) for place, parameter in known)


class Program(NamedTuple):
    """Calls on an object, what they gave, and what was seen of it at first and in the end."""

    calls: Sequence[Any]
    results: list[Any]
    seen: Mapping[str, Any]
    seen_first: Mapping[str, Any]

    @property
    def changed(self) -> frozenset[str]:
        """The names of what the calls changed."""
        both = self.seen.keys() & self.seen_first.keys()
        return frozenset(name for name in both if key(self.seen[name]) != key(self.seen_first[name]))

    @property
    def whole(self) -> frozenset[str]:
        """The names of lists that are as long as the object, other than those that methods give."""
        seen = {name: value_seen(value) for name, value in self.seen.items() if not name.endswith("()")}
        size = seen.get("len(self)")
        return frozenset(name for name, value in seen.items() if isinstance(value, list) and len(value) == size)


def programs(session: Session, owner: ClassSubject) -> Iterator[Program]:
    """Programs whose calls often get what earlier ones got."""
    drawn = drawn_for_programs(session)
    columns = rows_of_class(session, owner).columns(drawn, screening, SCENARIOS.screened, "screening")
    *given, history = (Given(one.name) for one in drawn)
    made, at_first = (columns.column(Called(0, (*given, calls, Fixed([])))) for calls in (history, Fixed([])))
    for calls, end, first in zip(columns.plain[drawn[-1].name], made, at_first, strict=True):
        if not isinstance(end, Missing) and not isinstance(first, Missing):
            results, seen = end
            yield Program(calls, results, seen, first[1])


@dataclass(frozen=True, slots=True)
class Caller:
    """Makes the calls of scenarios on rows: of the functions, or of mutants of some of them.

    What is asked in calls that use no outputs is the same for all mutants, and worked out once in `asked`. Where a
    claim `always_applies`, what a mutant gives is passed on whatever it is, and must have an answer.
    """

    sessions: Sessions
    drawn_from: Mapping[str, Domain]
    plain: Mapping[str, Column]
    changed: Mapping[int, Mutant] = field(default_factory=dict)
    always_applies: bool = False
    asked: dict[Called, list[Input | None]] = field(default_factory=dict)

    def call(self, call: Called, places: Sequence[int], rows: Sequence[tuple[Any, ...]]) -> Column:
        """What a function gives for rows of arguments; what is refused says nothing."""
        session = self.sessions[call.function]
        session.meter.check()
        inputs = self._inputs(call, places, rows)
        asked = [values for values in inputs if values is not None]
        mutant = self.changed.get(call.function)
        if mutant is None and self._is_strict(call):
            return self._of_the_original(session, inputs)
        invalid = Missing.BROKEN if self._is_strict(call) else Missing.INAPPLICABLE
        outcomes = iter(session.run(mutant, asked))
        return [invalid if values is None else _given(session, values, next(outcomes)) for values in inputs]

    def _is_strict(self, call: Called) -> bool:
        """Whether outputs are passed on in a call, whatever they are."""
        return self.always_applies and call.takes_outputs

    def _of_the_original(self, session: Session, inputs: Sequence[Input | None]) -> Column:
        """What a function gives for what a mutant of another one gave, which may lie outside of its domain.

        An exception that it raises nowhere else says that the claim is false.
        """
        asked = [values for values in inputs if values is not None]
        outcomes = iter(session.calls.run_elsewhere(asked))
        found: list[Any] = []
        for values in inputs:
            outcome = None if values is None else next(outcomes)
            is_usual = isinstance(outcome, Raised) and any(outcome.type in one.calls.raised for one in self.sessions)
            given = Missing.BROKEN if values is None else _given(session, values, outcome)
            found.append(Missing.BROKEN if isinstance(outcome, Raised) and not is_usual else given)
        return found

    def _inputs(self, call: Called, places: Sequence[int], rows: Sequence[tuple[Any, ...]]) -> list[Input | None]:
        if call.takes_outputs:
            return list(self._valid_inputs(call, places, rows))
        if call not in self.asked:
            self.asked[call] = list(self._valid_inputs(call, places, rows))
        return self.asked[call]

    def _valid_inputs(
        self, call: Called, places: Sequence[int], rows: Sequence[tuple[Any, ...]]
    ) -> Iterator[Input | None]:
        """The arguments of each row as plain data; None where they are not valid, or have no such form."""
        subject = self.sessions[call.function].subject
        validity, parameters = subject.validity.of_call(call), subject.parameters
        made = [  # the others lie in their domains
            place
            for place, (term, parameter) in enumerate(zip(call.arguments, parameters, strict=True))
            if not self._lies_within(term, parameter.domain)
        ]
        is_unfit = [_is_live if one.kind is Kind.OTHER else _is_not_plain for one in parameters]
        readers = [self._reader(term, parameter) for term, parameter in zip(call.arguments, parameters, strict=True)]
        is_strict = self._is_strict(call)
        bound = [place for place in made if not (is_strict and calls_in(call.arguments[place]))]
        for place_of_row, row in zip(places, rows, strict=True):
            try:
                values = tuple(read(place_of_row, value) for read, value in zip(readers, row, strict=True))
                is_valid = all(validity.domains[place].contains(values[place]) is not False for place in bound)
                is_plain = not any(has_inside(values[place], is_unfit[place]) for place in made)
            except Exception:  # noqa: BLE001 - outputs of any type may come here
                yield None
            else:
                is_allowed = is_valid and is_plain and (is_strict or validity.is_allowed(values))
                yield values if is_allowed else None

    def _reader(self, term: Term, parameter: Parameter) -> Callable[[int, Any], Any]:
        """The reader of one argument. Drawn values are known as plain data; not all objects show what made them."""
        if isinstance(term, Given) and self._lies_within(term, parameter.domain):
            drawn = self.plain[term.name]
            return lambda place, _value: drawn[place]
        read = argument_reader(parameter.domain)
        return lambda _place, value: read(value)

    def _lies_within(self, term: Term, domain: Domain) -> bool:
        """Whether the values of a term are drawn from the domain, or are programs made longer by what is drawn."""
        if isinstance(term, Given):
            return self.drawn_from[term.name] == domain
        return isinstance(term, Made) and term.operation in EXTENDING


_SENT = frozenset({*PLAIN, type(None), bytes, list, tuple, dict, Built})
"""The types of plain data, and what builds a value in its place."""


def _is_live(value: Any) -> bool:
    """Whether a value has no plain data that stands for it, so that no worker can get it."""
    return type(value) not in _SENT


def _is_not_plain(value: Any) -> bool:
    """Whether a parameter of plain data cannot take the value: there is none, or it stands for an object."""
    return type(value) is Built or _is_live(value)


def sources(session: Session) -> AcceptedInputs:
    """The inputs that the search learns from."""
    return session.sources


def screening(session: Session) -> AcceptedInputs:
    """Inputs that the search has not seen."""
    return session.streams.screening


def fresh_inputs(session: Session) -> AcceptedInputs:
    """Inputs that nothing has learnt from."""
    return session.streams.fresh


def boundary_inputs(session: Session) -> AcceptedInputs:
    """Inputs at the boundary of the domains."""
    return session.streams.boundary


def _last_row(drawn: Iterable[Drawn], function: int) -> int:
    return max(one.row for one in drawn if one.function == function)


def _overlapping_rows(inputs: Sequence[Input], width: int) -> list[tuple[Input, ...]]:
    """A row for each input, with those that follow it: each of them stands in each place of a row."""
    count = len(inputs)
    return [tuple(inputs[(start + step) % count] for step in range(width)) for start in range(count)]


def _rows_of_one(inputs: Sequence[Input], width: int) -> list[tuple[Input, ...]]:
    """A row for each input, with it in all places, where there are several."""
    return [(one,) * width for one in inputs] if width > 1 else []


def _rows(
    inputs: Sequence[Input], count: int, width: int, rng: Random, *, has_repeats: bool
) -> list[tuple[Input, ...]]:
    """Rows of inputs, each input in one row alone; where there are too few for that, all rows are drawn from them."""
    if width == 1 or (not has_repeats and len(inputs) >= count * width):
        starts = range(0, min(len(inputs), count * width), width)
        return [tuple(inputs[start : start + width]) for start in starts]
    if not inputs:
        return []
    different = {key(row): row for row in (_row(inputs, width, rng, has_repeats) for _ in range(count))}
    return list(different.values())


def _within_parts(
    rows: Sequence[tuple[Input, ...]], drawn: Sequence[Drawn], function: int, domains: Sequence[Domain]
) -> Iterator[tuple[Input, ...]]:
    """The rows whose inputs lie in the parts of their domains that a scenario draws from."""
    parts = [
        (one.row, one.position, one.domain)
        for one in drawn
        if one.function == function and one.position is not None and is_part(one.domain, domains[one.position])
    ]
    return (row for row in rows if all(part.contains(row[number][place]) is not False for number, place, part in parts))


def _of_length(model: Any, value: Any, domain: Domain, rng: Random) -> Any:
    """The value, mostly with the length of another one."""
    if rng.random() >= PARALLEL.share or model is None or value is None or len(model) == len(value):
        return value
    changed = of_equal_length(model, domain, rng, value)
    return value if changed is None else changed


def _row(inputs: Sequence[Input], width: int, rng: Random, has_repeats: bool) -> tuple[Input, ...]:
    """Inputs drawn one by one; with repeats, each of them is often one of those before it."""
    row: list[Input] = []
    for _ in range(width):
        row.append(rng.choice(row) if row and has_repeats and rng.random() < SCENARIOS.repeated else rng.choice(inputs))
    return tuple(row)


def _given(session: Session, values: Input, outcome: Any) -> Any:
    """The value itself that a call gave; one that was refused says nothing, one that changes an argument is another."""
    if not isinstance(outcome, Returned):
        return Missing.INAPPLICABLE
    if isinstance(outcome.value, Altered):
        return Missing.BROKEN
    return Missing.BROKEN if read_outputs(session.outputs, outcome.value, values) is None else live(outcome.value)
