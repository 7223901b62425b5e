"""The functions of a module that are to be tested, and how a test calls them."""

import ast
import inspect
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from genmorph.annotations.annotation_files import apply_annotations, module_tests_in
from genmorph.fuzz.messages import source_of
from genmorph.model import Domain, UsageError
from genmorph.values.annotated import Annotations, Condition, annotations_of, argument_domains, signature_of
from genmorph.values.labels import meant
from genmorph.values.paths import beneath, callables, load_module, resolve, split_path

_EMPTY = inspect.Parameter.empty
_PREFIXES: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
_BY_NAME = {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}

Place = tuple[str, int]
"""A file and a line of it, from 1."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """An argument and its domain; `prefix` stands before it in the call: nothing, `name=`, `*` or `**`."""

    name: str
    domain: Domain
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class FuzzCall:
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
    call: FuzzCall = FuzzCall()
    examples: tuple[str, ...] = ()
    star: str = ""


def call_of(target: Any, owner: str, bound: str | None = None) -> FuzzCall:
    """The call that the annotations of a function or class describe.

    `bound` is the first parameter, where others fill it in. UsageError where an argument is needed of which no valid
    values are known, or a condition speaks of one that is not drawn.
    """
    domains = argument_domains(target)
    for name, domain in domains.items():
        try:
            domain.strategy()
        except UsageError as error:
            raise UsageError(f"domain of {name} of {owner}: {error}") from error
    parameters = [one for one in signature_of(target, "arg").parameters.values() if one.name != bound]
    missing = _missing(parameters, domains)
    if missing:
        raise UsageError(f"{owner} must have an arg for each parameter without a default, got none for {missing}")
    conditions = annotations_of(target).conditions
    for condition in conditions:
        unknown = [name for name in condition.names if name not in domains and name != bound]
        if unknown:
            raise UsageError(f"require of {owner} must speak of arguments that have an arg, got {unknown[0]}")
    return FuzzCall(_drawn(parameters, domains), conditions)


def instance_of(cls: type, qualname: str) -> Instance:
    """How instances are made: of drawn arguments, else of the examples; UsageError where neither is annotated."""
    annotations = annotations_of(cls)
    if inspect.isabstract(cls):
        got = f"got the abstract {qualname}"
        raise UsageError(f"methods must be those of a class that has instances, {got}; exclude it")
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


def _of_examples(cls: type, qualname: str) -> Instance:
    """Examples are distinguished by their positional arguments or, where they have others, by all as keywords."""
    signature = signature_of(cls, "cc_example")
    bound = [signature.bind(*one.positional, **dict(one.keywords)) for one in annotations_of(cls).examples]
    if len(bound) == 1:
        parts = [_written(value, qualname) for value in bound[0].args]
        parts += [f"{name}={_written(value, qualname)}" for name, value in bound[0].kwargs.items()]
        return Instance(qualname, examples=(", ".join(parts),))
    has_keywords = any(one.kwargs for one in bound)
    if has_keywords and any(one.kind not in _BY_NAME for one in signature.parameters.values()):
        raise UsageError(f"cc_examples of {qualname} must all be given by position, got several with keywords")
    examples = tuple(_written(one.arguments if has_keywords else one.args, qualname) for one in bound)
    return Instance(qualname, examples=examples, star="**" if has_keywords else "*")


def _written(value: Any, qualname: str) -> str:
    text = source_of(value)
    if text is None:
        raise UsageError(f"cc_example of {qualname} must be of plain data to be written, got {value!r:.80}")
    return text


class FunctionForm(Enum):
    """What has to be done for the body of the function to run, as lines of Python."""

    PLAIN = ("{function}({arguments})",)
    COROUTINE = ("asyncio.run({function}({arguments}))",)
    GENERATOR = ("list(islice({function}({arguments}), 1000))",)
    ASYNC_GENERATOR = (
        "async def drain():",
        "    drained = {function}({arguments})",
        "    for _ in range(1000):",
        "        await anext(drained, None)",
        "",
        "asyncio.run(drain())",
    )
    PROPERTY = ("{function}",)


@dataclass(frozen=True, slots=True)
class Case:
    """A function, method or class to be called: `seconds` is the time for a call, `place` where it is defined."""

    module: str
    qualname: str
    call: FuzzCall
    instance: Instance | None = None
    seconds: float | None = None
    form: FunctionForm = FunctionForm.PLAIN
    place: Place | None = None

    @property
    def calls(self) -> tuple[FuzzCall, ...]:
        """The call, after that which makes the instance."""
        return (self.call,) if self.instance is None else (self.instance.call, self.call)


@dataclass(frozen=True, slots=True)
class Member:
    """What a module or a class holds under a name, as it stands there; `owner` is the class."""

    qualname: str
    value: Any
    owner: type | None = None


def find_cases(module: ModuleType, picked: str = "") -> tuple[Case, ...]:
    """What is annotated in a module and defined there, in its order, or `picked` alone; UsageError where none is."""
    members = [member for member in _members(module) if not picked or f"{member.qualname}.".startswith(f"{picked}.")]
    found = resolve(vars(module), picked) if picked else None
    if picked and not members and callable(found):
        members = [Member(picked, found)]  # defined elsewhere
    cases = tuple(_case(module, member) for member in members if _is_tested(member))
    if cases or not picked:
        return cases
    if not members:
        likely = meant([picked], callables(vars(module)))
        raise UsageError(f"module {module.__name__!r} has no function {picked!r}{likely}")
    annotations = annotations_of(members[0].value)
    if annotations.is_excluded or annotations.is_generator:
        raise UsageError(f"function must not be excluded or a generator of values, got {picked!r}")
    raise UsageError(f"function must have annotations such as @arg, got {picked!r} without any")


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
    """Whether it has annotations and is not left out; what is called of a class is its constructor."""
    annotations = annotations_of(member.value)
    if annotations.is_excluded or annotations.is_generator:
        return False
    if isinstance(member.value, type):
        constructor = annotations_of(member.value.__init__)  # type: ignore[misc]
        return bool(annotations.arguments) and not constructor.is_excluded
    return annotations != Annotations()


def _case(module: ModuleType, member: Member) -> Case:
    value, owner, function = member.value, member.owner, beneath(member.value)
    inner = inspect.unwrap(function)
    is_method = owner is not None and isinstance(inner, FunctionType) and not isinstance(value, staticmethod)
    bound = next(iter(inspect.signature(function).parameters), None) if is_method else None
    needs_instance = bound is not None and not isinstance(value, classmethod)
    return Case(
        module=module.__name__,
        qualname=member.qualname,
        call=call_of(value, member.qualname, bound),
        instance=instance_of(owner, member.qualname.rpartition(".")[0]) if owner and needs_instance else None,
        seconds=annotations_of(value).seconds,
        form=FunctionForm.PROPERTY if isinstance(value, property | cached_property) else _form(inner),
        place=_place(inner),
    )


def _form(function: Any) -> FunctionForm:
    if inspect.iscoroutinefunction(function):
        return FunctionForm.COROUTINE
    if inspect.isasyncgenfunction(function):
        return FunctionForm.ASYNC_GENERATOR
    return FunctionForm.GENERATOR if inspect.isgeneratorfunction(function) else FunctionForm.PLAIN


def _place(function: Any) -> Place | None:
    """The first line of the definition; None where there is no source."""
    try:
        return str(inspect.getsourcefile(function)), inspect.getsourcelines(function)[1]
    except (OSError, TypeError):
        return None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be tested of a module: calls, and whether importing it is one of the tests."""

    module: str
    cases: tuple[Case, ...]
    is_imported: bool


