import math
from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import floats, ints
from genmorph.execution.observation import (
    CORRECT,
    correct_executions,
    executions_in_part,
    executions_of,
    is_exact,
    observe,
    shared,
    spread,
    with_correct,
)
from genmorph.execution.outputs import UNREAD, error_executions, error_of, find_outputs, is_same
from genmorph.model import (
    Altered,
    Array,
    Container,
    Crashed,
    Execution,
    Fields,
    Kind,
    Output,
    Parameter,
    Raised,
    Returned,
    SourceMutant,
    TimedOut,
    Tolerance,
)
from genmorph.relations.expression import Role, Variable, relation_variables
from genmorph.settings import OBSERVATION

INT, FLOAT, TEXT = (Output(kind) for kind in (Kind.INT, Kind.FLOAT, Kind.TEXT))
LIST = Output(Kind.INTS, container=Container.LIST)


def runner(original, **mutants):
    """The effect, for functions that give values or outcomes."""

    def run(mutant, inputs):
        function = mutants[mutant.id] if mutant else original
        results = [function(*values) for values in inputs]
        return [r if isinstance(r, Returned | Raised | TimedOut | Crashed) else Returned(r) for r in results]

    return run, [SourceMutant(name, "replace", 1, "") for name in mutants]


def variables_for(outputs):
    domain = ints() if outputs[0].kind is Kind.INT else floats()
    return relation_variables([Parameter("n", domain)], [0], outputs)


def observed(original, numbers, output=INT, tolerance=None, limit=OBSERVATION.max_rows, **mutants):
    """The executions of pairs n, n + 1."""
    run, known = runner(original, **mutants)
    pairs = [((n,), (n + 1,)) for n in numbers]
    return observe(pairs, known, variables_for([output]), [output], tolerance or Tolerance(), run, limit)


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
        executions = observed(float, [1.0, 2.0], FLOAT, Tolerance(1e-9, 1e-9), near=lambda x, change=change: x + change)
        assert executions.incorrect == count


def test_ints_differ_by_one_however_large_they_are():
    assert observed(lambda n: 10**12 + n, [1], near=lambda n: 10**12 + n + 1).incorrect == 1


def test_two_nans_are_no_difference():
    assert observed(lambda _: float("nan"), [1.0], FLOAT, same=lambda _: float("nan")).incorrect == 0


@pytest.mark.parametrize("lost", [Raised("ValueError"), TimedOut(), Crashed("memory"), Returned(True)])
def test_a_row_needs_two_values_of_the_outputs_kind(lost):
    executions = observed(lambda n: lost if n == 3 else n, [1, 2, 3, 4], other=lambda n: lost if n == 5 else -n)
    assert [row[:2] for row in rows_of(executions)] == [(None, 1), (None, 4), ("other", 1)]


@given(st.integers(2**53 + 1, 2**70), st.sampled_from([-1, 1]))
def test_rows_with_an_int_that_columns_cannot_hold_stay_out(large, sign):
    executions = observed(lambda n: sign * large if n == 0 else n, [0, 5], other=lambda n: sign * (large + n))
    assert rows_of(executions) == [(None, 5.0, 6.0, 5.0, 6.0)]
    assert not is_exact(Execution((sign * large,), (0,), (0,), (0,)))


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
    rare = OBSERVATION.max_rows // 10
    executions = observed(
        lambda n: n,
        range(OBSERVATION.max_rows + 5),
        always=lambda n: -n - 1,
        also=lambda n: n + 1,
        seldom=lambda n: n + (n < rare),
    )
    counts = np.bincount(executions.mutants[executions.mutants != CORRECT]).tolist()
    assert executions.correct == executions.incorrect == OBSERVATION.max_rows
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
    added = [e for e in executions_of([((n,), (n + 1,)) for n in more], [INT], run) if e]
    after = with_correct(before, added)
    new = [(None, n, n + 1, n, n + 1) for n in dict.fromkeys(more)]
    assert rows_of(after) == [*new, *rows_of(before)]
    assert [after.sources[pair][0] for pair in after.pairs] == after.columns[0].tolist()


def test_no_more_correct_rows_are_added_than_there_is_room():
    full = observed(abs, range(OBSERVATION.max_rows - 1))
    more = [Execution((-n,), (-n,), (n,), (n,)) for n in (1, 2, 3)]
    assert with_correct(full, more).correct == OBSERVATION.max_rows


