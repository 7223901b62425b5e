"""The command that makes a page of saved answers."""

import subprocess
import sys

import pytest

from tests.end_to_end.conftest import run_command
from tests.report.answers import UNSUPPORTED, bare_set, power_set, saved


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "results").mkdir()
    saved(tmp_path / "results", a=power_set(), b=bare_set(), c=UNSUPPORTED)
    return tmp_path


def test_a_folder_becomes_a_page_and_what_it_comes_to_is_printed_with_its_place(folder):
    done = run_command(folder, "report", "results")
    assert done.returncode == 0, done.stderr
    totals, place = done.stdout.splitlines()
    assert totals.startswith("3 functions (1 with relations, 1 without relations, 1 unsupported): 2 relations")
    assert place == "the page is report.html"
    assert all(line.startswith("genmorph: reading answers") for line in done.stderr.splitlines())
    text = (folder / "report.html").read_text()
    assert text.startswith("<!doctype html>")
    assert text.count('<details class="function"') == 3
    assert {path.name for path in folder.iterdir()} == {"results", "report.html"}


def test_a_page_is_replaced_but_not_an_edited_one_or_another_file(folder):
    words = ["report", "results/a.json", "--output", "report.html"]
    for _ in range(2):
        assert run_command(folder, *words).returncode == 0
    page = folder / "report.html"
    page.write_text(page.read_text() + "mine")
    done = run_command(folder, *words)
    assert done.returncode == 2
    assert "output must not be a file that genmorph did not write, or that was edited since" in done.stderr
    assert page.read_text().endswith("mine")
    assert run_command(folder, *words, "--force").returncode == 0
    assert not page.read_text().endswith("mine")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["report", "none", "--output", "r.html"], "results must be a folder, got 'none'"),
        (["report", "empty", "--output", "r.html"], "results must hold answers as JSON files, got none in 'empty'"),
        (
            ["report", "broken", "--output", "r.html"],
            "broken/x.json is not a saved set of relations: it has no 'schema'",
        ),
        (["report", "results", "--output", "none/r.html"], "output must lie in a folder that exists"),
    ],
)
def test_what_cannot_be_reported_is_refused_and_nothing_is_written(folder, words, said):
    (folder / "empty").mkdir()
    (folder / "broken").mkdir()
    (folder / "broken" / "x.json").write_text("{}")
    before = {*folder.rglob("*")}
    done = run_command(folder, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert {*folder.rglob("*")} == before


def test_help_does_not_load_what_renders_pages():
    script = (
        "import sys; from click.testing import CliRunner; from genmorph.cli import main;"
        "print(CliRunner().invoke(main, ['--help']).output, *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "report" in done.stdout
    assert not {"jinja2", "numpy"} & {*done.stdout.split()}
