"""Templates of input relations, and the transformations that come from them."""

from genmorph.transformations.instantiation import instantiate
from genmorph.transformations.narrowing import Narrowable
from genmorph.transformations.template import Example, Template
from genmorph.transformations.templates import TEMPLATES
from genmorph.transformations.transformation import Transformation, transformation_from_data

__all__ = [
    "TEMPLATES",
    "Example",
    "Narrowable",
    "Template",
    "Transformation",
    "instantiate",
    "transformation_from_data",
]
