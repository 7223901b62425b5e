"""What a template is: a kind of change of some arguments, its constants, and examples that tests run."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.relations.nouns import number_words
from genmorph.relations.rendering import number_text
from genmorph.settings import INSTANTIATION
from genmorph.transformations.drawing import ADDEND, ELEMENT, FACTOR, Drawing
from genmorph.transformations.narrowing import Detailed, is_bounded, is_homogeneous, is_listed
from genmorph.values.kinds import LARGEST_EXACT
from genmorph.values.narrowable import Narrowable
from genmorph.values.python_text import Symbol
from genmorph.values.spelling import spelled

Number = int | float
Constant = Any
"""An int, a finite float, a Boolean or a text; None for templates that take no constant."""


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants that a template takes.

    `choices` gives them for a kind of number, Boolean or text, from numbers and texts that are offered: those worth a
    try everywhere come first, and are all where nothing is offered. Some may not be allowed. `drawing` says how
    they are drawn anew for each source; None where they are not. `suited` gives those that suit the domain of an
    argument, from numbers that its name or the function suggests: they are worth a try there.
    """

    rule: str
    allows: Callable[[object], bool]
    choices: Callable[[Kind, Sequence[Number], Sequence[str]], tuple[Constant, ...]]
    drawing: Drawing | None = None
    suited: Callable[[Domain, Sequence[Number]], tuple[Constant, ...]] = lambda _domain, _numbers: ()


def usable_numbers(kind: Kind, offered: Iterable[Number]) -> tuple[Number, ...]:
    """The offered constants as numbers of the kind, distinct, in this order.

    Bools, what is not finite, ints beyond 2**53, and for ints what is not integral, are left out.

    >>> usable_numbers(Kind.INT, [7, 2.5, 2.0, True, 1])
    (7, 2, 1)
    """
    numbers = (constant for constant in offered if is_number(constant))
    if kind is Kind.FLOAT:
        return tuple(dict.fromkeys(map(float, numbers)))
    whole = (int(number) for number in numbers if number == int(number))
    return tuple(dict.fromkeys(number for number in whole if abs(number) <= LARGEST_EXACT))


def usable_pieces(offered: Iterable[str]) -> tuple[str, ...]:
    """The offered texts that are neither empty nor long, distinct, in this order."""
    return tuple(dict.fromkeys(piece for piece in offered if 0 < len(piece) <= INSTANTIATION.longest_piece))


def constant_text(constant: Number) -> str:
    """Python text; whole floats are written as ints, which gives the same result beside a float.

    >>> constant_text(2.0), constant_text(-0.5), constant_text(1e300), constant_text(2 * math.pi)
    ('2', '-0.5', '1e+300', '2 * math.pi')
    """
    if isinstance(constant, Symbol):
        return constant
    is_whole = isinstance(constant, int) or (constant.is_integer() and abs(constant) < LARGEST_EXACT)
    return number_text(int(constant) if is_whole else constant)


def constant_words(constant: Constant) -> str:
    """Words that still tell constants apart when all but letters and digits is lost.

    >>> constant_words(-2), constant_words(1e-07), constant_words(1e300), constant_words(True)
    ('minus 2', '1e minus 07', '1e300', 'True')
    >>> constant_words(2 * math.pi), constant_words(-math.pi / 2), constant_words((1 + math.sqrt(5)) / 2)
    ('2 pi', 'minus pi over 2', 'the golden ratio')
    >>> constant_words("ab"), constant_words(" "), constant_words("=>")
    ('ab', 'a space', 'an equals sign and a greater than sign')
    """
    if isinstance(constant, Symbol):
        return constant
    if isinstance(constant, str):
        return spelled(constant)
    return str(constant) if isinstance(constant, bool) else number_words(constant)


