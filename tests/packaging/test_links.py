"""The links at the root, by which the three parts looked for first are one click away."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("room", ["transformations", "fitness", "filters"])
def test_the_link_at_the_root_leads_into_the_room(room):
    link = ROOT / room
    assert link.is_symlink()
    assert link.readlink() == Path("genmorph") / room
    assert (link / "__init__.py").is_file()
