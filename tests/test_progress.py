"""What is shown while an inference runs."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from genmorph.progress import Notice, PlainLines, Step, never_backwards
from genmorph.settings import PRINTED

PAUSE = PRINTED.pause


def written(news, step=0.0):
    """The lines for these news, between two of which so many seconds pass."""
    lines, clock = [], iter(range(10**6))
    report = PlainLines(lines.append, lambda: step * next(clock))
    for one in news:
        report(one)
    return [line.removeprefix("genmorph: ") for line in lines]


def test_steps_of_one_stage_that_come_fast_are_one_line():
    assert written([Step("looking", done, 100) for done in range(1, 101)]) == ["looking 1/100"]


def test_slow_steps_are_all_written():
    assert written([Step("looking", done, 3) for done in (1, 2, 3)], PAUSE) == [
        "looking 1/3",
        "looking 2/3",
        "looking 3/3",
    ]


def test_each_stage_begins_with_a_line():
    assert written([Step("looking", 1, 9), Step("judging", 1, 2), Step("judging", 2, 2)]) == [
        "looking 1/9",
        "judging 1/2",
    ]


def test_notices_are_written_however_fast_they_come():
    assert written([Notice("one"), Step("looking"), Notice("two"), Notice("three")]) == [
        "one",
        "looking",
        "two",
        "three",
    ]


def test_what_was_written_last_is_not_written_again():
    assert written([Step("looking"), Step("looking"), Notice("one"), Notice("one")], PAUSE) == [
        "looking",
        "one",
    ]


@given(st.lists(st.tuples(st.sampled_from(["looking", "judging"]), st.integers(1, 9), st.integers(0, 9)), max_size=20))
def test_within_a_stage_nothing_is_ever_counted_backwards(steps):
    shown = []
    report = never_backwards(shown.append)
    for stage, done, total in steps:
        report(Step(stage, done, total))
    assert [step.stage for step in shown] == [stage for stage, _, _ in steps]
    for before, after in pairwise(shown):
        assert after.stage != before.stage or after.done >= before.done
    assert all(step.done <= step.total for step in shown if step.total)
