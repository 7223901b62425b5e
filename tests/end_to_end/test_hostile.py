"""A small share of `benchmarks/hostile.py`: whole runs on functions that do harm."""

import re

import pytest

from benchmarks.checks.deeds import DEEDS
from benchmarks.checks.hostile_subjects import NEVER, infer_command, module_of
from benchmarks.checks.inference import FOUND, SAVED
from benchmarks.checks.places import fresh_place
from benchmarks.checks.processes import watched
from genmorph import RelationSet

LIMIT = 300.0
IN_ORIGINAL = (
    "os._exit",
    "segmentation fault",
    "one large block",
    "SystemExit",
    "KeyboardInterrupt",
    "own BaseException",
    "closes standard streams",
    "endless thread",
    "writes a file",
    "fork",
    "kills its parent",
    "raising result",
)
IN_MUTANTS = ("hang in C", "os._exit", "growing list", "deletes a file")


def named(names):
    by_name = {deed.name: deed for deed in DEEDS}
    return [by_name[name] for name in names]


def run(module, budget):
    """The relations of a run on this module, what it left behind, whether it changed no file, and what it told."""
    with fresh_place({"hostile.py": module}) as place:
        before = place.files()
        with watched(infer_command(budget, "ints(-1500, 1500)"), place) as process:
            ended = process.ended(LIMIT)
            left = process.leftovers(LIMIT)
        assert ended.exit_code == FOUND, ended.error
        relations = RelationSet.from_json(place.work / SAVED)
        after = place.files()
    del after[f"work/{SAVED}"]
    return relations, left, after == before, ended.error


@pytest.fixture(scope="module")
def original():
    """A run on a function that does many deeds, for one input each."""
    # Where no place is written in the function, none of them is a constant to build transformations from.
    places = f"PLACES = range(500, {500 + len(IN_ORIGINAL)})\n"
    conditions = (f"n == PLACES[{number}]" for number in range(len(IN_ORIGINAL)))
    return run(places + module_of(zip(conditions, named(IN_ORIGINAL), strict=True)), "5ev")


@pytest.fixture(scope="module")
def mutants():
    """A run on a harmless function some of whose mutants do deeds."""
    return run(module_of((NEVER, deed) for deed in named(IN_MUTANTS)), "1ev")


def test_every_deed_of_the_original_costs_that_outcome_only(original):
    refused = original[0].stages["sources"]["refused"]
    assert [deed.name for deed in named(IN_ORIGINAL) if deed.wanted not in " ".join(refused)] == []
    assert sum(refused.values()) <= len(IN_ORIGINAL)


def test_the_run_tells_for_how_many_inputs_there_was_no_answer(original):
    told = r"subject timed out or crashed on \d+ of \d,\d+ inputs \((.*)\): give a domain without them"
    reasons = re.search(told, original[3])[1]
    assert set(reasons.split(", ")) == {"killed by SIGSEGV: 1", "exited with status 0: 1"}


def test_the_run_tells_what_the_function_raised_that_is_no_ordinary_exception(original):
    told = r"subject raised (.*) of \d,\d+ inputs: give a domain without them"
    raised = re.search(told, original[3])[1]
    assert set(re.split(", | and ", raised)) == {"SystemExit for 1", "KeyboardInterrupt for 1", "hostile.Own for 1"}


def test_the_deeds_of_mutants_cost_only_these(mutants):
    relations = mutants[0]
    assert relations.stages["sources"]["refused"] == {}
    assert relations.killed


@pytest.mark.parametrize("name", ["original", "mutants"])
def test_no_process_and_no_temporary_file_outlives_the_run(name, request):
    assert request.getfixturevalue(name)[1] == ()


@pytest.mark.parametrize("name", ["original", "mutants"])
def test_no_file_is_touched(name, request):
    assert request.getfixturevalue(name)[2]
