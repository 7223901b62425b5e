"""The file that lists the functions of a batch, and what is asked for each."""

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from genmorph.annotations.annotation_files import naming
from genmorph.model import Budget, UsageError
from genmorph.results.codec import read
from genmorph.search.parameters import require_preset
from genmorph.values.labels import meant
from genmorph.values.notation import parse_domain
from genmorph.values.paths import hint, split_path

ANNOTATIONS = ("require", "timeout", "generator", "examples", "seeded_by", "stochastic")
"""Keys that say of a function what they say in a file of annotations."""
_ASKED = ("budget", "seed", "preset", "allow_effects")
"""Keys that may stand under [defaults], too."""


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
        if not (split_path(self.target) or ("", ""))[1]:
            got = f"{self.target!r}{hint(self.target)}"
            raise UsageError(f"target must look like package.module:function, got {got}")
        Budget.parse(self.budget)
        require_preset(self.preset)
        is_named = isinstance(self.domain, Mapping)
        for key, text in self.domain.items() if isinstance(self.domain, Mapping) else enumerate(self.domain):
            with naming(f"domain, {key}"):
                parse_domain(text)
        makes = self.annotations.get("generator", False)
        if not isinstance(makes, bool):
            raise UsageError(f"generator must be true or false, got {makes!r:.80}")
        if makes and self.domain and not is_named:
            raise UsageError(f"domain of a generator must be by name, got {list(self.domain)!r:.80}")

    @property
    def module(self) -> str:
        """The module of the function."""
        return self.target.partition(":")[0]

    @property
    def stem(self) -> str:
        """What its files are called: `package.module.function`."""
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


def read_catalogue(path: str | os.PathLike[str]) -> Catalogue:
    """The catalogue in a TOML file; nothing is imported or evaluated. UsageError names the entry and the key.

    [defaults] may give budget, seed, preset and allow_effects. An entry looks like this; only its target must be there:

        [[function]]
        target = "package.module:function"     # or "package.module:*" with include = [...] and exclude = [...]
        budget = "30s"
        seed = 0
        domain = { k = "ints(-20, 20)" }       # or by position: ["ints(-20, 20)"]

    and may have `preset`, `allow_effects`, and what annotations say: `require`, `timeout`, `generator`, `examples`,
    `seeded_by`, `stochastic`.
    """
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"catalogue must be a TOML file that can be read ({error}), got {str(path)!r}") from error
    unknown = sorted(data.keys() - {"function", "defaults"})
    if unknown:
        raise UsageError(f"{path}: tables must be [defaults] and [[function]], got {', '.join(unknown)}")
    with naming(f"{path}, defaults"):
        defaults = _of_keys(data.get("defaults", {}), _ASKED)
        read({"target": "any:function", **defaults}, Entry)
    tables = data.get("function", [])
    if not isinstance(tables, list):
        raise UsageError(f"{path}: function must be an array of tables, got {tables!r:.80}")
    found: dict[str, Entry | Pattern] = {}
    for number, table in enumerate(tables, 1):
        target = table.get("target") if isinstance(table, dict) else None
        with naming(f"{path}, function {number}{f' ({target})' if isinstance(target, str) else ''}"):
            entry = _read_entry(table, str(target), defaults)
            if target in found:
                raise UsageError(f"target must be listed once, got {target!r}")
            found[str(target)] = entry
    if not found:
        raise UsageError(f"{path} must list functions, got none")
    return Catalogue(
        tuple(entry for entry in found.values() if isinstance(entry, Entry)),
        tuple(entry for entry in found.values() if isinstance(entry, Pattern)),
    )


def _read_entry(table: Any, target: str, defaults: Mapping[str, Any]) -> Entry | Pattern:
    is_pattern = target.endswith(":*")
    if "*" in target and not is_pattern:
        raise UsageError(f"target must end in :* where include says which functions are meant, got {target!r}")
    kinds = ("include", "exclude") if is_pattern else ("domain", *ANNOTATIONS)
    stated = _of_keys(table, ("target", *_ASKED, *kinds))
    if "target" not in stated:
        raise UsageError(f"target must be there, got {', '.join(stated) or 'nothing'}")
    asked = {**defaults, **_only(_ASKED, stated)}
    if is_pattern:
        module = target.removesuffix(":*")
        read({"target": f"{module}:function", **asked}, Entry)
        return read(
            {"module": module, "include": ["*"], "exclude": [], "stated": asked} | _only(kinds, stated), Pattern
        )
    return read({**asked, **_only(("target", "domain"), stated), "annotations": _only(ANNOTATIONS, stated)}, Entry)


def _only(keys: Iterable[str], table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: table[key] for key in keys if key in table}


def _of_keys(table: Any, known: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise UsageError(f"must be a table, got {table!r:.80}")
    unknown = sorted(table.keys() - set(known))
    if unknown:
        raise UsageError(f"keys must be among {', '.join(known)}, got {', '.join(unknown)}{meant(unknown, known)}")
    return table
