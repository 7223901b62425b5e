"""Templates that pass the source's output on; in the place of a constant they get that output, or its text."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from genmorph.model import Built, Container, Kind, Output, Parameter, Place
from genmorph.transformations.containers import remade
from genmorph.transformations.template import ANYTHING, Example, Sources, Template, of_one
from genmorph.values.foreign import type_of
from genmorph.values.kinds import LARGEST_EXACT, as_floats
from genmorph.values.narrowable import Narrowable


def _pass_on(value: Any, output: Any) -> Any:
    """The output as a value like that of the argument; None where it is not exactly one.

    Outputs of sequences are lists, whatever holds the elements of the argument; others are as the function gave them.
    """
    if isinstance(output, tuple | Built):
        return output if _is_like(value, output) else None
    match value:
        case float():
            return as_floats(output, Kind.FLOAT) if isinstance(output, int | float) and _is_exact(output) else None
        case list() | tuple() | bytes() if isinstance(output, list):
            are_numbers = all(isinstance(element, int | float) for element in output)
            # Where some of the numbers are floats, the ints among them stand for floats too.
            has_floats = are_numbers and any(isinstance(element, float) for element in chain(value, output))
            if has_floats and not all(map(_is_exact, output)):
                return None
            return remade(value, as_floats(output, Kind.FLOATS) if has_floats else output)
    return output if type(output) is type(value) else None


def _is_like(value: Any, output: Any) -> bool:
    """Whether an output is of the types that a value has in the same places.

    >>> _is_like((1, "a"), (2, "b")), _is_like((1, "a"), (2.5, "b")), _is_like((1, "a"), (2,))
    (True, False, False)
    """
    if isinstance(value, Built):
        return type_of(value) == type_of(output)
    if isinstance(value, tuple):
        is_tuple = isinstance(output, tuple) and len(output) == len(value)
        return is_tuple and all(map(_is_like, value, output))
    return type(output) is type(value)


def _is_exact(number: int | float) -> bool:
    return isinstance(number, float) or abs(number) <= LARGEST_EXACT


CHAIN = of_one(
    "chain",
    ANYTHING,
    change=_pass_on,
    text=lambda _, output: str(output),
    words=lambda name, _: f"the output is passed again as {name}",
    sources=lambda domain, _: domain,
    passes_on=True,
    examples=(
        Example(("x",), "y", ("y",), ("source",), "the output is passed again as a"),
        Example((1.5,), 2, (2.0,), ("source",), "the output is passed again as a"),
        Example(((1, 2),), [3], ((3,),), ("source",), "the output is passed again as a"),
        Example(([0.5],), [1, 1.5], ([1.0, 1.5],), ("source",), "the output is passed again as a"),
    ),
)


def _undo_sources(domains: tuple[Narrowable, ...], _output: Any) -> Sources:
    passed, turned = domains
    if turned.kind is not Kind.BOOL:
        return passed, turned.before_scaling(-1)
    return passed, turned if turned.contains(True) and turned.contains(False) else None


UNDO = Template(
    name="undo",
    kinds=ANYTHING,
    arity=2,
    constants=None,
    follow_up=lambda values, output: (
        _pass_on(values[0], output),
        not values[1] if isinstance(values[1], bool) else -values[1],
    ),
    texts=lambda arguments, output: (
        str(output),
        f"not {arguments[1].text}" if arguments[1].kind is Kind.BOOL else f"-{arguments[1].text}",
    ),
    words=lambda names, _: f"the output is passed again as {names[0]} with the opposite {names[1]}",
    sources=_undo_sources,
    examples=(
        Example(("x", 3), "y", ("y", -3), ("source", "-b"), "the output is passed again as a with the opposite b"),
        Example(
            (1.5, True), 2, (2.0, False), ("source", "not b"), "the output is passed again as a with the opposite b"
        ),
    ),
    passes_on=True,
)
"""What a second call with the opposite number or Boolean may undo: a shift, a rotation, encoding."""

TURNED = frozenset({Kind.INT, Kind.FLOAT, Kind.BOOL})
"""What has an opposite."""


def output_to_pass(outputs: Sequence[Output], parameter: Parameter) -> int | None:
    """The index of what a call gives, where it is one value, never None, that can take the parameter's place.

    What holds the elements may differ. Views, and parts of what is an output as a whole too, do not count. Of values
    beyond plain data tests must be able to say which are valid inputs.
    """
    indices = [index for index, output in enumerate(outputs) if not output.is_none and output.view is None]
    whole = [index for index in indices if outputs[index].place is Place.RETURNED]
    if whole and all(outputs[index].place is not Place.ARGUMENT for index in indices):
        indices = whole
    if len(indices) != 1 or outputs[indices[0]].optional:
        return None
    output = outputs[indices[0]]
    fits = output.kind is parameter.kind or (output.kind, parameter.kind) == (Kind.INT, Kind.FLOAT)
    if output.kind is Kind.OTHER:
        fits = (fits or parameter.domain.container is Container.TUPLE) and not output.is_mixed
        fits = fits and isinstance(parameter.domain, Narrowable) and parameter.domain.has_condition
    return indices[0] if fits else None
