import keyword

import pytest
from hypothesis import given

from genmorph.domain import bools, ints, lists
from genmorph.export.layout import identifier
from genmorph.model import Kind, Output, Parameter, Place
from genmorph.relations.expression import ERROR_VARIABLES, Expression, changed_output, relation_variables
from genmorph.relations.naming import phrase, sentence
from genmorph.settings import WRITING
from genmorph.values.registered import BUILT_IN_KINDS, AppliedChange
from genmorph.values.steps import Held
from tests.trees import relations, sequence_relations

PARAMETERS = [Parameter("xs", lists(ints())), Parameter("c", ints()), Parameter("up", bools())]
AFTER, BEFORE = "return_f", "return_s"
SAME = ["==", AFTER, BEFORE]


def read(tree, *outputs, chained=None):
    return Expression.from_tree(tree, relation_variables(PARAMETERS, [0, 1], outputs, chained))


def said(tree, *outputs, chained=None):
    return phrase(read(tree, *outputs, chained=chained))


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (SAME, "stays the same"),
        (["not", SAME], "changes"),
        (["==", AFTER, ["-", 0, BEFORE]], "changes sign"),
        (["==", ["*", AFTER, -1], BEFORE], "changes sign"),
        (["==", AFTER, ["+", BEFORE, BEFORE]], "is doubled"),
        (["==", AFTER, ["*", BEFORE, "c_s"]], "is multiplied by c"),
        (["==", AFTER, ["*", 2.718281828459045, BEFORE]], "is multiplied by e"),
        (["==", ["-", AFTER, BEFORE], ["*", "c_s", "c_s"]], "grows by c squared"),
        (["==", AFTER, ["+", BEFORE, -2]], "shrinks by 2"),
        (["==", AFTER, ["+", BEFORE, 6.283185307179586]], "grows by 2 pi"),
        (["==", AFTER, ["+", ["*", BEFORE, 2], 1]], "equals twice what it was plus 1"),
        (["==", ["+", AFTER, BEFORE], 0], "changes sign"),
        (["==", ["*", AFTER, BEFORE], 1], "is such that it times what it was is 1"),
        (["==", AFTER, ["*", "c_s", ["+", BEFORE, 1]]], "equals c times the sum of what it was and 1"),
        (["<=", AFTER, BEFORE], "does not grow"),
        (["<", BEFORE, AFTER], "grows"),
        (["<=", AFTER, ["+", BEFORE, "c_s"]], "grows by at most c"),
        (["<=", ["-", BEFORE, 5], AFTER], "shrinks by at most 5"),
        (["<=", ["abs", ["-", AFTER, BEFORE]], 1], "changes by at most 1"),
        (["<", AFTER, "c_s"], "is less than c"),
        (["not", ["==", AFTER, 7]], "is not 7"),
        (["not", ["<=", AFTER, "c_f"]], "is not at most the new c"),
        (["==", ["abs", AFTER], ["abs", BEFORE]], "keeps its magnitude"),
        (["or", SAME, ["<", AFTER, 0]], "stays the same or is negative"),
        (["and", ["<=", BEFORE, AFTER], ["<=", AFTER, "c_s"]], "does not shrink and is at most c"),
        (["or", ["==", "c_s", 0], ["<", BEFORE, AFTER]], "grows unless c is 0"),
        (["implies", ["<", 0, "c_s"], SAME], "stays the same if c is positive"),
        (["or", ["not", ["<", 0, "c_s"]], SAME], "stays the same if c is positive"),
        (["iff", ["<", 0, AFTER], ["<", 0, BEFORE]], "is positive exactly if it was positive"),
        (["implies", ["<", 0, BEFORE], ["<", 0, AFTER]], "is positive if it was positive"),
    ],
)
def test_what_happens_to_a_number_is_said_in_words(tree, words):
    assert said(tree, Output(Kind.FLOAT)) == words


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (SAME, "stays the same"),
        (["==", BEFORE, ["flip", AFTER]], "is reversed"),
        (["==", ["sorted", BEFORE], AFTER], "is sorted"),
        (["==", ["sorted", AFTER], AFTER], "is in ascending order"),
        (["==", ["sorted", AFTER], ["sorted", BEFORE]], "keeps its elements in any order"),
        (["==", ["sorted", AFTER], ["sorted", "xs_s"]], "has the same elements as xs"),
        (["==", ["len", AFTER], ["len", BEFORE]], "keeps its length"),
        (["==", ["len", AFTER], ["+", ["len", BEFORE], 1]], "length grows by 1"),
        (["<=", ["len", BEFORE], ["len", AFTER]], "length does not shrink"),
        (["==", ["sum", AFTER], ["-", 0, ["sum", BEFORE]]], "sum changes sign"),
        (["==", ["element", AFTER, -1], ["element", BEFORE, -1]], "keeps its last element"),
        (["==", ["element", AFTER, 0], ["element", BEFORE, -1]], "first element equals its old last element"),
        (["==", AFTER, ["concatenate", BEFORE, "xs_s"]], "gains xs at its end"),
        (["==", AFTER, ["concatenate", "xs_s", BEFORE]], "gains xs at its start"),
        (["==", AFTER, ["concatenate", BEFORE, BEFORE]], "is repeated"),
        (["==", AFTER, ["remove", BEFORE, 0]], "loses its first element"),
        (["==", ["remove", AFTER, -1], BEFORE], "without its last element equals what it was"),
        (["==", AFTER, ["truncate", BEFORE, "c_s"]], "is cut at c"),
        (["==", AFTER, ["truncate", BEFORE, -2]], "loses its last 2 elements"),
        (["==", ["truncate", AFTER, 2], ["truncate", BEFORE, 2]], "keeps its first 2 elements"),
        (["==", ["truncate", ["flip", AFTER], 2], ["truncate", ["flip", BEFORE], 2]], "keeps its last 2 elements"),
        (["==", ["truncate", AFTER, ["len", BEFORE]], BEFORE], "begins with what it was"),
        (["==", AFTER, ["truncate", BEFORE, ["len", AFTER]]], "is a beginning of what it was"),
        (["==", AFTER, ["scale each", BEFORE, 2]], "has each element multiplied by 2"),
        (["==", AFTER, ["add each", BEFORE, "c_s"]], "has c added to each element"),
        (["startswith", AFTER, BEFORE], "begins with what it was"),
        (["not", ["startswith", BEFORE, AFTER]], "is not a beginning of what it was"),
        (["==", ["element", AFTER, 0], ["len", BEFORE]], "first element equals its old length"),
        (["==", ["len", AFTER], ["sum", "xs_f"]], "length equals the sum of the new xs"),
    ],
)
def test_what_happens_to_a_sequence_is_said_in_words(tree, words):
    assert said(tree, Output(Kind.INTS)) == words


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (["==", AFTER, ["upper", BEFORE]], "is put in upper case"),
        (["==", ["lower", AFTER], ["lower", BEFORE]], "stays the same but for its case"),
        (["==", AFTER, ["flip", AFTER]], "reads the same backwards"),
        (["==", AFTER, ["remove", BEFORE, 0]], "loses its first character"),
        (["contains", BEFORE, AFTER], "is part of what it was"),
        (["==", AFTER, ["str", "c_s"]], "equals c as text"),
    ],
)
def test_what_happens_to_a_text_is_said_in_words(tree, words):
    assert said(tree, Output(Kind.TEXT)) == words


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (["iff", AFTER, BEFORE], "stays the same"),
        (["xor", BEFORE, AFTER], "is flipped"),
        (["implies", BEFORE, AFTER], "stays true"),
        (["implies", AFTER, BEFORE], "stays false"),
        (["not", ["and", AFTER, BEFORE]], "is false if it was true"),
        (["implies", "up_s", ["iff", AFTER, BEFORE]], "stays the same if up is true"),
        (["iff", AFTER, ["or", BEFORE, "up_s"]], "is true exactly if either it was true or up is true"),
    ],
)
def test_what_happens_to_a_boolean_is_said_in_words(tree, words):
    assert said(tree, Output(Kind.BOOL)) == words


