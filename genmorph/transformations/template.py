"""What a template is: a family of changes of some arguments, with examples that tests run."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from genmorph.model import Domain, Kind

Values = tuple[Any, ...]
"""The values of the arguments that a transformation changes, in the order of its positions."""

Texts = tuple[str, ...]
"""One text for each of these arguments: its name, or Python that computes its new value from the names."""

Constant = Any
"""An int or a finite float; None for templates that take no constant."""


@runtime_checkable
class Narrowable(Domain, Protocol):
    """A domain that can tell which of its values stay in it; None stands for no value."""

    def intersect(self, other: Domain) -> Domain | None:
        """The values of both domains."""

    def before_adding(self, c: int | float, /) -> Domain | None:
        """The values x with x + c in the domain too."""

    def before_scaling(self, c: int | float, /) -> Domain | None:
        """The values x with x * c in the domain too."""


@dataclass(frozen=True, slots=True)
class Example:
    """What a template does: values before and after, and what it says of arguments a, b, ..."""

    before: Values
    constant: Constant
    after: Values
    texts: Texts
    words: str


@dataclass(frozen=True, slots=True)
class Template:
    """A named change of `arity` arguments of one kind.

    `sources` gives, for each changed argument, the part of its domain whose follow-ups lie in the domain too,
    None where that part is empty. `trivial` are the constants that change nothing or destroy the input;
    it is None where the template takes no constant.
    """

    name: str
    kinds: frozenset[Kind]
    arity: int
    trivial: frozenset[int] | None
    follow_up: Callable[[Values, Constant], Values]
    texts: Callable[[Texts, Constant], Texts]
    words: Callable[[Texts, Constant], str]
    sources: Callable[[tuple[Narrowable, ...], Constant], tuple[Domain | None, ...]]
    examples: tuple[Example, ...]
