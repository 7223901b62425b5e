"""A template with its arguments chosen: what turns a source into its follow-up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.model import Domain, Input, Kind, UsageError
from genmorph.transformations.constants import is_constant
from genmorph.transformations.template import Narrowable, Template, Texts, Values
from genmorph.transformations.templates import TEMPLATES


@dataclass(frozen=True, slots=True)
class Transformation:
    """Changes the arguments at `positions` as its template says; plain data.

    >>> grow = Transformation("add", positions=(1,), constant=1)
    >>> grow.apply((3, 4)), grow.input_relation(["k", "e"]), grow.phrase(["k", "e"])
    ((3, 5), 'e_f == e_s + 1', 'e grows by 1')
    """

    template: str
    positions: tuple[int, ...]
    constant: int | float | None = None

    def __post_init__(self) -> None:
        if self.template not in TEMPLATES:
            raise UsageError(f"template must be one of {', '.join(TEMPLATES)}, got {self.template!r}")
        arity = self._template.arity
        if len(self.positions) != arity or list(self.positions) != sorted(set(self.positions)):
            raise UsageError(f"positions of {self.template} must be {arity}, ascending, got {self.positions!r}")
        _check_constant(self._template, self.constant)

    def apply(self, source: Input) -> Input:
        """The follow-up of a source."""
        return self._replace(source, self._template.follow_up(self._pick(source), self.constant))

    def input_relation(self, names: Sequence[str]) -> str:
        """How source and follow-up are related, as Python over `<name>_s` and `<name>_f`.

        >>> Transformation("flip", positions=(0,)).input_relation(["up"])
        'up_f == (not up_s)'
        """
        texts = self._template.texts(tuple(f"{name}_s" for name in self._pick(names)), self.constant)
        pairs = zip(self._pick(names), texts, strict=True)
        return " and ".join(f"{name}_f == {f'({text})' if text.startswith('not ') else text}" for name, text in pairs)

    def follow_up_arguments(self, names: Sequence[str]) -> Texts:
        """Python for each argument of the follow-up, computed from the names of the source's.

        >>> Transformation("scale", positions=(0,), constant=2).follow_up_arguments(["x", "y"])
        ('x * 2', 'y')
        """
        return self._replace(tuple(names), self._template.texts(self._pick(names), self.constant))

    def phrase(self, names: Sequence[str]) -> str:
        """What happens to the input, in English words."""
        return self._template.words(self._pick(names), self.constant)

    def follow_up_trees(self, names: Sequence[str]) -> dict[str, Any]:
        """The changed follow-up inputs of numbers as nested expressions over the source inputs.

        >>> Transformation("add", positions=(1,), constant=1).follow_up_trees(["k", "e"])
        {'e_f': ['+', 'e_s', 1]}
        """
        if self.constant is None:
            return {}
        if self.constant == -1 and self.template == "scale":
            return {f"{name}_f": ["-", 0, f"{name}_s"] for name in self._pick(names)}
        symbol = {"add": "+", "scale": "*"}[self.template]
        return {f"{name}_f": [symbol, f"{name}_s", self.constant] for name in self._pick(names)}

    def sources_of(self, changed: int | float, kind: Kind) -> tuple[int | float, ...]:
        """Values that become `changed` or a neighbour of it, where the transformation adds or multiplies.

        >>> Transformation("scale", positions=(0,), constant=-1).sources_of(7, Kind.INT)
        (-6, -7, -8)
        """
        if self.constant is None:
            return ()
        values = (changed - 1, changed, changed + 1)
        exact = [v - self.constant if self.template == "add" else v / self.constant for v in values]
        return tuple(int(v) for v in exact if v == int(v)) if kind is Kind.INT else tuple(float(v) for v in exact)

    def narrow(self, domains: Sequence[Domain]) -> tuple[Domain, ...] | None:
        """The domains of the sources whose follow-ups lie in the domains too; None where that is unknown.

        Raises `UsageError` where there is no such source.
        """
        sources = self._sources(domains)
        if sources is None:
            return None
        known = tuple(source for source in sources if source is not None)
        if len(known) < len(sources):
            notations = ", ".join(domain.notation() for domain in domains)
            raise UsageError(f"{self.template} must have sources with follow-ups in the domain, got {notations}")
        return self._replace(tuple(domains), known)

    def is_applicable(self, domains: Sequence[Domain]) -> bool | None:
        """Whether a source has its follow-up in the domains too; None where that is unknown."""
        sources = self._sources(domains)
        return None if sources is None else None not in sources

    def to_data(self, names: Sequence[str]) -> dict[str, Any]:
        """The transformation as JSON holds it, with the names of its parameters."""
        return {"template": self.template, "parameters": list(self._pick(names)), "constant": self.constant}

    @property
    def _template(self) -> Template:
        return TEMPLATES[self.template]

    def _pick(self, items: Sequence[Any]) -> Values:
        return tuple(items[position] for position in self.positions)

    def _replace(self, items: tuple[Any, ...], new: Values) -> tuple[Any, ...]:
        replaced = dict(zip(self.positions, new, strict=True))
        return tuple(replaced.get(position, item) for position, item in enumerate(items))

    def _sources(self, domains: Sequence[Domain]) -> tuple[Domain | None, ...] | None:
        """For each changed argument the sources, None inside for none; None altogether where they are unknown."""
        changed = tuple(domain for domain in self._pick(domains) if isinstance(domain, Narrowable))
        if len(changed) < len(self.positions):
            return None
        return self._template.sources(changed, self.constant)


def transformation_from_data(data: object, names: Sequence[str]) -> Transformation:
    """Read what `to_data` wrote, for a subject with parameters of these names.

    >>> transformation_from_data({"template": "add", "parameters": ["q"], "constant": 2}, ["p", "q"])
    Transformation(template='add', positions=(1,), constant=2)
    """
    match data:
        case {"template": str(template), "parameters": list(parameters), "constant": constant, **rest} if not rest:
            return Transformation(template, tuple(_position(name, names) for name in parameters), constant)
    raise UsageError(f"transformation must have template, parameters and constant, got {data!r}")


def _position(name: object, names: Sequence[str]) -> int:
    if not isinstance(name, str) or name not in names:
        raise UsageError(f"parameter must be one of {', '.join(names)}, got {name!r}")
    return list(names).index(name)


def _check_constant(template: Template, constant: object) -> None:
    if template.trivial is None:
        if constant is not None:
            raise UsageError(f"{template.name} must have no constant, got {constant!r}")
    elif not is_constant(constant) or constant in template.trivial:
        trivial = " or ".join(str(value) for value in sorted(template.trivial))
        raise UsageError(f"constant of {template.name} must be a finite number other than {trivial}, got {constant!r}")
