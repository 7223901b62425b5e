"""What functions and classes of the user's make, and how these are called: with drawn arguments or as in examples."""

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from keyword import iskeyword
from random import Random
from typing import Any

from genmorph.model import Built, Domain, Kind, UsageError
from genmorph.settings import MIXED_DRAWS, VALUE_LIMITS
from genmorph.values.annotated import Annotations, Condition, annotations_of, argument_domains
from genmorph.values.building import as_built_array, as_data, as_drawn, as_passed, build, passed, source_text
from genmorph.values.conversion import as_domain
from genmorph.values.evaluated_hints import with_hints
from genmorph.values.kinds import PLAIN, is_array, one_deeper, scalar_kind
from genmorph.values.labels import key
from genmorph.values.narrowable import Narrowable, count_combinations, together
from genmorph.values.paths import beneath, find_named, split_path
from genmorph.values.python_text import Source, python_text, write_call
from genmorph.values.steps import Field, Step
from genmorph.values.type_hints import find_domain
from genmorph.values.value_forms import form_of

_EMPTY = inspect.Parameter.empty
_STARRED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True, slots=True)
class ConstructorArgument:
    """One argument of a generator."""

    name: str
    domain: Domain
    is_positional: bool


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the generator `qualname` of a module is called: as in the examples or, without any, with drawn arguments.

    `size` is the number of calls; None where it is unknown, or larger than is worth counting. `kept` are the parameters
    that nothing is said of, which keep their defaults, and `stated` the domains of which more is said than by a hint.
    """

    module: str
    qualname: str
    arguments: tuple[ConstructorArgument, ...] = ()
    conditions: tuple[Condition, ...] = ()
    examples: tuple[Built, ...] = ()
    size: int | None = None
    kept: tuple[str, ...] = ()
    stated: tuple[tuple[str, Domain], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(argument.name for argument in self.arguments)

    def calls(self) -> Iterator[Built]:
        """All calls, in a fixed order; only where the arguments have few values."""
        if self.examples:
            return iter(self.examples)
        every = product(*(argument.domain.values() for argument in self.arguments))
        named = (dict(zip(self.names, values, strict=True)) for values in every)
        return (self.call(values) for values in named if self._allows(values))

    def draw(self, rng: Random) -> Built:
        """One call; UsageError where the conditions reject all that is drawn."""
        if self.examples:
            return rng.choice(self.examples)
        for _ in range(MIXED_DRAWS.most_rejected):
            drawn = {argument.name: argument.domain.draw(rng) for argument in self.arguments}
            if self._allows(drawn):
                return self.call(drawn)
        rule = f"require of {self.qualname} must hold for some of the drawn arguments"
        raise UsageError(f"{rule}, got none of {MIXED_DRAWS.most_rejected:,}")

    def takes(self, given: tuple[Any, ...], named: tuple[tuple[str, Any], ...]) -> bool | None:
        """Whether it can have drawn these arguments, or they are those of an example."""
        if self.examples:
            call = Built("call", (self.module, self.qualname, given, named))
            return key(call) in map(key, self.examples)
        positional = [argument.name for argument in self.arguments if argument.is_positional]
        values = dict([*zip(positional, given, strict=False), *named])
        if len(given) != len(positional) or set(values) != set(self.names):
            return False
        drawn = {one.name: as_drawn(one.domain, values[one.name]) for one in self.arguments}
        answer = together(argument.domain.contains(drawn[argument.name]) for argument in self.arguments)
        return answer if answer is False or self._allows(drawn) else False

    def condition_text(self) -> str:
        """All conditions as an expression; UsageError where one cannot stand in a strategy."""
        for condition in self.conditions:
            if condition.imports() or any(argument.is_positional for argument in self.arguments):
                raise UsageError(
                    f"require of {self.qualname} must be a text over arguments that can be given by name, to be "
                    f"written in a strategy, got {condition.source()}"
                )
        return " and ".join(f"({condition.source()})" for condition in self.conditions)

    def _allows(self, values: Mapping[str, Any]) -> bool:
        if not self.conditions:
            return True
        made = {argument.name: passed(argument.domain, values[argument.name]) for argument in self.arguments}
        return all(condition.holds(made) for condition in self.conditions)

    def call(self, values: Mapping[str, Any]) -> Built:
        """The call with these values of all arguments, by name."""
        made = {one.name: as_passed(one.domain, values[one.name]) for one in self.arguments}
        given = tuple(made[one.name] for one in self.arguments if one.is_positional)
        named = tuple((one.name, made[one.name]) for one in self.arguments if not one.is_positional)
        return Built("call", (self.module, self.qualname, given, named))


class UndescribedError(UsageError):
    """Nothing says what the arguments of these names, of which there are some, may be."""

    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        super().__init__(text)
        self.names = names


_READ: dict[tuple[str, tuple[tuple[str, Domain], ...]], tuple[Any, Annotations, Recipe]] = {}
"""By path and by what is stated: the generator, what is said of it, and the recipe read from both."""


def read_recipe(module: str, qualname: str, stated: tuple[tuple[str, Domain], ...] = ()) -> Recipe:
    """What annotations and type hints say of a generator, of which the domains of some arguments are `stated`.

    UsageError where it is missing, where it has no such argument, or where nothing says what one of them may be.
    """
    path = f"{module}:{qualname}"
    try:
        generator = find_named(module, qualname)
    except UsageError as error:
        raise UsageError(f"generator must be there to be imported ({error}), got {path!r}") from error
    annotations = annotations_of(generator)
    known = _READ.get((path, stated))
    if known is None or known[0] is not generator or known[1] != annotations:
        recipe = _recipe_of(module, qualname, generator, annotations, dict(stated))
        known = _READ[path, stated] = (generator, annotations, recipe)
    return known[2]


def _recipe_of(
    module: str, qualname: str, generator: Any, annotations: Annotations, given: dict[str, Domain]
) -> Recipe:
    stated = argument_domains(generator) | given
    every = inspect.signature(generator).parameters.values()
    parameters = [p for p in every if p.kind not in _STARRED]
    order = [p.name for p in parameters]
    unknown = [name for name in given if name not in order]
    if unknown and all(p.kind is not inspect.Parameter.VAR_KEYWORD for p in every):
        raise UsageError(f"objs must name arguments of {qualname} ({', '.join(order) or 'none'}), got {unknown[0]!r}")
    if annotations.examples and not given and (not stated or _missing(parameters, stated)):
        calls = [_as_call(module, qualname, one.positional, one.keywords) for one in annotations.examples]
        return Recipe(module, qualname, examples=tuple(calls), size=len(calls))
    found = _hinted(generator, parameters) | stated
    missing = _missing(parameters, found)
    if missing:
        raise UndescribedError(
            "generator must have an arg, or a usable type hint, for each parameter without a default, an arg for one "
            "before another that is given by position, or a cc_example, got none for "
            f"{', '.join(missing)} of '{module}:{qualname}'",
            tuple(missing),
        )
    for condition in annotations.conditions:
        unknown = [name for name in condition.names if name not in found]
        if unknown:
            raise UsageError(f"require of {qualname} must speak of arguments that have a domain, got {unknown[0]}")
    positional = [p.name for p in parameters if p.kind is inspect.Parameter.POSITIONAL_ONLY]
    arguments = tuple(
        ConstructorArgument(name, found[name], name in positional)
        for name in sorted(found, key=lambda name: (*order, name).index(name))
    )
    kept = tuple(name for name in order if name not in found)
    said = tuple(stated.items())
    recipe = Recipe(module, qualname, arguments, tuple(annotations.conditions), kept=kept, stated=said)
    count = count_combinations(argument.domain for argument in arguments)
    if count is None or count > VALUE_LIMITS.most_counted_calls:
        return recipe
    return replace(recipe, size=sum(1 for _ in recipe.calls()))


def _missing(parameters: Iterable[inspect.Parameter], domains: Collection[str]) -> list[str]:
    """The parameters that need a domain and have none."""
    needed = [p.name for p in parameters if p.default is _EMPTY]
    positional = [p.name for p in parameters if p.kind is inspect.Parameter.POSITIONAL_ONLY]
    given = [place for place, name in enumerate(positional) if name in domains]
    return [name for name in dict.fromkeys([*needed, *positional[: max(given, default=0)]]) if name not in domains]


def _hinted(generator: Any, parameters: Iterable[inspect.Parameter]) -> dict[str, Domain]:
    """What type hints say of the parameters without defaults; the others may take few of the values of their type."""
    hinting = generator
    if not isinstance(generator, type):
        hinting = inspect.unwrap(beneath(generator))
    elif not (issubclass(generator, tuple) and hasattr(generator, "_fields")):  # named tuples have them on the class
        is_plain = generator.__init__ is object.__init__  # type: ignore[misc]
        hinting = generator.__new__ if is_plain else generator.__init__  # type: ignore[misc]
    needed = [p for p in with_hints(parameters, hinting) if p.default is _EMPTY]
    return {p.name: domain for p in needed if (domain := find_domain(p)) is not None}


def _as_call(module: str, qualname: str, given: tuple[Any, ...], named: tuple[tuple[str, Any], ...]) -> Built:
    try:
        parts = tuple(map(as_data, given)), tuple((name, as_data(value)) for name, value in named)
    except ValueError as error:
        raise UsageError(f"cc_example of {qualname} must be of plain data, got {error}") from error
    return Built("call", (module, qualname, *parts))


@dataclass(frozen=True, slots=True, repr=False)
class Objs(Narrowable):
    """The results of a generator, which is imported when the first value is drawn.

    `stated` are the domains of arguments that are not those of its annotations and hints, by name. `size` is only known
    of what is resolved.
    """

    module: str
    qualname: str
    stated: tuple[tuple[str, Domain], ...] = ()
    size: int | None = field(default=None, compare=False)
    kind = Kind.OTHER

    def __post_init__(self) -> None:
        object.__setattr__(self, "stated", tuple(sorted(self.stated, key=lambda one: one[0])))

    @property
    def recipe(self) -> Recipe:
        """How the generator is called; UsageError where it is missing, or an argument has no domain."""
        return read_recipe(self.module, self.qualname, self.stated)

    def values(self) -> Iterator[Built]:
        """All calls; only where their number is known."""
        return super(Objs, self).values() if self.size is None else self.recipe.calls()

    def draw(self, rng: Random) -> Built:
        return self.recipe.draw(rng)

    def contains(self, value: object) -> bool | None:
        """Whether a call of the generator has valid arguments; None for objects of others, which it may have made."""
        match value:
            case Built("call", (self.module, self.qualname, given, named)):
                return self.recipe.takes(given, named)
            case Built() | None:
                return False
        return None if scalar_kind(value) is None else False

    def notation(self) -> str:
        stated = {name: Source(domain.notation()) for name, domain in self.stated}
        return write_call("objs", [f"{self.module}:{self.qualname}"], stated)

    def strategy(self) -> str:
        """The Hypothesis call for the same values; it needs the generator's module by its whole name.

        UsageError where a condition of the generator cannot be written there.
        """
        recipe, name = self.recipe, f"{self.module}.{self.qualname}"
        if recipe.examples:
            return " | ".join(f"st.builds(lambda: {source_text(example)})" for example in recipe.examples)
        drawn = {argument.name: Source(argument.domain.strategy()) for argument in recipe.arguments}
        if recipe.conditions:
            allowed = f"(lambda {', '.join(recipe.names)}: {recipe.condition_text()})(**drawn)"
            built = f".filter(lambda drawn: {allowed}).map(lambda drawn: {name}(**drawn))"
            return f"st.fixed_dictionaries({python_text(drawn)}){built}"
        given = [drawn.pop(argument.name) for argument in recipe.arguments if argument.is_positional]
        return write_call("st.builds", [Source(name), *given], drawn)

    def changeable_parts(self) -> Mapping[Step, Narrowable]:
        """What a class is given by name, unless conditions tie that together; no object is made to find out."""
        try:
            recipe, generator = self.recipe, find_named(self.module, self.qualname)
        except UsageError:
            return {}
        if recipe.examples or recipe.conditions or not isinstance(generator, type):
            return {}
        given = ((one.name, one.domain) for one in recipe.arguments if not one.is_positional)
        return {Field(name): domain for name, domain in given if isinstance(domain, Narrowable)}

    def keeps(self, step: Step) -> bool:
        return isinstance(step, Field) and step.name in _kept_fields(self)

    def with_part(self, step: Step, part: Narrowable) -> "Objs | None":
        if not isinstance(step, Field):
            return None
        return replace(self, stated=tuple((dict(self.stated) | {step.name: part}).items()), size=None)

    def with_field_text(self, text: str, field: str, changed: str) -> str:
        """How the class itself makes another object: a dataclass by `replace`, and so on; else a call of the class."""
        made = find_named(self.module, self.qualname)
        if hasattr(made, "__dataclass_fields__"):
            return f"dataclasses.replace({text}, {field}={changed})"
        if hasattr(made, "__attrs_attrs__"):
            return f"attrs.evolve({text}, {field}={changed})"
        if hasattr(made, "_fields"):
            return f"{text}._replace({field}={changed})"
        if hasattr(made, "model_copy"):
            return f'{text}.model_copy(update={{"{field}": {changed}}})'
        fields = {name: Source(f"{text}.{name}") for name in self.recipe.names} | {field: Source(changed)}
        return write_call(f"{self.module}.{self.qualname}", [], fields)

    @property
    def notice(self) -> str | None:
        """Which arguments of the generator keep their defaults."""
        kept = ", ".join(self.recipe.kept)
        if not kept:
            return None
        return f"each {self.qualname} has the default of {kept}: @arg of the class says what else to take"

    def _within(self, other: "Objs") -> Narrowable | None:
        return self if other == self else None


def as_calls(value: Any, generators: Sequence[Objs], depth: int = 0) -> Any:
    """A value that a caller has, as genmorph holds it: what builds it in the place of dicts, arrays, dates and objects.

    Objects stay as they are where they do not show all that their class was given, or such a one is not equal to them.
    UsageError for a value that is too deep.
    """
    if type(value) in PLAIN:
        return value
    if type(value) in (list, tuple):
        inside = one_deeper(depth)
        return type(value)([as_calls(element, generators, inside) for element in value])
    if isinstance(value, dict):
        inside = one_deeper(depth)
        held = [(as_calls(key, (), inside), as_calls(item, generators, inside)) for key, item in value.items()]
        return Built("dict", tuple(held))
    if form_of(value) is not None:
        return as_data(value)
    if is_array(value) and (built := as_built_array(value)) is not None:
        return built
    calls = (_call_of(value, objects, generators, depth) for objects in generators)
    return next((call for call in calls if call is not None), value)


def _call_of(value: Any, objects: Objs, generators: Sequence[Objs], depth: int) -> Built | None:
    """The call of a class that gives an equal object; None for objects of others, and where it cannot be told."""
    made, recipe = find_named(objects.module, objects.qualname), objects.recipe
    if not isinstance(made, type) or type(value) is not made:
        return None
    if recipe.examples or not set(recipe.names) <= set(_kept_fields(objects)):
        return None
    inside = one_deeper(depth)
    call = recipe.call({name: as_calls(getattr(value, name), generators, inside) for name in recipe.names})
    return call if _is_equal_to(value, call) else None


_KEPT: dict[Objs, tuple[Recipe, tuple[str, ...]]] = {}
"""By domain: the recipe of its objects, and which arguments they keep in a field of that name."""


def _kept_fields(objects: Objs) -> tuple[str, ...]:
    """The arguments that some objects show as they were given; none where one cannot be made."""
    recipe = objects.recipe
    known = _KEPT.get(objects)
    if known is None or known[0] is not recipe:
        known = _KEPT[objects] = recipe, tuple(_find_kept(recipe))
    return known[1]


def _find_kept(recipe: Recipe) -> list[str]:
    rng = Random(0)
    try:
        calls = [recipe.draw(rng) for _ in range(MIXED_DRAWS.shown_objects)]
        made = [build(call) for call in calls]
    except Exception:  # noqa: BLE001 - whatever a constructor of the user's raises
        return []
    pairs = [(one, dict(call.parts[3])) for one, call in zip(made, calls, strict=True)]
    return [name for name in recipe.names if all(_shows(one, name, given) for one, given in pairs)]


def _shows(made: Any, name: str, given: Mapping[str, Any]) -> bool:
    try:
        return _is_equal_to(getattr(made, name), given[name])
    except Exception:  # noqa: BLE001 - whatever a property of the user's raises
        return False


def _is_equal_to(value: Any, built: Any) -> bool:
    """Whether a value is equal to what is built; objects may hold more than they were given."""
    try:
        return bool(value == build(built))
    except Exception:  # noqa: BLE001 - whatever a constructor or a comparison of the user's raises
        return False


_PLAIN = (int, float, str, bytes, list, dict, set, frozenset, BaseException)
"""Classes derived from these hold more than their fields."""


def makes_known_objects(made: type) -> bool:
    """Whether a class that others can import takes arguments that are annotated with types of which values are known.

    A class that needs objects of its own is none; so is one whose objects nothing tells apart but where they lie.
    """
    path = (made.__module__, made.__qualname__)
    if path in _BEING_READ or issubclass(made, _PLAIN) or inspect.isabstract(made):
        return False
    if made.__eq__ is object.__eq__ or "<locals>" in made.__qualname__ or getattr(made, "_is_protocol", False):
        return False
    _BEING_READ.append(path)
    try:
        return bool(find_named(*path) is made and read_recipe(*path).arguments)
    except UsageError:
        return False
    finally:
        _BEING_READ.pop()


_BEING_READ: list[tuple[str, str]] = []
"""Classes whose arguments are being read, since these may be of such a class again."""


def objs(generator: Callable[..., Any] | str, /, **arguments: object) -> Objs:
    """Make the domain of what a generator makes.

    Args:
        generator: A function or class, or its path as text.
        **arguments: Domains of its arguments, by name; the others have an `arg` or a type hint.

    Raises:
        UsageError: The generator cannot be found, or of an argument no valid values are known.

    >>> from genmorph.domain import ints
    >>> objs("shop:make_point"), objs("shop:make_point", x=ints(0, 9))
    (objs("shop:make_point"), objs("shop:make_point", x=ints(0, 9)))
    >>> objs(lambda: 3)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: generator must be a function that others can import, or its path such as \
'package.module:function', got 'genmorph.values.objects:<lambda>'

    """
    if isinstance(generator, str):
        path = generator
    elif isinstance(generator, type) or inspect.isroutine(generator):
        path = f"{generator.__module__}:{generator.__qualname__}"
    else:
        path = ""
    module, qualname = split_path(path) or ("", "")
    if not qualname:
        raise UsageError(
            "generator must be a function that others can import, or its path such as 'package.module:function', "
            f"got {path or generator!r:.80}"
        )
    for name in arguments:
        if not name.isidentifier() or iskeyword(name):
            raise UsageError(f"objs must name arguments as Python writes them in calls, got {name!r:.80}")
    return Objs(module, qualname, tuple((name, as_domain(domain, name, True)) for name, domain in arguments.items()))
