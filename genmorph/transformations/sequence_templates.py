"""Templates that change the order, the length or the elements of a text or sequence."""

from collections.abc import Callable
from typing import Any

from genmorph.model import Container, Domain, Kind
from genmorph.transformations.containers import generated_text, joined_text, mapped, mapped_text, remade
from genmorph.transformations.narrowing import (
    Narrowable,
    before_growing,
    before_reordering,
    before_shrinking,
    is_homogeneous,
    is_spelled,
    not_empty,
    of_sizes,
)
from genmorph.transformations.scalar_templates import added_text, added_words, scaled_text, scaled_words
from genmorph.transformations.template import (
    ADDENDS,
    FACTORS,
    INDICES,
    NUMBER_SEQUENCES,
    OPEN,
    ORDERED,
    Argument,
    Constant,
    Effect,
    Example,
    Template,
    Tree,
    constant_words,
    of_one,
)

_ORDER, _SHORTENING, _REPETITION, _LETTER_CASE = "order", "shortening", "repetition", "letter case"
"""Diversity groups."""
_PLACES = {0: "first", 1: "second", -1: "last", -2: "second to last"}
_UPPER_GROWTH = 3
"""So many capitals may stand for one character, as in "ΐ".upper()."""
_LOWER_GROWTH = 2
"""So many small letters may stand for one character, as in "İ".lower()."""

REVERSE = of_one(
    "reverse",
    ORDERED,
    change=lambda value, _: value[::-1],
    text=lambda argument, _: f"{argument.text}[::-1]",
    words=lambda name, _: f"{name} is reversed",
    sources=before_reordering,
    tree=lambda name, _: ["flip", name],
    effect=Effect.REORDERS,
    is_involution=True,
    diversity_group=_ORDER,
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
    effect=Effect.SORTS,
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
    effect=Effect.REORDERS,
    diversity_group=_ORDER,
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
    effect=Effect.REORDERS,
    is_involution=True,
    is_unnatural=True,
    diversity_group=_ORDER,
    examples=(
        Example(("abc",), None, ("cba",), ("a[-1:] + a[1:-1] + a[:-1][:1]",), "the ends of a are swapped"),
        Example(([1, 2],), None, ([2, 1],), ("a[-1:] + a[1:-1] + a[:-1][:1]",), "the ends of a are swapped"),
        Example(((1,),), None, ((1,),), ("a[-1:] + a[1:-1] + a[:-1][:1]",), "the ends of a are swapped"),
    ),
)


ORDER_TEMPLATES = (REVERSE, SORT, ROTATE, SWAP_ENDS)


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
    diversity_group=_SHORTENING,
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
    diversity_group=_SHORTENING,
    fixed_constant=2,
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
    diversity_group=_REPETITION,
    fixed_constant=2,
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
    diversity_group=_REPETITION,
    fixed_constant=2,
    examples=(
        Example(
            ([1, 2],), None, ([1, 1, 2, 2],), ("[v for v in a for _ in range(2)]",), "each element of a is repeated"
        ),
        Example(("ab",), None, ("aabb",), ('"".join(v + v for v in a)',), "each element of a is repeated"),
    ),
)


LENGTH_TEMPLATES = (REMOVE, HALVE, REPEAT, DOUBLE)
"""Nested sequences are not repeated: both halves would share what they hold."""


ADD_EACH = of_one(
    "add_each",
    NUMBER_SEQUENCES,
    constants=ADDENDS,
    change=lambda value, c: mapped(value, lambda element: element + c),
    text=lambda argument, c: mapped_text(argument, lambda text: added_text(text, c)),
    words=lambda name, c: f"each element of {name} {added_words(c, 'grows', 'shrinks')}",
    sources=lambda domain, c: not_empty(domain.before_adding(c)),
    tree=lambda name, c: ["add each", name, c],
    effect=Effect.ADDS,
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
    effect=Effect.SCALES,
    enlarges_like="add_each",
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


_TEXT = frozenset({Kind.TEXT})


def _case_template(
    name: str,
    change: Callable[[str], str],
    growth: int,
    words: str,
    examples: tuple[Example, ...],
    tree: Callable[[str, Constant], Tree] | None = None,
) -> Template:
    """A template that calls the method of texts that has its name."""
    return of_one(
        name,
        _TEXT,
        change=lambda value, _: change(value),
        text=lambda argument, _: f"{argument.text}.{name}()",
        words=lambda text, _: words.format(text),
        sources=lambda domain, _: _before_case(domain, change, growth),
        tree=tree,
        diversity_group=_LETTER_CASE,
        examples=examples,
    )


def _before_case(domain: Narrowable, change: Callable[[str], str], growth: int) -> Domain | None:
    """The texts that stay in the alphabet, and short enough whatever their characters become; none if all stay."""
    if not is_spelled(domain):
        return None
    if domain.alphabet is None:
        return of_sizes(domain, 1, domain.max_size // growth)
    kept = [c for c in domain.alphabet if _reached(c, change) <= set(domain.alphabet)]
    if all(change(c) == c for c in kept):
        return None
    longest = max(len(change(c)) for c in kept)
    return of_sizes(domain.with_alphabet("".join(kept)), 1, domain.max_size // longest)


def _reached(character: str, change: Callable[[str], str]) -> set[str]:
    """What the character may become: at the end of a word, a capital sigma has a small form of its own."""
    return {*change(character), *change(f"a{character}")[1:]}


UPPER = _case_template(
    "upper",
    str.upper,
    _UPPER_GROWTH,
    "{} is put in upper case",
    (Example(("aBß",), None, ("ABSS",), ("a.upper()",), "a is put in upper case"),),
    lambda name, _: ["upper", name],
)


LOWER = _case_template(
    "lower",
    str.lower,
    _LOWER_GROWTH,
    "{} is put in lower case",
    (Example(("aB1",), None, ("ab1",), ("a.lower()",), "a is put in lower case"),),
    lambda name, _: ["lower", name],
)


SWAPCASE = _case_template(
    "swapcase",
    str.swapcase,
    _UPPER_GROWTH,
    "the case of {} is swapped",
    (Example(("aB1",), None, ("Ab1",), ("a.swapcase()",), "the case of a is swapped"),),
)


def _strip_sources(domain: Narrowable, _constant: Constant) -> Domain | None:
    """All texts, where the empty one is among them and some have white space."""
    if not is_spelled(domain) or domain.min_size > 0:
        return None
    has_space = domain.alphabet is None or any(c.isspace() for c in domain.alphabet)
    return not_empty(domain) if has_space else None


STRIP = of_one(
    "strip",
    _TEXT,
    change=lambda value, _: value.strip(),
    text=lambda argument, _: f"{argument.text}.strip()",
    words=lambda name, _: f"{name} is stripped",
    sources=_strip_sources,
    examples=(Example((" a b\t",), None, ("a b",), ("a.strip()",), "a is stripped"),),
)


TEXT_TEMPLATES = (UPPER, LOWER, SWAPCASE, STRIP)
