import os
import subprocess
import sys
import time
from contextlib import suppress
from textwrap import dedent

import pytest

from genmorph import (
    Budget,
    InapplicableInput,
    MetamorphicRelation,
    RelationSet,
    UnsupportedError,
    UsageError,
    infer_relations,
)
from genmorph.domain import ints
from genmorph.filters.validity import Finding
from genmorph.inference import examining
from genmorph.inference.entry import as_budget
from genmorph.inference.meter import Meter
from genmorph.inference.pipeline import infer
from genmorph.inference.request import Request
from genmorph.model import Stage, Tolerance, Verdict
from genmorph.progress import Step
from tests.end_to_end.conftest import run_installed

SHOP = """
    import random
    import time
    from itertools import count

    calls = count()

    def triple(n):
        return 3 * n + 1

    def on_the_wall(n):
        return time.localtime(3600 * n).tm_hour

    def dice(n):
        return n + random.random()

    def counted(n):
        return n + next(calls)

    def never(n):
        raise KeyError(n)

    def sometimes(n):
        if n % 5 == 0:
            raise ZeroDivisionError
        return n * n

    def collected(n):
        return object()

    def handles(n):
        return object() if n >= 5 else {}

    def seldom_handles(n):
        return object() if n == 7 else n * 2
"""

DOMAIN = ints(-40, 40)
pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def shop(tmp_path, monkeypatch):
    (tmp_path / "stall.py").write_text(dedent(SHOP))
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("stall", None)


def never_read():
    raise AssertionError


def run_inference(function, *, evaluations=10, domain=DOMAIN, **given):
    request = Request(f"stall:{function}", Budget(evaluations=evaluations), domain={"n": domain}, **given)
    return infer(request, Meter(request.budget, never_read))


def test_a_run_with_evaluations_never_reads_the_clock_and_finds_true_relations():
    relations = run_inference("triple")
    assert len(relations) > 0
    assert not relations.interrupted
    assert "seconds" not in relations.stages
    for relation in relations:
        if not isinstance(relation, MetamorphicRelation):
            continue
        answers = []
        for n in range(-40, 41):
            drawn = () if relation.transformation.drawn is None else (2 + n % 3,)
            with suppress(InapplicableInput):
                answers.append(relation.check(lambda n: 3 * n + 1, n, *drawn))
        assert all(answers)
        assert len(answers) >= 20


def test_every_reported_relation_has_evidence_and_kills_what_it_says():
    relations = run_inference("triple")
    for relation in relations:
        assert relation.evidence.violations == 0
        assert relation.evidence.tried > 0
        assert 0 < relation.evidence.killed == len(relation.killed) <= relation.evidence.judged
        assert relation.examples


class Interrupts:
    """One interrupt, as soon as a stage is in its `number`-th step."""

    def __init__(self, stage, number):
        self.stage, self.number, self.count = stage, number, 0
        self.steps = []

    def notify(self, news):
        self.steps += [news.stage] if isinstance(news, Step) else []
        if self.steps.count(self.stage) == self.number:
            self.count = 1


def run_interrupted(stage, number):
    interrupts = Interrupts(stage, number)
    request = Request("stall:triple", Budget(evaluations=10), domain={"n": DOMAIN})
    meter = Meter(request.budget, time.monotonic, lambda: interrupts.count, notify=interrupts.notify)
    return infer(request, meter), interrupts.steps


@pytest.mark.parametrize(("stage", "step"), [("judging laws", 2), ("looking", 1), ("looking", 3), ("searching", 1)])
def test_an_interrupt_ends_the_search_and_what_was_found_is_there(stage, step):
    relations, steps = run_interrupted(stage, step)
    assert relations.interrupted
    assert steps.count(stage) == step
    assert "searching" not in steps or stage == "searching"
    assert (stage, step) == ("looking", 1) or len(relations) > 0


def test_an_interrupt_of_the_judging_lets_it_come_to_its_end():
    relations, _ = run_interrupted("judging", 1)
    assert relations.interrupted
    assert [r.formula for r in relations] == [r.formula for r in run_inference("triple")]


def test_what_could_not_be_judged_in_time_is_undecided():
    interrupts = Interrupts("judging", 1)
    clock = iter([0.0, *[1e9] * 99])
    request = Request("stall:triple", Budget(evaluations=10), domain={"n": DOMAIN})
    meter = Meter(request.budget, lambda: next(clock), lambda: interrupts.count, notify=interrupts.notify)
    relations = infer(request, meter)
    assert all(relation.law for relation in relations if isinstance(relation, MetamorphicRelation))  # judged before
    assert "the time was over before it could be judged" in [rejected.reason for rejected in relations.rejected]


@pytest.mark.long
def test_a_counterexample_is_counted_for_the_relation_it_was_sought_for(monkeypatch):
    wide = ints(-(10**6), 10**6)
    relations = run_inference("triple", domain=wide)
    searched = [one for one in relations if Stage.SEARCH.value in one.evidence.falsifiers]
    assert relations.stages["filter"]["sought"] >= len(searched) > 0 == relations.stages["filter"]["found_false"]

    def find(_expression, executions, *_, **__):
        return Finding(Verdict.REJECT, "false for a valid input", Stage.SEARCH, counterexample=executions[0])

    monkeypatch.setattr(examining, "seek_counterexample", find)
    relations = run_inference("triple", domain=wide)
    assert relations.stages["filter"]["found_false"] == relations.stages["filter"]["sought"] > 0
    assert all(one.evidence.exhaustive for one in relations if isinstance(one, MetamorphicRelation))


