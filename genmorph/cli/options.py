"""What the command that infers is given."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from genmorph.model import Domain


@dataclass(frozen=True, slots=True)
class Options:
    """The words of the command line, in its names."""

    target: str
    budget: str
    seed: int
    output: str | None
    json_path: str | None
    domains: tuple[str, ...]
    annotations: tuple[str, ...]
    load: tuple[str, ...]
    preset: str
    cache: str | None
    no_cache: bool
    allow_effects: bool
    verify: bool
    force: bool

    def __post_init__(self) -> None:
        if self.no_cache and self.cache is not None:
            raise click.UsageError(f"--no-cache must stand without --cache, got --cache {self.cache}")

    def request(self) -> dict[str, Any]:
        """What is asked for, by the names of `Request`; raises UsageError for texts that cannot be read."""
        from genmorph.model import Budget

        return {
            "func": self.target,
            "budget": Budget.parse(self.budget),
            "seed": self.seed,
            "domain": parse_domains(self.domains),
            "preset": self.preset,
            "cache": self.cache if self.cache is not None else not self.no_cache,
            "allow_effects": self.allow_effects,
        }


def parse_domains(texts: tuple[str, ...]) -> "dict[str, Domain] | list[Domain] | None":
    """Domains by name or, where no text has one, in order.

    >>> parse_domains(("k=ints(0, 9)",)), parse_domains(("ints(0, 9)",))
    ({'k': ints(0, 9)}, [ints(0, 9)])
    >>> parse_domains(("k=ints(9, 0)",))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: domain of k: min must be <= max, got ints(9, 0)
    """
    from genmorph.model import UsageError

    split = [_named_domain(text) for text in texts]
    names = [name for name, _ in split if name is not None]
    if not names:
        return [_read(text, f"domain {place}") for place, (_, text) in enumerate(split, 1)] or None
    if len(names) < len(split):
        raise UsageError(f"--domain must have names everywhere or nowhere, got {', '.join(texts)}")
    if len(set(names)) < len(names):
        raise UsageError(f"--domain must name a parameter once, got {', '.join(names)}")
    return {name: _read(text, f"domain of {name}") for name, text in split if name is not None}


def _read(text: str, place: str) -> "Domain":
    """The domain that the text states at this place, which errors name."""
    from genmorph.annotations.files import naming
    from genmorph.values.notation import parse_domain

    with naming(place):
        return parse_domain(text)


def _named_domain(text: str) -> tuple[str | None, str]:
    """The name before the first `=`, if the text begins with one, and the domain."""
    name, equals, domain = text.partition("=")
    if equals and name.strip().isidentifier():
        return name.strip(), domain.strip()
    return None, text.strip()
