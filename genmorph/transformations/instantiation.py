"""The most promising of all transformations that make sense for given parameters."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, zip_longest

from genmorph.model import Parameter, UsageError
from genmorph.transformations.constants import usable_constants
from genmorph.transformations.template import Narrowable
from genmorph.transformations.templates import TEMPLATES
from genmorph.transformations.transformation import Transformation

MOST = 200
"""So many transformations are instantiated where no other limit is given."""
_Positions = tuple[int, ...]


def instantiate(
    parameters: Sequence[Parameter], constants: Sequence[int | float], *, limit: int = MOST
) -> tuple[Transformation, ...]:
    """At most `limit` transformations, the most promising first.

    First those of several parameters, neighbours before others; then those of one parameter: without a constant, with
    1 and -1, and last with the constants in the order given. The parameters take turns. Where not all find room,
    those of several parameters give way to those of one with no other constant than 1 and -1. Left out are those that
    change nothing, those that no source of the domain survives, and those that mix known and opaque domains, because
    then no strategy draws the sources whose follow-ups are valid. Raises UsageError for a limit below 1.

    >>> from genmorph.domain import ints
    >>> found = instantiate([Parameter("k", ints()), Parameter("e", ints())], [2], limit=8)
    >>> [transformation.phrase(["k", "e"]) for transformation in found[:3]]
    ['k and e are swapped', 'k grows by 1', 'e grows by 1']
    >>> [transformation.phrase(["k", "e"]) for transformation in found[3:]]
    ['k shrinks by 1', 'e shrinks by 1', 'k is negated', 'e is negated', 'k grows by 2']
    """
    if not limit >= 1:
        raise UsageError(f"limit must be at least 1, got {limit!r}")
    places = range(len(parameters))
    own = [islice(_usable((place,), parameters, constants), limit) for place in places]
    turns = [change for turn in zip_longest(*own) for change in turn if change is not None]
    basic = sorted(filter(_is_basic, turns), key=lambda change: change.constant is not None)
    several = [change for group in _groups(places) for change in _usable(group, parameters, constants)]
    further = [change for change in turns if not _is_basic(change)]
    return (*several[: max(0, limit - len(basic))], *basic, *further)[:limit]


def _is_basic(change: Transformation) -> bool:
    return change.constant is None or abs(change.constant) == 1


def _groups(places: range) -> list[_Positions]:
    """The positions that a template of several parameters may change together, those that lie close first."""
    sizes = sorted({template.arity for template in TEMPLATES.values()} - {1})
    groups = [group for size in sizes for group in combinations(places, size)]
    return sorted(groups, key=lambda group: group[-1] - group[0])


def _usable(
    positions: _Positions, parameters: Sequence[Parameter], constants: Sequence[int | float]
) -> Iterator[Transformation]:
    """The transformations of these positions for which sources can be drawn."""
    domains = [parameter.domain for parameter in parameters]
    changed = [domains[position] for position in positions]
    is_known = all(isinstance(domain, Narrowable) for domain in changed)
    if is_known or len({id(domain) for domain in changed}) == 1:
        for transformation in _instances(positions, parameters, constants):
            if transformation.is_applicable(domains) is not False:
                yield transformation


def _instances(
    positions: _Positions, parameters: Sequence[Parameter], constants: Sequence[int | float]
) -> Iterator[Transformation]:
    """All templates for parameters of one kind, first without and then with each constant."""
    kinds = {parameters[position].kind for position in positions}
    templates = [template for template in TEMPLATES.values() if template.arity == len(positions)]
    fitting = [template for template in templates if kinds <= template.kinds and len(kinds) == 1]
    for template in fitting:
        if template.trivial is None:
            yield Transformation(template.name, positions)
    for constant in usable_constants(parameters[positions[0]].kind, constants):
        for template in fitting:
            if template.trivial is not None and constant not in template.trivial:
                yield Transformation(template.name, positions, constant)
