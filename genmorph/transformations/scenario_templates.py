"""Templates of scenarios with several calls: what is drawn, the calls, and which claims of them are laws."""

import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import combinations, count, permutations, product
from string import ascii_lowercase, digits
from typing import Any

from genmorph.model import Domain, Parameter
from genmorph.relations.operations import GATHERING, JOINING, JOINING_PARTS, OPERATIONS
from genmorph.relations.scenario import Called, Claim, Comparison, Fixed, Given, Made, Term, parts_passed
from genmorph.settings import SCENARIOS
from genmorph.transformations.drawing import free_name
from genmorph.transformations.narrowing import not_empty
from genmorph.values.building import as_data
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.ints import ints
from genmorph.values.seeds import is_seed


@dataclass(frozen=True, slots=True)
class Callee:
    """A function of a scenario: its parameters, a live input that it accepts, what it gives for that.

    `name` is what it is called in words. `feeds` are the positions of its own parameters that take what it gives, and
    `passes_to` those of other functions, by their numbers; `spreads_to` are the functions whose arguments are the parts
    of the tuple that it gives. `numbers` are constants of its source, `borrowed` the
    positions of parameters that are drawn from what another function gives. One that `has_parts` gives the
    same parts each time, such as a loss and a forecast; one that `may_give_none` gives None for some inputs.
    `seen` are different inputs of a predicate, with what it gave for them.
    """

    name: str
    parameters: tuple[Parameter, ...]
    sample: tuple[Any, ...]
    gives: Any
    feeds: frozenset[int] = frozenset()
    passes_to: dict[int, frozenset[int]] = field(default_factory=dict)
    spreads_to: frozenset[int] = frozenset()
    numbers: tuple[int | float, ...] = ()
    borrowed: frozenset[int] = frozenset()
    has_parts: bool = False
    may_give_none: bool = False
    seen: tuple[tuple[tuple[Any, ...], bool], ...] = ()

    @property
    def positions(self) -> tuple[int, ...]:
        """The positions of parameters that calls of a scenario may differ in: not those of seeds."""
        return tuple(place for place, one in enumerate(self.parameters) if not is_seed(one.domain))

    @property
    def is_seeded(self) -> bool:
        """Whether it draws random numbers: floats that differ by chance say nothing."""
        return len(self.positions) < len(self.parameters)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters' names."""
        return tuple(parameter.name for parameter in self.parameters)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn input: its name and domain, and the argument that it is in an input of a function.

    Inputs of one `row` are drawn together. Without a `position` it is drawn from its domain alone.
    """

    name: str
    domain: Domain
    row: int = 0
    position: int | None = None
    function: int = 0


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is drawn, and the claim; of those with one `group` a single one is reported, the first that holds.

    It is reported only where all claims that it `requires` hold too, none of those in `unless` does, and none of the
    groups is reported that it is `entailed_by`, nor all of one of the sets in `entailed_by_all`. A bound that is
    `is_tight` is reported only where both sides are equal on some rows.
    """

    drawn: tuple[Drawn, ...]
    claim: Claim
    group: str
    requires: tuple[Claim, ...] = ()
    unless: tuple[Claim, ...] = ()
    entailed_by: frozenset[str] = frozenset()
    entailed_by_all: frozenset[frozenset[str]] = frozenset()
    is_tight: bool = False

    def follows_from(self, reported: AbstractSet[str]) -> bool:
        """Whether it is entailed by groups that are reported."""
        return bool(self.entailed_by & reported) or any(groups <= reported for groups in self.entailed_by_all)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The drawn inputs as parameters."""
        return tuple(Parameter(one.name, one.domain) for one in self.drawn)


Callees = Sequence[Callee]


@dataclass(frozen=True, slots=True)
class ScenarioTemplate:
    """A family of scenarios of a number of functions.

    `examples` are functions, a strategy-free sample input for each, and the text of a claim that is among the instances
    and holds for them; a test runs them all.
    """

    name: str
    functions: int
    instances: Callable[[Callees], Iterator[Scenario]]
    examples: tuple[tuple[tuple[Callable[..., Any], ...], tuple[tuple[Any, ...], ...], str], ...] = ()


_LETTERS = ascii_lowercase.replace("l", "").replace("o", "")
"""Letters for names, without those that are taken for digits."""


def next_name(name: str, taken: Sequence[str]) -> str:
    """A name for a further input like that of this name: the next letter, or the name with the next number behind it.

    >>> next_name("a", ["a"]), next_name("xs", ["xs"]), next_name("z", ["z"]), next_name("words", ["words"])
    ('b', 'ys', 'z2', 'words2')
    >>> next_name("hash_2", ["hash_1", "hash_2"]), next_name("x1", ["x1", "x2", "y"]), next_name("utf8", ["utf8"])
    ('hash_3', 'x3', 'utf82')
    """
    stem = name.rstrip(digits)
    if stem != name and (stem.endswith("_") or any(one != name and one.rstrip(digits) == stem for one in taken)):
        return next(one for number in count(int(name[len(stem) :]) + 1) if (one := f"{stem}{number}") not in taken)
    letter, plural = name[:1], name[1:]
    letters = _LETTERS if letter.islower() else _LETTERS.upper()
    following = letters[letters.find(letter) + 1 :] if plural in ("", "s") and letter in letters else ""
    return next((one + plural for one in following if one + plural not in taken), free_name(f"{name}2", taken))


_KNOWN_TYPES = ("builtins", "collections", "datetime", "decimal", "fractions", "numpy", "pandas", "uuid")
"""Modules and packages of whose types operators are called here."""


def _can(operation: str, *values: Any) -> bool:
    """Whether the operation works on these values; operators of a user's class are not called."""
    if any(type(value).__module__.partition(".")[0] not in _KNOWN_TYPES for value in values):
        return False
    try:
        OPERATIONS[operation].apply(*values)
    except Exception:  # noqa: BLE001 - whatever values of other kinds raise
        return False
    return True


