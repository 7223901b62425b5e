"""What the tests of code around services found -> the text of a page, with the inputs that show it."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from genmorph.report.figures import NONE
from genmorph.report.pages import render
from genmorph.settings import REPORT_PAGE
from genmorph.values.labels import counted, shortened

_PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".bmp": "image/bmp",
}
_SOUNDS = {".wav": "audio/wav"}


@dataclass(frozen=True, slots=True)
class Shown:
    """An input: a picture or a sound as a data URI, or a text; its name where it is gone."""

    name: str
    picture: str = ""
    sound: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding as text, with its inputs and its repair."""

    fault: str
    place: str
    words: str
    cause: str
    recall: str
    accuracy: str
    inputs: tuple[Shown, ...]
    repair: str
    diff: str


@dataclass(frozen=True, slots=True)
class ApplicationRow:
    """An application and its findings."""

    target: str
    services: str
    branches: str
    inputs: int
    calls: int
    findings: tuple[FindingRow, ...]
    notes: tuple[str, ...]


def service_page(reports: Sequence[Mapping[str, Any]]) -> str:
    """The page of reports as they are saved as JSON; inputs that are there are part of it."""
    rows = [_application(one) for one in reports]
    found = sum(len(row.findings) for row in rows)
    totals = f"{counted(len(rows), 'application')}, {counted(found, 'finding')}"
    return render("service.html.j2", title="Code around services", totals=totals, rows=rows)


def _application(one: Mapping[str, Any]) -> ApplicationRow:
    taken, known = one["branches"]
    return ApplicationRow(
        target=one["target"],
        services=", ".join(one["services"]),
        branches=f"{taken} of {known}",
        inputs=one["inputs"],
        calls=one["calls"],
        findings=tuple(map(_finding, one["findings"])),
        notes=tuple(one["notes"]),
    )


def _finding(one: Mapping[str, Any]) -> FindingRow:
    repair = one["repair"]
    return FindingRow(
        fault=one["fault"],
        place=f"{Path(one['place']['file']).name}:{one['place']['line']}",
        words=one["words"],
        cause=one["cause"] or NONE,
        recall=_share(one["recall"]),
        accuracy=_share(one["accuracy"]),
        inputs=tuple(_shown(Path(path)) for path in one["inputs"]),
        repair="" if repair is None else _repair_words(repair),
        diff="" if repair is None else repair["diff"],
    )


def _share(one: Mapping[str, Any] | None) -> str:
    return NONE if one is None or not one["inputs"] else f"{one['hits']} of {one['inputs']}"


def _repair_words(repair: Mapping[str, Any]) -> str:
    before, after = repair["before"], repair["after"]
    if before is None or after is None:
        return str(repair["words"])
    names = {"recall": "recall", "precision": "precision", "f1": "F1"}
    scores = ", ".join(f"{words} {before[name]:.2f} before, {after[name]:.2f} after" for name, words in names.items())
    return f"{repair['words']}: {scores}"


def _shown(path: Path) -> Shown:
    try:
        content = path.read_bytes()
    except OSError:
        return Shown(path.name)
    if path.suffix in _PICTURES:
        return Shown(path.name, picture=_uri(_PICTURES[path.suffix], content))
    if path.suffix in _SOUNDS:
        return Shown(path.name, sound=_uri(_SOUNDS[path.suffix], content))
    if path.suffix != ".txt":
        return Shown(path.name)
    return Shown(path.name, text=shortened(content.decode(errors="replace"), REPORT_PAGE.line))


def _uri(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
