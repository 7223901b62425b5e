"""Services that are busy, slow or answer otherwise, and applications that hang or die."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from genmorph.model import UnsupportedError, UsageError
from genmorph.services.application_report import Fault


@pytest.fixture
def odd(check):
    """Tests an application of odd services."""
    return lambda name, **asked: check(name, module="odd_applications", **asked)


def test_a_busy_service_is_asked_again(odd):
    report = odd("of_busy")
    assert not report.findings
    assert not report.notes
    assert not report.unanswered


def test_a_service_that_stays_busy_is_said_and_nothing_is_found(odd):
    report = odd("of_always_busy", calls=1)
    assert not report.findings
    assert "always_busy is busy after 5 attempts (RateLimitError: too many requests)" in " ".join(report.notes)


def test_an_answer_of_another_shape_is_said_with_the_part_that_differs(odd):
    report = odd("of_other_shape")
    assert not report.findings
    assert "answer[0].score must be a score between 0 and 1, got 90" in " ".join(report.notes)


def test_what_a_service_raises_is_no_crash_of_the_application(odd):
    report = odd("of_failing")
    assert not report.findings
    assert "ConnectionError: no route to host" in " ".join(report.notes)


def test_labels_without_examples_are_not_judged(odd):
    report = odd("without_examples")
    assert not report.findings
    assert "no example of 'sport'" in " ".join(report.notes)


def test_examples_that_cannot_be_made_are_refused_with_what_was_raised(odd):
    with pytest.raises(UsageError, match="no_texts raises LookupError"):
        odd("wrong_examples")


def test_an_application_that_hangs_is_a_finding_and_ends(odd):
    report = odd("hangs", timeout=1.0)
    (found,) = report.findings
    assert found.fault is Fault.CRASH
    assert "did not end" in found.words


def test_an_application_that_ends_its_process_is_a_finding(odd):
    (found,) = odd("dies").findings
    assert "exited with status 3" in found.words


def test_further_parameters_need_an_annotation(odd):
    with pytest.raises(UsageError, match="limit"):
        odd("needs_more")
    assert not odd("with_number").findings


def test_the_parameter_that_reaches_the_service_takes_the_input(odd):
    report = odd("second")
    assert report.services == ("odd_services:without_examples",)
    assert report.answered


def test_effects_are_refused_again_and_again_and_said_though_they_are_swallowed(odd, in_project):
    with pytest.raises(UnsupportedError, match=r"hidden\.txt' for writing was refused; --allow-effects lets it"):
        odd("hidden")
    assert not (in_project / "hidden.txt").exists()


@pytest.mark.skipif(find_spec("crosshair") is None, reason="CrossHair is not installed")
def test_symbolic_execution_changes_nothing_either(check, in_project):
    report = check("writes", seconds=2.0)
    assert not report.answered
    assert not (in_project / "seen.txt").exists()


@pytest.mark.parametrize("name", ["later", "together", "by_class", "remembered"])
def test_coroutines_threads_class_methods_and_caches_are_served(odd, name):
    report = odd(name)
    assert not report.findings
    assert report.answered
    assert report.branches[0] < report.branches[1] or name == "together"  # there is no example with a ball


def test_an_application_that_catches_the_end_of_its_time_still_ends(odd):
    report = odd("stubborn", timeout=0.5)
    assert not report.findings  # it returns
    assert report.answered


def test_an_application_reads_files_of_its_project(odd):
    assert odd("reads_words").answered


def test_a_case_that_the_service_never_says_is_dead(odd):
    (found,) = odd("kinds").findings
    assert found.fault is Fault.DEAD
    assert "case ['Sport']" in found.words or "never says 'Sport'" in found.words


def test_relative_paths_are_those_of_the_current_folder(check, in_project, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(in_project)
    (tmp_path / "pyproject.toml").write_text((in_project / "pyproject.toml").read_text())
    (tmp_path / "letters.csv").write_text((in_project / "letters.csv").read_text())
    monkeypatch.chdir(tmp_path)
    report = check("due", project=Path("pyproject.toml"), answers=Path("kept.jsonl"))
    assert report.calls
    assert (tmp_path / "kept.jsonl").read_text().count("\n") == report.calls
