"""Templates that put a constant into a text or sequence."""

from typing import Any

from genmorph.model import Container, Domain
from genmorph.transformations.constants import ELEMENTS, Constant, constant_words, literal
from genmorph.transformations.making import remade
from genmorph.transformations.narrowing import Narrowable, before_growing, is_open_to
from genmorph.transformations.template import OPEN, Argument, Example, of_one
from genmorph.transformations.writing import listed_text


def _alone(value: Any, c: Constant) -> Any:
    """The constant in a container like the value's; None where bytes cannot hold it."""
    return c if isinstance(value, str) else remade(value, [c])


def insert(value: Any, place: int, c: Constant) -> Any:
    """The value with the constant at a place; None where bytes cannot hold it."""
    alone = _alone(value, c)
    return None if alone is None else value[:place] + alone + value[place:]


def grown_sources(domain: Narrowable, c: Constant) -> Domain | None:
    """The values that may become longer by the constant."""
    more = len(c) if domain.container is None else 1
    return before_growing(domain, least=0, more=more) if is_open_to(domain, c) else None


def append_text(argument: Argument, c: Constant) -> str:
    """Python of the argument with the constant behind it."""
    name = argument.text
    match argument.container:
        case None:
            return f"{name} + {literal(c)}"
        case Container.ARRAY:
            return f"np.append({name}, {literal(c)})"
    return listed_text(argument, f"*{name}", literal(c))


APPEND = of_one(
    "append",
    OPEN,
    constants=ELEMENTS,
    change=lambda value, c: insert(value, len(value), c),
    text=append_text,
    words=lambda name, c: f"{constant_words(c)} is appended to {name}",
    sources=grown_sources,
    examples=(
        Example(([1],), 0, ([1, 0],), ("[*a, 0]",), "0 is appended to a"),
        Example(((0.5,),), -1.0, ((0.5, -1.0),), ("(*a, -1.0)",), "minus 1 is appended to a"),
        Example(("b",), " ", ("b ",), ('a + " "',), "a space is appended to a"),
        Example((["b"],), "a", (["b", "a"],), ('[*a, "a"]',), "a is appended to a"),
        Example((b"",), 1, (b"\x01",), ("bytes([*a, 1])",), "1 is appended to a"),
    ),
)


def prepend_text(argument: Argument, c: Constant) -> str:
    """Python of the argument with the constant before it."""
    name = argument.text
    match argument.container:
        case None:
            return f"{literal(c)} + {name}"
        case Container.ARRAY:
            return f"np.insert({name}, 0, {literal(c)})"
    return listed_text(argument, literal(c), f"*{name}")


PREPEND = of_one(
    "prepend",
    OPEN,
    constants=ELEMENTS,
    change=lambda value, c: insert(value, 0, c),
    text=prepend_text,
    words=lambda name, c: f"{constant_words(c)} is prepended to {name}",
    sources=grown_sources,
    examples=(
        Example(([1],), 0, ([0, 1],), ("[0, *a]",), "0 is prepended to a"),
        Example(("b",), "a", ("ab",), ('"a" + a',), "a is prepended to a"),
        Example(((True,),), False, ((False, True),), ("(False, *a)",), "False is prepended to a"),
    ),
)


def _insert_text(argument: Argument, c: Constant) -> str:
    middle = f"len({argument.text}) // 2"
    before, after = f"{argument.text}[: {middle}]", f"{argument.text}[{middle} :]"
    match argument.container:
        case None:
            return f"{before} + {literal(c)} + {after}"
        case Container.ARRAY:
            return f"np.insert({argument.text}, {middle}, {literal(c)})"
    return listed_text(argument, f"*{before}", literal(c), f"*{after}")


INSERT = of_one(
    "insert",
    OPEN,
    constants=ELEMENTS,
    change=lambda value, c: insert(value, len(value) // 2, c),
    text=_insert_text,
    words=lambda name, c: f"{constant_words(c)} is inserted into {name}",
    sources=grown_sources,
    examples=(
        Example(([1, 2],), 0, ([1, 0, 2],), ("[*a[: len(a) // 2], 0, *a[len(a) // 2 :]]",), "0 is inserted into a"),
        Example(("bcd",), ",", ("b,cd",), ('a[: len(a) // 2] + "," + a[len(a) // 2 :]',), "a comma is inserted into a"),
    ),
)

INSERTION_TEMPLATES = (APPEND, PREPEND, INSERT)