@pytest.mark.parametrize(
    "change", {change.name: change for one in BUILT_IN_KINDS for change in one.kind.changes}.values()
)
def test_every_change_of_an_output_is_said_in_a_sentence(change):
    variables = relation_variables(PARAMETERS, [0, 1], [Output(Kind.OTHER)])
    source = next(variable for variable in variables if variable.name == BEFORE)
    constant = next(iter(change.constants), None)
    changed = changed_output(source, AppliedChange(change.name, constant))
    words = phrase(Expression.from_tree(["==", AFTER, changed.name], (*variables, changed)))
    whole = change.words("it", constant)
    assert words in (whole.removeprefix("it "), f"equals what it was after {whole}")
    assert "  " not in words


@pytest.mark.parametrize(
    ("output", "words", "whole"),
    [
        (Output(Kind.INT, Place.FIELD, "area"), "area stays the same", "The area of f stays the same"),
        (Output(Kind.INT, Place.KEY, "old area"), "old area stays the same", "The old area of f stays the same"),
        (Output(Kind.INT, Place.ITEM, 1), "item 1 stays the same", "Item 1 of f stays the same"),
        (Output(Kind.INTS, Place.ARGUMENT, "xs"), "xs afterwards stays the same", "xs after f stays the same"),
    ],
)
def test_a_part_of_what_a_call_gives_is_named(output, words, whole):
    tree = ["==", f"{output.name}_f", f"{output.name}_s"]
    assert said(tree, Output(Kind.INT), output) == words
    assert sentence("f", read(tree, Output(Kind.INT), output), "c grows") == f"{whole} when c grows."


