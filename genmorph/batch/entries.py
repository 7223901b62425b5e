"""The functions of a batch, and what is asked for each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from genmorph.annotations.files import naming
from genmorph.model import Budget, UsageError
from genmorph.search.parameters import require_preset
from genmorph.values.paths import hint, split_path


@dataclass(frozen=True, slots=True)
class Entry:
    """One function and what is asked for it; `domain` is by name, or by position.

    >>> Entry("math.gcd")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: target must look like package.module:function, got 'math.gcd'; is math:gcd meant?
    """

    target: str
    budget: str = "30s"
    seed: int = 0
    domain: Mapping[str, str] | tuple[str, ...] = ()
    preset: str = "default"
    allow_effects: bool = False
    annotations: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.target, str) or not (split_path(self.target) or ("", ""))[1]:
            got = f"{self.target!r}{hint(str(self.target))}"
            raise UsageError(f"target must look like package.module:function, got {got}")
        Budget.parse(text_of("budget", self.budget))
        require_preset(self.preset)
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise UsageError(f"seed must be an int, got {self.seed!r}")
        if not isinstance(self.allow_effects, bool):
            raise UsageError(f"allow_effects must be true or false, got {self.allow_effects!r}")
        _check_domain(self.domain)
        makes = self.annotations.get("generator", False)
        if not isinstance(makes, bool):
            raise UsageError(f"generator must be true or false, got {makes!r:.80}")
        if makes and not isinstance(self.domain, Mapping) and self.domain:
            raise UsageError(f"domain of a generator must be by name, got {list(self.domain)!r:.80}")

    @property
    def module(self) -> str:
        """The module of the function."""
        return self.target.partition(":")[0]

    @property
    def stem(self) -> str:
        """How its files are called: `package.module.function`."""
        return self.target.replace(":", ".")

    @property
    def is_called(self) -> bool:
        """Whether it is a function to be inferred, and not something that only makes values for others."""
        return not self.annotations.get("generator", False)


@dataclass(frozen=True, slots=True)
class Pattern:
    """All functions of a module whose names fit; `stated` is what is asked for each of them."""

    module: str
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    stated: Mapping[str, Any]

    def picks(self, name: str) -> bool:
        """Whether the function of this name is meant.

        >>> Pattern("shop", ("price*",), ("*_old",), {}).picks("price_old")
        False
        """
        return any(fnmatchcase(name, one) for one in self.include) and not any(
            fnmatchcase(name, one) for one in self.exclude
        )


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The functions, and the patterns that stand for more of them."""

    entries: tuple[Entry, ...]
    patterns: tuple[Pattern, ...] = ()

    def expanded(self, names: Mapping[str, tuple[str, ...]]) -> tuple[Entry, ...]:
        """All functions once, those with an entry of their own first; `names` are the functions of each module."""
        found = {entry.target: entry for entry in self.entries}
        for pattern in self.patterns:
            for name in filter(pattern.picks, names[pattern.module]):
                target = f"{pattern.module}:{name}"
                if target not in found:
                    found[target] = Entry(target, **pattern.stated)
        return tuple(found.values())


def _check_domain(domain: object) -> None:
    from genmorph.values.notation import parse_domain

    if not isinstance(domain, Mapping | tuple):
        raise UsageError(f"domain must be a table or an array of texts, got {domain!r:.80}")
    for key, text in domain.items() if isinstance(domain, Mapping) else enumerate(domain):
        if not isinstance(text, str):
            raise UsageError(f"domain must hold texts, got {text!r:.80} for {key}")
        with naming(f"domain, {key}"):
            parse_domain(text)


def text_of(name: str, value: object) -> str:
    """The value, where it is a text."""
    if not isinstance(value, str):
        raise UsageError(f"{name} must be a text, got {value!r:.80}")
    return value
