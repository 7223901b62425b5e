import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import bools, floats, ints, lists, texts
from genmorph.model import Kind, Output, Parameter, UsageError
from genmorph.relations.expression import TEXT_OF_NUMBER, relation_variables
from genmorph.relations.operators import (
    AND,
    BY_CODE,
    BY_SYMBOL,
    EQUAL,
    FIRST_VARIABLE,
    FLOAT_CONSTANT,
    INT_CONSTANT,
    LESS,
    OPERATORS,
    Sort,
)
from genmorph.search.grammar import NUMBER_OF, build_grammar, least_sizes
from genmorph.search.parameters import PRESETS
from genmorph.settings import EXPRESSIONS
from tests.trees import SEQUENCE_VARIABLES


def variables_of(domains, *kinds):
    """The variables of a transformation that changes all parameters."""
    parameters = [Parameter(name, domain) for name, domain in domains.items()]
    outputs = [Output(kind) for kind in kinds]
    return relation_variables(parameters, range(len(parameters)), outputs)


INTS = variables_of({"n": ints()}, Kind.INT)
FLOATS = variables_of({"x": floats()}, Kind.FLOAT)
BOOLEANS = variables_of({"up": bools()}, Kind.BOOL)
MIXED = variables_of({"n": ints(), "up": bools()}, Kind.FLOAT)
TEXTS = variables_of({"text": texts()}, Kind.TEXT)
PADDINGS = variables_of({"text": texts(), "n": ints()}, Kind.TEXT)
LISTS = variables_of({"xs": lists(ints())}, Kind.INTS)
GRAMMARS = [
    build_grammar(variables, {12: 1, 0.5: 1})
    for variables in (INTS, FLOATS, BOOLEANS, MIXED, TEXTS, PADDINGS, LISTS, SEQUENCE_VARIABLES)
]

grammars = st.sampled_from(GRAMMARS)
sorts = st.sampled_from(Sort)


def listed(row):
    """The entries of one of the lists in the rules, which have their length in front."""
    return row[1 : 1 + row[0]].tolist()


def operators(grammar, sort, room=EXPRESSIONS.most_nodes):
    return listed(grammar.rules.operators[NUMBER_OF[sort], room])


def leaves(grammar, sort):
    return listed(grammar.rules.leaves[NUMBER_OF[sort]])


@given(grammars, sorts)
def test_what_a_grammar_offers_for_a_sort_is_of_that_sort(grammar, sort):
    assert all(BY_CODE[code].result is sort for code in operators(grammar, sort))
    assert all(grammar.sort_of(code) is sort for code in leaves(grammar, sort))


@given(grammars, st.data())
def test_an_alternative_fits_in_the_place_of_its_code(grammar, data):
    signatures, alternatives = grammar.rules.signatures, grammar.rules.alternatives
    code = data.draw(st.sampled_from([code for code, row in enumerate(alternatives) if row[0]]))
    for other in listed(alternatives[code]):
        assert other != code
        assert listed(signatures[other]) == listed(signatures[code])


@given(grammars, sorts)
def test_a_signature_is_that_of_the_operator_table_or_of_the_variable(grammar, sort):
    for code in operators(grammar, sort):
        wanted = (sort, *BY_CODE[code].arguments)
        assert listed(grammar.rules.signatures[code]) == [NUMBER_OF[part] for part in wanted]
    for code in leaves(grammar, sort):
        assert listed(grammar.rules.signatures[code]) == [NUMBER_OF[sort]]


@given(grammars, sorts, st.integers(0, EXPRESSIONS.most_nodes))
def test_an_operator_fits_where_there_is_room_for_its_smallest_tree(grammar, sort, room):
    least = {part: grammar.rules.least[NUMBER_OF[part]] for part in Sort}
    sizes = {code: 1 + sum(least[part] for part in BY_CODE[code].arguments) for code in operators(grammar, sort)}
    assert operators(grammar, sort, room) == [code for code, size in sizes.items() if size <= room]


def test_a_grammar_of_booleans_alone_has_neither_comparisons_nor_constants():
    grammar = build_grammar(BOOLEANS, {3: 1})
    assert AND in operators(grammar, Sort.BOOLEAN)
    assert not {EQUAL, LESS} & {*operators(grammar, Sort.BOOLEAN)}
    assert leaves(grammar, Sort.NUMBER) == []


def test_the_smallest_boolean_is_a_variable_or_else_a_comparison():
    assert least_sizes([Sort.BOOLEAN], OPERATORS)[Sort.BOOLEAN] == 1
    assert least_sizes([Sort.TEXT], OPERATORS)[Sort.BOOLEAN] == 3


def test_a_sort_that_no_operator_leads_to_has_no_trees():
    assert Sort.TEXTS not in least_sizes([Sort.NUMBER], BY_SYMBOL["+"])


def test_a_grammar_of_texts_alone_has_their_lengths_and_constants_but_no_other_sequences():
    grammar = build_grammar(TEXTS, {})
    symbols = {BY_CODE[code].symbol for code in grammar.operators}
    assert {"len", "upper", "startswith", "contains", "flip", "<", "str"} <= symbols
    assert not {"sum", "sorted", "add each", "element"} & symbols
    assert INT_CONSTANT in leaves(grammar, Sort.NUMBER)
    assert leaves(grammar, Sort.NUMBERS) == operators(grammar, Sort.NUMBERS) == []


def test_numbers_become_text_only_where_none_is_a_float():
    assert TEXT_OF_NUMBER in build_grammar(PADDINGS, {}).operators
    for output in (Kind.FLOAT, Kind.FLOATS):
        assert TEXT_OF_NUMBER not in build_grammar(variables_of({"text": texts()}, output), {}).operators


def test_only_the_operators_allowed_take_part_on_all_sorts_that_they_have():
    grammar = build_grammar(LISTS, {}, {"==", "len", "flip"})
    assert {BY_CODE[code].symbol for code in grammar.operators} == {"==", "len", "flip"}
    assert sum(BY_CODE[code].symbol == "==" for code in grammar.operators) == 2


def test_an_operator_whose_operands_have_no_trees_takes_no_part():
    symbols = {BY_CODE[code].symbol for code in build_grammar(INTS, {}, {"<", "startswith", "and"}).operators}
    assert symbols == {"<", "and"}


@pytest.mark.parametrize("allowed", [{"+"}, {"and", "not"}])
def test_operators_that_give_no_boolean_are_refused(allowed):
    with pytest.raises(UsageError, match="operators must have some that give Booleans, got"):
        build_grammar(INTS, {}, allowed)


def test_operators_that_there_are_not_are_refused():
    with pytest.raises(UsageError, match=r"operators must be of \[.*\], got \['sin'\]"):
        build_grammar(INTS, {}, {"==", "sin"})


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_has_operators_for_all_sorts(preset):
    grammar = build_grammar(SEQUENCE_VARIABLES, {}, PRESETS[preset].operators)
    assert all(operators(grammar, sort) for sort in Sort if sort is not Sort.OBJECT)


def test_the_papers_preset_has_the_papers_operators_and_templates():
    paper = PRESETS["paper"]
    assert {"len", "sum", "flip", "remove", "truncate", "str", "=="} <= paper.operators
    assert not {"sorted", "concatenate", "min", "contains", "upper"} & paper.operators
    assert paper.templates == {"swap", "swap_unlike", "flip", "add", "scale", "reverse", "remove"}


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
