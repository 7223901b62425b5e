"""Equivariance, computed: changes of the source's output that always give the follow-up's."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from genmorph.execution.observation import CORRECT, Executions
from genmorph.model import Kind, Tolerance
from genmorph.relations.expression import Role, Variable, changed_output
from genmorph.relations.meaning import equal_values
from genmorph.settings import EQUALITIES
from genmorph.values.python_text import Symbol
from genmorph.values.registered import AppliedChange, changes_of


def with_changed_outputs(
    executions: Executions, constant: Any, tolerance: Tolerance, drawn: str | None = None
) -> Executions:
    """The executions with a variable for each change of a source's output that always gave the follow-up's.

    The constant of the input's change is tried first, then those of the output's change; so is the parameter that is
    called `drawn`, where there is one.
    """
    correct = executions.mutants == CORRECT
    tried = _Tried(constant, drawn, _drawn(executions, executions.pairs[correct]), tolerance)
    columns = {(v.role, v.position): column for v, column in zip(executions.variables, executions.columns, strict=True)}
    found: list[Variable] = []
    for variable in executions.variables:
        if variable.role is Role.SOURCE_OUTPUT and variable.kind is Kind.OTHER:
            before, after = (
                columns[role, variable.position][correct] for role in (Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT)
            )
            changes = tried.changes(before.tolist(), after.tolist())
            found += [changed_output(variable, one) for one in islice(changes, EQUALITIES.changes_of_an_output)]
    return _with(executions, found)


def _drawn(executions: Executions, pairs: Iterable[int]) -> list[Any]:
    """What stands last in the source of each pair: the drawn parameter, where there is one."""
    return [executions.sources[pair][-1] if executions.sources[pair] else None for pair in pairs]


@dataclass(frozen=True, slots=True)
class _Tried:
    """What may be the constants of changes: that of the input's change, or what was drawn for each execution."""

    constant: Any
    drawn: str | None
    values: Sequence[Any]
    tolerance: Tolerance

    def changes(self, before: Sequence[list[Any]], after: Sequence[list[Any]]) -> Iterator[AppliedChange]:
        """The changes that make each value what it is afterwards, and change some."""
        for change in changes_of(value for (value,) in before):
            own = [self.constant] if change.takes(self.constant) else []
            if self.drawn is not None and change.constants and all(type(one) is int for one in change.constants):
                own = [Symbol(self.drawn)] if all(type(value) is int for value in self.values) else []
            for one in dict.fromkeys([*own, *(change.constants or [None])]):
                applied = AppliedChange(change.name, one)
                if self._gives(applied, before, after) and not self._gives(applied, before, before):
                    yield applied

    def _gives(self, change: AppliedChange, before: Sequence[list[Any]], after: Sequence[list[Any]]) -> bool:
        rows = zip(before, after, self.values, strict=True)
        return all(equal_values(change.apply(one, drawn), other, self.tolerance) for one, other, drawn in rows)


def _with(executions: Executions, variables: Sequence[Variable]) -> Executions:
    columns = []
    places = {(v.role, v.position): place for place, v in enumerate(executions.variables)}
    for variable in variables:
        assert variable.change is not None, f"{variable.name} has no change"
        source = executions.columns[places[Role.SOURCE_OUTPUT, variable.position]]
        column = np.empty(len(source), np.object_)
        drawn = _drawn(executions, executions.pairs)
        column[:] = [variable.change.apply(value, one) for value, one in zip(source, drawn, strict=True)]
        columns.append(column)
    return replace(
        executions,
        variables=(*executions.variables, *variables),
        columns=(*executions.columns, *columns),
    )
