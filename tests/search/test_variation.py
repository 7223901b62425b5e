from collections import Counter
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.fitness.programs import pack, pack_rows
from genmorph.model import UsageError
from genmorph.relations import operators
from genmorph.relations.expression import Expression, writes_ints_only
from genmorph.relations.operators import FLOAT_CONSTANT, INT_CONSTANT, PADDING, Sort
from genmorph.search import breeding
from genmorph.search.grammar import build_grammar
from genmorph.search.parameters import Parameters
from genmorph.search.variation import initialise, pair_up, rows_of, vary
from genmorph.settings import EXPRESSIONS
from tests.search.test_grammar import FLOATS, GRAMMARS, INTS

CHOICE = partial(Parameters, best_match=0.5, parsimony=0.0)

seeds = st.integers()
counts = st.integers(0, 12)
grammars = st.sampled_from(GRAMMARS)


def neighbours(programs):
    return np.arange(len(programs)).reshape(-1, 2)


def read_all(programs, grammar):
    """The trees as values, which cannot be built where they are ill typed or too large.

    A tree may turn what is no int into text, which no sort says; the archive refuses it.
    """
    rows = [row for row, (codes, _) in enumerate(rows_of(programs)) if writes_ints_only(codes, grammar.variables)]
    return [programs.expression(row, grammar.variables) for row in rows]


def is_clean(programs):
    """Whether only constant nodes carry a value, and nothing follows a tree."""
    padding = np.arange(EXPRESSIONS.most_nodes) >= programs.sizes[:, None]
    valued = (programs.codes == INT_CONSTANT) | (programs.codes == FLOAT_CONSTANT)
    return bool((programs.codes[padding] == PADDING).all()) and not programs.constants[~valued].any()


def test_the_compiled_codes_are_those_of_the_operator_table():
    names = [name for name in vars(operators) if name.isupper() and isinstance(getattr(breeding, name, None), int)]
    assert sorted(names) == ["FLOAT_CONSTANT", "INT_CONSTANT", "PADDING"]
    assert all(getattr(breeding, name) == getattr(operators, name) for name in names)


@given(grammars, counts, seeds)
def test_random_relations_are_well_typed_boolean_and_more_than_a_leaf(grammar, count, seed):
    programs = initialise(grammar, count, seed)
    expressions = read_all(programs, grammar)
    assert len(programs) == count
    assert all(expression.sort is Sort.BOOLEAN and expression.size >= 2 for expression in expressions)
    assert is_clean(programs)


@given(grammars, counts, counts, seeds)
def test_the_first_random_relations_are_the_same_whatever_their_number(grammar, count, more, seed):
    programs = initialise(grammar, count + more, seed).take(range(count))
    assert rows_of(programs) == rows_of(initialise(grammar, count, seed))


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_random_relations_have_all_sizes(grammar):
    sizes = Counter(initialise(grammar, 3_000, 0).sizes.tolist())
    assert {*range(3, EXPRESSIONS.most_nodes + 1)} <= {*sizes} <= {*range(2, EXPRESSIONS.most_nodes + 1)}


def test_neighbouring_seeds_give_other_relations(grammar):
    first, second = (rows_of(initialise(grammar, 100, seed)) for seed in (0, 1))
    assert all(first[i:] != second[: 100 - i] for i in range(-50, 50))


@given(grammars, st.integers(0, 6), seeds)
def test_offspring_are_well_typed_and_not_too_large(grammar, pairs, seed):
    programs = initialise(grammar, 2 * pairs, seed)
    for _ in range(20):
        programs = vary(programs, neighbours(programs), grammar, 0.9, 0.9, seed)
        expressions = read_all(programs, grammar)
        assert all(expression.sort is Sort.BOOLEAN and expression.size >= 2 for expression in expressions)
        assert is_clean(programs)


@given(grammars, seeds)
def test_a_crossover_exchanges_nodes_and_loses_none(grammar, seed):
    parents = initialise(grammar, 8, seed)
    offspring = vary(parents, neighbours(parents), grammar, 1.0, 0.0, seed)
    for pair in neighbours(parents):
        nodes = [
            Counter(node for row in rows_of(programs.take(pair)) for node in zip(*row, strict=True))
            for programs in (parents, offspring)
        ]
        assert nodes[0] == nodes[1]


def test_most_crossovers_make_other_trees_and_none_exchanges_the_roots(grammar):
    parents = initialise(grammar, 1_000, 0)
    offspring = vary(parents, neighbours(parents), grammar, 1.0, 0.0, 0)
    assert (offspring.codes[:, 0] == parents.codes[:, 0]).all()
    assert (offspring.codes != parents.codes).any(axis=1).mean() > 0.8


@given(grammars, st.integers(1, 6), seeds)
def test_the_same_seed_gives_the_same_offspring_and_leaves_the_parents_as_they_are(grammar, pairs, seed):
    programs = initialise(grammar, 2 * pairs, seed)
    before = rows_of(programs)
    first, second = (rows_of(vary(programs, neighbours(programs), grammar, 0.9, 0.3, seed)) for _ in range(2))
    assert first == second
    assert rows_of(programs) == before


