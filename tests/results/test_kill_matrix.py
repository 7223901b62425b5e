"""Which relation kills which mutant."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph import UsageError
from genmorph.domain import ints
from genmorph.model import MutantNote
from genmorph.results.record import KillMatrix
from tests.handmade import GROWS, NEGATED, make_relation, make_set, make_signature

SIGNATURE = make_signature("f", {"n": ints(0, 9)})
FIRST = replace(make_relation(SIGNATURE, GROWS, ["==", "return_f", "return_s"]), killed=("m1", "m2"))
SECOND = replace(make_relation(SIGNATURE, NEGATED, ["<", "return_f", "return_s"]), killed=("m2",))
NOTES = tuple(MutantNote(name, "") for name in ("m1", "m3", "m2"))


def test_the_matrix_has_a_row_for_each_relation_and_a_column_for_each_judged_mutant():
    matrix = make_set(FIRST, SECOND, mutants=NOTES).kill_matrix()
    assert matrix.relations == (FIRST.formula, SECOND.formula)
    assert matrix.mutants == ("m1", "m3", "m2")
    assert matrix.killed.tolist() == [[True, False, True], [False, False, True]]
    assert matrix.unique() == (1, 0)
    assert matrix.survivors == ("m3",)


def test_mutants_without_a_note_are_there_too():
    assert make_set(FIRST, SECOND).kill_matrix().mutants == ("m1", "m2")


def test_a_set_without_relations_has_a_matrix_without_rows():
    matrix = replace(make_set(FIRST, mutants=NOTES), relations=()).kill_matrix()
    assert matrix.killed.shape == (0, 3)
    assert matrix.survivors == ("m1", "m3", "m2")
    assert "m3" in str(matrix)


def test_the_matrix_cannot_be_changed_from_outside():
    given = np.ones((1, 1), np.bool_)
    matrix = KillMatrix(("f",), ("m",), given)
    given[0, 0] = False
    assert matrix.killed.tolist() == [[True]]
    with pytest.raises(ValueError, match="read-only"):
        matrix.killed[0, 0] = False


def test_a_matrix_of_another_shape_is_refused():
    with pytest.raises(UsageError, match=r"killed must be relations x mutants, \(1, 2\), got \(2, 1\)"):
        KillMatrix(("f",), ("m1", "m2"), np.ones((2, 1), np.bool_))


@given(st.integers(0, 4), st.integers(0, 4), st.data())
def test_what_is_killed_alone_killed_together_and_left_adds_up(relations, mutants, data):
    flags = data.draw(st.lists(st.booleans(), min_size=relations * mutants, max_size=relations * mutants))
    killed = np.array(flags, np.bool_).reshape(relations, mutants)
    matrix = KillMatrix(tuple(map(str, range(relations))), tuple(map(str, range(mutants))), killed)
    shared = sum(1 for column in killed.T if column.sum() > 1)
    assert sum(matrix.unique()) + shared + len(matrix.survivors) == mutants
    assert len(matrix.unique()) == relations


def test_the_matrix_prints_a_line_for_each_mutant_under_a_legend_of_the_relations():
    lines = str(make_set(FIRST, SECOND, mutants=NOTES).kill_matrix()).splitlines()
    assert lines[:2] == [f"1  {FIRST.formula}", f"2  {SECOND.formula}"]
    assert lines[3:7] == ["mutant  1  2", "m1      x  .", "m3      .  .", "m2      x  x"]


def test_the_notebook_table_of_the_matrix_is_escaped():
    text = make_set(FIRST, SECOND, mutants=(MutantNote("<b>", ""),)).kill_matrix()._repr_html_()
    assert "<b>" not in text
    assert SECOND.formula.replace("<", "&lt;") in text
