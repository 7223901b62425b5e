import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import bools, floats, ints
from genmorph.model import Kind, Parameter
from genmorph.relations.expression import MAX_SIZE, relation_variables
from genmorph.relations.operators import (
    AND,
    EQUAL,
    FIRST_VARIABLE,
    FLOAT_CONSTANT,
    INT_CONSTANT,
    LESS,
    OPERATORS,
    Sort,
)
from genmorph.search.grammar import build_grammar, least_size

INTS = relation_variables([Parameter("n", ints())], [0], Kind.INT)
FLOATS = relation_variables([Parameter("x", floats())], [0], Kind.FLOAT)
BOOLEANS = relation_variables([Parameter("up", bools())], [0], Kind.BOOL)
MIXED = relation_variables([Parameter("n", ints()), Parameter("up", bools())], [1], Kind.FLOAT)
GRAMMARS = [build_grammar(variables, {12: 1, 0.5: 1}) for variables in (INTS, FLOATS, BOOLEANS, MIXED)]
NUMBER_OF = {sort: number for number, sort in enumerate(Sort)}

grammars = st.sampled_from(GRAMMARS)
sorts = st.sampled_from(Sort)


def listed(row):
    """The entries of one of the lists in the rules, which have their length in front."""
    return row[1 : 1 + row[0]].tolist()


def operators(grammar, sort, room=MAX_SIZE):
    return listed(grammar.rules.operators[NUMBER_OF[sort], room])


def leaves(grammar, sort):
    return listed(grammar.rules.leaves[NUMBER_OF[sort]])


@given(grammars, sorts)
def test_what_a_grammar_offers_for_a_sort_is_of_that_sort(grammar, sort):
    assert all(OPERATORS[code].result is sort for code in operators(grammar, sort))
    assert all(grammar.sort_of(code) is sort for code in leaves(grammar, sort))


@given(grammars, st.data())
def test_a_twin_fits_in_the_place_of_its_code(grammar, data):
    signatures, twins = grammar.rules.signatures, grammar.rules.twins
    code = data.draw(st.sampled_from([code for code, row in enumerate(twins) if row[0]]))
    for twin in listed(twins[code]):
        assert twin != code
        assert listed(signatures[twin]) == listed(signatures[code])


@given(grammars, sorts)
def test_a_signature_is_that_of_the_operator_table_or_of_the_variable(grammar, sort):
    for code in operators(grammar, sort):
        wanted = (sort, *OPERATORS[code].arguments)
        assert listed(grammar.rules.signatures[code]) == [NUMBER_OF[part] for part in wanted]
    for code in leaves(grammar, sort):
        assert listed(grammar.rules.signatures[code]) == [NUMBER_OF[sort]]


@given(grammars, sorts, st.integers(0, MAX_SIZE))
def test_an_operator_fits_where_there_is_room_for_its_smallest_tree(grammar, sort, room):
    least = {part: grammar.rules.least[NUMBER_OF[part]] for part in Sort}
    sizes = {code: 1 + sum(least[part] for part in OPERATORS[code].arguments) for code in operators(grammar, sort)}
    assert operators(grammar, sort, room) == [code for code, size in sizes.items() if size <= room]


def test_a_grammar_of_booleans_alone_has_neither_comparisons_nor_constants():
    grammar = build_grammar(BOOLEANS, {3: 1})
    assert AND in operators(grammar, Sort.BOOLEAN)
    assert not {EQUAL, LESS} & {*operators(grammar, Sort.BOOLEAN)}
    assert leaves(grammar, Sort.NUMBER) == []


def test_the_smallest_boolean_is_a_variable_or_else_a_comparison():
    assert least_size(Sort.BOOLEAN, {Sort.BOOLEAN: (FIRST_VARIABLE,)}) == 1
    assert least_size(Sort.BOOLEAN, {Sort.BOOLEAN: ()}) == 3
    assert least_size(Sort.NUMBER, {Sort.NUMBER: (INT_CONSTANT,)}) == 1


def test_every_variable_and_a_constant_can_be_a_leaf():
    grammar = build_grammar(MIXED, {})
    found = {code for sort in Sort for code in leaves(grammar, sort)}
    assert found == {INT_CONSTANT, *range(FIRST_VARIABLE, FIRST_VARIABLE + len(MIXED))}


def test_constants_that_columns_cannot_hold_are_left_out():
    assert 2**53 + 1 not in build_grammar(INTS, {2**53 + 1: 1}).constants


def test_without_floats_constants_that_are_floats_are_left_out():
    assert 0.5 not in build_grammar(INTS, {0.5: 1}).constants
    assert 0.5 in build_grammar(FLOATS, {0.5: 1}).constants


@given(grammars)
def test_the_rules_hold_the_constants_with_their_codes_and_growing_weights(grammar):
    values, codes, weights = grammar.rules.constants.tolist()
    assert values == [*grammar.constants]
    assert codes == [INT_CONSTANT if isinstance(c, int) else FLOAT_CONSTANT for c in grammar.constants]
    assert np.diff([0, *weights]).min() > 0


def test_a_constant_of_the_source_weighs_by_the_calls_that_used_it_but_never_nothing():
    grammar = build_grammar(INTS, {50: 1000, 60: 500, 70: 1})
    weights = np.diff([0, *grammar.rules.constants[2]]).round(9).tolist()
    assert dict(zip(grammar.constants, weights, strict=True)) == {
        0: 1.0,
        1: 1.0,
        2: 1.0,
        -1: 1.0,
        50: 1.0,
        60: 0.5,
        70: 0.1,
    }


@given(grammars)
def test_rules_are_read_only(grammar):
    assert not any(table.flags.writeable for table in grammar.rules if isinstance(table, np.ndarray))
