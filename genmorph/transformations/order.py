"""Templates that put the parts of a text or sequence into another order."""

from typing import Any

from genmorph.model import Container, Kind
from genmorph.transformations.constants import Constant
from genmorph.transformations.making import remade
from genmorph.transformations.narrowing import before_reordering
from genmorph.transformations.template import NUMBER_SEQUENCES, ORDERED, Argument, Example, of_one
from genmorph.transformations.writing import joined_text

REVERSE = of_one(
    "reverse",
    ORDERED,
    change=lambda value, _: value[::-1],
    text=lambda argument, _: f"{argument.text}[::-1]",
    words=lambda name, _: f"{name} is reversed",
    sources=before_reordering,
    tree=lambda name, _: ["flip", name],
    examples=(
        Example(([1, 2, 3],), None, ([3, 2, 1],), ("a[::-1]",), "a is reversed"),
        Example(("abc",), None, ("cba",), ("a[::-1]",), "a is reversed"),
        Example((b"ab",), None, (b"ba",), ("a[::-1]",), "a is reversed"),
        Example(((0.5, -1.0),), None, ((-1.0, 0.5),), ("a[::-1]",), "a is reversed"),
    ),
)


def _sort(value: Any, _constant: Constant) -> Any:
    return remade(value, sorted(value, key=lambda element: (element != element, element)))


def _sort_text(argument: Argument, _constant: Constant) -> str:
    """In an array, a stable order keeps -0.0 and 0.0 where the meaning has them; NaN is last."""
    name, container = argument.text, argument.container
    if container is Container.ARRAY:
        return f'np.sort({name}, kind="stable")'
    key = ", key=lambda v: (v != v, v)" if argument.has_nan else ""
    text = f"sorted({name}{key})"
    return text if container in (None, Container.LIST) else f"{container.value}({text})"


SORT = of_one(
    "sort",
    NUMBER_SEQUENCES | {Kind.TEXTS},
    change=_sort,
    text=_sort_text,
    words=lambda name, _: f"{name} is sorted",
    sources=before_reordering,
    tree=lambda name, _: ["sorted", name],
    examples=(
        Example(([3, 1, 2],), None, ([1, 2, 3],), ("sorted(a)",), "a is sorted"),
        Example((("b", "B", "a"),), None, (("B", "a", "b"),), ("tuple(sorted(a))",), "a is sorted"),
    ),
)


def _rotate_text(argument: Argument, _constant: Constant) -> str:
    name = argument.text
    return f"np.roll({name}, -1)" if argument.container is Container.ARRAY else f"{name}[1:] + {name}[:1]"


ROTATE = of_one(
    "rotate",
    ORDERED,
    change=lambda value, _: value[1:] + value[:1],
    text=_rotate_text,
    words=lambda name, _: f"{name} is rotated",
    sources=before_reordering,
    tree=lambda name, _: ["concatenate", ["remove", name, 0], ["truncate", name, 1]],
    examples=(
        Example(([1, 2, 3],), None, ([2, 3, 1],), ("a[1:] + a[:1]",), "a is rotated"),
        Example(("",), None, ("",), ("a[1:] + a[:1]",), "a is rotated"),
    ),
)


def _swap_ends_text(argument: Argument, _constant: Constant) -> str:
    """The last part is empty where the first and the last element are the same one."""
    name = argument.text
    return joined_text(argument, f"{name}[-1:]", f"{name}[1:-1]", f"{name}[:-1][:1]")


SWAP_ENDS = of_one(
    "swap_ends",
    ORDERED,
    change=lambda value, _: value[-1:] + value[1:-1] + value[:-1][:1],
    text=_swap_ends_text,
    words=lambda name, _: f"the ends of {name} are swapped",
    sources=before_reordering,
    examples=(
        Example(("abc",), None, ("cba",), ("a[-1:] + a[1:-1] + a[:-1][:1]",), "the ends of a are swapped"),
        Example(([1, 2],), None, ([2, 1],), ("a[-1:] + a[1:-1] + a[:-1][:1]",), "the ends of a are swapped"),
        Example(((1,),), None, ((1,),), ("a[-1:] + a[1:-1] + a[:-1][:1]",), "the ends of a are swapped"),
    ),
)

ORDER_TEMPLATES = (REVERSE, SORT, ROTATE, SWAP_ENDS)