def test_executions_of_the_original_alone_have_correct_rows_only():
    executions = correct_executions([Execution((1,), (2,), (3,), (4,))], variables_for([INT]))
    assert rows_of(executions) == [(None, 1, 2, 3, 4)]
    assert (executions.correct, executions.incorrect) == (1, 0)


def test_mutants_are_not_run_where_the_original_gives_no_value():
    asked = []

    def mutated(n):
        asked.append(n)
        return -n

    observed(lambda n: n if n < 3 else TimedOut(), [0, 1, 2, 7], one=mutated)
    assert asked == [0, 1, 1, 2]


def test_a_mutant_that_differs_often_is_run_no_further_than_its_rows_need():
    asked = {"often": set(), "seldom": set(), "never returns": set()}

    def often(n):
        asked["often"].add(n)
        return n + 1

    def seldom(n):
        asked["seldom"].add(n)
        return n if n < 999 else -n

    def raising(n):
        asked["never returns"].add(n)
        return Raised("KeyError")

    executions = observed(lambda n: n, range(1_000), limit=20, often=often, seldom=seldom, raising=raising)
    names = [name for name, *_ in rows_of(executions) if name]
    assert {name: names.count(name) for name in names} == {"often": 18, "seldom": 2}
    assert [max(numbers) for numbers in asked.values()] == [64, 1_000, 64]


@given(st.lists(st.lists(st.integers(), max_size=30), max_size=8), st.integers(0, 90))
def test_shares_of_streams_are_those_of_all_that_is_in_them(contents, total):
    shares = spread([len(items) for items in contents], total)
    taken = shared([iter(items) for items in contents], total)
    assert all(items[: len(some)] == some for items, some in zip(contents, taken, strict=True))
    assert sum(map(len, taken)) == sum(shares)
    assert all(abs(len(some) - share) <= 1 for some, share in zip(taken, shares, strict=True))


def test_texts_and_lists_stand_in_columns_of_objects():
    outputs = [TEXT, LIST]
    variables = (
        Variable("t_s", Role.SOURCE_INPUT, Kind.TEXT),
        Variable("xs_s", Role.SOURCE_INPUT, Kind.INTS, 1),
        *(Variable(f"{i}_s", Role.SOURCE_OUTPUT, output.kind, i) for i, output in enumerate(outputs)),
        *(Variable(f"{i}_f", Role.FOLLOW_UP_OUTPUT, output.kind, i) for i, output in enumerate(outputs)),
    )
    rows = [
        Execution(("ab", (1, 2)), ("", ()), ("x", [1, 2]), ("y", [3, 4])),
        Execution(("c", ()), ("", ()), ("", []), ("", [])),
    ]
    executions = correct_executions(rows, variables)
    assert [column.dtype for column in executions.columns] == [object] * 6
    assert [column.tolist() for column in executions.columns] == [
        ["ab", "c"],
        [[1, 2], []],
        ["x", ""],
        [[1, 2], []],
        ["y", ""],
        [[3, 4], []],
    ]
    more = with_correct(executions, [Execution(("d", ()), ("", ()), ("", [5, 6]), ("", [7]))])
    assert more.columns[3].tolist() == [[5, 6], [1, 2], []]


@pytest.mark.parametrize(
    ("kind", "one", "other", "count"),
    [
        (Kind.INTS, [1, 2], [1, 3], 1),
        (Kind.INTS, [1, 2], [1, 2, 2], 1),
        (Kind.FLOATS, [1.0, math.nan], [1.0 + 1e-12, math.nan], 0),
        (Kind.FLOATS, [1.0], [1.001], 1),
        (Kind.NESTED, [[1], None, math.nan], [[1], None, math.nan], 0),
        (Kind.NESTED, [[1], None], [[1], 0], 1),
        (Kind.TEXTS, ["a"], ["A"], 1),
    ],
)
def test_lists_differ_as_their_elements_do(kind, one, other, count):
    output = Output(kind, container=Container.LIST)
    assert observed(lambda _: one, [1.0], output, other=lambda _: other).incorrect == count


def test_texts_differ_by_any_character():
    assert observed(lambda _: "a", [1.0], TEXT, other=lambda _: "a ").incorrect == 1


