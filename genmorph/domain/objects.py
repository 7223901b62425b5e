"""What functions of the user's make, whose arguments are described in their turn."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from genmorph.domain.calls import Source, write_call
from genmorph.domain.containment import together
from genmorph.domain.kinds import scalar_kind
from genmorph.domain.others import Others
from genmorph.domain.paths import find_named, split_path
from genmorph.model import Built, Domain, UsageError

_EMPTY = inspect.Parameter.empty
_STARRED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True, slots=True, repr=False)
class Objs(Others):
    """The results of a generator, which is imported when the first value is drawn."""

    module: str
    qualname: str

    @property
    def arguments(self) -> tuple["Argument", ...]:
        """The generator's arguments; UsageError where it is missing, or an argument has no domain."""
        return _arguments(self.module, self.qualname)

    def draw(self, rng: Random) -> Built:
        """One call of the generator, with drawn arguments."""
        drawn = [(argument, argument.domain.draw(rng)) for argument in self.arguments]
        given = tuple(value for argument, value in drawn if argument.is_positional)
        named = tuple((argument.name, value) for argument, value in drawn if not argument.is_positional)
        return Built("call", (self.module, self.qualname, given, named))

    def contains(self, value: object) -> bool | None:
        """Whether a call of the generator has valid arguments; None for objects of others, which it may have made."""
        match value:
            case Built("call", (self.module, self.qualname, given, named)):
                return self._takes(given, named)
            case Built() | None:
                return False
        return None if scalar_kind(value) is None else False

    def notation(self) -> str:
        """The call that makes this domain."""
        return write_call("objs", [f"{self.module}:{self.qualname}"], {})

    def strategy(self) -> str:
        """The Hypothesis call for the same values; it needs the generator's module by its whole name."""
        given = [Source(a.domain.strategy()) for a in self.arguments if a.is_positional]
        named = {a.name: Source(a.domain.strategy()) for a in self.arguments if not a.is_positional}
        return write_call("st.builds", [Source(f"{self.module}.{self.qualname}"), *given], named)

    def _takes(self, given: tuple[Any, ...], named: tuple[tuple[str, Any], ...]) -> bool | None:
        known = [argument for argument in self.arguments if argument.is_positional]
        rest = {argument.name: argument.domain for argument in self.arguments if not argument.is_positional}
        if len(given) != len(known) or dict(named).keys() != rest.keys():
            return False
        answers = [argument.domain.contains(value) for argument, value in zip(known, given, strict=True)]
        return together([*answers, *(rest[name].contains(value) for name, value in named)])

    def _within(self, other: "Objs") -> Domain | None:
        return self if other == self else None


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a generator."""

    name: str
    domain: Domain
    is_positional: bool


def objs(generator: Callable[..., Any] | str) -> Objs:
    """What a generator makes: a function whose arguments are annotated with `arg`, or its path as text.

    >>> objs("shop:make_point")
    objs("shop:make_point")
    >>> objs(lambda: 3)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: generator must be a function that others can import, or its path such as \
'package.module:function', got 'genmorph.domain.objects:<lambda>'
    """
    if isinstance(generator, str):
        path = generator
    elif isinstance(generator, type) or inspect.isroutine(generator):
        path = f"{generator.__module__}:{generator.__qualname__}"
    else:
        path = ""
    module, qualname = split_path(path) or ("", "")
    if not qualname:
        raise UsageError(
            "generator must be a function that others can import, or its path such as 'package.module:function', "
            f"got {path or generator!r:.80}"
        )
    return Objs(module, qualname)


@cache
def _arguments(module: str, qualname: str) -> tuple[Argument, ...]:
    from genmorph.domain.annotations import argument_domains

    try:
        generator = find_named(module, qualname)
    except UsageError as error:
        raise UsageError(f"generator must be there to be imported ({error}), got '{module}:{qualname}'") from error
    domains = argument_domains(generator)
    parameters = [p for p in inspect.signature(generator).parameters.values() if p.kind not in _STARRED]
    missing = [p.name for p in parameters if p.default is _EMPTY and p.name not in domains]
    if missing:
        raise UsageError(
            f"generator must have an arg for each parameter without a default, got none for {', '.join(missing)} of "
            f"'{module}:{qualname}'"
        )
    positional = {p.name for p in parameters if p.kind is inspect.Parameter.POSITIONAL_ONLY}
    return tuple(Argument(name, domain, name in positional) for name, domain in domains.items())
