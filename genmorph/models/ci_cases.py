"""What back ends make of a model as cases for CI services."""

from pathlib import Path
from typing import Any

from genmorph.models.comparison import BackEndAnswer, ModelCheck, Verdict
from genmorph.models.own_relations import RelationAnswer
from genmorph.models.search import Finding
from genmorph.results.ci_files import Case, CaseStatus

_RULES = {
    Verdict.DIFFERS: "a back end gives other numbers",
    Verdict.NOT_A_NUMBER: "a back end gives numbers that are not finite",
    Verdict.FAILED: "a back end fails",
    Verdict.GROWS: "a back end takes more and more for the same",
    Verdict.UNSUPPORTED: "a back end does not support a layer",
    Verdict.UNDECIDED: "numbers overflow, of which nothing is known",
}


def cases_of_check(check: ModelCheck) -> list[Case]:
    """A case for each back end."""
    return [_case(check.model, check.model.stem, answer.back_end, answer) for answer in check.answers]


def cases_of_relations(model: Path, answers: tuple[RelationAnswer, ...]) -> list[Case]:
    """A case for each relation on each back end."""
    return [_case(model, f"{model.stem}.{one.back_end}", one.relation, one) for one in answers]


def cases_of_findings(model: Path, findings: list[Finding]) -> list[Case]:
    """A case for each finding of a search."""
    return [
        Case(
            group=f"{model.stem}.{one.back_end}",
            name=one.layer or "an unknown layer",
            status=CaseStatus.FAILED,
            words=str(one),
            rule=_RULES[Verdict(one.verdict)],
            place=model,
        )
        for one in findings
    ]


def _case(model: Path, group: str, name: str, answer: BackEndAnswer | RelationAnswer) -> Case:
    broken = dict.fromkeys((Verdict.UNSUPPORTED, Verdict.UNDECIDED), CaseStatus.BROKEN)
    status = {Verdict.SAME: CaseStatus.PASSED, **broken}.get(answer.verdict, CaseStatus.FAILED)
    said: dict[str, Any] = {} if status is CaseStatus.PASSED else {"words": str(answer), "rule": _RULES[answer.verdict]}
    return Case(group=group, name=name, status=status, place=model, **said)
