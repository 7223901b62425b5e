"""What functions and classes of the user's make, whose arguments are described in their turn."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from keyword import iskeyword
from random import Random
from typing import Any

from genmorph.model import Built, Domain, UsageError
from genmorph.values.building import source_text
from genmorph.values.conversion import as_domain
from genmorph.values.kinds import scalar_kind
from genmorph.values.literal_calls import Source, write_call
from genmorph.values.paths import split_path
from genmorph.values.recipes import Recipe, read_recipe
from genmorph.values.unions import Others


@dataclass(frozen=True, slots=True, repr=False)
class Objs(Others):
    """The results of a generator, which is imported when the first value is drawn.

    `stated` are the domains of arguments that are not those of its annotations and hints, by name. `size` is only known
    of what is resolved.
    """

    module: str
    qualname: str
    stated: tuple[tuple[str, Domain], ...] = ()
    size: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "stated", tuple(sorted(self.stated, key=lambda one: one[0])))

    @property
    def recipe(self) -> Recipe:
        """How the generator is called; UsageError where it is missing, or an argument has no domain."""
        return read_recipe(self.module, self.qualname, self.stated)

    def values(self) -> Iterator[Built]:
        """All calls; only where their number is known."""
        if self.size is None:
            raise UsageError(f"only bounded domains list their values, got {self!r}")
        return self.recipe.calls()

    def draw(self, rng: Random) -> Built:
        """One call of the generator, with drawn arguments or those of an example."""
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
        """The call that makes this domain."""
        stated = {name: Source(domain.notation()) for name, domain in self.stated}
        return write_call("objs", [f"{self.module}:{self.qualname}"], stated)

    def strategy(self) -> str:
        """The Hypothesis call for the same values; it needs the generator's module by its whole name.

        UsageError where a condition of the generator cannot be written there.
        """
        recipe, name = self.recipe, f"{self.module}.{self.qualname}"
        if recipe.examples:
            return " | ".join(f"st.builds(lambda: {source_text(example)})" for example in recipe.examples)
        if recipe.conditions:
            drawn = ", ".join(f'"{argument.name}": {argument.domain.strategy()}' for argument in recipe.arguments)
            allowed = f"(lambda {', '.join(recipe.names)}: {recipe.condition_text()})(**drawn)"
            built = f".filter(lambda drawn: {allowed}).map(lambda drawn: {name}(**drawn))"
            return f"st.fixed_dictionaries({{{drawn}}}){built}"
        given = [Source(a.domain.strategy()) for a in recipe.arguments if a.is_positional]
        named = {a.name: Source(a.domain.strategy()) for a in recipe.arguments if not a.is_positional}
        return write_call("st.builds", [Source(name), *given], named)

    def _within(self, other: "Objs") -> Domain | None:
        return self if other == self else None


def objs(generator: Callable[..., Any] | str, /, **arguments: object) -> Objs:
    """What a generator makes: a function or class, or its path as text.

    Its arguments have an `arg` or a type hint, or are described here, by name.

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
