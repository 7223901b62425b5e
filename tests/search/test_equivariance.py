"""Changes of the source's output that always give the follow-up's."""

from datetime import date, timedelta
from decimal import Decimal

import numpy as np
import pytest

from genmorph.domain import dates, frozensets, ints
from genmorph.execution.observation import correct_executions
from genmorph.execution.outputs import find_outputs
from genmorph.model import Built, Execution, Fields, Kind, Output, Returned, Tolerance, UsageError
from genmorph.relations.expression import Role, relation_variables
from genmorph.search.equivariance import with_changed_outputs
from genmorph.values.building import as_data
from genmorph.values.foreign import identity, native, natives
from genmorph.values.python_text import Symbol
from genmorph.values.registered import BUILT_IN_KINDS, AppliedChange, read_change
from genmorph.values.steps import Held, Item, Items


def all_changes():
    return [change for kind in (one.kind for one in BUILT_IN_KINDS) for change in kind.changes]


DAYS = [date(2024, 1, 1) + timedelta(days=9 * place) for place in range(12)]
VARIABLES = relation_variables([], [], [Output(Kind.OTHER)])


def observed(before, after):
    rows = [Execution((), (), ([as_data(one)],), ([as_data(other)],)) for one, other in zip(before, after, strict=True)]
    return correct_executions(rows, VARIABLES)


def changes(before, after, constant=None):
    found = with_changed_outputs(observed(before, after), constant, Tolerance())
    return [variable.change for variable in found.variables if variable.role is Role.CHANGED_OUTPUT]


@pytest.mark.parametrize("days", [1, 7, -3])
def test_the_constant_of_the_input_is_tried_on_the_output(days):
    assert changes(DAYS, [day + timedelta(days=days) for day in DAYS], days) == [AppliedChange("shift_days", days)]


def test_other_constants_of_the_change_are_tried_too():
    assert changes(DAYS, [day + timedelta(days=7) for day in DAYS], 1) == [AppliedChange("shift_days", 7)]


def test_no_change_is_found_for_what_stays_the_same_or_differs_once():
    assert changes(DAYS, DAYS, 1) == []
    assert changes(DAYS, [*(day + timedelta(days=1) for day in DAYS[1:]), DAYS[0]], 1) == []
    assert changes([{1}, {1, 2}], [{1}, {1, 2}], 1) == []


def test_the_values_of_dicts_are_changed_as_the_elements_of_lists_are():
    before = [{"a": n, "b": 2 * n + 1} for n in range(9)]
    found = changes(before, [{key: value * 3 for key, value in one.items()} for one in before], 3)
    assert found == [AppliedChange("scale_exactly", 3, path=(Held(),))]
    assert found[0].text("bill(rates)") == "{key: v * 3 for key, v in bill(rates).items()}"
    assert changes(before, [{**one, "a": one["a"] * 3} for one in before], 3) == []


def test_rounding_does_not_hide_a_change():
    before = [complex(0.1 * place, 1.0) for place in range(9)]
    assert changes(before, [(value * 3 + 1e-15) / 3 * 2 for value in before], 2) == [AppliedChange("scale_exactly", 2)]


def test_the_column_of_a_changed_output_holds_what_becomes_of_the_source():
    found = with_changed_outputs(observed(DAYS, [day + timedelta(days=1) for day in DAYS]), 1, Tolerance())
    assert found.columns[-1].tolist() == [[as_data(day + timedelta(days=1))] for day in DAYS]
    assert isinstance(found.columns[-1], np.ndarray)


def test_what_cannot_be_changed_is_equal_to_nothing():
    beyond = AppliedChange("shift_days", 1).apply(as_data(date.max))
    assert beyond not in (None, as_data(date.max))


def test_an_unknown_change_is_refused():
    with pytest.raises(UsageError, match=r"change must be one of shift_days, .*, got 'shift_years'"):
        AppliedChange("shift_years", 1)


@pytest.mark.parametrize("constant", ["__import__('os').getpid()", 1.5, None, 0])
def test_a_constant_that_a_change_does_not_take_is_refused(constant):
    with pytest.raises(UsageError, match="the constant of shift_days must be like its own ones"):
        AppliedChange("shift_days", constant)


@pytest.mark.parametrize("value", [None, {}, date(2024, 1, 1), "a", [1]])
def test_a_change_of_a_value_of_another_kind_gives_nothing(value):
    for name in ("go_up", "reverse_entries", "transpose", "wait_hours"):
        change = next(one for one in all_changes() if one.name == name)
        applied = AppliedChange(name, change.constants[0] if change.constants else None)
        assert applied.apply(as_data(value)) is not None


