"""Templates that make a text or sequence longer at one end, and numbers that may be its places or sizes larger with it.

What pads, cuts, searches or sorts from one place to another does the same then, one place further on.
"""

from collections.abc import Callable

from genmorph.model import Domain, Kind
from genmorph.transformations.constants import ENDS, Constant, constant_words
from genmorph.transformations.insertion import append_text, grown_sources, insert, prepend_text
from genmorph.transformations.narrowing import Narrowable
from genmorph.transformations.template import OPEN, Argument, Example, Sources, Template, Texts, Values


def _sources(domains: tuple[Narrowable, ...], c: Constant) -> Sources:
    longer: Domain | None = grown_sources(domains[0], c)
    return (longer, *(domain.before_adding(1) for domain in domains[1:]))


def _texts(sequence: Callable[[Argument, Constant], str]) -> Callable[[tuple[Argument, ...], Constant], Texts]:
    return lambda arguments, c: (sequence(arguments[0], c), *(f"{argument.text} + 1" for argument in arguments[1:]))


def _words(verb: str) -> Callable[[Texts, Constant], str]:
    def words(names: Texts, c: Constant) -> str:
        grow = "grows" if len(names) == 2 else "grow"
        return f"{constant_words(c)} is {verb} to {names[0]} and {' and '.join(names[1:])} {grow} by 1"

    return words


def _at_end(values: Values, c: Constant) -> Values:
    return (insert(values[0], len(values[0]), c), *(value + 1 for value in values[1:]))


def _at_start(values: Values, c: Constant) -> Values:
    return (insert(values[0], 0, c), *(value + 1 for value in values[1:]))


def _template(
    name: str,
    arity: int,
    verb: str,
    follow_up: Callable[[Values, Constant], Values],
    text: Callable[[Argument, Constant], str],
    *examples: Example,
) -> Template:
    return Template(
        name=name,
        kinds=OPEN | {Kind.INT},
        arity=arity,
        constants=ENDS,
        follow_up=follow_up,
        texts=_texts(text),
        words=_words(verb),
        sources=_sources,
        examples=examples,
        leads=True,
    )


SHIFTING_TEMPLATES = (
    _template(
        "append_and_add",
        2,
        "appended",
        _at_end,
        append_text,
        Example(("b", 1), "a", ("ba", 2), ('a + "a"', "b + 1"), "a is appended to a and b grows by 1"),
        Example(([1], 1), 0, ([1, 0], 2), ("[*a, 0]", "b + 1"), "0 is appended to a and b grows by 1"),
    ),
    _template(
        "prepend_and_add",
        2,
        "prepended",
        _at_start,
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
        _at_start,
        prepend_text,
        Example(
            ([1], 0, 1), 0, ([0, 1], 1, 2), ("[0, *a]", "b + 1", "c + 1"), "0 is prepended to a and b and c grow by 1"
        ),
    ),
)
