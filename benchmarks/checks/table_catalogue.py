"""The functions of a table: those of the paper, or those that a catalogue of the user's names."""

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.subjects import SUBJECTS
from genmorph.domain import parse_domain
from genmorph.model import UsageError

_KEYS = ("target", "domain")


@dataclass(frozen=True, slots=True)
class TableSubject:
    """A function by its name in the table, where it stands, and the domains given, in their notation.

    `score` and `passing` are the paper's MS and PZ, None where the paper does not have the function.
    """

    name: str
    path: str
    domains: dict[str, str]
    score: float | None = None
    passing: float | None = None


def paper_subjects() -> tuple[TableSubject, ...]:
    """The 23 functions of the paper's Table II.

    >>> len(paper_subjects()), paper_subjects()[0].name
    (23, 'nextPrime')
    """
    return tuple(TableSubject(one.name, one.path, one.domains, one.score, one.passing) for one in SUBJECTS)


def read_catalogue(path: Path) -> tuple[TableSubject, ...]:
    """The functions that a TOML file lists as `[[function]]`; raises UsageError with the file, the entry and the rule.

    Each has a `target` (`package.module:function`), which is its name, and may have a `domain`: a table from parameters
    to the notation of domains. Nothing is evaluated or imported.
    """
    entries = _read(path).get("function")
    if not isinstance(entries, list) or not entries:
        raise UsageError(f"{path} must list functions as [[function]], got {entries!r:.80}")
    subjects = tuple(_subject(entry, f"{path}, function {number}") for number, entry in enumerate(entries, 1))
    for number, subject in enumerate(subjects):
        if any(subject.name == other.name for other in subjects[:number]):
            raise UsageError(f"{path}, function {number + 1}: target must be listed once, got {subject.name!r}")
    return subjects


def choose(subjects: Sequence[TableSubject], wanted: Sequence[str]) -> tuple[TableSubject, ...]:
    """Those whose names are wanted, all where none is; a text may hold several names with commas between them.

    >>> [subject.name for subject in choose(paper_subjects(), ["pow,gcd", "sin"])]
    ['gcd', 'pow', 'sin']
    >>> choose(paper_subjects(), ["lcm"])
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: --subjects must name functions of the table, got 'lcm'
    """
    names = [name.strip() for text in wanted for name in text.split(",")]
    known = {subject.name for subject in subjects}
    for name in names:
        if name not in known:
            raise UsageError(f"--subjects must name functions of the table, got {name!r}")
    return tuple(subject for subject in subjects if not names or subject.name in names)


def digest_of_source(path: str) -> str:
    """A digest of the text of the module that a path names: another one where the function may have been edited."""
    spec = find_spec(path.partition(":")[0])
    origin = None if spec is None else spec.origin
    assert origin is not None, f"{path} must be in a module of Python source"
    return hashlib.sha256(Path(origin).read_bytes()).hexdigest()[:16]


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} must be a TOML file, got: {error}") from error


def _subject(entry: Any, place: str) -> TableSubject:
    if not isinstance(entry, dict):
        raise UsageError(f"{place}: it must be a table, got {entry!r:.80}")
    for key in entry:
        if key not in _KEYS:
            raise UsageError(f"{place}: keys must be among {', '.join(_KEYS)}, got {key!r}")
    target, domains = entry.get("target"), entry.get("domain", {})
    if not isinstance(target, str) or not _is_path(target):
        raise UsageError(f"{place}: target must be package.module:function, got {target!r:.80}")
    if not isinstance(domains, dict):
        raise UsageError(f"{place}: domain must be a table from parameters to domains, got {domains!r:.80}")
    for name, notation in domains.items():
        _require_domain(notation, f"{place}: domain of {name}")
    return TableSubject(target, target, domains)


def _is_path(target: str) -> bool:
    """Whether a module and a function in it are named."""
    module, colon, function = target.partition(":")
    return bool(colon) and all(part.isidentifier() for part in (*module.split("."), *function.split(".")))


def _require_domain(notation: Any, place: str) -> None:
    if not isinstance(notation, str):
        raise UsageError(f"{place}: it must be text such as 'ints(-20, 20)', got {notation!r:.80}")
    try:
        parse_domain(notation)
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from error
