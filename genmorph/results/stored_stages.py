"""What the stages of an inference counted, from JSON data."""

from collections.abc import Mapping
from typing import Any

from genmorph.model import UsageError
from genmorph.results.curves import curves_from
from genmorph.results.fields import count, flag, size

_MUTANTS = ("made", "judged", "killed_by_crash", "raises_only", "no_difference", "not_run")
"""What the table says of mutants."""
_SOURCES = ("accepted", "drawn")
"""And of inputs, beside those that were refused."""
_TRANSFORMATIONS = ("chosen", "looked_at")
"""And of transformations."""
_REJECTED = ("rejected", "errors_rejected")
"""What the filter says of rejected candidates: counts by stage."""


def stages_from(data: Any) -> dict[str, Any]:
    """The counts by stage; raises UsageError where those that are shown are not what they must be.

    Any part may be missing: earlier versions wrote fewer.
    """
    if not isinstance(data, dict):
        raise UsageError(f"stages must be an object, got {data!r}")
    faulty, mutants, seconds, sources = (_object(data, name) for name in ("faulty", "mutants", "seconds", "sources"))
    for name in faulty:
        flag(faulty, name)
    for name in _MUTANTS if mutants else ():
        count(mutants, name)
    for name in _SOURCES if sources else ():
        count(sources, name)
    for reason in _object(sources, "refused") if sources else ():
        count(sources["refused"], reason)
    transformations = _object(data, "transformations")
    for name in (name for name in _TRANSFORMATIONS if name in transformations):
        count(transformations, name)
    for name in seconds:
        size(seconds, name)
    for rejected in (_object(_object(data, "filter"), name) for name in _REJECTED):
        for stage in rejected:
            count(rejected, stage)
    curves_from(data.get("curves", []))
    return data


def _object(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The object of that name, an empty one where it is missing."""
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise UsageError(f"{name} must be an object, got {found!r}")
    return found
