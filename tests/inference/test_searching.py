"""Which transformation gets the time."""

import json
import time

import pytest

from genmorph.domain import ints
from genmorph.inference.interruption import Interruption
from genmorph.inference.meter import Meter
from genmorph.inference.pipeline import infer
from genmorph.inference.request import Request
from genmorph.model import Budget
from genmorph.results.record import Course, Curves, curves_from
from genmorph.settings import SHOWING
from tests.inference.functions import clamp


def run(budget, preset="default", seed=0):
    shown = []
    domain = {name: ints(-50, 50) for name in ("x", "low", "high")}
    with Interruption() as interruption:
        spent = Budget(evaluations=budget)
        meter = Meter(spent, time.monotonic, lambda: interruption.count, notify=shown.append)
        relations = infer(Request(clamp, spent, seed, domain, preset, cache=False), meter)
    return relations, [str(news) for news in shown]


@pytest.fixture(scope="module")
def searched():
    return run(40)


@pytest.mark.long
def test_each_transformation_is_looked_at_before_any_is_searched(searched):
    relations, shown = searched
    doing = [news.split()[0] for news in shown if news.startswith(("looking", "searching"))]
    assert doing == sorted(doing)
    assert relations.stages["transformations"]["looked_at"] == relations.stages["transformations"]["applicable"]


def test_only_what_promises_something_is_searched(searched):
    counts = searched[0].stages["transformations"]
    assert 0 < counts["searched"] < counts["looked_at"]


def test_the_curves_of_the_longest_searches_are_kept(searched):
    stages = searched[0].stages
    curves = curves_from(stages["curves"])
    assert 0 < len(curves) <= min(SHOWING.curves, stages["transformations"]["searched"])
    lengths = [one.generations[-1] for one in curves]
    assert lengths == sorted(lengths, reverse=True)
    assert sum(lengths) <= stages["search"]["generations"]
    assert all(one.generations[0] == 0 and len(one.generations) <= SHOWING.points for one in curves)
    assert all(len(one.populations) == 2 for one in curves)
    assert all(max(one.populations[0].false_negatives) <= one.incorrect for one in curves)
    assert all(
        0 < len(one.front) <= SHOWING.front and max(missed for _, missed, _ in one.front) <= one.incorrect
        for one in curves
    )


def test_the_curves_of_a_long_run_are_small_in_a_file():
    long = Curves(
        "year_f == year_s + 400",
        9_999,
        99_999,
        (*range(1_000, 1_000 + SHOWING.points),),
        (Course(*[(99_999,) * SHOWING.points] * 2),) * 2,
        ((99_999, 99_999, 15),) * SHOWING.front,
    )
    assert len(json.dumps({"stages": {"curves": [long.to_data()] * SHOWING.curves}}, indent=1)) < 50_000


@pytest.mark.long
def test_the_schedule_depends_on_the_seed_and_not_on_the_clock(searched):
    again, shown = run(40)
    assert shown == searched[1]
    assert again.stages == searched[0].stages
    assert [str(relation) for relation in again] == [str(relation) for relation in searched[0]]


def test_a_budget_too_small_for_all_looks_leaves_transformations_out():
    counts = run(0.5)[0].stages["transformations"]
    assert 0 < counts["looked_at"] < counts["applicable"]


def test_the_papers_preset_searches_four_transformations_in_equal_shares():
    counts = run(60, "paper")[0].stages["transformations"]
    assert counts["looked_at"] == counts["searched"] == 4
