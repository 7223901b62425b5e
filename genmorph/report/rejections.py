"""The candidates of a function that were not reported, by the stage that said so."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from genmorph.model import Stage, Verdict
from genmorph.report.limits import Limits
from genmorph.report.relations import first_lines
from genmorph.results.relation import Rejected, pair_lines
from genmorph.results.relation_set import RelationSet
from genmorph.subject.signature import Signature
from genmorph.values.labels import shortened


@dataclass(frozen=True, slots=True)
class ShownRejection:
    """A candidate with the reason, and the counterexample where there is one."""

    formula: str
    transformation: str
    is_undecided: bool
    reason: str
    counterexample: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rejections:
    """What one stage rejected or left undecided: so many in all, of which some are shown."""

    stage: str
    number: int
    shown: tuple[ShownRejection, ...]


def show_rejections(relations: RelationSet, limits: Limits) -> tuple[Rejections, ...]:
    """The rejected candidates of a set, in the order in which a candidate meets the stages."""
    return tuple(
        _of_stage(relations, stage, limits)
        for stage in Stage
        if _counted(relations.stages, stage) or any(one.stage is stage for one in relations.rejected)
    )


def _of_stage(relations: RelationSet, stage: Stage, limits: Limits) -> Rejections:
    listed = [rejected for rejected in relations.rejected if rejected.stage is stage]
    telling = sorted(listed, key=lambda rejected: rejected.counterexample is None)[: limits.rejected]
    number = max(len(listed), _counted(relations.stages, stage))
    return Rejections(stage.value, number, tuple(_shown(one, relations.signature) for one in telling))


def _counted(stages: Mapping[str, Any], stage: Stage) -> int:
    """How many candidates the stage counted; a saved set holds some of them only."""
    filtered = stages.get("filter", {})
    return sum(filtered.get(name, {}).get(stage.value, 0) for name in ("rejected", "errors_rejected"))


def _shown(rejected: Rejected, signature: Signature) -> ShownRejection:
    execution = rejected.counterexample
    lines = () if execution is None else pair_lines(signature, execution, range(len(execution.source_outputs)))
    return ShownRejection(
        formula=shortened(rejected.formula),
        transformation=shortened(rejected.transformation),
        is_undecided=rejected.verdict is Verdict.UNDECIDED,
        reason=shortened(rejected.reason),
        counterexample=first_lines(lines),
    )
