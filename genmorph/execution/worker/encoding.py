"""What a call gave -> an encoded outcome, which `marshal` carries."""

import importlib
import operator
import sys
from collections import deque
from collections.abc import Callable
from itertools import islice
from types import FunctionType
from typing import Any

from .arguments import Changed
from .protocol import (
    CRASHED,
    LIMITS,
    OUT_OF_MEMORY,
    RAISED,
    RAISED_ELSE,
    RETURNED,
    STRUCTURED,
    TOO_LARGE,
    UNSUPPORTED,
    DrainedList,
    Encoded,
    UnusableError,
    drained,
    is_iterator,
)

_OWN_CLASS = "return its fields in a tuple, dict or dataclass"
_WAYS_OUT = {"_io._IOBase": "return what it holds"}

_DRAINED: tuple[type, ...] = (DrainedList, range, deque, type({}.keys()), type({}.values()), type({}.items()))
"""What a test makes a list of before it looks at it."""
_PLAIN_SCALARS = frozenset({int, float, bool, type(None)})
_SCALARS = _PLAIN_SCALARS | {str}
_AS_THEY_ARE = _SCALARS | {bytes}
_NAMED_ARRAYS = {**dict.fromkeys("biufcmM", ""), "U": "str", "S": "bytes", "O": "object"}
"""By the kind of the elements' type, its name; that which numpy gives it where this says nothing."""
_AS_PYTHON = {"f": float, "c": complex}
"""By the kind of the elements' type: Python's own numbers, which those of more digits become."""
_LONG = {"float128": "float64", "complex256": "complex128"}
"""What is more exact than Python's own floats."""


def type_name(kind: type) -> str:
    """The qualified name, without `builtins.`."""
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


