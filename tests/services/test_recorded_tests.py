"""Exported tests run without the services and without genmorph, and fail on faults alone."""

import importlib
import os
import shutil
import subprocess
import sys
from datetime import date

import pytest

from genmorph import infer_relations
from genmorph.services import application_function
from tests.services.conftest import PROJECT

_WITHOUT = """
import sys

sys.modules["genmorph"] = None
"""


@pytest.fixture
def outcome(check, tmp_path):
    """Exports tests of an application, and says how many of them fail on it, or on a changed one."""

    def outcome(name, old="", new=""):
        path = tmp_path / "written" / f"test_{name}.py"
        path.parent.mkdir(exist_ok=True)
        check(name, tests=path)
        where = tmp_path / "elsewhere"
        shutil.copytree(PROJECT, where, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        text = (where / "pet_door.py").read_text()
        assert old in text
        (where / "pet_door.py").write_text(text.replace(old, new))
        (path.parent / "conftest.py").write_text(_WITHOUT)
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:genmorph", path]
        environment = {**os.environ, "PYTHONPATH": str(where)}
        done = subprocess.run(words, cwd=path.parent, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stdout + done.stderr
        return [line.partition("::")[2] for line in done.stdout.splitlines() if line.startswith("FAILED")]

    return outcome


@pytest.mark.parametrize("name", ["opens", "triage", "due", "due_from"])
def test_tests_of_right_applications_pass(outcome, name):
    assert outcome(name) == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("opens", 'PETS = {"Cat", "Dog"}', 'PETS = {"Cat"}'),
        ("opens", "for one in detect_labels(image)", "for one in [detect_labels(image)['Labels'][0]] or (image)"),
        ("triage", "if score < -0.2", "if score < -2"),
        ("due", 'label == "bill"', 'label == "bills"'),
    ],
)
def test_tests_of_right_applications_fail_on_faults(outcome, name, old, new):
    assert outcome(name, old, new)


@pytest.mark.parametrize(
    ("name", "test"),
    [
        ("first_label", "test_empty_and_unsure_answers_raise_nothing"),
        ("alarm", "test_answers_are_told_apart"),
        ("kind", "test_answers_are_told_apart"),
        ("certain", "test_answers_are_told_apart"),
        ("compost", "test_inputs_with_a_label_are_treated"),
        ("music", "test_moods_are_told_apart"),
    ],
)
def test_tests_of_findings_fail(outcome, name, test):
    assert any(one.startswith(test) for one in outcome(name))


def test_tests_of_a_finding_pass_when_it_is_mended(outcome):
    assert outcome("alarm", '"flame"', '"Flame"') == []


def test_a_written_file_is_clean_code(check, tmp_path):
    path = tmp_path / "test_opens.py"
    check("opens", tests=path)
    text = path.read_text()
    assert "genmorph" not in text.split("\n", 1)[1]
    assert ": Any" not in text
    done = subprocess.run([sys.executable, "-m", "ruff", "check", "--isolated", path], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout


def test_functions_of_recorded_answers_have_the_other_arguments(check, tmp_path):
    check("due_from", tests=tmp_path / "test_due.py")
    due = application_function(tmp_path / "test_due")
    assert isinstance(due("bill", 0), date)
    assert due("invitation", 0) is None


def test_relations_of_an_application_with_recorded_answers_say_what_it_keeps(check, tmp_path, monkeypatch):
    check("opens", tests=tmp_path / "test_opens.py")
    (tmp_path / "door_of_records.py").write_text(
        "from genmorph.services import application_function\n\n"
        f"opens = application_function({str(tmp_path / 'test_opens')!r})\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("door_of_records")
    found = infer_relations(module.opens, budget="400ev")
    assert "opens(label, number + k) == opens(label, number)" in [one.formula for one in found]
