"""Equivariance, computed: changes of the source's output that always give the follow-up's."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from genmorph.execution.observation import CORRECT, Executions
from genmorph.model import Tolerance
from genmorph.relations.expression import Role, Variable, changed_output
from genmorph.relations.meaning import equal_values
from genmorph.settings import EQUALITIES
from genmorph.values.formed import Change
from genmorph.values.python_text import Symbol
from genmorph.values.registered import AppliedChange, changes_of
from genmorph.values.steps import Path


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
        if variable.role is Role.SOURCE_OUTPUT and variable.is_changeable:
            before, after = (
                columns[role, variable.position][correct] for role in (Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT)
            )
            changes = tried.changes(variable, before.tolist(), after.tolist())
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

    def changes(
        self, output: Variable, before: Sequence[list[Any]], after: Sequence[list[Any]]
    ) -> Iterator[AppliedChange]:
        """The changes that make each value what it is afterwards, and change some."""
        for path, parts in output.paths_of_changes(before):
            for change in changes_of(parts):
                own = [AppliedChange(change.name, self.constant, path=path)] if change.takes(self.constant) else []
                if self.drawn is not None and change.is_drawable:
                    own = [*self._of_drawn(change, path, output, before, after)]
                others = [AppliedChange(change.name, one, path=path) for one in change.constants or [None]]
                for applied in dict.fromkeys([*own, *others]):
                    changed = changed_output(output, applied)
                    if self._gives(changed, before, after) and not self._gives(changed, before, before):
                        yield applied

    def _of_drawn(
        self, change: Change, path: Path, output: Variable, before: Sequence[list[Any]], after: Sequence[list[Any]]
    ) -> Iterator[AppliedChange]:
        """The change by what is drawn, or by so many times that as the first value says."""
        numbers = (int,) if change.numbers is None else (int, float)
        if change.elements is None and not all(type(value) in numbers for value in self.values):
            return
        times = EQUALITIES.times if change.enlarges else (1,)
        applied = (AppliedChange(change.name, Symbol(self.drawn), count, path) for count in times)
        yield from (one for one in applied if self._gives(changed_output(output, one), before, after, 1))

    def _gives(
        self, changed: Variable, before: Sequence[list[Any]], after: Sequence[list[Any]], rows: int | None = None
    ) -> bool:
        """Whether the change makes each value what it is afterwards; of so many rows, where a number is given."""
        looked_at = islice(zip(before, after, self.values, strict=True), rows)
        return all(self._is_equal(changed, one, other, drawn) for one, other, drawn in looked_at)

    def _is_equal(self, changed: Variable, before: list[Any], after: list[Any], drawn: Any) -> bool:
        """Whether each element is what it is afterwards; the first that is not decides, since most changes fail."""
        pairs = zip(changed.each_after_change(before, drawn), after, strict=True)
        return len(before) == len(after) and all(equal_values(one, other, self.tolerance) for one, other in pairs)


def _with(executions: Executions, variables: Sequence[Variable]) -> Executions:
    columns = []
    places = {(v.role, v.position): place for place, v in enumerate(executions.variables)}
    for variable in variables:
        source = executions.columns[places[Role.SOURCE_OUTPUT, variable.position]]
        column = np.empty(len(source), np.object_)
        drawn = _drawn(executions, executions.pairs)
        column[:] = [variable.after_change(value, one) for value, one in zip(source, drawn, strict=True)]
        columns.append(column)
    return replace(
        executions,
        variables=(*executions.variables, *variables),
        columns=(*executions.columns, *columns),
    )
