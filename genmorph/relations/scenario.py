"""Scenarios: small programs of calls over drawn inputs, and what is claimed of what they give.

A term is a drawn input, a fixed value, an operation on terms, or a call on terms: calls may use what earlier ones gave.
A claim compares two terms. All calls in it are those of the scenario.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from genmorph.model import Array, Domain, Drained, Tolerance, UsageError
from genmorph.relations.meaning import Check, equal_inside, less_equal
from genmorph.relations.operations import EXTENDING, JOINING, OPERATIONS, PART, RefusedError, UnfitError
from genmorph.relations.rendering import Binding, Text, leaf
from genmorph.relations.scenario_laws import SENTENCES_OF_SINGLE_CALLS
from genmorph.values.building import build, passed, source_text
from genmorph.values.labels import write
from genmorph.values.narrowable import Narrowable


@dataclass(frozen=True, slots=True)
class Given:
    """An input that is drawn, by its name."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """A value that is the same each time, as plain data."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fixed) and write(self.value) == write(other.value)

    def __hash__(self) -> int:
        return hash(write(self.value))


@dataclass(frozen=True, slots=True)
class Made:
    """An operation on terms."""

    operation: str
    operands: "tuple[Term, ...]"

    def __post_init__(self) -> None:
        if self.operation not in OPERATIONS:
            raise UsageError(f"operation must be one of {', '.join(OPERATIONS)}, got {self.operation!r}")
        wanted = OPERATIONS[self.operation].operands
        if len(self.operands) not in wanted:
            raise UsageError(f"operation {self.operation} must have {wanted[0]} operands, got {len(self.operands)}")


@dataclass(frozen=True, slots=True)
class Called:
    """A call of one of the functions on terms, in the order of its parameters."""

    function: int
    arguments: "tuple[Term, ...]"

    @property
    def takes_outputs(self) -> bool:
        """Whether it is passed what other calls give."""
        return any(map(calls_in, self.arguments))


Term = Given | Fixed | Made | Called


def parts_of(term: Term) -> "tuple[Term, ...]":
    """The terms that a term is made of."""
    match term:
        case Made(_, parts) | Called(_, parts):
            return parts
    return ()


def calls_in(*terms: Term) -> tuple[Called, ...]:
    """The calls in terms, each once, in the order in which they are made.

    >>> inner = Called(0, (Given("x"),))
    >>> [call.arguments for call in calls_in(Called(0, (inner,)), inner)]
    [(Given(name='x'),), (Called(function=0, arguments=(Given(name='x'),)),)]
    """
    found: dict[Called, None] = {}
    for term in terms:
        found |= dict.fromkeys(calls_in(*parts_of(term)))
        if isinstance(term, Called):
            found[term] = None
    return tuple(found)


def names_in(*terms: Term) -> frozenset[str]:
    """The names of the drawn inputs that terms speak of."""
    own = {term.name for term in terms if isinstance(term, Given)}
    return frozenset(own).union(*(names_in(*parts_of(term)) for term in terms))


def term_to_data(term: Term) -> Any:
    """The term as JSON data."""
    match term:
        case Given(name):
            return name
        case Fixed(value):
            return ["value", value]
        case Made(operation, operands):
            return [operation, *map(term_to_data, operands)]
        case Called(function, arguments):
            return ["call", function, *map(term_to_data, arguments)]


def term_from_data(data: Any) -> Term:
    """What `term_to_data` wrote; UsageError for anything else.

    >>> term_from_data(["call", 0, ["+", "a", "b"]]) == Called(0, (Made("+", (Given("a"), Given("b"))),))
    True
    """
    match data:
        case str():
            return Given(data)
        case ["value", value]:
            return Fixed(value)
        case ["call", int() as function, *arguments] if type(function) is int and function >= 0:
            return Called(function, tuple(map(term_from_data, arguments)))
        case [str() as operation, *operands] if operands:
            return Made(operation, tuple(map(term_from_data, operands)))
    raise UsageError(f"a term must be a name, a value, a call or an operation, got {data!r:.80}")


def domain_for(domain: Domain, term: Term) -> Domain:
    """The valid values of an argument with this term: outputs and joined inputs may be larger than drawn ones.

    >>> from genmorph.domain import lists, ints
    >>> both = Made("join", (Given("xs"), Given("ys")))
    >>> domain_for(lists(ints()), both), domain_for(lists(ints(), max_len=5), both)
    (lists(ints(), max_len=40), lists(ints(), max_len=5))
    """
    if not isinstance(domain, Narrowable):
        return domain
    if calls_in(term) or (isinstance(term, Made) and term.operation in EXTENDING):
        return domain.fed_back()
    return domain.joined() if isinstance(term, Made) and term.operation in JOINING else domain


