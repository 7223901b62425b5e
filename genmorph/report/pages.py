"""A folder of answers, or one file -> the text of a page, with all that comes from files escaped."""

import base64
import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from genmorph.model import UsageError
from genmorph.progress import Notify, Step
from genmorph.report.figures import BAR, BOXES, FRAME, LEVELS, number_text, room, seconds_text, share_text
from genmorph.report.overview import OverviewRow, totals
from genmorph.report.sections import build_section
from genmorph.results.relation_set import Status, answer_files, read_answer
from genmorph.values.labels import counted, shortened


def render_page(rows: Sequence[OverviewRow], sections: Sequence[str]) -> str:
    """The page of these functions; `sections` are rendered ones."""
    return render(
        "page.html.j2",
        title=f"Metamorphic relations of {counted(len(rows), 'function')}",
        rows=rows,
        sections=sections,
        statuses=[status for status in Status if any(row.status is status for row in rows)],
        totals=totals(rows),
    )


def render(template: str, **shown: Any) -> str:
    """A page by a template.

    Its policy allows this very style and script and nothing else, so that a page never reaches for the network. Half
    characters, which no file can hold, are escaped as in Python.
    """
    folder = files("genmorph.report")
    style, script = ((folder / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script)]
    page = (
        _environment()
        .get_template(template)
        .render(
            **shown,
            style=style,
            script=script,
            style_hash=f"sha256-{hashes[0]}",
            script_hash=f"sha256-{hashes[1]}",
            version=version("genmorph"),
        )
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
    environment.filters.update(
        number=number_text, share=share_text, seconds=seconds_text, counted=counted, short=shortened
    )
    environment.globals.update(frame=FRAME, bar=BAR, boxes=BOXES)
    return environment


@dataclass(frozen=True, slots=True)
class Page:
    """The text of a page, and what it comes to in one line."""

    text: str
    totals: str


def build_page(place: str | os.PathLike[str], notify: Notify) -> Page:
    """The page of all answers in a folder, or of that in a file.

    Raises UsageError where there is no such folder or file, no answer in it, or a JSON file that is none.
    """
    paths = [Path(place)] if Path(place).is_file() else answer_files(place)
    template = _environment().get_template("section.html.j2")
    rows: list[OverviewRow] = []
    sections: list[str] = []
    for number, path in enumerate(paths, 1):
        answer = read_answer(path)
        for limits in LEVELS:
            section = build_section(answer, f"f{number}", path.name, limits)
            text = template.render(section=section, row=section.row)
            if len(text.encode(errors="replace")) <= room(len(paths)):
                break
        rows.append(section.row)
        sections.append(text)
        notify(Step("reading answers", number, len(paths)))
    if not rows:
        raise UsageError(f"results must hold answers as JSON files, got none in {str(place)!r}")
    return Page(render_page(rows, sections), totals(rows))
