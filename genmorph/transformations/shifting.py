"""Templates that make a text or sequence longer at one end, and numbers that may be its places or sizes larger with it.

What pads, cuts, searches or sorts from one place to another does the same then, one place further on.
"""

from collections.abc import Callable
from typing import Any

from genmorph.model import Kind
from genmorph.transformations.constants import ENDS, Constant, constant_words
from genmorph.transformations.insertion import append_text, grown_sources, insert, prepend_text
from genmorph.transformations.narrowing import Narrowable
from genmorph.transformations.template import (
    OPEN,
    Argument,
    Example,
    Sources,
    Template,
    Texts,
    Values,
    changed_within,
    listed_texts,
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
