"""Kinds of values, templates and mutation operators of one's own: registered here, they join the built-in ones.

What is registered holds for this process. A module that registers something when it is imported is what `--load`
takes; `preset="paper"` uses the built-in parts alone.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from genmorph.model import UsageError
from genmorph.values.formed import Change, Formed, View
from genmorph.values.own_kinds import register_kind, unregister_kind
from genmorph.values.paths import load_module, split_path

if TYPE_CHECKING:
    from genmorph.mutation.source_operators import Operator
    from genmorph.transformations.own_templates import template
    from genmorph.transformations.template import Argument, Effect, Example, Template

_HOMES = {
    "Argument": "transformations.template",
    "Effect": "transformations.template",
    "Example": "transformations.template",
    "Operator": "mutation.source_operators",
    "Template": "transformations.template",
    "template": "transformations.own_templates",
}


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: workers import modules that register kinds of values, and need no other."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"genmorph.{_HOMES[name]}"), name)


def register_template(template: "Template") -> "Template":
    """Let a template take part after the built-in ones, and give it back; the same one again changes nothing.

    Raises:
        UsageError: The name is taken, a part is not right, or an example is not what the change and its Python text
            give.

    >>> from genmorph.extension import template, unregister_template
    >>> def flip(after):
    ...     return template(
    ...         "flip_last_bit",
    ...         [int],
    ...         change=lambda n: n ^ 1,
    ...         python="n ^ 1",
    ...         words="the last bit of {n} flips",
    ...         examples=[(4, after)],
    ...     )
    >>> register_template(flip(5)).name
    'flip_last_bit'
    >>> unregister_template("flip_last_bit")
    >>> register_template(flip(6))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: change of flip_last_bit must give (6,) for 4, got (5,)

    """
    from genmorph.transformations.own_templates import check_template
    from genmorph.transformations.template import Template
    from genmorph.transformations.templates import OWN_TEMPLATES

    if not isinstance(template, Template):
        raise UsageError(f"template must be a Template, got {template!r:.80}")
    check_template(template)
    OWN_TEMPLATES.add(template.name, template)
    return template


def register_operator(operator: "Operator") -> "Operator":
    """Let a mutation operator make mutants beside those of mutmut, and give it back; again it changes nothing.

    Args:
        operator: Its `change` gives, for a node of libcst of its `kind`, the nodes that may replace it. An example is a
            statement with the statements that it becomes.

    Raises:
        UsageError: The name is taken, a part is not right, or an example is not what the change gives.

    >>> import libcst as cst
    >>> from genmorph.extension import Operator, unregister_operator
    >>> drop = Operator(
    ...     "drop_not",
    ...     cst.UnaryOperation,
    ...     lambda node: [node.expression] if isinstance(node.operator, cst.Not) else [],
    ...     examples=(("return not done", ("return done",)), ("return -done", ())),
    ... )
    >>> register_operator(drop).name
    'drop_not'
    >>> unregister_operator("drop_not")

    """
    from genmorph.mutation.mutants import OWN_OPERATORS, check_operator
    from genmorph.mutation.source_operators import Operator

    if not isinstance(operator, Operator):
        raise UsageError(f"operator must be an Operator, got {operator!r:.80}")
    check_operator(operator)
    OWN_OPERATORS.add(operator.name, operator)
    return operator


def unregister_template(name: str) -> None:
    """Take a template of one's own out again; relations found with it can then neither be checked nor written.

    Raises:
        UsageError: No template of this name is registered.

    >>> unregister_template("swap")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: template must be registered, got 'swap'

    """
    from genmorph.transformations.templates import OWN_TEMPLATES

    OWN_TEMPLATES.remove(name)


def unregister_operator(name: str) -> None:
    """Take a mutation operator of one's own out again.

    Raises:
        UsageError: No operator of this name is registered.

    >>> unregister_operator("number")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: operator must be registered, got 'number'

    """
    from genmorph.mutation.mutants import OWN_OPERATORS

    OWN_OPERATORS.remove(name)


def load_extensions(modules: Iterable[str]) -> None:
    """Import modules that register something, in this order.

    Args:
        modules: Their names, such as `shop_templates`.

    Raises:
        UsageError: A module cannot be imported.

    >>> load_extensions(["shop/templates.py"])
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: load must name a module such as shop_templates, got 'shop/templates.py'

    """
    for module in modules:
        found = split_path(module)
        if found is None or found[1]:
            raise UsageError(f"load must name a module such as shop_templates, got {module!r}")
        load_module(module)


__all__ = ["Argument", "Effect", "Example", "Operator", "Template", "load_extensions", "template"]
__all__ += ["register_operator", "register_template", "unregister_operator", "unregister_template"]
__all__ += ["Change", "Formed", "View", "register_kind", "unregister_kind"]
