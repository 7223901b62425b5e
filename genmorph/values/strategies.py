"""Hypothesis strategies that are not understood: drawn from as needed, membership unknown; and their text."""

import ast
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.settings import MIXED_DRAWS, VALUE_LIMITS
from genmorph.values.array_types import TYPE_OF
from genmorph.values.enclosing import enclosing
from genmorph.values.kinds import DEEP, Shape, as_kind, common_shape, is_too_deep, plain_number
from genmorph.values.labels import key
from genmorph.values.listed import froms
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.ints import ints
from genmorph.values.paths import MISSING, resolve
from genmorph.values.python_text import SOURCE, numpy_name, write_call
from genmorph.values.strategy_parts import is_strategy_like, parts_of
from genmorph.values.unions import optionals

_TRANSIENT = {"__main__", "builtins"}
"""Modules of which another process has other contents (`builtins._` is the last value an interactive user saw)."""


@dataclass(frozen=True, slots=True)
class Generated:
    """Values that Hypothesis generated; `is_whole` where it has no others."""

    values: list[Any]
    is_whole: bool


def generate(strategy: Any, count: int, start: int = 0) -> Generated:
    """At most `count` values of a strategy, other ones for another `start`, with the frequencies of Hypothesis.

    Raises:
        UsageError: The strategy raises an exception, or has no values.

    """
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis import strategies as st

    values: list[Any] = []
    begun = 0
    phases, checks = [Phase.generate], list(HealthCheck)

    @st.composite
    def counted(draw: Any) -> Any:
        nonlocal begun
        begun += 1
        return draw(strategy)

    try:

        @seed(start)
        @settings(max_examples=count, database=None, deadline=None, phases=phases, suppress_health_check=checks)
        @given(counted())
        def collect(value: Any) -> None:
            values.append(value)

        collect()
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise UsageError(f"strategy must generate values ({said}), got {_shown(strategy)}") from error
    if not values:
        raise UsageError(f"strategy must not be empty, got {strategy!r}")
    return Generated(values, is_whole=len(values) < count and begun == len(values))


def _shown(strategy: Any) -> str:
    """The strategy as text; its type alone where it holds a value that is too deep to show."""
    try:
        return repr(strategy)
    except RecursionError:
        return f"a {type(strategy).__name__}"


def of_pattern(pattern: str, *, whole: bool) -> Any:
    """The strategy of the texts that a regular expression matches, as a whole or in some place."""
    from hypothesis import strategies as st

    return st.from_regex(pattern, fullmatch=whole)


def matches(pattern: str, count: int) -> list[str]:
    """At most `count` texts that a regular expression matches as a whole; UsageError where it is none."""
    return list(generate(of_pattern(pattern, whole=True), count).values)


class Draws:
    """The values of a strategy in the order of Hypothesis, for each generator of random numbers on its own.

    They come in batches as large as what Hypothesis makes for one test, so that a value is as frequent as in tests.
    `take` makes a value plain, and raises ValueError for one that is left out.
    """

    def __init__(self, strategy: Any, take: Callable[[Any], Any]) -> None:
        self._strategy = strategy
        self._take = take
        self._waiting: WeakKeyDictionary[Random, list[Any]] = WeakKeyDictionary()

    def draw(self, rng: Random) -> Any:
        """One value; UsageError where the strategy raises an exception, or batch after batch is left out."""
        waiting = self._waiting.setdefault(rng, [])
        for _ in range(MIXED_DRAWS.most_batches):
            if waiting:
                break
            waiting += reversed(self._batch(rng))
        else:
            raise UsageError(f"strategy must generate values of one kind, got {self._strategy!r}")
        return waiting.pop()

    def _batch(self, rng: Random) -> list[Any]:
        taken = []
        for value in generate(self._strategy, MIXED_DRAWS.batch, rng.getrandbits(32)).values:
            with suppress(ValueError):
                taken.append(self._take(value))
        return taken


@dataclass(frozen=True, slots=True)
class StrategyText:
    """An expression that gives a strategy, with `st` and `math`, and the modules that it names by their whole names."""

    expression: str
    homes: frozenset[str] = frozenset()


def import_path(strategy: Any) -> tuple[str, str] | None:
    """Module and attribute where the strategy can be imported from, None where there is no such place."""
    found = [
        (name, attribute)
        for name, module in list(sys.modules.items())
        if name not in _TRANSIENT and isinstance(module, ModuleType) and module.__spec__ is not None
        for attribute, value in list(vars(module).items())
        if value is strategy
    ]
    return min(found, default=None)


