import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from genmorph.domain import ints
from genmorph.fitness.programs import pack, pack_rows
from genmorph.fitness.scores import fn_dominance, fp_dominance, score
from genmorph.model import Kind, Output, Parameter, Place
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, TEXT_OF_NUMBER, Expression, relation_variables
from genmorph.relations.operators import DIVIDE
from genmorph.search.archive import Archive
from genmorph.search.coevolution import Evaluator, Population, elite, front_of, migrate
from genmorph.search.grammar import build_grammar
from genmorph.search.variation import initialise, rows_of
from genmorph.settings import ARCHIVE
from tests.search.join.test_sequences import paddings
from tests.trees import VARIABLES, relations

counts = st.integers(0, 4)
scored = st.lists(st.tuples(counts, counts, counts, st.booleans(), relations(max_depth=2)), min_size=1, max_size=25)


def no_rows(count):
    return np.zeros((count, 0), np.uint64)


def population_of(entries):
    false_positives, false_negatives, missed, _, trees = zip(*entries, strict=True)
    figures = (np.array(column, np.int64) for column in (false_positives, false_negatives, missed))
    return Population(pack(trees), *figures, no_rows(len(entries)))


@given(scored, scored)
def test_every_tree_is_on_the_front_or_one_of_the_front_is_better(first, second):
    populations = [population_of(first), population_of(second)]
    front = front_of(populations)
    sizes = [population.programs.sizes.tolist() for population in populations]
    trees = {
        (e[0], e[1], n)
        for entries, lengths in zip((first, second), sizes, strict=True)
        for e, n in zip(entries, lengths, strict=True)
    }
    assert front == sorted(trees.intersection(front))

    def is_better(one, other):
        return one != other and all(a <= b for a, b in zip(one, other, strict=True))

    assert not any(is_better(one, other) for one in trees for other in front)
    assert all(tree in front or any(is_better(one, tree) for one in front) for tree in trees)


@given(scored, st.integers(1, 10))
def test_the_elite_relates_both_outputs_and_misses_different_rows(entries, size):
    population = population_of(entries)
    relates = np.array([entry[3] for entry in entries])
    ranks = population.ranks(fp_dominance)
    chosen = elite(population, ranks, relates, size).tolist()
    missed = population.missed[chosen].tolist()
    assert relates[chosen].all()
    assert len(set(missed)) == len(missed) <= size
    assert ranks[chosen].tolist() == sorted(ranks[chosen])


@given(scored, st.integers(1, 10))
def test_who_is_left_out_of_the_elite_is_worse_or_misses_the_rows_of_a_better_one(entries, size):
    population = population_of(entries)
    relates = np.array([entry[3] for entry in entries])
    ranks = population.ranks(fn_dominance)
    chosen = elite(population, ranks, relates, size).tolist()
    for index in {*np.flatnonzero(relates).tolist()} - {*chosen}:
        same = [c for c in chosen if population.missed[c] == population.missed[index]]
        better = same or (chosen if len(chosen) == size else [])
        assert better
        assert min(ranks[better]) <= ranks[index]


@given(st.integers(2, 30), st.data())
def test_migration_keeps_sizes_and_brings_the_best_in_the_place_of_the_worst(size, data):
    migrants = data.draw(st.integers(1, size - 1))
    orders = [data.draw(st.permutations(range(size))) for _ in range(2)]
    tree = Expression.from_tree(["==", "return_f", "return_s"], VARIABLES)
    same = np.zeros(size, np.int64)
    marks = [np.arange(size), 100 + np.arange(size)]
    programs = pack([tree] * size)
    before = [
        Population(programs, np.array(orders[0]), same, marks[0], no_rows(size)),
        Population(programs, same, np.array(orders[1]), marks[1], no_rows(size)),
    ]
    after = migrate(before, migrants)
    ranked = [[int(m) for _, m in sorted(zip(o, mark, strict=True))] for o, mark in zip(orders, marks, strict=True)]
    assert [len(population.programs) for population in after] == [size, size]
    for mine, other, population in zip(ranked, ranked[::-1], after, strict=True):
        assert {*population.missed.tolist()} == {*mine[: size - migrants], *other[:migrants]}


@given(st.integers(0, 10**6))
def test_every_relation_in_the_archive_accepts_all_correct_rows_and_kills_what_it_says(table, grammar, seed):
    archive = Archive(table, grammar.variables)
    evaluator = Evaluator(table, grammar, archive, 0.0)
    evaluator.evaluate(initialise(grammar, 300, seed))
    candidates = archive.candidates()
    assume(candidates)
    scores = score(pack([candidate.expression for candidate in candidates]), table)
    assert not scores.false_positives.any()
    for candidate, kills in zip(candidates, scores.kills, strict=True):
        killed = {name for name, kill in zip(table.judged, kills, strict=True) if kill}
        assert candidate.killed == killed != set()
        assert candidate.expression.mentions(SOURCE_SIDE)
        assert candidate.expression.mentions(FOLLOW_UP_SIDE)


def archived(table, variables, *trees):
    archive = Archive(table, variables)
    programs = pack([Expression.from_tree(tree, variables) for tree in trees])
    archive.add(programs, score(programs, table), np.full(len(trees), True))
    return archive


def readings(candidates):
    return [candidate.expression.to_tree() for candidate in candidates]


