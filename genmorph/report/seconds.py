"""The time of an inference by stage, as a bar."""

from dataclasses import dataclass

from genmorph.report.drawing import Frame, widths
from genmorph.results.relation_set import RelationSet
from genmorph.values.labels import shortened

BAR = Frame(640, 18, left=0, top=0, right=0, bottom=0)
COLOURS = 6
"""So many stages have a colour of their own; the others begin again."""
_MOST = 12
"""A run has fewer stages."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stage with its seconds, and the part of the bar that stands for it; `colour` is a number."""

    stage: str
    seconds: float
    x: float
    width: float
    colour: int


def show_seconds(relations: RelationSet) -> tuple[Part, ...]:
    """The stages, the longest first; none where the budget had no seconds."""
    seconds = relations.stages.get("seconds", {})
    spent = sorted(((stage, seconds[stage]) for stage in seconds if stage != "total"), key=lambda part: -part[1])[
        :_MOST
    ]
    laid = widths([part for _, part in spent], BAR.width)
    return tuple(
        Part(shortened(stage, 40), part, x, width, number % COLOURS)
        for number, ((stage, part), (x, width)) in enumerate(zip(spent, laid, strict=True))
    )