def _drawn(callee: Callee, function: int = 0) -> dict[int, Drawn]:
    """The arguments of one input of the function, by position."""
    return {
        position: Drawn(parameter.name, parameter.domain, 0, position, function)
        for position, parameter in enumerate(callee.parameters)
    }


def drawn_arguments(callee: Callee) -> tuple[Drawn, ...]:
    """The arguments of one input of the function, in order."""
    return tuple(_drawn(callee).values())


def _with(terms: Sequence[Term], changed: dict[int, Term], function: int = 0) -> Called:
    """A call on these terms, but for others at some positions."""
    return Called(function, tuple(changed.get(position, term) for position, term in enumerate(terms)))


def _others(callee: Callee, positions: Sequence[int]) -> dict[int, Drawn]:
    """A further value for each of these parameters, named after it."""
    found: dict[int, Drawn] = {}
    for position in positions:
        parameter = callee.parameters[position]
        taken = [*callee.names, *(one.name for one in found.values())]
        found[position] = Drawn(next_name(parameter.name, taken), parameter.domain, 1, position)
    return found


def _gathered(callee: Callee, one: Term, other: Term) -> Iterator[tuple[str, Term]]:
    """What can be made of the outputs of two calls, with the operation."""
    for operation in GATHERING:
        if _can(operation, callee.gives, callee.gives):
            yield operation, Made(operation, (one, other))
            if operation == "join":
                yield "join backwards", Made(operation, (other, one))
            if operation == "+" and type(callee.gives) is int:
                moduli = [n for n in callee.numbers if type(n) is int and n > 1][: SCENARIOS.moduli]
                for modulus in moduli:
                    yield "+ modulo", Made("%", (Made("+", (one, other)), Fixed(modulus)))


def _law_of_combining(joined: str, gathered: str) -> str:
    names = {
        ("+", "+"): "additivity",
        ("*", "*"): "multiplicativity",
        ("join", "join"): "distribution over concatenation",
        ("join", "+"): "additivity over concatenation",
    }
    return names.get((joined, gathered), "combining law")


