"""Scenarios of predicates: what is always true, or never, of inputs that are built in a certain way."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from genmorph.model import Domain
from genmorph.relations.scenario import Called, Claim, Comparison, Fixed, Given, Made, Term
from genmorph.settings import SCENARIOS
from genmorph.transformations.narrowing import not_empty
from genmorph.transformations.scenario_templates import (
    Callee,
    Callees,
    Drawn,
    Scenario,
    ScenarioTemplate,
    drawn_arguments,
    next_name,
)
from genmorph.values.narrowable import Narrowable

_LAW = "value of what is built"
Recipe = tuple[str, Term, Domain]
"""How an input is built, of the drawn one or of two, and the domain of what it is built of."""


def _predicates(callees: Callees) -> Iterator[Scenario]:
    (callee,) = callees
    for place in callee.positions if type(callee.gives) is bool else ():
        drawn, name = drawn_arguments(callee), callee.names[place]
        other = Drawn(next_name(name, callee.names), callee.parameters[place].domain, 1, place)
        for how, built, domain in _built(callee.sample[place], name, other.name, other.domain):
            of = tuple(_of_part(one, domain, how) if one.position == place else one for one in (*drawn, other))
            called = Called(0, tuple(built if at == place else Given(one) for at, one in enumerate(callee.names)))
            usual = _usual(callee, place, how)
            claims = [claim for value, claim in ((False, called), (True, Made("not", (called,)))) if value in usual]
            for claimed in claims:
                said = claimed if how != "product" else _beside_ones(name, other.name, claimed)
                yield Scenario(of, Claim(_LAW, said, None, Comparison.TRUE), f"{_LAW} {place} {how}")


def _usual(callee: Callee, place: int, how: str) -> frozenset[bool]:
    """Those of True and False that are given for several inputs like those that are built.

    That the other one is given for all of these says little where it is given for nearly all others.
    """
    are_like = {"product": lambda value: value > 1, "square": lambda value: value >= 0, "double": lambda _: True}
    is_like: Callable[[Any], bool] = are_like.get(how, bool)
    counts = Counter(given for values, given in callee.seen if values[place] is not None and is_like(values[place]))
    return frozenset(given for given, count in counts.items() if count >= SCENARIOS.inputs_of_usual)


def _beside_ones(one: str, other: str, claimed: Term) -> Term:
    """What is said of a product, unless one of the numbers is 1 or less."""
    for name in (other, one):
        claimed = Made("or", (Made("at most one", (Given(name),)), claimed))
    return claimed


def _of_part(drawn: Drawn, domain: Domain, how: str) -> Drawn:
    """What is drawn from a part of its domain; factors anew, since few inputs are small enough to be multiplied."""
    return replace(drawn, domain=domain, position=None if how == "product" else drawn.position)


def _built(sample: Any, name: str, other: str, domain: Domain) -> Iterator[Recipe]:
    """Products of numbers above 1, squares and doubles; mirrored, repeated and sorted sequences that are not empty."""
    one, two = Given(name), Given(other)
    if type(sample) is int and isinstance(domain, Narrowable):
        small, half = domain.before_squaring(), domain.before_scaling(2)
        if (above := _above_one(small)) is not None:
            yield "product", Made("*", (one, two)), above
        if small is not None:
            yield "square", Made("*", (one, one)), small
        if half is not None:
            yield "double", Made("*", (one, Fixed(2))), half
    held = not_empty(domain) if isinstance(sample, str | list) else None
    if held is not None:
        yield "mirrored", Made("join", (one, Made("backwards", (one,)))), held
        yield "repeated", Made("join", (one, one)), held
        if isinstance(sample, list):
            yield "sorted", Made("ascending", (one,)), held


def _above_one(domain: Narrowable | None) -> Domain | None:
    """Its numbers above 1."""
    parts: Sequence[Any] = () if domain is None else (domain, *domain.parts_beyond([1]))
    return next((part for part in parts if getattr(part, "low", None) is not None and part.low > 1), None)


PREDICATES = ScenarioTemplate(
    "predicates",
    1,
    _predicates,
    (
        ((str.isalpha,), (("ab",),), "f0(a + a)"),
        ((lambda n: n % 2 == 0,), ((3,),), "f0(a * 2)"),
        ((lambda n: n in (2, 3, 5, 7),), ((3,),), "a <= 1 or b <= 1 or not f0(a * b)"),
        ((lambda text: text == text[::-1],), (("ab",),), "f0(a + a[::-1])"),
        ((lambda xs: xs == sorted(xs),), (([2, 1],),), "f0(sorted(a))"),
    ),
)
"""Its scenarios have one call each, of an input that is seldom drawn."""
