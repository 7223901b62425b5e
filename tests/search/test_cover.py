"""Few relations that kill all that few relations can, for the least cost."""

import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmorph.filters import selection as module
from genmorph.filters.selection import cover
from genmorph.model import UsageError
from genmorph.settings import SELECTION


def sets(*names):
    return [frozenset(name) for name in names]


def killed(kills, choice):
    return frozenset().union(*(kills[index] for index in choice))


def drawn(seed, relations, mutants):
    """Kill sets like those of real functions: some mutants die easily, and dearer relations kill more."""
    rng = Random(seed)
    hardness = [rng.random() for _ in range(mutants)]
    costs = [rng.randint(3, 16) for _ in range(relations)]
    powers = [rng.random() * (0.3 + cost / 20) for cost in costs]
    kills = [
        frozenset(f"m{mutant}" for mutant in range(mutants) if hardness[mutant] < power and rng.random() < 0.7)
        for power in powers
    ]
    return kills, costs


def worth(kills, costs, choice):
    """What a choice is judged by; smaller is better."""
    return -len(killed(kills, choice)), sum(costs[index] for index in choice), len(choice)


@st.composite
def problems(draw):
    relations = st.tuples(st.frozensets(st.sampled_from("pqrstuvw"), max_size=5), st.integers(1, 9))
    drawn = draw(st.lists(relations, max_size=9))
    return [kills for kills, _ in drawn], [cost for _, cost in drawn], draw(st.integers(0, 4))


@given(problems())
@settings(deadline=None)
def test_no_choice_kills_more_or_costs_less(problem):
    kills, costs, limit = problem
    choices = (choice for size in range(limit + 1) for choice in combinations(range(len(kills)), size))
    choice = cover(*problem)
    assert len(choice) <= limit
    assert worth(kills, costs, choice) == min(worth(kills, costs, other) for other in choices)


@given(problems())
@settings(deadline=None)
def test_a_choice_is_ascending_and_each_one_in_it_is_needed(problem):
    kills, _, _ = problem
    choice = cover(*problem)
    assert list(choice) == sorted(set(choice))
    assert all(killed(kills, choice) > killed(kills, set(choice) - {index}) for index in choice)


def test_of_equal_kill_sets_the_cheapest_is_taken_and_then_the_earliest():
    assert cover(sets("pq", "pq", "pq"), [4, 3, 3], 2) == (1,)


def test_of_choices_alike_the_one_that_stands_earliest_is_taken():
    assert cover(sets("pq", "rs", "pr", "qs"), [3, 3, 3, 3], 8) == (0, 1)


def test_the_fewest_relations_are_taken_where_the_costs_are_equal():
    assert cover(sets("p", "q", "pq"), [2, 2, 4], 8) == (2,)


def test_the_limit_decides_between_cheap_and_wide_relations():
    kills, costs = sets("pqr", "p", "q", "r", "s"), [9, 1, 1, 1, 1]
    assert [cover(kills, costs, limit) for limit in (0, 1, 2, 4)] == [(), (0,), (0, 4), (1, 2, 3, 4)]


def test_nothing_is_taken_where_nothing_is_killed():
    assert cover([], [], 8) == ()
    assert cover(sets("", ""), [1, 1], 8) == ()


@pytest.mark.parametrize(("most", "nodes"), [(0, 100), (200, 0), (0, 0)])
def test_what_is_too_large_for_the_solver_still_kills_all_that_can_be_killed_without_waste(monkeypatch, most, nodes):
    monkeypatch.setattr(module, "SELECTION", replace(SELECTION, rivals=most, nodes=nodes))
    kills, costs = drawn(seed=1, relations=200, mutants=60)
    choice = cover(kills, costs, 200)
    assert killed(kills, choice) == killed(kills, range(200))
    assert all(killed(kills, choice) > killed(kills, set(choice) - {index}) for index in choice)


def test_another_process_chooses_the_same():
    problem = (*drawn(seed=3, relations=120, mutants=40), 6)
    program = f"from genmorph.filters.selection import cover; print(cover(*{problem!r}))"
    environment = os.environ | {"PYTHONHASHSEED": "1"}
    printed = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert printed.stdout == f"{cover(*problem)}\n"


def test_the_solver_is_not_loaded_before_there_is_something_to_choose():
    program = (
        "import sys; from genmorph.filters.selection import cover; cover([], [], 8);"
        "print('scipy.optimize' in sys.modules)"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed == "False\n"


@pytest.mark.parametrize(
    ("costs", "limit", "message"),
    [
        ([1], 2, r"costs must be a number >= 1 for each of 2 kill sets, got \[1\]"),
        ([1, 0], 2, r"costs must be a number >= 1 for each of 2 kill sets, got \[1, 0\]"),
        ([1, 1], -1, "limit must be >= 0, got -1"),
    ],
)
def test_what_makes_no_sense_is_refused(costs, limit, message):
    with pytest.raises(UsageError, match=message):
        cover(sets("p", "q"), costs, limit)
