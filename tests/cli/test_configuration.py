"""What a project asks of every command."""

import click
import pytest

from genmorph.cli import main
from genmorph.cli.conventions import read_configuration


def configured(folder, text):
    (folder / "pyproject.toml").write_text(text)
    return read_configuration(folder, main.commands)


def test_a_key_goes_to_every_command_that_has_the_option(tmp_path):
    found = configured(tmp_path, '[tool.genmorph]\nbudget = "1m"\njobs = 2\noutput-dir = "relations"\n')
    assert found["infer"] == {"budget": "1m"}
    assert found["batch"] == {"jobs": 2, "output_dir": "relations"}
    assert found["catalogue"] == {"budget": "1m", "jobs": 2}
    assert found["accept"] == {}


def test_options_are_named_as_on_the_command_line(tmp_path):
    assert configured(tmp_path, '[tool.genmorph]\njson = "saved.json"\n')["infer"] == {"json_path": "saved.json"}


def test_the_next_pyproject_above_counts(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.genmorph]\nseed = 4\n")
    (tmp_path / "inner" / "most").mkdir(parents=True)
    assert read_configuration(tmp_path / "inner" / "most", main.commands)["infer"] == {"seed": 4}
    (tmp_path / "inner" / "pyproject.toml").write_text("")
    assert read_configuration(tmp_path / "inner" / "most", main.commands)["infer"] == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.genmorph]\nbudgets = '1m'\n", "keys of [tool.genmorph] must be options of a command, got 'budgets'"),
        ("[tool]\ngenmorph = 3\n", "genmorph must be a table, got 3"),
        ("tool = 3\n", "tool must be a table, got 3"),
        ("[tool.genmorph]\nbudget = 30\n", "budget must be a text, got 30"),
        ("[tool.genmorph]\noutput-dir = ['a']\n", "output-dir must be a text, got ['a']"),
        ("[tool.genmorph]\nseed = true\n", "seed must be an int, got True"),
        ("[tool.genmorph]\njobs = {a = 1}\n", "jobs must be an int, got {'a': 1}"),
        ("[tool.genmorph]\nfail-under = '80'\n", "fail-under must be a number, got '80'"),
        ("[tool.genmorph]\nforce = 1\n", "force must be true or false, got 1"),
        ("[tool.genmorph]\nannotations = 'a.toml'\n", "annotations must be a list, got 'a.toml'"),
        ("nonsense", "must be a TOML file that can be read"),
    ],
)
def test_what_is_not_right_is_told_with_the_file(tmp_path, text, message):
    with pytest.raises(click.UsageError) as caught:
        configured(tmp_path, text)
    assert message in caught.value.message
    assert "pyproject.toml" in caught.value.message