def write_strategy(strategy: Any) -> StrategyText | None:
    """The strategy as Python; None where neither a name nor its `repr` leads to it.

    >>> from fractions import Fraction
    >>> from hypothesis import strategies as st
    >>> write_strategy(st.builds(Fraction, st.integers(0, 9)))
    StrategyText(expression='st.builds(fractions.Fraction, st.integers(min_value=0, max_value=9))', \
homes=frozenset({'fractions'}))
    >>> write_strategy(st.integers().map(lambda n: Fraction(n))) is None
    True
    """
    path = import_path(strategy)
    return StrategyText(".".join(path), frozenset(path[:1])) if path is not None else spell(strategy)


def spell(strategy: Any) -> StrategyText | None:
    """The strategy as the calls that make it; None where its `repr` does not lead to it."""
    strategy.validate()  # until then a composite does not show of which function it was made
    parts = callables_in(strategy, VALUE_LIMITS.deepest_strategy)
    found = (part for part in parts if getattr(part, "__module__", None) in sys.modules)
    try:
        writer = _Qualifying({one.__name__: one for one in found})
        written = ast.unparse(writer.visit(ast.parse(repr(strategy), mode="eval")))
    except (SyntaxError, ValueError, RecursionError):
        return None
    text = StrategyText(written, frozenset(writer.homes))
    return text if not writer.unknown and _gives(text, strategy) else None


def callables_in(value: Any, depth: int) -> Iterator[Any]:
    """Functions and classes among what a strategy was made of, and the classes of objects there."""
    if depth == 0:
        return
    if isinstance(getattr(value, "__name__", None), str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from callables_in(part, depth - 1)
    elif is_strategy_like(value):
        yield from callables_in(list(parts_of(value, is_resolved=True)), depth - 1)
    else:
        yield type(value)


class _Qualifying(ast.NodeTransformer):
    """Puts `st`, or the module that it can be imported from, before each name; `unknown` are names without one."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self._known = known
        self.homes: set[str] = set()
        self.unknown: set[str] = set()

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name of what the strategy was made of, of a strategy, or of a float."""
        if node.id in ("inf", "nan"):
            return ast.Attribute(ast.Name("math"), node.id)
        home = self._home(self._known.get(node.id), node.id)
        if home is None:
            self.unknown.add(node.id)
            return node
        return ast.parse(home, mode="eval").body

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """What is named with its module already, or an attribute of some other expression."""
        module, _, name = ast.unparse(node).rpartition(".")
        if not _is_there(module, name):
            return ast.Attribute(self.visit(node.value), node.attr)
        self.homes.add(module)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        """No lambda: what its names mean is not known here."""
        self.unknown.add("lambda")
        return node

    def _home(self, found: Any, name: str) -> str | None:
        strategies = sys.modules["hypothesis.strategies"]
        if found is None or found.__module__.partition(".")[0] == "hypothesis":
            return f"st.{name}" if hasattr(strategies, name) else None
        module, qualname = found.__module__, getattr(found, "__qualname__", name)
        if module == "builtins":
            return qualname
        if not _is_there(module, qualname):
            return None
        self.homes.add(module)
        return f"{module}.{qualname}"


def _is_there(module: str, name: str) -> bool:
    """Whether a loaded module has the name; what Hypothesis wraps is another object there than in the strategy."""
    if module in _TRANSIENT or module not in sys.modules:
        return False
    return resolve(vars(sys.modules[module]), name) is not MISSING


def _gives(text: StrategyText, strategy: Any) -> bool:
    """Whether the expression gives a strategy that shows itself as this one does."""
    roots = {home.partition(".")[0] for home in text.homes}
    names = {"st": sys.modules["hypothesis.strategies"], "math": math} | {root: sys.modules[root] for root in roots}
    try:
        return repr(eval(text.expression, names)) == repr(strategy)  # noqa: S307 - what a user's strategy says of itself
    except Exception:  # noqa: BLE001 - whatever the `repr` of a user's class leads to
        return False


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class OpaqueObjects(Narrowable):
    """A strategy of the user's that gives values of no kind, or of several."""

    origin: Any
    _draws: Draws = field(init=False)
    kind = Kind.OTHER
    is_drawn_by_hypothesis = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "_draws", Draws(self.origin, lambda value: value))

    def draw(self, rng: Random) -> Any:
        return self._draws.draw(rng)

    def contains(self, _value: object) -> None:
        """Always None: unknown."""

    def notation(self) -> str:
        return f"opaque({self.origin!r})"

    def strategy(self) -> str:
        return self.written().expression

    def written(self) -> StrategyText:
        """The strategy by name or as it was written; UsageError where neither is possible."""
        found = write_strategy(self.origin)
        if found is None:
            rule = "strategy must have a name at the top level of a module, or be made of what has one, without lambdas"
            raise UsageError(f"{rule}, for a test to use it, got {self.origin!r:.200}; or use objs with a generator")
        return found

    def _within(self, other: "OpaqueObjects") -> Narrowable | None:
        return self if other.origin is self.origin else None


