"""A class as a subject: a function that makes an instance, runs a program of calls on it, and says what is seen."""

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.model import Domain, Kind, Parameter, Target, UnsupportedError, UsageError
from genmorph.settings import INPUTS, SCENARIOS
from genmorph.subject import object_programs
from genmorph.subject.constants import find_constants
from genmorph.subject.digests import digest
from genmorph.subject.location import find_function
from genmorph.subject.signatures import infer_domain, read_signature
from genmorph.subject.subject import Subject
from genmorph.subject.targets import search_path
from genmorph.transformations.drawing import free_name
from genmorph.values.conversion import as_domain
from genmorph.values.evaluated_hints import with_hints
from genmorph.values.listed import exactly
from genmorph.values.notation import makers_of
from genmorph.values.paths import find_named
from genmorph.values.registered import kind_homes
from genmorph.values.sequences import lists
from genmorph.values.tuples import tuples
from genmorph.values.type_hints import find_domain
from genmorph.values.unions import anys

CALLS = "calls"
"""What the calls are called that a program makes before those that a relation speaks of."""

PROBES = "probes"
"""What the calls are called by which it is seen, on copies, what an object is like in the end."""

_IMPORTS = (
    *("import functools", "import importlib", "from collections.abc import Callable, Sequence"),
    *("from copy import deepcopy", "from itertools import islice", "from typing import Any"),
)
"""What a program needs, beside its functions."""