def test_whether_the_output_is_none_is_spoken_of():
    outputs = Output(Kind.INT, optional=True), Output(Kind.BOOL, is_none=True)
    assert said(["iff", "return is None_f", "return is None_s"], *outputs) == "is None exactly if it was None"
    assert said(["implies", "return is None_s", "return is None_f"], *outputs) == "is None if it was None"


def test_several_outputs_are_told_apart():
    outputs = [Output(Kind.INT, Place.ITEM, i) for i in range(2)]
    assert said(["==", "return[0]_f", "return[1]_s"], *outputs) == "item 0 equals what item 1 was"
    both = ["and", ["==", "return[0]_f", "return[0]_s"], ["<", "return[1]_f", "return[1]_s"]]
    assert said(both, *outputs) == "item 0 stays the same and item 1 shrinks"


def test_an_involution_gives_back_its_input():
    assert said(["==", AFTER, "xs_s"], Output(Kind.INTS), chained=0) == "gives back xs"
    assert said(SAME, Output(Kind.INTS), chained=0) == "stays the same"


def test_two_errors_that_are_the_same_are_named():
    expression = Expression.from_tree(["==", "raised_f", "raised_s"], ERROR_VARIABLES)
    assert phrase(expression) == "raises the same error"
    assert sentence("f", expression, "x grows") == "f raises the same error when x grows."


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (["==", AFTER, ["*", ["-", BEFORE, ["*", 2, "c_s"]], ["-", ["*", 3, "c_s"], BEFORE]]], "is determined by"),
        (["<", AFTER, ["*", ["-", BEFORE, ["*", 2, "c_s"]], ["-", ["*", 3, "c_s"], BEFORE]]], "is bounded by"),
    ],
)
def test_what_would_be_long_says_what_the_output_depends_on(tree, words):
    assert said(tree, Output(Kind.INT)) == f"{words} what it was and c"


@pytest.mark.parametrize(
    ("symbol", "rest"), [("and", "and more"), ("or", "with exceptions"), ("iff", "under a condition")]
)
def test_of_many_clauses_the_first_is_said(symbol, rest):
    grows = ["<", ["*", BEFORE, 2], ["-", AFTER, ["*", ["+", BEFORE, "c_s"], 5]]]
    assert said([symbol, SAME, grows], Output(Kind.INT)) == f"stays the same {rest}"


@given(relations() | sequence_relations())
def test_every_relation_has_words_for_a_name_and_a_sentence(expression):
    words = phrase(expression)
    assert words == " ".join(words.split())
    assert 0 < len(words) <= WRITING.phrase
    name = identifier(f"f {words} when x grows")
    assert name.isidentifier()
    assert not keyword.iskeyword(name)
    whole = sentence("f", expression, "x grows by 1")
    assert whole == " ".join(whole.split())
    assert whole.endswith(" when x grows by 1.")


def test_an_output_that_is_changed_as_the_input_is_changes_alike():
    variables = relation_variables(PARAMETERS, [0], [Output(Kind.OTHER)])
    source = next(one for one in variables if one.name == BEFORE)
    changed = changed_output(source, AppliedChange("scale_exactly", 3, path=(Held(),)))
    relation = Expression.from_tree(["==", AFTER, changed.name], (*variables, changed))
    assert phrase(relation) == "equals what it was after each value of it is multiplied by 3"
    assert phrase(relation, 30) == "changes alike"
