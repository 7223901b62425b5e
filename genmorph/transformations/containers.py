"""Changed texts and sequences as values and as Python text, by what holds their elements."""

from collections.abc import Callable, Iterable
from typing import Any

from genmorph.model import Container
from genmorph.relations.rendering import Binding, leaf
from genmorph.transformations.template import Argument
from genmorph.values.steps import variable_beside

_BYTE = range(256)


def as_operand(text: str, binding: Binding = Binding.SUM) -> str:
    """The text of a value, in parentheses where it would be torn apart by what binds so tightly: a comparison.

    >>> as_operand("x + 1"), as_operand("not x"), as_operand("x if x else y")
    ('x + 1', '(not x)', '(x if x else y)')
    """
    return leaf(text).within(binding)


def joined_text(argument: Argument, *parts: str) -> str:
    """The parts of one argument in a row.

    >>> joined_text(Argument("xs", Container.LIST), "xs[1:]", "xs[:1]")
    'xs[1:] + xs[:1]'
    >>> joined_text(Argument("xs", Container.ARRAY), "xs[1:]", "xs[:1]")
    'np.concatenate((xs[1:], xs[:1]))'
    """
    return f"np.concatenate(({', '.join(parts)}))" if argument.container is Container.ARRAY else " + ".join(parts)


def listed_text(argument: Argument, *items: str) -> str:
    """A display of these items in the argument's container, which is no text and no array.

    >>> [listed_text(Argument("xs", container), "*xs", "0") for container in (Container.TUPLE, Container.BYTES)]
    ['(*xs, 0)', 'bytes([*xs, 0])']
    """
    items_text = ", ".join(items)
    match argument.container:
        case Container.TUPLE:
            return f"({items_text})"
        case Container.BYTES:
            return f"bytes([{items_text}])"
    return f"[{items_text}]"


def generated_text(argument: Argument, element: Callable[[str], str], rest: str = "") -> str:
    """The argument with an element made of each of its own, by a comprehension, which is no array.

    >>> generated_text(Argument("xs", Container.LIST), lambda v: f"{v} + 1")
    '[v + 1 for v in xs]'
    >>> generated_text(Argument("v", Container.TUPLE), lambda v: f"-{v}")
    'tuple(-w for w in v)'
    """
    variable = variable_beside(argument.text)
    text = f"{element(variable)} for {variable} in {argument.text}{rest}"
    match argument.container:
        case None:
            return f'"".join({text})'
        case Container.LIST:
            return f"[{text}]"
    return f"{argument.container.value}({text})"


def mapped_text(argument: Argument, change: Callable[[str], str]) -> str:
    """A number or array changed at once, or the elements of another sequence one by one.

    >>> [mapped_text(Argument("x", container), lambda v: f"{v} + 1") for container in (None, Container.LIST)]
    ['x + 1', '[v + 1 for v in x]']
    """
    if argument.container in (None, Container.ARRAY):
        return change(argument.text)
    return generated_text(argument, change)


def remade(value: Any, elements: Iterable[Any]) -> Any:
    """The elements in a container like the value's; None where bytes cannot hold them.

    >>> remade("ab", ["x", "y"]), remade((1,), [2]), remade(b"a", [98]), remade(b"a", [256])
    ('xy', (2,), b'b', None)
    """
    made = list(elements)
    match value:
        case str():
            return "".join(made)
        case tuple():
            return tuple(made)
        case bytes():
            return bytes(made) if all(element in _BYTE for element in made) else None
    return made


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """A number or Boolean changed, or each element of a sequence; None where bytes cannot hold the new elements.

    >>> mapped(3, abs), mapped((3, -4), abs)
    (3, (3, 4))
    """
    return change(value) if isinstance(value, int | float) else remade(value, (change(element) for element in value))
