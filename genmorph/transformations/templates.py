"""The templates: swap two arguments, flip a Boolean, add a constant, multiply by a constant."""

from genmorph.model import Domain, Kind
from genmorph.transformations.constants import constant_text, constant_words
from genmorph.transformations.template import Constant, Example, Narrowable, Template, Texts, Values

_NUMBERS = frozenset({Kind.INT, Kind.FLOAT})
Sources = tuple[Domain | None, ...]


def _swap_sources(domains: tuple[Narrowable, ...], _constant: Constant) -> Sources:
    common = domains[0].intersect(domains[1])
    return (common, common)


SWAP = Template(
    name="swap",
    kinds=frozenset(Kind),
    arity=2,
    trivial=None,
    follow_up=lambda values, _: values[::-1],
    texts=lambda names, _: names[::-1],
    words=lambda names, _: f"{names[0]} and {names[1]} are swapped",
    sources=_swap_sources,
    examples=(Example((1, 2), None, (2, 1), ("b", "a"), "a and b are swapped"),),
)


def _flip_sources(domains: tuple[Narrowable, ...], _constant: Constant) -> Sources:
    (domain,) = domains
    return (domain if domain.contains(True) and domain.contains(False) else None,)


FLIP = Template(
    name="flip",
    kinds=frozenset({Kind.BOOL}),
    arity=1,
    trivial=None,
    follow_up=lambda values, _: (not values[0],),
    texts=lambda names, _: (f"not {names[0]}",),
    words=lambda names, _: f"{names[0]} is flipped",
    sources=_flip_sources,
    examples=(
        Example((True,), None, (False,), ("not a",), "a is flipped"),
        Example((False,), None, (True,), ("not a",), "a is flipped"),
    ),
)


def _add_texts(names: Texts, c: Constant) -> Texts:
    return (f"{names[0]} {'+' if c > 0 else '-'} {constant_text(abs(c))}",)


def _add_words(names: Texts, c: Constant) -> str:
    return f"{names[0]} {'grows' if c > 0 else 'shrinks'} by {constant_words(abs(c))}"


def _add_sources(domains: tuple[Narrowable, ...], c: Constant) -> Sources:
    return (domains[0].before_adding(c),)


ADD = Template(
    name="add",
    kinds=_NUMBERS,
    arity=1,
    trivial=frozenset({0}),
    follow_up=lambda values, c: (values[0] + c,),
    texts=_add_texts,
    words=_add_words,
    sources=_add_sources,
    examples=(
        Example((3,), 1, (4,), ("a + 1",), "a grows by 1"),
        Example((3,), -1, (2,), ("a - 1",), "a shrinks by 1"),
        Example((0.5,), 2.5, (3.0,), ("a + 2.5",), "a grows by 2.5"),
        Example((0.5,), -1.0, (-0.5,), ("a - 1",), "a shrinks by 1"),
    ),
)


def _scale(values: Values, c: Constant) -> Values:
    return (values[0] * c,)


def _scale_texts(names: Texts, c: Constant) -> Texts:
    return (f"-{names[0]}" if c == -1 else f"{names[0]} * {constant_text(c)}",)


def _scale_words(names: Texts, c: Constant) -> str:
    return f"{names[0]} is {'negated' if c == -1 else f'multiplied by {constant_words(c)}'}"


def _scale_sources(domains: tuple[Narrowable, ...], c: Constant) -> Sources:
    return (domains[0].before_scaling(c),)


SCALE = Template(
    name="scale",
    kinds=_NUMBERS,
    arity=1,
    trivial=frozenset({0, 1}),
    follow_up=_scale,
    texts=_scale_texts,
    words=_scale_words,
    sources=_scale_sources,
    examples=(
        Example((3,), -1, (-3,), ("-a",), "a is negated"),
        Example((3,), 2, (6,), ("a * 2",), "a is multiplied by 2"),
        Example((3,), -2, (-6,), ("a * -2",), "a is multiplied by minus 2"),
        Example((1.5,), 2.0, (3.0,), ("a * 2",), "a is multiplied by 2"),
    ),
)

TEMPLATES = {template.name: template for template in (SWAP, FLIP, ADD, SCALE)}
"""All templates by name, in the order in which they are instantiated."""
