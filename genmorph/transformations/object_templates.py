"""Changes of values beyond plain data, as their kinds state them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from genmorph.model import Domain, Kind
from genmorph.settings import DRAWN, INSTANTIATION
from genmorph.transformations.drawing import ADDEND, ELEMENT, FACTOR, Drawing
from genmorph.transformations.template import Argument, Constant, Constants, Effect, Example, Sources, Template, Values
from genmorph.values.building import as_data
from genmorph.values.formed import Change, Foreign
from genmorph.values.numbers.ints import ints
from genmorph.values.registered import BUILT_IN_KINDS


def _by_name(kinds: Iterable[type[Any]]) -> dict[str, dict[type[Any], Change]]:
    """The changes of one name, each with its kinds; those of one name take the same constants."""
    found: dict[str, dict[type[Any], Change]] = {}
    for kind in kinds:
        for change in kind.changes:
            found.setdefault(change.name, {})[kind] = change
    return found


def _template(name: str, changes: dict[type[Any], Change]) -> Template:
    first = next(iter(changes.values()))

    def change_of(domain: Domain) -> Change | None:
        return next((change for change in getattr(domain, "changes", ()) if change.name == name), None)

    def follow_up(values: Values, constant: Constant) -> Values:
        """Kinds that share a name share what it does."""
        return (first.applied(values[0], constant),)

    def sources(domains: tuple[Any, ...], constant: Constant) -> Sources:
        change = change_of(domains[0])
        return (None if change is None else change.before(domains[0], constant),)

    def texts(arguments: tuple[Argument, ...], constant: Constant) -> tuple[str, ...]:
        return (first.text(arguments[0].text, constant),)

    return Template(
        name=name,
        kinds=frozenset({Kind.OTHER}),
        arity=1,
        constants=_constants(first, change_of) if first.constants else None,
        follow_up=follow_up,
        texts=texts,
        words=lambda names, constant: first.words(names[0], constant),
        sources=sources,
        examples=tuple(
            Example(
                (as_data(before),),
                constant,
                (as_data(after),),
                (first.text("a", constant),),
                first.words("a", constant),
            )
            for change in changes.values()
            for before, constant, after in change.examples
        ),
        suits=lambda domains: change_of(domains[0]) is not None,
        effect=Effect.GROWS if all(change.enlarges for change in changes.values()) else None,
        is_moving=all(change.enlarges for change in changes.values()),
        is_involution=first.is_involution,
    )


def _constants(change: Change, change_of: Callable[[Domain], Change | None]) -> Constants:
    """Those of the change, then numbers or texts of the function that are like these."""

    def allows(value: object) -> bool:
        is_near = not isinstance(value, int) or abs(value) <= INSTANTIATION.farthest_step
        return is_near and change.takes(value)

    def choices(_kind: Kind, numbers: Any, pieces: Any) -> tuple[Constant, ...]:
        offered = (int(number) if number == int(number) else number for number in numbers)
        known = dict.fromkeys((*change.constants, *(one for one in (*offered, *pieces) if allows(one))))
        return tuple(known)

    rule = f"one of the type of {', '.join(map(repr, change.constants))}, up to {INSTANTIATION.farthest_step}"
    return Constants(rule, allows, choices, _drawing(change, change_of))


def _drawing(change: Change, change_of: Callable[[Domain], Change | None]) -> Drawing | None:
    """How elements are drawn, and numbers that make the value larger or are multiplied with it; nothing else is.

    They are ints, but like the numbers in the values where the kind says which these are.
    """

    def like_numbers(drawing: Drawing, otherwise: Domain) -> Drawing:
        def domain(domains: Sequence[Domain]) -> Domain | None:
            own = change_of(domains[0])
            numbers = None if own is None or own.numbers is None else own.numbers(domains[0])
            return otherwise if numbers is None else drawing.domain([numbers])

        return replace(drawing, domain=domain)

    elements = change.elements
    if elements is not None:
        return replace(ELEMENT, domain=lambda domains: elements(domains[0]))
    if not change.is_drawable:
        return None
    if change.enlarges:
        return like_numbers(ADDEND, ints(1, DRAWN.most_addend))
    return like_numbers(FACTOR, ints(2, DRAWN.most_factor)) if change.scales else None


_BUILT_IN = tuple(one.kind for one in BUILT_IN_KINDS)
OBJECT_TEMPLATES = tuple(_template(name, changes) for name, changes in _by_name(_BUILT_IN).items())


@lru_cache(maxsize=1)
def templates_of_kinds(kinds: tuple[type[Foreign], ...]) -> Mapping[str, Template]:
    """Those of the changes that kinds of users state, by name; a change that built-in kinds have too is one of all."""
    names = {change.name for kind in kinds for change in kind.changes}
    return {name: _template(name, found) for name, found in _by_name((*_BUILT_IN, *kinds)).items() if name in names}
