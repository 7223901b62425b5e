"""Templates that change the order, the length or the elements of a text or sequence."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from genmorph.model import Container, Domain, Kind
from genmorph.transformations.containers import generated_text, joined_text, mapped, mapped_text, remade
from genmorph.transformations.drawing import ANOTHER, LENGTH, ORDER
from genmorph.transformations.narrowing import (
    before_cutting,
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
    Constants,
    Effect,
    Example,
    Template,
    constant_words,
    of_one,
)
from genmorph.values.narrowable import Narrowable
from genmorph.values.python_text import python_text

_PLACES = {0: "first", 1: "second", -1: "last", -2: "second to last"}
_UPPER_GROWTH = 3
"""Largest number of capitals that stand for one character, as in "ΐ".upper()."""
_LOWER_GROWTH = 2
"""Largest number of small letters that stand for one character, as in "İ".lower()."""


def _have_parts(domains: Sequence[Domain]) -> bool:
    """Whether the values are no single objects, which have no order of their own."""
    return all(domain.kind is not Kind.OTHER or domain.container is not None for domain in domains)


REVERSE = of_one(
    "reverse",
    ORDERED,
    suits=_have_parts,
    change=lambda value, _: value[::-1],
    text=lambda argument, _: f"{argument.text}[::-1]",
    words=lambda name, _: f"{name} is reversed",
    sources=before_reordering,
    tree=lambda name, _: ["flip", name],
    effect=Effect.REORDERS,
    is_involution=True,
    diversity_group="order",
    examples=(
        Example(([1, 2, 3],), None, ([3, 2, 1],), ("a[::-1]",), "a is reversed"),
        Example(("abc",), None, ("cba",), ("a[::-1]",), "a is reversed"),
        Example((b"ab",), None, (b"ba",), ("a[::-1]",), "a is reversed"),
        Example(((0.5, -1.0),), None, ((-1.0, 0.5),), ("a[::-1]",), "a is reversed"),
    ),
)


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
    change=lambda value, _: remade(value, sorted(value, key=lambda element: (element != element, element))),
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


ROTATE = of_one(
    "rotate",
    ORDERED,
    suits=_have_parts,
    change=lambda value, _: value[1:] + value[:1],
    text=lambda argument, _: (
        f"np.roll({argument.text}, -1)"
        if argument.container is Container.ARRAY
        else f"{argument.text}[1:] + {argument.text}[:1]"
    ),
    words=lambda name, _: f"{name} is rotated",
    sources=before_reordering,
    tree=lambda name, _: ["concatenate", ["remove", name, 0], ["truncate", name, 1]],
    effect=Effect.REORDERS,
    diversity_group="order",
    examples=(
        Example(([1, 2, 3],), None, ([2, 3, 1],), ("a[1:] + a[:1]",), "a is rotated"),
        Example(("",), None, ("",), ("a[1:] + a[:1]",), "a is rotated"),
    ),
)


SWAP_ENDS = of_one(
    "swap_ends",
    ORDERED,
    suits=_have_parts,
    change=lambda value, _: value[-1:] + value[1:-1] + value[:-1][:1],
    # The last part is empty where the first and the last element are the same one.
    text=lambda argument, _: joined_text(
        argument, *(argument.text + part for part in ("[-1:]", "[1:-1]", "[:-1][:1]"))
    ),
    words=lambda name, _: f"the ends of {name} are swapped",
    sources=before_reordering,
    effect=Effect.REORDERS,
    is_involution=True,
    is_unnatural=True,
    diversity_group="order",
    examples=(
        Example(("abc",), None, ("cba",), ("a[-1:] + a[1:-1] + a[:-1][:1]",), "the ends of a are swapped"),
        Example(([1, 2],), None, ([2, 1],), ("a[-1:] + a[1:-1] + a[:-1][:1]",), "the ends of a are swapped"),
        Example(((1,),), None, ((1,),), ("a[-1:] + a[1:-1] + a[:-1][:1]",), "the ends of a are swapped"),
    ),
)


def _shuffled(value: Any, seed: Constant) -> Any:
    """The elements in another order, of which the seed stands for one."""
    return remade(value, Random(seed).sample(value, len(value)))


def _shuffle_text(argument: Argument, seed: Constant) -> str:
    name, container = argument.text, argument.container
    sampled = f"range(len({name}))" if container is Container.ARRAY else name
    shuffled = f"random.Random({seed}).sample({sampled}, len({name}))"
    match container:
        case None:
            return f'"".join({shuffled})'
        case Container.LIST:
            return shuffled
        case Container.ARRAY:
            return f"{name}[{shuffled}]"
    return f"{container.value}({shuffled})"


SHUFFLE = of_one(
    "shuffle",
    ORDERED,
    suits=_have_parts,
    constants=Constants("a drawn number", lambda _: False, lambda *_: (), ORDER),
    change=_shuffled,
    text=_shuffle_text,
    words=lambda name, _: f"{name} is put into any order",
    sources=before_reordering,
    effect=Effect.REORDERS,
    diversity_group="order",
    names=frozenset({"random"}),
    examples=(
        Example(([1, 2, 3],), 7, ([2, 1, 3],), ("random.Random(7).sample(a, len(a))",), "a is put into any order"),
        Example(("abc",), 7, ("bac",), ('"".join(random.Random(7).sample(a, len(a)))',), "a is put into any order"),
    ),
)
ORDER_TEMPLATES = (SHUFFLE, REVERSE, SORT, ROTATE, SWAP_ENDS)

REPLACE = Template(
    name="replace",
    kinds=OPEN,
    arity=1,
    constants=Constants("a drawn value", lambda _: False, lambda *_: (), ANOTHER),
    follow_up=lambda _, other: (other,),
    texts=lambda _, other: (python_text(other),),
    words=lambda names, _: f"{names[0]} is any other value",
    sources=lambda domains, _: domains,
    takes_none=True,
    effect=Effect.REPLACES,
    examples=(
        Example(("a",), "bc", ("bc",), ('"bc"',), "a is any other value"),
        Example(([1, 2],), [], ([],), ("[]",), "a is any other value"),
    ),
)
"""Any other value in the place of an argument: what stays the same does not depend on it."""


def _remove_text(argument: Argument, c: Constant) -> str:
    name = argument.text
    if c in (0, -1):
        return f"{name}[1:]" if c == 0 else f"{name}[:-1]"
    return joined_text(argument, f"{name}[:{c}]", f"{name}[{c + 1}:]")


def _remove_words(name: str, c: Constant) -> str:
    element = f"the {_PLACES[c]} element" if c in _PLACES else f"element {constant_words(c)}"
    return f"{element} of {name} is removed"


REMOVE = of_one(
    "remove",
    ORDERED,
    suits=_have_parts,
    constants=INDICES,
    change=lambda value, c: value[:-1] if c == -1 else value[:c] + value[c + 1 :],
    text=_remove_text,
    words=_remove_words,
    sources=lambda domain, c: before_shrinking(domain, least=c + 1 if c >= 0 else -c, less=1),
    tree=lambda name, c: ["remove", name, c],
    diversity_group="shortening",
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
    suits=_have_parts,
    change=lambda value, _: value[: len(value) // 2],
    text=lambda argument, _: f"{argument.text}[: len({argument.text}) // 2]",
    words=lambda name, _: f"{name} is halved",
    sources=lambda domain, _: before_shrinking(domain, least=1, factor=2),
    tree=lambda name, _: ["truncate", name, ["/", ["len", name], 2]],
    diversity_group="shortening",
    fixed_constant=2,
    examples=(
        Example(([1, 2, 3],), None, ([1],), ("a[: len(a) // 2]",), "a is halved"),
        Example(("abcd",), None, ("ab",), ("a[: len(a) // 2]",), "a is halved"),
    ),
)

BEGINNING = of_one(
    "beginning",
    ORDERED,
    suits=_have_parts,
    constants=Constants("a drawn number", lambda _: False, lambda *_: (), LENGTH),
    change=lambda value, c: value[:c],
    text=lambda argument, c: f"{argument.text}[:{c}]",
    words=lambda name, c: f"only the first {c} elements of {name} are kept",
    sources=before_cutting,
    tree=lambda name, c: ["truncate", name, c],
    effect=Effect.CUTS,
    diversity_group="shortening",
    examples=(
        Example(([1, 2, 3],), 2, ([1, 2],), ("a[:2]",), "only the first 2 elements of a are kept"),
        Example(("abc",), 7, ("abc",), ("a[:7]",), "only the first 7 elements of a are kept"),
    ),
)
"""The beginning of any length: of what works element by element it gives the beginning of the output."""

REPEAT = of_one(
    "repeat",
    OPEN,
    change=lambda value, _: value + value,
    text=lambda argument, _: joined_text(argument, argument.text, argument.text),
    words=lambda name, _: f"{name} is repeated",
    sources=lambda domain, _: before_growing(domain, least=1, factor=2),
    tree=lambda name, _: ["concatenate", name, name],
    diversity_group="repetition",
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
    diversity_group="repetition",
    fixed_constant=2,
    examples=(
        Example(
            ([1, 2],), None, ([1, 1, 2, 2],), ("[v for v in a for _ in range(2)]",), "each element of a is repeated"
        ),
        Example(("ab",), None, ("aabb",), ('"".join(v + v for v in a)',), "each element of a is repeated"),
    ),
)
LENGTH_TEMPLATES = (BEGINNING, REMOVE, HALVE, REPEAT, DOUBLE)
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


def _flip_each_sources(domain: Narrowable, _constant: Constant) -> Domain | None:
    is_full = is_homogeneous(domain) and domain.element.contains(True) and domain.element.contains(False)
    return not_empty(domain) if is_full else None


FLIP_EACH = of_one(
    "flip_each",
    frozenset({Kind.BOOLS}),
    change=lambda value, _: mapped(value, lambda element: not element),
    text=lambda argument, _: (
        f"~{argument.text}"
        if argument.container is Container.ARRAY
        else mapped_text(argument, lambda text: f"not {text}")
    ),
    words=lambda name, _: f"each element of {name} is flipped",
    sources=_flip_each_sources,
    examples=(
        Example(([True, False],), None, ([False, True],), ("[not v for v in a]",), "each element of a is flipped"),
    ),
)
ELEMENTWISE_TEMPLATES = (ADD_EACH, SCALE_EACH, FLIP_EACH)


def _changing_case(
    name: str, change: Callable[[str], str], growth: int, words: str, example: Example, *, has_operator: bool = True
) -> Template:
    """A template that calls the method of texts that has its name, and `growth` letters at most become of one."""

    def sources(domain: Narrowable, _constant: Constant) -> Domain | None:
        """The texts that stay in the alphabet, and short enough whatever their characters become; none if all stay."""
        if not is_spelled(domain):
            return None
        if domain.alphabet is None:
            return of_sizes(domain, 1, domain.max_size // growth)
        # At the end of a word, a capital sigma has a small form of its own.
        kept = [c for c in domain.alphabet if {*change(c), *change(f"a{c}")[1:]} <= set(domain.alphabet)]
        if all(change(c) == c for c in kept):
            return None
        longest = max(len(change(c)) for c in kept)
        return of_sizes(domain.with_alphabet("".join(kept)), 1, domain.max_size // longest)

    return of_one(
        name,
        frozenset({Kind.TEXT}),
        change=lambda value, _: change(value),
        text=lambda argument, _: f"{argument.text}.{name}()",
        words=lambda text, _: words.format(text),
        sources=sources,
        tree=(lambda text, _: [name, text]) if has_operator else None,
        diversity_group="letter case",
        examples=(example,),
    )


def _strip_sources(domain: Narrowable, _constant: Constant) -> Domain | None:
    """All texts, where the empty one is among them and some have white space."""
    if not is_spelled(domain) or domain.min_size > 0:
        return None
    has_space = domain.alphabet is None or any(c.isspace() for c in domain.alphabet)
    return not_empty(domain) if has_space else None


TEXT_TEMPLATES = (
    _changing_case(
        "upper",
        str.upper,
        _UPPER_GROWTH,
        "{} is put in upper case",
        Example(("aBß",), None, ("ABSS",), ("a.upper()",), "a is put in upper case"),
    ),
    _changing_case(
        "lower",
        str.lower,
        _LOWER_GROWTH,
        "{} is put in lower case",
        Example(("aB1",), None, ("ab1",), ("a.lower()",), "a is put in lower case"),
    ),
    _changing_case(
        "swapcase",
        str.swapcase,
        _UPPER_GROWTH,
        "the case of {} is swapped",
        Example(("aB1",), None, ("Ab1",), ("a.swapcase()",), "the case of a is swapped"),
        has_operator=False,
    ),
    of_one(
        "strip",
        frozenset({Kind.TEXT}),
        change=lambda value, _: value.strip(),
        text=lambda argument, _: f"{argument.text}.strip()",
        words=lambda name, _: f"{name} is stripped",
        sources=_strip_sources,
        examples=(Example((" a b\t",), None, ("a b",), ("a.strip()",), "a is stripped"),),
    ),
)
