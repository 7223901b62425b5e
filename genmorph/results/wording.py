"""Python text of single values: parts of what a call returns, as lists, as copies, as arguments."""

import re
from collections.abc import Collection
from types import MappingProxyType

from genmorph.model import Container, Kind, Output, Parameter, Place

OR_NAN = "or_nan"
"""The function of a test that reads None as NaN."""
_ALIAS = re.compile(r"[\w.]+(\[[^\[\]:]*\])*")
"""A text that gives an object as it is: a name, a field, an item."""
_VIEW = re.compile(r"[\w.]+(\[[^\[\]]*\])*")
"""A text that gives an array, or a view of its elements."""
_CLOSED = re.compile(r"[\w.]+([(\[].*[)\]])?")
_NO_VALUE = MappingProxyType({Kind.TEXT: '""', Kind.BOOL: "False"})
_ELEMENT_TYPES = MappingProxyType({Kind.INTS: "np.int64", Kind.FLOATS: "np.float64", Kind.BOOLS: "np.bool_"})


def free(name: str, taken: Collection[str]) -> str:
    """The name, with underscores at its end while it is taken.

    >>> free("source", {"source", "source_"})
    'source__'
    """
    while name in taken:
        name += "_"
    return name


def array(elements: str, kind: Kind) -> str:
    """An array with the elements of a list.

    >>> array("[1, 2]", Kind.INTS)
    'np.array([1, 2], dtype=np.int64)'
    """
    return f"np.array({elements}, dtype={_ELEMENT_TYPES[kind]})"


def part(output: Output, whole: str) -> str:
    """Where the output stands in what a call returns.

    >>> part(Output(Kind.INT, Place.KEY, "area"), "f(x)"), part(Output(Kind.INT, Place.FIELD, "area"), "f(x)")
    ('f(x)["area"]', 'f(x).area')
    """
    match output.place, output.key:
        case Place.FIELD, key:
            return f"{whole}.{key}"
        case Place.KEY, str() as key if key.isprintable() and not {'"', "\\"} & {*key}:
            return f'{whole}["{key}"]'
        case ((Place.ITEM | Place.KEY), key):
            return f"{whole}[{key!r}]"
    return whole


def as_list(text: str, container: Container | None) -> str:
    """The elements as a list, as relations see them.

    >>> as_list("xs", Container.BYTES), as_list("-xs", Container.ARRAY), as_list("xs", Container.LIST)
    ('list(xs)', '(-xs).tolist()', 'xs')
    """
    match container:
        case Container.TUPLE | Container.BYTES:
            return f"list({text})"
        case Container.ARRAY:
            return f"{text if _CLOSED.fullmatch(text) else f'({text})'}.tolist()"
    return text


def output_value(output: Output, text: str, is_plain: bool) -> str:
    """What relations see of an output; where `is_plain`, its container does not matter to the relation."""
    if output.is_none:
        return f"{text} is None"
    if not output.optional:
        return text if is_plain else as_list(text, output.container)
    if output.kind.is_number:
        return f"{OR_NAN}({text})"
    if not output.kind.is_sequence:
        return f"{text} or {_NO_VALUE[output.kind]}"
    if output.container in (Container.LIST, Container.ITERATOR):
        return f"{text} or []"
    if output.container is Container.ARRAY:
        return f"[] if {text} is None else {as_list(text, output.container)}"
    return f"list({text} or ())"


def copied(text: str, parameter: Parameter) -> str:
    """An object of its own for a function that changes its argument in place.

    A text that makes a new list or array is one already; what lists hold inside lists is shared by their copies.
    """
    container = parameter.domain.container
    if (
        parameter.kind in (Kind.NESTED, Kind.OTHER)
        or parameter.is_optional
        or container not in (Container.LIST, Container.ARRAY)
    ):
        return f"deepcopy({text})"
    is_shared = (_VIEW if container is Container.ARRAY else _ALIAS).fullmatch(text)
    return f"{text}.copy()" if is_shared else text


def handed_on(text: str, output: Output, parameter: Parameter) -> str:
    """An output of the source as an argument of the follow-up, in the container that the parameter has.

    >>> from genmorph.domain import ints, lists
    >>> handed_on("source", Output(Kind.INTS, container=Container.TUPLE), Parameter("xs", lists(ints())))
    'list(source)'
    """
    given, wanted = output.container, parameter.domain.container
    if parameter.kind is Kind.FLOAT and output.kind is Kind.INT:
        return f"float({text})"
    if given is wanted:
        return text
    if wanted is Container.ARRAY:
        return array(text, parameter.kind)
    elements = as_list(text, given)
    return elements if wanted is Container.LIST else f"{wanted.value}({elements})" if wanted else text
