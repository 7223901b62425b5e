"""Templates that put a constant or another argument into a text or sequence, and numbers that move with it.

What pads, cuts, searches or sorts from one place to another does the same then, one place further on.
"""

from collections.abc import Callable
from typing import Any

from genmorph.model import Container, Domain, Kind
from genmorph.transformations.containers import listed_text, remade
from genmorph.transformations.narrowing import (
    Narrowable,
    before_growing,
    is_bounded,
    is_homogeneous,
    is_open_to,
    width_of,
)
from genmorph.transformations.template import (
    ELEMENTS,
    ENDS,
    NUMBERS,
    OPEN,
    Argument,
    Constant,
    Example,
    Sources,
    Template,
    Texts,
    Values,
    changed_within,
    constant_words,
    listed_texts,
    literal,
    of_one,
)

_INSERTION = "insertion"
"""The diversity group of those that insert a constant."""


def _alone(value: Any, c: Constant) -> Any:
    """The constant in a container like the value's; None where bytes cannot hold it."""
    return c if isinstance(value, str) else remade(value, [c])


def insert(value: Any, place: int, c: Constant) -> Any:
    """The value with the constant at a place; None where bytes cannot hold it."""
    alone = _alone(value, c)
    return None if alone is None else value[:place] + alone + value[place:]


def grown_sources(domain: Narrowable, c: Constant) -> Domain | None:
    """The values that may become longer by the constant."""
    more = len(c) if domain.container is None else 1
    return before_growing(domain, least=0, more=more) if is_open_to(domain, c) else None


def append_text(argument: Argument, c: Constant) -> str:
    """Python of the argument with the constant behind it."""
    name = argument.text
    match argument.container:
        case None:
            return f"{name} + {literal(c)}"
        case Container.ARRAY:
            return f"np.append({name}, {literal(c)})"
    return listed_text(argument, f"*{name}", literal(c))


APPEND = of_one(
    "append",
    OPEN,
    constants=ELEMENTS,
    change=lambda value, c: insert(value, len(value), c),
    text=append_text,
    words=lambda name, c: f"{constant_words(c)} is appended to {name}",
    sources=grown_sources,
    diversity_group=_INSERTION,
    examples=(
        Example(([1],), 0, ([1, 0],), ("[*a, 0]",), "0 is appended to a"),
        Example(((0.5,),), -1.0, ((0.5, -1.0),), ("(*a, -1.0)",), "minus 1 is appended to a"),
        Example(("b",), " ", ("b ",), ('a + " "',), "a space is appended to a"),
        Example((["b"],), "a", (["b", "a"],), ('[*a, "a"]',), "a is appended to a"),
        Example((b"",), 1, (b"\x01",), ("bytes([*a, 1])",), "1 is appended to a"),
    ),
)


def prepend_text(argument: Argument, c: Constant) -> str:
    """Python of the argument with the constant before it."""
    name = argument.text
    match argument.container:
        case None:
            return f"{literal(c)} + {name}"
        case Container.ARRAY:
            return f"np.insert({name}, 0, {literal(c)})"
    return listed_text(argument, literal(c), f"*{name}")


PREPEND = of_one(
    "prepend",
    OPEN,
    constants=ELEMENTS,
    change=lambda value, c: insert(value, 0, c),
    text=prepend_text,
    words=lambda name, c: f"{constant_words(c)} is prepended to {name}",
    sources=grown_sources,
    diversity_group=_INSERTION,
    examples=(
        Example(([1],), 0, ([0, 1],), ("[0, *a]",), "0 is prepended to a"),
        Example(("b",), "a", ("ab",), ('"a" + a',), "a is prepended to a"),
        Example(((True,),), False, ((False, True),), ("(False, *a)",), "False is prepended to a"),
    ),
)


def _insert_text(argument: Argument, c: Constant) -> str:
    middle = f"len({argument.text}) // 2"
    before, after = f"{argument.text}[: {middle}]", f"{argument.text}[{middle} :]"
    match argument.container:
        case None:
            return f"{before} + {literal(c)} + {after}"
        case Container.ARRAY:
            return f"np.insert({argument.text}, {middle}, {literal(c)})"
    return listed_text(argument, f"*{before}", literal(c), f"*{after}")


