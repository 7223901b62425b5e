"""Templates of one number or Boolean: add a constant, multiply by a constant, square, flip."""

from genmorph.model import Domain, Kind
from genmorph.transformations.constants import ADDENDS, FACTORS, Constant, constant_text, constant_words
from genmorph.transformations.narrowing import Narrowable, Squarable
from genmorph.transformations.template import NUMBERS, Example, Tree, of_one


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
    """What adding does, with the verbs in the right number."""
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
    sources=lambda domain, _: domain.before_squaring() if isinstance(domain, Squarable) else None,
    tree=lambda name, _: ["*", name, name],
    examples=(
        Example((-3,), None, (9,), ("a * a",), "a is squared"),
        Example((1.5,), None, (2.25,), ("a * a",), "a is squared"),
    ),
)


def _flip_sources(domain: Narrowable, _constant: Constant) -> Domain | None:
    return domain if domain.contains(True) and domain.contains(False) else None


FLIP = of_one(
    "flip",
    frozenset({Kind.BOOL}),
    change=lambda value, _: not value,
    text=lambda argument, _: f"not {argument.text}",
    words=lambda name, _: f"{name} is flipped",
    sources=_flip_sources,
    examples=(
        Example((True,), None, (False,), ("not a",), "a is flipped"),
        Example((False,), None, (True,), ("not a",), "a is flipped"),
    ),
)
