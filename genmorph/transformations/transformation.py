"""A template with its arguments chosen: what turns a source into its follow-up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from genmorph.model import Container, Domain, Input, Kind, Parameter, UsageError
from genmorph.relations.rendering import Binding
from genmorph.settings import DRAWN
from genmorph.transformations.containers import as_operand
from genmorph.transformations.drawing import Drawing, free_name
from genmorph.transformations.narrowing import is_bounded, is_listed
from genmorph.transformations.template import (
    Argument,
    Constant,
    Effect,
    Template,
    Texts,
    Values,
    argument_of,
    changed_within,
)
from genmorph.transformations.templates import find_template
from genmorph.values.labels import write
from genmorph.values.narrowable import Narrowable, tells_sources
from genmorph.values.notation import parse_domain
from genmorph.values.numbers.ints import Ints
from genmorph.values.python_text import Symbol
from genmorph.values.sequences import Sequences
from genmorph.values.sizes import Way


@dataclass(frozen=True, slots=True, repr=False)
class Transformation:
    """Changes the arguments at `positions` as its template says; plain data.

    `output` is the index of the source's output that takes an argument's place, None where none does. Where the
    constant is `drawn` from a domain anew for each source, a source holds it behind the arguments, and it is a further
    parameter of what is said of the pair.

    >>> grow = Transformation("add", positions=(1,), constant=1)
    >>> grow.apply((3, 4)), grow.input_relation(["k", "e"]), grow.phrase(["k", "e"])
    ((3, 5), 'e_f == e_s + 1', 'e grows by 1')
    >>> Transformation("chain", positions=(0,), output=0).apply(([1, 2],), outputs=([3],))
    ([3],)
    >>> from genmorph.domain import ints
    >>> shift = Transformation("add", positions=(1,), drawn=ints(1, 99))
    >>> shift.apply((3, 4, 30)), shift.phrase(["n", "k"]), shift.with_drawn_name(["n", "k"])
    ((3, 34), 'k grows by k2', ('n', 'k', 'k2'))
    """

    template: str
    positions: tuple[int, ...]
    constant: Constant = None
    output: int | None = None
    drawn: Domain | None = None

    def __post_init__(self) -> None:
        template, arity = self._template, self._template.arity
        is_free = template.passes_on or template.leads or template.borrows
        is_right = len(set(self.positions)) == len(self.positions) == arity
        if not is_right or (not is_free and list(self.positions) != sorted(self.positions)):
            order = "different" if is_free else "ascending"
            raise UsageError(f"positions of {self.template} must be {arity}, {order}, got {self.positions!r}")
        constants, output = template.constants, self.output
        if constants is None and self.constant is not None:
            raise UsageError(f"{self.template} must have no constant, got {self.constant!r}")
        if self.drawn is not None and (constants is None or constants.drawing is None or self.constant is not None):
            raise UsageError(f"{self.template} must have no drawn constant, got one of {self.drawn.notation()}")
        if constants is not None and self.drawn is None and not constants.allows(self.constant):
            raise UsageError(f"constant of {self.template} must be {constants.rule}, got {self.constant!r}")
        if not template.passes_on and output is not None:
            raise UsageError(f"{self.template} must have no output, got {output!r}")
        if template.passes_on and (isinstance(output, bool) or not isinstance(output, int) or output < 0):
            raise UsageError(f"output of {self.template} must be the index of an output, got {output!r}")

    def __repr__(self) -> str:
        return self.key

    @property
    def key(self) -> str:
        """What random streams about it are seeded by; it must stay the same when fields are renamed.

        >>> Transformation("add", positions=(1,), constant=1).key
        "Transformation(template='add', positions=(1,), constant=1, output=None)"
        """
        drawn = "" if self.drawn is None else f", drawn={self.drawn.notation()}"
        return (
            f"Transformation(template={self.template!r}, positions={self.positions!r}, "
            f"constant={self.constant!r}, output={self.output!r}{drawn})"
        )

    @property
    def chained(self) -> int | None:
        """The position in whose place the follow-up has the source's output, None where there is none."""
        return None if self.output is None else self.positions[0]

    @property
    def does(self) -> str:
        """What laws depend on: its effect, `negates` for a multiplication by -1, `passes on` for an output; else "".

        Several arguments that grow may well make an output smaller, so that this counts as no effect.

        >>> Transformation("scale", (0,), -1).does, Transformation("swap", (0, 1)).does
        ('negates', 'swaps')
        >>> Transformation("add", (0,), 1).does, Transformation("add_both", (0, 1), 1).does
        ('adds', '')
        """
        effect = self._template.effect
        if self._template.passes_on:
            return "passes on"
        if effect in (Effect.ADDS, Effect.GROWS) and len(self.positions) > 1 and not self._template.is_parallel:
            return ""
        return "negates" if effect is Effect.SCALES and self.constant == -1 else effect.value if effect else ""

    def apply(self, source: Input, outputs: Sequence[Any] = ()) -> Input | None:
        """The follow-up of a source, for some made with the source's outputs; None where it has none.

        None itself is only swapped, bytes hold no number above 255, and a call that raised has no outputs.
        """
        values = self._pick(source)
        if self._is_stopped_by(values) or (self.output is not None and len(outputs) <= self.output):
            return None
        constant = self.constant if self.drawn is None else source[-1]
        new = self._template.follow_up(values, constant if self.output is None else outputs[self.output])
        return None if self._is_stopped_by(new) else self._replace(self.arguments_of(source), new)

    def arguments_of(self, source: Input) -> Input:
        """The arguments of the source's call: what it holds but for the drawn parameter."""
        return source if self.drawn is None else source[:-1]

    def with_drawn(
        self, arguments: Input, follow: Callable[[Input], Input | None], seed: str = ""
    ) -> tuple[Input, Input | None]:
        """The source with these arguments, and its follow-up; what is drawn depends on these and the seed alone.

        It is drawn again, a few times, while such a source has no follow-up; not where it has none with the least
        number that may be drawn either, since larger ones mostly lead further out of the domain.
        """
        if self.drawn is None:
            return arguments, follow(arguments)
        rng = Random(f"{seed}/{write(arguments)}")
        first = self._drawn_for(arguments, rng)
        if (follow_up := follow(first)) is not None:
            return first, follow_up
        last: tuple[Input, Input | None] = first, None
        if is_bounded(self.drawn):
            least = (*arguments, self.drawn.low)
            if (follow_up := follow(least)) is None:
                return last
            last = least, follow_up
        for _ in range(DRAWN.attempts - 1):
            source = self._drawn_for(arguments, rng)
            if (follow_up := follow(source)) is not None:
                return source, follow_up
        return last

    def _drawn_for(self, arguments: Input, rng: Random) -> Input:
        assert self.drawn is not None
        if isinstance(self.drawn, Narrowable) and rng.random() < DRAWN.boundaries:
            return (*arguments, _boundary_way(self.drawn)(rng))
        return (*arguments, self.drawn.draw(rng))

    def with_drawn_name(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names of the arguments, and one for the drawn parameter that none of them has."""
        drawing = None if self.drawn is None else self._drawing
        return tuple(names) if drawing is None else (*names, free_name(drawing.name, names))

    def with_drawn_domain(self, domains: Sequence[Domain]) -> tuple[Domain, ...]:
        """The domains of the arguments, and of the drawn parameter."""
        return tuple(domains) if self.drawn is None else (*domains, self.drawn)

    def with_drawn_parameter(self, parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
        """The parameters, and the drawn one."""
        if self.drawn is None:
            return tuple(parameters)
        return (*parameters, Parameter(self.with_drawn_name([p.name for p in parameters])[-1], self.drawn))

    def input_relation(
        self, names: Sequence[str], parameters: Sequence[Parameter] | None = None, output: str = "return_s"
    ) -> str:
        """How source and follow-up are related, as Python over `<name>_s`, `<name>_f` and the source's output.

        >>> Transformation("flip", positions=(0,)).input_relation(["up"])
        'up_f == (not up_s)'
        """
        texts = self._texts([f"{name}_s" for name in names], parameters, output)
        pairs = zip(self._pick(names), texts, strict=True)
        made = [f"{name}_f == {as_operand(text)}" for name, text in pairs if text != f"{name}_s"]
        required = self.requirement([f"{name}_s" for name in names], parameters)
        return " and ".join(made if required is None else [*made, required])

    def follow_up_arguments(
        self, names: Sequence[str], parameters: Sequence[Parameter] | None = None, output: str = "source"
    ) -> Texts:
        """Python for each argument of the follow-up, computed from the names of the source's and its output.

        The parameters tell what holds the elements of sequences. Without them templates that change numbers get
        numbers, others lists. Texts about arrays use numpy as `np`. `output` must be the text of a value that the
        parameter can take.

        >>> Transformation("scale", positions=(0,), constant=2).follow_up_arguments(["x", "y"])
        ('x * 2', 'y')
        """
        return self._replace(tuple(names), self._texts(names, parameters, output))

    def phrase(self, names: Sequence[str]) -> str:
        """What happens to the input, in English words."""
        return self._template.words(self._pick(names), self._written(names))

    def follow_up_trees(self, names: Sequence[str], parameters: Sequence[Parameter] | None = None) -> dict[str, Any]:
        """The changed follow-up inputs as nested expressions over the source inputs, where there are operators for it.

        Those of nested sequences may be ill typed.

        >>> Transformation("add", positions=(1,), constant=1).follow_up_trees(["k", "e"])
        {'e_f': ['+', 'e_s', 1]}
        """
        if self._template.trees is None:
            return {}
        arguments = self._arguments([f"{name}_s" for name in names], parameters)
        drawn = self.with_drawn_name(names)[-1]
        trees = self._template.trees(arguments, self.constant if self.drawn is None else f"{drawn}_s")
        return {f"{name}_f": tree for name, tree in zip(self._pick(names), trees, strict=True)}

    def sources_of(self, changed: int | float, kind: Kind, base: Input = ()) -> tuple[int | float, ...]:
        """Values that become `changed` or a neighbour of it, where the transformation adds to or multiplies a number.

        What is drawn is that of the base, another source.

        >>> Transformation("scale", positions=(0,), constant=-1).sources_of(7, Kind.INT)
        (-6, -7, -8)
        """
        inverse = self._template.inverse
        if inverse is None:
            return ()
        constant = self.constant if self.drawn is None else base[-1]
        exact = [inverse(value, constant) for value in (changed - 1, changed, changed + 1)]
        return tuple(int(v) for v in exact if v == int(v)) if kind is Kind.INT else tuple(float(v) for v in exact)

    def narrow(self, domains: Sequence[Domain]) -> tuple[Domain, ...] | None:
        """The domains of the sources whose follow-ups lie in the domains too; None where that is unknown.

        Where the source's output is passed on, they are all sources. Raises `UsageError` where there is no such source.
        """
        sources = self._sources(domains)
        if sources is None:
            return None
        known = tuple(source for source in sources if source is not None)
        if len(known) < len(sources):
            notations = ", ".join(domain.notation() for domain in domains)
            raise UsageError(f"{self.template} must have sources with follow-ups in the domain, got {notations}")
        return self.with_drawn_domain(self._replace(tuple(domains), known))

    def likely(self, domains: Sequence[Domain]) -> tuple[Domain, ...]:
        """The domains of sources that mostly have a follow-up: what `narrow` gives, or where its template looks.

        >>> from genmorph.domain import texts
        >>> Transformation("split:2c/reverse", (0,)).likely([texts()])[0].contains("no token")
        False
        """
        narrowed, look = self.narrow(domains), self._template.likely
        if narrowed is not None:
            return narrowed
        changed: tuple[Any, ...] = self._pick(domains)
        found = tuple(domains) if look is None else self._replace(tuple(domains), look(changed))
        return self.with_drawn_domain(found)

    def narrows_exactly(self, domains: Sequence[Domain]) -> bool:
        """Whether `narrow` gives all sources that have a follow-up, but empty ones; of other domains it may give fewer.

        >>> from genmorph.domain import anys, ints, lists
        >>> Transformation("add_each", (0,), 1).narrows_exactly([lists(ints(0, 2))])
        True
        >>> Transformation("add", (0,), 1).narrows_exactly([anys(ints(0, 2), ints(5, 9))])
        False
        """
        if len(self.positions) > 1 or self.drawn is not None or self.output is not None:
            return False
        changed = domains[self.positions[0]]
        numbers = changed.element if isinstance(changed, Sequences) else changed
        return isinstance(numbers, Ints) and self._template.effect in (Effect.ADDS, Effect.SCALES, Effect.MIRRORS)

    def is_applicable(self, domains: Sequence[Domain]) -> bool | None:
        """Whether a source has its follow-up in the domains too; None where that is unknown."""
        sources = self._sources(domains)
        return None if sources is None else None not in sources

    def is_tried(self, domains: Sequence[Domain]) -> bool:
        """Whether its template leaves it to trying which sources have a valid follow-up in these domains."""
        return (self._template.sources is None or self._is_decided_by_drawing) and self._sources(domains) is None

    def requirement(self, names: Sequence[str], parameters: Sequence[Parameter] | None) -> str | None:
        """What must hold of a source that has a follow-up, as a part of a conjunction; mostly None."""
        when = self._template.when
        return None if when is None else as_operand(when(self._arguments(names, parameters)), Binding.AND)

    @property
    def foreign(self) -> frozenset[str]:
        """The names of Python's own that its texts use."""
        return self._template.names

    def to_data(self, names: Sequence[str]) -> dict[str, Any]:
        """The transformation as JSON holds it, with the names of its parameters."""
        data = {"template": self.template, "parameters": list(self._pick(names)), "constant": self.constant}
        data |= {} if self.output is None else {"output": self.output}
        return data if self.drawn is None else data | {"drawn": self.drawn.notation()}

    @property
    def _template(self) -> Template:
        return find_template(self.template)

    @property
    def _drawing(self) -> Drawing:
        constants = self._template.constants
        assert constants is not None, f"{self.template} takes no constant"
        assert constants.drawing is not None, f"{self.template} draws no constant"
        return constants.drawing

    @property
    def _is_decided_by_drawing(self) -> bool:
        return self.drawn is not None and self._drawing.decides

    def _written(self, names: Sequence[str]) -> Constant:
        """What texts hold in the place of the constant."""
        return self.constant if self.drawn is None else Symbol(self.with_drawn_name(names)[-1])

    def _is_stopped_by(self, values: Values) -> bool:
        return not self._template.takes_none and any(value is None for value in values)

    def _pick(self, items: Sequence[Any]) -> Values:
        return tuple(items[position] for position in self.positions)

    def _replace(self, items: tuple[Any, ...], new: Values) -> tuple[Any, ...]:
        replaced = dict(zip(self.positions, new, strict=True))
        return tuple(replaced.get(position, item) for position, item in enumerate(items))

    def _texts(self, names: Sequence[str], parameters: Sequence[Parameter] | None, output: str) -> Texts:
        arguments = self._arguments(names, parameters)
        return self._template.texts(arguments, self._written(names) if self.output is None else output)

    def _arguments(self, names: Sequence[str], parameters: Sequence[Parameter] | None) -> tuple[Argument, ...]:
        if parameters is None:
            is_number = Kind.INT in self._template.kinds and not self._template.leads
            container = None if is_number else Container.LIST
            return tuple(Argument(name, container) for name in self._pick(names))
        pairs = zip(self._pick(names), self._pick(parameters), strict=True)
        return tuple(argument_of(name, parameter.domain) for name, parameter in pairs)

    def _sources(self, domains: Sequence[Domain]) -> tuple[Domain | None, ...] | None:
        """For each changed argument the sources, None inside for none; None altogether where they are unknown."""
        changed: tuple[Any, ...] = self._pick(domains)
        if not all(map(tells_sources, changed[0 if self.output is None else 1 :])):
            return None
        if self._is_decided_by_drawing:
            return None
        if self._template.sources is not None:
            return self._template.sources(changed, self.constant)
        if len(changed) > 1 or self.drawn is not None or not is_listed(changed[0]):
            return None
        return (changed_within(changed[0], lambda value: self._template.follow_up((value,), self.constant)[0]),)


@lru_cache(maxsize=16)
def _boundary_way(domain: Narrowable) -> Way:
    """How boundary values are drawn; making it takes longer than a hundred draws."""
    return domain.boundary_way((), ())


def transformation_from_data(data: object, names: Sequence[str]) -> Transformation:
    """Read what `to_data` wrote, for a subject with parameters of these names.

    >>> transformation_from_data({"template": "add", "parameters": ["q"], "constant": 2}, ["p", "q"])
    Transformation(template='add', positions=(1,), constant=2, output=None)
    """
    match data:
        case {"template": str(template), "parameters": list(parameters), "constant": constant, **rest} if (
            rest.keys() <= {"output", "drawn"}
        ):
            unknown = [name for name in parameters if not isinstance(name, str) or name not in names]
            if unknown:
                raise UsageError(f"parameter must be one of {', '.join(names)}, got {unknown[0]!r}")
            output: Any = rest.get("output")
            drawn = None if rest.get("drawn") is None else parse_domain(str(rest["drawn"]))
            return Transformation(template, tuple(map(list(names).index, parameters)), constant, output, drawn)
    raise UsageError(f"transformation must have template, parameters and constant, got {data!r}")
