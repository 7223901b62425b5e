"""All that a page shows of one function."""

from dataclasses import dataclass

from genmorph.model import Budget
from genmorph.report.catalogue import Row, row_of
from genmorph.report.curves import ShownCurves, show_curves
from genmorph.report.kills import Matrix, show_matrix
from genmorph.report.limits import Limits
from genmorph.report.rejections import Rejections, show_rejections
from genmorph.report.relations import ShownRelation, show_relations
from genmorph.report.seconds import Part, show_seconds
from genmorph.results.relation_set import Refusal, RelationSet
from genmorph.results.table import caption
from genmorph.values.labels import shortened

_PARAMETERS = 12
"""The domains of so many parameters are shown."""


@dataclass(frozen=True, slots=True)
class Section:
    """What there is to say of a function; of one that was refused there is the `summary` alone, which says why.

    `facts` are pairs of a name and a value; `more_relations` and `more_curves` count what is not shown; `disowned` are
    formulas that a person said are not intended.
    """

    row: Row
    summary: str
    facts: tuple[tuple[str, str], ...]
    relations: tuple[ShownRelation, ...] = ()
    more_relations: int = 0
    matrix: Matrix | None = None
    curves: tuple[ShownCurves, ...] = ()
    more_curves: int = 0
    seconds: tuple[Part, ...] = ()
    rejections: tuple[Rejections, ...] = ()
    disowned: tuple[str, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether there is no set of relations."""
        return self.row.relations is None


def build_section(answer: RelationSet | Refusal, anchor: str, file: str, limits: Limits) -> Section:
    """The section about an answer, which was read from a file of that name."""
    row, saved = row_of(answer, anchor), ("Saved in", shortened(file))
    if isinstance(answer, Refusal):
        return Section(row, shortened(answer.reason, 4_000), (saved,))
    shown = show_relations(answer, limits)
    curves = show_curves(answer, limits)
    return Section(
        row=row,
        summary=shortened(caption(answer), 1_000),
        facts=(*_facts(answer), saved),
        relations=shown,
        more_relations=len(answer.relations) - len(shown),
        matrix=show_matrix(answer, limits),
        curves=curves,
        more_curves=len(answer.stages.get("curves", [])) - len(curves),
        seconds=show_seconds(answer),
        rejections=show_rejections(answer, limits),
        disowned=tuple(shortened(relation.formula) for relation in answer.disowned[: limits.relations]),
    )


def _facts(relations: RelationSet) -> tuple[tuple[str, str], ...]:
    signature = relations.signature
    domains = [(one.name, shortened(one.domain.notation(), 200)) for one in signature.parameters[:_PARAMETERS]]
    more = len(signature.parameters) - len(domains)
    valid = [("Valid inputs", shortened(condition.text())) for condition in signature.conditions[:_PARAMETERS]]
    return (
        *((f"Domain of {name}", notation) for name, notation in domains),
        *([("Further parameters", str(more))] if more else []),
        *valid,
        ("Budget", _budget_text(relations.budget)),
        ("Seed", str(relations.seed)),
    )


def _budget_text(budget: Budget) -> str:
    """Both parts of a budget as the command line takes them.

    >>> _budget_text(Budget(30.0, 500.0))
    '30s, 500ev'
    """
    parts = [(budget.seconds, "s"), (budget.evaluations, "ev")]
    return ", ".join(f"{amount:g}{unit}" for amount, unit in parts if amount is not None)
