"""`genmorph services` from the command line."""

import json
import shutil
import subprocess
import sys

import pytest

from tests.services.conftest import PROJECT


@pytest.fixture
def folder(tmp_path):
    """A copy of the project, in which files are written."""
    path = tmp_path / "project"
    shutil.copytree(PROJECT, path, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    return path


def run(folder, *words):
    """What a command prints, and how it ends."""
    command = [sys.executable, "-m", "genmorph", "services", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_list_names_functions_that_ask_directly_and_through_others(folder):
    done = run(folder, "list", "pet_door", "--json", "callers.json")
    assert done.returncode == 0
    assert "pet_door:opens asks pet_services:detect_labels" in done.stdout
    assert "pet_door:due asks through others pet_services:sort_letter" in done.stdout
    assert "pet_door:price asks pet_services:Reader.read" in done.stdout
    assert "deaf" not in done.stdout
    assert {one["function"] for one in json.loads((folder / "callers.json").read_text())} >= {"pet_door:music"}


def test_a_test_prints_findings_and_writes_what_ci_reads(folder):
    files = ("--json", "r.json", "--junit", "r.xml", "--sarif", "r.sarif", "--html", "r.html")
    done = run(folder, "test", "pet_door:compost", "pet_door:opens", "--seconds", "0", *files)
    assert done.returncode == 1
    assert "branch seldom reached" in done.stdout
    assert "repair: look for 'Fruit'" in done.stdout
    assert "pet_door:opens: nothing found" in done.stdout
    assert set(json.loads((folder / "r.json").read_text())["reports"]) == {"pet_door:compost", "pet_door:opens"}
    assert 'failures="1"' in (folder / "r.xml").read_text()
    (result,) = json.loads((folder / "r.sarif").read_text())["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "pet_door.py"
    page = (folder / "r.html").read_text()
    assert "branch seldom reached" in page
    assert "data:image/png;base64," in page
    again = run(folder, "report", "--html", "again.html")
    assert (again.returncode, again.stdout) == (1, done.stdout)


def test_a_dry_run_asks_nothing_and_says_how_often_it_would(folder):
    done = run(folder, "test", "pet_door:opens", "--seconds", "0", "--dry-run")
    assert done.returncode == 0
    assert "pet_door:opens: 76 calls for 76 inputs" in done.stdout
    assert not (folder / ".genmorph-services" / "answers.jsonl").read_text()
    assert run(folder, "test", "pet_door:opens", "--seconds", "0").returncode == 0
    assert "pet_door:opens: 0 calls" in run(folder, "test", "pet_door:opens", "--seconds", "0", "--dry-run").stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["test", "pet_door:nothing"], 2, "has no function 'nothing'"),
        (["test", "pet_door.py"], 2, "cannot be imported"),
        (["test", "pet_door:deaf"], 4, "must reach a declared service"),
        (["test", "pet_services:draw"], 4, "uses no service that is declared"),
        (["test", "pet_door:opens", "--max-calls", "-1"], 2, "--max-calls must be at least 0"),
        (["test", "pet_door:opens", "--timeout", "0"], 2, "--timeout must be more than 0"),
        (["test", "pet_door:opens", "pet_door:alarm", "--tests", "test_a.py"], 2, "--tests must be for one function"),
        (["test", "pet_door:opens", "--tests", "a.txt"], 2, "--tests must end in .py"),
        (["list", "pet_door:opens"], 2, "module must look like"),
        (["list", "nowhere"], 2, "cannot be imported"),
        (["report"], 3, "has no reports"),
    ],
)
def test_wrong_words_end_with_a_line_that_says_what_is_wrong(folder, words, code, said):
    done = run(folder, *words)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('task = "sentiment"', "function must be there"),
        ('function = "a:b"\ntask = "smell"\nanswers = "label"', "task must be one of"),
        ('function = "a:b"\ntask = "sentiment"', "answers must be there"),
        ('function = "a"\ntask = "sentiment"\nanswers = "label"', "function must look like"),
        ('function = "a:b"\ntask = "sentiment"\nanswers = "lable"', "is label meant"),
        ('function = "a:b"\ntask = "sentiment"\nanswers = "label"\nlabels = "no.txt"', "labels must be a list"),
        ('function = "a:b"\ntask = "sentiment"\nanswers = "label"\nlabels = ["a", "a"]', "got 'a' twice"),
        ('function = "a:b"\ntask = "sentiment"\nanswers = "label"\nlable = 3', "keys must be among"),
    ],
)
def test_a_wrong_declaration_is_refused_with_its_entry_and_key(folder, entry, said):
    (folder / "pyproject.toml").write_text(f"[[tool.genmorph.service]]\n{entry}\n")
    done = run(folder, "test", "pet_door:opens")
    assert done.returncode == 2
    assert said in done.stderr
    assert "service 1" in done.stderr
