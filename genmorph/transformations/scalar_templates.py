"""Templates that change numbers and Booleans, one or several at once."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from genmorph.model import Domain, Kind
from genmorph.transformations.containers import mapped, mapped_text
from genmorph.transformations.parameter_names import are_exchangeable, are_halves, are_neighbours
from genmorph.transformations.template import (
    ADDENDS,
    ANYTHING,
    FACTORS,
    MIDDLES,
    NUMBER_SEQUENCES,
    NUMBERS,
    Argument,
    Constant,
    Constants,
    Effect,
    Example,
    OfNames,
    Template,
    Texts,
    Tree,
    constant_text,
    constant_words,
    of_one,
)
from genmorph.values.narrowable import Narrowable


def listed_words(names: Sequence[str]) -> str:
    """The names in a row, as English has it.

    >>> listed_words(["a", "b", "c"])
    'a, b and c'
    """
    return f"{', '.join(names[:-1])} and {names[-1]}"


def added_text(text: str, c: Constant) -> str:
    """Python of a sum.

    >>> added_text("x", 2), added_text("x", -2)
    ('x + 2', 'x - 2')
    """
    return f"{text} {'+' if c > 0 else '-'} {constant_text(abs(c))}"


def scaled_text(text: str, c: Constant) -> str:
    """Python of a product.

    >>> scaled_text("x", 2), scaled_text("x", -1), scaled_text("x", 1 / 3)
    ('x * 2', '-x', 'x * (1 / 3)')
    """
    factor = constant_text(c)
    return f"-{text}" if c == -1 else f"{text} * ({factor})" if " " in factor else f"{text} * {factor}"


def added_words(c: Constant, grow: str, shrink: str) -> str:
    """What adding does, with the verbs given."""
    return f"{grow if c > 0 else shrink} by {constant_words(abs(c))}"


def scaled_words(c: Constant) -> str:
    """What multiplying does, after "is" or "are"."""
    return "negated" if c == -1 else f"multiplied by {constant_words(c)}"


def scaled_tree(name: str, c: Constant) -> Tree:
    """A product as an expression."""
    return ["-", 0, name] if c == -1 else ["*", name, c]


ADD = of_one(
    "add",
    NUMBERS,
    constants=ADDENDS,
    change=lambda value, c: value + c,
    text=lambda argument, c: added_text(argument.text, c),
    words=lambda name, c: f"{name} {added_words(c, 'grows', 'shrinks')}",
    sources=lambda domain, c: domain.before_adding(c),
    tree=lambda name, c: ["+", name, c],
    inverse=lambda changed, c: changed - c,
    effect=Effect.ADDS,
    examples=(
        Example((3,), 1, (4,), ("a + 1",), "a grows by 1"),
        Example((3,), -1, (2,), ("a - 1",), "a shrinks by 1"),
        Example((0.5,), 2.5, (3.0,), ("a + 2.5",), "a grows by 2.5"),
        Example((0.5,), -1.0, (-0.5,), ("a - 1",), "a shrinks by 1"),
    ),
)

SCALE = of_one(
    "scale",
    NUMBERS,
    constants=FACTORS,
    change=lambda value, c: value * c,
    text=lambda argument, c: scaled_text(argument.text, c),
    words=lambda name, c: f"{name} is {scaled_words(c)}",
    sources=lambda domain, c: domain.before_scaling(c),
    tree=scaled_tree,
    inverse=lambda changed, c: changed / c,
    effect=Effect.SCALES,
    enlarges_like="add",
    examples=(
        Example((3,), -1, (-3,), ("-a",), "a is negated"),
        Example((3,), 2, (6,), ("a * 2",), "a is multiplied by 2"),
        Example((3,), -2, (-6,), ("a * -2",), "a is multiplied by minus 2"),
        Example((1.5,), 2.0, (3.0,), ("a * 2",), "a is multiplied by 2"),
    ),
)

MIRROR = of_one(
    "mirror",
    NUMBERS,
    constants=MIDDLES,
    change=lambda value, c: c - value,
    text=lambda argument, c: f"{constant_text(c)} - {argument.text}",
    words=lambda name, c: f"{name} becomes {constant_words(c)} minus {name}",
    sources=lambda domain, c: domain.before_mirroring(c),
    tree=lambda name, c: ["-", c, name],
    inverse=lambda changed, c: c - changed,
    effect=Effect.MIRRORS,
    is_involution=True,
    examples=(
        Example((3,), 12, (9,), ("12 - a",), "a becomes 12 minus a"),
        Example((0.25,), 1.0, (0.75,), ("1 - a",), "a becomes 1 minus a"),
    ),
)

SQUARE = of_one(
    "square",
    NUMBERS,
    change=lambda value, _: value * value,
    text=lambda argument, _: f"{argument.text} * {argument.text}",
    words=lambda name, _: f"{name} is squared",
    sources=lambda domain, _: domain.before_squaring(),
    tree=lambda name, _: ["*", name, name],
    is_unnatural=True,
    enlarges_like="add",
    examples=(
        Example((-3,), None, (9,), ("a * a",), "a is squared"),
        Example((1.5,), None, (2.25,), ("a * a",), "a is squared"),
    ),
)


FLIP = of_one(
    "flip",
    frozenset({Kind.BOOL}),
    change=lambda value, _: not value,
    text=lambda argument, _: f"not {argument.text}",
    words=lambda name, _: f"{name} is flipped",
    sources=lambda domain, _: domain if domain.contains(True) and domain.contains(False) else None,
    is_involution=True,
    examples=(
        Example((True,), None, (False,), ("not a",), "a is flipped"),
        Example((False,), None, (True,), ("not a",), "a is flipped"),
    ),
)


SWAP = Template(
    name="swap",
    kinds=frozenset(Kind),
    arity=2,
    constants=None,
    follow_up=lambda values, _: values[::-1],
    texts=lambda arguments, _: tuple(argument.text for argument in arguments[::-1]),
    words=lambda names, _: f"{names[0]} and {names[1]} are swapped",
    sources=lambda domains, _: (domains[0].intersect(domains[1]),) * 2,
    of_names=lambda names: are_exchangeable(*names),
    effect=Effect.SWAPS,
    is_involution=True,
    examples=(
        Example((1, 2), None, (2, 1), ("b", "a"), "a and b are swapped"),
        Example(("x", ""), None, ("", "x"), ("b", "a"), "a and b are swapped"),
    ),
    takes_none=True,
)


SWAP_UNLIKE = replace(
    SWAP,
    name="swap_unlike",
    of_names=lambda names: not are_exchangeable(*names),
    suits=lambda domains: domains[0].notation() == domains[1].notation(),
    is_unnatural=True,
)
"""The same of arguments whose names say that they are different things, such as a page and a total.

