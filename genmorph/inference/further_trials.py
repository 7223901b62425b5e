"""What contradicted others, symbolic execution and further fresh pairs for kept relations, as far as there is time."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from genmorph.filters.candidates import Candidate
from genmorph.filters.symbolic import is_available, refute
from genmorph.filters.validity import falsify, larger
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Fresh, Session
from genmorph.model import Input, Stage, Verdict
from genmorph.settings import BUDGET, TRIALS
from genmorph.subject.targets import search_path


def try_further(session: Session, found: Candidate, fresh: Fresh, waiting: int) -> Candidate:
    """The relation with more in its evidence, or what contradicts it; unchanged where there is no time.

    `fresh` was tried before. The `waiting` relations share the seconds that are left; a budget of evaluations alone
    has allowed all pairs before.
    """
    meter = session.meter
    if found.evidence is None or fresh.whole or meter.budget.seconds is None or meter.is_interrupted:
        return found
    lasts, known = meter.lasting(BUDGET.further_pairs / waiting), fresh
    most = session.pace.thorough(TRIALS.fresh_of_fast)
    while len(known.executions) + TRIALS.fresh <= most and lasts():
        try:
            grown = session.fresh_executions(found.transformation, min(most, 2 * len(known.executions)))
        except HaltError:
            break
        if len(grown.executions) <= len(known.executions):
            break
        found = _tried(session, found, known, grown)
        if found.evidence is None:
            break
        known = grown
    return found


def _tried(session: Session, found: Candidate, known: Fresh, grown: Fresh) -> Candidate:
    """After what was grown beyond what is known."""
    assert found.evidence is not None
    more = grown.executions[len(known.executions) :]
    finding = falsify(found.expression, more, False, session.tolerance, enough=0)
    if finding.verdict is not Verdict.KEEP:
        return found.judged(finding)
    before = found.evidence
    evidence = replace(
        before,
        tried=before.tried + finding.tried,
        random=(before.random or 0) + finding.tried,
        inapplicable=before.inapplicable + grown.inapplicable - known.inapplicable + finding.untestable,
        largest_error=larger(before.largest_error, finding.largest_error),
    )
    return replace(found, evidence=evidence)


def try_where_others_fail(
    session: Session, found: Candidate, relations: int, *, arguments: Sequence[Input]
) -> Candidate:
    """The relation, or what contradicts it on these arguments of calls that contradicted other relations.

    Where a tie or rounding makes one relation false it often does another, above all of the opposite change. So many
    `relations` share the time; of a slow function the first arguments are tried.
    """
    if found.evidence is None or found.evidence.exhaustive or session.meter.is_interrupted:
        return found
    drawn, rng = found.transformation.drawn, Random(f"others/{found.transformation.key}")
    sources = (
        list(arguments)
        if drawn is None
        else [(*one, drawn.draw(rng)) for one in arguments for _ in range(TRIALS.draws_where_others_fail)]
    )
    most = session.pace.affordable(len(sources), BUDGET.where_others_fail / relations)
    try:
        executions = session.executions_on(found.transformation, sources[:most])
    except HaltError:
        return found
    finding = falsify(found.expression, executions, True, session.tolerance, 0, Stage.SEARCH)
    return found.judged(finding) if finding.verdict is Verdict.REJECT else found


def refute_symbolically(session: Session, found: Candidate, relations: int) -> Candidate:
    """The relation with one more falsifier in its evidence, or what contradicts it; unchanged where nothing was run.

    This number of `relations` share the seconds that are left. What symbolic execution suggests only counts where the
    function itself contradicts the relation there.
    """
    meter = session.meter
    seconds = min(BUDGET.symbolic_seconds, meter.stage_left() / relations)
    is_timed = meter.budget.seconds is not None
    if found.evidence is None or found.evidence.exhaustive or not is_timed or meter.is_interrupted:
        return found
    if seconds < BUDGET.least_symbolic_seconds or not is_available():
        return found
    from genmorph.export.symbolic_claim import claim_source

    text = claim_source(session.signature, found.transformation, found.expression)
    if text is None:
        return found
    inputs = refute(text, search_path(), seconds, lambda: meter.is_interrupted)
    if inputs is None:
        return found
    try:
        executions = session.executions_on(found.transformation, inputs)
    except HaltError:
        return found
    finding = falsify(found.expression, executions, True, session.tolerance, 0, Stage.SYMBOLIC)
    if finding.verdict is Verdict.REJECT:
        return found.judged(finding)
    evidence = replace(found.evidence, falsifiers=(*found.evidence.falsifiers, "symbolic execution"))
    return replace(found, evidence=evidence)
