"""Mutants by operators of users."""

from collections.abc import Iterator

import libcst as cst
import pytest

from genmorph.model import SourceMutant, Target, UsageError
from genmorph.mutation.mutants import (
    OWN_OPERATORS,
    check_operator,
    make_further_mutants,
    make_mutants,
    make_own_mutants,
)
from genmorph.mutation.source_operators import Operator, find_variants

SOURCE = """def f(x):
    y = 0
    if x > 1:
        y = 1  # one
        for i in range(3):
            y += i
        else:
            y = 7
    elif x > 2:
        y = 2
    else:
        y = 3
    # end
    while y > 9: y -= 1
    return y and x
"""
TARGET = Target(None, SOURCE, "f", 1, SOURCE.count("\n"))
TURN_EXAMPLES = (("return a and b", ("return a or b",)),)


def drop_else(node: cst.If) -> Iterator[cst.CSTNode]:
    if node.orelse is not None:
        yield node.with_changes(orelse=None)


def empty(node: cst.For | cst.While) -> Iterator[cst.CSTNode]:
    yield node.with_changes(body=cst.IndentedBlock([cst.parse_statement("pass")]))


def own_mutants(*operators: Operator) -> tuple[SourceMutant, ...]:
    for operator in operators:
        OWN_OPERATORS.add(operator.name, operator)
    return make_own_mutants(TARGET, make_mutants(TARGET))


def test_compound_statements_are_changed_as_a_whole_and_what_is_around_them_stays() -> None:
    without_elif = SOURCE.replace("    elif x > 2:\n        y = 2\n    else:\n        y = 3\n", "")
    without_else = SOURCE.replace("    else:\n        y = 3\n", "")
    made = [variant.text for variant in find_variants(SOURCE, [Operator("drop_else", cst.If, drop_else)])]
    assert made == [without_elif, without_else]
    made = [variant.text for variant in find_variants(SOURCE, [Operator("empty", cst.For, empty)])]
    assert made == [SOURCE.replace("y += i", "pass")]
    made = [variant.text for variant in find_variants(SOURCE, [Operator("empty", cst.While, empty)])]
    assert made == [SOURCE.replace("while y > 9: y -= 1", "while y > 9:\n        pass")]


def test_own_mutants_are_named_by_their_operator_and_do_what_no_known_mutant_does() -> None:
    turn = Operator("turn", cst.And, lambda _: [cst.Or()])
    found = own_mutants(Operator("drop_else", cst.If, drop_else), Operator("empty", cst.For, empty), turn)
    assert [mutant.id for mutant in found] == ["f:6:empty:1", "f:9:drop_else:1", "f:11:drop_else:1"]
    assert "turn" not in {mutant.operator for mutant in found}  # as mutmut does


def test_what_the_built_in_operators_make_stays_as_it_is() -> None:
    known = make_mutants(TARGET)
    own = own_mutants(Operator("drop_else", cst.If, drop_else))
    assert make_mutants(TARGET) == known
    assert not {mutant.id for mutant in own} & {mutant.id for mutant in known}
    further = make_further_mutants(TARGET, known)
    assert make_further_mutants(TARGET, (*known, *own)) == further


@pytest.mark.parametrize(
    ("operator", "message"),
    [
        (Operator("drop else", cst.If, drop_else), "name of an operator must be an identifier such as drop_else"),
        (Operator("number", cst.If, drop_else), "name of an operator must be free, got 'number', which is built in"),
        (Operator("turn", "If", drop_else), "kind of turn must be a class of libcst's nodes, got 'If'"),  # type: ignore[arg-type]
        (Operator("turn", str, drop_else), "kind of turn must be a class of libcst's nodes, got <class 'str'>"),
        (Operator("turn", cst.And, lambda _: [cst.Or()]), "examples of turn must be some, got none"),
        (
            Operator("turn", cst.And, lambda _: [3], examples=TURN_EXAMPLES),  # type: ignore[list-item]
            "change of turn must give nodes of libcst, got 3",
        ),
        (
            Operator("turn", cst.And, lambda node: node.lacking, examples=TURN_EXAMPLES),
            "change of turn must give nodes of libcst, got AttributeError: 'And' object has no attribute 'lacking'",
        ),
        (
            Operator("turn", cst.BooleanOperation, lambda _: [cst.Pass()], examples=TURN_EXAMPLES),
            "change of turn must give Python, got 'return pass' for 'return a and b'",
        ),
        (
            Operator("turn", cst.And, lambda _: [], examples=TURN_EXAMPLES),
            "examples of turn must be what the change gives: of 'return a and b' it makes [], got ['return a or b']",
        ),
        (
            Operator("turn", cst.And, lambda _: [cst.Or()], examples=(("return a and", ()),)),
            "examples of turn must be of statements of a function, got 'return a and'",
        ),
    ],
)
def test_an_operator_that_is_not_right_is_told(operator: Operator, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_operator(operator)
    assert message in str(caught.value)


def test_a_change_that_fails_elsewhere_than_in_its_examples_is_told_as_the_users() -> None:
    bad = Operator("bad", cst.Name, lambda node: [cst.Name({"a": "b"}[node.value])], examples=(("a", ("b",)),))
    check_operator(bad)
    with pytest.raises(UsageError, match="change of bad must give nodes of libcst, got KeyError: 'y'"):
        own_mutants(bad)