class ValueEncoder:
    """Encodes the value that a call returned, or the one it left in the place of an argument.

    Raises UnusableError for what is too large, before it looks at the elements, and for what is of no known type.
    """

    def __init__(self, position: int | None = None) -> None:
        self._position = position
        self._room = LIMITS.parts

    def encode(self, value: Any, depth: int = 0) -> Any:
        """The value as plain data; what sets values of derived types apart is lost."""
        kind = type(value)
        if kind in _PLAIN_SCALARS:
            return value
        if kind is list:
            return self._elements(value, kind, depth)
        if issubclass(kind, str):
            self._take(str.__len__(value), "text", "characters")
            return str.__str__(value)
        if issubclass(kind, float):
            return float.__float__(value)
        names = declared_fields(value)
        if names is not None:
            elements = self._elements([getattr(value, name) for name in names], kind, depth)
            return "fields", names, elements, compared_as(kind)
        return self._container(value, kind, depth)

    def _container(self, value: Any, kind: type, depth: int) -> Any:
        if issubclass(kind, bytes | bytearray):
            self._take(len(value), type_name(kind))
            return bytes(value)
        if issubclass(kind, tuple):
            names, elements = getattr(kind, "_fields", None), self._elements(value, kind, depth)
            if names is None or len(names) != len(elements):  # `tuple.__new__` makes named tuples of any length
                return "tuple", elements
            return "fields", list(names), elements, "tuple" if kind.__eq__ is tuple.__eq__ else ""
        if issubclass(kind, dict):
            return "dict", self._elements(value.keys(), kind, depth), self._elements(value.values(), kind, depth)
        if issubclass(kind, _DRAINED) or _is_of("array", "array", kind) or is_iterator(kind):
            if depth:
                raise self._unsupported(f"{type_name(kind)} inside of another value", "return list(...) of it")
            return "drained", self._elements(value, kind, depth)
        if issubclass(kind, list):
            return self._elements(value, kind, depth)
        return self._foreign(value, kind, depth)

    def _foreign(self, value: Any, kind: type, depth: int) -> Any:
        if _is_of("numpy", "ndarray", kind):
            return self._array(value, depth)
        if _is_of("numpy", "generic", kind) and value.dtype.kind in "bf":
            return bool(value) if value.dtype.kind == "b" else float(value)
        if _is_of("numpy", "complexfloating", kind):
            return self.encode(complex(value), depth)
        if hasattr(kind, "__index__"):
            return int.__index__(operator.index(value))
        form = _forms().form_of(value)
        if form is not None:
            return self._formed(form, kind, depth)
        state = public_state(value)
        if state is not None:
            return "fields", list(state), self._elements(state.values(), kind, depth), ""
        own = _OWN_CLASS if kind.__module__ != "builtins" else ""
        ways_out = (_WAYS_OUT[type_name(base)] for base in kind.__mro__ if type_name(base) in _WAYS_OUT)
        raise self._unsupported(type_name(kind), next(ways_out, own))

    def _formed(self, form: Any, kind: type, depth: int) -> Any:
        """What gives an equal value: a name, or a call with arguments."""
        module, qualname, *arguments = form
        if not arguments:
            return "name", module, qualname
        given, named = arguments
        encoded = self._elements([*given, *(value for _, value in named)], kind, depth)
        return "call", module, qualname, encoded[: len(given)], [name for name, _ in named], encoded[len(given) :]

    def _array(self, value: Any, depth: int) -> Any:
        """Numbers and Booleans in one dimension alone, all else with its type and shape."""
        if type(value) is not sys.modules["numpy"].ndarray and _forms().is_odd_array(value):
            raise self._unsupported(f"numpy array of the class {type(value).__name__}", "return .tolist() of it")
        if value.ndim == 0:
            return self.encode(value[()], depth)
        code, elements = value.dtype.kind, value.ravel()
        if code not in _NAMED_ARRAYS:
            raise self._unsupported(f"numpy array of {value.dtype}", "return .tolist() of it")
        if code in "OUS":
            encoded = self._elements(elements.tolist(), type(value), depth)
        else:
            self._take(len(elements), "numpy array")
            plain = _AS_PYTHON.get(code)
            encoded = _plain_array(elements, code).tolist() if plain is None else list(map(plain, elements.tolist()))
        if value.ndim == 1 and code in "biuf":
            return "array", encoded
        name = _NAMED_ARRAYS[code] or value.dtype.name
        return "ndarray", encoded, _LONG.get(name, name), list(value.shape)

    def _elements(self, value: Any, kind: type, depth: int) -> list[Any]:
        if depth == LIMITS.depth:
            raise self._too_large(f"value nested deeper than the {LIMITS.depth} levels that{TOO_LARGE}")
        self._take(len(value), type_name(kind))
        elements = list(islice(value, LIMITS.length))
        if _PLAIN_SCALARS.issuperset(map(type, elements)):
            return elements
        return [self.encode(element, depth + 1) for element in elements]

    def _take(self, size: int, what: str, parts: str = "elements") -> None:
        """Count the parts of a value, before they are looked at."""
        if size > LIMITS.length:
            raise self._too_large(f"{what} of {size:,} {parts}, at most {LIMITS.length:,}{TOO_LARGE}")
        self._room -= size
        if self._room < 0:
            raise self._too_large(f"value of more parts than the {LIMITS.parts:,} that{TOO_LARGE}")

    def _too_large(self, what: str) -> UnusableError:
        gave = "returned" if self._position is None else f"changed argument {self._position + 1} to"
        return UnusableError(f"{gave} a {what}")

    def _unsupported(self, what: str, way_out: str) -> UnusableError:
        place = "output" if self._position is None else f"change of argument {self._position + 1}"
        return UnusableError(f"{UNSUPPORTED}{place}: {what}{'; ' if way_out else ''}{way_out}")


def declared_fields(value: Any) -> list[str] | None:
    """The fields of a dataclass, an attrs class or a pydantic model, by what these leave on the class."""
    kind = type(value)
    if hasattr(kind, "__dataclass_fields__"):
        return [field.name for field in sys.modules["dataclasses"].fields(value)]
    if hasattr(kind, "__attrs_attrs__"):
        return [field.name for field in kind.__attrs_attrs__]
    return list(kind.model_fields) if hasattr(kind, "__pydantic_fields__") else None


def compared_as(kind: type) -> str:
    """The class of a dataclass whose `==` is that of `dataclass` and compares all of its fields; "" for others.

    A class that a call makes anew each time is none: no module has it.

    >>> from dataclasses import make_dataclass
    >>> from pstats import FunctionProfile
    >>> compared_as(FunctionProfile), compared_as(make_dataclass("Job", ["x"]))
    ('pstats.FunctionProfile', '')
    """
    owner = next(base for base in kind.__mro__ if "__eq__" in vars(base))
    code = getattr(vars(owner)["__eq__"], "__code__", None)
    is_written = code is not None and code.co_qualname == "__create_fn__.<locals>.__eq__"
    fields = getattr(kind, "__dataclass_fields__", {})
    if not is_written or fields.keys() != vars(owner).get("__dataclass_fields__", {}).keys():
        return ""
    found: Any = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    is_fixed = found is kind and all(field.compare for field in fields.values())
    return f"{kind.__module__}.{kind.__qualname__}" if is_fixed else ""


