"""Templates that put a constant or another argument into a text or sequence, and numbers that move with it.

What pads, cuts, searches or sorts from one place to another does the same then, one place further on.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from genmorph.model import Container, Domain, Kind
from genmorph.transformations.containers import listed_text, remade
from genmorph.transformations.narrowing import (
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
    Effect,
    Example,
    Sources,
    Template,
    Texts,
    Values,
    changed_within,
    constant_words,
    listed_texts,
    of_one,
)
from genmorph.values.narrowable import Narrowable
from genmorph.values.python_text import python_text


def append_text(whole: Argument, part: str) -> str:
    """Python of the argument with a part behind it.

    >>> append_text(Argument("xs", Container.LIST), "0"), append_text(Argument("text"), "c")
    ('[*xs, 0]', 'text + c')
    """
    match whole.container:
        case None:
            return f"{whole.text} + {part}"
        case Container.ARRAY:
            return f"np.append({whole.text}, {part})"
    return listed_text(whole, f"*{whole.text}", part)


def _prepend_text(whole: Argument, part: str) -> str:
    match whole.container:
        case None:
            return f"{part} + {whole.text}"
        case Container.ARRAY:
            return f"np.insert({whole.text}, 0, {part})"
    return listed_text(whole, part, f"*{whole.text}")


def _insert_text(whole: Argument, part: str) -> str:
    middle = f"len({whole.text}) // 2"
    before, after = f"{whole.text}[: {middle}]", f"{whole.text}[{middle} :]"
    match whole.container:
        case None:
            return f"{before} + {part} + {after}"
        case Container.ARRAY:
            return f"np.insert({whole.text}, {middle}, {part})"
    return listed_text(whole, f"*{before}", part, f"*{after}")


class _Place(NamedTuple):
    """Where something is put: what is said of it, the index in a value, and Python of the whole with the part."""

    words: str
    index_in: Callable[[Any], int]
    text: Callable[[Argument, str], str]

    def insert(self, value: Any, part: Any) -> Any:
        """The value with the part in its place; None where bytes cannot hold it."""
        alone = part if isinstance(value, str) else remade(value, [part])
        place = self.index_in(value)
        return None if alone is None else value[:place] + alone + value[place:]


_END = _Place("appended to", len, append_text)
_START = _Place("prepended to", lambda _: 0, _prepend_text)
_MIDDLE = _Place("inserted into", lambda value: len(value) // 2, _insert_text)


def _grown_sources(domain: Narrowable, c: Constant) -> Domain | None:
    more = len(c) if domain.container is None else 1
    return before_growing(domain, least=0, more=more) if is_open_to(domain, c) else None


def _of_constant(name: str, place: _Place, *examples: Example) -> Template:
    return of_one(
        name,
        OPEN,
        constants=ELEMENTS,
        change=place.insert,
        text=lambda argument, c: place.text(argument, python_text(c)),
        words=lambda name, c: f"{constant_words(c)} is {place.words} {name}",
        sources=_grown_sources,
        effect=Effect.GROWS,
        diversity_group="insertion",
        examples=examples,
    )


INSERTION_TEMPLATES = (
    _of_constant(
        "append",
        _END,
        Example(([1],), 0, ([1, 0],), ("[*a, 0]",), "0 is appended to a"),
        Example(((0.5,),), -1.0, ((0.5, -1.0),), ("(*a, -1.0)",), "minus 1 is appended to a"),
        Example(("b",), " ", ("b ",), ('a + " "',), "a space is appended to a"),
        Example((["b"],), "a", (["b", "a"],), ('[*a, "a"]',), "a is appended to a"),
        Example((b"",), 1, (b"\x01",), ("bytes([*a, 1])",), "1 is appended to a"),
    ),
    _of_constant(
        "prepend",
        _START,
        Example(([1],), 0, ([0, 1],), ("[0, *a]",), "0 is prepended to a"),
        Example(("b",), "a", ("ab",), ('"a" + a',), "a is prepended to a"),
        Example(((True,),), False, ((False, True),), ("(False, *a)",), "False is prepended to a"),
    ),
    _of_constant(
        "insert",
        _MIDDLE,
        Example(([1, 2],), 0, ([1, 0, 2],), ("[*a[: len(a) // 2], 0, *a[len(a) // 2 :]]",), "0 is inserted into a"),
        Example(("bcd",), ",", ("b,cd",), ('a[: len(a) // 2] + "," + a[len(a) // 2 :]',), "a comma is inserted into a"),
    ),
)


def _of_both(name: str, place: _Place, *examples: Example) -> Template:
    """The same element at the same end of two texts or sequences, as a common beginning or end."""
    return Template(
        name=name,
        kinds=OPEN,
        arity=2,
        constants=ELEMENTS,
        follow_up=lambda values, c: tuple(place.insert(value, c) for value in values),
        texts=lambda arguments, c: tuple(place.text(argument, python_text(c)) for argument in arguments),
        words=lambda names, c: f"{constant_words(c)} is {place.words} {names[0]} and {names[1]}",
        sources=lambda domains, c: tuple(_grown_sources(domain, c) for domain in domains),
        suits=lambda domains: all(listed_texts(domain) is None for domain in domains),
        diversity_group="insertion alike",
        examples=examples,
    )


LIKE_INSERTION_TEMPLATES = (
    _of_both(
        "prepend_alike",
        _START,
        Example(("b", ""), "a", ("ab", "a"), ('"a" + a', '"a" + b'), "a is prepended to a and b"),
        Example(([1], []), 0, ([0, 1], [0]), ("[0, *a]", "[0, *b]"), "0 is prepended to a and b"),
    ),
    _of_both(
        "append_alike",
        _END,
        Example(("b", ""), "a", ("ba", "a"), ('a + "a"', 'b + "a"'), "a is appended to a and b"),
        Example(([1], []), 0, ([1, 0], [0]), ("[*a, 0]", "[*b, 0]"), "0 is appended to a and b"),
    ),
)
"""A common element in front of two texts or sequences, or behind them."""


def _sources_of_both(domains: tuple[Narrowable, ...], _constant: Constant) -> Sources:
    """Texts of half the size, two of which fit into one; sequences with room for one more, and what these may hold.

    A domain that lists its texts seldom has both.
    """
    whole, part = domains
    if listed_texts(whole) is not None:
        return (None, part)
    if whole.container is None:
        common = part.intersect(whole)
        half = None if common is None else before_growing(common, least=0, factor=2)
        return (before_growing(whole, least=0, factor=2), half)
    return (before_growing(whole, least=0, more=1), part.intersect(whole.element) if is_homogeneous(whole) else None)


def _of_argument(instance_of: str, place: _Place, *examples: Example) -> Template:
    return Template(
        name=f"{instance_of}_argument",
        instance_of=instance_of,
        kinds=OPEN,
        arity=2,
        constants=None,
        follow_up=lambda values, _: (place.insert(*values), values[1]),
        texts=lambda arguments, _: (place.text(arguments[0], arguments[1].text), arguments[1].text),
        words=lambda names, _: f"{names[1]} is {place.words} {names[0]}",
        sources=_sources_of_both,
        effect=Effect.GROWS,
        diversity_group="insertion of an argument",
        examples=examples,
        borrows=True,
    )


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
        left = least.intersect(most) if least is not None and most is not None else None
        if left is not None and 2 * width_of(left) >= width_of(first):
            return (left, second)
    half = domains[0].before_scaling(2)
    return (half, None if half is None else domains[1].intersect(half))


BORROWING_TEMPLATES = (
    Template(
        name="add_argument",
        instance_of="add",
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
    ),
    _of_argument(
        "append",
        _END,
        Example(([1], 2), None, ([1, 2], 2), ("[*a, b]", "b"), "b is appended to a"),
        Example(("x", "yz"), None, ("xyz", "yz"), ("a + b", "b"), "b is appended to a"),
    ),
    _of_argument(
        "prepend",
        _START,
        Example(((0.5,), 1.5), None, ((1.5, 0.5), 1.5), ("(b, *a)", "b"), "b is prepended to a"),
        Example(("x", "yz"), None, ("yzx", "yz"), ("b + a", "b"), "b is prepended to a"),
    ),
)


def _with_numbers(name: str, arity: int, place: _Place, *examples: Example) -> Template:
    def follow_up(values: Values, c: Constant) -> Values:
        return (place.insert(values[0], c), *(value + 1 for value in values[1:]))

    def words(names: Texts, c: Constant) -> str:
        grow = "grows" if len(names) == 2 else "grow"
        return f"{constant_words(c)} is {place.words} {names[0]} and {' and '.join(names[1:])} {grow} by 1"

    def sources(domains: tuple[Narrowable, ...], c: Constant) -> Sources:
        listed = listed_texts(domains[0])
        if listed is None:
            longer = _grown_sources(domains[0], c)
        else:
            longer = changed_within(listed, lambda value: place.insert(value, c))
        return (longer, *(domain.before_adding(1) for domain in domains[1:]))

    return Template(
        name=name,
        kinds=OPEN | {Kind.INT},
        arity=arity,
        constants=ENDS,
        follow_up=follow_up,
        texts=lambda arguments, c: (
            place.text(arguments[0], python_text(c)),
            *(f"{a.text} + 1" for a in arguments[1:]),
        ),
        words=words,
        sources=sources,
        diversity_group="insertion and shift",
        examples=examples,
        leads=True,
    )


SHIFTING_TEMPLATES = (
    _with_numbers(
        "append_and_add",
        2,
        _END,
        Example(("b", 1), "a", ("ba", 2), ('a + "a"', "b + 1"), "a is appended to a and b grows by 1"),
        Example(([1], 1), 0, ([1, 0], 2), ("[*a, 0]", "b + 1"), "0 is appended to a and b grows by 1"),
    ),
    _with_numbers(
        "append_and_add_both",
        3,
        _END,
        Example(
            ([1], 0, 1), 0, ([1, 0], 1, 2), ("[*a, 0]", "b + 1", "c + 1"), "0 is appended to a and b and c grow by 1"
        ),
    ),
    _with_numbers(
        "prepend_and_add",
        2,
        _START,
        Example(("b", 1), "a", ("ab", 2), ('"a" + a', "b + 1"), "a is prepended to a and b grows by 1"),
        Example(
            ((True,), 0),
            False,
            ((False, True), 1),
            ("(False, *a)", "b + 1"),
            "False is prepended to a and b grows by 1",
        ),
    ),
    _with_numbers(
        "prepend_and_add_both",
        3,
        _START,
        Example(
            ([1], 0, 1), 0, ([0, 1], 1, 2), ("[0, *a]", "b + 1", "c + 1"), "0 is prepended to a and b and c grow by 1"
        ),
    ),
)
