"""The notation of domains, as it stands on command lines, in catalogues and in saved files."""

import inspect
from collections.abc import Callable

from genmorph.domain.bools import bools
from genmorph.domain.calls import Call, read_call
from genmorph.domain.finite import froms
from genmorph.domain.fixed_tuples import tuples
from genmorph.domain.floats import floats
from genmorph.domain.ints import ints
from genmorph.domain.optional import optionals
from genmorph.domain.sequences import byte_strings, lists, np_arrays
from genmorph.domain.texts import texts
from genmorph.model import Domain, UsageError

_FACTORIES: dict[str, Callable[..., Domain]] = {
    factory.__name__: factory
    for factory in (ints, floats, bools, froms, texts, lists, tuples, np_arrays, byte_strings, optionals)
}
_RULE = f"domain must be a call of {', '.join(_FACTORIES)} with literals"


def parse_domain(text: str) -> Domain:
    """Read a domain from its notation; nothing is evaluated.

    >>> parse_domain("lists(ints(-20, max=20), max_size=5)")
    lists(ints(-20, 20), max_size=5)
    >>> parse_domain("lists(ints")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: domain must be a call of ints, floats, bools, froms, texts, lists, tuples, np_arrays, \
byte_strings, optionals with literals, got 'lists(ints'
    """
    call = read_call(text)
    if call is None:
        raise UsageError(f"{_RULE}, got {text!r:.200}")
    try:
        return _build(call, text)
    except RecursionError:
        raise UsageError(f"{_RULE} and not nested as deeply, got {text!r:.200}") from None


def _build(call: Call, text: str) -> Domain:
    """The domain of a call; `text` is what the user wrote."""
    if call.name not in _FACTORIES:
        raise UsageError(f"{_RULE}, got {text!r:.200}")
    factory = _FACTORIES[call.name]
    positional = [_build(value, text) if isinstance(value, Call) else value for value in call.positional]
    keywords = {
        name: _build(value, text) if isinstance(value, Call) else value for name, value in call.keywords.items()
    }
    try:
        arguments = inspect.signature(factory).bind(*positional, **keywords)
    except TypeError as error:
        raise UsageError(f"domain must have the arguments of {call.name} ({error}), got {text!r:.200}") from error
    return factory(*arguments.args, **arguments.kwargs)
