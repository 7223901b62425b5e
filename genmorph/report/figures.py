"""Figures, plots and bars as a page shows them, and how much it has room for."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from genmorph.results.record import Course, Curves, Relation, curves_from
from genmorph.results.relation_set import RelationSet
from genmorph.results.statistical_relation import StatisticalRelation
from genmorph.settings import REPORT_PAGE
from genmorph.values.labels import shortened

NONE = "—"
"""What was not measured is not zero."""
_RULERS = ("ruled by false positives", "ruled by false negatives")


def number_text(number: int | None) -> str:
    """A count.

    >>> number_text(12345), number_text(0), number_text(None)
    ('12,345', '0', '—')
    """
    return NONE if number is None else f"{number:,}"


def share_text(share: float | None) -> str:
    """A share in percent, rounded down, so that 100% are all; what is there is not 0%.

    >>> [share_text(share) for share in (0.999, 0.001, 1.0, 0.0, None)]
    ['99%', '<1%', '100%', '0%', '—']
    """
    if share is None:
        return NONE
    percent = int(100 * share + 1e-9)
    return "<1%" if share > 0 and not percent else f"{percent}%"


def seconds_text(seconds: float | None) -> str:
    """A time.

    >>> [seconds_text(seconds) for seconds in (0.25, 31.96, 60.0, 3725.0, None)]
    ['0.2 s', '32 s', '1 min 0 s', '1 h 2 min', '—']
    """
    if seconds is None:
        return NONE
    if round(seconds) < 60:
        return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


@dataclass(frozen=True, slots=True)
class PageLimits:
    """The most relations to show, faults of each, mutants of the matrix, and survivors among them.

    `diff` is a number of lines, `rejected` the candidates of one stage, `curves` the transformations.
    """

    relations: int
    faults: int
    mutants: int
    survivors: int
    diff: int
    rejected: int
    curves: int


LEVELS = (
    PageLimits(relations=60, faults=3, mutants=80, survivors=8, diff=40, rejected=8, curves=10),
    PageLimits(relations=20, faults=2, mutants=40, survivors=3, diff=14, rejected=3, curves=3),
    PageLimits(relations=12, faults=1, mutants=20, survivors=1, diff=8, rejected=1, curves=1),
    PageLimits(relations=4, faults=0, mutants=0, survivors=0, diff=0, rejected=0, curves=0),
)
"""From all that is worth reading to the least: the first that fits is taken."""


def room(functions: int) -> int:
    """The bytes that each function may take, so that a page of 200 functions stays below 5 MB.

    >>> room(1), room(150), room(5_000)
    (200000, 31333, 16000)
    """
    share = REPORT_PAGE.page_bytes // max(1, functions)
    return min(REPORT_PAGE.most_section_bytes, max(REPORT_PAGE.least_section_bytes, share))


@dataclass(frozen=True, slots=True)
class Frame:
    """A drawing's size, and the rectangle in it that holds the plot.

    >>> frame = Frame(320, 150, left=40, top=10, right=10, bottom=20)
    >>> frame.x(0.0), frame.x(1.0), frame.y(0.0), frame.y(1.0)
    (40.0, 310.0, 130.0, 10.0)
    """

    width: int
    height: int
    left: int
    top: int
    right: int
    bottom: int

    def x(self, share: float) -> float:
        """The place of a share from left to right; what is beyond stays at the edge."""
        return round(self.left + min(1.0, max(0.0, share)) * (self.width - self.left - self.right), 1)

    def y(self, share: float) -> float:
        """The place of a share from the bottom to the top."""
        whole = self.height - self.top - self.bottom
        return round(self.height - self.bottom - min(1.0, max(0.0, share)) * whole, 1)

    def line(self, xs: Sequence[float], ys: Sequence[float]) -> str:
        """The points of a line through these shares.

        >>> Frame(100, 100, 0, 0, 0, 0).line([0, 0.5, 1], [1, 0.25, 0])
        '0,0 50,75 100,100'
        """
        return " ".join(f"{self.x(x):g},{self.y(y):g}" for x, y in zip(xs, ys, strict=True))


FRAME = Frame(320, 150, left=38, top=10, right=12, bottom=24)


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
    """The plots of one transformation, up to its last generation."""

    transformation: str
    last: int
    plots: tuple[Plot, ...]


def show_curves(relations: RelationSet, limits: PageLimits) -> tuple[ShownCurves, ...]:
    """The plots of the longest searches; none where the file is of a version that did not keep them."""
    return tuple(
        ShownCurves(
            shortened(curves.transformation, REPORT_PAGE.line),
            curves.generations[-1],
            tuple(_plot(curves, *pair) for pair in zip(_RULERS, curves.populations, strict=False)),
        )
        for curves in curves_from(relations.stages.get("curves", []))[: limits.curves]
    )


def _plot(curves: Curves, ruler: str, course: Course) -> Plot:
    """Counts as shares of the rows that could be judged wrongly; a count may be an int beyond all floats."""
    last = max(1, curves.generations[-1])
    xs = [generation / last for generation in curves.generations]
    lines = []
    for kind, counts, rows in (
        ("false positives", course.false_positives, curves.correct),
        ("false negatives", course.false_negatives, curves.incorrect),
    ):
        ys = [min(count, rows) / rows if rows else 0.0 for count in counts]
        words = f"{kind} from {counts[0]:,} to {counts[-1]:,} of {rows:,}"
        lines.append(Line(kind, FRAME.line(xs, ys), (FRAME.x(xs[-1]), FRAME.y(ys[-1])), words))
    return Plot(ruler, tuple(lines))


BAR = Frame(640, 18, left=0, top=0, right=0, bottom=0)


@dataclass(frozen=True, slots=True)
class Part:
    """A stage with its seconds, and the part of the bar that stands for it; `colour` is a number."""

    stage: str
    seconds: float
    x: float
    width: float
    colour: int


def show_seconds(relations: RelationSet) -> tuple[Part, ...]:
    """The stages, the longest first, one after the other in the bar; none where the budget had no seconds."""
    seconds = [(stage, spent) for stage, spent in relations.stages.get("seconds", {}).items() if stage != "total"]
    longest = sorted(seconds, key=lambda part: -part[1])[: REPORT_PAGE.stages]
    whole, begins, parts = sum(spent for _, spent in longest), 0.0, []
    for number, (stage, spent) in enumerate(longest):
        width = BAR.width * spent / whole if whole else 0.0
        name, colour = shortened(stage, REPORT_PAGE.stage), number % REPORT_PAGE.colours
        parts.append(Part(name, spent, round(begins, 2), round(width, 2), colour))
        begins += width
    return tuple(parts)


BOXES = Frame(320, 66, left=40, top=4, right=12, bottom=20)


@dataclass(frozen=True, slots=True)
class Box:
    """The box plot of a sample: the places of its five numbers from left to right, its height, and it in words."""

    side: str
    xs: tuple[float, ...]
    y: float
    words: str


@dataclass(frozen=True, slots=True)
class ShownSamples:
    """What both sides of a statistical relation gave for one input, on a scale from `least` to `greatest`."""

    source: str
    boxes: tuple[Box, ...]
    least: str
    greatest: str


def show_samples(relation: Relation) -> ShownSamples | None:
    """The samples of a relation; None where it has none, or none of numbers."""
    sampling = relation.sampling if isinstance(relation, StatisticalRelation) else None
    if sampling is None or sampling.seen is None:
        return None
    seen = sampling.seen
    sides = {name: astuple(side) for name, side in (("left", seen.left), ("right", seen.right))}
    least, greatest = min(map(min, sides.values())), max(map(max, sides.values()))
    reach = greatest - least
    boxes = tuple(
        Box(
            name,
            tuple(BOXES.x((number - least) / reach if reach else 0.5) for number in numbers),
            BOXES.y(0.75 - 0.5 * place),
            f"{name} side from {numbers[0]:.4g} to {numbers[-1]:.4g}, median {numbers[2]:.4g}",
        )
        for place, (name, numbers) in enumerate(sides.items())
    )
    return ShownSamples(shortened(seen.source, REPORT_PAGE.line), boxes, f"{least:.4g}", f"{greatest:.4g}")
