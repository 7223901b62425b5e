"""Changes of the source's output that always give the follow-up's."""

from datetime import date, timedelta

import numpy as np
import pytest

from genmorph.execution.observation import correct_executions
from genmorph.model import Execution, Kind, Output, Tolerance, UsageError
from genmorph.relations.expression import Role, relation_variables
from genmorph.search.equivariance import with_changed_outputs
from genmorph.values.building import as_data
from genmorph.values.registered import AppliedChange

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


def test_rounding_does_not_hide_a_change():
    before = [complex(0.1 * place, 1.0) for place in range(9)]
    assert changes(before, [(value * 3 + 1e-15) / 3 * 2 for value in before], 2) == [AppliedChange("scale_exactly", 2)]


def test_the_column_of_a_changed_output_holds_what_becomes_of_the_source():
    found = with_changed_outputs(observed(DAYS, [day + timedelta(days=1) for day in DAYS]), 1, Tolerance())
    assert found.columns[-1].tolist() == [[as_data(day + timedelta(days=1))] for day in DAYS]
    assert isinstance(found.columns[-1], np.ndarray)


def test_what_cannot_be_changed_is_equal_to_nothing():
    beyond = AppliedChange("shift_days", 1).apply([as_data(date.max)])
    assert beyond not in ([None], [as_data(date.max)])


def test_an_unknown_change_is_refused():
    with pytest.raises(UsageError, match=r"change must be one of shift_days, .*, got 'shift_years'"):
        AppliedChange("shift_years", 1)
