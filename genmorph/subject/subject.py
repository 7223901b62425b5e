"""The function under test as a value."""

from dataclasses import dataclass, replace

from genmorph.annotations.conditions import Condition
from genmorph.annotations.validity import Validity
from genmorph.model import Domain, Parameter, Target
from genmorph.subject.digests import digest


@dataclass(frozen=True, slots=True)
class Subject:
    """The function under test: where it is, what it takes, and what a worker process needs to load it.

    `module` is None where the function is in no importable module; `target.source` then is a module of its own.
    `name` is an identifier. `mutated` is what mutants are made from and loaded from: the same as `target`, the Python
    form of a compiled target where there is one, else None. `digest` changes with everything that the outcomes depend
    on. `constants` are the numbers that the Python definition mentions, in their order, `pieces` the texts;
    `conditions` are what must be true of the arguments together.
    """

    module: str | None
    qualname: str
    name: str
    parameters: tuple[Parameter, ...]
    target: Target
    mutated: Target | None
    digest: str
    constants: tuple[int | float, ...]
    pieces: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters, in order."""
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def domains(self) -> tuple[Domain, ...]:
        """The domains of the parameters, in order."""
        return tuple(parameter.domain for parameter in self.parameters)

    @property
    def validity(self) -> Validity:
        """Which inputs are valid."""
        return Validity.of(self.parameters, self.conditions)

    @property
    def note(self) -> str | None:
        """What users should know of where mutants come from; None where these are made from the function itself."""
        if self.mutated is None or not self.mutated.blocked:
            return None
        form, twins = f"{self.mutated.module}.{self.mutated.qualname}", " and ".join(self.mutated.blocked)
        return f"mutants are made from the Python form of {form}, which {twins} replaces"

    def with_parameters(self, parameters: tuple[Parameter, ...]) -> "Subject":
        """The same function with other domains, of the digest that belongs to them."""
        domains = [parameter.domain for parameter in parameters]
        return replace(self, parameters=parameters, digest=digest(self.target, domains, self.conditions, self.mutated))

    @property
    def is_importable(self) -> bool:
        """Whether other code can import the function."""
        return self.module is not None
