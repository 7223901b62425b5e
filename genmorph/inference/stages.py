"""What each stage of an inference did, in counts."""

from collections.abc import Mapping, Sequence
from typing import Any

from genmorph.inference.conclusion import Conclusion
from genmorph.inference.curves import curves_of
from genmorph.inference.exploration import Exploration
from genmorph.inference.prepared import Prepared
from genmorph.model import FaultyVersion, Stage


def count_stages(prepared: Prepared, explorations: Sequence[Exploration], conclusion: Conclusion) -> dict[str, Any]:
    """The counts by stage, and whether each faulty version is killed; no seconds are among them.

    What `held` in the screening is then selected from. Of the transformations of what is selected, all such candidates
    are tried, and some have `passed`; the others are neither kept nor rejected. For what was examined and passed so far
    a counterexample is `sought`, and some are `found_false`. Relations about errors are counted apart when rejected.
    The `curves` are those of the longest searches, thinned out.
    """
    sources = prepared.source_counts()
    if prepared.coverage is not None:
        sources["branches"] = {"reached": prepared.coverage.reached, "of": prepared.coverage.branches}
    faulty = [mutant.id for mutant in prepared.laboratory.mutants if isinstance(mutant, FaultyVersion)]
    judged = conclusion.judged
    applicable, most = len(prepared.transformations), prepared.laboratory.parameters.transformations
    killed = frozenset[str]().union(*(relation.killed for relation in conclusion.relations))
    return {
        **({"faulty": {name: name in killed for name in faulty}} if faulty else {}),
        "sources": sources,
        "mutants": conclusion.mutant_counts,
        "transformations": {
            "applicable": applicable,
            "chosen": applicable if most is None else min(most, applicable),
            "looked_at": len(explorations),
            "searched": sum(e.is_searched for e in explorations),
        },
        "search": {
            "generations": sum(e.generations for e in explorations),
            "evaluations": round(sum(e.evaluations for e in explorations), 3),
        },
        "curves": [curves.to_data() for curves in curves_of(explorations, conclusion.signature)],
        "filter": {
            "held": sum(len(e.found) for e in explorations),
            "passed": judged.passed,
            "sought": judged.sought,
            "found_false": judged.found_false,
            "kept": len(conclusion.relations),
            "rejected": _in_order({**judged.counts, Stage.SCREENING: sum(e.fallen for e in explorations)}),
            "errors_rejected": _in_order(conclusion.errors_by_stage),
        },
    }


def _in_order(counts: Mapping[Stage, int]) -> dict[str, int]:
    """How many candidates each stage rejected, or left undecided, in the order of the stages."""
    return {stage.value: counts[stage] for stage in Stage if counts.get(stage)}
