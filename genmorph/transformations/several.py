"""Templates that change several arguments: swap two or two pairs, add a constant to all, multiply all by a constant."""

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


def _swap_pair_sources(domains: tuple[Narrowable, ...], _constant: Constant) -> Sources:
    first, second = (domains[place].intersect(domains[place + 2]) for place in (0, 1))
    return (first, second, first, second)


SWAP_PAIRS = Template(
    name="swap_pairs",
    kinds=ANYTHING,
    arity=4,
    constants=None,
    follow_up=lambda values, _: values[2:] + values[:2],
    texts=lambda arguments, _: tuple(argument.text for argument in arguments[2:] + arguments[:2]),
    words=lambda names, _: f"{names[0]} and {names[1]} are swapped with {names[2]} and {names[3]}",
    sources=_swap_pair_sources,
    examples=(
        Example((1, 2, 3, 4), None, (3, 4, 1, 2), ("c", "d", "a", "b"), "a and b are swapped with c and d"),
        Example(("", "x", "", "y"), None, ("", "y", "", "x"), ("c", "d", "a", "b"), "a and b are swapped with c and d"),
    ),
    takes_none=True,
)


def _add(values: Values, c: Constant) -> Values:
    return tuple(mapped(value, lambda number: number + c) for value in values)


def _add_texts(arguments: tuple[Argument, ...], c: Constant) -> Texts:
    return tuple(mapped_text(argument, lambda text: added_text(text, c)) for argument in arguments)


def _add_trees(arguments: tuple[Argument, ...], c: Constant) -> tuple[Tree, ...]:
    return tuple(["add each" if a.container else "+", a.text, c] for a in arguments)


def _adding(name: str, arity: int, *examples: Example) -> Template:
    return Template(
        name=name,
        kinds=NUMBERS | NUMBER_SEQUENCES,
        mixes=True,
        arity=arity,
        constants=ADDENDS,
        follow_up=_add,
        texts=_add_texts,
        words=lambda names, c: f"{_listed(names)} {added_words(c, 'grow', 'shrink')}",
        sources=lambda domains, c: tuple(domain.before_adding(c) for domain in domains),
        trees=_add_trees,
        examples=examples,
    )


def _scale(values: Values, c: Constant) -> Values:
    return tuple(mapped(value, lambda number: number * c) for value in values)


def _scale_texts(arguments: tuple[Argument, ...], c: Constant) -> Texts:
    return tuple(mapped_text(argument, lambda text: scaled_text(text, c)) for argument in arguments)


def _scale_trees(arguments: tuple[Argument, ...], c: Constant) -> tuple[Tree, ...]:
    return tuple(["scale each", a.text, c] if a.container else scaled_tree(a.text, c) for a in arguments)


def _scaling(name: str, arity: int, *examples: Example) -> Template:
    return Template(
        name=name,
        kinds=NUMBERS | NUMBER_SEQUENCES,
        mixes=True,
        arity=arity,
        constants=FACTORS,
        follow_up=_scale,
        texts=_scale_texts,
        words=lambda names, c: f"{_listed(names)} are {scaled_words(c)}",
        sources=lambda domains, c: tuple(domain.before_scaling(c) for domain in domains),
        trees=_scale_trees,
        examples=examples,
    )


def _listed(names: Texts) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


SEVERAL_TEMPLATES = (
    SWAP,
    SWAP_PAIRS,
    _adding(
        "add_both",
        2,
        Example((1, 2), 1, (2, 3), ("a + 1", "b + 1"), "a and b grow by 1"),
        Example(([1, 2], 2), -1, ([0, 1], 1), ("[v - 1 for v in a]", "b - 1"), "a and b shrink by 1"),
    ),
    _adding(
        "add_three",
        3,
        Example((1, 2, 3), 1, (2, 3, 4), ("a + 1", "b + 1", "c + 1"), "a, b and c grow by 1"),
    ),
    _adding(
        "add_four",
        4,
        Example((1, 2, 3, 4), -1, (0, 1, 2, 3), ("a - 1", "b - 1", "c - 1", "d - 1"), "a, b, c and d shrink by 1"),
    ),
    _scaling(
        "scale_both",
        2,
        Example((1.5, 2.0), 2.0, (3.0, 4.0), ("a * 2", "b * 2"), "a and b are multiplied by 2"),
        Example((2, (1, 2)), -1, (-2, (-1, -2)), ("-a", "tuple(-v for v in b)"), "a and b are negated"),
    ),
    _scaling(
        "scale_three",
        3,
        Example((1, 2, 3), 2, (2, 4, 6), ("a * 2", "b * 2", "c * 2"), "a, b and c are multiplied by 2"),
    ),
    _scaling(
        "scale_four",
        4,
        Example((1, 2, 3, 4), -1, (-1, -2, -3, -4), ("-a", "-b", "-c", "-d"), "a, b, c and d are negated"),
    ),
)
