"""A folder of answers, or one file -> the text of a page, with all that comes from files escaped."""

import base64
import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from genmorph.model import UsageError
from genmorph.progress import Notify, Step
from genmorph.report.figures import BAR, FRAME, LEVELS, number_text, room, seconds_text, share_text
from genmorph.report.overview import Row, totals
from genmorph.report.sections import Section, build_section
from genmorph.results.relation_set import Refusal, RelationSet, Status, read_answer, read_answers
from genmorph.values.labels import counted

_PAGE, _SECTION, _STYLE, _SCRIPT = "page.html.j2", "section.html.j2", "page.css", "page.js"


def render_section(section: Section) -> str:
    """A function's part of the page."""
    return _environment().get_template(_SECTION).render(section=section, row=section.row)


def render_page(rows: Sequence[Row], sections: Sequence[str]) -> str:
    """The page of these functions; `sections` are rendered ones.

    Its policy allows this very style and script and nothing else, so that a page never reaches for the network. Half
    characters, which no file can hold, are escaped as in Python.
    """
    style, script = (_source(name) for name in (_STYLE, _SCRIPT))
    template = _environment().get_template(_PAGE)
    page = template.render(
        rows=rows,
        sections=sections,
        statuses=[status for status in Status if any(row.status is status for row in rows)],
        totals=totals(rows),
        style=style,
        script=script,
        style_hash=_hash(style),
        script_hash=_hash(script),
        version=version("genmorph"),
    )
    return page.encode(errors="backslashreplace").decode().replace("\r", "\n")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("genmorph.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(number=number_text, share=share_text, seconds=seconds_text, counted=counted)
    environment.globals.update(frame=FRAME, bar=BAR)
    return environment


def _source(name: str) -> str:
    loader = _environment().loader
    assert loader is not None
    return loader.get_source(_environment(), name)[0]


def _hash(text: str) -> str:
    """What a content security policy calls an inline element by."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@dataclass(frozen=True, slots=True)
class Page:
    """The text of a page, and what it comes to in one line."""

    text: str
    totals: str


def build_page(place: str | os.PathLike[str], notify: Notify) -> Page:
    """The page of all answers in a folder, or of that in a file.

    Raises UsageError where there is no such folder or file, no answer in it, or a JSON file that is none.
    """
    number = _count(Path(place))
    rows: list[Row] = []
    sections: list[str] = []
    for path, answer in _answers(Path(place)):
        row, section = _rendered(answer, f"f{len(rows) + 1}", path.name, room(number))
        rows.append(row)
        sections.append(section)
        notify(Step("reading answers", len(rows), number))
    if not rows:
        raise UsageError(f"results must hold answers as JSON files, got none in {str(place)!r}")
    return Page(render_page(rows, sections), totals(rows))


def _rendered(answer: RelationSet | Refusal, anchor: str, file: str, most: int) -> tuple[Row, str]:
    """The line of the catalogue, and the section with as much as fits."""
    for limits in LEVELS:
        section = build_section(answer, anchor, file, limits)
        text = render_section(section)
        if len(text.encode(errors="replace")) <= most:
            break
    return section.row, text


def _count(place: Path) -> int:
    return sum(1 for _ in place.glob("*.json")) if place.is_dir() else 1


def _answers(place: Path) -> Iterator[tuple[Path, RelationSet | Refusal]]:
    if place.is_file():
        yield place, read_answer(place)
    else:
        yield from read_answers(place)
