"""All transformations that make sense for given parameters."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from genmorph.model import Domain, Parameter
from genmorph.transformations.constants import usable_constants
from genmorph.transformations.template import Narrowable, Template
from genmorph.transformations.templates import TEMPLATES
from genmorph.transformations.transformation import Transformation


def instantiate(parameters: Sequence[Parameter], constants: Sequence[int | float]) -> tuple[Transformation, ...]:
    """The transformations of all templates, by template, positions and constant, in this order.

    Left out are those that change nothing, those that no source of the domain survives, and those that mix known and
    opaque domains, because then no strategy draws the sources whose follow-ups are valid.
    """
    domains = [parameter.domain for parameter in parameters]
    return tuple(
        transformation
        for template in TEMPLATES.values()
        for positions in combinations(range(len(parameters)), template.arity)
        for transformation in _instances(template, positions, parameters, constants)
        if transformation.is_applicable(domains) is not False and _is_drawable(transformation, domains)
    )


def _is_drawable(transformation: Transformation, domains: Sequence[Domain]) -> bool:
    """Whether the changed domains are all known or all one opaque domain."""
    known = [isinstance(domains[position], Narrowable) for position in transformation.positions]
    return all(known) or len({id(domains[position]) for position in transformation.positions}) == 1


def _instances(
    template: Template, positions: tuple[int, ...], parameters: Sequence[Parameter], constants: Sequence[int | float]
) -> Iterator[Transformation]:
    kinds = {parameters[position].kind for position in positions}
    if len(kinds) > 1 or not kinds <= template.kinds:
        return
    if template.trivial is None:
        yield Transformation(template.name, positions)
        return
    for constant in usable_constants(kinds.pop(), constants):
        if constant not in template.trivial:
            yield Transformation(template.name, positions, constant)