def _combining(callees: Callees, operations: Sequence[str] = JOINING_PARTS) -> Iterator[Scenario]:
    """One argument made of two, or all of them, against the separate calls."""
    (callee,) = callees
    every = callee.positions
    for positions in [*((position,) for position in every), *([every] if len(every) > 1 else [])]:
        for joining in operations:
            if all(_can(joining, callee.sample[place], callee.sample[place]) for place in positions):
                yield from _combined(callee, positions, joining)


def _calculating(callees: Callees) -> Iterator[Scenario]:
    """The same for numbers and the like."""
    return _combining(callees, [one for one in JOINING if one not in JOINING_PARTS])


def _combined(callee: Callee, positions: tuple[int, ...], joining: str) -> Iterator[Scenario]:
    sizes = [callee.parameters[place].domain.size for place in positions]
    if any(size is not None and size <= SCENARIOS.flag_values for size in sizes):
        return
    first, further = _drawn(callee), _others(callee, positions)
    terms = [Given(first[place].name) for place in first]
    others = {place: Given(one.name) for place, one in further.items()}
    both = _with(terms, {place: Made(joining, (terms[place], others[place])) for place in positions})
    one, other = _with(terms, {}), _with(terms, dict(others))
    drawn = (*first.values(), *further.values())
    group = f"combining {positions} {joining}"
    for gathering, whole in _gathered(callee, one, other):
        yield Scenario(drawn, Claim(_law_of_combining(joining, gathering), both, whole), group)
    if joining == "join" and len(positions) == 1:
        yield from _joined_by_an_argument(callee, positions[0], drawn, both, (one, other))
    is_plain = joining in JOINING_PARTS or (joining == "+" and len(callee.parameters) == 1)
    if is_plain and len(positions) == 1 and positions[0] in callee.feeds and _can(joining, callee.gives, callee.gives):
        again = _with(terms, {positions[0]: Made(joining, (one, other))})
        yield Scenario(drawn, Claim("combining law", both, again), group)
    is_size = is_plain and len(callee.parameters) == 1  # beside other arguments, a bound is seldom one of a size
    if is_size and _can("-", callee.gives, callee.gives) and _can("+", callee.gives, callee.gives):
        total = Made("+", (one, other))
        yield Scenario(drawn, Claim("subadditivity", both, total, Comparison.AT_MOST), group)
        yield Scenario(drawn, Claim("superadditivity", both, total, Comparison.AT_LEAST), group)


def _joined_by_an_argument(
    callee: Callee, place: int, drawn: Sequence[Drawn], both: Term, apart: tuple[Term, Term]
) -> Iterator[Scenario]:
    """That another argument stands between the outputs, as a separator does, where neither input is empty."""
    held = not_empty(callee.parameters[place].domain)
    if held is None:
        return
    separators = [
        other for other in callee.positions if other != place and _can("join", callee.gives, callee.sample[other])
    ]
    for other in separators:
        filled = tuple(replace(each, domain=held) if each.position == place else each for each in drawn)
        beginning = Made("join", (apart[0], Given(callee.names[other])))
        claim = Claim("combining law", both, Made("join", (beginning, apart[1])))
        yield Scenario(filled, claim, f"combining {(place,)} join")


def _like_pairs(callee: Callee) -> Iterator[tuple[int, int]]:
    """Pairs of parameters that hold values of one kind, which is no Boolean."""
    for one, other in combinations(callee.positions, 2):
        first, second = callee.parameters[one].domain, callee.parameters[other].domain
        is_alike = (first.kind, first.container) == (second.kind, second.container)
        if is_alike and type(callee.sample[one]) is type(callee.sample[other]) is not bool:
            yield one, other