def test_nothing_is_called_inside_of_a_value_but_what_kinds_call(tmp_path):
    made = tmp_path / "made"
    call = Built("call", ("pathlib", "Path.touch", (Built("call", ("pathlib", "PosixPath", (str(made),), ())),), ()))
    for held in (
        Built("call", ("builtins", "frozenset", ([call],), ())),
        Built("call", ("datetime", "date", (call, 1, 1), ())),
        Built("array:object", ((1,), (call,))),
    ):
        native(held), natives([held]), identity(held), dates().contains(held), frozensets(ints()).contains(held)
    assert not made.exists()


@pytest.mark.parametrize(
    ("one", "other"),
    [({"a": 1, "b": 2}, {"b": 2, "a": 1}), (as_data(Decimal("1.0")), as_data(Decimal("1.00"))), ([1], [True])],
)
def test_records_are_equal_as_tuples_of_their_fields_are(one, other):
    records = [Fields(("held",), (held,), "tuple") for held in (one, other)]
    assert identity(records[0]) == identity(records[1])
    assert identity(records[0]) != identity(Fields(("held",), (one,), "shop.Box"))


def test_the_drawn_parameter_is_tried_on_the_output():
    steps = [1 + place % 5 for place in range(len(DAYS))]
    after = [day + timedelta(days=step) for day, step in zip(DAYS, steps, strict=True)]
    rows = [
        Execution((step,), (), ([as_data(one)],), ([as_data(other)],))
        for step, one, other in zip(steps, DAYS, after, strict=True)
    ]
    found = with_changed_outputs(correct_executions(rows, VARIABLES), None, Tolerance(), "k")
    (variable,) = [variable for variable in found.variables if variable.role is Role.CHANGED_OUTPUT]
    assert variable.change == AppliedChange("shift_days", Symbol("k"))
    assert [variable.read(row) for row in rows] == [row.follow_up_outputs[0] for row in rows]
    assert variable.change.text("f(day)") == "f(day) + datetime.timedelta(days=k)"


def drawn_changes(before, after, values):
    rows = [
        Execution((value,), (), ([as_data(one)],), ([as_data(other)],))
        for value, one, other in zip(values, before, after, strict=True)
    ]
    found = with_changed_outputs(correct_executions(rows, VARIABLES), None, Tolerance(), "k")
    return [variable.change for variable in found.variables if variable.role is Role.CHANGED_OUTPUT]


@pytest.mark.parametrize(("times", "text"), [(7, "+ {}(days=7 * k)"), (-1, "- {}(days=k)")])
def test_an_output_moves_by_a_multiple_of_what_is_drawn(times, text):
    steps = [1 + place % 5 for place in range(len(DAYS))]
    after = [day + timedelta(days=times * step) for day, step in zip(DAYS, steps, strict=True)]
    (found,) = drawn_changes(DAYS, after, steps)
    assert found == AppliedChange("shift_days", Symbol("k"), times)
    assert found.text("due(day)") == f"due(day) {text.format('datetime.timedelta')}"


def test_a_drawn_element_is_put_into_a_set_and_taken_out():
    before, elements = [{1, 2}, {3}, {4, 5}], [2, 9, 6]
    added = [one | {element} for one, element in zip(before, elements, strict=True)]
    assert drawn_changes(before, added, elements) == [AppliedChange("add_element", Symbol("k"))]
    assert drawn_changes(added, before, [1, 9, 6]) == []
    removed = [one - {element} for one, element in zip(before, elements, strict=True)]
    assert AppliedChange("remove_element", Symbol("k")) in drawn_changes(before, removed, elements)


@pytest.mark.parametrize(
    ("name", "constant", "times"), [("shift_days", 7, 2), ("scale_exactly", Symbol("k"), 2), ("go_up", Symbol("k"), 1)]
)
def test_only_what_is_drawn_and_moves_an_output_counts_several_times(name, constant, times):
    with pytest.raises(UsageError, match=f"of {name} must be"):
        AppliedChange(name, constant, times)


@pytest.mark.parametrize("kind", [float, complex])
def test_a_drawn_float_is_tried_on_arrays_and_on_nothing_that_takes_ints_alone(kind):
    grids = [np.array([[place, 1], [2, 0.5 * place]], kind) for place in range(1, 9)]
    factors = [0.1 * place for place in range(1, 9)]

    def found(before, after):
        rows = [
            Execution((k,), (), ([as_data(one)],), ([as_data(other)],))
            for k, one, other in zip(factors, before, after, strict=True)
        ]
        changed = with_changed_outputs(correct_executions(rows, VARIABLES), None, Tolerance(), "k")
        return [variable.change for variable in changed.variables if variable.role is Role.CHANGED_OUTPUT]

    products = [grid * k for grid, k in zip(grids, factors, strict=True)]
    assert found(grids, products) == [AppliedChange("scale_exactly", Symbol("k"))]
    assert found([timedelta(hours=9)] * 8, [timedelta(hours=9) * k for k in factors]) == []