Where the domains say so, too, as of a speed and a density, they are not swapped.
"""


def _moved(
    name: str, order: tuple[int, ...], words: Callable[[Texts], str], of_names: OfNames, *examples: Example
) -> Template:
    """A template that puts the arguments into another order; twice that order gives the first one again."""

    def pick(items: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(items[place] for place in order)

    return Template(
        name=name,
        kinds=ANYTHING,
        arity=len(order),
        constants=None,
        follow_up=lambda values, _: pick(values),
        texts=lambda arguments, _: pick([argument.text for argument in arguments]),
        words=lambda names, _: words(names),
        sources=lambda domains, _: tuple(map(lambda one, other: one.intersect(other), domains, pick(domains))),
        of_names=of_names,
        effect=Effect.EXCHANGES,
        is_involution=True,
        examples=examples,
        takes_none=True,
    )


def _swapped_halves(name: str, arity: int, *examples: Example) -> Template:
    """A template that swaps as many arguments with those that follow them."""
    half = arity // 2
    order = (*range(half, arity), *range(half))
    return _moved(
        name,
        order,
        lambda names: f"{listed_words(names[:half])} are swapped with {listed_words(names[half:])}",
        are_halves,
        *examples,
    )


MOVING_TEMPLATES = (
    SWAP,
    SWAP_UNLIKE,
    _swapped_halves(
        "swap_pairs",
        4,
        Example((1, 2, 3, 4), None, (3, 4, 1, 2), ("c", "d", "a", "b"), "a and b are swapped with c and d"),
        Example(("", "x", "", "y"), None, ("", "y", "", "x"), ("c", "d", "a", "b"), "a and b are swapped with c and d"),
    ),
    _swapped_halves(
        "swap_triples",
        6,
        Example(
            (1, 2, 3, 4, 5, 6),
            None,
            (4, 5, 6, 1, 2, 3),
            ("d", "e", "f", "a", "b", "c"),
            "a, b and c are swapped with d, e and f",
        ),
    ),
    _swapped_halves(
        "swap_fours",
        8,
        Example(
            (1, 2, 3, 4, 5, 6, 7, 8),
            None,
            (5, 6, 7, 8, 1, 2, 3, 4),
            ("e", "f", "g", "h", "a", "b", "c", "d"),
            "a, b, c and d are swapped with e, f, g and h",
        ),
    ),
    _moved(
        "swap_two_pairs",
        (1, 0, 3, 2),
        lambda names: f"{names[0]} and {names[1]} are swapped and {names[2]} and {names[3]}",
        are_neighbours,
        Example((1, 2, 3, 4), None, (2, 1, 4, 3), ("b", "a", "d", "c"), "a and b are swapped and c and d"),
    ),
)
"""Arguments change places, also as parts of two things of several arguments each: points, dates, intervals, boxes."""


class _Change(NamedTuple):
    """What happens to every number of all arguments."""

    effect: Effect
    constants: Constants
    number: Callable[[Any, Constant], Any]
    text: Callable[[str, Constant], str]
    tree: Callable[[Argument, Constant], Tree]
    words: Callable[[Constant], str]
    sources: Callable[[Narrowable, Constant], Domain | None]


_ADDED = _Change(
    effect=Effect.ADDS,
    constants=ADDENDS,
    number=lambda number, c: number + c,
    text=added_text,
    tree=lambda argument, c: ["add each" if argument.container else "+", argument.text, c],
    words=lambda c: added_words(c, "grow", "shrink"),
    sources=lambda domain, c: domain.before_adding(c),
)

_SCALED = _Change(
    effect=Effect.SCALES,
    constants=FACTORS,
    number=lambda number, c: number * c,
    text=scaled_text,
    tree=lambda argument, c: ["scale each", argument.text, c] if argument.container else scaled_tree(argument.text, c),
    words=lambda c: f"are {scaled_words(c)}",
    sources=lambda domain, c: domain.before_scaling(c),
)


def _alike(name: str, change: _Change, *shown: Example, enlarges_like: str | None = None) -> Template:
    return Template(
        name=name,
        kinds=NUMBERS | NUMBER_SEQUENCES,
        mixes=True,
        arity=len(shown[0].before),
        constants=change.constants,
        follow_up=lambda values, c: tuple(mapped(value, lambda number: change.number(number, c)) for value in values),
        texts=lambda arguments, c: tuple(mapped_text(one, lambda text: change.text(text, c)) for one in arguments),
        words=lambda names, c: f"{listed_words(names)} {change.words(c)}",
        sources=lambda domains, c: tuple(change.sources(domain, c) for domain in domains),
        trees=lambda arguments, c: tuple(change.tree(argument, c) for argument in arguments),
        examples=shown,
        effect=change.effect,
        enlarges_like=enlarges_like,
    )


ALIKE_TEMPLATES = (
    _alike(
        "add_both",
        _ADDED,
        Example((1, 2), 1, (2, 3), ("a + 1", "b + 1"), "a and b grow by 1"),
        Example(([1, 2], 2), -1, ([0, 1], 1), ("[v - 1 for v in a]", "b - 1"), "a and b shrink by 1"),
    ),
    _alike("add_three", _ADDED, Example((1, 2, 3), 1, (2, 3, 4), ("a + 1", "b + 1", "c + 1"), "a, b and c grow by 1")),
    _alike(
        "add_four",
        _ADDED,
        Example((1, 2, 3, 4), -1, (0, 1, 2, 3), ("a - 1", "b - 1", "c - 1", "d - 1"), "a, b, c and d shrink by 1"),
    ),
    _alike(
        "add_five",
        _ADDED,
        Example((1,) * 5, 1, (2,) * 5, tuple(f"{name} + 1" for name in "abcde"), "a, b, c, d and e grow by 1"),
    ),
    _alike(
        "add_six",
        _ADDED,
        Example((1,) * 6, 1, (2,) * 6, tuple(f"{name} + 1" for name in "abcdef"), "a, b, c, d, e and f grow by 1"),
    ),
    _alike(
        "scale_both",
        _SCALED,
        Example((1.5, 2.0), 2.0, (3.0, 4.0), ("a * 2", "b * 2"), "a and b are multiplied by 2"),
        Example((2, (1, 2)), -1, (-2, (-1, -2)), ("-a", "tuple(-v for v in b)"), "a and b are negated"),
        enlarges_like="add_both",
    ),
    _alike(
        "scale_three",
        _SCALED,
        Example((1, 2, 3), 2, (2, 4, 6), ("a * 2", "b * 2", "c * 2"), "a, b and c are multiplied by 2"),
        enlarges_like="add_three",
    ),
    _alike(
        "scale_four",
        _SCALED,
        Example((1, 2, 3, 4), -1, (-1, -2, -3, -4), ("-a", "-b", "-c", "-d"), "a, b, c and d are negated"),
        enlarges_like="add_four",
    ),
    _alike(
        "scale_five",
        _SCALED,
        Example(
            (1,) * 5, 2, (2,) * 5, tuple(f"{name} * 2" for name in "abcde"), "a, b, c, d and e are multiplied by 2"
        ),
        enlarges_like="add_five",
    ),
    _alike(
        "scale_six",
        _SCALED,
        Example(
            (1,) * 6, 2, (2,) * 6, tuple(f"{name} * 2" for name in "abcdef"), "a, b, c, d, e and f are multiplied by 2"
        ),
        enlarges_like="add_six",
    ),
)
