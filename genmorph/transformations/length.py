"""Templates that leave out or repeat parts of a text or sequence."""

from typing import Any

from genmorph.model import Container, Domain
from genmorph.transformations.constants import INDICES, Constant, constant_words
from genmorph.transformations.making import remade
from genmorph.transformations.narrowing import Narrowable, before_growing, before_shrinking
from genmorph.transformations.template import OPEN, ORDERED, Argument, Example, of_one
from genmorph.transformations.writing import generated_text, joined_text

_PLACES = {0: "first", 1: "second", -1: "last", -2: "second to last"}


def _remove(value: Any, c: Constant) -> Any:
    return value[:-1] if c == -1 else value[:c] + value[c + 1 :]


def _remove_text(argument: Argument, c: Constant) -> str:
    name = argument.text
    if c in (0, -1):
        return f"{name}[1:]" if c == 0 else f"{name}[:-1]"
    return joined_text(argument, f"{name}[:{c}]", f"{name}[{c + 1}:]")


def _remove_words(name: str, c: Constant) -> str:
    element = f"the {_PLACES[c]} element" if c in _PLACES else f"element {constant_words(c)}"
    return f"{element} of {name} is removed"


def _remove_sources(domain: Narrowable, c: Constant) -> Domain | None:
    return before_shrinking(domain, least=c + 1 if c >= 0 else -c, less=1)


REMOVE = of_one(
    "remove",
    ORDERED,
    constants=INDICES,
    change=_remove,
    text=_remove_text,
    words=_remove_words,
    sources=_remove_sources,
    tree=lambda name, c: ["remove", name, c],
    examples=(
        Example(([1, 2, 3],), 0, ([2, 3],), ("a[1:]",), "the first element of a is removed"),
        Example(("abc",), -1, ("ab",), ("a[:-1]",), "the last element of a is removed"),
        Example(((1, 2, 3),), 1, ((1, 3),), ("a[:1] + a[2:]",), "the second element of a is removed"),
        Example(([1, 2, 3],), -2, ([1, 3],), ("a[:-2] + a[-1:]",), "the second to last element of a is removed"),
        Example(([1, 2],), 5, ([1, 2],), ("a[:5] + a[6:]",), "element 5 of a is removed"),
        Example(([],), -1, ([],), ("a[:-1]",), "the last element of a is removed"),
    ),
)

HALVE = of_one(
    "halve",
    ORDERED,
    change=lambda value, _: value[: len(value) // 2],
    text=lambda argument, _: f"{argument.text}[: len({argument.text}) // 2]",
    words=lambda name, _: f"{name} is halved",
    sources=lambda domain, _: before_shrinking(domain, least=1, factor=2),
    tree=lambda name, _: ["truncate", name, ["/", ["len", name], 2]],
    examples=(
        Example(([1, 2, 3],), None, ([1],), ("a[: len(a) // 2]",), "a is halved"),
        Example(("abcd",), None, ("ab",), ("a[: len(a) // 2]",), "a is halved"),
    ),
)

REPEAT = of_one(
    "repeat",
    OPEN,
    change=lambda value, _: value + value,
    text=lambda argument, _: joined_text(argument, argument.text, argument.text),
    words=lambda name, _: f"{name} is repeated",
    sources=lambda domain, _: before_growing(domain, least=1, factor=2),
    tree=lambda name, _: ["concatenate", name, name],
    examples=(
        Example(([1, 2],), None, ([1, 2, 1, 2],), ("a + a",), "a is repeated"),
        Example(("ab",), None, ("abab",), ("a + a",), "a is repeated"),
    ),
)


def _double_text(argument: Argument, _constant: Constant) -> str:
    match argument.container:
        case None:
            return generated_text(argument, lambda v: f"{v} + {v}")
        case Container.ARRAY:
            return f"np.repeat({argument.text}, 2)"
    return generated_text(argument, lambda v: v, " for _ in range(2)")


DOUBLE = of_one(
    "double",
    OPEN,
    change=lambda value, _: remade(value, (element for element in value for _ in range(2))),
    text=_double_text,
    words=lambda name, _: f"each element of {name} is repeated",
    sources=lambda domain, _: before_growing(domain, least=1, factor=2),
    examples=(
        Example(
            ([1, 2],), None, ([1, 1, 2, 2],), ("[v for v in a for _ in range(2)]",), "each element of a is repeated"
        ),
        Example(("ab",), None, ("aabb",), ('"".join(v + v for v in a)',), "each element of a is repeated"),
    ),
)

LENGTH_TEMPLATES = (REMOVE, HALVE, REPEAT, DOUBLE)
"""Nested sequences are not repeated: both halves would share what they hold."""
