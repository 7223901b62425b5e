import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import floats, ints
from genmorph.execution.observation import (
    CORRECT,
    MAX_ROWS,
    correct_executions,
    executions_of,
    is_exact,
    observe,
    spread,
    with_correct,
)
from genmorph.model import Crashed, Execution, Kind, Parameter, Raised, Returned, SourceMutant, TimedOut, Tolerance
from genmorph.relations.expression import relation_variables

INTS = relation_variables([Parameter("n", ints())], [0], Kind.INT)
FLOATS = relation_variables([Parameter("x", floats())], [0], Kind.FLOAT)


def runner(original, **mutants):
    """The effect, for functions that give values or outcomes."""

    def run(mutant, inputs):
        function = mutants[mutant.id] if mutant else original
        results = [function(*values) for values in inputs]
        return [r if isinstance(r, Returned | Raised | TimedOut | Crashed) else Returned(r) for r in results]

    return run, [SourceMutant(name, "replace", 1, "") for name in mutants]


def observed(original, numbers, variables=INTS, tolerance=None, **mutants):
    """The executions of pairs n, n + 1."""
    run, known = runner(original, **mutants)
    pairs = [((n,), (n + 1,)) for n in numbers]
    return observe(pairs, known, variables, tolerance or Tolerance(), run)


def rows_of(executions):
    """All rows with the name of their mutant, None on correct ones."""
    names = [None if number == CORRECT else executions.names[number] for number in executions.mutants]
    columns = [column.tolist() for column in executions.columns]
    return list(zip(names, *columns, strict=True))


small = st.lists(st.integers(-20, 20), unique=True, max_size=30)


@given(small, st.integers(-20, 20))
def test_incorrect_rows_are_those_on_which_a_mutant_differs(numbers, where):
    executions = observed(abs, numbers, other=lambda n: abs(n) + (n == where))
    wrong = [n for n in numbers if where in (n, n + 1)]
    assert executions.correct == len(numbers)
    assert [row[:3] for row in rows_of(executions) if row[0]] == [("other", n, n + 1) for n in wrong]


@given(small)
def test_no_row_is_there_twice(numbers):
    found = rows_of(observed(abs, numbers, one=lambda n: n, two=lambda n: -n))
    assert len(set(found)) == len(found)


@given(small)
def test_a_mutant_without_a_difference_has_no_rows(numbers):
    assert observed(abs, numbers, same=lambda n: max(n, -n)).incorrect == 0


def test_outputs_within_the_tolerance_are_no_difference():
    for change, count in ((1e-12, 0), (1e-3, 2)):
        executions = observed(
            float, [1.0, 2.0], FLOATS, Tolerance(1e-9, 1e-9), near=lambda x, change=change: x + change
        )
        assert executions.incorrect == count


def test_ints_differ_by_one_however_large_they_are():
    assert observed(lambda n: 10**12 + n, [1], near=lambda n: 10**12 + n + 1).incorrect == 1


def test_two_nans_are_no_difference():
    assert observed(lambda _: float("nan"), [1.0], FLOATS, same=lambda _: float("nan")).incorrect == 0


@pytest.mark.parametrize("lost", [Raised("ValueError"), TimedOut(), Crashed("memory"), Returned(True)])
def test_a_row_needs_two_values_of_the_outputs_kind(lost):
    executions = observed(lambda n: lost if n == 3 else n, [1, 2, 3, 4], other=lambda n: lost if n == 5 else -n)
    assert [row[:2] for row in rows_of(executions)] == [(None, 1), (None, 4), ("other", 1)]


@given(st.integers(2**53 + 1, 2**70), st.sampled_from([-1, 1]))
def test_rows_with_an_int_that_columns_cannot_hold_stay_out(large, sign):
    executions = observed(lambda n: sign * large if n == 0 else n, [0, 5], other=lambda n: sign * (large + n))
    assert rows_of(executions) == [(None, 5.0, 6.0, 5.0, 6.0)]
    assert not is_exact(Execution((sign * large,), (0,), 0, 0))


def test_rows_with_the_largest_exact_int_stay():
    assert observed(lambda _: -(2**53), [0], other=lambda _: 2**53).incorrect == 1


@given(st.lists(st.integers(0, 50), max_size=12), st.integers(0, 200))
def test_shares_are_as_even_as_what_is_available_allows(available, total):
    shares = spread(available, total)
    assert sum(shares) == min(total, sum(available))
    assert all(0 <= share <= most for share, most in zip(shares, available, strict=True))
    cut = [share for share, most in zip(shares, available, strict=True) if share < most]
    assert not cut or max(cut) - min(cut) <= 1
    assert not cut or max(shares) <= max(cut) + 1


def test_incorrect_rows_are_spread_evenly_over_mutants():
    rare = MAX_ROWS // 10
    executions = observed(
        lambda n: n,
        range(MAX_ROWS + 5),
        always=lambda n: -n - 1,
        also=lambda n: n + 1,
        seldom=lambda n: n + (n < rare),
    )
    counts = np.bincount(executions.mutants[executions.mutants != CORRECT]).tolist()
    assert executions.correct == executions.incorrect == MAX_ROWS
    assert counts[2] == rare
    assert abs(counts[0] - counts[1]) <= 1


@given(small)
def test_correct_rows_come_first_and_every_row_knows_its_source(numbers):
    executions = observed(abs, numbers, one=lambda n: n, two=lambda n: -n)
    groups = executions.mutants.tolist()
    assert groups == sorted(groups)
    assert [executions.sources[pair][0] for pair in executions.pairs] == executions.columns[0].tolist()


def test_columns_cannot_be_changed():
    executions = observed(abs, [1, 2])
    with pytest.raises(ValueError, match="read-only"):
        executions.columns[0][0] = 7


@given(small, st.lists(st.integers(100, 120)))
def test_further_correct_rows_are_added_once_and_the_others_stay(numbers, more):
    before = observed(abs, numbers, one=lambda n: n)
    run, _ = runner(abs)
    added = [e for e in executions_of([((n,), (n + 1,)) for n in more], Kind.INT, run) if e]
    after = with_correct(before, added)
    new = [(None, n, n + 1, n, n + 1) for n in dict.fromkeys(more)]
    assert rows_of(after) == [*new, *rows_of(before)]
    assert [after.sources[pair][0] for pair in after.pairs] == after.columns[0].tolist()


def test_no_more_correct_rows_are_added_than_there_is_room():
    full = observed(abs, range(MAX_ROWS - 1))
    more = [Execution((-n,), (-n,), n, n) for n in (1, 2, 3)]
    assert with_correct(full, more).correct == MAX_ROWS


def test_executions_of_the_original_alone_have_correct_rows_only():
    executions = correct_executions([Execution((1,), (2,), 3, 4)], INTS)
    assert rows_of(executions) == [(None, 1, 2, 3, 4)]
    assert (executions.correct, executions.incorrect) == (1, 0)


def test_mutants_are_not_run_where_the_original_gives_no_value():
    asked = []

    def mutated(n):
        asked.append(n)
        return -n

    observed(lambda n: n if n < 3 else TimedOut(), [0, 1, 2, 7], one=mutated)
    assert asked == [0, 1, 1, 2]
