"""Plain data that all packages share; it imports nothing of ours."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any, Protocol

Input = tuple[Any, ...]
"""The arguments of one call, in the order of the subject's parameters."""


def with_argument(arguments: Input, position: int, value: Any) -> Input:
    """The input with another value at one position.

    >>> with_argument((1, 2, 3), 1, 0)
    (1, 0, 3)
    """
    return (*arguments[:position], value, *arguments[position + 1 :])


class GenmorphError(ValueError):
    """What all errors of genmorph that users may catch have in common."""


class UsageError(GenmorphError):
    """What the user passed cannot be used; the text names the argument, the rule and the value."""


class UnsupportedError(GenmorphError):
    """The function cannot be a subject; the text says why and, where there is one, the way out."""


class Kind(Enum):
    """What sort of value a parameter or an output holds; sequences of numbers, Booleans, texts, or anything plain.

    What is `OTHER` is passed on unchanged; of such outputs relations say only whether they are equal.
    """

    INT = "int"
    FLOAT = "float"
    BOOL = "bool"
    TEXT = "str"
    INTS = "list[int]"
    FLOATS = "list[float]"
    BOOLS = "list[bool]"
    TEXTS = "list[str]"
    NESTED = "list"
    OTHER = "object"

    @property
    def is_number(self) -> bool:
        """Whether values of this kind take part in arithmetic."""
        return self in (Kind.INT, Kind.FLOAT)

    @property
    def is_sequence(self) -> bool:
        """Whether values of this kind have elements; a text has none in this sense."""
        return self in _SEQUENCES

    @property
    def element(self) -> "Kind | None":
        """The kind of a sequence's elements; None where they are only compared, and for what is no sequence."""
        return _ELEMENTS.get(self)


_ELEMENTS = {Kind.INTS: Kind.INT, Kind.FLOATS: Kind.FLOAT, Kind.BOOLS: Kind.BOOL, Kind.TEXTS: Kind.TEXT}
_SEQUENCES = frozenset((*_ELEMENTS, Kind.NESTED))


class Container(Enum):
    """What holds the elements of a sequence where the function gets or gives it.

    Inside genmorph the inputs of an array are a list, and relations see lists whatever the container.
    """

    LIST = "list"
    TUPLE = "tuple"
    BYTES = "bytes"
    ARRAY = "array"
    ITERATOR = "iterator"


class Domain(Protocol):
    """A set of valid values of one kind."""

    @property
    def kind(self) -> Kind:
        """The kind of all values."""

    @property
    def size(self) -> int | None:
        """The number of values, None where it is unknown or infinite."""

    def values(self) -> Iterator[Any]:
        """All values, in a fixed order; only where `size` is known."""

    def draw(self, rng: Random) -> Any:
        """One value: small values and boundaries often, large values seldom."""

    @property
    def container(self) -> Container | None:
        """What holds the elements; None where the values are no sequences."""

    def contains(self, value: object) -> bool | None:
        """Whether the value is valid; None where that is unknown."""

    def notation(self) -> str:
        """The text that `genmorph.domain.parse_domain` reads back, such as `ints(0, 9)`."""

    def strategy(self) -> str:
        """Hypothesis source text of the same values, such as `st.integers(0, 9)`."""


class _Kept:
    """Where what was built is kept with what builds it; no field, since it says nothing that the others do not say."""

    __slots__ = ("made",)
    made: Any


@dataclass(frozen=True, slots=True)
class Built(_Kept):
    """A value that each process builds for itself: by what, and of which plain data or built values.

    `maker` is `array:` and the name of a type, `dict`, `call`, or `name`. `parts` are, for an array, its shape and its
    elements in one row; for a dict, pairs; for a call, module, qualname, arguments, and pairs of a name and an
    argument; for a name, module and qualname.
    """

    maker: str
    parts: tuple[Any, ...]

    def __hash__(self) -> int:
        """Equal values have one hash, whether or not they hold lists: nobody changes what is built."""
        return hash((self.maker, _hashable(self.parts)))


def _hashable(part: Any) -> Any:
    """Something in the place of a part of a value that has a hash: lists, dicts and fields have none."""
    match part:
        case list() | tuple():
            return tuple(map(_hashable, part))
        case dict():
            return frozenset(part)
        case Fields(names, values):
            return names, _hashable(values)
    return part


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of the subject; its domain is not stated where a type hint or a default value alone gives it."""

    name: str
    domain: Domain
    keyword_only: bool = False
    is_stated: bool = field(default=True, compare=False)

    @property
    def kind(self) -> Kind:
        """The kind of the values in the parameter's domain, None among them left aside."""
        return self.domain.kind

    @property
    def is_optional(self) -> bool:
        """Whether None may be among the values."""
        return self.domain.contains(None) is not False


