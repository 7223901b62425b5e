"""Further fresh pairs for relations that are kept, as long as there is time for them."""

from dataclasses import replace

from genmorph.filters.validity import MIN_TRIED, falsify, larger
from genmorph.inference.examining import Examined
from genmorph.inference.laboratory import Fresh
from genmorph.inference.meter import HaltError
from genmorph.inference.prepared import FRESH_OF_FAST, Prepared
from genmorph.model import Verdict


def try_further(prepared: Prepared, examined: Examined, fresh: Fresh, waiting: int) -> Examined:
    """The relation with more in its evidence, or what contradicts it; unchanged where there is no time.

    `fresh` was tried before. So many `waiting` relations share the seconds that are left; a budget of evaluations alone
    has allowed all pairs before.
    """
    meter = prepared.meter
    if examined.evidence is None or fresh.whole or meter.budget.seconds is None or meter.is_interrupted:
        return examined
    lasts, known = meter.lasting(1 / (2 * waiting)), fresh
    most = prepared.pace.thorough(FRESH_OF_FAST)
    while len(known.executions) + MIN_TRIED <= most and lasts():
        try:
            grown = prepared.fresh_executions(examined.found.transformation, min(most, 2 * len(known.executions)))
        except HaltError:
            break
        if len(grown.executions) <= len(known.executions):
            break
        examined = _tried(prepared, examined, known, grown)
        if examined.evidence is None:
            break
        known = grown
    return examined


def _tried(prepared: Prepared, examined: Examined, known: Fresh, grown: Fresh) -> Examined:
    """After what was grown beyond what is known."""
    assert examined.evidence is not None
    more = grown.executions[len(known.executions) :]
    finding = falsify(examined.found.expression, more, False, prepared.laboratory.tolerance, enough=0)
    if finding.verdict is not Verdict.KEEP:
        return Examined(examined.found, finding)
    before = examined.evidence
    evidence = replace(
        before,
        tried=before.tried + finding.tried,
        random=(before.random or 0) + finding.tried,
        inapplicable=before.inapplicable + grown.inapplicable - known.inapplicable + finding.untestable,
        largest_error=larger(before.largest_error, finding.largest_error),
    )
    return replace(examined, evidence=evidence)
