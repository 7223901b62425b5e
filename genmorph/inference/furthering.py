"""Symbolic execution and further fresh pairs for kept relations, as long as there is time for them."""

from dataclasses import replace

from genmorph.filters.symbolic import is_available, refute
from genmorph.filters.validity import falsify, larger
from genmorph.inference.examining import Examined
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Fresh, Session
from genmorph.model import Stage, Verdict
from genmorph.settings import BUDGET, TRIALS
from genmorph.subject.targets import search_path


def try_further(session: Session, examined: Examined, fresh: Fresh, waiting: int) -> Examined:
    """The relation with more in its evidence, or what contradicts it; unchanged where there is no time.

    `fresh` was tried before. So many `waiting` relations share the seconds that are left; a budget of evaluations alone
    has allowed all pairs before.
    """
    meter = session.meter
    if examined.evidence is None or fresh.whole or meter.budget.seconds is None or meter.is_interrupted:
        return examined
    lasts, known = meter.lasting(1 / (2 * waiting)), fresh
    most = session.pace.thorough(TRIALS.fresh_of_fast)
    while len(known.executions) + TRIALS.fresh <= most and lasts():
        try:
            grown = session.fresh_executions(examined.found.transformation, min(most, 2 * len(known.executions)))
        except HaltError:
            break
        if len(grown.executions) <= len(known.executions):
            break
        examined = _tried(session, examined, known, grown)
        if examined.evidence is None:
            break
        known = grown
    return examined


def _tried(session: Session, examined: Examined, known: Fresh, grown: Fresh) -> Examined:
    """After what was grown beyond what is known."""
    assert examined.evidence is not None
    more = grown.executions[len(known.executions) :]
    finding = falsify(examined.found.expression, more, False, session.tolerance, enough=0)
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


def refute_symbolically(session: Session, examined: Examined, relations: int) -> Examined:
    """The relation with one more falsifier in its evidence, or what contradicts it; unchanged where nothing was run.

    So many `relations` have to share the seconds that are left. What symbolic execution suggests only counts where the
    function itself contradicts the relation there.
    """
    meter, found = session.meter, examined.found
    seconds = min(BUDGET.symbolic_seconds, meter.stage_left() / relations)
    is_timed = meter.budget.seconds is not None
    if examined.evidence is None or examined.evidence.exhaustive or not is_timed or meter.is_interrupted:
        return examined
    if seconds < BUDGET.least_symbolic_seconds or not is_available():
        return examined
    from genmorph.export.symbolic_claim import claim_source

    text = claim_source(session.signature, found.transformation, found.expression)
    if text is None:
        return examined
    inputs = refute(text, search_path(), seconds, lambda: meter.is_interrupted)
    if inputs is None:
        return examined
    try:
        executions = session.executions_on(found.transformation, inputs)
    except HaltError:
        return examined
    finding = falsify(found.expression, executions, True, session.tolerance, 0, Stage.SYMBOLIC)
    if finding.verdict is Verdict.REJECT:
        return Examined(found, finding)
    evidence = replace(examined.evidence, falsifiers=(*examined.evidence.falsifiers, "symbolic execution"))
    return replace(examined, evidence=evidence)
