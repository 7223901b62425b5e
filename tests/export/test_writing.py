import hashlib
import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genmorph.export import ExportError
from genmorph.export.writing import meaning_digest, write_json, write_tests, write_text

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


WHOLE = '''"""Relations."""

from copy import deepcopy

from hypothesis import example, given
from hypothesis import strategies as st

from shop import power


@given(k=st.integers(0, 9), e=st.integers(0, 9))
@example(k=1, e=2)
def test_power(k, e):
    """power grows.

    power(k, e + 1) == power(k, e) * k
    """
    source = power(deepcopy(k), e)  # its own
    assert source == 'a' or source + 1 == (
        power(k, e + 1))
'''
EDITS = {
    "another body": lambda t: t.replace("power(k, e + 1))", "power(k, e + 2))"),
    "another constant": lambda t: t.replace("k=1", "k=2"),
    "another kind of constant": lambda t: t.replace("k=1", "k=1.0"),
    "another docstring": lambda t: t.replace("power grows", "power shrinks"),
    "another name": lambda t: t.replace("test_power", "test_it"),
    "another import": lambda t: t.replace("from shop import power", "from shop import half as power"),
    "one more import": lambda t: t.replace("from shop import power", "from shop import half, power"),
    "one more test": lambda t: f"{t}\n\ndef test_mine():\n    assert power(1, 2) == 1\n",
    "no decorator": lambda t: t.replace("@example(k=1, e=2)\n", ""),
    "one more comment": lambda t: f"{t}# to do\n",
    "another comment": lambda t: t.replace("# its own", "# mine"),
    "no comment": lambda t: t.replace("  # its own", ""),
    "a line above": lambda t: f"# Copyright\n{t}",
    "no mark": lambda t: t.partition("\n")[2],
    "no Python": lambda t: f"{t})",
    "nothing": lambda _: "",
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edited_file_stays_as_it_is(target, edit):
    write_tests(WHOLE, target)
    edited = edit(target.read_text())
    target.write_text(edited)
    with pytest.raises(ExportError, match="must not be a file that genmorph did not write, or that was edited since"):
        write_tests("pass\n", target)
    assert target.read_text() == edited


LAYOUTS = {
    "blank lines": lambda t: t.replace("\n\n\n", "\n\n\n\n").replace("    source", "\n    source"),
    "other quotes": lambda t: t.replace("'a'", '"a"'),
    "no parentheses": lambda t: t.replace("(\n        power(k, e + 1))", "power(k, e + 1)"),
    "imports in another order": lambda t: t.replace("from copy import deepcopy\n", "").replace(
        "from shop import power", "from shop import power\nfrom copy import deepcopy"
    ),
    "imports joined": lambda t: t.replace(
        "import example, given\nfrom hypothesis import strategies as st", "import given, example, strategies as st"
    ),
    "a docstring on more lines": lambda t: t.replace('"""power grows.', '"""\n    power grows.'),
    "a comment elsewhere": lambda t: t.replace("  # its own", "\n    #its own"),
    "other ends of lines": lambda t: t.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_another_layout_is_no_edit(target, layout):
    write_tests(WHOLE, target)
    before = target.read_text()
    laid_out = layout(before)
    assert laid_out != before
    target.write_bytes(laid_out.encode())
    write_tests(TEXT, target)
    assert target.read_text().endswith(TEXT)


def test_a_test_file_with_the_digest_of_earlier_versions_is_replaced(target):
    digest = hashlib.sha256(TEXT.encode()).hexdigest()[:16]
    target.write_text(f"# Written by genmorph; sha256 of what follows: {digest}\n{TEXT}")
    write_tests(WHOLE, target)
    assert target.read_text().endswith(WHOLE)


def test_the_digest_is_the_same_in_all_versions_of_python():
    assert meaning_digest(WHOLE) == "9c38431fb639888e"


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
