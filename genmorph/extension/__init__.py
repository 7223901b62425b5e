"""Templates and mutation operators of one's own: registered here, they join the built-in ones in every inference.

What is registered holds for this process. A module that registers something when it is imported is what `--load`
takes; `preset="paper"` uses the built-in parts alone.
"""

from genmorph.extension.own_templates import template
from genmorph.extension.registering import (
    load_extensions,
    register_operator,
    register_template,
    unregister_operator,
    unregister_template,
)
from genmorph.mutation.operators import Operator
from genmorph.transformations.template import Argument, Example, Template

__all__ = [
    "Argument",
    "Example",
    "Operator",
    "Template",
    "load_extensions",
    "register_operator",
    "register_template",
    "template",
    "unregister_operator",
    "unregister_template",
]
