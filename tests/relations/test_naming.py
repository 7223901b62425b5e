import pytest
from hypothesis import given

from genmorph.domain import ints, lists
from genmorph.model import Kind, Output, Parameter, Place
from genmorph.relations.expression import ERROR_VARIABLES, Expression, relation_variables
from genmorph.relations.naming import phrase
from tests.trees import relations, sequence_relations

PARAMETERS = [Parameter("xs", lists(ints())), Parameter("c", ints())]


def said(tree, *outputs, chained=None):
    return phrase(Expression.from_tree(tree, relation_variables(PARAMETERS, [0], outputs, chained)))


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (["==", "return_f", "return_s"], "stays the same"),
        (["not", ["==", "return_f", "return_s"]], "changes"),
        (["==", "return_s", ["flip", "return_f"]], "is reversed"),
        (["==", ["sorted", "return_s"], "return_f"], "is sorted"),
        (["==", ["len", "return_f"], ["len", "return_s"]], "keeps its length"),
        (["==", ["len", "return_f"], ["+", ["len", "return_s"], 1]], "length grows by 1"),
        (["<=", ["len", "return_s"], ["len", "return_f"]], "length does not shrink"),
        (["==", ["sum", "return_f"], ["-", 0, ["sum", "return_s"]]], "sum changes sign"),
        (["==", ["element", "return_f", -1], ["element", "return_s", -1]], "keeps its last element"),
        (["==", "return_f", ["concatenate", "return_s", "xs_s"]], "gains xs at its end"),
        (["==", "return_f", ["concatenate", "xs_s", "return_s"]], "gains xs at its start"),
        (["==", "return_f", ["concatenate", "return_s", "return_s"]], "is repeated"),
        (["==", "return_f", ["remove", "return_s", 0]], "loses its first element"),
        (["==", "return_f", ["truncate", "return_s", "c_s"]], "is cut to c elements"),
        (["==", "return_f", ["scale each", "return_s", 2]], "has each element multiplied by 2"),
        (["==", "return_f", ["add each", "return_s", "c_s"]], "has c added to each element"),
        (["startswith", "return_f", "return_s"], "starts as before"),
        (["==", ["element", "return_f", 0], ["len", "return_s"]], "keeps its relation"),
        (["==", ["len", "return_f"], ["sum", "return_s"]], "keeps its relation"),
    ],
)
def test_what_happens_to_a_sequence_is_said_in_words(tree, words):
    assert said(tree, Output(Kind.INTS)) == words


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (Output(Kind.INT, Place.FIELD, "area"), "area stays the same"),
        (Output(Kind.INT, Place.KEY, "the area"), "the area stays the same"),
        (Output(Kind.INT, Place.ITEM, 1), "item 1 stays the same"),
        (Output(Kind.INTS, Place.ARGUMENT, "xs"), "xs afterwards stays the same"),
    ],
)
def test_a_part_of_what_a_call_gives_is_named(output, words):
    assert said(["==", f"{output.name}_f", f"{output.name}_s"], Output(Kind.INT), output) == words


def test_whether_the_output_is_none_is_spoken_of():
    outputs = Output(Kind.INT, optional=True), Output(Kind.BOOL, is_none=True)
    assert said(["iff", "return is None_f", "return is None_s"], *outputs) == "being None stays the same"


def test_two_outputs_that_differ_keep_their_relation():
    outputs = [Output(Kind.INT, Place.ITEM, i) for i in range(2)]
    assert said(["==", "return[0]_f", "return[1]_s"], *outputs) == "keeps its relation"


def test_an_involution_gives_back_its_input():
    assert said(["==", "return_f", "xs_s"], Output(Kind.INTS), chained=0) == "gives back xs"
    assert said(["==", "return_f", "return_s"], Output(Kind.INTS), chained=0) == "stays the same"


def test_two_errors_that_are_the_same_are_named():
    assert phrase(Expression.from_tree(["==", "raised_f", "raised_s"], ERROR_VARIABLES)) == "raises the same error"


@given(relations() | sequence_relations())
def test_every_relation_has_a_phrase(expression):
    assert phrase(expression)
