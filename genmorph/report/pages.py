"""A folder of answers, or one file -> the text of a page; one answer at a time is in memory."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from genmorph.model import UsageError
from genmorph.progress import Notify, Step
from genmorph.report.catalogue import Row, totals
from genmorph.report.limits import LEVELS, room
from genmorph.report.rendering import render_page, render_section
from genmorph.report.sections import build_section
from genmorph.results.relation_set import Refusal, RelationSet, read_answer, read_answers


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
