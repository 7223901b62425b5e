"""All templates: the built-in ones, and those of users."""

from collections.abc import Mapping
from types import MappingProxyType

from genmorph.model import UsageError
from genmorph.transformations.chaining import CHAIN, UNDO
from genmorph.transformations.inner_templates import find_inner
from genmorph.transformations.insertion_templates import (
    BORROWING_TEMPLATES,
    INSERTION_TEMPLATES,
    LIKE_INSERTION_TEMPLATES,
    SHIFTING_TEMPLATES,
)
from genmorph.transformations.object_templates import OBJECT_TEMPLATES, templates_of_kinds
from genmorph.transformations.parallel_templates import PARALLEL_TEMPLATES
from genmorph.transformations.scalar_templates import (
    ADD,
    ALIKE_TEMPLATES,
    FLIP,
    MIRROR,
    MOVING_TEMPLATES,
    SCALE,
    SQUARE,
)
from genmorph.transformations.sequence_templates import (
    ELEMENTWISE_TEMPLATES,
    LENGTH_TEMPLATES,
    ORDER_TEMPLATES,
    REPLACE,
    TEXT_TEMPLATES,
)
from genmorph.transformations.template import Template
from genmorph.values.registered import own_kinds
from genmorph.values.registry import Registry

TEMPLATES: Mapping[str, Template] = MappingProxyType(
    {
        template.name: template
        for template in (
            CHAIN,
            UNDO,
            *MOVING_TEMPLATES,
            *PARALLEL_TEMPLATES,
            *ALIKE_TEMPLATES,
            *LIKE_INSERTION_TEMPLATES,
            *BORROWING_TEMPLATES,
            *SHIFTING_TEMPLATES,
            FLIP,
            ADD,
            MIRROR,
            SCALE,
            SQUARE,
            REPLACE,
            *ORDER_TEMPLATES,
            *LENGTH_TEMPLATES,
            *ELEMENTWISE_TEMPLATES,
            *INSERTION_TEMPLATES,
            *TEXT_TEMPLATES,
            *OBJECT_TEMPLATES,
        )
    }
)
"""The built-in templates by name, in the order in which they are instantiated."""
_OF_PLAIN_DATA = {name: template for name, template in TEMPLATES.items() if template not in OBJECT_TEMPLATES}
"""Those that no kind of a user's is among the kinds of."""
OWN_TEMPLATES = Registry[Template]("template")
"""The templates of users."""


class UnregisteredTemplateError(UsageError):
    """A template that is neither built in nor registered; the text says which, and how it gets registered."""


def known_templates() -> dict[str, Template]:
    """All templates by name: the built-in ones, those of users' kinds, and those that users have registered."""
    return {**TEMPLATES, **_of_own_kinds(), **OWN_TEMPLATES.values}


def _of_own_kinds() -> Mapping[str, Template]:
    """Those of the changes that kinds of users state; UsageError where one has the name of another template."""
    found = templates_of_kinds(own_kinds())
    for name in found:
        if name in OWN_TEMPLATES.values or (name in TEMPLATES and TEMPLATES[name] not in OBJECT_TEMPLATES):
            raise UsageError(f"change of a kind must have a name that no template has, got {name!r}")
    return found


def find_template(name: str) -> Template:
    """The template of this name, built in, of a user's, or of the steps to a part and what is done there.

    >>> find_template("swap").arity
    2
    >>> find_template("scramble")
    Traceback (most recent call last):
        ...
    genmorph.transformations.templates.UnregisteredTemplateError: template must be built in or registered, got \
'scramble'; register_template of genmorph.extension registers one, and --load MODULE imports a module that does
    """
    if name in _OF_PLAIN_DATA:
        return _OF_PLAIN_DATA[name]
    found = _of_own_kinds().get(name) or TEMPLATES.get(name) or OWN_TEMPLATES.values.get(name) or find_inner(name)
    if found is None:
        raise UnregisteredTemplateError(
            f"template must be built in or registered, got {name!r}; register_template of genmorph.extension "
            "registers one, and --load MODULE imports a module that does"
        )
    return found


def find_innermost(name: str) -> Template:
    """The template of what is done to parts of an argument; the one of this name where that changes no parts.

    >>> find_innermost("each/add").name, find_innermost("add_each").name
    ('add', 'add_each')
    """
    return find_template(name.rpartition("/")[2])
