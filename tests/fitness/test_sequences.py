import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmorph.execution.observation import CORRECT
from genmorph.fitness.kernel import WORD
from genmorph.fitness.table import build_table
from genmorph.model import Kind, Tolerance
from genmorph.values.foreign import identity
from tests.fitness.populations import executions
from tests.trees import SEQUENCE_VARIABLES, sequence_rows

labelled_rows = st.lists(st.tuples(sequence_rows, st.integers(CORRECT, 2)), min_size=1, max_size=150)
PLACES = {variable.kind: place for place, variable in enumerate(SEQUENCE_VARIABLES)}
ROW = (
    0,
    True,
    "aß",
    [1.5],
    [3, -2],
    1,
    [],
    0.0,
    1,
    "b",
    [7],
    [2.5],
    ["b", "a"],
    [None],
    [True],
    0.0,
    1,
    "",
    [],
    [],
    [],
)
ROW += (["1"], [])


def table_of(labelled):
    labelled = sorted([(ROW, CORRECT), *labelled], key=lambda pair: pair[1])
    values, mutants = zip(*labelled, strict=True)
    return values, build_table(executions(values, mutants, SEQUENCE_VARIABLES), Tolerance())


def read_back(table, place):
    """The elements of one variable, by row of the executions."""
    found = {}
    sequences = table.sequences
    for word, lengths in enumerate(sequences.lengths):
        ends = sequences.begins[word, 0] + np.cumsum(lengths).reshape(lengths.shape)
        for k in range(WORD):
            column = table.slots[place]
            end = ends[column, k]
            row = table.row_of_bit[word * WORD + k]
            found[int(row)] = sequences.elements[end - lengths[column, k] : end].tolist()
    assert found.pop(-1, []) == []
    return [found[row] for row in range(table.rows)]


@given(labelled_rows)
def test_texts_are_laid_out_as_code_points_and_numbers_as_they_are(labelled):
    values, table = table_of(labelled)
    for kind in (Kind.TEXT, Kind.INTS, Kind.FLOATS, Kind.BOOLS):
        place = PLACES[kind]
        plain = [list(map(ord, row[place])) if kind is Kind.TEXT else row[place] for row in values]
        np.testing.assert_equal(read_back(table, place), [[float(element) for element in row] for row in plain])


@given(labelled_rows)
def test_numbers_of_texts_are_in_their_order_and_those_of_nested_elements_tell_them_apart(labelled):
    values, table = table_of(labelled)
    for kind, key in ((Kind.TEXTS, str), (Kind.NESTED, identity)):
        columns = [place for place, variable in enumerate(SEQUENCE_VARIABLES) if variable.kind is kind]
        pairs = set()
        for place in columns:
            for row, numbers in zip(values, read_back(table, place), strict=True):
                pairs |= set(zip(map(key, row[place]), numbers, strict=True))
        ordered = sorted(pairs) if kind is Kind.TEXTS else sorted(pairs, key=lambda pair: pair[1])
        assert [number for _, number in ordered] == list(range(len(pairs)))
        assert len({name for name, _ in pairs}) == len(pairs)


@given(labelled_rows)
def test_sums_of_ints_are_differences_of_running_sums(labelled):
    values, table = table_of(labelled)
    columns = [place for place, variable in enumerate(SEQUENCE_VARIABLES) if variable.kind is Kind.INTS]
    sequences = table.sequences
    for place in columns:
        column = table.slots[place]
        ends = np.cumsum(sequences.lengths[:, : len(columns)].reshape(len(sequences.lengths), -1), axis=1)
        ends = ends.reshape(-1, len(columns), WORD)[:, column] + sequences.begins[:-1, 1, None]
        starts = ends - sequences.lengths[:, column]
        sums = (sequences.prefix[ends] - sequences.prefix[starts]).ravel()
        rows = np.flatnonzero(table.row_of_bit >= 0)
        expected = [sum(values[row][place]) for row in table.row_of_bit[rows]]
        assert sums[rows].tolist() == expected


@settings(max_examples=30)
@given(st.text(st.characters(exclude_characters="Σσς", exclude_categories=["Cs"]), max_size=20))
def test_cases_are_those_of_python(text):
    _, table = table_of([((*ROW[:2], text, *ROW[3:]), CORRECT)])
    cases = table.sequences.cases

    def changed(case, letters):
        known = [cases[case, ord(c)] if ord(c) < cases.shape[1] else [float(ord(c))] for c in letters]
        return "".join(chr(int(code)) for codes in known for code in codes if code >= 0)

    assert changed(0, text) == text.upper()
    assert changed(1, text) == text.lower()
    assert changed(0, text.lower()) == text.lower().upper()


@pytest.mark.parametrize("change", [str.upper, str.lower])
def test_to_change_case_twice_is_to_change_it_once(change):
    """What the kernel takes for granted when it merges nodes."""
    letters = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
    assert change(change(letters)) == change(letters)


def test_a_table_without_texts_and_sequences_has_no_elements():
    variables = SEQUENCE_VARIABLES[:2]
    table = build_table(executions([(1, True)], None, variables), Tolerance())
    assert table.sequences.elements.size == table.sequences.prefix[-1] == table.sequences.lengths.size == 0
    assert len(table.sequences.begins) == len(table.valid) + 1
