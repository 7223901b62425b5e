"""Templates of input relations, and the transformations that come from them."""

from genmorph.transformations.instantiation import instantiate
from genmorph.transformations.narrowing import Narrowable
from genmorph.transformations.template import ANYTHING, Argument, Example, Template
from genmorph.transformations.templates import TEMPLATES, UnregisteredTemplateError
from genmorph.transformations.transformation import Transformation, transformation_from_data

__all__ = [
    "ANYTHING",
    "TEMPLATES",
    "Argument",
    "Example",
    "Narrowable",
    "Template",
    "Transformation",
    "UnregisteredTemplateError",
    "instantiate",
    "transformation_from_data",
]
