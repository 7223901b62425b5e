"""Values as Python text: in notations of domains, in tests, in messages, and as keys."""

import ast
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.model import Array, Built, Drained, Fields
from genmorph.settings import TRIAL_RUN, WRITING

ARRAY = "array:"
"""What the `maker` of a built array begins with, before the name of its type."""
_WITH_UNDERSCORE = frozenset({"bool", "str", "bytes", "object"})


class Source(str):
    """Python that stands in other text as it is."""

    __slots__ = ()


class Symbol(Source):
    """The name of a drawn parameter where templates write a constant; as a number it is above 0, or below with a minus.

    >>> k = Symbol("k")
    >>> k > 0, k < 0, k == -1, f"x + {abs(k)}"
    (True, False, False, 'x + k')
    >>> Symbol("-k") < 0, f"x - {abs(Symbol('-k'))}"
    (True, 'x - k')
    """

    __slots__ = ()

    def __gt__(self, other: object) -> bool:
        return other == 0 and not self.startswith("-")

    def __lt__(self, other: object) -> bool:
        return other == 0 and self.startswith("-")

    def __abs__(self) -> "Symbol":
        return Symbol(self.removeprefix("-"))


@dataclass(frozen=True, slots=True)
class Style:
    """How values are written where there are several ways.

    `prefix` stands before `inf` and `nan`. Texts have double quotes where that needs no further escapes, or those of
    `repr`. Ints of the magnitude `hexadecimal` are hexadecimal, since Python does not write the longest as decimals.
    `call` is the form of module and name in calls that build a value; without one, `Built` values have their `repr`.
    """

    prefix: str = ""
    has_double_quotes: bool = True
    hexadecimal: int = 10**TRIAL_RUN.decimal_digits
    call: str | None = None


NOTATION = Style()
"""What `parse_domain` reads."""
SOURCE = Style("math.", call="{}.{}")
"""What can be executed with `math`, `np` and the modules of what is called."""
READABLE = Style("math.", call="{1}")
"""The same to be read: what is called stands there without its module."""
KEY = Style(has_double_quotes=False, hexadecimal=2**WRITING.named_bits)
"""Other texts for other values, as `repr` gives them but for large ints."""


def python_text(value: object, style: Style = NOTATION) -> str:
    """Write plain data and what is built.

    >>> python_text(("a", [None, -math.inf])), python_text(Source("ints()"))
    ('("a", [None, -inf])', 'ints()')
    >>> python_text([1, (0.5, "a"), 2**300], KEY)[:30]
    "[1, (0.5, 'a'), 0x100000000000"
    >>> python_text(Built("array:float32", ((1, 2), (0.5, 1.0))), SOURCE)
    'np.array([[0.5, 1.0]], dtype=np.float32)'
    >>> [python_text([Built("call", ("shop", "Point", (1,), (("y", 2),)))], style) for style in (SOURCE, READABLE)]
    ['[shop.Point(1, y=2)]', '[Point(1, y=2)]']
    """
    match value:
        case Source():
            return value
        case str() if style.has_double_quotes:
            written = repr(value)
            return written if '"' in written or "\\'" in written else f'"{written[1:-1]}"'
        case float() if not math.isfinite(value):
            return f"{'-' if value < 0 else ''}{style.prefix}{'nan' if math.isnan(value) else 'inf'}"
        case int() if abs(value) >= style.hexadecimal:
            return hex(value)
        case list() | tuple() | dict() | Array() | Drained() | Fields():
            return _container(value, style)
        case complex() if style.call is not None:
            return write_call("complex", (value.real, value.imag), {}, style)
        case Built() if style.call is not None:
            return _built(value, style, style.call)
    try:
        return repr(value)
    except ValueError:  # it holds an int of more digits than Python writes
        held = [python_text(getattr(value, name), style) for name in getattr(value, "__dataclass_fields__", ())]
        return f"{type(value).__name__}({', '.join(held)})"