@given(grammars, st.integers(1, 6), seeds)
def test_offspring_of_a_pair_do_not_depend_on_the_pairs_after_it(grammar, pairs, seed):
    programs = initialise(grammar, 2 * pairs, seed)
    parents = neighbours(programs)
    whole, part = (vary(programs, chosen, grammar, 0.9, 0.3, seed) for chosen in (parents, parents[:-1]))
    assert rows_of(whole)[:-2] == rows_of(part)


@given(grammars, st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=9), seeds)
def test_without_crossover_and_mutation_offspring_are_their_parents(grammar, parents, seed):
    programs = initialise(grammar, 5, seed)
    pairs = np.array(parents, np.int64).reshape(-1, 2)
    rows = rows_of(programs)
    assert rows_of(vary(programs, pairs, grammar, 0.0, 0.0, seed)) == [rows[i] for pair in parents for i in pair]


def mutants_of(tree, grammar, count=1_000):
    programs = pack([Expression.from_tree(tree, grammar.variables)])
    offspring = vary(programs, np.zeros((count // 2, 2), np.int64), grammar, 0.0, 1.0, 0)
    return [expression.to_tree() for expression in read_all(offspring, grammar)]


def test_mutation_changes_constants_nodes_and_subtrees_each_as_often():
    mutants = mutants_of(["==", "n_s", 2], build_grammar(INTS, {}))
    constant = sum(mutant[:2] == ["==", "n_s"] and isinstance(mutant[2], int) for mutant in mutants)
    subtree = sum(isinstance(operand, list) for mutant in mutants for operand in mutant[1:])
    assert constant > 333
    assert subtree > 150
    assert {mutant[0] for mutant in mutants} == {"==", "<", "<=", "not"}


def test_an_int_constant_moves_by_one_or_is_drawn_anew():
    mutants = Counter(
        mutant[2]
        for mutant in mutants_of(["==", "n_s", 500], build_grammar(INTS, {77: 1}))
        if mutant[:2] == ["==", "n_s"] and isinstance(mutant[2], int)
    )
    assert {499, 501, 77} <= {*mutants} <= {*range(-10, 11), 77, 499, 500, 501}
    assert min(mutants[499], mutants[501]) > 50


def test_a_float_constant_moves_by_a_tenth_at_most_or_is_drawn_anew():
    mutants = mutants_of(["==", "x_s", 500.5], build_grammar(FLOATS, {}))
    moved = {part for mutant in mutants for part in mutant if isinstance(part, float) and abs(part) > 10} - {500.5}
    assert len(moved) > 100
    assert all(450.45 <= value <= 550.55 for value in moved)
    assert min(moved) < 460
    assert max(moved) > 540


@given(seeds)
def test_without_floats_every_constant_is_an_int(seed):
    programs = initialise(GRAMMARS[0], 50, seed)
    for _ in range(5):
        programs = vary(programs, neighbours(programs), GRAMMARS[0], 0.5, 1.0, seed)
    assert not (programs.codes == FLOAT_CONSTANT).any()


def test_constants_are_those_of_the_source_small_ints_and_floats_of_two_decimals():
    programs = initialise(build_grammar(FLOATS, {77: 1, 0.123: 1}), 5_000, 0)
    ints, floats = (
        Counter(programs.constants[programs.codes == code].tolist()) for code in (INT_CONSTANT, FLOAT_CONSTANT)
    )
    assert {*ints} == {*range(-10, 11), 77}
    assert ints[77] > 100
    assert floats.pop(0.123) > 100
    assert len(floats) > 300
    assert all(value == round(value, 2) and abs(value) <= 10 for value in floats)


@given(grammars, counts, seeds)
def test_packed_rows_read_back(grammar, count, seed):
    unpacked = rows_of(initialise(grammar, count, seed))
    assert len(unpacked) == count
    assert rows_of(pack_rows(unpacked)) == unpacked


def choose(ranks, pairs, choice, seed):
    """Parents where nobody gets anything wrong."""
    count, nothing = len(ranks), np.zeros(0, np.uint64)
    return pair_up(np.array(ranks), np.arange(count), np.zeros((count, 0), np.uint64), nothing, pairs, choice, seed)


ranks = st.lists(st.integers(0, 9), min_size=1, max_size=40)


@given(ranks, st.integers(2, 5), seeds)
def test_a_further_contestant_never_makes_the_winner_worse(given_ranks, size, seed):
    few, many = (choose(given_ranks, 20, CHOICE(tournament=s, best_match=0.0), seed)[:, 0] for s in (size - 1, size))
    assert (np.array(given_ranks)[many] <= np.array(given_ranks)[few]).all()


@given(st.integers(1, 40), st.integers(1, 5), seeds)
def test_the_first_drawn_wins_a_tie(number, size, seed):
    one, more = (choose([3] * number, 20, CHOICE(tournament=s, best_match=0.0), seed)[:, 0] for s in (1, size))
    assert one.tolist() == more.tolist()


@given(ranks, counts, st.integers(1, 5), seeds)
def test_parents_of_a_pair_do_not_depend_on_the_pairs_after_it(given_ranks, pairs, more, seed):
    part, whole = (choose(given_ranks, number, CHOICE(), seed) for number in (pairs, pairs + more))
    assert part.shape == (pairs, 2)
    assert part.tolist() == whole[:pairs].tolist()


def test_tournaments_of_one_draw_everyone_as_often():
    chosen = choose([0] * 8, 8_000, CHOICE(tournament=1, best_match=0.0), 0)
    for parents in chosen.T:
        assert all(900 < count < 1_100 for count in Counter(parents.tolist()).values())
    assert len({tuple(pair) for pair in chosen.tolist()}) == 64


@st.composite
def records(draw):
    """Ranks, rejected rows and incorrect rows of a few trees; few bits, so that many gains are equal."""
    trees, words = draw(st.integers(1, 9)), draw(st.integers(0, 5))
    bits = st.sampled_from([0, 1, 2, 3, 1 << 63, 5 << 40, 2**64 - 1])
    rows = st.lists(bits, min_size=words, max_size=words)
    rejected = draw(st.lists(rows, min_size=trees, max_size=trees))
    given_ranks = draw(st.lists(st.integers(0, 3), min_size=trees, max_size=trees))
    return (
        np.array(given_ranks, np.int64),
        np.array(rejected, np.uint64).reshape(trees, words),
        np.array(draw(rows), np.uint64),
    )


@given(records(), seeds)
def test_of_enough_mates_the_best_match_is_the_one_right_on_most_rows_that_the_first_gets_wrong(record, seed):
    given_ranks, rejected, incorrect = record
    wrong = rejected ^ incorrect
    everyone = CHOICE(best_match=1.0, mates=60 * len(given_ranks))
    parents = pair_up(given_ranks, np.ones_like(given_ranks), rejected, incorrect, 5, everyone, seed)
    for first, second in parents.tolist():
        gains = np.bitwise_count(wrong[first] & ~wrong).sum(axis=1)
        assert gains[second] == gains.max()
        assert given_ranks[second] == given_ranks[gains == gains.max()].min()


@given(records(), seeds)
def test_a_further_mate_never_makes_the_match_worse(record, seed):
    given_ranks, rejected, incorrect = record
    wrong = rejected ^ incorrect
    sizes = np.ones_like(given_ranks)
    few, many = (
        pair_up(given_ranks, sizes, rejected, incorrect, 10, CHOICE(best_match=1.0, mates=mates), seed)
        for mates in (2, 3)
    )
    assert few[:, 0].tolist() == many[:, 0].tolist()
    for first, before, after in zip(few[:, 0], few[:, 1], many[:, 1], strict=True):
        gains = np.bitwise_count(wrong[first] & ~wrong).sum(axis=1)
        assert (-gains[after].astype(int), given_ranks[after]) <= (-gains[before].astype(int), given_ranks[before])


def test_the_share_of_best_matches_is_the_one_asked_for():
    incorrect = np.array([2**64 - 1], np.uint64)
    rejected = np.array([[0]] * 99 + [[2**64 - 1]], np.uint64)  # only the last one rejects what is wrong
    same, choice = np.zeros(100, np.int64), CHOICE(best_match=0.25, mates=2_000)
    chosen = pair_up(same, same, rejected, incorrect, 4_000, choice, 0)
    assert 0.2 < (chosen[:, 1] == 99).mean() < 0.3


@given(ranks, seeds)
def test_parsimony_takes_the_smaller_of_winners_and_never_a_larger_one(given_ranks, seed):
    plain, small = (
        choose(given_ranks, 20, CHOICE(best_match=0.0, parsimony=parsimony), seed)[:, 0] for parsimony in (0.0, 1.0)
    )
    assert (small <= plain).all()  # sizes are the numbers of the trees


def test_parents_of_nobody_or_by_rows_of_others_are_refused():
    none = np.zeros(0, np.uint64)
    with pytest.raises(UsageError, match="ranks must not be empty"):
        choose([], 1, CHOICE(), 0)
    with pytest.raises(UsageError, match=r"rejected must be 3 x 0 words, got \(2, 0\)"):
        pair_up(np.arange(3), np.arange(3), np.zeros((2, 0), np.uint64), none, 1, CHOICE(), 0)
    with pytest.raises(UsageError, match="sizes must be as many as ranks, 3, got 2"):
        pair_up(np.arange(3), np.arange(2), np.zeros((3, 0), np.uint64), none, 1, CHOICE(), 0)


@pytest.mark.parametrize("wrong", [{"tournament": 0}, {"mates": 0}, {"best_match": 1.5}, {"best_match": float("nan")}])
def test_a_choice_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(UsageError, match=next(iter(wrong))):
        CHOICE(**wrong)
