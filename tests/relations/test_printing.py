import math

import pytest
from hypothesis import given

from genmorph.model import Kind, Tolerance
from genmorph.relations import meaning
from genmorph.relations.expression import Expression, Role, Variable, relation_variables
from genmorph.relations.meaning import compile_relation
from genmorph.relations.printing import formula, python, variable_texts
from tests.trees import VARIABLES, relations, rows

INTS = (
    Variable("k_s", Role.SOURCE_INPUT, Kind.INT, 0),
    Variable("e_f", Role.FOLLOW_UP_INPUT, Kind.INT, 1),
    *relation_variables([], [], Kind.INT),
)
TEXTS = variable_texts(INTS, ("k", "e"), ("k", "e + 1"), ("power(k, e)", "power(k, e + 1)"))
TOLERANCE = Tolerance()


SCOPE = {
    "equal": lambda a, b: meaning.equal(a, b, TOLERANCE),
    "less": lambda a, b: meaning.less(a, b, TOLERANCE),
    "less_equal": lambda a, b: meaning.less_equal(a, b, TOLERANCE),
    "divide": meaning.divide,
    "math": math,
}


@given(relations(), rows)
def test_python_text_means_what_the_relation_means(expression, row):
    names = {variable.name: variable.name for variable in VARIABLES}
    text = python(expression, names).text
    values = dict(zip(names, row, strict=True))
    assert bool(eval(text, dict(SCOPE), values)) is compile_relation(expression, TOLERANCE)(row), text  # noqa: S307


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (["==", ["*", "return_s", "k_s"], "return_f"], "power(k, e + 1) == power(k, e) * k"),
        (["==", "return_f", ["-", 0, "return_s"]], "power(k, e + 1) == -power(k, e)"),
        (["not", ["==", "return_s", "return_f"]], "power(k, e + 1) != power(k, e)"),
        (["<", "return_s", "return_f"], "power(k, e + 1) > power(k, e)"),
        (["not", ["<", "return_f", "return_s"]], "power(k, e + 1) >= power(k, e)"),
        (["implies", ["<", "k_s", 0], ["==", "return_f", 0]], "k >= 0 or power(k, e + 1) == 0"),
        (["==", "return_f", ["-", "return_s", ["-", "k_s", 1]]], "power(k, e + 1) == power(k, e) - (k - 1)"),
        (["==", "return_f", ["*", "return_s", "e_f"]], "power(k, e + 1) == power(k, e) * (e + 1)"),
        (["==", "return_f", ["+", "return_s", -2]], "power(k, e + 1) == power(k, e) - 2"),
        (["==", "return_f", ["+", ["abs", "return_s"], "e_f"]], "power(k, e + 1) == abs(power(k, e)) + (e + 1)"),
    ],
)
def test_formulas_read_as_a_developer_would_write_them(tree, text):
    assert formula(Expression.from_tree(tree, INTS), TEXTS) == text