@pytest.mark.parametrize("stage", ["running the function", "looking for laws"])
def test_an_interrupt_before_laws_are_known_gives_an_empty_set(stage):
    relations, steps = run_interrupted(stage, 1)
    assert relations.interrupted
    assert not relations
    assert "searching" not in steps


def test_an_interrupt_before_the_search_leaves_the_laws_that_were_found():
    relations, steps = run_interrupted("making mutants", 1)
    assert relations.interrupted
    assert "triple(-n) == 2 - triple(n)" in [relation.formula for relation in relations]
    assert all(relation.law for relation in relations)
    assert "searching" not in steps


def test_what_the_function_raises_inside_its_domain_is_recorded():
    relations = run_inference("sometimes")
    assert relations.signature.raises == ("ZeroDivisionError",)
    assert relations.stages["sources"]["refused"]["ZeroDivisionError"] > 0


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (
            "dice",
            r"dice must be deterministic, got .* for \(.*\); seeded_by='global' .* makes it repeatable",
        ),
        ("counted", "counted must be deterministic, got"),
        ("on_the_wall", "on_the_wall must be deterministic, got .* pass in the time, its zone, or the seed"),
        ("never", r"never must return a value .* got none in \d+ tried: KeyError"),
        ("collected", r"unsupported output: object"),
        (
            "handles",
            r"handles must return what can be compared, got none for \d+ of \d+ inputs: unsupported output: object",
        ),
        (
            "seldom_handles",
            r"must return what can be compared, got none for 1 of 81 inputs: .*; a domain without them helps",
        ),
    ],
)
def test_a_function_that_cannot_be_a_subject_is_refused_with_the_reason(function, reason):
    with pytest.raises(UnsupportedError, match=reason):
        run_inference(function)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"seed": 1.5}, "seed must be an int, got 1.5"),
        ({"seed": True}, "seed must be an int, got True"),
        (
            {"preset": "best"},
            "preset must be one of default, paper, no-join, no-migration, one-population, random, got 'best'",
        ),
        ({"domain": 9}, "domain of n must be a domain"),
        ({"examples": [(1, 2)]}, "example"),
    ],
)
def test_arguments_that_cannot_be_used_are_refused_with_the_reason(given, reason):
    with pytest.raises(UsageError, match=reason):
        run_inference("triple", **given)


@pytest.mark.parametrize("budget", [90, "90s", "1.5m", Budget(90)])
def test_a_budget_may_be_written_as_on_the_command_line(budget):
    assert as_budget(budget) == Budget(90)


@pytest.mark.parametrize(
    ("budget", "rule"), [("soon", "look like 30s, 2m, 1h or 500ev, got 'soon'"), ([30], r"be a number, got \[30\]")]
)
def test_what_is_no_budget_is_refused_with_the_rule(budget, rule):
    with pytest.raises(UsageError, match=f"budget must {rule}"):
        as_budget(budget)


def test_the_users_tolerance_is_that_of_the_relations():
    assert run_inference("triple", tolerance=Tolerance(0.5, 2.0)).signature.tolerance == Tolerance(0.5, 2.0)


def test_the_same_seed_and_evaluations_give_the_same_bytes_whatever_the_hash_seed(tmp_path):
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        (folder / "stall.py").write_text(dedent(SHOP))
        words = ["infer", "stall:triple", "--domain", "n=ints(-40, 40)", "--budget", "30ev"]
        files = ["--output", "test_it.py", "--json", "it.json"]
        done = run_installed(folder, *words, *files, PYTHONHASHSEED=str(len(list(tmp_path.iterdir()))))
        assert done.returncode == 0, done.stderr
    for name in ("test_it.py", "it.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


SCRIPT = """
    from genmorph import Budget, infer_relations
    from genmorph.domain import ints

    OFFSET = 1

    def shifted(n):
        return 3 * n + OFFSET

    print("once")
    relations = infer_relations(shifted, budget=Budget(evaluations=0.2), domain={"n": ints(-40, 40)})
    relations.to_json("shifted.json")
    try:
        relations.to_pytest("test_shifted.py")
    except ValueError as error:
        print(error)
"""


def test_a_function_of_a_script_without_a_main_guard_is_inferred_and_not_exported(tmp_path):
    (tmp_path / "script.py").write_text(dedent(SCRIPT))
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, env=os.environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    once, reason = done.stdout.splitlines()
    assert once == "once"
    assert "export needs a function that a test can import, got 'shifted'" in reason
    assert len(RelationSet.from_json(tmp_path / "shifted.json")) > 0
    assert not (tmp_path / "test_shifted.py").exists()


def test_follow_ups_outside_the_domain_are_left_out_and_counted(tmp_path, monkeypatch):
    (tmp_path / "near.py").write_text("def near(n):\n    return n * 3 + 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    relations = infer_relations("near:near", Budget(evaluations=0.2), domain={"n": ints(0, 9)})
    assert relations.stages["transformations"]["applicable"] == 11
    by_constant = {"n - 1": 1, "n + 1": 1, "n + 3": 3, "-n": 9, "n * 2": 5, "n * 3": 6}
    by_transformation = {**by_constant, "n + k": 1, "n * k": 5, "9 - n": 0, "n * n": 6, "near(n)": 7}
    assert relations.stages["sources"]["follow_ups_outside_domain"] == sum(by_transformation.values())
