"""What annotations are put on: functions, methods and classes, with the parameters that they may speak of."""

import inspect
from collections.abc import Iterable
from dataclasses import dataclass
from types import MethodType
from typing import Any

from genmorph.model import UsageError
from genmorph.values.paths import beneath, find_named, load_module, split_path

_OPEN = (inspect.Parameter.VAR_KEYWORD,)


@dataclass(frozen=True, slots=True)
class Parameters:
    """The names that annotations of `owner` may speak of; where it is open, those of any keyword as well."""

    owner: str
    names: tuple[str, ...]
    is_open: bool = False

    def require(self, name: object, annotation: str) -> str:
        """The name, where it is one of a parameter.

        >>> Parameters("power", ("k", "e")).require("x", "arg")
        Traceback (most recent call last):
            ...
        genmorph.model.UsageError: arg of power must name one of k, e, got 'x'
        """
        if not isinstance(name, str):
            raise UsageError(f"{annotation} of {self.owner} must name a parameter by a text, got {name!r:.80}")
        if name in self.names or (self.is_open and name.isidentifier()):
            return name
        known = ", ".join(self.names) or "its parameters (it has none here; an annotation stands above @dataclass)"
        raise UsageError(f"{annotation} of {self.owner} must name one of {known}, got {name!r:.80}")


def name_of(target: Any) -> str:
    """How messages name a function or class: `Point.move`, without the functions around it."""
    qualname = getattr(beneath(target), "__qualname__", None) or getattr(target, "__name__", None)
    return qualname.rpartition("<locals>.")[2] if isinstance(qualname, str) else f"{target!r:.80}"


def signature_of(target: Any, annotation: str) -> inspect.Signature:
    """The signature of a function, or of the constructor of a class; UsageError where there is none to be read."""
    found = target if isinstance(target, MethodType) else beneath(target)
    try:
        return inspect.signature(found)
    except (TypeError, ValueError) as error:
        raise UsageError(
            f"{annotation} must be put on a function or class with a readable signature, got {target!r:.80}"
        ) from error


def parameters_of(target: Any, annotation: str) -> Parameters:
    """The parameters of a function, or of the constructor of a class.

    >>> import colorsys
    >>> parameters_of(colorsys.rgb_to_hls, "arg").names
    ('r', 'g', 'b')
    """
    found: Iterable[inspect.Parameter] = signature_of(target, annotation).parameters.values()
    is_open = any(parameter.kind in _OPEN for parameter in found)
    return Parameters(name_of(target), tuple(parameter.name for parameter in found), is_open)


def load_target(path: object) -> Any:
    """The function, method or class that `package.module:name` names, or the module that `package.module` names.

    >>> load_target("colorsys:rgb_to_hls").__name__
    'rgb_to_hls'
    """
    found = split_path(path) if isinstance(path, str) else None
    if found is None:
        raise UsageError(f"target must look like package.module or package.module:function, got {path!r:.80}")
    module, name = found
    return find_named(module, name) if name else load_module(module)
