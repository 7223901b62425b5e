"""All templates of scenarios of functions, and their instances."""

from collections.abc import Iterator
from dataclasses import replace

from genmorph.relations.scenario import names_in
from genmorph.transformations.predicate_templates import PREDICATES
from genmorph.transformations.scenario_templates import TEMPLATES, Callees, Scenario

SCENARIO_TEMPLATES = (*TEMPLATES, PREDICATES)
"""All of them, what says most first."""


def scenarios(callees: Callees) -> Iterator[Scenario]:
    """The scenarios of functions, without what is drawn in vain."""
    for template in SCENARIO_TEMPLATES:
        if template.functions == len(callees):
            for scenario in template.instances(callees):
                used = names_in(*scenario.claim.terms)
                drawn = tuple(one for one in scenario.drawn if one.name in used)
                yield replace(scenario, drawn=drawn)
