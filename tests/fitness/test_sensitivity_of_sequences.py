from random import Random

import numpy as np
import pytest

from genmorph.execution.observation import CORRECT, Executions
from genmorph.fitness.programs import pack
from genmorph.fitness.sensitivity import Sensitivity, extended, replaced
from genmorph.fitness.table import build_table
from genmorph.model import Kind, Output, Place, Tolerance
from genmorph.relations.expression import Expression, relation_variables
from tests.fitness.populations import column

LETTERS = "abcdefgh"


def is_lacking(tree, outputs, values):
    """Whether the relation is said to lack sensitivity, for rows of the source's outputs, then the follow-up's."""
    variables = relation_variables([], [], outputs)
    columns = tuple(column(list(c), v.kind) for c, v in zip(zip(*values, strict=True), variables, strict=True))
    mutants = np.full(len(values), CORRECT)
    executions = Executions(variables, columns, mutants, np.arange(len(values)), (), tuple(values))
    sensitivity = Sensitivity(build_table(executions, Tolerance()), variables)
    return bool(sensitivity.is_lacking(pack([Expression.from_tree(tree, variables)]))[0])


def drawn(kind, draw):
    """Pairs of an output and the reversed one."""
    rng = Random(kind.name)
    rows = []
    for _ in range(300):
        elements = [draw(rng) for _ in range(rng.randint(2, 9))]
        value = "".join(elements) if kind is Kind.TEXT else elements
        rows.append((value, value[::-1]))
    return rows


ROWS = {
    Kind.TEXT: drawn(Kind.TEXT, lambda rng: rng.choice(LETTERS)),
    Kind.INTS: drawn(Kind.INTS, lambda rng: rng.randint(-9, 9)),
    Kind.FLOATS: drawn(Kind.FLOATS, lambda rng: rng.uniform(1, 9)),
    Kind.BOOLS: drawn(Kind.BOOLS, lambda rng: rng.random() < 1 / 2),
    Kind.TEXTS: drawn(Kind.TEXTS, lambda rng: rng.choice(LETTERS)),
    Kind.NESTED: drawn(Kind.NESTED, lambda rng: [rng.randint(-9, 9)]),
}
of_each_kind = pytest.mark.parametrize("kind", list(ROWS))


@of_each_kind
def test_an_equality_is_not_lacking(kind):
    assert not is_lacking(["==", "return_f", ["flip", "return_s"]], [Output(kind)], ROWS[kind])


@of_each_kind
def test_the_same_length_is_not_lacking(kind):
    assert not is_lacking(["==", ["len", "return_f"], ["len", "return_s"]], [Output(kind)], ROWS[kind])


@of_each_kind
def test_a_bound_of_the_length_that_is_far_off_is_lacking(kind):
    far = ["*", 1_000, ["len", "return_s"]]
    assert is_lacking(["<=", ["len", "return_f"], far], [Output(kind)], ROWS[kind])


@pytest.mark.parametrize("kind", [Kind.TEXT, Kind.INTS, Kind.FLOATS, Kind.BOOLS, Kind.TEXTS])
def test_a_common_beginning_is_not_lacking(kind):
    common = ["startswith", "return_f", ["truncate", ["flip", "return_s"], 1]]
    assert not is_lacking(common, [Output(kind)], ROWS[kind])


def test_a_difference_of_elements_that_a_large_number_swallows_is_hidden():
    far = [["add each", output, 1e9] for output in ("return_f", ["flip", "return_s"])]
    assert is_lacking(["==", *far], [Output(Kind.FLOATS)], ROWS[Kind.FLOATS])


def test_a_sum_that_a_large_number_swallows_is_hidden():
    far = [["+", ["sum", output], 1e14] for output in ("return_f", "return_s")]
    assert is_lacking(["==", *far], [Output(Kind.FLOATS)], ROWS[Kind.FLOATS])


def test_the_sum_and_the_length_of_floats_are_not_hidden():
    for what in ("sum", "len"):
        relation = ["==", [what, "return_f"], [what, "return_s"]]
        assert not is_lacking(relation, [Output(Kind.FLOATS)], ROWS[Kind.FLOATS])


def test_a_difference_of_outputs_of_the_same_size_is_not_lacking():
    outputs = [Output(Kind.FLOAT, Place.FIELD, name) for name in ("low", "high")]
    values = [(x, -x, x + 1, -x + 1) for x in np.linspace(5, 50, 300)]
    difference = [["-", f"return.high_{side}", f"return.low_{side}"] for side in "fs"]
    assert not is_lacking(["==", *difference], outputs, values)


def test_all_outputs_change_together():
    outputs = [Output(Kind.TEXT, Place.FIELD, "name"), Output(Kind.INT, Place.FIELD, "size")]
    values = [(text, len(text), other, len(other)) for text, other in ROWS[Kind.TEXT]]
    either = ["or", ["==", "return.name_f", ["flip", "return.name_s"]], ["==", "return.size_f", "return.size_s"]]
    assert not is_lacking(either, outputs, values)


@of_each_kind
def test_replaced_elements_are_others_in_the_same_number_and_foreign_ones_are_new(kind):
    values = column([value for value, _ in ROWS[kind]], kind)
    for times in (1e9, -1e9):
        for value, other in zip(values, replaced(kind, values, Tolerance(), times), strict=True):
            assert type(value) is type(other)
            assert len(value) == len(other)
            assert all(one != two for one, two in zip(value, other, strict=True))
    known = {repr(element) for value in values for element in value}
    for value, other in zip(values, extended(kind, values), strict=True):
        assert other[64:-64] == value
        assert kind is Kind.BOOLS or known.isdisjoint({repr(other[0]), repr(other[-1])})
