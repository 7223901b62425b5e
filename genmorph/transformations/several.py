"""Templates that change several arguments: swap two, add a constant to both, multiply both by a constant."""

from genmorph.transformations.constants import ADDENDS, FACTORS, Constant
from genmorph.transformations.making import mapped
from genmorph.transformations.narrowing import Narrowable
from genmorph.transformations.scalars import added_text, added_words, scaled_text, scaled_tree, scaled_words
from genmorph.transformations.template import (
    ANYTHING,
    NUMBER_SEQUENCES,
    NUMBERS,
    Argument,
    Example,
    Sources,
    Template,
    Texts,
    Tree,
    Values,
)
from genmorph.transformations.writing import mapped_text


def _swap_sources(domains: tuple[Narrowable, ...], _constant: Constant) -> Sources:
    common = domains[0].intersect(domains[1])
    return (common, common)


SWAP = Template(
    name="swap",
    kinds=ANYTHING,
    arity=2,
    constants=None,
    follow_up=lambda values, _: values[::-1],
    texts=lambda arguments, _: tuple(argument.text for argument in arguments[::-1]),
    words=lambda names, _: f"{names[0]} and {names[1]} are swapped",
    sources=_swap_sources,
    examples=(
        Example((1, 2), None, (2, 1), ("b", "a"), "a and b are swapped"),
        Example(("x", ""), None, ("", "x"), ("b", "a"), "a and b are swapped"),
    ),
    takes_none=True,
)


def _add_both(values: Values, c: Constant) -> Values:
    return tuple(mapped(value, lambda number: number + c) for value in values)


def _add_both_texts(arguments: tuple[Argument, ...], c: Constant) -> Texts:
    return tuple(mapped_text(argument, lambda text: added_text(text, c)) for argument in arguments)


def _add_both_trees(arguments: tuple[Argument, ...], c: Constant) -> tuple[Tree, ...]:
    return tuple(["add each" if a.container else "+", a.text, c] for a in arguments)


ADD_BOTH = Template(
    name="add_both",
    kinds=NUMBERS | NUMBER_SEQUENCES,
    mixes=True,
    arity=2,
    constants=ADDENDS,
    follow_up=_add_both,
    texts=_add_both_texts,
    words=lambda names, c: f"{names[0]} and {names[1]} {added_words(c, 'grow', 'shrink')}",
    sources=lambda domains, c: tuple(domain.before_adding(c) for domain in domains),
    trees=_add_both_trees,
    examples=(
        Example((1, 2), 1, (2, 3), ("a + 1", "b + 1"), "a and b grow by 1"),
        Example(([1, 2], 2), -1, ([0, 1], 1), ("[v - 1 for v in a]", "b - 1"), "a and b shrink by 1"),
    ),
)


def _scale_both(values: Values, c: Constant) -> Values:
    return tuple(mapped(value, lambda number: number * c) for value in values)


def _scale_both_texts(arguments: tuple[Argument, ...], c: Constant) -> Texts:
    return tuple(mapped_text(argument, lambda text: scaled_text(text, c)) for argument in arguments)


def _scale_both_trees(arguments: tuple[Argument, ...], c: Constant) -> tuple[Tree, ...]:
    return tuple(["scale each", a.text, c] if a.container else scaled_tree(a.text, c) for a in arguments)


SCALE_BOTH = Template(
    name="scale_both",
    kinds=NUMBERS | NUMBER_SEQUENCES,
    mixes=True,
    arity=2,
    constants=FACTORS,
    follow_up=_scale_both,
    texts=_scale_both_texts,
    words=lambda names, c: f"{names[0]} and {names[1]} are {scaled_words(c)}",
    sources=lambda domains, c: tuple(domain.before_scaling(c) for domain in domains),
    trees=_scale_both_trees,
    examples=(
        Example((1.5, 2.0), 2.0, (3.0, 4.0), ("a * 2", "b * 2"), "a and b are multiplied by 2"),
        Example((2, (1, 2)), -1, (-2, (-1, -2)), ("-a", "tuple(-v for v in b)"), "a and b are negated"),
    ),
)

SEVERAL_TEMPLATES = (SWAP, ADD_BOTH, SCALE_BOTH)