@dataclass(frozen=True, slots=True)
class Target:
    """What a worker process needs to load a function, as plain data.

    `module` is imported by name; where it is None, `source` is executed as a module of its own.
    Lines are counted from 1 and span the whole definition, decorators included; a function without Python source has
    the source `""` and the lines 0 and 0. `blocked` are modules that must not be imported, because they are
    accelerator modules that would replace the function. `changed` are other modules that mutants may change, each
    with its source: the worker puts their state back too. `arrays` are positions of arguments that the function gets as
    numpy arrays, each with the name of the type of its elements; at the positions `built` the worker makes the values,
    for which it needs the modules `makers`. `late` are modules that the function imports while it is called: the worker
    imports those that are there before any call, since a call may have less time than an import takes. `kinds` are
    packages, each with a module that says how its values are written: the worker imports this where the function has
    imported the package. `seeded` is the name of the argument with which global generators are seeded before a call,
    and which the function itself does not get; "" where there is none.
    """

    module: str | None
    source: str
    qualname: str
    first_line: int
    last_line: int
    keywords: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    changed: tuple[tuple[str, str], ...] = ()
    arrays: tuple[tuple[int, str], ...] = ()
    built: tuple[int, ...] = ()
    makers: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    seeded: str = ""

    @property
    def dotted_name(self) -> str:
        """The name of the definition with its module, where it has one."""
        return f"{self.module}.{self.qualname}" if self.module else self.qualname


@dataclass(frozen=True, slots=True)
class Helper:
    """What calls of the subject use beside its own definition: a function of the user's, or a constant of a module.

    `target` is the definition, or the statement that binds the constant. `code` is the qualified name of the function's
    code with its first line, None for a constant. `distance` counts the calls from the subject to the function; a
    constant is one further than the nearest function that reads it.
    """

    target: Target
    code: tuple[str, int] | None
    distance: int


@dataclass(frozen=True, slots=True)
class SourceMutant:
    """The subject with one change in its source, or in that of a helper.

    `source` is the text of the changed definition, lines `first_line` to `last_line` of the target, which is that of
    the `helper` where there is one; `line` is the line of the change in the same file.
    """

    id: str
    operator: str
    line: int
    source: str
    helper: Helper | None = None


@dataclass(frozen=True, slots=True)
class OutcomeMutant:
    """The original with one change of its outcomes, for functions whose source cannot be changed.

    `operator` says what is changed, `data` holds its numbers and inputs.
    """

    id: str
    operator: str
    data: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class FaultyVersion:
    """Another function that is known to be faulty, given by the user."""

    id: str
    target: Target


Mutant = SourceMutant | OutcomeMutant | FaultyVersion


