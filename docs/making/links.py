"""Brings in what pages lead to outside of docs/, and turns links as GitHub reads them into those of the site.

README.md, CHANGELOG.md and CONTRIBUTING.md are pages; any other file of the repository that a page links to is copied
to the site as it is.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PAGES = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Where pages of the root stand in the site."""
SOURCES = {site: source for source, site in PAGES.items()}
_TARGET = re.compile(r"(?<=\]\()(?P<path>[^)\s#:]+)(?=[)#\s])")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the root, and the files that pages lead to."""
    for source, site in PAGES.items():
        files.append(File.generated(config, site, abs_src_path=str(ROOT / source)))
    for page in list(files.documentation_pages()):
        for path in _TARGET.findall(page.content_string):
            site = _site_path(_leads_to(page.src_uri, path))
            if (ROOT / site).is_file() and files.get_file_from_path(site) is None:
                files.append(File.generated(config, site, abs_src_path=str(ROOT / site)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Turn the links of a page."""
    here = page.file.src_uri

    def turned(match: re.Match[str]) -> str:
        site = _site_path(_leads_to(here, match["path"]))
        known = files.get_file_from_path(site) is not None
        return posixpath.relpath(site, posixpath.dirname(here) or ".") if known else match["path"]

    return _TARGET.sub(turned, markdown)


def _leads_to(page: str, path: str) -> str:
    """The file in the repository that a link of a page of the site leads to."""
    source = SOURCES.get(page, f"docs/{page}")
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), path))


def _site_path(source: str) -> str:
    """Where a file of the repository stands in the site."""
    return PAGES.get(source, source.removeprefix("docs/"))
