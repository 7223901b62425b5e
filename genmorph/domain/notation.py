"""The notation of domains, as it stands on command lines, in catalogues and in saved files."""

import inspect
from collections.abc import Callable

from genmorph.domain.bools import bools
from genmorph.domain.calls import read_call
from genmorph.domain.finite import froms
from genmorph.domain.floats import floats
from genmorph.domain.ints import ints
from genmorph.model import Domain, UsageError

_FACTORIES: dict[str, Callable[..., Domain]] = {"ints": ints, "floats": floats, "bools": bools, "froms": froms}


def parse_domain(text: str) -> Domain:
    """Read a domain from its notation; nothing is evaluated.

    >>> parse_domain("ints(-20, max=20)")
    ints(-20, 20)
    >>> parse_domain("ints(-20, 20").kind
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: domain must be a call of ints, floats, bools or froms with literals, got 'ints(-20, 20'
    """
    call = read_call(text)
    if call is None or call.name not in _FACTORIES:
        raise UsageError(f"domain must be a call of ints, floats, bools or froms with literals, got {text!r}")
    factory = _FACTORIES[call.name]
    try:
        arguments = inspect.signature(factory).bind(*call.positional, **call.keywords)
    except TypeError as error:
        raise UsageError(f"domain must have the arguments of {call.name} ({error}), got {text!r}") from error
    return factory(*arguments.args, **arguments.kwargs)
