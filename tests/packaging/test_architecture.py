"""The document that shows readers around names only what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PATHS = sorted(
    {match for match in re.findall(r"[\w/]+(?:\.py|/)(?=[`\s])", TEXT) if not match.startswith(("/", "genmorph/"))}
)


@pytest.mark.parametrize("path", PATHS)
def test_a_path_that_is_named_exists(path):
    assert (ROOT / "genmorph" / path).exists()


def test_every_package_is_named():
    packages = {path.parent.name for path in (ROOT / "genmorph").glob("*/__init__.py")}
    assert {f"{name}/" for name in packages} <= set(PATHS)


def test_it_can_be_read_in_one_go():
    assert len(TEXT.splitlines()) <= 150