def _braces(pairs: Iterable[tuple[Any, Any]], style: Style) -> str:
    return f"{{{', '.join(f'{python_text(key, style)}: {python_text(part, style)}' for key, part in pairs)}}}"


def _container(value: Any, style: Style) -> str:
    match value:
        case dict():
            return _braces(value.items(), style)
        case Array(elements):
            return f"array({_container(list(elements), style)})"
        case Drained(elements):
            return f"iterator({_container(list(elements), style)})"
        case Fields(names, values):
            return f"{'/'.join(names)}{_container(values, style)}"
    listed = ", ".join([python_text(part, style) for part in value])
    if isinstance(value, list):
        return f"[{listed}]"
    return f"({listed},)" if len(value) == 1 else f"({listed})"


def _built(value: Built, style: Style, call: str) -> str:
    match value:
        case Built("dict", pairs):
            return _braces(pairs, style)
        case Built("call", (module, qualname, given, named)):
            return write_call(_named(call, module, qualname), given, dict(named), style)
        case Built("name", (module, qualname)):
            return _named(call, module, qualname)
    shape, elements = value.parts
    np_type = numpy_name(value.maker.removeprefix(ARRAY))
    if not elements:  # a list of lists does not say how long the inner ones are where there are none
        return f"np.zeros({shape!r}, dtype={np_type})"
    nested: Any = list(elements)
    for side in shape[:0:-1]:
        nested = [nested[start : start + side] for start in range(0, len(nested), side)]
    return f"np.array({python_text(nested if shape else nested[0], style)}, dtype={np_type})"


def _named(call: str, module: str, qualname: str) -> str:
    return qualname if module == "builtins" else call.format(module, qualname)


def numpy_name(np_type: str) -> str:
    """How a type of arrays is written in Python.

    >>> numpy_name("int64"), numpy_name("bool"), numpy_name("datetime64[D]")
    ('np.int64', 'np.bool_', '"datetime64[D]"')
    """
    if "[" in np_type:
        return f'"{np_type}"'
    return f"np.{np_type}_" if np_type in _WITH_UNDERSCORE else f"np.{np_type}"


def write_call(name: str, positional: Sequence[object], keywords: Mapping[str, object], style: Style = NOTATION) -> str:
    """Write a call."""
    arguments = [python_text(value, style) for value in positional]
    arguments += [f"{keyword}={python_text(value, style)}" for keyword, value in keywords.items()]
    return f"{name}({', '.join(arguments)})"


def between(low: float | None, text: str, high: float | None) -> str | None:
    """Python that is true where the value with this text is from `low` to `high`; None where there is no bound.

    >>> between(0, "x", 9), between(None, "x", 9), between(0, "x", None)
    ('0 <= x <= 9', 'x <= 9', 'x >= 0')
    """
    if low is not None and high is not None:
        return f"{low} <= {text} <= {high}"
    if low is None and high is None:
        return None
    return f"{text} <= {high}" if low is None else f"{text} >= {low}"


PRIMARY = (
    *(ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.List, ast.Tuple, ast.Dict, ast.Set),
    *(ast.ListComp, ast.DictComp, ast.SetComp),
)
"""Syntax that nothing written beside it tears apart."""


def as_primary(text: str) -> str:
    """The text of a value, in parentheses where an attribute of it could not be written behind it.

    >>> as_primary("f(x)[0]"), as_primary("{**x}"), as_primary("x + y")
    ('f(x)[0]', '{**x}', '(x + y)')
    """
    return text if isinstance(ast.parse(text, mode="eval").body, PRIMARY) else f"({text})"


def conjunction(*parts: str | None) -> str | None:
    """Python that is true where all parts are that are given; None where none is.

    >>> conjunction("a", None, "b"), conjunction(None)
    ('a and b', None)
    """
    return " and ".join(part for part in parts if part) or None
