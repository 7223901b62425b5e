"""How `benchmarks.fuzz_coverage` measures, and that its annotations fit the installed modules."""

import pytest

from benchmarks.annotations import MODULES
from benchmarks.checks.coverages import file_of, reach
from benchmarks.record import ROOT
from tests.end_to_end.conftest import run_command


def test_lines_and_branches_that_tests_reach_are_told_from_others(tmp_path):
    subject, tests = tmp_path / "subject.py", tmp_path / "test_subject.py"
    subject.write_text("def half(n):\n    if n > 3:\n        return 3\n    return n // 2\n")
    tests.write_text("from subject import half\ndef test_it():\n    assert half(2) == 1\n")
    found = reach(subject, tests, 0, tmp_path)
    assert found.told() == {
        "lines": 3,
        "of_lines": 4,
        "branches": 1,
        "of_branches": 2,
        "missed_lines": [3],
        "tests": {"passed": 1},
    }


def test_a_run_without_tests_is_an_error(tmp_path):
    with pytest.raises(RuntimeError, match="tests must be run"):
        reach(tmp_path / "subject.py", tmp_path / "test_missing.py", 0, tmp_path)


def test_a_module_that_is_not_installed_is_named():
    with pytest.raises(ValueError, match="module must be installed, got 'there_is_none'"):
        file_of("there_is_none")


def test_annotations_of_numpy_fit_the_installed_version():
    (annotated,) = (one for one in MODULES if one.target == "numpy")
    done = run_command(ROOT, "fuzz", "numpy:mask_indices", "--annotations", annotated.file, "--examples", "20")
    assert (done.returncode, done.stdout) == (0, "no failures in 1 function, 20 examples\n"), done.stderr