def _chains(callees: Callees) -> Iterator[Scenario]:
    """Three values and calls on two of them each."""
    (callee,) = callees
    for one, other in _like_pairs(callee):
        name = next_name(callee.names[other], callee.names)
        domain = callee.parameters[other].domain
        first = _drawn(callee) | {other: Drawn(callee.names[other], domain, 1, other)}
        drawn = (*first.values(), Drawn(name, domain, 2, other))
        terms = [Given(parameter) for parameter in callee.names]
        a, b, c = terms[one], terms[other], Given(name)

        def of(x: Term, y: Term, terms: Sequence[Term] = terms, one: int = one, other: int = other) -> Called:
            return _with(terms, {one: x, other: y})

        if {one, other} <= callee.feeds:
            grouped = Claim("associativity", of(of(a, b), c), of(a, of(b, c)))
            yield Scenario(drawn, grouped, f"associativity {one} {other}")
        if type(callee.gives) is bool:
            premise = Made("and", (of(a, b), of(b, c)))
            holds = Claim("transitivity", Made("implies", (premise, of(a, c))), None, Comparison.TRUE)
            if sum(one in pair for pair in _like_pairs(callee)) == 1:  # among three alike, two are no relation
                yield Scenario(drawn, holds, f"transitivity {one} {other}")
            continue
        group = f"between {one} {other}"
        for gathering, law in _OF_INTERVALS.items():
            if _can(gathering, callee.gives, callee.gives):
                yield Scenario(drawn, Claim(law, of(a, c), Made(gathering, (of(a, b), of(b, c)))), group)
        if _is_distance(callee):
            total, itself = Made("+", (of(a, b), of(b, c))), Claim("distance to itself", of(a, a), Fixed(0))
            bound = Claim("triangle inequality", of(a, c), total, Comparison.AT_MOST)
            yield Scenario(drawn, bound, group, (itself,))


_OF_INTERVALS = {"+": "additivity of intervals", "*": "multiplicativity of intervals", "@": "combining law"}
"""What the operation on two steps is called that gives the whole way."""


def _is_distance(callee: Callee) -> bool:
    """Whether it gives a number that may be a distance."""
    return isinstance(callee.gives, int | float) and not isinstance(callee.gives, bool)


def _running(callees: Callees) -> Iterator[Scenario]:
    """A state that a call takes and gives: one call on two parts is one call after the other."""
    (callee,) = callees
    alike = set(_like_pairs(callee))
    for state, place in permutations(callee.positions, 2):
        is_like = (min(state, place), max(state, place)) in alike or all(
            isinstance(callee.sample[one], bool) for one in (state, place)
        )
        if state not in callee.feeds or is_like:
            continue  # of two values of one kind, associativity says it
        for joining in JOINING:
            if not _can(joining, callee.sample[place], callee.sample[place]):
                continue
            first, further = _drawn(callee), _others(callee, [place])
            terms = [Given(parameter) for parameter in callee.names]
            new = Given(further[place].name)
            whole = _with(terms, {place: Made(joining, (terms[place], new))})
            drawn = (*first.values(), *further.values())
            for earlier, later in ((terms[place], new), (new, terms[place])):
                steps = _with(terms, {place: later, state: _with(terms, {place: earlier})})
                yield Scenario(drawn, Claim("running state", whole, steps), f"running {state} {place}")
        yield from _exchanged(callee, state, place)


def _exchanged(callee: Callee, state: int, place: int) -> Iterator[Scenario]:
    """Two calls, one on the state that the other gives, in both orders."""
    first, further = _drawn(callee), _others(callee, [place])
    terms = [Given(parameter) for parameter in callee.names]
    new = Given(further[place].name)
    one, other = (
        _with(terms, {place: later, state: _with(terms, {place: earlier})})
        for earlier, later in ((terms[place], new), (new, terms[place]))
    )
    drawn = (*first.values(), *further.values())
    yield Scenario(drawn, Claim("order of calls", one, other), f"running {state} {place}")


