"""The file that lists the functions of a batch, and what is asked for each."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from genmorph.annotations.annotation_files import naming
from genmorph.model import Budget, UsageError
from genmorph.search.parameters import require_preset
from genmorph.values.labels import meant
from genmorph.values.paths import hint, split_path

ANNOTATIONS = ("require", "timeout", "generator", "examples")
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


def read_catalogue(path: str | os.PathLike[str]) -> Catalogue:
    """The catalogue in a TOML file; nothing is imported or evaluated. UsageError names the entry and the key.

    [defaults] may give budget, seed, preset and allow_effects. An entry looks like this; only its target must be there:

        [[function]]
        target = "package.module:function"     # or "package.module:*" with include = [...] and exclude = [...]
        budget = "30s"
        seed = 0
        domain = { k = "ints(-20, 20)" }       # or by position: ["ints(-20, 20)"]

    and may have `preset`, `allow_effects`, and what annotations say: `require`, `timeout`, `generator`, `examples`.
    """
    data = _load(Path(path))
    unknown = sorted(data.keys() - {"function", "defaults"})
    if unknown:
        raise UsageError(f"{path}: tables must be [defaults] and [[function]], got {', '.join(unknown)}")
    with naming(f"{path}, defaults"):
        defaults = _of_keys(data.get("defaults", {}), _ASKED)
        Entry("any:function", **defaults)
    read: dict[str, Entry | Pattern] = {}
    for number, table in enumerate(_tables(data, path), 1):
        with naming(f"{path}, function {number}{_named(table)}"):
            entry = _read_entry(table, defaults)
            if table["target"] in read:
                raise UsageError(f"target must be listed once, got {table['target']!r}")
            read[table["target"]] = entry
    if not read:
        raise UsageError(f"{path} must list functions, got none")
    entries = tuple(entry for entry in read.values() if isinstance(entry, Entry))
    return Catalogue(entries, tuple(entry for entry in read.values() if isinstance(entry, Pattern)))


def _load(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"catalogue must be a TOML file that can be read ({error}), got {str(path)!r}") from error


def _tables(data: Mapping[str, Any], path: str | os.PathLike[str]) -> list[Any]:
    tables = data.get("function", [])
    if not isinstance(tables, list):
        raise UsageError(f"{path}: function must be an array of tables, got {tables!r:.80}")
    return tables


def _named(table: Any) -> str:
    target = table.get("target") if isinstance(table, dict) else None
    return f" ({target})" if isinstance(target, str) else ""


def _read_entry(table: Any, defaults: Mapping[str, Any]) -> Entry | Pattern:
    target = str(table.get("target", "")) if isinstance(table, dict) else ""
    is_pattern = target.endswith(":*")
    if "*" in target and not is_pattern:
        raise UsageError(f"target must end in :* where include says which functions are meant, got {target!r}")
    kinds = ("include", "exclude") if is_pattern else ("domain", *ANNOTATIONS)
    stated = _of_keys(table, ("target", *_ASKED, *kinds))
    if "target" not in stated:
        raise UsageError(f"target must be there, got {', '.join(stated) or 'nothing'}")
    asked = {**defaults, **{key: stated[key] for key in _ASKED if key in stated}}
    if is_pattern:
        return _read_pattern(stated, asked)
    domain = stated.get("domain", ())
    domain = tuple(domain) if isinstance(domain, list) else domain
    annotations = {key: stated[key] for key in ANNOTATIONS if key in stated}
    return Entry(stated["target"], **asked, domain=domain, annotations=annotations)


def _read_pattern(stated: Mapping[str, Any], asked: Mapping[str, Any]) -> Pattern:
    module = stated["target"].removesuffix(":*")
    Entry(f"{module}:function", **asked)
    include, exclude = (_texts(key, stated.get(key, default)) for key, default in (("include", ["*"]), ("exclude", [])))
    return Pattern(module, include, exclude, asked)


def _of_keys(table: Any, known: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise UsageError(f"must be a table, got {table!r:.80}")
    unknown = sorted(table.keys() - set(known))
    if unknown:
        got = f"{', '.join(unknown)}{meant(unknown, known)}"
        raise UsageError(f"keys must be among {', '.join(known)}, got {got}")
    return table


def _texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise UsageError(f"{name} must be an array of texts, got {value!r:.80}")
    return tuple(text_of(name, one) for one in value)
