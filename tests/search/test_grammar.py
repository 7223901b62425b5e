from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import bools, floats, ints
from genmorph.model import Kind, Parameter
from genmorph.relations.expression import relation_variables
from genmorph.relations.operators import AND, EQUAL, FIRST_VARIABLE, INT_CONSTANT, LESS, OPERATORS, Sort
from genmorph.search.grammar import build_grammar, least_size

INTS = relation_variables([Parameter("n", ints())], [0], Kind.INT)
FLOATS = relation_variables([Parameter("x", floats())], [0], Kind.FLOAT)
BOOLEANS = relation_variables([Parameter("up", bools())], [0], Kind.BOOL)
MIXED = relation_variables([Parameter("n", ints()), Parameter("up", bools())], [1], Kind.FLOAT)
GRAMMARS = [build_grammar(variables, {12: 1, 0.5: 1}) for variables in (INTS, FLOATS, BOOLEANS, MIXED)]


@given(st.sampled_from(GRAMMARS), st.sampled_from(Sort))
def test_what_a_grammar_offers_for_a_sort_is_of_that_sort(grammar, sort):
    assert all(OPERATORS[code].result is sort for code in grammar.operators[sort])
    assert all(grammar.sort_of(code) is sort for code in grammar.leaves[sort])


@given(st.sampled_from(GRAMMARS), st.data())
def test_a_twin_fits_in_the_place_of_its_code(grammar, data):
    code = data.draw(st.sampled_from(sorted(grammar.twins)))
    for twin in grammar.twins[code]:
        assert twin != code
        assert grammar.sort_of(twin) is grammar.sort_of(code)
        if code < len(OPERATORS):
            assert OPERATORS[twin].arguments == OPERATORS[code].arguments


@given(st.sampled_from(GRAMMARS), st.sampled_from(Sort), st.integers(0, 15))
def test_more_room_never_takes_an_operator_away(grammar, sort, room):
    assert {*grammar.fitting[sort, room]} <= {*grammar.fitting[sort, room + 1]}


def test_a_grammar_of_booleans_alone_has_neither_comparisons_nor_constants():
    grammar = build_grammar(BOOLEANS, {3: 1})
    assert AND in grammar.operators[Sort.BOOLEAN]
    assert not {EQUAL, LESS} & {*grammar.operators[Sort.BOOLEAN]}
    assert grammar.leaves[Sort.NUMBER] == ()


def test_the_smallest_boolean_is_a_variable_or_else_a_comparison():
    assert least_size(Sort.BOOLEAN, build_grammar(MIXED, {}).leaves) == 1
    assert least_size(Sort.BOOLEAN, build_grammar(INTS, {}).leaves) == 3


def test_every_variable_and_a_constant_can_be_a_leaf():
    grammar = build_grammar(MIXED, {})
    leaves = {code for codes in grammar.leaves.values() for code in codes}
    assert leaves == {INT_CONSTANT, *range(FIRST_VARIABLE, FIRST_VARIABLE + len(MIXED))}


@given(st.integers())
def test_without_floats_every_constant_drawn_is_an_int(seed):
    assert isinstance(build_grammar(INTS, {12: 1, 0.5: 1}).draw_constant(Random(seed)), int)


@pytest.mark.parametrize("constant", [12, 2.5])
def test_constants_of_the_source_are_drawn(constant):
    rng = Random(0)
    grammar = build_grammar(FLOATS, {constant: 1})
    assert constant in [grammar.draw_constant(rng) for _ in range(200)]


def test_constants_that_columns_cannot_hold_are_left_out():
    assert 2**53 + 1 not in build_grammar(INTS, {2**53 + 1: 1}).constants
