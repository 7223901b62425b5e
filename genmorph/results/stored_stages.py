"""What the stages of an inference counted, from JSON data."""

from typing import Any

from genmorph.model import UsageError
from genmorph.results.fields import count, flag

_MUTANTS = ("made", "judged", "killed_by_crash", "raises_only", "no_difference", "not_run")
"""What the table says of mutants."""


def stages_from(data: Any) -> dict[str, Any]:
    """The counts by stage; raises UsageError where those that are shown are not what they must be."""
    if not isinstance(data, dict):
        raise UsageError(f"stages must be an object, got {data!r}")
    faulty, mutants = data.get("faulty", {}), data.get("mutants", {})
    if not isinstance(faulty, dict) or not isinstance(mutants, dict):
        raise UsageError(f"faulty and mutants must be objects, got {faulty!r} and {mutants!r}")
    for name in faulty:
        flag(faulty, name)
    for name in _MUTANTS if mutants else ():
        count(mutants, name)
    return data