@dataclass(frozen=True, slots=True)
class Origin:
    """What stands in the place of a strategy that is not there: what it said of itself, or where values were seen."""

    text: str

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Opaque:
    """A strategy of the user's with values of one kind; arrays stand there as lists.

    `sample` are some of its values, each once: all of them where `is_whole`, and the only ones that can be drawn where
    the strategy was left behind when a file was written. What lies outside of `around` is none of its values.
    """

    kind: Kind
    origin: Any
    sample: tuple[Any, ...]
    container: Container | None = None
    is_whole: bool = False
    around: Narrowable | None = None
    _shape: Shape = field(init=False)
    _has_none: bool = field(init=False)
    _draws: Draws | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_shape", Shape(self.kind, self.container))
        object.__setattr__(self, "_has_none", any(value is None for value in self.sample))
        is_drawn = is_strategy(self.origin) and not self.is_whole
        object.__setattr__(self, "_draws", Draws(self.origin, self._take) if is_drawn else None)

    def __repr__(self) -> str:
        return self.notation()

    @property
    def size(self) -> int | None:
        return len(self.sample) if self.is_whole else None

    def values(self) -> Iterator[Any]:
        if not self.is_whole:
            raise UsageError(f"only bounded domains list their values, got {self!r}")
        return map(deepcopy, self.sample)

    @property
    def is_drawn_by_hypothesis(self) -> bool:
        """Whether Hypothesis draws the values; else they are those of the sample."""
        return self._draws is not None

    def draw(self, rng: Random) -> Any:
        return self._draw_one_of(self.sample, rng)

    def _draw_one_of(self, listed: Sequence[Any], rng: Random) -> Any:
        """What the strategy gives, one of these where there is none or its values are few."""
        return deepcopy(listed[int(rng.random() * len(listed))]) if self._draws is None else self._draws.draw(rng)

    def _take(self, value: Any) -> Any:
        plain = plain_number(value)
        if not (self._has_none if plain is None else self._shape.admits(plain)):
            raise ValueError(f"value must be of {self.kind.value}, got {value!r:.80}")
        taken = as_kind(plain, self.kind)
        if self.around is not None and self.around.contains(taken) is False:
            raise ValueError(f"value must be in {self.around.notation()}, got {value!r:.80}")
        return taken

    def contains(self, value: object) -> bool | None:
        """None (unknown) for values of the kind within `around`, and for None where the strategy gave it; else False.

        That few values are all there are is left unsaid: a test could not tell them from others.
        """
        if value is None:
            return None if self._has_none else False
        if self.around is not None and self.around.contains(value) is False:
            return False
        return None if self._shape.holds(value) else False

    def condition_text(self, text: str) -> str | None:
        """Python that is true of what lies within `around`; None where all does that is of the kind."""
        return None if self.around is None else self.around.condition_text(text)

    def notation(self) -> str:
        """What the strategy says of itself; `parse_domain` does not read it."""
        return f"opaque({self.origin!r})"

    def strategy(self) -> str:
        """The strategy by name or as it was written, else a choice from the sample.

        Each list chosen is a new one, since the function may change it.
        """
        written = self.written()
        if written is not None:
            return written.expression
        choice = write_call("st.sampled_from", [list(self.sample)], {}, SOURCE)
        if self.container is Container.ARRAY:
            np_type = numpy_name(TYPE_OF[self.kind.element])
            return f"{choice}.map(lambda elements: np.array(elements, dtype={np_type}))"
        if self.container is Container.LIST:
            return f"{choice}.map({'lambda elements: elements and [*elements]' if self._has_none else 'list'})"
        return choice

    def homes(self) -> frozenset[str]:
        """The modules that the strategy's text names."""
        written = self.written()
        return frozenset() if written is None else written.homes

    def written(self) -> StrategyText | None:
        """The strategy by name or as it was written; None where it cannot be."""
        return write_strategy(self.origin) if is_strategy(self.origin) else None


