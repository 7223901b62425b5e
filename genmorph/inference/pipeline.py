"""From a function and a budget to its relations, stage by stage (the paper's figure 1).

generate   draw inputs, make mutants, instantiate the input changes       prepare
observe    run original and mutants on source/follow-up pairs             search: look, explore
evolve     join and co-evolution -> candidates                            search: explore
judge      is a candidate valid, trivial, subsumed, worth reporting?      conclude
report     relations with their evidence, their exported tests run once   report
"""

from contextlib import ExitStack

from genmorph.inference.calls import Facilities, open_cache
from genmorph.inference.conclusion import conclude, report, report_nothing, tell_unsearched, verify, with_spent
from genmorph.inference.decisions import read_words, tell_unjudged, tell_violated, tell_words
from genmorph.inference.interruption import seldom_collecting
from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.preparation import prepare
from genmorph.inference.readiness import ready_for, ready_search
from genmorph.inference.request import Request, World
from genmorph.inference.searching import search
from genmorph.progress import Step
from genmorph.results.relation_set import RelationSet
from genmorph.subject.subject import Subject, inspect_subject


def infer(request: Request, world: World) -> RelationSet:
    """Answer a request in the world given."""
    meter = Meter(request.budget, world.now, world.interrupts, world.began)
    world.notify(Step("inspecting the function"))
    subject = inspect_subject(request.func, request.domain)
    ready_search(meter, world.notify)
    ready_for([parameter.kind for parameter in subject.parameters], meter, world.notify)
    with ExitStack() as resources, seldom_collecting():
        cache = open_cache(request.cache, world.notify, resources)
        around = Facilities(resources, meter, world.notify, cache, request.allow_effects)
        relations = _run_stages(subject, request, around)
    return with_spent(relations, meter, world.notify)


def _run_stages(subject: Subject, request: Request, around: Facilities) -> RelationSet:
    """The stages in a row; what is there when one of them is halted goes on to the last filter."""
    meter, notify = around.meter, around.notify
    try:
        session = prepare(subject, request, around)
    except HaltError as halt:
        return report_nothing(subject, request, halt, around)
    meter.enter("searching", keep=session.pace.reserve)
    explorations = search(session, request.seed, notify)
    tell_unsearched(explorations, meter, notify)
    meter.enter("judging", keep=session.pace.export + session.pace.further, brings_in=True)
    decisions = read_words(request.earlier, session.signature)
    tell_words(decisions, notify)
    conclusion = conclude(session, explorations, decisions, notify)
    relations = report(session, explorations, conclusion, decisions, request)
    tell_unjudged(relations.accepted, notify)
    verified = verify(relations, session, notify)
    tell_violated(verified.violated, notify)
    return verified
