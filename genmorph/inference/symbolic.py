"""Symbolic execution of a kept relation, where it is installed and the budget has seconds."""

from dataclasses import replace

from genmorph.export.claims import claim_source
from genmorph.filters.symbolic import is_available, refute
from genmorph.filters.validity import falsify
from genmorph.inference.examining import Examined
from genmorph.inference.meter import HaltError
from genmorph.inference.prepared import Prepared
from genmorph.model import Stage, Verdict
from genmorph.subject.targets import search_path

_SECONDS = 5.0
"""One relation gets at most so many."""
_LEAST = 1.0
"""With fewer seconds it is not begun."""


def refute_symbolically(prepared: Prepared, examined: Examined, relations: int) -> Examined:
    """The relation with one more falsifier in its evidence, or what contradicts it; unchanged where nothing was run.

    So many `relations` have to share the seconds that are left. What symbolic execution suggests only counts where the
    function itself contradicts the relation there.
    """
    meter, laboratory, found = prepared.meter, prepared.laboratory, examined.found
    seconds = min(_SECONDS, meter.stage_left() / relations)
    is_timed = meter.budget.seconds is not None
    if examined.evidence is None or examined.evidence.exhaustive or not is_timed or meter.is_interrupted:
        return examined
    if seconds < _LEAST or not is_available():
        return examined
    text = claim_source(laboratory.signature, found.transformation, found.expression)
    if text is None:
        return examined
    inputs = refute(text, search_path(), seconds, lambda: meter.is_interrupted)
    if inputs is None:
        return examined
    try:
        executions = prepared.executions_on(found.transformation, inputs)
    except HaltError:
        return examined
    finding = falsify(found.expression, executions, True, laboratory.tolerance, 0, Stage.SYMBOLIC)
    if finding.verdict is Verdict.REJECT:
        return Examined(found, finding)
    evidence = replace(examined.evidence, falsifiers=(*examined.evidence.falsifiers, "symbolic execution"))
    return replace(examined, evidence=evidence)