def test_of_relations_that_kill_the_same_mutants_the_most_readable_come_first(table, variables):
    same = ["==", "return_f", "return_s"]
    longer = ["==", ["+", "return_f", "x_s"], ["+", "return_s", "x_s"]]
    assert readings(archived(table, variables, longer, same).candidates()) == [same, longer]


def test_so_many_unreadable_relations_with_the_same_kills_are_dropped(table, variables):
    same = ["==", "return_f", "return_s"]
    longer = [["==", ["+", "return_f", n], ["+", "return_s", n]] for n in range(9)]
    found = readings(archived(table, variables, *longer, same).candidates())
    assert found[0] == same
    assert 1 < len(found) < 9


def test_a_false_relation_and_one_that_kills_nothing_are_not_archived(table, variables):
    archive = archived(table, variables, ["==", "return_f", ["+", "return_s", 1]], ["==", "return_s", "return_s"])
    assert archive.candidates() == archive.best() == ()
    assert not archive.killed.any()
    assert archive.fewest_missed is None


def test_the_best_relation_misses_the_fewest_executions(table, variables):
    same, bound = ["==", "return_f", "return_s"], ["<=", 0, ["+", "return_f", "return_s"]]
    archive = archived(table, variables, bound, same)
    (best,) = archive.best()
    assert archive.fewest_missed == 0
    assert best.expression.to_tree() == same


def test_a_relation_that_writes_what_is_no_int_is_not_archived():
    example = paddings()
    written, ends = ["==", "return_f", ["str", "n_s"]], ["startswith", ["flip", "return_f"], ["flip", "return_s"]]
    sound = Expression.from_tree(["or", written, ends], example.variables)
    codes, constants = rows_of(pack([sound]))[0]
    place = codes.index(TEXT_OF_NUMBER) + 1
    unsound = [*codes[:place], DIVIDE, codes[place], *codes[place:]], [*constants, 0.0, 0.0]
    archives = [Archive(example.table, example.variables) for _ in range(2)]
    for archive, row in zip(archives, ((codes, constants), unsound), strict=True):
        archive.add(pack_rows([row]), score(pack_rows([row]), example.table), np.array([True]))
    assert [len(archive.candidates()) for archive in archives] == [1, 0]


def test_a_tree_relates_where_it_mentions_any_output_of_each_call(table, grammar):
    outputs = [Output(Kind.INT, Place.ITEM, 0), Output(Kind.INT, Place.ITEM, 1)]
    variables = relation_variables([Parameter("x", ints())], [], outputs, chained=0)
    evaluator = Evaluator(table, build_grammar(variables, {}), Archive(table, grammar.variables), 0.0)
    trees = {
        "return[0]_s": "return[1]_f",
        "x_s": "return[0]_f",
        "return[0]_f": "return[1]_f",
        "return[1]_s": "return[0]_s",
    }
    programs = pack([Expression.from_tree(["==", a, b], variables) for a, b in trees.items()])
    assert evaluator.relates(programs).tolist() == [True, True, False, False]


def test_a_tree_seen_before_costs_no_evaluations(table, grammar):
    evaluator = Evaluator(table, grammar, Archive(table, grammar.variables), 0.0)
    programs = initialise(grammar, 50, 0)
    first = evaluator.evaluate(programs)
    spent = evaluator.evaluations
    again = evaluator.evaluate(programs)
    assert evaluator.evaluations == spent > 0
    assert again.false_negatives.tolist() == first.false_negatives.tolist()


def test_the_parts_of_a_true_conjunction_are_archived_in_its_place(table, variables, grammar):
    same = ["==", "return_f", "return_s"]
    both = Expression.from_tree(["and", same, ["<=", 0, "return_s"]], variables)
    archive = Archive(table, variables)
    Evaluator(table, grammar, archive, 0.0).evaluate(pack([both]))
    found = readings(archive.candidates())
    assert same in found
    assert all(tree[0] != "and" for tree in found)


def test_the_order_of_operands_makes_no_other_tree(table, variables, grammar):
    evaluator = Evaluator(table, grammar, Archive(table, variables), 0.0)
    one, other = (
        Expression.from_tree(["==", sides[0], ["+", *sides[1]]], variables)
        for sides in (("return_f", ("return_s", 1)), ("return_f", (1, "return_s")))
    )
    evaluator.evaluate(pack([one, other]))
    assert evaluator.evaluations == table.rows / 1e6


def test_a_relation_to_which_several_are_better_is_not_worth_keeping(table, variables):
    bounds = [["<=", ["+", "return_f", n], ["+", "return_s", n]] for n in range(1, 3)]
    equalities = [["==", ["+", "return_f", n], ["+", "return_s", n]] for n in range(1, ARCHIVE.kept + 1)]
    found = readings(archived(table, variables, *bounds, *equalities, ["==", "return_f", "return_s"]).candidates())
    assert ["==", "return_f", "return_s"] in found
    assert all(tree[0] == "==" for tree in found)


def test_without_migrants_or_a_second_population_nothing_migrates():
    tree = Expression.from_tree(["==", "return_f", "return_s"], VARIABLES)
    population = Population(pack([tree]), *(np.zeros(1, np.int64) for _ in range(3)), no_rows(1))
    assert migrate([population], 160) == [population]
    assert migrate([population, population], 0) == [population, population]
