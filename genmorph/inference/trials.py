"""What relations of one transformation are tried on, and which of that is hardest for them."""

from collections.abc import Sequence
from dataclasses import dataclass

from genmorph.filters.margin import compile_margin
from genmorph.inference.laboratory import Fresh
from genmorph.inference.screening import Screen
from genmorph.model import Execution, Input, Stage, Tolerance
from genmorph.relations.expression import Expression
from genmorph.values.building import shown

HARDEST = 3
"""So many of the pairs closest to a violation are remembered as examples."""
_TELLING = 1_000
"""So many fresh pairs, and half as many corner pairs, show whether a relation says something."""


@dataclass(frozen=True, slots=True)
class Trials:
    """The original's executions of one transformation that nothing has learnt from."""

    fresh: Fresh
    corners: Fresh
    screen: Screen

    def stage_of(self, execution: Execution) -> Stage:
        """The stage that tries the execution."""
        is_corner = any(execution is corner for corner in self.corners.executions)
        return Stage.CORNER_PAIRS if is_corner else Stage.FRESH_PAIRS

    @property
    def telling(self) -> tuple[Execution, ...]:
        """Some of both kinds."""
        return self.fresh.executions[:_TELLING] + self.corners.executions[: _TELLING // 2]


def hardest(expression: Expression, executions: Sequence[Execution], tolerance: Tolerance) -> tuple[Input, ...]:
    """The sources of the pairs with the least slack, short ones first; none where all pairs are alike."""
    margin = compile_margin(expression, tolerance)
    slack = [margin([variable.read(execution) for variable in expression.variables]) for execution in executions]
    if not slack or min(slack) == max(slack):
        return ()
    order = sorted(range(len(slack)), key=lambda place: (slack[place], len(shown(executions[place].source))))
    return tuple(executions[place].source for place in order[:HARDEST])