def plan_tests(target: str, files: Sequence[str] = ()) -> Plan:
    """What a path and files of annotations ask for; UsageError says why that cannot be done.

    The path is `package.module`, or `package.module:function` for one function, method or class.
    """
    path = split_path(target)
    if path is None or Path(target).is_file():
        raise UsageError(f"target must look like package.module or package.module:function, got {target!r}")
    name, picked = path
    try:
        module = load_module(name)
    except UsageError:
        tables = (Path(file) for file in files if Path(file).suffix != ".py")
        if picked or not (_says_module_test(name) or any(name in module_tests_in(table) for table in tables)):
            raise
        return Plan(name, (), is_imported=True)
    for file in files:
        apply_annotations(file)
    return Plan(name, find_cases(module, picked), is_imported=not picked and annotations_of(module).is_module_test)


def roots_of(module: str) -> tuple[str, ...]:
    """The files and folders of the package that a module belongs to, or of the module itself."""
    name = module.partition(".")[0]
    spec = getattr(sys.modules.get(name), "__spec__", None) or find_spec(name)  # its import may have failed
    places = [] if spec is None else spec.submodule_search_locations or [spec.origin]
    return tuple(str(Path(place).resolve()) for place in places if place)


def _says_module_test(module: str) -> bool:
    """Whether the text of a module that cannot be imported calls `module_test` at its top level."""
    try:
        spec = find_spec(module)
        tree = ast.parse(Path(spec.origin).read_bytes()) if spec and spec.origin else ast.Module([], [])
    except (ImportError, OSError, SyntaxError, ValueError):
        return False
    calls = [node.value.func for node in tree.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    return any(ast.unparse(call).rpartition(".")[2] == "module_test" for call in calls)