def is_strategy(value: object) -> bool:
    """Whether the value is a strategy; where Hypothesis was not imported, there are none."""
    strategies = sys.modules.get("hypothesis.strategies")
    return strategies is not None and isinstance(value, strategies.SearchStrategy)


def check_strategy(strategy: Any) -> None:
    try:
        strategy.validate()
    except Exception as error:
        raise UsageError(f"strategy must be valid ({error}), got {strategy!r}") from error


def sample(strategy: Any) -> Domain:
    """The domain of a strategy's values; of few numbers, Booleans or texts, these.

    Raises:
        UsageError: The strategy fails, is empty, or its values are such that no other process can build them.

    """
    from genmorph.values.opaque_values import sample_values  # arguments of objects may be strategies, too

    seen = look(strategy)
    return sampled(strategy, seen) if _is_plain(seen) else sample_values(strategy, seen)


def sample_any(strategy: Any) -> Domain:
    """The same; the domain of objects where the strategy raises what is none of Hypothesis' errors, or has no kind."""
    from hypothesis.errors import HypothesisException

    try:
        seen = look(strategy)
    except UsageError as error:
        if error.__cause__ is None or isinstance(error.__cause__, HypothesisException):
            raise
        return OpaqueObjects(strategy)
    return sampled(strategy, seen) if _is_plain(seen) else OpaqueObjects(strategy)


@dataclass(frozen=True, slots=True)
class Look:
    """Values of a strategy, in batches; `is_whole` where there are no others."""

    batches: list[list[Any]]
    is_whole: bool


def _is_plain(look: Look) -> bool:
    """Whether all values are of one kind of plain data."""
    return common_shape(map(plain_number, chain.from_iterable(look.batches))) is not None


def look(strategy: Any) -> Look:
    """The first values; where these are few, as many as show whether there are others."""
    first = generate(strategy, MIXED_DRAWS.first_look)
    if is_too_deep(first.values):
        raise UsageError(DEEP)  # without the strategy, which may not be able to show such values
    if first.is_whole:
        return Look([first.values], is_whole=True)
    batches, known, since_new = [first.values], set(map(key, first.values)), 0
    while len(batches) <= MIXED_DRAWS.further_looks or (
        len(known) <= MIXED_DRAWS.most_few and since_new < MIXED_DRAWS.further_looks
    ):
        batches.append(generate(strategy, MIXED_DRAWS.batch, start=len(batches)).values)
        since_new = since_new + 1 if known.issuperset(map(key, batches[-1])) else 0
        known.update(map(key, batches[-1]))
    return Look(batches, is_whole=len(known) <= MIXED_DRAWS.most_few)


def sampled(origin: Any, look: Look) -> Domain:
    """The domain of what `origin` generated.

    >>> sampled("lengths", Look([[3, None], [3, 4]], is_whole=False)).sample
    (3, None, 4)
    >>> sampled("lengths", Look([[3, None], [3, 4]], is_whole=True))
    optionals(ints(3, 4))
    """
    batches = [[plain_number(value) for value in batch] for batch in look.batches]
    shape = common_shape(chain.from_iterable(batches))
    if shape is None:
        rule = "strategy must generate numbers, Booleans, texts, or lists, tuples, bytes or arrays of such, of one kind"
        raise UsageError(f"{rule} and of at most 10,000 elements, got {origin!r}")
    batches = [[as_kind(value, shape.kind) for value in batch] for batch in batches]
    distinct = tuple({key(value): value for value in chain.from_iterable(batches)}.values())
    present = [value for value in distinct if value is not None]
    if look.is_whole and shape.container is None and present:
        every = _as_interval(present) or froms(present)
        return every if len(present) == len(distinct) else optionals(every)
    kept = distinct if look.is_whole else distinct[: MIXED_DRAWS.exported]
    if len(present) < len(distinct) and None not in kept:
        kept = (*kept, None)
    return Opaque(shape.kind, origin, kept, shape.container, look.is_whole, enclosing(batches, shape))


def _as_interval(values: Sequence[Any]) -> Narrowable | None:
    """The domain of all ints from the least to the greatest, where these are the values."""
    low, high = min(values), max(values)
    is_interval = type(low) is int and high - low == len(values) - 1
    return ints(low, high) if is_interval else None
