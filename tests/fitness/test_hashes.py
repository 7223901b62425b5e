from hypothesis import given
from hypothesis import strategies as st

from genmorph.fitness.programs import pack
from genmorph.relations.expression import Expression
from tests.fitness.populations import canonical, commuted
from tests.trees import VARIABLES, relations


def hashes_of(trees):
    return pack([Expression.from_tree(tree, VARIABLES) for tree in trees]).hashes().tolist()


@given(relations(), st.data())
def test_the_order_of_commutative_operands_does_not_change_the_hash(expression, data):
    tree = expression.to_tree()
    one, other = hashes_of([tree, commuted(data.draw, tree)])
    assert one == other


@given(st.lists(relations(), min_size=2, max_size=30))
def test_trees_that_differ_otherwise_have_different_hashes(expressions):
    trees = [expression.to_tree() for expression in expressions]
    assert len(set(hashes_of(trees))) == len(set(map(canonical, trees)))


def test_the_order_of_other_operands_and_the_kind_of_a_constant_change_the_hash():
    trees = [["<", "x_s", 1], ["<", 1, "x_s"], ["<", "x_s", 1.0], ["<", "x_s", 2], ["<=", "x_s", 1]]
    assert len(set(hashes_of(trees))) == len(trees)


def test_trees_of_the_same_nodes_in_another_shape_have_different_hashes():
    left = ["==", "x_s", ["-", ["-", "return_s", "return_f"], "n_s"]]
    right = ["==", "x_s", ["-", "return_s", ["-", "return_f", "n_s"]]]
    assert len(set(hashes_of([left, right]))) == 2


def test_a_hash_is_the_same_in_every_process():
    assert hashes_of([["==", "return_f", ["+", "return_s", 1]]]) == [11525679311591260953]


def test_an_empty_population_has_no_hashes():
    assert hashes_of([]) == []
