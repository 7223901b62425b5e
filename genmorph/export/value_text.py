"""Python text of single values and inputs, and the health checks that they would fail."""

import re
from collections.abc import Iterable, Sequence
from types import MappingProxyType

from genmorph.model import Container, Domain, Input, Kind, Output, Parameter, Place
from genmorph.settings import TRIAL_RUN
from genmorph.values.array_types import TYPE_OF
from genmorph.values.building import source_text
from genmorph.values.formed import Foreign
from genmorph.values.narrowable import Narrowable
from genmorph.values.python_text import Style, numpy_name, python_text
from genmorph.values.strategies import Opaque

OR_NAN = "or_nan"
"""The function of a test that reads None as NaN."""
IS_NUMBER = "is_number"
"""The function of a test that says whether a value is a number."""
_FILTERING = ("filter_too_much",)
_LITERAL = Style("math.", has_double_quotes=False)
_SIZE = ("data_too_large", "large_base_example", "too_slow")

_ALIAS = re.compile(r"[\w.]+(\[[^\[\]:]*\])*")
"""A text that gives an object as it is: a name, a field, an item."""

_VIEW = re.compile(r"[\w.]+(\[[^\[\]]*\])*")
"""A text that gives an array, or a view of its elements."""

_CLOSED = re.compile(r"[\w.]+([(\[].*[)\]])?")

_NO_VALUE = MappingProxyType({Kind.TEXT: '""', Kind.BOOL: "False"})


def array(elements: str, kind: Kind) -> str:
    """An array with the elements of a list.

    >>> array("[1, 2]", Kind.INTS)
    'np.array([1, 2], dtype=np.int64)'
    """
    return f"np.array({elements}, dtype={numpy_name(TYPE_OF[kind.element])})"


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


def viewed(output: Output, whole: str) -> str:
    """The part of what a call returns, as it is read.

    >>> viewed(Output(Kind.INT, view="{}.toordinal()"), "f(d)")
    'f(d).toordinal()'
    """
    found = part(output, whole)
    return found if output.view is None else output.view.format(found)


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
    if output.kind is Kind.OTHER:
        return text
    if not output.optional:
        return text if is_plain else as_list(text, output.container)
    if output.kind.is_number:
        return f"{OR_NAN}({text[1:-1] if text.startswith('(None if ') else text})"
    if not output.kind.is_sequence:
        return f"{text} or {_NO_VALUE[output.kind]}"
    if output.container in (Container.LIST, Container.ITERATOR):
        return f"{text} or []"
    if output.container is Container.ARRAY:
        return f"[] if {text} is None else {as_list(text, output.container)}"
    return f"list({text} or ())"


_HAS_TYPE = MappingProxyType(
    {
        Container.LIST: "list",
        Container.TUPLE: "tuple",
        Container.BYTES: "bytes | bytearray",
        Container.ARRAY: "np.ndarray",
    }
)


def claim_of_kind(output: Output, text: str) -> str | None:
    """Python that is true where what a call gave, the value of an output with this text, has the output's kind.

    None where the value may be anything, such as None, or where the test makes it what it is.

    >>> claim_of_kind(Output(Kind.INT), "source"), claim_of_kind(Output(Kind.BOOL), "source[0]")
    ('is_number(source)', 'source[0] in (True, False)')
    >>> claim_of_kind(Output(Kind.INTS, container=Container.TUPLE), "source"), claim_of_kind(Output(Kind.OTHER), "day")
    ('isinstance(source, tuple)', 'day is not None')
    """
    if output.optional or output.is_none or output.place is Place.ARGUMENT or output.container is Container.ITERATOR:
        return None
    if output.view is not None or output.kind is Kind.OTHER:
        return f"{text} is not None"
    if output.container is not None:
        return f"isinstance({text}, {_HAS_TYPE[output.container]})"
    if output.kind is Kind.TEXT:
        return f"isinstance({text}, str)"
    return f"{text} in (True, False)" if output.kind is Kind.BOOL else f"{IS_NUMBER}({text})"


def copied(text: str, parameter: Parameter) -> str:
    """An object of its own for a function that changes its argument in place.

    A text that makes a new list or array is one already; what lists hold inside lists is shared by their copies.
    """
    container = parameter.domain.container
    if isinstance(parameter.domain, Foreign) and parameter.domain.is_hashable:  # nothing can change a date
        return text
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
    if given is wanted or output.kind is Kind.OTHER:
        return text
    if wanted is Container.ARRAY:
        return array(text, parameter.kind)
    elements = as_list(text, given)
    return elements if wanted is Container.LIST else f"{wanted.value}({elements})" if wanted else text


def literals(values: Input, parameters: Sequence[Parameter]) -> tuple[str, ...]:
    """Python source of each argument; floats that have no literal are taken from `math`.

    >>> from genmorph.domain import floats, lists
    >>> literals(([0.5, float("nan")],), [Parameter("xs", lists(floats()))])
    ('[0.5, math.nan]',)
    """
    texts = []
    for value, parameter in zip(values, parameters, strict=True):
        text = source_text(value) if parameter.kind is Kind.OTHER else literal(value)
        is_elements = isinstance(value, list) and parameter.kind is not Kind.OTHER and _is_array(parameter)
        texts.append(array(text, parameter.kind) if is_elements else text)
    return tuple(texts)


def _is_array(parameter: Parameter) -> bool:
    return parameter.domain.container is Container.ARRAY


def literal(value: object) -> str:
    """Python source of plain data."""
    return python_text(value, _LITERAL)


def unfit_health_checks(domains: Iterable[Domain], has_conditions: bool) -> tuple[str, ...]:
    """The names of the checks that sources of these domains may fail, or a test with `assume`.

    Without a deadline Hypothesis allows half a minute to draw ten inputs, so that only large inputs are too slow.

    >>> from genmorph.domain import ints, lists
    >>> unfit_health_checks([ints(), lists(ints())], has_conditions=True)
    ('filter_too_much',)
    >>> unfit_health_checks([lists(ints(), min_len=900, max_len=900)], has_conditions=False)
    ('data_too_large', 'large_base_example', 'too_slow')
    """
    drawn = tuple(domains)
    # a strategy of the user's may filter
    filters = has_conditions or any(isinstance(domain, Opaque) and domain.written() for domain in drawn)
    sizes = (domain.least_size if isinstance(domain, Narrowable) else 1 for domain in drawn)
    is_large = sum(sizes) >= TRIAL_RUN.large_input
    return (_FILTERING if filters else ()) + (_SIZE if is_large else ())