INSERT = of_one(
    "insert",
    OPEN,
    constants=ELEMENTS,
    change=lambda value, c: insert(value, len(value) // 2, c),
    text=_insert_text,
    words=lambda name, c: f"{constant_words(c)} is inserted into {name}",
    sources=grown_sources,
    diversity_group=_INSERTION,
    examples=(
        Example(([1, 2],), 0, ([1, 0, 2],), ("[*a[: len(a) // 2], 0, *a[len(a) // 2 :]]",), "0 is inserted into a"),
        Example(("bcd",), ",", ("b,cd",), ('a[: len(a) // 2] + "," + a[len(a) // 2 :]',), "a comma is inserted into a"),
    ),
)


INSERTION_TEMPLATES = (APPEND, PREPEND, INSERT)


def _sources_of_both(domains: tuple[Narrowable, ...], _constant: Constant) -> Sources:
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


def _of_two(
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
        sources=_sources_of_both,
        diversity_group="insertion of an argument",
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
    is_unnatural=True,
    trees=lambda arguments, _: (["+", arguments[0].text, arguments[1].text], arguments[1].text),
    examples=(
        Example((1, 2), None, (3, 2), ("a + b", "b"), "a grows by b"),
        Example((0.5, -1.5), None, (-1.0, -1.5), ("a + b", "b"), "a grows by b"),
    ),
    borrows=True,
)


BORROWING_TEMPLATES = (
    ADD_ARGUMENT,
    _of_two(
        "append_argument",
        "appended",
        len,
        _append_text,
        Example(([1], 2), None, ([1, 2], 2), ("[*a, b]", "b"), "b is appended to a"),
        Example(("x", "yz"), None, ("xyz", "yz"), ("a + b", "b"), "b is appended to a"),
    ),
    _of_two(
        "prepend_argument",
        "prepended",
        lambda _: 0,
        _prepend_text,
        Example(((0.5,), 1.5), None, ((1.5, 0.5), 1.5), ("(b, *a)", "b"), "b is prepended to a"),
        Example(("x", "yz"), None, ("yzx", "yz"), ("b + a", "b"), "b is prepended to a"),
    ),
)


def _sources(place_of: Callable[[Any], int]) -> Callable[[tuple[Narrowable, ...], Constant], Sources]:
    def find(domains: tuple[Narrowable, ...], c: Constant) -> Sources:
        listed = listed_texts(domains[0])
        if listed is None:
            longer = grown_sources(domains[0], c)
        else:
            longer = changed_within(listed, lambda value: insert(value, place_of(value), c))
        return (longer, *(domain.before_adding(1) for domain in domains[1:]))

    return find


def _texts(sequence: Callable[[Argument, Constant], str]) -> Callable[[tuple[Argument, ...], Constant], Texts]:
    return lambda arguments, c: (sequence(arguments[0], c), *(f"{argument.text} + 1" for argument in arguments[1:]))


def _words(verb: str) -> Callable[[Texts, Constant], str]:
    def words(names: Texts, c: Constant) -> str:
        grow = "grows" if len(names) == 2 else "grow"
        return f"{constant_words(c)} is {verb} to {names[0]} and {' and '.join(names[1:])} {grow} by 1"

    return words


def _start(_value: Any) -> int:
    return 0


def _template(
    name: str,
    arity: int,
    verb: str,
    place_of: Callable[[Any], int],
    text: Callable[[Argument, Constant], str],
    *examples: Example,
) -> Template:
    def follow_up(values: Values, c: Constant) -> Values:
        return (insert(values[0], place_of(values[0]), c), *(value + 1 for value in values[1:]))

    return Template(
        name=name,
        kinds=OPEN | {Kind.INT},
        arity=arity,
        constants=ENDS,
        follow_up=follow_up,
        texts=_texts(text),
        words=_words(verb),
        sources=_sources(place_of),
        diversity_group="insertion and shift",
        examples=examples,
        leads=True,
    )


SHIFTING_TEMPLATES = (
    _template(
        "append_and_add",
        2,
        "appended",
        len,
        append_text,
        Example(("b", 1), "a", ("ba", 2), ('a + "a"', "b + 1"), "a is appended to a and b grows by 1"),
        Example(([1], 1), 0, ([1, 0], 2), ("[*a, 0]", "b + 1"), "0 is appended to a and b grows by 1"),
    ),
    _template(
        "append_and_add_both",
        3,
        "appended",
        len,
        append_text,
        Example(
            ([1], 0, 1), 0, ([1, 0], 1, 2), ("[*a, 0]", "b + 1", "c + 1"), "0 is appended to a and b and c grow by 1"
        ),
    ),
    _template(
        "prepend_and_add",
        2,
        "prepended",
        _start,
        prepend_text,
        Example(("b", 1), "a", ("ab", 2), ('"a" + a', "b + 1"), "a is prepended to a and b grows by 1"),
        Example(
            ((True,), 0),
            False,
            ((False, True), 1),
            ("(False, *a)", "b + 1"),
            "False is prepended to a and b grows by 1",
        ),
    ),
    _template(
        "prepend_and_add_both",
        3,
        "prepended",
        _start,
        prepend_text,
        Example(
            ([1], 0, 1), 0, ([0, 1], 1, 2), ("[0, *a]", "b + 1", "c + 1"), "0 is prepended to a and b and c grow by 1"
        ),
    ),
)
