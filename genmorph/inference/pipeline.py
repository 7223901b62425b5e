"""From a function and a budget to its relations, stage by stage (the paper's figure 1).

generate   draw inputs, instantiate the input changes, make mutants       prepare, with_mutants
observe    run original and mutants on source/follow-up pairs             find_first_laws, search
evolve     laws, join and co-evolution -> candidates                      find_first_laws, search
judge      is a candidate valid, trivial, subsumed, worth reporting?      conclude
report     relations with their evidence, their exported tests run once   report, verify
"""

from dataclasses import replace

from genmorph.inference.calls import Processes
from genmorph.inference.conclusion import conclude, report, report_nothing, verify, with_spent
from genmorph.inference.decisions import read_decisions, unjudged
from genmorph.inference.first_laws import find_first_laws, nothing_first
from genmorph.inference.interruption import undisturbed
from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.preparation import prepare, with_mutants
from genmorph.inference.readiness import ready_for, ready_search
from genmorph.inference.request import Request
from genmorph.inference.sample_search import find_statistical_relations
from genmorph.inference.scenarios import find_postconditions, find_scenario_relations
from genmorph.inference.searching import search
from genmorph.inference.together import infer_class, infer_together, is_class
from genmorph.model import UsageError
from genmorph.progress import Step
from genmorph.results.relation_set import RelationSet
from genmorph.subject.subject import Subject, inspect_subject, require_changeable


def infer(request: Request, meter: Meter) -> RelationSet:
    """Answer a request within what the meter allows."""
    if len(request.functions) > 1:
        return with_spent(infer_together(request, meter), meter)
    request = replace(request, func=request.functions[0])
    if is_class(request):
        if request.seeded_by is not None:
            raise UsageError(f"seeded_by must stand beside a function, got {request.seeded_by!r} beside a class")
        if request.stochastic:
            raise UsageError("stochastic must stand beside a function, got a class")
        return with_spent(infer_class(request, meter), meter)
    meter.notify(Step("inspecting the function"))
    subject = inspect_subject(
        request.functions[0], request.domain, seeded_by=request.seeded_by, stochastic=request.stochastic
    )
    ready_search(meter)
    ready_for([parameter.kind for parameter in subject.parameters], meter)
    with Processes(request, meter) as processes, undisturbed():
        relations = _run_stages(subject, request, processes)
    return with_spent(relations, meter)


def _run_stages(subject: Subject, request: Request, processes: Processes) -> RelationSet:
    """The stages in a row; what is there when one of them is halted goes on to the last filter."""
    try:
        session = prepare(subject, request, processes)
    except HaltError as halt:
        return report_nothing(subject, request, halt, processes.meter)
    if not session.transformations:
        require_changeable(session.subject.parameters, session.subject.qualname, may_pass=False)
    earlier = read_decisions(session.request.earlier, session.signature).earlier
    if subject.is_sampled:
        session = with_mutants(session)
        sampled = find_statistical_relations(session, earlier)
        several = tuple(map(unjudged, earlier.scenarios))
        relations = report(session, (), conclude(session, nothing_first(session), (), several, sampled=sampled))
        transformations = relations.stages["transformations"] | {"looked_at": sampled.screened}
        return verify(replace(relations, stages={**relations.stages, "transformations": transformations}), [session])
    first = find_first_laws(session, earlier)
    session = with_mutants(session)
    has_scenarios = session.parameters.scenarios
    postconditions = find_postconditions(session) if has_scenarios else ()
    scenarios = find_scenario_relations([session], earlier) if has_scenarios else ()
    explorations = search(session, first)
    conclusion = conclude(session, first, explorations, scenarios, postconditions)
    return verify(report(session, explorations, conclusion), [session])
