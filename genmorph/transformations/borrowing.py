"""Templates that change one argument by another: put it in, where what looks for it finds it, or add it."""

from collections.abc import Callable
from typing import Any

from genmorph.model import Container, Domain
from genmorph.transformations.constants import Constant
from genmorph.transformations.insertion import insert
from genmorph.transformations.narrowing import Narrowable, before_growing, is_bounded, is_homogeneous, width_of
from genmorph.transformations.template import (
    NUMBERS,
    OPEN,
    Argument,
    Example,
    Sources,
    Template,
    Texts,
    Values,
    listed_texts,
)
from genmorph.transformations.writing import listed_text


def _sources(domains: tuple[Narrowable, ...], _constant: Constant) -> Sources:
    """Texts of half the size, two of which fit into one; sequences with room for one more, and what these may hold.

    A domain that lists its texts seldom has both.
    """
    whole, part = domains
    if listed_texts(whole) is not None:
        return (None, part)
    if whole.container is None:
        return (before_growing(whole, least=0, factor=2), _half(part.intersect(whole)))
    return (before_growing(whole, least=0, more=1), part.intersect(whole.element) if is_homogeneous(whole) else None)


def _half(domain: Domain | None) -> Domain | None:
    return None if domain is None else before_growing(domain, least=0, factor=2)


def _summands(domains: tuple[Narrowable, ...], _constant: Constant) -> Sources:
    """Numbers of ranges, whose sum is in the first range whichever they are: all of the second, or halves of the first.

    None for ranges in which most sums are not exact, and for numbers that are listed.

    >>> from genmorph.domain import ints
    >>> _summands((ints(100, 200), ints(0, 10)), None), _summands((ints(0, 9), ints(0, 9)), None)
    ((ints(100, 190), ints(0, 10)), (ints(0, 4), ints(0, 4)))
    """
    first, second = domains
    if not (is_bounded(first) and is_bounded(second)) or domains[0].before_adding(0) is None:
        return (None, None)
    if second.low is not None and second.high is not None:
        least, most = (domains[0].before_adding(end) for end in (second.low, second.high))
        left = least.intersect(most) if isinstance(least, Narrowable) and most is not None else None
        if left is not None and 2 * width_of(left) >= width_of(first):
            return (left, second)
    half = domains[0].before_scaling(2)
    return (half, None if half is None else domains[1].intersect(half))


def _append_text(whole: Argument, part: Argument) -> str:
    match whole.container:
        case None:
            return f"{whole.text} + {part.text}"
        case Container.ARRAY:
            return f"np.append({whole.text}, {part.text})"
    return listed_text(whole, f"*{whole.text}", part.text)


def _prepend_text(whole: Argument, part: Argument) -> str:
    match whole.container:
        case None:
            return f"{part.text} + {whole.text}"
        case Container.ARRAY:
            return f"np.insert({whole.text}, 0, {part.text})"
    return listed_text(whole, part.text, f"*{whole.text}")


def _template(
    name: str, verb: str, place_of: Callable[[Any], int], text: Callable[[Argument, Argument], str], *shown: Example
) -> Template:
    def follow_up(values: Values, _constant: Constant) -> Values:
        whole, part = values
        return (insert(whole, place_of(whole), part), part)

    def texts(arguments: tuple[Argument, ...], _constant: Constant) -> Texts:
        whole, part = arguments
        return (text(whole, part), part.text)

    return Template(
        name=name,
        kinds=OPEN,
        arity=2,
        constants=None,
        follow_up=follow_up,
        texts=texts,
        words=lambda names, _: f"{names[1]} is {verb} to {names[0]}",
        sources=_sources,
        examples=shown,
        borrows=True,
    )


ADD_ARGUMENT = Template(
    name="add_argument",
    kinds=NUMBERS,
    arity=2,
    constants=None,
    follow_up=lambda values, _: (values[0] + values[1], values[1]),
    texts=lambda arguments, _: (f"{arguments[0].text} + {arguments[1].text}", arguments[1].text),
    words=lambda names, _: f"{names[0]} grows by {names[1]}",
    sources=_summands,
    trees=lambda arguments, _: (["+", arguments[0].text, arguments[1].text], arguments[1].text),
    examples=(
        Example((1, 2), None, (3, 2), ("a + b", "b"), "a grows by b"),
        Example((0.5, -1.5), None, (-1.0, -1.5), ("a + b", "b"), "a grows by b"),
    ),
    borrows=True,
)

BORROWING_TEMPLATES = (
    ADD_ARGUMENT,
    _template(
        "append_argument",
        "appended",
        len,
        _append_text,
        Example(([1], 2), None, ([1, 2], 2), ("[*a, b]", "b"), "b is appended to a"),
        Example(("x", "yz"), None, ("xyz", "yz"), ("a + b", "b"), "b is appended to a"),
    ),
    _template(
        "prepend_argument",
        "prepended",
        lambda _: 0,
        _prepend_text,
        Example(((0.5,), 1.5), None, ((1.5, 0.5), 1.5), ("(b, *a)", "b"), "b is prepended to a"),
        Example(("x", "yz"), None, ("yzx", "yz"), ("b + a", "b"), "b is prepended to a"),
    ),
)
