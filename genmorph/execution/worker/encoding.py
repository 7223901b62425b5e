"""What a call gave -> an encoded outcome."""

from .arguments import Changed
from .limits import LONGEST, MOST_PARTS, UnusableError, drained
from .plain_data import ValueEncoder, type_name
from .protocol import CRASHED, OUT_OF_MEMORY, RAISED, RAISED_ELSE, RETURNED, STRUCTURED, Encoded

_SHORT = frozenset({int, float, bool, type(None)})
_SCALARS = _SHORT | {str}
_AS_THEY_ARE = _SCALARS | {bytes}


def one_line(error: BaseException) -> str:
    """The exception's name and the first line of its text."""
    text = str(error).partition("\n")[0]
    return f"{type_name(type(error))}: {text}" if text else type_name(type(error))


def encode_value(value: object) -> Encoded:
    """A returned value: scalars and lists of scalars as they are, the rest with tags; or why it is unusable.

    Iterators are drained, which may raise what the function raises.

    >>> encode_value([1, "a"]), encode_value((1, 2))
    ((0, [1, 'a']), (4, ('tuple', [1, 2])))
    >>> encode_value({1})
    (3, 'unsupported output: set; return sorted(...) of it')
    """
    if type(value) is list and _is_flat(value):
        return RETURNED, value[:]  # the subject may keep its own, and change it in a later call
    value = drained(value)
    try:
        wire = _encode(value)
    except UnusableError as error:
        return CRASHED, str(error)
    except BaseException:  # noqa: BLE001 - the value's own methods run here
        return CRASHED, f"unsupported output: {type_name(type(value))}"
    return (RETURNED if type(wire) in _AS_THEY_ARE else STRUCTURED), wire


def _encode(value: object) -> object:
    if type(value) is not Changed:
        return ValueEncoder().encode(value)
    arguments = [(position, ValueEncoder(position).encode(argument)) for position, argument in value.arguments]
    return "altered", ValueEncoder().encode(value.value), arguments


def _is_flat(value: list[object]) -> bool:
    """Whether a list holds scalars alone, and not too many: most lists need no closer look."""
    if len(value) > LONGEST:
        return False
    kinds = set(map(type, value))
    return kinds <= _SHORT or (kinds <= _SCALARS and _texts_fit(value))


def _texts_fit(value: list[object]) -> bool:
    lengths = [len(item) for item in value if type(item) is str]
    return max(lengths) <= LONGEST and len(value) + sum(lengths) <= MOST_PARTS


def encode_error(error: BaseException) -> Encoded:
    """What a call raised; running out of stack or memory is no answer of the function's.

    >>> encode_error(KeyError(1)), encode_error(SystemExit(1))
    ((1, 'KeyError'), (3, 'raised SystemExit'))
    """
    kind = type(error)
    if kind is UnusableError:
        return CRASHED, str(error)
    if issubclass(kind, MemoryError):
        return CRASHED, OUT_OF_MEMORY
    name = type_name(kind)
    if issubclass(kind, Exception) and not issubclass(kind, RecursionError):
        return RAISED, name
    return CRASHED, f"{RAISED_ELSE}{name}"
