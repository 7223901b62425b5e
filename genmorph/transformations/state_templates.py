"""Scenarios of objects with state: programs of calls on one instance, and what is seen of it afterwards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations, permutations, product, takewhile
from typing import Any

from genmorph.model import Domain, Kind
from genmorph.relations.operations import GROWING, SHRINKING
from genmorph.relations.scenario import Called, Claim, Fixed, Given, Made, Term
from genmorph.settings import SCENARIOS
from genmorph.transformations.scenario_templates import Drawn, Scenario, next_name


@dataclass(frozen=True, slots=True)
class Step:
    """A call of a method in a program, with the drawn inputs that are its arguments."""

    method: str
    arguments: tuple[Drawn, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        """Its arguments as terms."""
        return tuple(Given(one.name) for one in self.arguments)


@dataclass(frozen=True, slots=True)
class Instance:
    """What templates know of a class: what is drawn to make an instance and its history, methods, and what is seen.

    `methods` are by name the names and domains of the parameters. `seen` is an example of what is seen of an instance.
    `results` are by method what its calls returned in some programs; a method that is missing never returned.
    `changing` are the names of what was seen to change in these, `whole` those of lists that always were as long as the
    instance.
    """

    drawn: tuple[Drawn, ...]
    methods: Mapping[str, Sequence[tuple[str, Domain]]]
    seen: Mapping[str, Any]
    results: Mapping[str, Sequence[Any]]
    changing: AbstractSet[str]
    whole: AbstractSet[str]

    def gave_true(self, method: str) -> bool:
        """Whether a call of it returned True, by which it may say that the call took effect."""
        return any(one is True for one in self.results.get(method, ()))

    def may_give_bool(self, method: str) -> bool:
        """Whether a method may return a Boolean."""
        return bool in self._sorts(method, {bool})

    def may_give_value(self, method: str) -> bool:
        """Whether a method may return something other than None or a Boolean."""
        return bool(self._sorts(method, {object}) - {bool})

    def may_give_number(self, method: str) -> bool:
        """Whether a method may return a number."""
        return float in self._sorts(method, {float})

    def may_give_alike(self, one: str, other: str) -> bool:
        """Whether two methods may return the same, other than None."""
        known = self._sorts(one, set())
        others = self._sorts(other, known)
        return not known or bool(known & others)

    def _sorts(self, method: str, unknown: AbstractSet[type]) -> AbstractSet[type]:
        """The types of results other than None, one for all numbers; the `unknown` ones where too little was seen.

        That a method with arguments gave None alone may be because nothing that it was asked of was there.
        """
        known = {_sort_of(one) for one in self.results.get(method, ()) if one is not None}
        has_arguments, is_known = bool(self.methods[method]), method in self.results
        return unknown if not is_known or (has_arguments and not known) else known

    def step(self, method: str, taken: Sequence[Drawn] = ()) -> Step:
        """A call of a method on inputs with names of their own."""
        names = [one.name for one in (*self.drawn, *taken)]
        arguments: list[Drawn] = []
        for name, domain in self.methods[method]:
            known = [*names, *(one.name for one in arguments)]
            arguments.append(Drawn(name if name not in known else next_name(name, known), domain))
        return Step(method, tuple(arguments))

    def after(self, *steps: Step, probes: Sequence[Step] = ()) -> Called:
        """The call that makes an instance, gives it its history, takes these steps, and asks the probes."""
        *given, program = (Given(one.name) for one in self.drawn)
        return Called(0, (*given, _program(program, steps), _program(Fixed([]), probes)))

    def probes(self, *steps: Step) -> tuple[Step, ...]:
        """Calls of methods on what the steps are given, by which it is seen what they do."""
        found = dict.fromkeys(
            Step(method, step.arguments[: len(wanted)])
            for step in steps
            for method, wanted in self.methods.items()
            if 0 < len(wanted) <= len(step.arguments)
            and all(domain == one.domain for (_, domain), one in zip(wanted, step.arguments, strict=False))
        )
        return tuple(found)[: SCENARIOS.probes]


def _sort_of(value: Any) -> type:
    """The type of a value, one for all numbers, which may be equal to each other."""
    return float if isinstance(value, int | float | complex) and not isinstance(value, bool) else type(value)


def _program(calls: Term, steps: Sequence[Step]) -> Term:
    for step in steps:
        calls = Made("then", (calls, Fixed(step.method), *step.terms))
    return calls


def state_scenarios(instance: Instance) -> Iterator[Scenario]:
    """The scenarios of a class, what says most first."""
    families = (
        *(_results, _seen_before, _undone, _listed, _growing, _kept, _others_kept, _brought_back, _repeated),
        *(_exchanged, _harmless),
    )
    for family in families:
        yield from family(instance)


def _states(
    instance: Instance, one: Sequence[Step], other: Sequence[Step], *, gave_true: bool = False
) -> tuple[Term, Term]:
    """What is seen after either of two programs, asked the same."""
    probes = instance.probes(*one, *other)
    first, second = (instance.after(*steps, probes=probes) for steps in (one, other))
    return (
        Made("state", (first, Fixed(len(one)), *_first_gave(gave_true))),
        Made("state", (second, Fixed(len(other)))),
    )


def _first_gave(gave_true: bool) -> tuple[Term, ...]:
    """The operand that says that the first step gave True, where it did."""
    return (Fixed(True),) if gave_true else ()


def _scenario(
    instance: Instance,
    steps: Sequence[Step],
    claim: Claim,
    group: str,
    unless: Sequence[Claim] = (),
    requires: Sequence[Claim] = (),
    entailed_by: Iterable[str] = (),
    entailed_by_all: Iterable[frozenset[str]] = (),
) -> Scenario:
    """The scenario; what is said of a call that changes nothing follows from that."""
    arguments = dict.fromkeys(one for step in steps for one in step.arguments)
    is_plain = claim.law in ("idempotence", "order of calls", "undoing", "result seen before")
    harmless = tuple(_no_effect(instance, step) for step in dict.fromkeys(steps)) if is_plain else ()
    drawn = (*instance.drawn, *arguments)
    unless = (*harmless, *unless)
    return Scenario(drawn, claim, group, tuple(requires), unless, frozenset(entailed_by), frozenset(entailed_by_all))


def _no_effect(instance: Instance, step: Step) -> Claim:
    return Claim("no effect", *_states(instance, (step,), ()))


def _followed(instance: Instance, least: int = 1) -> Iterator[tuple[Step, Step]]:
    """A call with so many arguments at least, and one of another method on none or some of them."""
    for one, other in permutations(instance.methods, 2):
        step, wanted = instance.step(one), instance.methods[other]
        if len(step.arguments) < least:
            continue
        for chosen in combinations(step.arguments, len(wanted)):
            if all(domain == drawn.domain for (_, domain), drawn in zip(wanted, chosen, strict=True)):
                yield step, Step(other, chosen)


def _also_after_true(instance: Instance, followed: Iterable[tuple[Step, Step]]) -> Iterator[tuple[Step, Step, bool]]:
    """All these pairs of steps; then those whose first step must have given True, where its method ever does."""
    pairs = list(followed)
    yield from ((step, following, False) for step, following in pairs)
    yield from ((step, following, True) for step, following in pairs if instance.gave_true(step.method))


def _results(instance: Instance) -> Iterator[Scenario]:
    """What a call gives after another one: an argument of that, or that something is there."""
    for step, following, gave_true in _also_after_true(instance, _followed(instance)):
        result = _result(instance, step, following, gave_true=gave_true)
        alone = _result(instance, following)
        group = f"result {step.method} {following.method} {[one.name for one in following.arguments]}"
        gives_value, gives_bool = instance.may_give_value(following.method), instance.may_give_bool(following.method)
        arguments: list[Given | Fixed] = [
            Given(one.name)
            for one in reversed(step.arguments)
            if (gives_bool if one.domain.kind is Kind.BOOL else gives_value)
        ]
        truths = (Fixed(True), Fixed(False)) if gives_bool else ()
        for wanted in (*arguments, *truths):
            always = () if isinstance(wanted, Given) else (Claim("result of two calls", alone, wanted),)
            yield _scenario(instance, (step, following), Claim("result of two calls", result, wanted), group, always)


def _seen_before(instance: Instance) -> Iterator[Scenario]:
    """What a call that changes something gives is what was seen before, as what is taken out was the first."""
    for method in instance.methods:
        step = instance.step(method)
        nothing = Claim("result seen before", _result(instance, step), Fixed(None))
        for name in instance.seen:
            if name != f"{method}()":
                claim = Claim("result seen before", _result(instance, step), _seen(instance, name))
                yield _scenario(instance, (step,), claim, f"seen before {method}", [nothing])
    for step, asked in _followed(instance):
        if asked.arguments and instance.may_give_alike(step.method, asked.method):
            result = _result(instance, step)
            claim = Claim("result seen before", result, _result(instance, asked))
            always = [Claim("result seen before", result, Fixed(one)) for one in (None, True, False)]
            yield _scenario(instance, (step,), claim, f"seen before {step.method}", always)


def _undone(instance: Instance) -> Iterator[Scenario]:
    """A call after which another one leaves the object as it was."""
    twice = [(step, step) for step in map(instance.step, instance.methods)]
    for step, following, gave_true in _also_after_true(instance, (*_followed(instance, 0), *twice)):
        claim = Claim("undoing", *_states(instance, (step, following), (), gave_true=gave_true))
        yield _scenario(instance, (step, following), claim, f"undone {step.method}")


def _growing(instance: Instance) -> Iterator[Scenario]:
    """A number grows or shrinks by one, or by an argument: one that is seen, or that a method gives for an argument."""
    for name, value in instance.seen.items():
        if type(value_seen(value)) in (int, float):
            for method in instance.methods:
                step = instance.step(method)
                for gave_true in (False, True) if instance.gave_true(method) else (False,):
                    after = _seen(instance, name, step, gave_true=gave_true)
                    claims = _number_claims(step, after, _seen(instance, name))
                    known = _groups_of_change(instance, name, step)
                    yield from _changed(instance, (step,), claims, name, known=known, gave_true=gave_true)
    for step, asked, gave_true in _also_after_true(instance, _followed(instance)):
        if asked.arguments and instance.may_give_number(asked.method):
            after, before = _result(instance, step, asked, gave_true=gave_true), _result(instance, asked)
            asked_of = f"{asked.method} {[one.name for one in asked.arguments]}"
            claims = _number_claims(step, after, before)
            known = [_group_of_change(asked_of, step)]
            yield from _changed(instance, (step, asked), claims, asked_of, known=known, gave_true=gave_true)


def _number_claims(step: Step, after: Term, before: Term) -> list[Claim]:
    """A number is larger or smaller by one, or by an argument of the call."""
    amounts = product((*step.terms, Fixed(1)), "+-")
    return [Claim("change of a number", after, Made(operation, (before, one))) for one, operation in amounts]


def _changed(
    instance: Instance,
    steps: Sequence[Step],
    claims: Iterable[Claim],
    name: str,
    unless: Sequence[Claim] = (),
    known: Iterable[str] = (),
    *,
    gave_true: bool = False,
) -> Iterator[Scenario]:
    """After the first of these steps something has grown or shrunk in one of these ways; always, or if it gave True."""
    group = _group_of_change(name, steps[0]) + (" if true" if gave_true else "")
    for claim in claims:
        yield _scenario(instance, steps, claim, group, unless, entailed_by=set(known) - {group})


def _group_of_change(name: str, step: Step) -> str:
    """The group of what is said of how something grows or shrinks by a call."""
    return f"changed {name} {step.method}"


def _groups_of_change(instance: Instance, name: str, step: Step) -> list[str]:
    """The groups that say how something that is seen changes by a call; those of a whole list say it of the length."""
    names = [name, *sorted(instance.whole)] if name == "len(self)" else [name]
    return [_group_of_change(one, step) for one in names]


def _list_claims(instance: Instance, name: str, step: Step) -> list[Claim]:
    """The ways in which a list that is seen may grow by an argument of a call, or shrink where it has none."""
    after, before = _seen(instance, name, step), _seen(instance, name)
    grown = product((*GROWING, "join"), step.terms)
    others = [Made(operation, (before, one)) for operation, one in grown]
    shrunk = [] if step.arguments else [Made(operation, (before,)) for operation in SHRINKING]
    return [Claim("change of a list", after, one) for one in (*others, *shrunk)]


def _listed(instance: Instance) -> Iterator[Scenario]:
    """A list that is seen grows by an argument, or loses its first or last element."""
    lists = [name for name, value in instance.seen.items() if isinstance(value_seen(value), list)]
    for name, method in product(lists, instance.methods):
        if name != f"{method}()":
            step = instance.step(method)
            claims = _list_claims(instance, name, step)
            yield from _changed(instance, (step,), claims, name, _seen_elsewhere(instance, name, step))


def _seen_elsewhere(instance: Instance, name: str, *steps: Step) -> list[Claim]:
    """That what is seen after these calls is seen under an earlier name too, of which the same is said.

    Methods are left out: what is taken out may be what a query gives, and is no query.
    """
    value = value_seen(instance.seen[name])
    earlier = takewhile(lambda other: other != name and not other.endswith("()"), instance.seen)
    alike = [other for other in earlier if _sort_of(value_seen(instance.seen[other])) is _sort_of(value)]
    after = _seen(instance, name, *steps)
    return [Claim("seen elsewhere", after, _seen(instance, other, *steps)) for other in alike]


def _kept(instance: Instance) -> Iterator[Scenario]:
    """One thing that is seen, and that other calls change, stays as it was after a call that changes something.

    What a method gives counts where it is a mere query: what is taken out says the same as what was seen before it.
    """
    for method in instance.methods:
        step = instance.step(method)
        for name, value in instance.seen.items():
            if name in instance.changing and name != f"{method}()" and not isinstance(value_seen(value), bool):
                claim = Claim("frame condition", _seen(instance, name, step), _seen(instance, name))
                queries = [_no_effect(instance, Step(name.removesuffix("()")))] if name.endswith("()") else []
                unless = [_no_effect(instance, step), *_seen_elsewhere(instance, name, step)]
                yield _scenario(instance, (step,), claim, f"kept {name} {method}", unless, queries)


def _others_kept(instance: Instance) -> Iterator[Scenario]:
    """What a query gives of others is the same after a call that changes what it gives of the arguments of that."""
    for step, changed in _followed(instance):
        if changed.arguments and changed.method in instance.results:
            asked = instance.step(changed.method, step.arguments)
            before, after = _result(instance, asked), _result(instance, step, asked)
            given, others = (_together(one.terms) for one in (changed, asked))
            claim = Claim("frame condition of others", Made("apart", (after, others, given)), before)
            of_all = Claim("frame condition of others", after, before)
            unless = [of_all, _no_effect(instance, step)]
            group = f"others {step.method} {changed.method}"
            yield _scenario(instance, (step, asked), claim, group, unless, [_no_effect(instance, asked)])


def _together(terms: Sequence[Term]) -> Term:
    """One term for several."""
    return terms[0] if len(terms) == 1 else Made("tuple", tuple(terms))


def value_seen(value: Any) -> Any:
    """The value of something that is seen, which a method may have returned."""
    return value[1] if isinstance(value, tuple) and value[:1] == ("returned",) else value


def _seen(instance: Instance, name: str, *steps: Step, gave_true: bool = False) -> Term:
    """What is seen under a name after some calls."""
    return Made("seen", (instance.after(*steps), Fixed(len(steps)), Fixed(name), *_first_gave(gave_true)))


def _result(instance: Instance, *steps: Step, gave_true: bool = False) -> Term:
    """What the last of some calls gives."""
    return Made("result", (instance.after(*steps), Fixed(len(steps)), *_first_gave(gave_true)))


def _brought_back(instance: Instance) -> Iterator[Scenario]:
    """Two calls after which one thing that is seen is as it was, though each of them changes it."""
    for step, following in _followed(instance, 0):
        whole = Claim("undoing", *_states(instance, (step, following), ()))
        for name, value in instance.seen.items():
            if isinstance(value_seen(value), bool):  # that it says yes again follows from what it is asked of
                continue
            before = _seen(instance, name)
            alone = [Claim("undoing of one thing", _seen(instance, name, one), before) for one in (step, following)]
            claim = Claim("undoing of one thing", _seen(instance, name, step, following), before)
            group = f"brought back {name} {step.method}"
            unless = (whole, *alone, *_seen_elsewhere(instance, name, step, following))
            changes = (_groups_of_change(instance, name, one) for one in (step, following))
            known = [frozenset(groups) for groups in product(*changes)]
            yield _scenario(instance, (step, following), claim, group, unless, entailed_by_all=known)


def _repeated(instance: Instance) -> Iterator[Scenario]:
    """The same call again, which changes nothing more."""
    for method in instance.methods:
        step = instance.step(method)
        claim = Claim("idempotence", *_states(instance, (step, step), (step,)))
        yield _scenario(instance, (step,), claim, f"repeated {method}")


def _exchanged(instance: Instance) -> Iterator[Scenario]:
    """Two calls in another order."""
    pairs = [
        *((method, method) for method in instance.methods if instance.methods[method]),
        *combinations(instance.methods, 2),
    ]
    for one, other in pairs:
        step = instance.step(one)
        second = instance.step(other, step.arguments)
        orders = (step, second), (second, step)
        claim = Claim("order of calls", *_states(instance, *orders))
        first, last = (Made("raises", (instance.after(*steps), Fixed(len(steps)))) for steps in orders)
        same_errors = Claim("order of calls", first, last)
        yield _scenario(instance, (step, second), claim, f"exchanged {one} {other}", requires=[same_errors])


def _harmless(instance: Instance) -> Iterator[Scenario]:
    """A call that changes nothing that is seen."""
    for method in instance.methods:
        step = instance.step(method)
        yield _scenario(instance, (step,), _no_effect(instance, step), f"harmless {method}")
