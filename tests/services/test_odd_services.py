"""Services that are busy, slow or answer otherwise, and applications that hang or die."""

import pytest

from genmorph.model import UsageError
from genmorph.services.findings import Fault


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
