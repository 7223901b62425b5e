"""Relations written by hand for three functions of the paper's table get the figures that they must get.

Of each function one is wrong, one trivial, one strong and one perfect: it says what the function returns. What the last
two must kill is found out here by calling each mutant on all small lists.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from benchmarks.checks.judge_mutants import load_function, ray_mutants
from benchmarks.checks.judging import judge
from benchmarks.checks.table_catalogue import paper_subjects
from genmorph.domain import parse_domain
from genmorph.model import Kind
from tests.handmade import REVERSED, make_relation, make_set, make_signature

PATHS = {subject.name: subject.path for subject in paper_subjects()}
DOMAIN = "lists(ints(-9, 9), min_len=1, max_len=5)"


@dataclass(frozen=True)
class Claim:
    """A relation as a tree, and the same in Python of the source input and both outputs."""

    tree: list[Any]
    holds: Callable[[Any, Any, Any], bool]


@dataclass(frozen=True)
class Case:
    """A function of a list, what it returns, and relations of it; the follow-up input is the reversed list."""

    name: str
    kind: Kind
    wrong: list[Any]
    strong: Claim
    perfect: Claim


INPUTS = [list(values) for size in range(1, 5) for values in product((-3, 0, 1, 2), repeat=size)]
CASES = [
    Case(
        "min",
        Kind.INT,
        wrong=["<", "return_f", "return_s"],
        strong=Claim(["==", "return_f", "return_s"], lambda _, s, f: f == s),
        perfect=Claim(["==", "return_s", ["min", "values_s"]], lambda values, s, _: s == min(values)),
    ),
    Case(
        "meanOf",
        Kind.FLOAT,
        wrong=["<", "return_f", "return_s"],
        strong=Claim(["<=", ["min", "values_s"], "return_s"], lambda values, s, _: min(values) <= s + 1e-9),
        perfect=Claim(
            ["==", ["*", "return_s", ["len", "values_s"]], ["sum", "values_s"]],
            lambda values, s, _: math.isclose(s * len(values), sum(values), abs_tol=1e-9),
        ),
    ),
    Case(
        "isSorted",
        Kind.BOOL,
        wrong=["iff", "return_f", "return_s"],
        strong=Claim(
            ["implies", ["and", "return_f", "return_s"], ["==", ["min", "values_s"], ["max", "values_s"]]],
            lambda values, s, f: not (s and f) or min(values) == max(values),
        ),
        perfect=Claim(
            ["iff", "return_s", ["==", ["sorted", "values_s"], "values_s"]],
            lambda values, s, _: s == (sorted(values) == values),
        ),
    ),
]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case.name)
def judged(request, tmp_path_factory):
    """A case and the row of its relations, in the order wrong, trivial, strong and perfect."""
    case = request.param
    path = PATHS[case.name]
    module, _, name = path.partition(":")
    signature = make_signature(name, {"values": parse_domain(DOMAIN)}, case.kind, module=module)
    trivial = ["iff" if case.kind is Kind.BOOL else "==", "return_f", "return_f"]
    trees = case.wrong, trivial, case.strong.tree, case.perfect.tree
    saved = tmp_path_factory.mktemp(case.name) / "saved.json"
    make_set(*(make_relation(signature, REVERSED, tree) for tree in trees)).to_json(saved)
    return case, judge(path, saved, {"values": DOMAIN}, seed=0, inputs=300, validity_inputs=500).as_row()


def returned(function, values):
    """What a mutant returns, None where it raises."""
    try:
        return function(list(values))
    except Exception:  # noqa: BLE001 - whatever a mutant does
        return None


def must_kill(name, claim, live):
    """The live mutants for which, on some list, both calls return and the claim is false."""
    module, _, qualname = PATHS[name].partition(":")
    mutants = [mutant for mutant in ray_mutants(PATHS[name]) if mutant.id in live]
    return {one.id for one in mutants if breaks(load_function(one.source, module, qualname), claim)}


def breaks(mutant, claim):
    outputs = ((values, returned(mutant, values), returned(mutant, values[::-1])) for values in INPUTS)
    return any(None not in (s, f) and not claim.holds(values, s, f) for values, s, f in outputs)


def live_of(row):
    survivors = {mutant["id"] for mutant in row["survivors"]}
    live = survivors.union(*(relation["killed"] for relation in row["relations"]))
    assert len(live) == row["mutants"]["live"] > 0
    return live


def test_a_wrong_relation_is_violated_and_worth_nothing(judged):
    _, row = judged
    wrong = row["relations"][0]
    assert (wrong["valid"], wrong["score"], wrong["killed"]) == (False, 0.0, [])
    assert wrong["violations"] > 0


def test_a_trivial_relation_is_valid_and_kills_nothing(judged):
    _, row = judged
    trivial = row["relations"][1]
    assert (trivial["valid"], trivial["violations"], trivial["score"], trivial["killed"]) == (True, 0, 0.0, [])


def test_a_strong_relation_kills_some_mutants_and_just_those_that_it_must(judged):
    case, row = judged
    live, strong = live_of(row), row["relations"][2]
    assert set(strong["killed"]) == must_kill(case.name, case.strong, live)
    assert 0 < len(strong["killed"]) < len(live)
    assert strong["score"] == len(strong["killed"]) / len(live)


def test_a_relation_that_says_what_the_function_returns_kills_all_live_mutants(judged):
    case, row = judged
    live, perfect = live_of(row), row["relations"][3]
    assert set(perfect["killed"]) == must_kill(case.name, case.perfect, live) == live
    assert (perfect["valid"], perfect["score"], row["set_score"], row["best_score"]) == (True, 1.0, 1.0, 1.0)
    assert row["survivors"] == []
