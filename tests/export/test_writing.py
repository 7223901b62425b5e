import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genmorph.export import ExportError
from genmorph.export.writing import write_json, write_tests, write_text

TEXT = "def test_nothing():\n    pass\n"


@pytest.fixture
def target(tmp_path):
    return tmp_path / "test_it.py"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")))
def test_what_was_written_and_not_edited_is_replaced(target, text):
    write_tests(text, target)
    write_tests(TEXT, target)
    assert target.read_text().partition("\n")[2] == TEXT


@pytest.mark.parametrize(
    "edit", [lambda t: t + "\n", lambda t: t.replace("nothing", "x"), lambda _: "", lambda _: TEXT]
)
def test_an_edited_file_stays_as_it_is(target, edit):
    write_tests(TEXT, target)
    edited = edit(target.read_text())
    target.write_text(edited)
    with pytest.raises(ExportError, match="must not be a file that genmorph did not write, or that was edited since"):
        write_tests("pass\n", target)
    assert target.read_text() == edited


def test_force_overwrites_an_edited_file(target):
    target.write_text("mine")
    write_tests(TEXT, target, force=True)
    assert target.read_text().endswith(TEXT)


def test_text_that_cannot_be_written_leaves_the_old_file_and_nothing_else(target):
    write_tests(TEXT, target)
    before = target.read_text()
    with pytest.raises(UnicodeEncodeError):
        write_tests("\ud800", target)
    assert [*target.parent.iterdir()] == [target]
    assert target.read_text() == before


def test_a_half_written_file_is_never_left_behind(target):
    with pytest.raises(ValueError, match="JSON"):
        write_json({"a": 1, "b": float("nan")}, target)
    assert [*target.parent.iterdir()] == []


def test_data_that_json_lacks_is_refused_and_nothing_is_written(target):
    write_json({"b": [1], "a": None}, target)
    assert json.loads(target.read_text()) == {"a": None, "b": [1]}
    assert target.read_text().index('"a"') < target.read_text().index('"b"')


@pytest.mark.parametrize("write", [lambda path: write_tests(TEXT, path), lambda path: write_json({}, path)])
def test_a_file_needs_a_folder_that_exists(tmp_path, write):
    with pytest.raises(ExportError, match="folder that exists"):
        write(tmp_path / "missing" / "file")
    with pytest.raises(ExportError, match="must be a file, got the folder"):
        write(tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_a_new_file_has_the_rights_that_new_files_have(tmp_path):
    before = os.umask(0o027)
    try:
        write_text("text", tmp_path / "new")
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


def test_the_mode_of_a_replaced_file_is_kept(target):
    write_tests(TEXT, target)
    target.chmod(0o640)
    write_tests("pass\n", target)
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("mine", ['{"my": "config"}', "precious", "[1]"])
def test_a_json_file_that_holds_something_else_stays_as_it_is(tmp_path, mine):
    file = tmp_path / "it.json"
    file.write_text(mine)
    with pytest.raises(ExportError, match="json must not be a file that genmorph did not write"):
        write_json({"schema": 1}, file)
    assert file.read_text() == mine
    write_json({"schema": 1, "genmorph": "0", "relations": []}, file, force=True)
    write_json({"schema": 1, "genmorph": "1", "relations": []}, file)
    assert json.loads(file.read_text())["genmorph"] == "1"