def _found_again(callees: Callees) -> Iterator[Scenario]:
    """An element of a sequence, which is found where the function says."""
    (callee,) = callees
    if type(callee.gives) is not int:
        return
    for sequence, element in permutations(callee.positions, 2):
        if not isinstance(callee.sample[sequence], str | list | tuple):
            continue
        first = {place: one for place, one in _drawn(callee).items() if place != element}
        name = free_name("i", callee.names)
        drawn = (*first.values(), Drawn(name, ints(0, SCENARIOS.places)))
        terms = [Given(parameter) for parameter in callee.names]
        sought = Made("item", (terms[sequence], Given(name)))
        place = _with(terms, {element: sought})
        group = f"position {sequence} {element}"
        yield Scenario(drawn, Claim("position of an element", place, Given(name)), group)
        for found in (place, Made("-", (place, Fixed(1)))):
            yield Scenario(drawn, Claim("position found again", Made("item", (terms[sequence], found)), sought), group)


_NEUTRAL: dict[type, tuple[Any, ...]] = {int: (0, 1), float: (0.0, 1.0), str: ("",), bytes: (b"",), bool: (False, True)}
"""Values that may be neutral or absorbing, by type; of other types, what its class makes of nothing."""


def _special_values(callee: Callee, position: int) -> list[Any]:
    """Values of a parameter that may be neutral or absorbing, as plain data."""
    kind = type(callee.sample[position])
    found = list(_NEUTRAL.get(kind, ()))
    if kind in (int, float):
        found += [kind(number) for number in callee.numbers[: SCENARIOS.numbers] if abs(number) < SCENARIOS.most_number]
    elif kind not in _NEUTRAL and kind.__module__ in _KNOWN_TYPES:
        try:
            found.append(kind())
        except Exception:  # noqa: BLE001 - most classes need arguments
            return []
    try:
        return [as_data(value) for value in found]
    except ValueError:
        return []


def _elements(callees: Callees) -> Iterator[Scenario]:
    """What a call gives for equal arguments, or for one that is special."""
    (callee,) = callees
    for one, other in _like_pairs(callee):
        terms = [Given(parameter) for parameter in callee.names]
        for kept, special in ((one, other), (other, one)):
            drawn = _drawn_but(callee, special)
            for value in _special_values(callee, special):
                call = _with(terms, {special: Fixed(value)})
                if kept in callee.feeds:
                    yield Scenario(drawn, Claim("neutral element", call, terms[kept]), f"neutral {one} {other}")
                    yield Scenario(drawn, Claim("absorbing element", call, Fixed(value)), f"absorbing {one} {other}")
        drawn = _drawn_but(callee, other)
        twice = _with(terms, {other: terms[one]})
        if one in callee.feeds:
            yield Scenario(drawn, Claim("idempotence of an operation", twice, terms[one]), f"twice {one} {other}")
        if _is_distance(callee):
            nothing = Fixed(type(callee.gives)(0))
            yield Scenario(drawn, Claim("distance to itself", twice, nothing), f"twice {one} {other}")


def _base_cases(callees: Callees) -> Iterator[Scenario]:
    """Arguments for which a number is 0 or 1, whatever the others are: a special value, or two that are equal."""
    (callee,) = callees
    if not _is_distance(callee) or len(callee.positions) < 2:
        return
    terms = [Given(parameter) for parameter in callee.names]
    nothing, unit = (Fixed(type(callee.gives)(number)) for number in (0, 1))
    for special in callee.positions:
        drawn = _drawn_but(callee, special)
        may_absorb = any(special in pair and {*pair} - {special} <= callee.feeds for pair in _like_pairs(callee))
        for value, known in product(_special_values(callee, special), (nothing, unit)):
            if known.value != value or not may_absorb:  # else it may be an absorbing element
                claim = Claim("base case", _with(terms, {special: Fixed(value)}), known)
                yield Scenario(drawn, claim, "base case")
    for one, other in _like_pairs(callee):
        claim = Claim("unit for equal inputs", _with(terms, {other: terms[one]}), unit)
        yield Scenario(_drawn_but(callee, other), claim, f"twice {one} {other}")


def _drawn_but(callee: Callee, left_out: int) -> tuple[Drawn, ...]:
    """The arguments of one input of the function, without the one at a position."""
    return tuple(found for place, found in _drawn(callee).items() if place != left_out)


