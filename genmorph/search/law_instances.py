"""The laws that hold on all executions of one transformation, whether or not they notice a mutant."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from genmorph.execution.observation import CORRECT, Executions
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.fitness.sensitivity import Sensitivity
from genmorph.fitness.table import Table
from genmorph.model import UsageError
from genmorph.relations.expression import Expression, Variable
from genmorph.relations.laws import LAWS, terms_of
from genmorph.relations.metamorphic import is_metamorphic
from genmorph.relations.operators import Sort
from genmorph.relations.rendering import written_near
from genmorph.search.archive import Archived
from genmorph.settings import LAW_SEARCH


def find_laws(
    executions: Executions, table: Table, does: str, fitted_from: int = LAW_SEARCH.least_fitted_rows
) -> tuple[Archived, ...]:
    """Those that hold on all correct executions and depend on the outputs, with the mutants that they kill.

    `does` is what the transformation does to its arguments, as `Transformation.does` says it. Numbers are fitted to
    executions where there are so many.
    """
    found = list(dict.fromkeys(_instances(executions, does, fitted_from)))
    if not found or table.correct < LAW_SEARCH.least_rows:
        return ()
    programs = pack(found)
    scores = score(programs, table)
    holds = np.flatnonzero(scores.false_positives == 0)
    if not len(holds):
        return ()
    lacking = Sensitivity(table, executions.variables).is_lacking(programs.take(holds))
    kept = [int(index) for index, is_lacking in zip(holds, lacking, strict=True) if not is_lacking]
    return tuple(
        Archived(found[index], frozenset(table.judged[mutant] for mutant in np.flatnonzero(scores.kills[index])))
        for index in kept
    )


def _instances(executions: Executions, does: str, fitted_from: int) -> Iterator[Expression]:
    """The instances of all laws over the variables, with numbers that fit the executions."""
    columns = dict(zip(executions.variables, executions.columns, strict=True))
    correct = executions.mutants == CORRECT
    fitted = correct & (executions.correct >= fitted_from)

    def numbers(source: Variable, follow_up: Variable) -> Sequence[int | float]:
        before, after = (columns[variable][fitted] for variable in (source, follow_up))
        return _numbers_between(before, after, source.sort)

    def slopes(source: Variable, follow_up: Variable, factors: Sequence[Variable]) -> Sequence[int | float]:
        if source.sort is not Sort.NUMBER:
            return ()
        before, after, *by = (_measured(columns[v][fitted], Sort.NUMBER) for v in (source, follow_up, *factors))
        return fitted_slopes(before, after, list(map(math.prod, zip(*by, strict=True))))

    def has_nan(source: Variable, follow_up: Variable) -> bool:
        outputs = [columns[variable][correct] for variable in (source, follow_up)]
        return any(output.dtype.kind == "f" and bool(np.isnan(output).any()) for output in outputs)

    for terms in terms_of(executions.variables, numbers, slopes, has_nan):
        for law in LAWS:
            if not law.holds_under(does):
                continue
            yield from _expressions(law.shapes(terms), executions.variables)


def _expressions(trees: Iterable[Any], variables: Sequence[Variable]) -> Iterator[Expression]:
    """Those that are relations of both calls."""
    for tree in trees:
        try:
            expression = Expression.from_tree(tree, variables)
        except UsageError:  # too large, or of sorts that do not fit
            continue
        if is_metamorphic(expression):
            yield expression


def _measured(values: Any, sort: Sort) -> list[float]:
    """The numbers themselves; of texts and sequences, the lengths."""
    given = values[: LAW_SEARCH.fitted_rows].tolist()
    if sort is Sort.NUMBER:
        return [float(value) for value in given]
    return [float(len(value)) if hasattr(value, "__len__") else math.nan for value in given]


def _numbers_between(before: Any, after: Any, sort: Sort) -> list[int | float]:
    """What fits outputs of this sort: of sequences of numbers, their lengths and their first elements."""
    found = fitted_numbers(_measured(before, sort), _measured(after, sort))
    of_elements = fitted_numbers(_first_elements(before), _first_elements(after)) if sort is Sort.NUMBERS else []
    return found + of_elements


def _first_elements(values: Any) -> list[float]:
    """The first number of each sequence, NaN of an empty one."""
    return [float(value[0]) if len(value) else math.nan for value in values[: LAW_SEARCH.fitted_rows].tolist()]


def fitted_numbers(before: Sequence[float], after: Sequence[float]) -> list[int | float]:
    """The differences, quotients and sums of outputs that are the same for all pairs; ints where they are whole.

    >>> fitted_numbers([1.0, 2.0], [3.0, 4.0]), fitted_numbers([1.0, 2.0], [2.0, 4.0]), fitted_numbers([1.0], [1.0])
    ([2], [2], [2])
    """
    pairs = [(one, other) for one, other in zip(before, after, strict=True) if math.isfinite(one + other)]
    candidates = (
        _common([other - one for one, other in pairs], plain=0),
        _common([other / one for one, other in pairs if one], plain=1),
        _common([other + one for one, other in pairs], plain=0),
    )
    return list(dict.fromkeys(int(one) if one.is_integer() else one for one in candidates if one is not None))


def fitted_slopes(before: Sequence[float], after: Sequence[float], by: Sequence[float]) -> list[int | float]:
    """By how much the output grows for each 1 of an argument, where that is the same for all pairs and not 1 or -1.

    >>> fitted_slopes([1.0, 2.0], [8.0, 16.0], [1.0, 2.0]), fitted_slopes([1.0, 2.0], [2.0, 4.0], [1.0, 2.0])
    ([7], [])
    """
    rises = [
        (other - one) / x for one, other, x in zip(before, after, by, strict=True) if x and math.isfinite(one + other)
    ]
    slope = _common(rises, plain=0)
    if slope is None or abs(slope) == 1:
        return []
    return [int(slope) if slope.is_integer() else slope]


def _common(values: Sequence[float], plain: float) -> float | None:
    """What all values are but for rounding; None where they differ, and where it is what a plainer law says."""
    middle = sorted(values)[len(values) // 2] if values else plain
    if not math.isfinite(middle) or not all(math.isclose(value, middle, rel_tol=LAW_SEARCH.close) for value in values):
        return None
    written = written_near(middle, LAW_SEARCH.close)
    rounded = float(f"{middle:.{LAW_SEARCH.digits}g}") if written is None else written
    return None if math.isclose(rounded, plain, rel_tol=LAW_SEARCH.nearly_plain) else rounded
