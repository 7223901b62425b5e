"""Which inputs are valid, and notices where conditions reject nearly all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from genmorph.model import Domain, Input, Parameter
from genmorph.relations.scenario import Called, domain_for
from genmorph.settings import INPUTS
from genmorph.values.annotated import Condition
from genmorph.values.building import passed
from genmorph.values.narrowable import Narrowable, contains_all


@dataclass(frozen=True, slots=True)
class Validity:
    """Which inputs are valid: each argument by its domain, and all together by conditions that speak of their names."""

    names: tuple[str, ...]
    domains: tuple[Domain, ...]
    conditions: tuple[Condition, ...] = ()

    @classmethod
    def of(cls, parameters: Iterable[Parameter], conditions: Sequence[Condition] = ()) -> "Validity":
        known = tuple(parameters)
        return cls(tuple(p.name for p in known), tuple(p.domain for p in known), tuple(conditions))

    def admits(self, values: Input) -> bool | None:
        """Whether an input is valid: False if it is not, otherwise None if that is unknown.

        What is drawn, behind the arguments, does not matter. UsageError where a condition ends in an exception.

        >>> from genmorph.domain import bools, ints
        >>> digits = Validity(("n", "signed"), (ints(0, 9), bools()))
        >>> digits.admits((3, True)), digits.admits((10, True))
        (True, False)
        """
        answer = contains_all(self.domains, values[: len(self.names)])
        return answer if answer is False or self.is_allowed(values) else False

    def passing_on(self, position: int | None) -> "Validity":
        """Which inputs are valid where the argument at this position, if any, is an output of the function."""
        if position is None:
            return self
        domain = self.domains[position]
        wider = domain.fed_back() if isinstance(domain, Narrowable) else domain
        return replace(self, domains=(*self.domains[:position], wider, *self.domains[position + 1 :]))

    def of_call(self, call: Called) -> "Validity":
        """Which arguments are valid in a call of a scenario."""
        return replace(self, domains=tuple(map(domain_for, self.domains, call.arguments)))

    def is_allowed(self, values: Input) -> bool:
        """Whether all conditions hold for an input whose arguments lie in their domains."""
        return self.broken(values) is None

    def broken(self, values: Input) -> Condition | None:
        """The first condition that does not hold."""
        if not self.conditions:
            return None
        arguments = zip(self.names, self.domains, values, strict=False)
        given = {name: passed(domain, value) for name, domain, value in arguments}
        return next((condition for condition in self.conditions if not condition.holds(given)), None)


def rejection_notice(function: str, rejected: int, drawn: int) -> str | None:
    """The notice; None where the conditions leave enough inputs.

    >>> rejection_notice("share", 950, 1_000)
    'the conditions of share reject 95.0% of 1000 inputs: say with domains what is valid'
    >>> rejection_notice("share", 850, 1_000) is None
    True
    """
    if drawn < INPUTS.least_drawn or rejected <= INPUTS.most_rejected * drawn:
        return None
    share = f"{rejected / drawn:.1%} of {drawn} inputs"
    return f"the conditions of {function} reject {share}: say with domains what is valid"


def is_mostly_refused(refused: Mapping[str, int], asked: int) -> bool:
    """Whether a function returned for few of the inputs."""
    return asked >= INPUTS.least_drawn and sum(refused.values()) > INPUTS.most_rejected * asked


def not_finite_notice(function: str, without_finite: int, returned: int) -> str | None:
    """The notice where hardly any of what a function returned holds a finite number; None where some does.

    >>> not_finite_notice("trained", 96, 100)
    'trained gives no finite number for 96 of 100 inputs: relations of it say little'
    >>> not_finite_notice("trained", 50, 100) is None
    True
    """
    if without_finite <= INPUTS.most_rejected * returned:
        return None
    return f"{function} gives no finite number for {without_finite} of {returned} inputs: relations of it say little"


def refusal_notice(function: str, refused: Mapping[str, int], asked: int) -> str | None:
    """The notice where the function returned for few inputs, with what it did instead; None where it mostly returned.

    >>> refusal_notice("share", {"ValueError": 900, "KeyError": 60}, 1_000)
    'share returned for 4.0% of 1000 inputs (ValueError 900, KeyError 60): say with domains what is valid'
    >>> refusal_notice("share", {"ValueError": 850}, 1_000) is None
    True
    """
    if not is_mostly_refused(refused, asked):
        return None
    instead = ", ".join(f"{what} {times}" for what, times in sorted(refused.items(), key=lambda item: -item[1]))
    share = f"{1 - sum(refused.values()) / asked:.1%} of {asked} inputs ({instead})"
    return f"{function} returned for {share}: say with domains what is valid"
