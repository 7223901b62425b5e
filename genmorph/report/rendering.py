"""Values -> HTML. Whatever comes from files is escaped; only our style, our script and rendered sections are not."""

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version

from jinja2 import Environment, PackageLoader, StrictUndefined

from genmorph.report.catalogue import Row, totals
from genmorph.report.curves import FRAME
from genmorph.report.figures import number_text, seconds_text, share_text
from genmorph.report.seconds import BAR
from genmorph.report.sections import Section
from genmorph.results.relation_set import Status
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
