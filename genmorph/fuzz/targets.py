"""The functions of a module that are to be tested, and how."""

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any

from genmorph.annotations.records import Annotations, annotations_of
from genmorph.fuzz.calls import Call, Instance, call_of, instance_of
from genmorph.model import UsageError
from genmorph.values.labels import meant
from genmorph.values.paths import beneath, callables, resolve

_NOTHING = Annotations()
SECONDS = 10.0
"""For a call of a function that has no `@timeout`."""
Place = tuple[str, int]
"""A file and a line of it, from 1."""


class Form(Enum):
    """What has to be done for the body of the function to run."""

    PLAIN = auto()
    COROUTINE = auto()
    GENERATOR = auto()
    ASYNC_GENERATOR = auto()
    PROPERTY = auto()


@dataclass(frozen=True, slots=True)
class Case:
    """A function, method or class to be called: `seconds` is the time for a call, `place` where it is defined."""

    module: str
    qualname: str
    call: Call
    instance: Instance | None = None
    seconds: float | None = None
    form: Form = Form.PLAIN
    place: Place | None = None

    @property
    def calls(self) -> tuple[Call, ...]:
        """The call, after that which makes the instance."""
        return (self.call,) if self.instance is None else (self.instance.call, self.call)


@dataclass(frozen=True, slots=True)
class Member:
    """What a module or a class holds under a name, as it stands there; `owner` is the class."""

    qualname: str
    value: Any
    owner: type | None = None

    @property
    def is_constructor(self) -> bool:
        """Whether it is a class: what is called is its constructor."""
        return isinstance(self.value, type)


def find_cases(module: ModuleType, picked: str = "") -> tuple[Case, ...]:
    """What is annotated in a module and defined there, in its order; with a name, only what that is.

    UsageError where the name is unknown or has no annotations, and where annotations leave something open.
    """
    members = [member for member in _members(module) if not picked or f"{member.qualname}.".startswith(f"{picked}.")]
    found = resolve(vars(module), picked) if picked else None
    if picked and not members and callable(found):
        members = [Member(picked, found)]  # defined elsewhere
    cases = tuple(_case(module, member) for member in members if _is_tested(member))
    if picked and not cases:
        raise _refusal(module, picked, members)
    return cases


def _refusal(module: ModuleType, picked: str, members: list[Member]) -> UsageError:
    if not members:
        likely = meant([picked], callables(vars(module)))
        return UsageError(f"module {module.__name__!r} has no function {picked!r}{likely}")
    annotations = annotations_of(members[0].value)
    if annotations.is_excluded or annotations.is_generator:
        return UsageError(f"function must not be excluded or a generator of values, got {picked!r}")
    return UsageError(f"function must have annotations such as @arg, got {picked!r} without any")


def _members(module: ModuleType) -> Iterator[Member]:
    """Functions, classes and what these hold, each once; what only was imported is left out."""
    seen: set[int] = set()
    for name, value in list(vars(module).items()):
        if getattr(value, "__module__", None) == module.__name__ and callable(value) and id(value) not in seen:
            seen.add(id(value))
            yield from _with_inner(Member(name, value)) if isinstance(value, type) else [Member(name, value)]


def _with_inner(member: Member) -> Iterator[Member]:
    """A class and, unless it is excluded, its methods, properties and the classes in it."""
    yield member
    if annotations_of(member.value).is_excluded:
        return
    for name, value in list(vars(member.value).items()):
        inner = Member(f"{member.qualname}.{name}", value, member.value)
        if isinstance(value, type) and value.__qualname__ == f"{member.value.__qualname__}.{name}":
            yield from _with_inner(inner)
        elif name != "__init__" and (callable(value) or beneath(value) is not value):
            yield inner


def _is_tested(member: Member) -> bool:
    """Whether it has annotations and is not left out; of a class, those that speak of its constructor."""
    annotations = annotations_of(member.value)
    if annotations.is_excluded or annotations.is_generator:
        return False
    if not member.is_constructor:
        return annotations != _NOTHING
    return bool(annotations.arguments) and not annotations_of(member.value.__init__).is_excluded


def _case(module: ModuleType, member: Member) -> Case:
    value, owner, bound = member.value, member.owner, _bound_parameter(member)
    needs_instance = bound is not None and not isinstance(value, classmethod)
    return Case(
        module=module.__name__,
        qualname=member.qualname,
        call=call_of(value, member.qualname, bound),
        instance=instance_of(owner, member.qualname.rpartition(".")[0]) if owner and needs_instance else None,
        seconds=annotations_of(value).seconds,
        form=_form(value),
        place=_place(value),
    )


def _bound_parameter(member: Member) -> str | None:
    """The first parameter of a method or class method, which the call does not give."""
    function = beneath(member.value)
    is_method = member.owner is not None and isinstance(inspect.unwrap(function), FunctionType)
    if not is_method or isinstance(member.value, staticmethod):
        return None
    return next(iter(inspect.signature(function).parameters), None)


def _form(value: Any) -> Form:
    function = inspect.unwrap(beneath(value))
    if isinstance(value, property | cached_property):
        return Form.PROPERTY
    if inspect.iscoroutinefunction(function):
        return Form.COROUTINE
    if inspect.isasyncgenfunction(function):
        return Form.ASYNC_GENERATOR
    return Form.GENERATOR if inspect.isgeneratorfunction(function) else Form.PLAIN


def _place(value: Any) -> Place | None:
    """The first line of the definition; None where there is no source."""
    try:
        found = inspect.unwrap(beneath(value))
        return str(inspect.getsourcefile(found)), inspect.getsourcelines(found)[1]
    except (OSError, TypeError):
        return None
