"""What a call gave -> an encoded outcome."""

import operator

from .protocol import CRASHED, RAISED, RETURNED, Encoded


def type_name(kind: type) -> str:
    """The qualified name, without `builtins.`.

    >>> import struct
    >>> type_name(ValueError), type_name(struct.error)
    ('ValueError', 'struct.error')
    """
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def one_line(error: BaseException) -> str:
    """The exception's name and the first line of its text."""
    text = str(error).partition("\n")[0]
    return f"{type_name(type(error))}: {text}" if text else type_name(type(error))


def encode_value(value: object) -> Encoded:
    """A returned value, as an exact int, float or bool where it is one in substance.

    >>> import signal
    >>> encode_value(signal.SIGINT), encode_value([1])
    ((0, 2), (3, 'unsupported output: list'))
    """
    kind = type(value)
    try:
        if issubclass(kind, bool) or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_")):
            return RETURNED, bool(value)
        if issubclass(kind, float):
            return RETURNED, float.__float__(value)  # type: ignore[arg-type]
        if hasattr(kind, "__index__"):
            return RETURNED, int.__index__(operator.index(value))  # type: ignore[arg-type]
    except BaseException:  # noqa: BLE001, S110 - the value's own methods run here
        pass
    return CRASHED, f"unsupported output: {type_name(kind)}"


def encode_error(error: BaseException) -> Encoded:
    """What a call raised; running out of stack or memory is no answer of the function's.

    >>> encode_error(KeyError(1)), encode_error(SystemExit(1))
    ((1, 'KeyError'), (3, 'raised SystemExit'))
    """
    kind = type(error)
    name = type_name(kind)
    if issubclass(kind, Exception) and not issubclass(kind, RecursionError | MemoryError):
        return RAISED, name
    return CRASHED, f"raised {name}"
