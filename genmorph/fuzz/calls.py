"""How a test calls a function: which arguments are drawn, and of what an instance is made."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from genmorph.annotations.conditions import Condition
from genmorph.annotations.records import annotations_of, argument_domains
from genmorph.annotations.targets import signature_of
from genmorph.fuzz.values import source_of
from genmorph.model import Domain, UsageError

_EMPTY = inspect.Parameter.empty
_PREFIXES: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
_BY_NAME = {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}


@dataclass(frozen=True, slots=True)
class Drawn:
    """An argument and its domain; `prefix` stands before it in the call: nothing, `name=`, `*` or `**`."""

    name: str
    domain: Domain
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """The drawn arguments of a call, in their order, and what must be true of them."""

    drawn: tuple[Drawn, ...] = ()
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Instance:
    """How the instance of a method is made: by a call of the class, or of one of the examples, as source text.

    `star` stands before an example in the call: `*` for tuples, `**` for dicts, nothing for the only one, which is as
    in a call.
    """

    qualname: str
    call: Call = Call()
    examples: tuple[str, ...] = ()
    star: str = ""


def call_of(target: Any, owner: str, bound: str | None = None) -> Call:
    """The call that the annotations of a function or class describe.

    `bound` is the first parameter, where others fill it in. UsageError where an argument is needed of which no valid
    values are known, or a condition speaks of one that is not drawn.
    """
    domains = argument_domains(target)
    _require_written(domains, owner)
    parameters = [one for one in signature_of(target, "arg").parameters.values() if one.name != bound]
    missing = _missing(parameters, domains)
    if missing:
        raise UsageError(f"{owner} must have an arg for each parameter without a default, got none for {missing}")
    conditions = annotations_of(target).conditions
    for condition in conditions:
        unknown = [name for name in condition.names if name not in domains and name != bound]
        if unknown:
            raise UsageError(f"require of {owner} must speak of arguments that have an arg, got {unknown[0]}")
    return Call(_drawn(parameters, domains), conditions)


def instance_of(cls: type, qualname: str) -> Instance:
    """How instances are made: of drawn arguments, else of the examples.

    UsageError where neither is annotated and the constructor needs arguments, and where the class is abstract.
    """
    annotations = annotations_of(cls)
    if inspect.isabstract(cls):
        raise UsageError(
            f"methods must be those of a class that has instances, got the abstract {qualname}; exclude it"
        )
    missing = _missing(signature_of(cls, "arg").parameters.values(), argument_domains(cls))
    if not missing and (annotations.arguments or not annotations.examples):
        return Instance(qualname, call_of(cls, qualname))
    if annotations.examples:
        return _of_examples(cls, qualname)
    raise UsageError(
        f"the constructor of {qualname} must have an arg for each parameter without a default, or a cc_example, "
        f"for its methods to be tested, got none for {missing}"
    )


def _missing(parameters: Any, domains: dict[str, Domain]) -> str:
    """The names of the parameters that need an argument and have no domain."""
    needed = (one for one in parameters if one.default is _EMPTY and one.kind not in _PREFIXES)
    return ", ".join(one.name for one in needed if one.name not in domains)


def _drawn(parameters: list[inspect.Parameter], domains: dict[str, Domain]) -> tuple[Drawn, ...]:
    """Arguments by position as long as none is left out; those that no parameter names are keywords."""
    found, is_by_name = [], False
    for one in parameters:
        if one.name not in domains:
            is_by_name = True
            continue
        by_name = one.kind is inspect.Parameter.KEYWORD_ONLY or is_by_name
        found.append(Drawn(one.name, domains[one.name], _PREFIXES.get(one.kind, f"{one.name}=" if by_name else "")))
    known = {one.name for one in parameters}
    others = [Drawn(name, domain, f"{name}=") for name, domain in domains.items() if name not in known]
    return tuple(sorted([*found, *others], key=lambda one: one.prefix == "**"))


def _require_written(domains: Mapping[str, Domain], owner: str) -> None:
    """Raise UsageError, with the argument, where a strategy cannot be written."""
    for name, domain in domains.items():
        try:
            domain.strategy()
        except UsageError as error:
            raise UsageError(f"domain of {name} of {owner}: {error}") from error


def _of_examples(cls: type, qualname: str) -> Instance:
    """Examples are told apart by their positional arguments or, where they have others, by all as keywords."""
    signature = signature_of(cls, "cc_example")
    bound = [signature.bind(*one.positional, **dict(one.keywords)) for one in annotations_of(cls).examples]
    if len(bound) == 1:
        parts = [_written(value, qualname) for value in bound[0].args]
        parts += [f"{name}={_written(value, qualname)}" for name, value in bound[0].kwargs.items()]
        return Instance(qualname, examples=(", ".join(parts),))
    has_keywords = any(one.kwargs for one in bound)
    if has_keywords and any(one.kind not in _BY_NAME for one in signature.parameters.values()):
        raise UsageError(f"cc_examples of {qualname} must all be given by position, got several with keywords")
    values = [one.arguments if has_keywords else one.args for one in bound]
    return Instance(
        qualname, examples=tuple(_written(value, qualname) for value in values), star="*" * (1 + has_keywords)
    )


def _written(value: Any, qualname: str) -> str:
    text = source_of(value)
    if text is None:
        raise UsageError(f"cc_example of {qualname} must be of plain data to be written, got {value!r:.80}")
    return text
