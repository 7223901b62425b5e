from hypothesis import given
from hypothesis import strategies as st

from genmorph.fitness.programs import pack
from genmorph.relations.expression import Expression
from tests.fitness.populations import canonical, commuted
from tests.trees import SEQUENCE_VARIABLES, VARIABLES, relations, sequence_relations


def hashes_of(trees, variables=VARIABLES):
    return pack([Expression.from_tree(tree, variables) for tree in trees]).hashes().tolist()


@given(st.one_of(relations(), sequence_relations()), st.data())
def test_the_order_of_commutative_operands_does_not_change_the_hash(expression, data):
    tree = expression.to_tree()
    one, other = hashes_of([tree, commuted(data.draw, tree)], expression.variables)
    assert one == other


@given(st.sampled_from([(VARIABLES, relations), (SEQUENCE_VARIABLES, sequence_relations)]), st.data())
def test_trees_that_differ_otherwise_have_different_hashes(grammar, data):
    variables, grown = grammar
    trees = [e.to_tree() for e in data.draw(st.lists(grown(), min_size=2, max_size=30))]
    assert len(set(hashes_of(trees, variables))) == len(set(map(canonical, trees)))


def test_the_order_of_other_operands_and_the_kind_of_a_constant_change_the_hash():
    trees = [["<", "x_s", 1], ["<", 1, "x_s"], ["<", "x_s", 1.0], ["<", "x_s", 2], ["<=", "x_s", 1]]
    assert len(set(hashes_of(trees))) == len(trees)


def test_trees_of_the_same_nodes_in_another_shape_have_different_hashes():
    left = ["==", "x_s", ["-", ["-", "return_s", "return_f"], "n_s"]]
    right = ["==", "x_s", ["-", "return_s", ["-", "return_f", "n_s"]]]
    assert len(set(hashes_of([left, right]))) == 2


def test_a_hash_is_the_same_in_every_process():
    assert hashes_of([["==", "return_f", ["+", "return_s", 1]]]) == [7693900755409491902]


def test_an_empty_population_has_no_hashes():
    assert hashes_of([]) == []
