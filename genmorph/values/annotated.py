"""What is said of a function beside its code: valid arguments, conditions, examples, and how it is tested."""

import inspect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MethodType
from typing import Any, TypeVar

from genmorph.model import Domain, UsageError
from genmorph.values.building import built_text
from genmorph.values.conversion import as_domain
from genmorph.values.defaults import defaulted
from genmorph.values.paths import beneath

ATTRIBUTE = "__genmorph__"
"""Functions, classes and modules carry their annotations under this name."""
T = TypeVar("T")


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


@dataclass(frozen=True, slots=True)
class Written:
    """An expression over the arguments, and the import statements that it needs."""

    expression: str
    imports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be true of the arguments `names` of the function `owner`.

    `stated` is what the user wrote, `judge` gives the answer for arguments by name, and `write` the text in a test.
    What comes from a file may not be known.
    """

    owner: str
    names: tuple[str, ...]
    stated: Callable[..., object] | str
    judge: Callable[[Mapping[str, Any]], object] = field(compare=False, repr=False)
    write: Callable[[], Written] = field(compare=False, repr=False)
    is_known: bool = True

    def holds(self, values: Mapping[str, object]) -> bool:
        """Whether the condition is true of the arguments, given by name; others may be given beside them.

        UsageError where it ends in an exception, or in None.
        """
        spoken_of = {name: values[name] for name in self.names}
        try:
            answer = self.judge(spoken_of)
            if answer is not None:
                return bool(answer)
        except UsageError:
            raise
        except Exception as error:
            raise self._refusal(f"{type(error).__name__}: {error}", spoken_of) from error
        raise self._refusal("None", spoken_of)

    def _refusal(self, answer: str, values: Mapping[str, object]) -> UsageError:
        given = ", ".join(f"{name}={built_text(value):.80}" for name, value in values.items())
        return UsageError(
            f"require of {self.owner} must be true or false, got {answer} of {self.text():.200} with {given}"
        )

    def source(self) -> str:
        """The condition as a Python expression over the names; UsageError where it cannot be written."""
        return self.write().expression

    def text(self) -> str:
        """The condition in a message: its source where it can be written, else the name of the callable."""
        try:
            return self.source()
        except UsageError:
            return self.stated if isinstance(self.stated, str) else name_of(self.stated)

    @property
    def is_whole(self) -> bool:
        """Whether the source says all: it needs nothing of any module."""
        try:
            return not self.imports()
        except UsageError:
            return False

    def imports(self) -> tuple[str, ...]:
        """The statements that import what the expression uses; UsageError where it cannot be written."""
        return self.write().imports


@dataclass(frozen=True, slots=True)
class AnnotatedArgument:
    """The valid values of one parameter, as a domain, or as a strategy that is sampled when it is first asked for."""

    name: str
    stated: Any
    _asked: list[Domain] = field(default_factory=list, init=False, compare=False, repr=False)

    def domain(self) -> Domain:
        """The domain; UsageError where the strategy cannot be sampled."""
        if not self._asked:
            self._asked.append(as_domain(self.stated, self.name, takes_objects=True))
        return self._asked[0]


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """Arguments of a constructor by which an instance is made."""

    positional: tuple[Any, ...] = ()
    keywords: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Annotations:
    """All that is said of one function, class or module; those of a class speak of its constructor.

    `seconds` is the time that a call may take. What is excluded gets no test, nor does a generator, which makes values
    for others. `is_module_test` says that importing the module is a test. `seeded_by` is the parameter that seeds
    what is random, or "global"; where it `is_stochastic`, many runs are compared; tests hold the
    `definition` instead of importing the function.
    """

    arguments: tuple[AnnotatedArgument, ...] = ()
    conditions: tuple[Condition, ...] = ()
    examples: tuple[Example, ...] = ()
    seconds: float | None = None
    is_excluded: bool = False
    is_generator: bool = False
    is_module_test: bool = False
    seeded_by: str | None = None
    is_stochastic: bool = False
    definition: str = ""

    def __post_init__(self) -> None:
        counts = Counter(argument.name for argument in self.arguments)
        for name in (name for name, count in counts.items() if count > 1):
            found = [argument.stated for argument in self.arguments if argument.name == name]
            raise UsageError(f"arg must give {name} one domain, got {' and '.join(map(repr, found)):.200}")

    def joined(self, other: "Annotations") -> "Annotations":
        """These and what the other ones say beside them; UsageError where both give an argument different domains."""
        return Annotations(
            arguments=_joined(self.arguments, other.arguments),
            conditions=_joined(self.conditions, other.conditions),
            examples=_joined(self.examples, other.examples),
            seconds=other.seconds if self.seconds is None else self.seconds,
            is_excluded=self.is_excluded or other.is_excluded,
            is_generator=self.is_generator or other.is_generator,
            is_module_test=self.is_module_test or other.is_module_test,
            seeded_by=other.seeded_by if self.seeded_by is None else self.seeded_by,
            is_stochastic=self.is_stochastic or other.is_stochastic,
            definition=self.definition or other.definition,
        )


def annotations_of(target: Any) -> Annotations:
    """Find the annotations of a function, method, class or module; empty where there are none.

    Wrappers made with `functools.wraps` are looked through. A class has its own and those of its `__init__`, but those
    of the classes that it inherits from are theirs alone.

    >>> import math
    >>> annotations_of(math.gcd) == Annotations()
    True
    """
    own = _own(target)
    if not isinstance(target, type):
        return own
    constructor = _own(target.__init__)  # type: ignore[misc]
    return own.joined(replace(constructor, is_excluded=False, is_generator=False))


def annotate(target: T, annotations: Annotations) -> T:
    """Put annotations onto a function, class or module, before those that it has; it is changed by nothing else.

    UsageError where an argument gets a second domain, and where nothing can be put on the target.
    """
    annotations.joined(annotations_of(target))
    try:
        setattr(beneath(target), ATTRIBUTE, annotations.joined(_own(target)))
    except (AttributeError, TypeError) as error:
        rule = "annotations must be put on a Python function, class or module"
        raise UsageError(f"{rule}, got {target!r:.80}") from error
    return target


def argument_domains(target: Any) -> dict[str, Domain]:
    """Find the domains of the annotated arguments, in the order of the signature, keywords that it does not name last.

    A parameter with a default also draws that: see `defaulted`.
    """
    stated = {argument.name: argument for argument in annotations_of(target).arguments}
    parameters = signature_of(target, "arg").parameters
    names = sorted(stated, key=lambda name: (*parameters, name).index(name))
    domains = {name: stated[name].domain() for name in names}
    defaults = {name: p.default for name, p in parameters.items() if p.default is not inspect.Parameter.empty}
    return {name: defaulted(one, defaults[name]) if name in defaults else one for name, one in domains.items()}


def _own(target: Any) -> Annotations:
    """What stands on the target itself, or on the first of the functions that it wraps on which something stands."""

    def attributes(of: Any) -> Any:
        return getattr(of, "__dict__", {})  # those of its own, none of its class

    found = beneath(target)
    if callable(found) and not isinstance(found, type):
        found = inspect.unwrap(found, stop=lambda function: ATTRIBUTE in attributes(function))
    annotations = attributes(found).get(ATTRIBUTE)
    return annotations if isinstance(annotations, Annotations) else Annotations()


def _joined(first: Sequence[T], second: Sequence[T]) -> tuple[T, ...]:
    return (*first, *(other for other in second if other not in first))
