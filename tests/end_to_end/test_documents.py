"""The documents are plain Markdown: they are built when every link between them leads somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?P<target>[^)\s#]+)[^)]*\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_links_of_the_document_lead_to_files(document):
    targets = [match["target"] for match in LINK.finditer(document.read_text(encoding="utf-8"))]
    here = [target for target in targets if "://" not in target and not target.startswith("mailto:")]
    assert [target for target in here if not (document.parent / target).exists()] == []
