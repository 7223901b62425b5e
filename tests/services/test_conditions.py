"""Recorded conditions leave the code what it is."""

import ast
from pathlib import Path

import pytest

from genmorph.services.worker.recorded_conditions import Condition, Recorder, changed

RECORD = "__genmorph_went__"
CASES = "__genmorph_cases__"
MODULES = sorted((Path(ast.__file__).parent).glob("*.py"))


def run(text):
    """What a module's `ways` gives with its conditions recorded, which ways these went, and what they are."""
    recorder = Recorder()
    namespace = {RECORD: recorder.went, CASES: recorder.cases, "__name__": "any"}
    exec(changed(text, "any.py", recorder.conditions), namespace)  # noqa: S102 - the texts below
    recorder.is_on = True
    value = namespace["ways"]()
    return value, recorder.take(), recorder.conditions


def texts(conditions):
    """How conditions are written, with the number of the one that each is a clause of."""
    return [(one.text, one.decision) for one in conditions]


def test_each_clause_of_a_condition_is_recorded():
    value, went, conditions = run(
        "def ways():\n    x = 3\n    if x == 1 or x == 3 or x == 5:\n        return 'yes'\n    return 'no'"
    )
    assert value == "yes"
    assert texts(conditions) == [
        ("x == 1 or x == 3 or x == 5", 0),
        ("x == 1", 0),
        ("x == 3", 0),
        ("x == 5", 0),
    ]
    assert went == {0: 2, 1: 1, 2: 2}


def test_conditions_in_loops_may_go_both_ways():
    value, went, conditions = run("def ways():\n    return [x for x in range(4) if x % 2]")
    assert value == [1, 3]
    assert went == {0: 3}
    assert conditions[0].is_looped


def test_clauses_of_any_are_recorded():
    _, went, conditions = run("def ways():\n    return any(x == 2 or x == 9 for x in (1, 2))")
    assert texts(conditions)[1:] == [("x == 2", 0), ("x == 9", 0)]
    assert went[1] == 3


def test_cases_are_recorded():
    text = (
        "def ways():\n"
        "    match {'a': 1}:\n"
        "        case {'a': 2}:\n"
        "            return 1\n"
        "        case {'a': x} if x > 0:\n"
        "            return x"
    )
    value, went, conditions = run(text)
    assert value == 1
    assert [one.text for one in conditions] == ["case {'a': 2}", "case {'a': x}", "x > 0"]
    assert went == {0: 1, 1: 3, 2: 2}


def test_values_that_are_no_conditions_stay_and_are_not_recorded():
    value, went, _ = run("def ways():\n    name = '' or 'nobody'\n    return name")
    assert (value, went) == ("nobody", {})


def test_conditions_keep_their_numbers_where_a_file_is_changed():
    recorder = Recorder()
    changed("if a: pass\nif b == 1: pass", "any.py", recorder.conditions)
    changed("if c: pass", "other.py", recorder.conditions)
    code = recorder.recompiled("if a or d: pass\nif b in (1, 2): pass", "any.py")
    recorder.is_on = True
    exec(code, {RECORD: recorder.went, "a": False, "b": 2, "d": False})  # noqa: S102 - the text above
    went = recorder.take()
    assert (went[0], went[1]) == (1, 2)
    assert 2 not in went


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_modules_of_the_standard_library_compile_with_recorded_conditions(path):
    conditions: list[Condition] = []
    changed(path.read_bytes(), str(path), conditions)
    assert all(one.line > 0 for one in conditions)
