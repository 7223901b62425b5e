"""A small share of `benchmarks/hostile.py`: whole runs on functions that do harm."""

import pytest

from benchmarks.checks.deeds import DEEDS
from benchmarks.checks.hostile_subjects import infer_command, module_of
from benchmarks.checks.inference import SAVED, TESTS
from benchmarks.checks.places import fresh_place
from benchmarks.checks.processes import watched
from genmorph import RelationSet

LIMIT = 300.0
MANY = (
    "os._exit",
    "segmentation fault",
    "one large block",
    "SystemExit",
    "KeyboardInterrupt",
    "own BaseException",
    "closes standard streams",
    "endless thread",
    "writes a file",
    "deletes a file",
    "fork",
    "kills its parent",
    "raising result",
)


def named(*names):
    by_name = {deed.name: deed for deed in DEEDS}
    return [by_name[name] for name in names]


def run(module):
    """How a run on this module ended, its relations, and what it left behind and changed."""
    with fresh_place({"hostile.py": module}) as place:
        before = place.files()
        with watched(infer_command("20ev"), place) as process:
            ended = process.ended(LIMIT)
            left = process.leftovers(LIMIT)
        relations = RelationSet.from_json(place.work / SAVED)
        after = {name: what for name, what in place.files().items() if name not in (f"work/{SAVED}", f"work/{TESTS}")}
    return ended, relations, left, after == before


@pytest.fixture(scope="module")
def many():
    return run(module_of((f"n % 97 == {place}", deed) for place, deed in enumerate(named(*MANY))))


def test_a_function_with_many_hostile_inputs_still_gives_relations(many):
    ended, relations, _, _ = many
    assert ended.exit_code == 0, ended.error
    assert len(relations) > 0


def test_every_hostile_input_is_accounted_for(many):
    reasons = " ".join(many[1].stages["sources"]["refused"])
    assert [deed.name for deed in named(*MANY) if deed.wanted not in reasons] == []


def test_no_file_outside_is_touched(many):
    assert many[3]


def test_no_process_and_no_temporary_file_is_left_over(many):
    assert many[2] == ()


@pytest.mark.parametrize("name", ["loop", "hang in C", "swallows BaseException"])
def test_a_function_that_hangs_for_one_input_still_gives_relations(name):
    ended, relations, left, is_unchanged = run(module_of([("n == 37", *named(name))]))
    assert ended.exit_code == 0, ended.error
    assert relations.stages["sources"]["refused"] == {"timed out": 1}
    assert left == ()
    assert is_unchanged


def test_hostile_mutants_cost_nothing_but_themselves():
    deeds = named("growing list", "os._exit", "writes a file", "hang in C")
    ended, relations, left, is_unchanged = run(module_of(("n != n", deed) for deed in deeds))
    assert ended.exit_code == 0, ended.error
    assert relations.stages["sources"]["refused"] == {}
    assert left == ()
    assert is_unchanged
