"""What a worker has sent -> outcomes, and the same for values that were returned here and now."""

from collections.abc import Callable
from typing import Any

from genmorph.execution.worker import protocol
from genmorph.execution.worker.encoding import encode_value
from genmorph.execution.worker.limits import UnusableError
from genmorph.model import Altered, Array, Crashed, Drained, Fields, Outcome, Raised, Returned, TimedOut

__all__ = ["UnusableError", "decode", "plain"]


def decode(encoded: protocol.Encoded) -> Outcome:
    """The outcome that a worker has sent.

    >>> decode((protocol.RETURNED, 3)), decode((protocol.TIMED_OUT, None))
    (Returned(value=3), TimedOut())
    >>> decode((protocol.STRUCTURED, ("tuple", [1, ("array", [0.5])])))
    Returned(value=(1, Array(elements=(0.5,))))
    """
    code, value = encoded
    if code == protocol.RETURNED:
        return Returned(value)
    if code == protocol.STRUCTURED:
        return Returned(_value(value))
    if code == protocol.RAISED:
        return Raised(value)
    return TimedOut() if code == protocol.TIMED_OUT else Crashed(value)


def plain(value: object) -> Any:
    """What a worker and its parent would make of the value; UnusableError, which is a ValueError, for what they refuse.

    An iterator is drained, and may raise anything.

    >>> plain(iter("ab")), plain({"a": (1, 2)})
    (Drained(elements=('a', 'b')), {'a': (1, 2)})
    >>> plain({1, 2})
    Traceback (most recent call last):
        ...
    genmorph.execution.worker.limits.UnusableError: unsupported output: set; return sorted(...) of it
    """
    outcome = decode(encode_value(value))
    if isinstance(outcome, Returned):
        return outcome.value
    assert isinstance(outcome, Crashed)
    raise UnusableError(outcome.why)


_CLOSER_LOOK = frozenset({list, tuple})


def _value(wire: Any) -> Any:
    if type(wire) is list:
        return wire if _CLOSER_LOOK.isdisjoint(map(type, wire)) else [_value(element) for element in wire]
    return _TAGS[wire[0]](*wire[1:]) if type(wire) is tuple else wire


def _values(wires: list[Any]) -> tuple[Any, ...]:
    return tuple(map(_value, wires))


def _altered(value: Any, arguments: list[tuple[int, Any]]) -> Altered:
    return Altered(_value(value), tuple((position, _value(argument)) for position, argument in arguments))


_TAGS: dict[str, Callable[..., Any]] = {
    "tuple": _values,
    "array": lambda elements: Array(tuple(elements)),
    "drained": lambda elements: Drained(_values(elements)),
    "fields": lambda names, values: Fields(tuple(names), _values(values)),
    "dict": lambda keys, values: dict(zip(keys, _values(values), strict=True)),
    "altered": _altered,
}
