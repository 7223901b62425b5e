"""False positives and false negatives over the generations of a search, as plots."""

from dataclasses import dataclass

from genmorph.report.drawing import Frame
from genmorph.report.limits import Limits
from genmorph.results.relation_set import RelationSet
from genmorph.results.stored import Course, Curves, curves_from
from genmorph.values.labels import shortened

FRAME = Frame(320, 150, left=38, top=10, right=12, bottom=24)
_RULERS = ("ruled by false positives", "ruled by false negatives")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a plot: what it shows, its points, its last point, and where it begins and ends in words."""

    kind: str
    points: str
    end: tuple[float, float]
    words: str


@dataclass(frozen=True, slots=True)
class Plot:
    """The best tree of one population over the generations."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ShownCurves:
    """The plots of one transformation, over so many generations."""

    transformation: str
    last: int
    plots: tuple[Plot, ...]


def show_curves(relations: RelationSet, limits: Limits) -> tuple[ShownCurves, ...]:
    """The plots of the longest searches; none where the file is of a version that did not keep them."""
    kept = curves_from(relations.stages.get("curves", []))
    return tuple(_shown(curves) for curves in kept[: limits.curves])


def _shown(curves: Curves) -> ShownCurves:
    pairs = zip(_RULERS, curves.populations, strict=False)
    plots = tuple(Plot(ruler, _lines(curves, course)) for ruler, course in pairs)
    return ShownCurves(shortened(curves.transformation, 200), curves.generations[-1], plots)


def _lines(curves: Curves, course: Course) -> tuple[Line, ...]:
    return (
        _line(curves, "false positives", course.false_positives, curves.correct),
        _line(curves, "false negatives", course.false_negatives, curves.incorrect),
    )


def _line(curves: Curves, kind: str, counts: tuple[int, ...], rows: int) -> Line:
    """Counts as shares of the rows that could be judged wrongly; a count may be an int beyond all floats."""
    last = max(1, curves.generations[-1])
    xs = [generation / last for generation in curves.generations]
    ys = [min(count, rows) / rows if rows else 0.0 for count in counts]
    words = f"{kind} from {counts[0]:,} to {counts[-1]:,} of {rows:,}"
    return Line(kind, FRAME.line(xs, ys), (FRAME.x(xs[-1]), FRAME.y(ys[-1])), words)
