"""What was tried as files that CI services, code hosts and editors read."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sarif_pydantic import Sarif

from genmorph import UsageError
from genmorph.export import ExportError
from genmorph.results.ci_files import (
    Case,
    CaseStatus,
    Format,
    junit_text,
    require_cases_writable,
    sarif_text,
    write_cases,
)

ANY_TEXT = st.text(st.characters(codec=None) | st.sampled_from("\x00\x1b<>&\"'\r\n\ufffe"))
CASES = [
    Case("shop", "price", CaseStatus.PASSED, seconds=2.5, place=Path("shop.py")),
    Case("shop", "tax", CaseStatus.BROKEN, "it died", 1.0, "a call dies", Path("shop.py"), 7),
    Case("shop", "sum", CaseStatus.FAILED, "sum(xs) differs", rule="a relation is violated", place=Path("/other.py")),
    Case("shop", "old", CaseStatus.SKIPPED, "unsupported"),
]
OF_ANOTHER_TOOL = json.dumps(
    {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": {"name": "ruff"}}, "results": []}],
    },
    indent=2,
)


def test_a_junit_file_has_a_test_case_for_each():
    suite = ElementTree.fromstring(junit_text(CASES).encode())  # noqa: S314 - our own text
    assert [case.get("name") for case in suite] == ["price", "tax", "sum", "old"]
    assert [[child.tag for child in case] for case in suite] == [[], ["error"], ["failure"], ["skipped"]]
    assert [suite.get(name) for name in ("tests", "errors", "failures", "skipped")] == ["4", "1", "1", "1"]


def test_sarif_has_a_result_for_each_that_failed(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    text = sarif_text(CASES)
    Sarif.model_validate_json(text)
    run = json.loads(text)["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["a-call-dies", "a-relation-is-violated"]
    assert [(one["ruleId"], one["level"]) for one in run["results"]] == [
        ("a-call-dies", "warning"),
        ("a-relation-is-violated", "error"),
    ]
    first, second = (one["locations"][0]["physicalLocation"] for one in run["results"])
    assert first == {"artifactLocation": {"uri": "shop.py"}, "region": {"startLine": 7}}
    assert second == {"artifactLocation": {"uri": "file:///other.py"}}


def test_sarif_of_nothing_that_failed_has_no_results():
    Sarif.model_validate_json(sarif_text(CASES[:1]))
    assert json.loads(sarif_text(CASES[:1]))["runs"][0]["results"] == []


@pytest.mark.parametrize("form", Format)
def test_a_file_is_replaced_by_that_of_a_later_run(tmp_path, form):
    path = tmp_path / "file"
    path.touch()
    write_cases(form, CASES, path)
    write_cases(form, CASES[1:2], path)
    assert "sum(xs)" not in path.read_text()
    assert "it died" in path.read_text()


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("text", ["{}", "<?xml version='1.0'?>\n<testsuite name='mine'/>", OF_ANOTHER_TOOL])
def test_a_file_of_somebody_else_is_not_overwritten(tmp_path, form, text):
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(ExportError, match=r"(junit|sarif) must not be a file that genmorph did not write"):
        write_cases(form, CASES, path)
    assert path.read_text() == text
    write_cases(form, CASES, path, force=True)
    assert "it died" in path.read_text()


def test_a_folder_that_is_not_there_is_told_before_anything_is_run(tmp_path):
    with pytest.raises(ExportError, match="junit must lie in a folder that exists"):
        require_cases_writable(Format.JUNIT, tmp_path / "none" / "junit.xml", force=False)


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_words_and_names_may_be_any_text(group, name, words):
    cases = [Case(group, name, CaseStatus.BROKEN, words, 1.0, "a call dies")]
    assert ElementTree.fromstring(junit_text(cases).encode()).get("errors") == "1"  # noqa: S314 - our own text
    assert len(json.loads(sarif_text(cases).encode())["runs"][0]["results"]) == 1


@pytest.mark.parametrize(
    ("place", "uri"),
    [
        ("my models/a#b%20.keras", "my%20models/a%23b%2520.keras"),
        ("shop/../a.keras", "a.keras"),
        ("\udc80.py", "%80.py"),
    ],
)
def test_a_place_is_written_as_a_uri(monkeypatch, tmp_path, place, uri):
    monkeypatch.chdir(tmp_path)
    case = Case("shop", "price", CaseStatus.FAILED, "no", rule="a call dies", place=Path(place))
    [found] = json.loads(sarif_text([case]))["runs"][0]["results"]
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_what_lies_outside_of_the_working_folder_has_a_full_uri(monkeypatch, tmp_path):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    case = Case("shop", "price", CaseStatus.FAILED, "no", rule="a call dies", place=Path("../m.keras"))
    [found] = json.loads(sarif_text([case]))["runs"][0]["results"]
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == (tmp_path / "m.keras").as_uri()


def test_what_failed_must_say_by_which_rule():
    with pytest.raises(UsageError, match="rule must say what is wrong with what is failed, got none"):
        Case("shop", "price", CaseStatus.FAILED, "no")