_FILLED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def has_state(live: Any) -> bool:
    """Whether something is a class whose instances change, rather than values that are made once.

    >>> from fractions import Fraction
    >>> from collections import deque
    >>> has_state(deque), has_state(Fraction), has_state(len)
    (True, False, False)
    """
    if not isinstance(live, type):
        return False
    is_value = live.__hash__ is not None and getattr(live, "__eq__", None) is not object.__eq__
    return not is_value and any(True for _ in _methods(live))


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a class, with the parameters that its calls pass, by position."""

    name: str
    parameters: tuple[Parameter, ...]

    @property
    def is_query(self) -> bool:
        """Whether it needs nothing: it is called on copies, to see what the object is like."""
        return not self.parameters


@dataclass(frozen=True, slots=True)
class ClassSubject:
    """A class: how to make an instance, which methods are called, and which were left out."""

    module: str
    qualname: str
    parameters: tuple[Parameter, ...]
    methods: tuple[Method, ...]
    left_out: tuple[str, ...]
    most_calls: int
    """Calls of a program that are made before those that a relation speaks of."""

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.qualname.rpartition(".")[2]

    @property
    def queries(self) -> tuple[str, ...]:
        """The names of the methods that need nothing."""
        return tuple(method.name for method in self.methods if method.is_query)

    @property
    def history(self) -> Domain:
        """Programs of a few calls."""
        return lists(anys(*map(_calls_of, self.methods)), 0, self.most_calls)

    @property
    def probes(self) -> Domain:
        """A few calls of methods that need something."""
        needing = [method for method in self.methods if not method.is_query]
        return lists(anys(*map(_calls_of, needing)), 0, SCENARIOS.probes) if needing else exactly([])

    @property
    def subject(self) -> Subject:
        """The function that runs programs on instances."""
        names = [parameter.name for parameter in self.parameters]
        calls, probes = free_name(CALLS, names), free_name(PROBES, names)
        parameters = (*self.parameters, Parameter(calls, self.history), Parameter(probes, self.probes))
        target = self._target(parameters)
        return Subject(
            module=self.module,
            qualname=self.qualname,
            name=self.name,
            parameters=parameters,
            target=target,
            mutated=target,
            digest=digest(target, [parameter.domain for parameter in parameters], (), target),
            constants=(),
            is_driver=True,
        )

    def _target(self, parameters: Sequence[Parameter]) -> Target:
        names = [parameter.name for parameter in parameters]
        given = "".join(f"{name}, " for name in names[:-2])
        head = "\n".join(
            [
                *_IMPORTS,
                *(inspect.getsource(function) for function in object_programs.FUNCTIONS),
                f"HOME = importlib.import_module({self.module!r})",
                f"OWNER = functools.reduce(getattr, {self.qualname.split('.')!r}, HOME)",
                "",
            ]
        )
        body = f"    return run_program(OWNER, {self.queries!r}, ({given}), {names[-2]}, {names[-1]})\n"
        head += f"def program({', '.join(names)}):\n"
        first = head.count("\n")
        return Target(
            None,
            head + body,
            "program",
            first,
            first + 1,
            path=search_path(),
            built=tuple(place for place, parameter in enumerate(parameters) if parameter.kind is Kind.OTHER),
            makers=tuple(sorted(frozenset().union(*(makers_of(parameter.domain) for parameter in parameters)))),
            kinds=kind_homes(),
        )


def _calls_of(method: Method) -> Domain:
    """Calls of a method: its name with the arguments, or the name alone where there are none."""
    name = exactly(method.name)
    return tuples(name, *(parameter.domain for parameter in method.parameters)) if method.parameters else name


def inspect_class(owner: Any, domain: object = None) -> ClassSubject:
    """The subject for a class or a path such as `package.module:Class`.

    `domain` maps names of parameters of the constructor and of methods to domains, or `method.parameter`. A method of
    which a parameter has none, and no usable hint, is left out. Raises UsageError for a name that is none, and
    UnsupportedError for a class that cannot be made.

    >>> from genmorph.domain import ints
    >>> found = inspect_class("collections:deque", {"append.object": ints(0, 9)})
    >>> [method.name for method in found.methods if method.parameters], found.queries[:3]
    (['append'], ('appendleft', 'clear', 'copy'))
    """
    live = find_function(owner) if isinstance(owner, str) else owner
    if domain is not None and not isinstance(domain, Mapping):
        raise UsageError(f"domain of a class must map names of parameters to domains, got {domain!r:.80}")
    module, qualname = live.__module__, live.__qualname__
    if module == "__main__" or "<locals>" in qualname or find_named(module, qualname) is not live:
        raise UnsupportedError(f"{qualname} must be a class at the top level of a module that can be imported")
    given = dict(domain or {})
    used: set[str] = set()
    parameters = _parameters(live, "__init__", given, used)
    if isinstance(parameters, str):
        raise UnsupportedError(
            f"a parameter of the constructor of {qualname} must be passed by position, got {parameters}"
        )
    methods, left_out = [], []
    for name, member in _methods(live):
        found = _parameters(member, name, given, used)
        if isinstance(found, str):
            left_out.append(f"{name} ({found})")
        else:
            methods.append(Method(name, found))
    unknown = [name for name in given if name not in used]
    if unknown:
        known = ", ".join(name for name, _ in _methods(live))
        raise UsageError(f"domain must name parameters of the constructor or of {known}, got {unknown[0]!r}")
    if not methods:
        raise UnsupportedError(f"{qualname} must have public methods whose parameters have domains, got none")
    return ClassSubject(module, qualname, parameters, tuple(methods), tuple(left_out), _most_calls(live))


def _most_calls(owner: type) -> int:
    """Calls of a program at most: more than a number in the source, such as that of the entries that are kept."""
    try:
        definition = ast.parse(textwrap.dedent(inspect.getsource(owner))).body[0]
    except (OSError, TypeError, SyntaxError):  # of an extension there is none
        return SCENARIOS.history
    namespace = getattr(sys.modules.get(owner.__module__), "__dict__", {})
    numbers = [one for one in find_constants(definition, namespace) if type(one) is int]
    limits = [one for one in numbers if SCENARIOS.history <= one <= SCENARIOS.longest_history]
    return max(limits) + INPUTS.beyond_reached if limits else SCENARIOS.history


def _methods(owner: type) -> Iterator[tuple[str, Any]]:
    """The public methods that are called on instances, by a name that code can call them by."""
    for name, member in inspect.getmembers_static(owner):
        is_called = callable(member) and not isinstance(member, type | staticmethod | classmethod)
        if is_called and not name.startswith("_") and object_programs.is_readable(name):
            yield name, getattr(owner, name)


def _parameters(
    function: Callable[..., Any], name: str, given: Mapping[str, Any], used: set[str]
) -> tuple[Parameter, ...] | str:
    """The parameters that a call passes, without the instance; the name of one of which nothing is known."""
    signature = read_signature(function)
    if signature is None:  # of what takes nothing, or what a domain says in the order of its parameters
        named = [key for key in given if key.startswith(f"{name}.")]
        used.update(named)
        return tuple(Parameter(key.partition(".")[2], as_domain(given[key], key)) for key in named)
    inner = function if name != "__init__" else function.__init__
    known = with_hints(signature.parameters.values(), inner)
    known = known if name == "__init__" else known[1:]
    found: list[Parameter] = []
    skipped = ""
    for one in known:
        key = next((key for key in (f"{name}.{one.name}", one.name) if key in given), None)
        used.update(key for key in (f"{name}.{one.name}", one.name) if key in given)
        if one.kind in _FILLED:
            continue
        if key is None and one.default is not one.empty:
            skipped = skipped or one.name
            continue
        domain = find_domain(one) if key is None else as_domain(given[key], one.name)
        if domain is None and name == "__init__":
            domain = infer_domain(one, f"the constructor of {function.__qualname__}")  # which says why there is none
        if domain is None:
            return one.name
        if one.kind is one.KEYWORD_ONLY:
            return f"{one.name}, which is passed by its name alone"
        if skipped:
            raise UsageError(
                f"domain of {name} must name {skipped} too, which stands before {one.name}, got {one.name}"
            )
        found.append(Parameter(one.name, domain))
    return tuple(found)