class Comparison(Enum):
    """How the two terms of a claim are compared."""

    EQUAL = "=="
    AT_MOST = "<="
    AT_LEAST = ">="
    TRUE = "true"
    """The first one is true, and there is no other."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a relation says of the calls of a scenario: how two terms compare, and which law that is."""

    law: str
    left: Term
    right: Term | None = None
    comparison: Comparison = Comparison.EQUAL

    def __post_init__(self) -> None:
        if (self.right is None) != (self.comparison is Comparison.TRUE):
            raise UsageError(f"a claim of {self.comparison.value} must have the terms for it, got {self.right!r}")
        if not self.calls:
            raise UsageError(f"a claim must speak of a call, got {self.terms!r:.80}")

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms that are compared."""
        return (self.left,) if self.right is None else (self.left, self.right)

    @property
    def calls(self) -> tuple[Called, ...]:
        """The calls of the scenario, in the order in which they are made."""
        return calls_in(*self.terms)

    @property
    def is_postcondition(self) -> bool:
        """Whether it is one of the laws of single calls, of a single call."""
        return self.law in SENTENCES_OF_SINGLE_CALLS and len(self.calls) == 1

    @property
    def size(self) -> int:
        """The number of its comparisons, calls, operations and fixed values: how long it is to read."""
        return 1 + sum(map(_size, self.terms))


def _size(term: Term) -> int:
    whole = passed_whole(term.arguments) if isinstance(term, Called) else None
    if whole is not None:
        return 1 + _size(whole)
    return 0 if isinstance(term, Given) else 1 + sum(map(_size, parts_of(term)))


def live(value: Any) -> Any:
    """The value itself, as functions get and give it, of what stands for it in plain data.

    >>> live(Array((1, 2))), live([1, "a"])
    (array([1, 2]), [1, 'a'])
    """
    match value:
        case Array(elements):
            import numpy as np

            return np.array(elements)
        case Drained(elements):
            return list(elements)
    return build(value)


class Missing(Enum):
    """Why a term has no value in a row."""

    INAPPLICABLE = "inapplicable"
    """An input lies outside the domain, or a call was refused: nothing is said of such a row."""
    BROKEN = "broken"
    """What a call gave is of no kind that the claim can speak of."""


def as_given(domain: Domain, value: Any) -> Any:
    """A drawn value as a call gets it; one that its own class refuses says nothing.

    >>> from genmorph.domain import ints
    >>> as_given(ints(), 3)
    3
    """
    try:
        return passed(domain, value)
    except UsageError:
        return Missing.INAPPLICABLE


Column = Sequence[Any]
"""The values of one term, a value or `Missing` for each row."""

Call = Callable[[Called, Sequence[int], Sequence[tuple[Any, ...]]], Column]
"""Makes a call of a scenario on some rows, by their places, with the values of its arguments in each."""


class Columns:
    """The values of terms in rows of drawn inputs; what was computed once is kept.

    `plain` are the drawn inputs as plain data, where that is of use.
    """

    def __init__(self, given: Mapping[str, Column], call: Call, plain: Mapping[str, Column] | None = None) -> None:
        self.plain = plain or {}
        self.rows = min(map(len, given.values()), default=0)
        self._columns: dict[Term, Column] = {Given(name): column for name, column in given.items()}
        self._call = call

    def column(self, term: Term) -> Column:
        """The values of a term."""
        if term not in self._columns:
            self._columns[term] = self._computed(term)
        return self._columns[term]

    def with_values(self, changed: Term, values: Column) -> "Columns":
        """The same rows with other values of one term; what depends on it is computed again."""
        given = {term.name: column for term, column in self._columns.items() if isinstance(term, Given)}
        other = Columns(given, self._call, self.plain)
        other._columns |= {
            term: column for term, column in self._columns.items() if changed not in set(all_terms(*parts_of(term)))
        }
        other._columns[changed] = values
        return other

    def checks(self, claim: Claim, tolerance: Tolerance) -> list[Check]:
        """What each row says of a claim."""
        columns = [self.column(term) for term in claim.terms]
        return [check_values(claim.comparison, values, tolerance) for values in zip(*columns, strict=True)]

    def _computed(self, term: Term) -> Column:
        if isinstance(term, Fixed):
            return [live(term.value)] * self.rows
        rows = list(zip(*map(self.column, parts_of(term)), strict=True))
        if isinstance(term, Made):
            failure = Missing.BROKEN if calls_in(term) else Missing.INAPPLICABLE
            return [_applied(term.operation, row, failure) for row in rows]
        assert isinstance(term, Called), f"{term!r} is not among the drawn inputs"
        known = [place for place, row in enumerate(rows) if not any(isinstance(one, Missing) for one in row)]
        given = dict(zip(known, self._call(term, known, [rows[place] for place in known]), strict=True))
        return [given[place] if place in given else _missing(row) for place, row in enumerate(rows)]


def _missing(row: Sequence[Any]) -> Missing | None:
    """Why something in a row is missing; what is broken matters more. None where all is there."""
    missing = [one for one in row if isinstance(one, Missing)]
    return Missing.BROKEN if Missing.BROKEN in missing else next(iter(missing), None)


def _applied(operation: str, row: tuple[Any, ...], failure: Missing) -> Any:
    if (missing := _missing(row)) is not None:
        return missing
    try:
        return OPERATIONS[operation].apply(*row)
    except (OverflowError, RefusedError):
        return Missing.INAPPLICABLE
    except UnfitError:
        return Missing.BROKEN
    except Exception:  # noqa: BLE001 - whatever the values raise
        return failure


def check_values(comparison: Comparison, values: Sequence[Any], tolerance: Tolerance) -> Check:
    """What the values of a claim's terms say of it.

    >>> check_values(Comparison.EQUAL, (0.1 + 0.2, 0.3), Tolerance())
    <Check.HOLDS: 'holds'>
    """
    missing = _missing(values)
    if missing is not None:
        return Check.UNTESTABLE if missing is Missing.INAPPLICABLE else Check.FAILS
    try:
        return Check.HOLDS if _holds(comparison, values, tolerance) else Check.FAILS
    except OverflowError:
        return Check.UNTESTABLE
    except Exception:  # noqa: BLE001 - whatever values of other kinds raise when they are compared
        return Check.FAILS


def _holds(comparison: Comparison, values: Sequence[Any], tolerance: Tolerance) -> bool:
    if comparison is Comparison.TRUE:
        return values[0] is True
    one, other = values
    if comparison is Comparison.EQUAL:
        return is_alike(one, other) and equal_inside(one, other, tolerance)
    if comparison is Comparison.AT_LEAST:
        one, other = other, one
    if isinstance(one, float) or isinstance(other, float):
        return less_equal(one, other, tolerance)
    return bool(one <= other)


def is_alike(one: Any, other: Any) -> bool:
    """Whether two values are of types that are compared: None equals None alone, and no bool a number."""
    return (one is None) == (other is None) and isinstance(one, bool) == isinstance(other, bool)


CallText = Callable[[int, Sequence[str]], str]
"""Writes a call of a function, by its number, on texts of arguments."""


def term_text(term: Term, call: CallText, names: Mapping[str, str] | None = None) -> Text:
    """The term as Python.

    >>> both = Called(0, (Made("join", (Given("xs"), Given("ys"))),))
    >>> term_text(both, lambda _, arguments: f"total({', '.join(arguments)})").text
    'total(xs + ys)'
    """
    match term:
        case Given(name):
            return leaf(name if names is None else names[name])
        case Fixed(value):
            return leaf(source_text(value))
        case Made(operation, operands):
            return OPERATIONS[operation].written(tuple(term_text(one, call, names) for one in operands))
        case Called(function, arguments):
            whole = passed_whole(arguments)
            if whole is not None:
                return leaf(call(function, [f"*{term_text(whole, call, names).text}"]))
            return leaf(call(function, [term_text(one, call, names).text for one in arguments]))


def parts_passed(whole: Term, count: int) -> tuple[Term, ...]:
    """The parts of a tuple, which are passed on as the arguments of a call."""
    return tuple(Made(PART, (whole, Fixed(place), Fixed(count))) for place in range(count))


def passed_whole(arguments: Sequence[Term]) -> Term | None:
    """The tuple whose parts are the arguments of a call; None where they are others."""
    match arguments:
        case [Made("part", (whole, *_)), _, *_] if tuple(arguments) == parts_passed(whole, len(arguments)):
            return whole
    return None


def claim_text(claim: Claim, call: CallText) -> str:
    """The claim to read, such as `total(xs + ys) == total(xs) + total(ys)`."""
    sides = [term_text(term, call) for term in claim.terms]
    if claim.comparison is Comparison.TRUE:
        return sides[0].text
    return f" {claim.comparison.value} ".join(side.within(Binding.SUM) for side in sides)


def all_terms(*terms: Term) -> Iterator[Term]:
    """The terms with all that they are made of."""
    for term in terms:
        yield term
        yield from all_terms(*parts_of(term))
