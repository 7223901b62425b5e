"""The functions of a batch as a JUnit file."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.batch.job import Finished, junit_text, require_junit_writable, write_junit
from genmorph.export import ExportError
from genmorph.results.relation_set import Status

ROWS = [Finished("shop:price", Status.FOUND, 2.5, "", 3, 8, 9), Finished("shop:tax", Status.FAILED, 1.0, "it died")]


def test_a_file_is_replaced_by_that_of_a_later_run(tmp_path):
    path = tmp_path / "junit.xml"
    path.touch()
    write_junit(ROWS, path)
    write_junit(ROWS[:1], path)
    suite = ElementTree.parse(path).getroot()  # noqa: S314 - our own file
    assert [case.get("name") for case in suite] == ["price"]


@pytest.mark.parametrize("text", ["[[function]]\ntarget = 'a:b'\n", "<?xml version='1.0'?>\n<testsuite name='mine'/>"])
def test_a_file_of_somebody_else_is_not_overwritten(tmp_path, text):
    path = tmp_path / "junit.xml"
    path.write_text(text)
    with pytest.raises(ExportError, match="junit must not be a file that genmorph did not write"):
        write_junit(ROWS, path)
    assert path.read_text() == text
    write_junit(ROWS, path, force=True)


def test_a_folder_that_is_not_there_is_told_before_anything_is_run(tmp_path):
    with pytest.raises(ExportError, match="junit must lie in a folder that exists"):
        require_junit_writable(tmp_path / "none" / "junit.xml", force=False)


@given(st.text(st.characters(codec=None) | st.sampled_from("\x00\x1b<>&\"'\r\n\ufffe")))
def test_a_reason_may_be_any_text(reason):
    text = junit_text([Finished("shop:price", Status.FAILED, 1.0, reason)])
    assert ElementTree.fromstring(text.encode()).get("errors") == "1"  # noqa: S314 - our own text
