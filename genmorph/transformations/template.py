"""What a template is: a family of changes of some arguments, with examples that tests run."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from genmorph.model import Container, Domain, Kind
from genmorph.transformations.constants import Constant, Constants
from genmorph.transformations.narrowing import Listed, Narrowable, is_listed

Values = tuple[Any, ...]
"""The values of the arguments that a transformation changes, in the order of its positions."""

Texts = tuple[str, ...]
"""One text for each of these arguments: its name, or Python that computes its new value from the names."""

Tree = Any
"""An expression in its nested form: a variable's name, a number, or `[symbol, operand, ...]`."""

Sources = tuple[Domain | None, ...]
"""For each of these arguments the domain of the sources whose follow-ups are valid; None for no source."""

NUMBERS = frozenset({Kind.INT, Kind.FLOAT})
NUMBER_SEQUENCES = frozenset({Kind.INTS, Kind.FLOATS})
OPEN = frozenset({Kind.TEXT, Kind.INTS, Kind.FLOATS, Kind.BOOLS, Kind.TEXTS})
"""Texts, and the sequences whose elements can be made."""
ORDERED = OPEN | {Kind.NESTED}
"""Everything whose parts can be put into another order."""
ANYTHING = frozenset(Kind) - {Kind.OTHER}
"""Everything that relations speak of."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument as a template writes about it: its text, a name, and what it holds."""

    text: str
    container: Container | None = None
    kind: Kind | None = None
    has_nan: bool = False
    """Whether NaN may be among its elements."""


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
    """A named change of `arity` arguments that hold the same, of the same kind and container unless it `mixes`.

    `constants` is None where the template takes no constant. `follow_up` gives None for an argument that has no new
    value. `tree` writes the new values as expressions, where there are operators for them; `inverse` says which number
    became a given one. Where it `leads`, the first argument is a text or sequence, wherever it stands, and the others
    are ints; where it `borrows`, the second, which stays as it is, changes the first: it is of its kind, or of that of
    its elements, and `kinds` are those of the first. Where it `passes_on` the source's output, that takes the place of
    the first argument, and the arguments may be any. Where it `takes_none`, None is a value like others.

    `sources` is None where valid sources are found by trying alone: drawn ones whose follow-up is not valid are left
    out. `when` writes what must hold of a source that has a follow-up at all. `containers` are those that may hold the
    elements, None for what has none; all where that is None. `names` are those that its texts use of Python's own.
    """

    name: str
    kinds: frozenset[Kind]
    arity: int
    constants: Constants | None
    follow_up: Callable[[Values, Constant], Values]
    texts: Callable[[tuple[Argument, ...], Constant], Texts]
    words: Callable[[Texts, Constant], str]
    sources: Callable[[tuple[Narrowable, ...], Constant], Sources] | None
    examples: tuple[Example, ...]
    trees: Callable[[tuple[Argument, ...], Constant], tuple[Tree, ...]] | None = None
    inverse: Callable[[float, Constant], float] | None = None
    mixes: bool = False
    passes_on: bool = False
    takes_none: bool = False
    leads: bool = False
    borrows: bool = False
    when: Callable[[tuple[Argument, ...]], str] | None = None
    containers: frozenset[Container | None] | None = None
    names: frozenset[str] = frozenset()

    def fits(self, domains: tuple[Domain, ...]) -> bool:
        """Whether arguments of these domains can be changed together."""
        if len(domains) != self.arity:
            return False
        held = domains[:1] if self.borrows else domains
        if not {domain.kind for domain in held} <= self.kinds:
            return False
        if self.containers is not None and not {domain.container for domain in held} <= self.containers:
            return False
        if self.borrows:
            taker, giver = domains
            return giver.kind is (taker.kind.element or taker.kind)
        if self.leads:
            return domains[0].kind is not Kind.INT and all(domain.kind is Kind.INT for domain in domains[1:])
        if self.mixes:
            return len({domain.kind.element or domain.kind for domain in domains}) == 1
        return len({(domain.kind, domain.container) for domain in domains}) == 1


def listed_texts(domain: Domain) -> Listed | None:
    """The domain, where it is one of texts that it lists."""
    return domain if domain.kind is Kind.TEXT and is_listed(domain) else None


def changed_within(domain: Listed, change: Callable[[Any], Any]) -> Domain | None:
    """The values that become others of them."""
    return domain.where(lambda value: change(value) != value and bool(domain.contains(change(value))))


def of_one(
    name: str,
    kinds: frozenset[Kind],
    *,
    change: Callable[[Any, Constant], Any],
    text: Callable[[Argument, Constant], str],
    words: Callable[[str, Constant], str],
    sources: Callable[[Narrowable, Constant], Domain | None],
    examples: tuple[Example, ...],
    constants: Constants | None = None,
    tree: Callable[[str, Constant], Tree] | None = None,
    inverse: Callable[[float, Constant], float] | None = None,
    passes_on: bool = False,
) -> Template:
    """A template that changes one argument, made of functions on one argument.

    `sources` need not know about texts that are listed: those whose follow-ups are others of them are found by trying.
    """

    def find_sources(domain: Narrowable, c: Constant) -> Domain | None:
        listed = listed_texts(domain)
        return sources(domain, c) if listed is None else changed_within(listed, lambda value: change(value, c))

    return Template(
        name=name,
        kinds=kinds,
        arity=1,
        constants=constants,
        follow_up=lambda values, c: (change(values[0], c),),
        texts=lambda arguments, c: (text(arguments[0], c),),
        words=lambda names, c: words(names[0], c),
        sources=lambda domains, c: (find_sources(domains[0], c),),
        examples=examples,
        trees=None if tree is None else lambda arguments, c: (tree(arguments[0].text, c),),
        inverse=inverse,
        passes_on=passes_on,
    )