def _wholes(callees: Callees) -> Iterator[Scenario]:
    """What a call gives for a whole and a part of it: the rest, the part itself, or that it holds."""
    (callee,) = callees
    for pair in _like_pairs(callee):
        for (whole, part), joining in product((pair, pair[::-1]), JOINING_PARTS):
            if not _can(joining, callee.sample[part], callee.sample[whole]):
                continue
            terms = [Given(parameter) for parameter in callee.names]
            drawn, group = drawn_arguments(callee), f"whole {whole} {part}"
            for one, other in ((part, whole), (whole, part)):
                call = _with(terms, {whole: Made(joining, (terms[one], terms[other]))})
                if type(callee.gives) is bool:
                    yield Scenario(drawn, Claim("whole and part", call, None, Comparison.TRUE), group)
                elif type(callee.gives) is type(callee.sample[part]):
                    yield Scenario(drawn, Claim("rest of a whole", call, terms[whole]), group)
                    yield Scenario(drawn, Claim("part of a whole", call, terms[part]), group)


def _recurrences(callees: Callees) -> Iterator[Scenario]:
    """Numbers of which each is made of those before it: in a row, as Fibonacci's, or in a table, as Pascal's."""
    (callee,) = callees
    if type(callee.gives) is not int:
        return
    drawn, terms = drawn_arguments(callee), [Given(name) for name in callee.names]
    whole = [place for place in callee.positions if type(callee.sample[place]) is int]
    for place in whole:
        n = terms[place]
        before = Made("+", (_with(terms, {place: _next(n)}), _with(terms, {})))
        after = _with(terms, {place: Made("+", (n, Fixed(2)))})
        yield Scenario(drawn, Claim("recurrence", after, before), f"recurrence {place}")
    for row, column in permutations(whole, 2):
        n, k = terms[row], terms[column]
        after, above = _with(terms, {row: _next(n), column: _next(k)}), _with(terms, {})
        beside, left = _with(terms, {column: _next(k)}), _with(terms, {row: _next(n)})
        factors: tuple[Term, ...] = (n, k, _next(n), _next(k))
        multiples = (Made("*", (factor, beside)) for factor in factors)
        others: tuple[Term, ...] = (beside, *multiples)
        sums = [Made("+", (above, one)) for one in others]
        steps = Made("+", (beside, left))
        unless = Claim("invariance", beside, above), Claim("invariance", left, above)
        for before in (*sums, steps, Made("+", (steps, above))):
            group = f"recurrence {min(row, column)} {max(row, column)}"
            yield Scenario(drawn, Claim("recurrence", after, before), group, unless=unless)


def _next(number: Term) -> Made:
    return Made("+", (number, Fixed(1)))


def _with_parts(callees: Callees, scenario: Scenario) -> Iterator[Scenario]:
    """The scenario, then the same with a part of the values of one input, on which its claim may hold alone."""
    yield scenario
    mined = [
        number
        for callee in callees
        for number in callee.numbers[: SCENARIOS.numbers_of_parts]
        if abs(number) < SCENARIOS.most_number
    ]
    for place, one in enumerate(scenario.drawn):
        if one.position is None or not isinstance(one.domain, Narrowable):
            continue
        for part in one.domain.parts_beyond(list(dict.fromkeys([0, *mined]))):
            drawn = (*scenario.drawn[:place], replace(one, domain=part), *scenario.drawn[place + 1 :])
            yield replace(scenario, drawn=drawn)


def _shared(callees: Callees, outer: int, inner: int, place: int) -> tuple[dict[int, Term], tuple[Drawn, ...]]:
    """The other arguments of the outer function: those of the inner one of the same name and kind, or drawn ones."""
    known = {one.name: one.domain for one in callees[inner].parameters}
    own: dict[int, Term] = {}
    drawn: list[Drawn] = []
    for position, parameter in enumerate(callees[outer].parameters):
        if position == place:
            continue
        name = parameter.name
        if name not in known or known[name].kind is not parameter.kind:
            name = free_name(name, [*known, *(one.name for one in drawn)])
            drawn.append(Drawn(name, parameter.domain, 0, position, outer))
        own[position] = Given(name)
    return own, tuple(drawn)