def is_number(value: object) -> bool:
    """Whether the value is an int within 2**53 or a finite float, and not a bool."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST_EXACT


def _elements(*texts: str) -> Constants:
    """The constants that may be elements; of texts, these are tried before any others."""

    def choices(kind: Kind, numbers: Sequence[Number], pieces: Sequence[str]) -> tuple[Constant, ...]:
        if kind is Kind.BOOL:
            return (True, False)
        return usable_pieces((*texts, *pieces)) if kind is Kind.TEXT else usable_numbers(kind, (0, 1, *numbers))

    def allows(value: object) -> bool:
        if isinstance(value, str):
            return 0 < len(value) <= INSTANTIATION.longest_piece
        return is_number(value) or isinstance(value, bool)

    longest = INSTANTIATION.longest_piece
    return Constants(f"a finite number, a Boolean or a text of 1 to {longest} characters", allows, choices, ELEMENT)


def _is_index(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= INSTANTIATION.farthest_index


ADDENDS = Constants(
    "a finite number other than 0",
    lambda value: is_number(value) and value != 0,
    lambda kind, numbers, _: usable_numbers(kind, (1, -1, *numbers)),
    ADDEND,
    suited=lambda domain, numbers: usable_numbers(domain.kind.element or domain.kind, numbers),
)


def _middles(domain: Domain, numbers: Sequence[Number]) -> tuple[Constant, ...]:
    """The sum of the bounds of a range, then the numbers."""
    bounds = (domain.low, domain.high) if is_bounded(domain) else (None, None)
    ends = [bound for bound in bounds if bound is not None and math.isfinite(bound)]
    return usable_numbers(domain.kind, [*([sum(ends)] if len(ends) == len(bounds) else []), *numbers])


MIDDLES = Constants(ADDENDS.rule, ADDENDS.allows, lambda *_: (), suited=_middles)
FACTORS = Constants(
    "a finite number other than 0 or 1",
    lambda value: is_number(value) and value not in (0, 1),
    lambda kind, numbers, _: usable_numbers(kind, (1, -1, 2, *numbers)),
    FACTOR,
)
ELEMENTS = _elements(" ", "a")
ENDS = _elements("a", "0")
"""Of texts and sequences that become longer together with numbers: which element it is seldom matters."""

INDICES = Constants(
    f"an int from -{INSTANTIATION.farthest_index} to {INSTANTIATION.farthest_index}",
    _is_index,
    lambda _kind, _numbers, _pieces: (0, -1, 1, -2),
)
Values = tuple[Any, ...]
"""The values of the arguments that a transformation changes, in the order of its positions."""

Texts = tuple[str, ...]
"""One text for each of these arguments: its name, or Python that computes its new value from the names."""

Tree = Any
"""An expression in its nested form: a variable's name, a number, or `[symbol, operand, ...]`."""

Sources = tuple[Domain | None, ...]
"""For each of these arguments the domain of the sources whose follow-ups are valid; None for no source."""

OfNames = Callable[[Sequence[str]], bool]
"""Whether a change is meant for arguments of these names."""

NUMBERS = frozenset({Kind.INT, Kind.FLOAT})
NUMBER_SEQUENCES = frozenset({Kind.INTS, Kind.FLOATS})
OPEN = frozenset({Kind.TEXT, Kind.INTS, Kind.FLOATS, Kind.BOOLS, Kind.TEXTS})
"""Texts, and the sequences whose elements can be made."""

ORDERED = OPEN | {Kind.NESTED, Kind.OTHER}
"""Everything whose parts can be put into another order; of objects, only sequences of them can."""

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
    domain: Domain | None = None
    """What it may be, where that is known."""


def argument_of(text: str, domain: Domain) -> Argument:
    """An argument of a domain."""
    has_nan = domain.kind is Kind.FLOATS and (
        not is_homogeneous(domain) or domain.element.contains(math.nan) is not False
    )
    return Argument(text, domain.container, domain.kind, has_nan, domain)


@dataclass(frozen=True, slots=True)
class Example:
    """What a template does: values before and after, and what it says of arguments a, b, ..."""

    before: Values
    constant: Constant
    after: Values
    texts: Texts
    words: str


class Effect(StrEnum):
    """What a template does to its arguments, where relations of other transformations follow from that."""

    ADDS = "adds"
    """Every number grows by the constant."""
    SCALES = "scales"
    """Every number is multiplied by the constant."""
    MIRRORS = "mirrors"
    """Every number is subtracted from the constant."""
    REORDERS = "reorders"
    """The elements stand in another order."""
    SORTS = "sorts"
    """The elements stand in an order that does not depend on the one before."""
    SWAPS = "swaps"
    """Two arguments are exchanged."""
    EXCHANGES = "exchanges"
    """Two groups of arguments are exchanged."""
    CUTS = "cuts"
    """Only the first elements are kept, as many as the constant says."""
    REPLACES = "replaces"
    """An argument gives way to any other value that it may have."""
    GROWS = "grows"
    """The first argument becomes longer, or larger in its natural order, such as later; smaller by numbers below 0."""


