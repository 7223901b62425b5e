"""What a template of a user's must be before it is registered: its examples are run."""

from collections.abc import Sequence
from keyword import iskeyword
from typing import Any

from genmorph.extension.own_templates import argument_names
from genmorph.extension.python_text import PythonText
from genmorph.model import Container, Kind, UsageError
from genmorph.transformations.template import ANYTHING, Argument, Example, Template
from genmorph.transformations.templates import TEMPLATES
from genmorph.values.kinds import Shape

_CONTAINERS: dict[type, Container] = {list: Container.LIST, tuple: Container.TUPLE, bytes: Container.BYTES}


def check_template(template: Template) -> None:
    """Raise UsageError where a part is not right, or an example is not what the change and its Python text give."""
    name = template.name
    if not name.isidentifier() or iskeyword(name):
        raise UsageError(f"name of a template must be an identifier such as flip_last_bit, got {name!r}")
    if name in TEMPLATES:
        raise UsageError(f"name of a template must be free, got {name!r}, which is built in")
    if not template.kinds or not template.kinds <= ANYTHING:
        raise UsageError(
            f"kinds of {name} must be some that relations speak of, got {sorted(map(str, template.kinds))}"
        )
    if template.passes_on:
        raise UsageError(f"passes_on of {name} must be False, got True")
    if template.borrows and template.arity != 2:
        raise UsageError(f"arity of {name}, which borrows, must be 2, got {template.arity!r}")
    if not template.examples:
        raise UsageError(f"examples of {name} must be some, got none")
    for example in template.examples:
        _check_example(template, example)


def _check_example(template: Template, example: Example) -> None:
    before = example.before
    arguments = _arguments(template, before)
    after = template.follow_up(_copied(before), example.constant)
    _require(template, "change", before, after, example.after)
    texts = template.texts(arguments, example.constant)
    _require(template, "texts", before, texts, example.texts)
    _require(template, "words", before, template.words(argument_names(template.arity), example.constant), example.words)
    names = argument_names(template.arity)
    found = tuple(PythonText(f"python of {template.name}", text, names).value(*_copied(before)) for text in texts)
    _require(template, "python", before, found, example.after)


def _arguments(template: Template, before: Sequence[Any]) -> tuple[Argument, ...]:
    """The arguments of an example, by their values."""
    if len(before) != template.arity:
        raise UsageError(f"examples of {template.name} must have {template.arity} values, got {before!r:.80}")
    kinds = [template.kinds] * template.arity
    if template.borrows:
        kinds[1] = frozenset(kind.element or kind for kind in template.kinds)
    named = zip(argument_names(template.arity), before, kinds, strict=True)
    return tuple(_argument(template, name, value, of) for name, value, of in named)


def _argument(template: Template, name: str, value: Any, kinds: frozenset[Kind]) -> Argument:
    container = _CONTAINERS.get(type(value))
    kind = next((kind for kind in Kind if kind in kinds and Shape(kind, container).holds(value)), None)
    if kind is None or (template.containers is not None and container not in template.containers):
        wanted = ", ".join(kind.value for kind in Kind if kind in kinds)
        raise UsageError(f"examples of {template.name} must be of {wanted}, got {value!r:.80}")
    return Argument(name, container, kind)


def _require(template: Template, part: str, before: Sequence[Any], found: object, wanted: object) -> None:
    """An example as it must be; 1, 1.0 and True are three."""
    if repr(found) != repr(wanted):
        given = ", ".join(f"{value!r:.80}" for value in before)
        raise UsageError(f"{part} of {template.name} must give {wanted!r:.80} for {given}, got {found!r:.80}")


def _copied(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(list(value) if isinstance(value, list) else value for value in values)
