import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from genmorph.execution.observation import CORRECT
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.fitness.table import build_table, unpack_bits
from genmorph.model import Tolerance
from genmorph.relations.expression import Expression
from tests.fitness.populations import executions
from tests.trees import VARIABLES, relations, rows

labelled_rows = st.lists(st.tuples(rows, st.integers(-1, 2)), max_size=200)
ONE_CORRECT = ((0.0, 0, False, 0, 0.0, 0.0), CORRECT)


def table_of(labelled):
    labelled = sorted([ONE_CORRECT, *labelled], key=lambda pair: pair[1])
    values, mutants = zip(*labelled, strict=True)
    return build_table(executions(values, mutants), Tolerance())


@given(labelled_rows)
def test_the_incorrect_bits_mark_the_rows_of_mutants(labelled):
    table = table_of(labelled)
    marked = table.row_of_bit[unpack_bits(table.incorrect_bits)]
    assert marked.tolist() == list(range(table.correct, table.rows))


@settings(max_examples=60)
@given(labelled_rows, st.lists(relations(), min_size=2, max_size=30))
def test_digests_are_equal_where_the_same_incorrect_rows_are_missed(labelled, expressions):
    table = table_of(labelled)
    scores = score(pack(expressions), table)
    words = [row.tobytes() for row in scores.rejected & table.incorrect_bits]
    assert len(set(zip(words, scores.missed.tolist(), strict=True))) == len(set(words))
    assert len(set(scores.missed.tolist())) == len(set(words))


def test_correct_rows_do_not_count_for_the_digest():
    incorrect = [((1.0, 5, False, 5, 1.0, 1.0), 0), ((2.0, 6, False, 7, 1.0, 1.0), 1)]
    table = table_of([((3.0, 1, True, 2, 0.0, 0.0), CORRECT), *incorrect])
    trees = [["==", "n_s", "n_f"], ["or", "flag_s", ["==", "n_s", "n_f"]]]
    scores = score(pack([Expression.from_tree(tree, VARIABLES) for tree in trees]), table)
    assert scores.false_positives.tolist() == [1, 0]
    assert scores.missed[0] == scores.missed[1]


def test_a_single_row_more_changes_the_digest():
    labelled = [((float(i), i, False, 0, 0.0, 0.0), 0) for i in range(600)]
    trees = [["<", "n_s", i] for i in range(601)]
    scores = score(pack([Expression.from_tree(tree, VARIABLES) for tree in trees]), table_of(labelled))
    assert len(np.unique(scores.missed)) == 601
