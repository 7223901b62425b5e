"""What tested functions may not do, how long they may take, and what happens after those that do not come back."""

import importlib
import re
import sys
from itertools import count
from textwrap import dedent

import pytest

from genmorph.fuzz.campaign import Run, run_file
from genmorph.fuzz.findings import DIED, TIMED_OUT
from genmorph.fuzz.fuzz_file import build_file
from genmorph.fuzz.tested_functions import plan_tests, roots_of

HARMFUL = """
import asyncio, os, subprocess
from genmorph.domain import arg, generator, ints, objs, timeout

@arg("n", ints(0, 9))
def write(n):
    open(f"{n}", "w").close()

@arg("n", ints(0, 9))
def start(n):
    if n > 7:
        subprocess.run(["true"], check=False)
    return 1 // (n - 2)

@arg("n", ints(0, 9))
def wrap(n):
    try:
        os.mkdir("folder")
    except BaseException as error:
        raise ValueError(n) from error

@generator
@arg("n", ints(0, 9))
def make(n):
    return os.mkdir("folder")

@arg("x", objs(make))
def use(x): ...

@arg("n", ints(0, 9))
async def wait(n):
    await asyncio.sleep(0)
    assert n != 3

@arg("n", ints(0, 9))
async def connect(n):
    await asyncio.open_connection("127.0.0.1", 9)
"""
DEADLY = """
import os
from genmorph.domain import arg, froms, generator, ints, objs, timeout

@timeout(1)
@arg("n", ints(0, 9))
def several(n):
    while n == 4:
        pass
    if n == 7:
        os._exit(7)
    return 1 // (n - 9)

@arg("n", ints(0, 9))
def close(n):
    if n == 6:
        os.closerange(3, 999)

@arg("n", ints(0, 99))
def always(n):
    os._exit(n % 2)

@generator
@arg("n", ints(0, 9))
def make(n):
    return n if n != 5 else os._exit(3)

@arg("x", objs(make))
def use(x): ...
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A function that tests a module written for it; it gives the outcomes by name."""
    folder, numbers = tmp_path_factory.mktemp("limits"), count()

    def run(text, **settings):
        name = f"limited_{next(numbers)}"
        (folder / f"{name}.py").write_text(dedent(text))
        importlib.invalidate_caches()
        made = Run(**{"examples": 60, "seed": 0, "roots": roots_of(name)} | settings)
        try:
            return {one.qualname: one for one in run_file(build_file(plan_tests(name)), made)}
        finally:
            del sys.modules[name]

    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield run


@pytest.fixture(scope="module")
def harmed(run):
    return run(HARMFUL)


@pytest.fixture(scope="module")
def died(run):
    return run(DEADLY)


@pytest.mark.parametrize(
    ("name", "untested"),
    [
        ("write", r"it was refused: open '\d' for writing; --allow-effects lets it"),
        ("wrap", "it was refused: os.mkdir 'folder'; --allow-effects lets it"),
        ("use", "its arguments were refused: os.mkdir 'folder'; --allow-effects lets them"),
        ("connect", "it was refused: socket"),
    ],
)
def test_an_effect_is_refused_and_no_failure(harmed, name, untested):
    assert harmed[name].findings == ()
    assert re.match(untested, harmed[name].untested)


def test_what_needs_no_effect_is_tested_beside_what_was_refused(harmed):
    start = harmed["start"]
    assert (start.refused, start.examples, start.untested) == (2, 8, "")
    assert start.refusal == "subprocess.Popen 'true'"
    assert [(one.kind, one.arguments) for one in start.findings] == [("ZeroDivisionError", (("n", "2"),))]


def test_a_coroutine_has_its_event_loop_under_guard(harmed):
    assert [(one.kind, one.arguments) for one in harmed["wait"].findings] == [("AssertionError", (("n", "3"),))]


def test_effects_that_are_allowed_happen_in_a_folder_of_the_process(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = HARMFUL.partition('@arg("n", ints(0, 9))\ndef start')[0]
    (outcome,) = run(text, allow_effects=True).values()
    assert (outcome.refused, outcome.examples, outcome.findings, outcome.untested) == (0, 10, (), "")
    assert [*tmp_path.iterdir()] == []


def test_after_a_hang_and_a_death_the_other_examples_are_tried(died):
    found = {(one.kind, one.message): one.arguments for one in died["several"].findings}
    assert found == {
        (TIMED_OUT, "after 1 s"): (("n", "4"),),
        (DIED, "exited with status 7"): (("n", "7"),),
        ("ZeroDivisionError", "integer division or modulo by zero"): (("n", "9"),),
    }
    assert (died["several"].examples, died["several"].cut) == (10, "")


def test_a_function_that_always_dies_is_left_alone_in_the_end(died):
    assert died["always"].cut == "4 calls did not come back"
    assert {one.message for one in died["always"].findings} == {"exited with status 0", "exited with status 1"}


def test_a_call_that_closes_the_files_of_the_process_is_a_death_of_it(died):
    assert [(one.kind, one.arguments) for one in died["close"].findings] == [(DIED, (("n", "6"),))]
    assert died["close"].cut == ""


def test_a_death_while_arguments_are_drawn_is_a_finding(died):
    (finding,) = died["use"].findings
    assert (finding.kind, str(finding)) == (DIED, "while its arguments were drawn")


@pytest.mark.long
def test_one_slow_function_leaves_the_others_their_share(run):
    text = """
        import time
        from genmorph.domain import arg, ints

        @arg("n", ints(0, 999))
        def slow(n):
            while True:
                time.sleep(1)

        @arg("n", ints(0, 9))
        def quick(n): ...
    """
    found = run(text, seconds=16)
    assert found["slow"].cut.startswith("its share of the budget was spent in a call with n=")
    assert (found["slow"].findings, found["slow"].untested) == ((), "")
    assert (found["quick"].examples, found["quick"].cut) == (10, "")


def test_what_no_time_is_left_for_is_told(run):
    text = "from genmorph.domain import timeout\n@timeout(1)\ndef f(): ...\n@timeout(1)\ndef g(): ..."
    ticks = count()
    outcomes = run(text, seconds=1, now=lambda: float(next(ticks)))
    assert [*outcomes] == ["f", "g"]
    assert {one.untested for one in outcomes.values()} == {"its share of the budget was spent before its first call"}