def _round_trips(callees: Callees) -> Iterator[Scenario]:
    """What one function makes of an input, and the other of that."""
    for inner, outer in ((0, 1), (1, 0)):
        one, other = callees[inner], callees[outer]
        terms = [Given(name) for name in one.names]
        made = Called(inner, tuple(terms))
        for place in sorted(one.passes_to.get(outer, ())):
            own, further = _shared(callees, outer, inner, place)
            drawn = (*_drawn(one, function=inner).values(), *further)
            back = _with([Given(name) for name in other.names], {**own, place: made}, outer)
            group = f"round trip {inner} {place}"
            # Of what the outer one gives, the round trip the other way says the same.
            known = frozenset(f"round trip {outer} {position}" for position in one.borrowed)
            for term in terms:
                trip = Scenario(drawn, Claim("round trip", back, term), group, entailed_by=known)
                yield from _with_parts(callees, trip)
            if type(other.gives) is bool:
                yield Scenario(drawn, Claim("predicate", back, None, Comparison.TRUE), f"predicate {inner}")
            for term in terms:
                plain = _with([Given(name) for name in other.names], {**own, place: term}, outer)
                yield Scenario(drawn, Claim("invariance", back, plain), f"invariance {outer} {place}")
            if len(terms) > 1 and not further:
                yield from _with_parts(callees, Scenario(drawn, _of_parts(back, terms), group))
        if outer in one.spreads_to:
            drawn, group = tuple(_drawn(one, function=inner).values()), f"round trip {inner} of parts"
            back = Called(outer, parts_passed(made, len(other.parameters)))
            claim = Claim("round trip", back, terms[0]) if len(terms) == 1 else _of_parts(back, terms)
            yield from _with_parts(callees, Scenario(drawn, claim, group))


def _of_parts(back: Called, terms: Sequence[Term]) -> Claim:
    """That a call gives back all arguments of another one, as a tuple."""
    return Claim("round trip", back, Made("tuple", tuple(terms)))


def _images(callees: Callees) -> Iterator[Scenario]:
    """Round trips of what a function gives, where they are none of all that it takes."""
    for inner, outer in ((0, 1), (1, 0)):
        one, other = callees[inner], callees[outer]
        terms = [Given(name) for name in one.names]
        made = Called(inner, tuple(terms))
        for place, place_again in product(sorted(one.passes_to.get(outer, ())), sorted(other.passes_to.get(inner, ()))):
            own, further = _shared(callees, outer, inner, place)
            back = _with([Given(name) for name in other.names], {**own, place: made}, outer)
            again = _with(terms, {place_again: back}, inner)
            claim = Claim("round trip on the image", again, made)
            drawn, group = (*_drawn(one, function=inner).values(), *further), f"round trip {inner} {place}"
            known = frozenset({f"round trip {outer} {place_again}"})
            yield Scenario(drawn, claim, group, entailed_by=known)


def _like(callees: Callees) -> Iterator[Scenario]:
    """Both functions on the same inputs."""
    one, other = callees
    if [type(value) for value in one.sample] != [type(value) for value in other.sample]:
        return
    terms = tuple(Given(name) for name in one.names)
    drawn = tuple(_drawn(one).values())
    first, second = Called(0, terms), Called(1, terms)
    yield from _with_parts(callees, Scenario(drawn, Claim("equivalence", first, second), "equivalence"))
    if type(one.gives) is type(other.gives) and _can("-", one.gives, other.gives):
        for comparison in (Comparison.AT_MOST, Comparison.AT_LEAST):
            yield Scenario(drawn, Claim("bound", first, second, comparison), "equivalence")
    if len(terms) == 1 and 0 in one.passes_to.get(1, ()) and 0 in other.passes_to.get(0, ()):
        exchanged = Claim("commuting", Called(0, (second,)), Called(1, (first,)))
        known = frozenset({"round trip 0 0", "round trip 1 0"})
        yield Scenario(drawn, exchanged, "commuting", entailed_by=known)


