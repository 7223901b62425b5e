"""Pairs of functions that may belong together, by their names and by their annotations."""

import inspect
import io
import os
import typing
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from types import BuiltinFunctionType, ClassMethodDescriptorType, FunctionType, MethodDescriptorType, ModuleType
from typing import Any

from genmorph.batch.pair_rules import FILE_NAMES, RULES, Shape, snake_case
from genmorph.batch.surveyor import functions_of, is_at_home
from genmorph.subject.signatures import read_signature
from genmorph.values.evaluated_hints import read_hints

_METHODS = (FunctionType, MethodDescriptorType)
_OF_CLASSES = (classmethod, staticmethod, ClassMethodDescriptorType, BuiltinFunctionType)
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
UNSAID = (inspect.Parameter.empty, typing.Any, object, type(None))
"""Annotations that say nothing of the values."""


@dataclass(frozen=True, eq=False)
class Offered:
    """A function of a module, or of a public class in it; `takes_instance` where an instance is its first argument."""

    module: str
    name: str
    call: Callable[..., Any]
    owner: type | None = None
    takes_instance: bool = False

    @property
    def target(self) -> str:
        """Its path, as `module:function` or `module:Class.method`."""
        return f"{self.module}:{self.name}"

    @property
    def scope(self) -> str:
        """The module, or the class in it."""
        return f"{self.module}:{self.name.rpartition('.')[0]}"

    @property
    def word(self) -> str:
        """Its own name as the rules read it."""
        return snake_case(self.name.rpartition(".")[2])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The parameters that must be given; compiled functions without a signature take one, as far as is known."""
        signature = read_signature(self.call)
        if signature is None:
            return ("value",)
        parameters = list(signature.parameters.values())
        required = [one.name for one in parameters if one.kind in _POSITIONAL and one.default is one.empty]
        # what can be left out is given to functions that would else take nothing
        return tuple(required or [one.name for one in parameters if one.kind in _POSITIONAL][:1])

    @cached_property
    def hints(self) -> Mapping[str, Any]:
        """The evaluated annotations by name, that of the result as `return`."""
        return read_hints(self.call)

    @property
    def has_signature(self) -> bool:
        """Whether it is known what it takes."""
        return read_signature(self.call) is not None

    @property
    def needs_keywords(self) -> bool:
        """Whether it takes arguments that can be given by name alone, or nothing at all."""
        signature = read_signature(self.call)
        if signature is None:
            return False
        named = (one for one in signature.parameters.values() if one.kind is inspect.Parameter.KEYWORD_ONLY)
        return not self.names or any(one.default is one.empty for one in named)

    @property
    def takes_files(self) -> bool:
        """Whether it takes a file, or the path of one."""
        return any(name.lower().strip("_") in FILE_NAMES or _is_of_files(self.hints.get(name)) for name in self.names)


def _is_of_files(hint: Any) -> bool:
    return any(
        isinstance(one, type) and issubclass(one, io.IOBase | typing.IO | os.PathLike)
        for one in (hint, typing.get_origin(hint))
    )


@dataclass(frozen=True, eq=False)
class Candidate:
    """Two functions that may belong together, and why; `is_typed` where types alone say so.

    The reason is weak where both `takes_the_same`, such as texts that become texts.
    """

    first: Offered
    second: Offered
    reason: str
    shape: Shape = Shape.ROUND_TRIP
    is_typed: bool = False
    takes_the_same: bool = False

    @property
    def key(self) -> str:
        """Another text for each pair, whichever of the two stands first."""
        return " ".join(sorted((self.first.target, self.second.target)))


def offered_by(module: ModuleType) -> Iterator[Offered]:
    """The public functions of a module, and the public methods of the public classes that it defines.

    >>> import datetime
    >>> [one.name for one in offered_by(datetime) if "iso" in one.name][:2]
    ['date.fromisoformat', 'date.fromisocalendar']
    """
    for name in functions_of(module):
        yield Offered(module.__name__, name, getattr(module, name))
    classes: dict[type, str] = {}
    for name, made in list(vars(module).items()):
        if isinstance(made, type) and not name.startswith("_") and is_at_home(made, module):
            classes.setdefault(made, name)
    for made, name in classes.items():
        yield from _methods_of(module.__name__, name, made)


def _methods_of(module: str, name: str, made: type) -> Iterator[Offered]:
    if issubclass(made, BaseException):
        return
    for method, value in list(vars(made).items()):
        if not method.startswith("_") and isinstance(value, _METHODS + _OF_CLASSES):
            takes_instance = isinstance(value, _METHODS)
            yield Offered(module, f"{name}.{method}", getattr(made, method), made, takes_instance)


def find_candidates(offered: Sequence[Offered]) -> list[Candidate]:
    """Pairs by names, then by types, each once; functions that take files are in none."""
    usable = [one for one in offered if not one.takes_files]
    found: dict[str, Candidate] = {}
    for one in (*_by_names(usable), *_by_types(usable)):
        found.setdefault(one.key, one)
    return list(found.values())


def _by_names(offered: Sequence[Offered]) -> list[Candidate]:
    """Pairs within a module or a class; for functions without a partner there, pairs of two modules."""
    scopes: dict[str, list[Offered]] = defaultdict(list)
    for one in offered:
        scopes[one.scope].append(one)
    found = [pair for inside in scopes.values() for pair in _named_pairs(inside)]
    paired = {id(one) for pair in found for one in (pair.first, pair.second)}
    alone = [one for one in offered if one.owner is None and id(one) not in paired]
    return found + _named_pairs(alone)


def _named_pairs(offered: Sequence[Offered]) -> list[Candidate]:
    """Of several functions with the name that a rule asks for, the one whose module is nearest."""
    by_word: dict[str, list[Offered]] = defaultdict(list)
    for one in offered:
        by_word[one.word].append(one)
    found = []
    for rule in RULES:
        for second in offered:
            for word in rule.firsts(second.word):
                others = [one for one in by_word.get(word, ()) if one is not second]
                if others:
                    first = max(others, key=lambda one: _shared_parts(one.module, second.module))
                    found.append(Candidate(first, second, rule.label, rule.shape))
    return found


def _shared_parts(module: str, other: str) -> int:
    """How many names both paths begin with."""
    parts = zip(module.split("."), other.split("."), strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], parts)))


def _by_types(offered: Sequence[Offered]) -> Iterator[Candidate]:
    """Functions of one module of which each takes what the other returns."""
    typed: dict[tuple[str, Any, Any], list[Offered]] = defaultdict(list)
    said = [(one, *types) for one in offered if one.owner is None and (types := _types(one)) is not None]
    for one, takes, gives in said:
        typed[one.module, takes, gives].append(one)
    for first, takes, gives in said:
        for second in typed.get((first.module, gives, takes), ()):
            if second is not first:
                reason = f"{_shown(takes)} -> {_shown(gives)} -> {_shown(takes)}"
                yield Candidate(first, second, reason, is_typed=True, takes_the_same=takes == gives)


def _types(one: Offered) -> tuple[Any, Any] | None:
    """What it takes and what it returns, tuples where that is several; None where that is not said, or has no hash."""
    takes = tuple(one.hints.get(name, inspect.Parameter.empty) for name in one.names)
    gives = one.hints.get("return", inspect.Parameter.empty)
    inner = typing.get_args(gives) if typing.get_origin(gives) is tuple else ()
    several = inner if len(inner) > 1 and Ellipsis not in inner else (gives,)
    try:
        hash((takes, several))
    except TypeError:
        return None
    is_unsaid = not takes or any(hint in UNSAID or isinstance(hint, str) for hint in (*takes, *several))
    return None if is_unsaid or bool in several else (takes, several)


def _shown(hints: tuple[Any, ...]) -> str:
    """Hints as people write them."""
    words = [
        hint.__name__ if isinstance(hint, type) and not typing.get_args(hint) else str(hint).removeprefix("typing.")
        for hint in hints
    ]
    return words[0] if len(words) == 1 else f"({', '.join(words)})"