def public_state(value: Any) -> dict[str, Any] | None:
    """The attributes of an object that a class of Python compares, where all are public; None for other objects.

    >>> from argparse import Namespace
    >>> public_state(Namespace(x=1)), public_state(object())
    ({'x': 1}, None)
    """
    state = getattr(value, "__dict__", {})
    is_compared = isinstance(type(value).__eq__, FunctionType)
    return dict(state) if is_compared and state and not any(name.startswith("_") for name in state) else None


def _forms() -> Any:
    """What knows of values beyond plain data, loaded when the first such value is there."""
    return importlib.import_module("genmorph.values.value_forms")


def _plain_array(elements: Any, code: str) -> Any:
    """Dates and spans of time as ints, which numpy reads again."""
    return elements.astype("int64") if code in "mM" else elements


def _is_of(module: str, name: str, kind: type) -> bool:
    """Whether a type is one of a module that need not be loaded, or derived from it."""
    base = getattr(sys.modules.get(module), name, None)
    return isinstance(base, type) and issubclass(kind, base)


def one_line(error: BaseException) -> str:
    """The exception's name and the first line of its text."""
    text = str(error).partition("\n")[0]
    return f"{type_name(type(error))}: {text}" if text else type_name(type(error))


def telling_errors(call: Callable[..., object]) -> Callable[..., str]:
    """The call with what it raises, as text, in the place of its outcome.

    >>> telling_errors(int)("a"), telling_errors(int)("1")
    ("ValueError: invalid literal for int() with base 10: 'a'", '')
    """

    def told(*arguments: Any) -> str:
        try:
            drained(call(*arguments))
        except Exception as error:  # noqa: BLE001 - the border to the subject
            return one_line(error)[: LIMITS.length]
        return ""

    return told


def encode_value(value: object) -> Encoded:
    """A returned value: scalars and lists of scalars as they are, the rest with tags; or why it is unusable.

    Iterators are drained, which may raise what the function raises.

    >>> encode_value([1, "a"]), encode_value((1, 2))
    ((0, [1, 'a']), (4, ('tuple', [1, 2])))
    >>> encode_value({1}), encode_value(object())
    ((4, ('call', 'builtins', 'set', [[1]], [], [])), (3, 'unsupported output: object'))
    """
    if type(value) is list and _is_flat(value):
        return RETURNED, value[:]  # the subject may keep its own, and change it in a later call
    value = drained(value)
    try:
        wire: Any
        if type(value) is Changed:
            arguments = [(position, ValueEncoder(position).encode(argument)) for position, argument in value.arguments]
            wire = "altered", ValueEncoder().encode(value.value), arguments
        else:
            wire = ValueEncoder().encode(value)
    except UnusableError as error:
        return CRASHED, str(error)
    except BaseException:  # noqa: BLE001 - the value's own methods run here
        return CRASHED, f"unsupported output: {type_name(type(value))}"
    return (RETURNED if type(wire) in _AS_THEY_ARE else STRUCTURED), wire


def _is_flat(value: list[object]) -> bool:
    """Whether a list holds scalars alone, and not too many: most lists need no closer look."""
    if len(value) > LIMITS.length:
        return False
    kinds = set(map(type, value))
    if str not in kinds:
        return kinds <= _PLAIN_SCALARS
    lengths = [len(item) for item in value if type(item) is str]
    return kinds <= _SCALARS and max(lengths) <= LIMITS.length and len(value) + sum(lengths) <= LIMITS.parts


def encode_error(error: BaseException) -> Encoded:
    """What a call raised; running out of stack or memory is no outcome of the function."""
    kind = type(error)
    if kind is UnusableError:
        return CRASHED, str(error)
    if issubclass(kind, MemoryError):
        return CRASHED, OUT_OF_MEMORY
    name = type_name(kind)
    if issubclass(kind, Exception) and not issubclass(kind, RecursionError):
        return RAISED, name
    return CRASHED, f"{RAISED_ELSE}{name}"