@dataclass(frozen=True, slots=True)
class Template:
    """A named change of `arity` arguments that hold the same, of the same kind and container unless it `mixes`.

    `constants` is None where the template takes no constant. `follow_up` gives None for an argument that has no new
    value. `tree` writes the new values as expressions, where there are operators for them; `inverse` says which number
    became a given one. Where it `leads`, the first argument is a text or sequence, wherever it stands, and the others
    are ints; where it `borrows`, the second, which stays as it is, changes the first: it is of its kind, or of that of
    its elements, and `kinds` are those of the first. Where it `passes_on` the source's output, that takes the place of
    the first argument, and the arguments may be any. Where it `takes_none`, None is a value like others. Where it
    `is_parallel`, its arguments are texts and sequences of equal lengths, whose elements belong together; where it
    `is_across`, they may be of several kinds, and their parts that it changes are of one.

    `sources` is None where valid sources are found by trying alone: drawn ones whose follow-up is not valid are left
    out; `likely` are domains in which most have one, for tests that are written. `when` writes what must hold of a
    source that has a follow-up at all. `containers` are those that may hold the elements, None for what has none; all
    where that is None. `suits` says which domains it takes of those of its kinds, and `of_names` for arguments of which
    names it is meant.
    `names` are those that its texts use of Python's own.

    The fields from `effect` on are facts for the filters and the selection. Their defaults mean that nothing is known.
    Raises UsageError for facts that contradict the other fields.
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
    is_parallel: bool = False
    is_across: bool = False
    leads: bool = False
    borrows: bool = False
    likely: Callable[[tuple[Narrowable, ...]], tuple[Narrowable, ...]] | None = None
    when: Callable[[tuple[Argument, ...]], str] | None = None
    suits: Callable[[tuple[Domain, ...]], bool] | None = None
    of_names: OfNames | None = None
    containers: frozenset[Container | None] | None = None
    names: frozenset[str] = frozenset()
    changed: Callable[[tuple[Domain, ...]], tuple[Domain, ...]] = lambda domains: domains
    """The domains of what its constants are for: of the arguments, or of parts of them."""
    effect: Effect | None = None
    is_involution: bool = False
    """Whether applying it twice, with the same constant, gives the source back."""
    is_moving: bool = False
    """Whether its constants are steps: one with the other sign undoes it, and twice as large a one is two of it."""
    is_of_part: bool = False
    """Whether it changes an item or field of its arguments and leaves the others."""
    is_unnatural: bool = False
    """Whether developers would hardly think of its follow-ups; equally good relations of other templates go first."""
    diversity_group: str | None = None
    """Templates of one group say much the same, whatever their constants; None for one that stands for itself."""
    enlarges_like: str | None = None
    """The adding template for the same arguments, where this one makes numbers larger: bounds say the same of both."""
    instance_of: str | None = None
    """The template that takes anything drawn where this one takes another argument."""
    fixed_constant: Number | None = None
    """The number that it changes inputs by where it takes no constant, such as 2 where a list is repeated."""

    def __post_init__(self) -> None:
        self._check_effect()
        for fact in ("is_involution", "is_moving", "is_unnatural"):
            if not isinstance(getattr(self, fact), bool):
                raise UsageError(f"{fact} of {self.name} must be True or False, got {getattr(self, fact)!r}")
        group, number = self.diversity_group, self.fixed_constant
        if group is not None and not (isinstance(group, str) and group):
            raise UsageError(f"diversity_group of {self.name} must be None or a text that is not empty, got {group!r}")
        if number is not None and not is_number(number):
            raise UsageError(f"fixed_constant of {self.name} must be None or a finite number, got {number!r}")
        if number is not None and self.constants is not None:
            raise UsageError(f"fixed_constant of {self.name}, which takes constants, must be None, got {number!r}")

    def _check_effect(self) -> None:
        """That the effect is one that such arguments and constants can have."""
        effect, said = self.effect, f"of {self.name}, which {self.effect},"
        if effect is None:
            return
        if not isinstance(effect, Effect):
            raise UsageError(f"effect of {self.name} must be None or an Effect such as Effect.REORDERS, got {effect!r}")
        changes_numbers = effect in (Effect.ADDS, Effect.SCALES, Effect.MIRRORS)
        is_free = changes_numbers or self.is_parallel or effect in (Effect.EXCHANGES, Effect.GROWS)
        arity = self.arity if is_free else 2 if effect is Effect.SWAPS else 1
        if self.arity != arity:
            raise UsageError(f"arity {said} must be {arity}, got {self.arity!r}")
        if changes_numbers and self.constants is None:
            raise UsageError(f"constants {said} must be some, got None")
        changed = NUMBERS | NUMBER_SEQUENCES if changes_numbers else ORDERED
        strange = [kind.value for kind in Kind if kind in self.kinds - changed]
        if strange and effect not in (Effect.SWAPS, Effect.EXCHANGES, Effect.GROWS):
            wanted = ", ".join(kind.value for kind in Kind if kind in changed)
            raise UsageError(f"kinds {said} must be among {wanted}, got {strange[0]}")

    @property
    def adds(self) -> bool:
        """Whether adding more or less, or taking away, says much the same."""
        return self.effect is Effect.ADDS or self.is_moving

    def fits(self, domains: tuple[Domain, ...]) -> bool:
        """Whether arguments of these domains can be changed together."""
        if len(domains) != self.arity:
            return False
        held = domains[:1] if self.borrows else domains
        if not {domain.kind for domain in held} <= self.kinds:
            return False
        if self.containers is not None and not {domain.container for domain in held} <= self.containers:
            return False
        if self.suits is not None and not self.suits(domains):
            return False
        if self.borrows:
            taker, giver = domains
            return giver.kind is (taker.kind.element or taker.kind)
        if self.leads:
            return domains[0].kind is not Kind.INT and all(domain.kind is Kind.INT for domain in domains[1:])
        if self.is_parallel or self.is_across:
            return True
        if self.mixes:
            return len({domain.kind.element or domain.kind for domain in domains}) == 1
        return len({(domain.kind, domain.container) for domain in domains}) == 1


def listed_texts(domain: Domain) -> Detailed | None:
    """The domain, where it is one of texts that it lists."""
    return domain if domain.kind is Kind.TEXT and is_listed(domain) else None


def changed_within(domain: Detailed, change: Callable[[Any], Any]) -> Domain | None:
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
    **facts: Any,
) -> Template:
    """A template that changes one argument, made of functions on one argument; `facts` are further fields of it.

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
        **facts,
    )
