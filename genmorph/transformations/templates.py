"""All templates."""

from collections.abc import Mapping
from types import MappingProxyType

from genmorph.transformations.chaining import CHAIN, UNDO
from genmorph.transformations.elementwise import ELEMENTWISE_TEMPLATES
from genmorph.transformations.insertion import INSERTION_TEMPLATES
from genmorph.transformations.length import LENGTH_TEMPLATES
from genmorph.transformations.order import ORDER_TEMPLATES
from genmorph.transformations.scalars import ADD, FLIP, SCALE, SQUARE
from genmorph.transformations.several import SEVERAL_TEMPLATES
from genmorph.transformations.shifting import SHIFTING_TEMPLATES
from genmorph.transformations.template import Template
from genmorph.transformations.texts import TEXT_TEMPLATES

TEMPLATES: Mapping[str, Template] = MappingProxyType(
    {
        template.name: template
        for template in (
            CHAIN,
            UNDO,
            *SEVERAL_TEMPLATES,
            *SHIFTING_TEMPLATES,
            FLIP,
            ADD,
            SCALE,
            SQUARE,
            *ORDER_TEMPLATES,
            *LENGTH_TEMPLATES,
            *ELEMENTWISE_TEMPLATES,
            *INSERTION_TEMPLATES,
            *TEXT_TEMPLATES,
        )
    }
)
"""All templates by name, in the order in which they are instantiated."""
