"""The file that lists the functions of a batch, with what is asked for each."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from genmorph.annotations.files import naming
from genmorph.batch.entries import Catalogue, Entry, Pattern, text_of
from genmorph.model import UsageError
from genmorph.values.labels import meant

ANNOTATIONS = ("require", "timeout", "generator", "examples")
"""Keys that say of a function what they say in a file of annotations."""
_ASKED = ("budget", "seed", "preset", "allow_effects")
"""Keys that may stand under [defaults], too."""


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
