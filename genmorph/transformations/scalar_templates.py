"""Templates that change numbers and Booleans, one or several at once."""

from collections.abc import Callable
from typing import Any, NamedTuple

from genmorph.model import Domain, Kind
from genmorph.transformations.containers import mapped, mapped_text
from genmorph.transformations.template import (
    ADDENDS,
    ANYTHING,
    FACTORS,
    NUMBER_SEQUENCES,
    NUMBERS,
    Argument,
    Constant,
    Constants,
    Effect,
    Example,
    Template,
    Tree,
    constant_text,
    constant_words,
    of_one,
)
from genmorph.values.narrowable import Narrowable


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
    effect=Effect.SWAPS,
    is_involution=True,
    examples=(
        Example((1, 2), None, (2, 1), ("b", "a"), "a and b are swapped"),
        Example(("x", ""), None, ("", "x"), ("b", "a"), "a and b are swapped"),
    ),
    takes_none=True,
)


SWAP_PAIRS = Template(
    name="swap_pairs",
    kinds=ANYTHING,
    arity=4,
    constants=None,
    follow_up=lambda values, _: values[2:] + values[:2],
    texts=lambda arguments, _: tuple(argument.text for argument in arguments[2:] + arguments[:2]),
    words=lambda names, _: f"{names[0]} and {names[1]} are swapped with {names[2]} and {names[3]}",
    sources=lambda domains, _: (domains[0].intersect(domains[2]), domains[1].intersect(domains[3])) * 2,
    is_involution=True,
    examples=(
        Example((1, 2, 3, 4), None, (3, 4, 1, 2), ("c", "d", "a", "b"), "a and b are swapped with c and d"),
        Example(("", "x", "", "y"), None, ("", "y", "", "x"), ("c", "d", "a", "b"), "a and b are swapped with c and d"),
    ),
    takes_none=True,
)


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
        words=lambda names, c: f"{', '.join(names[:-1])} and {names[-1]} {change.words(c)}",
        sources=lambda domains, c: tuple(change.sources(domain, c) for domain in domains),
        trees=lambda arguments, c: tuple(change.tree(argument, c) for argument in arguments),
        examples=shown,
        effect=change.effect,
        enlarges_like=enlarges_like,
    )


SEVERAL_TEMPLATES = (
    SWAP,
    SWAP_PAIRS,
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
)
