"""The pairs of `benchmarks.fuzz_bugs`, and how its rows come about."""

import ast
import difflib
from dataclasses import replace

import pytest

from benchmarks.bugs import BUGS, HERE
from benchmarks.fuzz_bugs import measure

BY_NAME = {bug.name: bug for bug in BUGS}


def text_of(which, bug):
    return (HERE / which / f"{bug.name}.py").read_text()


def decorators_in(text):
    nodes = ast.walk(ast.parse(text))
    return [ast.unparse(one) for node in nodes for one in getattr(node, "decorator_list", [])]


def test_every_module_is_one_of_a_pair_that_is_listed():
    for which in ("buggy", "fixed"):
        assert {file.stem for file in (HERE / which).glob("*.py")} - {"__init__"} == set(BY_NAME)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_pair_differs_in_few_lines_and_in_no_annotation(bug):
    buggy, fixed = (text_of(which, bug) for which in ("buggy", "fixed"))
    changed = [line for line in difflib.ndiff(buggy.splitlines(), fixed.splitlines()) if line[0] in "+-"]
    assert 0 < len(changed) <= 4
    assert decorators_in(buggy) == decorators_in(fixed) != []
    assert bug.place[1] > 1  # it stands in one line


def test_a_row_says_that_the_bug_is_found_and_how_much_is_written():
    row = measure(BY_NAME["label_out_of_range"], examples=30, seed=0)
    assert (row["found"], row["spurious"], row["untested"]) == (True, [], [])
    assert row["told"] == [
        "IndexError at label_out_of_range.py:14: index 10 is out of bounds for axis 0 with size 10; "
        "one_hot with labels=[10]"
    ]
    assert (row["annotation_lines"], row["test_lines"]) == (6, 29)


def test_a_failure_at_another_line_than_the_bug_is_spurious():
    elsewhere = replace(BY_NAME["wrong_reshape"], code="= maps.shape")
    row = measure(elsewhere, examples=10, seed=0)
    assert (row["found"], row["told"], row["seconds_to_failure"]) == (False, [], None)
    assert [text.partition(" at ")[0] for text in row["spurious"]] == ["buggy: ValueError"]