def observed_chain(mutant):
    """The executions of `n -> f(n)`, where f is `abs`; only numbers below 100 can be passed on."""
    run, known = runner(abs, other=mutant)
    pairs = [((n,), (abs(n),)) for n in (-3, 2)]
    return observe(
        pairs,
        known,
        variables_for([INT]),
        [INT],
        Tolerance(),
        run,
        chain=lambda _, outputs: outputs if outputs[0] < 100 else None,
    )


def test_a_mutants_follow_up_is_made_of_its_own_output():
    executions = observed_chain(lambda n: n - 1)
    assert [row for row in rows_of(executions) if row[0]] == [("other", -3, -4, -4, -5), ("other", 2, 1, 1, 0)]


def test_a_mutants_output_that_cannot_be_passed_on_gives_no_row():
    executions = observed_chain(lambda n: 1000 if n == 2 else -n)
    assert [row for row in rows_of(executions) if row[0]] == [("other", -3, 3, 3, -3)]


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ("a" * OBSERVATION.longest_value, True),
        ("a" * (OBSERVATION.longest_value + 1), False),
        ([1] * (OBSERVATION.longest_value + 1), False),
        ("ß É", True),
        ("ΑΣ", False),
        ("\N{GREEK SMALL LETTER SIGMA}", False),
        ("ς", False),
        ([2**53, -(2**53), None, math.nan, True], True),
        ([2**53 + 1], False),
        ([[1], [[-(2**53) - 1]]], False),
        (b"abc", True),
    ],
)
def test_rows_are_left_to_plain_python_where_the_kernel_could_not_agree(value, fits):
    assert is_exact(Execution((value,), (1,), (1,), (1,))) is fits
    assert is_exact(Execution((1,), (1,), (1,), (value,))) is fits


SAME = [1, 1.0, True, "1", b"1", None, [1], (1,), [1.0], [[1]], {"a": 1}, {"a": 1.0}, Array((1,)), Array((1.0,))]
SAME += [
    Fields(("a",), (1,)),
    Fields(("b",), (1,)),
    Altered(1, ()),
    Altered(1, ((0, [1]),)),
    Altered(1, ((0, [True]),)),
]


@pytest.mark.parametrize("place", range(len(SAME)))
def test_outcomes_are_the_same_where_value_and_types_are(place):
    assert [is_same(Returned(SAME[place]), Returned(deepcopy(other))) for other in SAME] == [
        i == place for i in range(len(SAME))
    ]


@pytest.mark.parametrize(
    "value", [math.nan, [math.nan], ([math.nan],), {"a": math.nan}, Array((math.nan,)), Altered(math.nan, ())]
)
def test_an_outcome_with_nan_is_the_same_as_itself(value):
    assert is_same(Returned(value), Returned(deepcopy(value)))


def test_an_exception_is_named_and_a_loss_gives_no_execution_of_errors():
    pairs = [((n,), (n + 1,)) for n in range(3)]
    outcomes = [Returned(1), Raised("KeyError"), Raised("ValueError"), TimedOut(), Returned([]), Returned(None)]
    assert error_executions(pairs, outcomes) == (
        Execution((0,), (1,), (), (), "", "KeyError"),
        None,
        Execution((2,), (3,), (), (), "", ""),
    )
    assert error_of(Crashed("memory")) is None


def test_what_returned_values_of_other_kinds_is_read_as_far_as_it_goes():
    outputs = find_outputs([Returned((1, "a")), Returned((2, "b"))], ())
    given = {1: Returned((1, "a")), 2: Returned((None, "b")), 3: Raised("ValueError")}
    pairs = [((1,), (2,)), ((1,), (3,)), ((1,), (1,))]

    def run(_, inputs):
        return [given[n] for (n,) in inputs]

    assert executions_of(pairs, outputs, run)[:2] == (None, None)
    (found,) = executions_in_part(pairs[:2], outputs, run)
    assert found.source_outputs == (1, "a", [(1, "a")])
    assert found.follow_up_outputs == (UNREAD, "b", [(None, "b")])


def test_arrays_inside_of_lists_are_looked_at_for_large_ints():
    """A mutant may give what its original never does."""
    small, large = ([[Array(elements)]] for elements in ((1, 2.0), (2**60, 2.0)))
    assert is_exact(Execution((1,), (2,), (small,), (small,)))
    assert not is_exact(Execution((1,), (2,), (small,), (large,)))
