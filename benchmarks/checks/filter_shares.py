"""Which of the candidates of a saved set its filters let pass, as the paper counts them: PZ and PZO."""

from collections import Counter

from benchmarks.checks.judgement import share
from benchmarks.record import Row
from genmorph.model import Stage, Verdict

_REFUTED = (Stage.SCREENING, Stage.FRESH_PAIRS, Stage.BOUNDARY_PAIRS, Stage.SEARCH, Stage.SYMBOLIC)
"""The stages that find inputs for which a candidate is false, but for its test, which the paper does not run."""


def share_passing(saved: Row) -> float | None:
    """PZ: of the candidates that were tried and those refuted, the ones that nothing refuted; None where none was.

    >>> rejected = {"screening": 4, "fresh pairs": 2, "redundant": 1, "kills": 9}
    >>> share_passing({"rejected": [], "stages": {"filter": {"passed": 4, "rejected": rejected}}})
    0.4
    """
    counts = Counter[str](saved["stages"]["filter"]["rejected"])
    counts.subtract(one["stage"] for one in saved["rejected"] if one["verdict"] == Verdict.UNDECIDED.value)
    passed = saved["stages"]["filter"]["passed"]
    return share(passed, passed + sum(counts[stage.value] for stage in _REFUTED))


def share_unrefuted(saved: Row) -> float | None:
    """PZO: of the candidates for which a counterexample was sought, those that have none; None where none was sought.

    >>> share_unrefuted({"stages": {"filter": {"sought": 4, "found_false": 1}}})
    0.75
    """
    counts = saved["stages"]["filter"]
    return share(counts["sought"] - counts["found_false"], counts["sought"])