NESTED = relation_variables([], [], [Output(Kind.NESTED)])


def changes_inside(before, after, constant):
    rows = [Execution((), (), (as_data(one),), (as_data(other),)) for one, other in zip(before, after, strict=True)]
    found = with_changed_outputs(correct_executions(rows, NESTED), constant, Tolerance())
    return [variable for variable in found.variables if variable.role is Role.CHANGED_OUTPUT]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda rows: [day + timedelta(days=2) for day in rows], "[v + datetime.timedelta(days=2) for v in f(x)]"),
        (lambda rows: rows[::-1], None),
    ],
)
def test_all_dates_in_a_list_may_move(change, text):
    before = [DAYS[:size] for size in (3, 0, 5, 7)]
    found = changes_inside(before, [change(rows) for rows in before], 2)
    assert [one.change_text("f(x)") for one in found] == ([] if text is None else [text])


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda x, y: (x * 3, y * 3), "[(v[0] * 3, v[1] * 3) for v in f(x)]"),
        (lambda x, y: (x, y + 3), "[(v[0], v[1] + 3) for v in f(x)]"),
        (lambda x, y: (x * 3, y * 3 + 1e-13), "[(v[0] * 3, v[1] * 3) for v in f(x)]"),
    ],
)
def test_numbers_in_tuples_of_a_list_may_change_alone_or_all(change, text):
    before = [[(0.5 * place, place * place + 0.25) for place in range(size)] for size in (3, 0, 5)]
    found = changes_inside(before, [[change(*row) for row in rows] for rows in before], 3)
    assert [one.change_text("f(x)") for one in found] == [text]
    assert found[0].after_change(before[0])[2] == pytest.approx(change(*before[0][2]))


def test_nothing_becomes_of_an_element_that_is_missing_or_no_number():
    (scaled,) = changes_inside([[[1, 2], [3]], [[5]]], [[[3, 6], [9]], [[15]]], 3)
    assert scaled.change_text("f(x)") == "[[w * 3 for w in v] for v in f(x)]"
    for broken in ([None], [[1, None]], [["a", []]], [5]):
        assert scaled.after_change(broken) not in (broken, [None])


def test_records_in_lists_are_not_changed_as_tuples():
    output = Output(Kind.NESTED, has_records=True)
    rows = [Execution((), (), ([(n, 2)],), ([(n + 1, 2)],)) for n in range(9)]
    found = with_changed_outputs(correct_executions(rows, relation_variables([], [], [output])), 1, Tolerance())
    assert all(one.role is not Role.CHANGED_OUTPUT for one in found.variables)
    made = [Returned([Fields(("x", "y"), (n, 2), "shop.Point")] * 2) for n in range(3)]
    assert [(one.kind, one.has_records) for one in find_outputs(made, ())] == [(Kind.NESTED, True)]


@pytest.mark.parametrize(
    ("value", "path", "after"),
    [
        ((1, 2), (Item(0, 2),), (2, 2)),
        ((1, 2, 3), (Item(0, 2),), None),
        ((1, 2, 3), (Items((0, 1), 2),), None),
        ({"a": 1}, (Held(),), {"a": 2}),
        ({"a": None}, (Held(),), None),
        (as_data({date(2024, 1, 1): 1}), (Held(),), as_data({date(2024, 1, 1): 2})),
    ],
)
def test_a_part_is_changed_where_the_value_has_it(value, path, after):
    assert AppliedChange("add_exactly", 1, path=path).apply(value) == (("unchangeable",) if after is None else after)


def test_values_of_dicts_in_a_list_may_change():
    before = [[{"a": n, "b": 1}, {"c": 3}] for n in range(3)]
    found = changes_inside(
        before, [[{key: held * 3 for key, held in one.items()} for one in rows] for rows in before], 3
    )
    assert [one.change_text("f(x)") for one in found] == ["[{key: w * 3 for key, w in v.items()} for v in f(x)]"]


@pytest.mark.parametrize("label", ["each/" * 3 + "add_exactly", "nowhere/add_exactly", "each/add_nothing"])
def test_a_label_of_no_change_is_refused(label):
    with pytest.raises(UsageError, match="change must be"):
        read_change(label, 1)


def test_an_object_that_is_missing_stays_so():
    (moved,) = [one for one in observed_optional().variables if one.role is Role.CHANGED_OUTPUT]
    assert moved.after_change([None]) == [None]


def observed_optional():
    before, after = [*DAYS, None], [*(day + timedelta(days=1) for day in DAYS), None]
    return with_changed_outputs(observed(before, after), 1, Tolerance())
