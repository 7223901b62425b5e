"""Faults of applications around services are found, and right ones raise no alarm."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from genmorph.model import UnsupportedError, UsageError
from genmorph.services.application_report import Cause, Fault

_LINES = (Path(__file__).parent / "project" / "pet_door.py").read_text().splitlines()


def line_of(text):
    """The number of the line that has a text."""
    (found,) = [number for number, line in enumerate(_LINES, 1) if text in line]
    return found


def test_right_applications_have_no_findings(check):
    for name in ("opens", "triage", "due"):
        report = check(name)
        assert not report.findings, name
        assert report.branches[0] >= report.branches[1] - 1  # the service is never unsure


def test_an_element_of_an_empty_answer_crashes_and_a_guard_is_proposed(check):
    (found,) = check("first_label").findings
    assert (found.fault, found.place.line, found.cause) == (Fault.CRASH, line_of("read_bytes"), Cause.CODE)
    assert all(Path(path).exists() for path in found.inputs)
    assert "found = detect_labels" in found.repair.diff
    assert "if not found:" in found.repair.diff


def test_text_that_is_no_number_crashes_with_an_input_that_shows_it(check):
    (found,) = check("price").findings
    assert found.fault is Fault.CRASH
    assert "ValueError" in found.words
    assert found.inputs


def test_a_label_that_the_service_never_says_is_a_dead_branch_with_the_one_that_is_meant(check):
    (found,) = check("alarm").findings
    assert (found.fault, found.place.line) == (Fault.DEAD, line_of('"flame"'))
    assert "is 'Flame' meant by 'flame'?" in found.words


def test_a_clause_that_is_the_name_of_a_text_makes_the_rest_dead(check):
    (found,) = check("caption").findings
    assert found.fault is Fault.DEAD
    assert "ANIMAL is always true" in found.words


def test_a_constant_clause_makes_the_rest_dead(check):
    (found,) = check("kind").findings
    assert (found.fault, found.place.line) == (Fault.DEAD, line_of('or "Dog"'))
    assert "'Dog' is always true" in found.words


def test_a_threshold_beyond_all_answers_is_a_dead_branch(check):
    (found,) = check("certain").findings
    assert (found.fault, found.place.line) == (Fault.DEAD, line_of("150"))


def test_a_branch_that_half_of_its_inputs_miss_is_repaired_by_what_the_service_says_of_them(check):
    (found,) = check("compost").findings
    assert (found.fault, found.place.line, found.cause) == (Fault.ACCURACY, line_of('"Banana" in'), Cause.CODE)
    assert found.recall.high < 0.75
    assert '"Fruit"' in found.repair.diff
    assert found.repair.before.recall < 0.75 <= found.repair.after.recall


def test_moods_that_go_the_same_way_are_found(check):
    (found,) = check("music").findings
    assert (found.fault, found.place.line) == (Fault.BOTH_MOODS, line_of("magnitude"))


def test_what_an_application_raises_on_purpose_is_no_crash(check):
    assert not check("strict").findings


def test_a_part_that_is_not_declared_is_said(check):
    report = check("version")
    assert not report.findings
    assert "Version" in report.notes[0]


def test_effects_are_refused_and_said(check, in_project):
    report = check("writes")
    assert any("seen.txt" in note for note in report.notes)
    assert not (in_project / "seen.txt").exists()


def test_a_function_that_asks_no_service_is_unsupported(check):
    with pytest.raises(UnsupportedError, match="must reach a declared service"):
        check("deaf")


def test_a_second_test_asks_no_service(check):
    first, second = check("compost"), check("compost", calls=0)
    assert first.calls
    assert (second.calls, second.unanswered) == (0, 0)
    assert [str(one) for one in second.findings] == [str(one) for one in first.findings]


def test_calls_that_may_not_be_made_are_counted(check):
    report = check("opens", calls=3)
    assert report.calls == 3
    assert report.unanswered == report.inputs - 3


@pytest.mark.parametrize("target", ["pet_door", "pet_door:", "./pet_door.py:opens"])
def test_a_target_that_is_no_path_is_refused(check, target):
    with pytest.raises(UsageError, match="target must look like"):
        check(target.partition(":")[2], module=target.partition(":")[0])


def test_a_function_that_is_not_there_is_refused_with_the_one_that_may_be_meant(check):
    with pytest.raises(UsageError, match="is opens meant"):
        check("open")


@pytest.mark.skipif(find_spec("crosshair") is None, reason="CrossHair is not installed")
def test_symbolic_execution_reaches_what_no_word_of_the_source_leads_to(check):
    without, with_it = check("long_name"), check("long_name", seconds=5.0)
    assert with_it.symbolic_alone > 0
    assert with_it.branches[1] > without.branches[1]
