"""Services as they are declared: in a project's pyproject.toml, by a decorator, or known by the path of a client."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from genmorph.annotations.annotation_files import naming
from genmorph.model import UsageError
from genmorph.services.answer_shapes import Shape, Template
from genmorph.services.known_clients import KNOWN
from genmorph.services.tasks import Task, task_named
from genmorph.values.labels import meant
from genmorph.values.paths import hint, split_path

T = TypeVar("T", bound=Callable[..., Any])

ATTRIBUTE = "__genmorph_service__"
"""Where the decorator leaves what it is told."""
_KEYS = ("function", "task", "answers", "objects", "never_empty", "labels", "examples", "version")


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A callable that asks a service: `package.module:function`, or `package.module:Class.method`.

    `labels` is its vocabulary, empty where that is not known; `examples` says where inputs with known labels are:
    a folder with a folder for each label, a table of `label,text`, or a callable as `package.module:name`. `version` is
    part of what answers are kept by. `folder` is what relative paths begin at.
    """

    function: str
    task: Task
    shape: Shape
    labels: tuple[str, ...] = ()
    examples: str = ""
    version: str = ""
    folder: Path = Path()

    def __post_init__(self) -> None:
        if not (split_path(self.function) or ("", ""))[1]:
            raise UsageError(
                f"function must look like package.module:function, got {self.function!r}{hint(self.function)}"
            )
        if len(set(self.labels)) < len(self.labels):
            twice = next(label for label in self.labels if self.labels.count(label) > 1)
            raise UsageError(f"labels must be there once each, got {twice!r} twice")

    @property
    def name(self) -> str:
        """How messages call it: the callable without its module."""
        return self.function.partition(":")[2]


def service(
    *,
    task: str,
    answers: Template,
    objects: bool = False,
    never_empty: bool = False,
    labels: Sequence[str] | str = (),
    examples: str = "",
    version: str = "",
) -> Callable[[T], T]:
    """Declare that a callable asks a service; it stays what it is.

    Args:
        task: One of "image classification", "object detection", "face emotion", "text detection", "document
            classification", "sentiment", "entities" and "speech recognition".
        answers: What an answer looks like: a dict for named parts, a list of one element for any number of these, a
            tuple for parts by position, and for a value "label", "text", "score" (0 to 1), "percent" (0 to 100),
            "sentiment" (-1 to 1), "number" or "integer" (at least 0), "truth", or words such as "one of LINE, WORD".
        objects: Whether named parts are attributes, and not keys.
        never_empty: Whether the lists of an answer always have an element.
        labels: The vocabulary, or the path of a file with a label on each line.
        examples: A folder with a folder of files for each label, a table with the columns `label` and `text`, or
            `package.module:name` of a callable `(label, number, seed)` that gives inputs.
        version: Kept answers are of this version of the service alone.

    Raises:
        UsageError: The task is not known, or the template has other parts.

    >>> @service(task="document classification", answers=[{"name": "label", "score": "score"}], labels=["spam", "ham"])
    ... def sort_mail(text):
    ...     return client.classify(text)

    """
    stated: dict[str, Any] = {"task": task, "answers": answers, "objects": objects, "never_empty": never_empty}
    stated["examples"] = examples
    stated |= {"labels": labels if isinstance(labels, str) else list(labels), "version": version}
    _read({"function": "any:name", **stated, "labels": () if isinstance(labels, str) else list(labels)}, Path())

    def attach(target: T) -> T:
        setattr(target, ATTRIBUTE, stated)
        return target

    return attach


def read_services(path: Path) -> tuple[Service, ...]:
    """The services that a pyproject.toml declares; nothing is imported.

    Raises:
        UsageError: The file cannot be read, or a declaration is wrong; the message names the entry and the key.

    """
    try:
        data: Any = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"services must be declared in a TOML file that can be read ({error}), got {path}") from error
    tables = data.get("tool", {}).get("genmorph", {}).get("service", [])
    if not isinstance(tables, list):
        raise UsageError(f"{path}: service must be an array of tables ([[tool.genmorph.service]]), got {tables!r:.80}")
    found: list[Service] = []
    for number, table in enumerate(tables, 1):
        named = f" ({table['function']})" if isinstance(table, dict) and "function" in table else ""
        with naming(f"{path}, service {number}{named}"):
            one = _read(table, path.parent.absolute())
            if one.function in {other.function for other in found}:
                raise UsageError(f"function must be declared once, got {one.function!r}")
            found.append(one)
    return tuple(found)


def declared_at(function: str, stated: Mapping[str, Any], folder: Path) -> Service:
    """The service that a decorator declares."""
    with naming(function):
        return _read({"function": function, **stated}, folder)


def _read(table: Any, folder: Path) -> Service:
    if not isinstance(table, dict):
        raise UsageError(f"must be a table, got {table!r:.80}")
    if unknown := sorted(table.keys() - set(_KEYS)):
        raise UsageError(f"keys must be among {', '.join(_KEYS)}, got {', '.join(unknown)}{meant(unknown, _KEYS)}")
    function = table.get("function")
    if not isinstance(function, str):
        raise UsageError(f"function must be there as a text, got {function!r:.80}")
    known = KNOWN.get(function, {})
    stated = {**known, **table}
    for key in ("task", "answers"):
        if key not in stated:
            raise UsageError(f"{key} must be there for a client that is not known, got {', '.join(table)}")
    for key, kind in (("objects", bool), ("never_empty", bool), ("task", str), ("examples", str), ("version", str)):
        if not isinstance(stated.get(key, kind()), kind):
            raise UsageError(f"{key} must be a {'truth value' if kind is bool else 'text'}, got {stated[key]!r:.80}")
    return Service(
        function=function,
        task=task_named(stated["task"]),
        shape=Shape(stated["answers"], stated.get("objects", False), stated.get("never_empty", False)),
        labels=_labels(stated.get("labels", ()), folder),
        examples=stated.get("examples", ""),
        version=stated.get("version", ""),
        folder=folder,
    )


def _labels(stated: Any, folder: Path) -> tuple[str, ...]:
    """A vocabulary, or that in a file with a label on each line."""
    if isinstance(stated, str):
        path = folder / stated
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"labels must be a list, or a file that can be read ({error}), got {stated!r}") from error
        return tuple(line.strip() for line in lines if line.strip())
    if isinstance(stated, list | tuple) and all(isinstance(one, str) for one in stated):
        return tuple(stated)
    raise UsageError(f"labels must be texts, or the path of a file, got {stated!r:.80}")


def known_service(function: str) -> Service:
    """The service behind a client that is known."""
    return _read({"function": function}, Path())


def declared_services(functions: Sequence[str], project: Path | None, decorated: Mapping[str, Any]) -> list[Service]:
    """The services of these functions, as a project, decorators or known clients say."""
    stated = {one.function: one for one in (read_services(project) if project is not None else ())}
    made = {name: declared_at(name, one, Path(folder)) for name, (one, folder) in decorated.items()}
    return [stated.get(name) or made.get(name) or known_service(name) for name in functions]
