"""Equivariance, computed: changes of the source's output that always give the follow-up's."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from genmorph.execution.observation import CORRECT, Executions
from genmorph.model import Kind, Tolerance
from genmorph.relations.expression import Role, Variable, changed_output
from genmorph.relations.meaning import equal_values
from genmorph.settings import EQUALITIES
from genmorph.values.registered import AppliedChange, changes_of


def with_changed_outputs(executions: Executions, constant: Any, tolerance: Tolerance) -> Executions:
    """The executions with a variable for each change of a source's output that always gave the follow-up's.

    The constant of the input's change is tried first, then those of the output's change.
    """
    correct = executions.mutants == CORRECT
    columns = {(v.role, v.position): column for v, column in zip(executions.variables, executions.columns, strict=True)}
    found: list[Variable] = []
    for variable in executions.variables:
        if variable.role is Role.SOURCE_OUTPUT and variable.kind is Kind.OTHER:
            before, after = (
                columns[role, variable.position][correct] for role in (Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT)
            )
            changes = _changes(before.tolist(), after.tolist(), constant, tolerance)
            found += [changed_output(variable, one) for one in islice(changes, EQUALITIES.changes_of_an_output)]
    return _with(executions, found)


def _changes(
    before: Sequence[list[Any]], after: Sequence[list[Any]], constant: Any, tolerance: Tolerance
) -> Iterator[AppliedChange]:
    """The changes that make each value what it is afterwards, and change some."""
    for change in changes_of(value for (value,) in before):
        own = [constant] if change.takes(constant) else []
        for one in dict.fromkeys([*own, *(change.constants or [None])]):
            applied = AppliedChange(change.name, one)
            if _gives(applied, before, after, tolerance) and not _gives(applied, before, before, tolerance):
                yield applied


def _gives(
    change: AppliedChange, before: Sequence[list[Any]], after: Sequence[list[Any]], tolerance: Tolerance
) -> bool:
    return all(equal_values(change.apply(one), other, tolerance) for one, other in zip(before, after, strict=True))


def _with(executions: Executions, variables: Sequence[Variable]) -> Executions:
    columns = []
    places = {(v.role, v.position): place for place, v in enumerate(executions.variables)}
    for variable in variables:
        assert variable.change is not None, f"{variable.name} has no change"
        source = executions.columns[places[Role.SOURCE_OUTPUT, variable.position]]
        column = np.empty(len(source), np.object_)
        column[:] = [variable.change.apply(value) for value in source]
        columns.append(column)
    return replace(
        executions,
        variables=(*executions.variables, *variables),
        columns=(*executions.columns, *columns),
    )
