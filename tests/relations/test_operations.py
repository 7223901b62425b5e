"""Operations on inputs and outputs: what they compute, and that their text says the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.model import Tolerance
from genmorph.relations.meaning import equal_inside
from genmorph.relations.operations import GATHERING, JOINING, JOINING_PARTS, OF_PROGRAMS, OPERATIONS
from genmorph.relations.rendering import leaf
from genmorph.relations.scenario import Columns, Fixed, Given, Made, Missing, term_text

ARRAYS = {
    "add arrays": ((np.array([1, 2]), np.array([3, 4])), np.array([4, 6])),
    "stack": ((np.array([1, 2]), np.array([3])), np.array([1, 2, 3])),
    "@": ((np.array([[1, 2]]), np.array([[3], [4]])), np.array([[11]])),
}
"""Examples of arrays, which operations do not carry: they are written without numpy."""

EXAMPLES = [
    *((name, *example) for name, operation in OPERATIONS.items() for example in operation.examples),
    *((name, *example) for name, example in ARRAYS.items()),
]


def same(one, other):
    return equal_inside(one, other, Tolerance())


@pytest.mark.parametrize(("name", "operands", "result"), EXAMPLES)
def test_an_operation_and_its_text_give_what_its_example_says(name, operands, result):
    operation = OPERATIONS[name]
    letters = ("x", "y", "z")[: len(operands)]
    assert same(operation.apply(*operands), result)
    if name in OF_PROGRAMS:
        return
    written = operation.written(tuple(map(leaf, letters))).text
    known = {"np": np, **dict(zip(letters, operands, strict=True))}
    assert same(eval(written, known), result)  # noqa: S307 - the text of an operation of our own


@pytest.mark.parametrize(
    ("name", "operands"),
    [
        ("+", ("a", "b")),
        ("+", (True, 1)),
        ("+", ([1], [2])),
        ("add arrays", (1, 2)),
        ("add arrays", (np.ones(2), np.ones(3))),
        ("join", (1, 2)),
        ("*", ("a", 2)),
        ("*", (np.ones(2), np.ones(2))),
        ("union", (1, 2)),
        ("intersection", (True, False)),
        ("merge", ({1}, {2})),
        ("add by key", ({"a": "x"}, {"a": "y"})),
        ("stack", ([1], [2])),
        ("@", (np.ones(2), np.ones(2))),
        ("and", (1, 0)),
        ("or", ({1}, set())),
        ("in order", ((1,), (2,))),
        ("max", ({1}, {2})),
        ("min", (True, False)),
    ],
)
def test_an_operation_refuses_values_for_which_its_words_are_wrong(name, operands):
    with pytest.raises(TypeError):
        OPERATIONS[name].apply(*operands)


def test_what_joins_or_gathers_is_an_operation_with_words_for_it():
    assert all(OPERATIONS[name].joins for name in JOINING)
    assert all(OPERATIONS[name].whole for name in GATHERING)
    assert set(JOINING_PARTS) <= set(JOINING)


def nested(leaves, *operations):
    """Terms of these operations, nested at random."""
    return st.recursive(
        leaves,
        lambda terms: st.builds(lambda name, *both: Made(name, both), st.sampled_from(operations), terms, terms),
        max_leaves=8,
    )


def assert_written_as_computed(term, inputs):
    """Python computes of the term's text what `Columns` do, where they compute something."""
    (computed,) = Columns({name: [value] for name, value in inputs.items()}, None).column(term)
    if not isinstance(computed, Missing):
        written = term_text(term, None).text
        assert eval(written, dict(inputs)) == computed, written  # noqa: S307 - the text of operations of our own


ints = st.integers(-9, 9)
names = st.sampled_from(["x", "y", "key"]).map(Given)


@given(nested(names | ints.map(Fixed), "+", "-", "*", "%", "xor", "max", "min"), ints, ints, ints)
def test_nested_operations_on_ints_are_written_with_the_brackets_they_need(term, x, y, key):
    assert_written_as_computed(term, {"x": x, "y": y, "key": key})


@given(nested(names, "join", "in order"), *[st.lists(ints, max_size=4)] * 3)
def test_nested_operations_on_lists_are_written_with_the_brackets_they_need(term, x, y, key):
    assert_written_as_computed(term, {"x": x, "y": y, "key": key})


@given(nested(names, "union", "intersection", "-", "xor"), *[st.sets(ints)] * 3)
def test_nested_operations_on_sets_are_written_with_the_brackets_they_need(term, x, y, key):
    assert_written_as_computed(term, {"x": x, "y": y, "key": key})


@given(nested(names | st.booleans().map(Fixed), "and", "or", "implies"), *[st.booleans()] * 3)
def test_nested_operations_on_booleans_are_written_with_the_brackets_they_need(term, x, y, key):
    assert_written_as_computed(term, {"x": x, "y": y, "key": key})


@given(nested(names, "merge", "add by key"), *[st.dictionaries(st.sampled_from("abc"), ints)] * 3)
def test_nested_operations_on_dicts_capture_no_name_and_have_the_brackets_they_need(term, x, y, key):
    assert_written_as_computed(term, {"x": x, "y": y, "key": key})


@given(st.lists(ints, min_size=1), ints)
def test_an_element_at_a_place_is_written_behind_brackets_where_the_sequence_is_joined(x, y):
    assert_written_as_computed(Made("item", (Made("join", (Given("x"), Given("x"))), Given("y"))), {"x": x, "y": y})