@dataclass(frozen=True, slots=True)
class Probe:
    """The subject with a definition that records what a call reaches; it has no influence on what the call does.

    `source` is the text of the definition, lines `first_line` to `last_line` of the target. A call's outcome is
    `Returned([mask, values])`: bit k of `mask` says whether branch k of `branches` was reached, and `values` has pairs
    `[site, number]`, one for each of the `sites` whose assignments all gave the same number in that call.
    `literals` are the numbers written in the body, in the order of the text, each with the branch it stands in.
    """

    id: str
    source: str
    branches: int
    sites: int
    literals: tuple[tuple[int | float, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """The subject as it is, with the functions of the user's that a call reaches in the place of its outcome.

    That is `Returned` with a list of `[module, qualified name, first line, distance]`; the module is "" where the
    target has none.
    """


@dataclass(frozen=True, slots=True)
class ErrorTexts:
    """The subject as it is, with what a call raises as text in the place of its outcome, "" where it raises nothing."""


@dataclass(frozen=True, slots=True)
class Array:
    """A one-dimensional numpy array that a call gave."""

    elements: tuple[int | float | bool, ...]


@dataclass(frozen=True, slots=True)
class Drained:
    """What an iterator gave that a call returned."""

    elements: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """A dataclass instance or a named tuple that a call gave, by its fields.

    Two are equal where their fields are and they are `compared_as` the same: "tuple", or the class of dataclasses. It
    is "" where `==` does not compare the fields.
    """

    names: tuple[str, ...]
    values: tuple[Any, ...]
    compared_as: str = ""


@dataclass(frozen=True, slots=True)
class Altered:
    """What a call gave that changed arguments in place: its value, and these arguments as it left them.

    `arguments` holds pairs of a position and a value, in ascending order; an array stands there as `Array`.
    """

    value: Any
    arguments: tuple[tuple[int, Any], ...]


@dataclass(frozen=True, slots=True)
class Returned:
    """A call that gave a value: plain data as the function returned it.

    That is a number, a Boolean, a text, bytes, None, a list, tuple or dict of such values, `Array`, `Fields`,
    `Drained`, or `Altered` around any of them.
    """

    value: Any


@dataclass(frozen=True, slots=True)
class Raised:
    """A call that raised an `Exception`; `type` is its qualified name, without `builtins.`."""

    type: str


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A call that was stopped at its time limit."""


@dataclass(frozen=True, slots=True)
class Crashed:
    """A call that ended its process (`fatal`), raised no ordinary exception, was refused, or gave an unusable value."""

    why: str
    fatal: bool = False


Outcome = Returned | Raised | TimedOut | Crashed

Run = Callable[[Mutant | None, Sequence[Input]], Sequence[Outcome]]
"""Call the original (None) or a mutant on all inputs; one outcome for each, in order."""


class Place(Enum):
    """Where in what a call gives an output stands."""

    RETURNED = "returned"
    FIELD = "field"
    ITEM = "item"
    KEY = "key"
    ARGUMENT = "argument"


@dataclass(frozen=True, slots=True)
class Output:
    """One value that relations may speak of: what a call returns, a part of that, or an argument as the call leaves it.

    `key` is the field's name, the item's index, the dict's key or the parameter's name; `position` is the parameter's,
    for an argument. Where `optional`, the value may be None, which relations read as NaN or as empty; with `is_none`
    the output is whether it is None. `view` is Python, with `{}` for the value, of what is read of it. `holds_floats`
    says that what is compared as a whole has floats inside, or is an array, `is_mixed` that it is of several types,
    `has_records` that elements have fields, which relations see as tuples.

    >>> Output(Kind.FLOAT, Place.FIELD, "area").name, Output(Kind.INTS, Place.ARGUMENT, "xs").name
    ('return.area', 'xs.after')
    """

    kind: Kind
    place: Place = Place.RETURNED
    key: str | int | None = None
    container: Container | None = None
    optional: bool = False
    is_none: bool = False
    position: int | None = None
    view: str | None = None
    holds_floats: bool = False
    is_mixed: bool = False
    has_records: bool = False

    @property
    def name(self) -> str:
        """A name that no parameter has."""
        names = {
            Place.RETURNED: "return",
            Place.FIELD: f"return.{self.key}",
            Place.ITEM: f"return[{self.key!r}]",
            Place.KEY: f"return[{self.key!r}]",
            Place.ARGUMENT: f"{self.key}.after",
        }
        name = names[self.place]
        return (name if self.view is None else self.view.format(name)) + (" is None" if self.is_none else "")


@dataclass(frozen=True, slots=True)
class Execution:
    """A source/follow-up pair that ran: both inputs, and the outputs of both calls in the order of the subject's.

    Outputs are numbers, Booleans, texts and lists, whatever their containers. Where a call raised, its outputs are
    empty, and the error is the name of the exception's type, else "".
    """

    source: Input
    follow_up: Input
    source_outputs: tuple[Any, ...]
    follow_up_outputs: tuple[Any, ...]
    source_error: str = ""
    follow_up_error: str = ""


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far two floats may differ and still be equal.

    >>> Tolerance(relative=1e-9, absolute=-1.0)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: absolute must be finite and >= 0, got -1.0
    """

    relative: float = 1e-9
    absolute: float = 1e-9

    def __post_init__(self) -> None:
        for name in ("relative", "absolute"):
            if not 0 <= getattr(self, name) < math.inf:
                raise UsageError(f"{name} must be finite and >= 0, got {getattr(self, name)!r}")

    def at_least(self, other: "Tolerance") -> "Tolerance":
        """The wider parts of this tolerance and another.

        >>> Tolerance(1e-9, 0.1).at_least(Tolerance(1e-7, 0.0))
        Tolerance(relative=1e-07, absolute=0.1)
        """
        return Tolerance(max(self.relative, other.relative), max(self.absolute, other.absolute))

    @classmethod
    def parse(cls, text: str) -> "Tolerance":
        """The tolerance that a text says: the relative one, and after a comma the absolute one, 0 where it is left out.

        Raises UsageError where it says none.

        >>> Tolerance.parse("1e-6,1e-12"), Tolerance.parse("0")
        (Tolerance(relative=1e-06, absolute=1e-12), Tolerance(relative=0.0, absolute=0.0))
        """
        relative, _, absolute = text.partition(",")
        try:
            numbers = float(relative), float(absolute or 0)
        except ValueError as error:
            raise UsageError(f"tolerance must be such as 1e-9 or 1e-9,1e-12, got {text!r}") from error
        return cls(*numbers)


_BUDGET = re.compile(r"(?P<amount>[0-9.eE+-]+|nan|inf)(?P<unit>s|m|h|ev)?")
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True, slots=True)
class Budget:
    """What an inference may spend: seconds, evaluations, or both (whichever ends first).

    One evaluation is 10**6 pairs of a tree and a row. With evaluations alone no stage looks at the clock.

    >>> Budget.parse("30s"), Budget.parse("500ev").evaluations
    (Budget(seconds=30.0, evaluations=None), 500.0)
    >>> Budget(seconds=-3)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: budget must be positive, got -3
    """

    seconds: float | None = None
    evaluations: float | None = None

    def __post_init__(self) -> None:
        amounts = [amount for amount in (self.seconds, self.evaluations) if amount is not None]
        if not amounts:
            raise UsageError("budget must have seconds or evaluations, got neither")
        for amount in amounts:
            if isinstance(amount, bool) or not isinstance(amount, int | float):
                raise UsageError(f"budget must be a number, got {amount!r}")
            if not 0 < amount < math.inf:
                raise UsageError(f"budget must be positive{' and finite' if amount > 0 else ''}, got {amount!r}")

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """Read `30s`, `2m`, `1h`, `500ev`, or two of them with a comma between."""
        found: dict[str, float] = {}
        for part in text.split(","):
            match = _BUDGET.fullmatch(part.strip())
            try:
                amount = float(match["amount"]) if match else None
            except ValueError:
                amount = None
            if match is None or amount is None:
                raise UsageError(f"budget must look like 30s, 2m, 1h or 500ev, got {text!r}")
            name = "evaluations" if match["unit"] == "ev" else "seconds"
            if name in found:
                raise UsageError(f"budget must give {name} once, got {text!r}")
            found[name] = amount * _SECONDS.get(match["unit"] or "s", 1.0)
        return cls(**found)


class Verdict(Enum):
    """What the filters say of a candidate; undecided is never counted as keep."""

    KEEP = "keep"
    REJECT = "reject"
    UNDECIDED = "undecided"


class Stage(Enum):
    """What found that a candidate is not to be reported, in the order in which a candidate meets them."""

    SCREENING = "screening"
    FORM = "form"
    KILLS = "kills"
    FRESH_PAIRS = "fresh pairs"
    BOUNDARY_PAIRS = "boundary pairs"
    TRIVIAL = "trivial"
    VACUOUS = "vacuous"
    FITTED = "fitted"
    REDUNDANT = "redundant"
    SEARCH = "search for a counterexample"
    SYMBOLIC = "symbolic execution"
    REVIEW = "review decision"
    EXPORTED_TEST = "exported test"
    TIME = "time"

    @classmethod
    def _missing_(cls, value: object) -> "Stage | None":
        """Stages under the names that files of version 0.1 have."""
        names = {"corner pairs": cls.BOUNDARY_PAIRS, "a person's word": cls.REVIEW, "says nothing": cls.TRIVIAL}
        return names.get(str(value))


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a relation: different applicable inputs tried, violations, mutants killed among those judged.

    `exhaustive` says that the inputs tried are all to which it applies; `falsifiers` name what looked for violations,
    where the inputs of a search are not counted as tried; `inapplicable` counts the inputs drawn of which the relation
    says nothing; `largest_error` is the largest difference of two floats that counted as equal, None where none were
    compared; `random` are those of the inputs tried that were drawn at random, None where all were; `noticed` is the
    share of the inputs on which perturbed outputs contradict the relation, None where that was not tried.

    >>> evidence = Evidence(2_400, 0, killed=3, judged=4, exhaustive=False, falsifiers=("fresh pairs",), random=2_000)
    >>> evidence.mutation_score, evidence.false_alarm_bound, evidence.inapplicable_share
    (0.75, 0.0015, 0.0)
    """

    tried: int
    violations: int
    killed: int
    judged: int
    exhaustive: bool
    falsifiers: tuple[str, ...]
    inapplicable: int = 0
    largest_error: float | None = None
    random: int | None = None
    noticed: float | None = None

    @property
    def mutation_score(self) -> float | None:
        """Share of the judged mutants that are killed; None where none was judged."""
        return self.killed / self.judged if self.judged else None

    @property
    def false_alarm_bound(self) -> float | None:
        """The 95% upper bound on the share of inputs that contradict the relation; None where none was tried.

        Source: the rule of three (Hanley and Lippman-Hand, 1983), for no violation among the inputs drawn at random.
        """
        if self.exhaustive:
            return 0.0
        drawn = self.tried if self.random is None else self.random
        return min(1.0, 3 / drawn) if drawn else None

    @property
    def always_applies(self) -> bool:
        """Whether the relation said something of every input drawn: what calls gave was valid where it is passed on.

        >>> Evidence(2_400, 0, killed=3, judged=4, exhaustive=False, falsifiers=(), inapplicable=1).always_applies
        False
        """
        return self.tried > 0 and self.inapplicable == self.violations == 0

    @property
    def inapplicable_share(self) -> float | None:
        """Share of the inputs drawn of which the relation says nothing; None where none was drawn."""
        drawn = self.tried + self.inapplicable
        return self.inapplicable / drawn if drawn else None


@dataclass(frozen=True, slots=True)
class FiveNumbers:
    """The five-number summary of a sample: its ends, its quartiles, and its median.

    >>> FiveNumbers(0, 1, 2, 3, 2.5)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: a five-number summary must be finite and ascend, got (0, 1, 2, 3, 2.5)
    """

    least: float
    lower_quartile: float
    median: float
    upper_quartile: float
    greatest: float

    def __post_init__(self) -> None:
        numbers = (self.least, self.lower_quartile, self.median, self.upper_quartile, self.greatest)
        if not all(map(math.isfinite, numbers)) or list(numbers) != sorted(numbers):
            raise UsageError(f"a five-number summary must be finite and ascend, got {numbers!r}")


@dataclass(frozen=True, slots=True)
class SeenSamples:
    """What both sides of a relation gave for one input, of which `source` is the text without the seed."""

    source: str
    left: FiveNumbers
    right: FiveNumbers


@dataclass(frozen=True, slots=True)
class Sampling:
    """What is known of two samples that a relation of a random program compares.

    Each of the `inputs` had so many `runs`; the `difference` is the largest one that was seen, and the `bound` is what
    none exceeds, but for a chance of `error` in the whole report. A written test has `written` runs of each input, and
    notices differences from `noticed` on with 90% probability. Differences are of distribution functions; those of
    means in standard deviations, those of spreads in standard deviations of the distances from the median. `seen` shows
    the samples of one input, where they are numbers.

    >>> Sampling(16, 1_200, 0.02, 0.18, 0.001, 1_000, -0.1)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: noticed must be finite and >= 0, got -0.1
    """

    inputs: int
    runs: int
    difference: float
    bound: float
    error: float
    written: int
    noticed: float
    seen: SeenSamples | None = None

    def __post_init__(self) -> None:
        for name in ("inputs", "runs", "written"):
            value = getattr(self, name)
            if type(value) is not int or not value > 0:
                raise UsageError(f"{name} must be an int > 0, got {value!r}")
        for name in ("difference", "bound", "error", "noticed"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
                raise UsageError(f"{name} must be finite and >= 0, got {value!r}")
        if not self.difference <= self.bound:
            raise UsageError(f"bound must be >= difference, got {self.bound!r} and {self.difference!r}")
        if not 0 < self.error < 1:
            raise UsageError(f"error must be > 0 and < 1, got {self.error!r}")


@dataclass(frozen=True, slots=True)
class MutantNote:
    """What a person reads of a mutant: its change as a unified diff, or in words where there is none.

    `helper` is the dotted name of the function or constant that was changed, and `line` its line in the module; "" and
    0 where it is the subject itself.
    """

    id: str
    change: str
    helper: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Witness:
    """A pair on which a mutant gave outputs that the relation rejects."""

    mutant: str
    execution: Execution