def _operations(callees: Callees) -> Iterator[Scenario]:
    """Two operations on values of one kind: distributivity and absorption."""
    if any(len(callee.parameters) != 2 or not {0, 1} <= callee.feeds for callee in callees):
        return
    if type(callees[0].sample[0]) is not type(callees[1].sample[0]):
        return
    a, b = callees[0].names
    c = next_name(b, (a, b))
    domains = callees[0].parameters
    two = (Drawn(a, domains[0].domain, 0, 0), Drawn(b, domains[1].domain, 1, 1))
    three = (*two, Drawn(c, domains[1].domain, 2, 1))
    for one, other in ((0, 1), (1, 0)):
        inner = Called(other, (Given(b), Given(c)))
        apart = Called(other, (Called(one, (Given(a), Given(b))), Called(one, (Given(a), Given(c)))))
        yield Scenario(three, Claim("distributivity", Called(one, (Given(a), inner)), apart), f"distributivity {one}")
        absorbed = Called(one, (Given(a), Called(other, (Given(a), Given(b)))))
        yield Scenario(two, Claim("absorption", absorbed, Given(a)), f"absorption {one}")
    both = Made("*", (Called(0, (Given(a), Given(b))), Called(1, (Given(a), Given(b)))))
    if _can("*", callees[0].gives, callees[1].gives):
        yield Scenario(two, Claim("product of both", both, Made("*", (Given(a), Given(b)))), "product of both")


def _join(one: Any, other: Any) -> Any:
    return one + other


TEMPLATES: tuple[ScenarioTemplate, ...] = (
    ScenarioTemplate("chains", 1, _chains, (((max,), ((1, 2),), "f0(f0(a, b), c) == f0(a, f0(b, c))"),)),
    ScenarioTemplate("running state", 1, _running, (((zlib.crc32,), ((b"x", 1),), "f0(a + c, b) == f0(c, f0(a, b))"),)),
    ScenarioTemplate(
        "joined",
        1,
        _combining,
        (
            ((sum,), (([1, 2],),), "f0(a + b) == f0(a) + f0(b)"),
            ((str.join,), ((", ", ["a"]),), "f0(a, b + c) == f0(a, b) + a + f0(a, c)"),
        ),
    ),
    ScenarioTemplate("found again", 1, _found_again, (((str.index,), (("ab", "b"),), "a[f0(a, a[i])] == a[i]"),)),
    ScenarioTemplate("elements", 1, _elements, (((_join,), (("x", "y"),), 'f0(a, "") == a'),)),
    ScenarioTemplate("wholes", 1, _wholes, (((str.removeprefix,), (("ab", "a"),), "f0(b + a, b) == a"),)),
    ScenarioTemplate(
        "recurrences",
        1,
        _recurrences,
        (((math.comb,), ((5, 2),), "f0(a + 1, b + 1) == f0(a, b) + f0(a, b + 1)"),),
    ),
    ScenarioTemplate("calculated", 1, _calculating, (((abs,), ((2,),), "f0(a * b) == f0(a) * f0(b)"),)),
    ScenarioTemplate("base cases", 1, _base_cases, (((math.comb,), ((5, 2),), "f0(a, 0) == 1"),)),
    ScenarioTemplate(
        "round trips",
        2,
        _round_trips,
        (
            ((int, str), (("12",), (12,)), "f0(f1(a)) == a"),
            ((math.frexp, math.ldexp), ((3.0,), (0.75, 2)), "f1(*f0(a)) == a"),
        ),
    ),
    ScenarioTemplate("images", 2, _images, (((int, str), (("12",), (12,)), "f0(f1(f0(a))) == f0(a)"),)),
    ScenarioTemplate("like", 2, _like, (((min, max), ((1, 2), (1, 2)), "f0(a, b) <= f1(a, b)"),)),
    ScenarioTemplate("operations", 2, _operations, (((min, max), ((1, 2), (1, 2)), "f0(a, f1(a, b)) == a"),)),
)
"""Templates of scenarios, what says most first."""
