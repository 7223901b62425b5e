"""The command that proposes pairs of functions."""

import pytest
from click.testing import CliRunner

from genmorph.cli import main


def run_pairs(*words):
    return CliRunner().invoke(main, ["pairs", *words])


def test_a_pair_is_a_line_with_its_reason_and_what_was_tried():
    done = run_pairs("json")
    assert done.exit_code == 0
    (line,) = done.stdout.splitlines()
    assert line.startswith("json:dumps json:loads  dumps/loads  gives back ")


def test_the_command_that_infers_relations_between_two_functions_is_named():
    assert "genmorph infer json:dumps json:loads" in run_pairs("json").stderr


def test_packages_named_together_have_pairs_together(tmp_path, monkeypatch):
    (tmp_path / "there.py").write_text("def encode(n: int) -> str:\n    return str(n)\n")
    (tmp_path / "back.py").write_text("def decode(text: str) -> int:\n    return int(text)\n")
    monkeypatch.chdir(tmp_path)
    assert "there:encode back:decode" in run_pairs("back", "there").stdout


def test_no_more_pairs_than_asked_for_are_printed():
    assert len(run_pairs("base64", "--most", "2").stdout.splitlines()) == 2


@pytest.mark.parametrize(
    ("word", "code", "said"),
    [
        ("textwrap", 3, "no functions of textwrap belong together"),
        ("nowhere", 2, "module 'nowhere' cannot be imported"),
        ("json:dumps", 2, "package must look like package or package.module, got 'json:dumps'"),
    ],
)
def test_what_gives_no_pair_ends_with_its_own_exit_code_and_a_line(word, code, said):
    done = run_pairs(word)
    assert (done.exit_code, done.stdout) == (code, "")
    assert said in done.stderr.splitlines()[-1]
