"""Templates that change every element of a sequence alike."""

from genmorph.model import Container, Domain, Kind
from genmorph.transformations.constants import ADDENDS, FACTORS, Constant
from genmorph.transformations.making import mapped
from genmorph.transformations.narrowing import Narrowable, is_homogeneous, not_empty
from genmorph.transformations.scalars import added_text, added_words, scaled_text, scaled_words
from genmorph.transformations.template import NUMBER_SEQUENCES, Argument, Example, of_one
from genmorph.transformations.writing import mapped_text

ADD_EACH = of_one(
    "add_each",
    NUMBER_SEQUENCES,
    constants=ADDENDS,
    change=lambda value, c: mapped(value, lambda element: element + c),
    text=lambda argument, c: mapped_text(argument, lambda text: added_text(text, c)),
    words=lambda name, c: f"each element of {name} {added_words(c, 'grows', 'shrinks')}",
    sources=lambda domain, c: not_empty(domain.before_adding(c)),
    tree=lambda name, c: ["add each", name, c],
    examples=(
        Example(([1, 2],), 1, ([2, 3],), ("[v + 1 for v in a]",), "each element of a grows by 1"),
        Example(((0.5,),), -1.0, ((-0.5,),), ("tuple(v - 1 for v in a)",), "each element of a shrinks by 1"),
        Example((b"ab",), 1, (b"bc",), ("bytes(v + 1 for v in a)",), "each element of a grows by 1"),
    ),
)


def _scale_sources(domain: Narrowable, c: Constant) -> Domain | None:
    """None also where only one element is left: multiplied, it stays what it is."""
    scaled = not_empty(domain.before_scaling(c))
    is_fixed = is_homogeneous(scaled) and scaled.element.size == 1
    return None if is_fixed else scaled


SCALE_EACH = of_one(
    "scale_each",
    NUMBER_SEQUENCES,
    constants=FACTORS,
    change=lambda value, c: mapped(value, lambda element: element * c),
    text=lambda argument, c: mapped_text(argument, lambda text: scaled_text(text, c)),
    words=lambda name, c: f"each element of {name} is {scaled_words(c)}",
    sources=_scale_sources,
    tree=lambda name, c: ["scale each", name, c],
    examples=(
        Example(([1, 2],), -1, ([-1, -2],), ("[-v for v in a]",), "each element of a is negated"),
        Example(([1.5],), 2.0, ([3.0],), ("[v * 2 for v in a]",), "each element of a is multiplied by 2"),
    ),
)


def _flip_each_text(argument: Argument, _constant: Constant) -> str:
    is_array = argument.container is Container.ARRAY
    return f"~{argument.text}" if is_array else mapped_text(argument, lambda text: f"not {text}")


def _flip_each_sources(domain: Narrowable, _constant: Constant) -> Domain | None:
    is_full = is_homogeneous(domain) and domain.element.contains(True) and domain.element.contains(False)
    return not_empty(domain) if is_full else None


FLIP_EACH = of_one(
    "flip_each",
    frozenset({Kind.BOOLS}),
    change=lambda value, _: mapped(value, lambda element: not element),
    text=_flip_each_text,
    words=lambda name, _: f"each element of {name} is flipped",
    sources=_flip_each_sources,
    examples=(
        Example(([True, False],), None, ([False, True],), ("[not v for v in a]",), "each element of a is flipped"),
    ),
)

ELEMENTWISE_TEMPLATES = (ADD_EACH, SCALE_EACH, FLIP_EACH)
