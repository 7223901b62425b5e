from hypothesis import given
from hypothesis import strategies as st

from genmorph.fitness.programs import pack, pack_rows
from genmorph.model import Tolerance
from genmorph.relations.expression import subtree_end, writes_ints_only
from genmorph.relations.meaning import compile_relation
from genmorph.relations.operators import AND, LESS, LESS_EQUAL, Sort
from genmorph.search.grammar import build_grammar, conjuncts, ends_of, reductions
from genmorph.search.variation import rows_of
from genmorph.settings import EXPRESSIONS
from tests.trees import SEQUENCE_VARIABLES, VARIABLES, relations, rows, sequence_relations

GRAMMAR = build_grammar(VARIABLES, {})
SEQUENCE_GRAMMAR = build_grammar(SEQUENCE_VARIABLES, {})


def read(row, variables=VARIABLES):
    """The tree as a value, which cannot be built where it is ill typed or too large."""
    return pack_rows([row]).expression(0, variables)


def row_of(expression):
    return rows_of(pack([expression]))[0]


@given(relations())
def test_the_ends_of_all_subtrees_are_those_found_one_by_one(expression):
    assert ends_of(expression.codes) == [subtree_end(expression.codes, i) for i in range(expression.size)]


@given(st.lists(relations(max_depth=2), min_size=1, max_size=3), rows)
def test_a_conjunction_holds_where_all_its_conjuncts_hold(parts, values):
    codes, constants = row_of(parts[0])
    for part in parts[1:]:
        other = row_of(part)
        if len(codes) + len(other[0]) < EXPRESSIONS.most_nodes:
            codes, constants = [AND, *codes, *other[0]], [0.0, *constants, *other[1]]
    whole = read((codes, constants))
    split = [read(row) for row in conjuncts((codes, constants))]
    assert all(part.codes[0] != AND for part in split)
    holds = compile_relation(whole, Tolerance())(values)
    assert holds == all(compile_relation(part, Tolerance())(values) for part in split)


@given(relations())
def test_reductions_are_well_typed_and_smaller_or_say_less(expression):
    for codes, constants in reductions(GRAMMAR, row_of(expression)):
        reduced = read((codes, constants))
        assert reduced.sort is Sort.BOOLEAN
        weaker = [(a, b) for a, b in zip(expression.codes, codes, strict=False) if a != b]
        assert reduced.size < expression.size or weaker == [(LESS, LESS_EQUAL)]


@given(relations())
def test_every_boolean_part_of_a_relation_is_one_of_its_reductions(expression):
    codes, constants = row_of(expression)
    reduced = [tuple(row[0]) for row in reductions(GRAMMAR, (codes, constants))]
    for start, end in enumerate(ends_of(codes)):
        if start and GRAMMAR.sort_of(codes[start]) is Sort.BOOLEAN:
            assert tuple(codes[start:end]) in reduced


@given(sequence_relations())
def test_reductions_of_sequences_are_well_typed_but_may_write_what_is_no_int(expression):
    for codes, constants in reductions(SEQUENCE_GRAMMAR, row_of(expression)):
        if writes_ints_only(codes, SEQUENCE_VARIABLES):
            assert read((codes, constants), SEQUENCE_VARIABLES).sort is Sort.BOOLEAN
