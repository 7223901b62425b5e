"""Postconditions: what may be true of each single call, what says most first."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from genmorph.relations.operations import OPERATIONS
from genmorph.relations.scenario import Called, Claim, Comparison, Fixed, Given, Made, Term
from genmorph.settings import SCENARIOS
from genmorph.transformations.scenario_templates import Callee, Callees, Scenario, ScenarioTemplate, drawn_arguments

_COLLECTIONS = (list, tuple, dict, set, frozenset)
_SIZED = (str, bytes, *_COLLECTIONS)
_EITHER = (Comparison.AT_MOST, Comparison.AT_LEAST)


def _call(callee: Callee) -> Called:
    return Called(0, tuple(map(Given, callee.names)))


def _scenario(callee: Callee, claim: Claim, group: str, *entailed_by: str, is_bound: bool = False) -> Scenario:
    return Scenario(drawn_arguments(callee), claim, group, entailed_by=frozenset(entailed_by), is_tight=is_bound)


def _is_true(law: str, operation: str, *operands: Term) -> Claim:
    return Claim(law, Made(operation, operands), None, Comparison.TRUE)


def _elements(callee: Callee) -> Iterator[Scenario]:
    """What is among the elements of an input, or part of it."""
    gives, call = callee.gives, _call(callee)
    for name, value in zip(callee.names, callee.sample, strict=True):
        given, permutation = Given(name), f"permutation {name}"
        are_texts = isinstance(gives, str | bytes) and type(value) is type(gives)
        are_collections = isinstance(gives, _COLLECTIONS) and isinstance(value, _COLLECTIONS)
        if are_texts or are_collections:
            ordered = Made("ascending", (call,)), Made("ascending", (given,))
            yield _scenario(callee, Claim("permutation", *ordered), permutation)
        if are_texts:
            yield _scenario(callee, _is_true("part", "in", call, given), f"part {name}")
        if are_collections:
            sets = Made("elements", (call,)), Made("elements", (given,))
            claim = Claim("elements", *sets, Comparison.AT_MOST)
            yield _scenario(callee, claim, f"elements {name}", permutation)
        if isinstance(value, _COLLECTIONS):
            yield _scenario(callee, _is_true("element", "in", call, given), f"element {name}")


def _lengths(callee: Callee) -> Iterator[Scenario]:
    """How many elements or characters an output has, by one or two inputs; the number of parts says nothing."""
    if not isinstance(callee.gives, _SIZED) or callee.has_parts:
        return
    length, sizes = Made("length", (_call(callee),)), _sizes(callee)
    for name, size in sizes.items():
        group, permutation = f"length {name}", f"permutation {name}"
        for wanted in (size, *_one_more_or_less(size)):
            yield _scenario(callee, Claim("length", length, wanted), group, permutation)
    for (one, size), (other, further) in combinations(sizes.items(), 2):
        entailing = [f"{kind} {name}" for kind in ("length", "permutation") for name in (one, other)]
        total, product, smaller, larger = (Made(name, (size, further)) for name in ("+", "*", "min", "max"))
        for wanted in (total, *_one_more_or_less(total), product, smaller, larger):
            yield _scenario(callee, Claim("length", length, wanted), f"length {one} {other}", *entailing)
    for name, size in sizes.items():
        group, permutation = f"length {name}", f"permutation {name}"
        known = [
            permutation,
            *(f"length {one} {other}" for one, other in combinations(sizes, 2) if name in (one, other)),
        ]
        at_most, at_least = (Claim("bound of the length", length, size, comparison) for comparison in _EITHER)
        yield _scenario(callee, at_most, group, *known, f"part {name}", is_bound=True)
        yield _scenario(callee, at_least, group, *known, is_bound=True)


def _sizes(callee: Callee) -> dict[str, Term]:
    """The lengths of arguments that have one, and the values of ints, by name."""
    sizes: dict[str, Term] = {}
    for name, value in zip(callee.names, callee.sample, strict=True):
        if isinstance(value, _SIZED):
            sizes[name] = Made("length", (Given(name),))
        elif type(value) is int:
            sizes[name] = Given(name)
    return sizes


def _one_more_or_less(size: Term) -> Iterator[Term]:
    yield from (Made(sign, (size, Fixed(1))) for sign in "+-")


def _nones(callee: Callee) -> Iterator[Scenario]:
    """That None is given for an empty input, and for no other."""
    if not callee.may_give_none:
        return
    missing = Made("missing", (_call(callee),))
    for name, value in zip(callee.names, callee.sample, strict=True):
        if isinstance(value, _SIZED):
            yield _scenario(callee, Claim("None for empty", missing, Made("empty", (Given(name),))), "None for empty")


def _bounds(callee: Callee) -> Iterator[Scenario]:
    """How large a number or a date is, by an input."""
    gives, call = callee.gives, _call(callee)
    for name, value in zip(callee.names, callee.sample, strict=True):
        given = Given(name)
        if type(gives) is type(value) is int:
            yield _scenario(callee, Claim("divisor", Made("%", (given, call)), Fixed(0)), f"divisor {name}")
        if _is_number(gives) and isinstance(value, list | tuple):
            for operation, comparison in zip(("largest", "smallest"), _EITHER, strict=True):
                claim = Claim("bound by an input", call, Made(operation, (given,)), comparison)
                yield _scenario(callee, claim, f"{operation} {name}", f"element {name}", is_bound=True)
        if type(gives) is int and isinstance(value, _SIZED):
            claim = Claim("bound by an input", call, Made("length", (given,)), Comparison.AT_MOST)
            yield _scenario(callee, claim, f"size {name}", is_bound=True)
        if _are_ordered(gives, value):
            for comparison in _EITHER:
                claim = Claim("bound by an input", call, given, comparison)
                yield _scenario(callee, claim, f"bound {name}", is_bound=True)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _are_ordered(gives: Any, value: Any) -> bool:
    """Whether an output and an input have an order, other than that of texts and sequences."""
    if _is_number(gives) and _is_number(value):
        return True
    return type(gives) is type(value) and type(gives).__module__ in ("datetime", "decimal", "fractions")


def _ranges(callee: Callee) -> Iterator[Scenario]:
    """Between which numbers, usual ones or of the source, an output lies, the narrowest first."""
    if not _is_number(callee.gives):
        return
    own = (number for number in callee.numbers if abs(number) < SCENARIOS.most_number)
    known, call = sorted({*SCENARIOS.usual_bounds, *own}), _call(callee)
    for number in reversed(known):
        yield _scenario(callee, Claim("lower bound", call, Fixed(number), Comparison.AT_LEAST), "lower bound")
    for number in known:
        yield _scenario(callee, Claim("upper bound", call, Fixed(number), Comparison.AT_MOST), "upper bound")


def _forms(callee: Callee) -> Iterator[Scenario]:
    """What an output is like, whatever the inputs are."""
    gives, call = callee.gives, _call(callee)
    if isinstance(gives, list):
        yield _scenario(callee, Claim("ascending order", call, Made("ascending", (call,))), "order")
    if isinstance(gives, list | tuple) and not (callee.is_seeded and any(isinstance(one, float) for one in gives)):
        different = Made("length", (Made("elements", (call,)),))
        yield _scenario(callee, Claim("no repetitions", different, Made("length", (call,))), "repetitions")
    if isinstance(gives, str):
        for form in ("lowercase", "uppercase", "stripped"):
            yield _scenario(callee, Claim(form, call, Made(form, (call,))), form)


def _types(callee: Callee) -> Iterator[Scenario]:
    if (kind := f"is {type(callee.gives).__name__}") in OPERATIONS:
        yield _scenario(callee, _is_true("type", kind, _call(callee)), "type")


def _of_single_calls(callees: Callees) -> Iterator[Scenario]:
    (callee,) = callees
    for claims in (_elements, _nones, _forms, _lengths, _bounds, _ranges, _types):
        yield from claims(callee)


POSTCONDITIONS = ScenarioTemplate(
    "single calls",
    1,
    _of_single_calls,
    (
        ((sorted,), (([2, 1],),), "sorted(f0(a)) == sorted(a)"),
        ((sorted,), (([2, 1],),), "f0(a) == sorted(f0(a))"),
        ((lambda xs: max(xs, default=None),), (([],),), "(f0(a) is None) == (len(a) == 0)"),
        ((max,), (([2, 1],),), "f0(a) in a"),
        ((max,), ((["b", "a"],),), "f0(a) in a"),
        ((str.lower,), (("aB",),), "f0(a) == f0(a).lower()"),
        ((str.strip,), (("aB",),), "len(f0(a)) <= len(a)"),
        ((str.ljust,), (("ab", 3),), "len(f0(a, b)) == len(a) + 1"),
        ((str.ljust,), (("ab", 3),), "len(f0(a, b)) == max(len(a), b)"),
        ((str.__add__,), (("ab", "c"),), "len(f0(a, b)) == len(a) + len(b)"),
        ((str.__mul__,), (("ab", 3),), "len(f0(a, b)) == len(a) * b"),
        ((abs,), ((-2,),), "f0(a) >= 0"),
    ),
)
"""Its scenarios have a call each; they are told apart from relations."""
