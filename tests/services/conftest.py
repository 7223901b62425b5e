"""Applications are tested from the folder of their project, and are not looked at for doctests."""

from pathlib import Path

import pytest

from genmorph.services.testing import Request, check_application

PROJECT = Path(__file__).parent / "project"
collect_ignore = ["project"]


@pytest.fixture
def in_project(monkeypatch):
    """The folder of the project, which is the current one, and whose modules are found."""
    monkeypatch.chdir(PROJECT)
    monkeypatch.syspath_prepend(PROJECT)
    return PROJECT


@pytest.fixture
def check(in_project, tmp_path):
    """Tests an application of the project; answers are kept in a folder of the test."""

    def check(name, module="pet_door", **asked):
        options = {"project": in_project / "pyproject.toml", "answers": tmp_path / "answers.jsonl", "seconds": 0.0}
        return check_application(f"{module}:{name}", Request(**{**options, "folder": tmp_path / "inputs", **asked}))

    return check
