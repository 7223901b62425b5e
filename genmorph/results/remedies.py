"""Why a run found no relation, as far as its counts tell, and what may help."""

from collections.abc import Mapping
from typing import Any

_REASONS = 3
"""Of those why inputs were refused so many are named."""


def what_may_help(stages: Mapping[str, Any]) -> str:
    """What a user may do about it, by the counts of the stages.

    >>> what_may_help({"seconds": {"total": 2.0}})
    'it ended before the search, a larger budget, or a domain without inputs that take long, may help'
    >>> what_may_help({"mutants": {}, "transformations": {"chosen": 41, "looked_at": 8}})
    'it looked at 8 of 41 transformations, a larger budget may help'
    >>> what_may_help({"mutants": {}, "filter": {"rejected": {"time": 6}}})
    '6 candidates were not judged in time, a larger budget may help'
    >>> what_may_help({"mutants": {}})
    'a larger budget, or a domain of the inputs that matter, may help'
    """
    sources = stages.get("sources") or {"accepted": 0, "drawn": 0}
    if 2 * sources["accepted"] < sources["drawn"]:
        reasons = sorted(sources.get("refused", {}).items(), key=lambda reason: -reason[1])
        whole = ", ".join(f"{name} {count:,}" for name, count in reasons[:_REASONS])
        returned = f"it returned for {sources['accepted']:,} of {sources['drawn']:,} inputs ({whole})"
        return f"{returned}, and a domain without the others, or a larger budget, may help"
    if "mutants" not in stages:
        return "it ended before the search, a larger budget, or a domain without inputs that take long, may help"
    transformations = stages.get("transformations", {})
    chosen, looked_at = transformations.get("chosen", 0), transformations.get("looked_at", 0)
    if looked_at < chosen:
        return f"it looked at {looked_at:,} of {chosen:,} transformations, a larger budget may help"
    late = stages.get("filter", {}).get("rejected", {}).get("time", 0)
    if late:
        judged = "candidate was" if late == 1 else "candidates were"
        return f"{late:,} {judged} not judged in time, a larger budget may help"
    return "a larger budget, or a domain of the inputs that matter, may help"
