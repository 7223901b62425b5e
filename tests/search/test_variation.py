from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.fitness.programs import pack_rows
from genmorph.relations.expression import MAX_SIZE
from genmorph.relations.operators import Sort
from genmorph.search.trees import grow_relation
from genmorph.search.variation import cross, initialise, mutate, rows_of, tournament, vary
from tests.search.test_trees import grammars, read

seeds = st.integers(0, 10**6)
ranks = st.lists(st.integers(0, 9), min_size=1, max_size=40)


def grow_two(grammar, rng):
    return grow_relation(grammar, rng), grow_relation(grammar, rng)


@given(grammars, seeds)
def test_offspring_of_a_crossover_are_well_typed_and_not_too_large(grammar, seed):
    rng = Random(seed)
    for row in cross(*grow_two(grammar, rng), grammar, rng):
        expression = read(row, grammar.variables)
        assert expression.sort is Sort.BOOLEAN
        assert 1 < expression.size <= MAX_SIZE


@given(grammars, seeds)
def test_a_crossover_exchanges_nodes_and_loses_none(grammar, seed):
    rng = Random(seed)
    parents = grow_two(grammar, rng)
    offspring = cross(*parents, grammar, rng)
    nodes = [Counter(node for row in pair for node in zip(*row, strict=True)) for pair in (parents, offspring)]
    assert nodes[0] == nodes[1]


@given(grammars, seeds)
def test_a_mutant_is_well_typed_and_not_too_large(grammar, seed):
    rng = Random(seed)
    row = grow_relation(grammar, rng)
    for _ in range(20):
        row = mutate(row, grammar, rng)
        expression = read(row, grammar.variables)
        assert expression.sort is Sort.BOOLEAN
        assert 1 < expression.size <= MAX_SIZE


@given(grammars, seeds, st.integers(0, 10))
def test_the_same_seed_gives_the_same_offspring_and_leaves_the_parents_as_they_are(grammar, seed, count):
    parents = [grow_relation(grammar, Random(seed + i)) for i in range(2 * count)]
    before = [(list(codes), list(constants)) for codes, constants in parents]
    first, second = (vary(parents, grammar, 0.9, 0.3, Random(seed)) for _ in range(2))
    assert first == second
    assert len(first) == len(parents)
    assert parents == before


@given(grammars, seeds)
def test_without_crossover_and_mutation_offspring_are_their_parents(grammar, seed):
    parents = list(grow_two(grammar, Random(seed)))
    assert vary(parents, grammar, 0.0, 0.0, Random(seed)) == parents


def test_mutation_reaches_every_kind_of_change(grammar):
    row = ([5, 32, 14], [0.0, 0.0, 2.0])  # x_s == 2
    changed = [mutate(row, grammar, Random(seed)) for seed in range(200)]
    assert any(codes == row[0] and constants != row[1] for codes, constants in changed)
    assert any(len(codes) == 3 and codes[0] != row[0][0] for codes, _ in changed)
    assert any(len(codes) > 3 for codes, _ in changed)


@given(grammars, st.integers(1, 20), seeds)
def test_packed_rows_read_back(grammar, count, seed):
    unpacked = rows_of(initialise(grammar, count, Random(seed)))
    assert len(unpacked) == count
    assert rows_of(pack_rows(unpacked)) == unpacked


@given(ranks, st.integers(2, 5), seeds)
def test_a_further_contestant_never_makes_the_winner_worse(given_ranks, size, seed):
    (smaller,), (larger,) = (tournament(given_ranks, 1, s, Random(seed)) for s in (size - 1, size))
    assert given_ranks[larger] <= given_ranks[smaller]


@given(st.integers(1, 40), st.integers(1, 5), seeds)
def test_the_first_drawn_wins_a_tie(number, size, seed):
    assert tournament([3] * number, 1, size, Random(seed)) == tournament([3] * number, 1, 1, Random(seed))


@pytest.mark.parametrize("count", [0, 1, 7])
def test_there_is_a_winner_for_each_tournament(count):
    assert len(tournament([2, 1, 0], count, 2, Random(0))) == count
