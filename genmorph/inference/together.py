"""Relations of several functions, or of a class: all are prepared, then scenarios of their calls are tried."""

import inspect
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import chain, combinations
from typing import Any

from genmorph.inference.calls import Processes
from genmorph.inference.conclusion import verify
from genmorph.inference.decisions import read_decisions, report_decisions, report_unjudged
from genmorph.inference.interruption import undisturbed
from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.mutant_choice import count_mutants, note_mutant
from genmorph.inference.preparation import prepare, with_mutants
from genmorph.inference.readiness import ready_for, ready_search
from genmorph.inference.request import Domains, Request
from genmorph.inference.scenario_rows import programs
from genmorph.inference.scenarios import find_scenario_relations, is_taken, mutant_id, require_meeting
from genmorph.inference.session import Session
from genmorph.model import MutantNote, Returned, UnsupportedError, UsageError
from genmorph.progress import Notice, Step
from genmorph.relations.scenario import live
from genmorph.results.record import CallCounts
from genmorph.results.relation_set import RelationSet
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.settings import SCENARIOS, SELECTION
from genmorph.subject.classes import ClassSubject, has_state, inspect_class
from genmorph.subject.location import describe, find_function
from genmorph.subject.signatures import Signature, read_signature
from genmorph.subject.subject import Subject, inspect_subject
from genmorph.values.labels import key
from genmorph.values.opaque_values import seen_values
from genmorph.values.type_hints import find_domain, read_hint


def infer_together(request: Request, meter: Meter) -> RelationSet:
    """Answer a request for relations between several functions."""
    functions = [find_function(one) if isinstance(one, str) else one for one in request.functions]
    _require_different(functions)
    _require_no_class(functions)
    domains = domains_by_function(functions, request.domain)
    meter.notify(Step("inspecting the functions"))
    ready_search(meter)
    with ExitStack() as stack, undisturbed():
        sessions: dict[int, Session] = {}
        waiting = [(number, False) for number in _in_order(functions, domains)]
        while waiting:
            number, is_refused = waiting.pop(0)
            domain = _with_outputs(functions[number], domains[number], list(sessions.values()), all_hinted=is_refused)
            processes = stack.enter_context(Processes(request, meter))
            one = replace(request, func=request.functions[number], examples=(), faulty=())
            try:
                subject = inspect_subject(request.functions[number], domain, is_changed=False)
                _require_single_runs(subject)
                ready_for([parameter.kind for parameter in subject.parameters], meter)
                sessions[number] = _prepared(subject, one, processes)
            except UnsupportedError:
                # It may accept nothing of what its hints say, but what another function gives.
                if is_refused or not _borrowable(functions[number], domains[number], all_hinted=True):
                    raise
                waiting.append((number, True))
        ordered = [sessions[number] for number in range(len(functions))]
        for pair in combinations(ordered, 2):
            require_meeting(pair)
        return _concluded(ordered, request, meter)


def _require_no_class(functions: Sequence[Any]) -> None:
    changing = next((one for one in functions if has_state(one)), None)
    if changing is not None:
        raise UnsupportedError(
            f"func must be functions or methods, got the class {describe(changing)}; give that alone for relations of "
            "its objects"
        )


def is_class(request: Request) -> bool:
    """Whether relations are asked for of objects that change; a list of domains is for a constructor as a function."""
    func = request.functions[0]
    live = find_function(func) if isinstance(func, str) else func
    return has_state(live) and (request.domain is None or isinstance(request.domain, Mapping))


def infer_class(request: Request, meter: Meter) -> RelationSet:
    """Answer a request for relations of the objects of a class."""
    meter.notify(Step("inspecting the class"))
    owner = inspect_class(request.functions[0], request.domain)
    if owner.left_out:
        what = f"methods of {owner.qualname} that are not called: {', '.join(owner.left_out)}"
        meter.notify(Notice(f"{what}; a domain of the parameter in parentheses lets them be called"))
    ready_search(meter)
    subject = owner.subject
    ready_for([parameter.kind for parameter in subject.parameters], meter)
    with Processes(request, meter) as processes, undisturbed():
        session = _prepared(subject, replace(request, examples=(), faulty=()), processes)
        _require_seen(session, owner)
        return _concluded([session], request, meter, owner)


def _require_seen(session: Session, owner: ClassSubject) -> None:
    """Raise UnsupportedError for objects of which nothing can be seen."""
    nothing = ("returned", None)
    given = (outcome.value for outcome in session.sources.outcomes if isinstance(outcome, Returned))
    met = ((program.results, program.seen) for program in programs(session, owner))
    shown = (
        outcome != nothing
        for results, seen in chain(given, met)
        for outcome in (*results, *seen.get("(probes)", ()), *_of_attributes(seen))
    )
    if not any(shown):
        raise UnsupportedError(
            f"{session.subject.qualname} must show something of its instances, by attributes, len, iteration or what "
            "methods return, got nothing"
        )


def _of_attributes(seen: Mapping[str, Any]) -> list[Any]:
    return [value for name, value in seen.items() if name != "(probes)"]


def _raised(session: Session, owner: ClassSubject | None) -> tuple[str, ...]:
    """The exception types that calls raised; of programs, those of their calls too."""
    found = set(session.calls.raised)
    if owner is not None:
        given = [outcome.value for outcome in session.sources.outcomes if isinstance(outcome, Returned)]
        made = (one for results, seen in given for one in (*results, *seen.values()))
        found |= {one[1] for one in made if isinstance(one, tuple) and one[:1] == ("raised",)}
    return tuple(sorted(found))


def _require_different(functions: Sequence[Any]) -> None:
    """Raise UsageError where a function is there twice: it is like itself in all ways."""
    for one, other in combinations(functions, 2):
        if one == other:
            raise UsageError(f"func must be different functions, got {describe(one)} twice")


def _require_single_runs(subject: Subject) -> None:
    """Raise UsageError for a function of which many runs are to be compared."""
    if subject.is_sampled:
        raise UsageError(
            f"stochastic must stand beside a single function, got {subject.qualname} among several; give it alone, or "
            "seeded_by instead of stochastic"
        )


def _prepared(subject: Subject, request: Request, processes: Processes) -> Session:
    try:
        return with_mutants(prepare(subject, request, processes))
    except HaltError as halt:
        raise UnsupportedError(
            f"{subject.qualname} must be prepared within the budget, got no time left in the stage '{halt}'; give a "
            "larger budget, or a domain without inputs that take long"
        ) from halt


def domains_by_function(functions: Sequence[Any], domain: Domains) -> list[dict[str, object]]:
    """The domains of each function; `name` is for all that have such a parameter, `function.name` for one of them.

    Raises UsageError for what is not by name, or names no parameter.
    """
    if domain is not None and not isinstance(domain, Mapping):
        raise UsageError(f"domain of several functions must map names of parameters to domains, got {domain!r:.80}")
    found: list[dict[str, object]] = [{} for _ in functions]
    for name, one in (domain or {}).items():
        owner, _, parameter = name.rpartition(".")
        places = [
            place
            for place, function in enumerate(functions)
            if owner in ("", getattr(function, "__name__", "")) and _takes(function, parameter, is_stated=bool(owner))
        ]
        if not places:
            known = ", ".join(f"{describe(function)}({', '.join(_names(function))})" for function in functions)
            raise UsageError(f"domain must name parameters of {known}, got {name!r}")
        for place in places:
            if owner or parameter not in found[place]:
                found[place][parameter] = one
    return found


def _takes(function: Any, parameter: str, *, is_stated: bool) -> bool:
    """Whether a function has such a parameter; without a readable signature, where it is stated of it alone."""
    return parameter in _names(function) or (is_stated and read_signature(function) is None)


def _names(function: Any) -> list[str]:
    signature = read_signature(function)
    return [] if signature is None else list(signature.parameters)


def _in_order(functions: Sequence[Any], domains: Sequence[Mapping[str, object]]) -> list[int]:
    """The functions, those last of whose parameters one has no domain: it takes what the others give."""
    return sorted(range(len(functions)), key=lambda number: len(_unknown(functions[number], domains[number])))


def _unknown(function: Any, domain: Mapping[str, object]) -> list[inspect.Parameter]:
    """The parameters that must be given, of which neither the domain nor a hint says anything."""
    return [one for one in _unstated(function, domain) if find_domain(one) is None]


def _unstated(function: Any, domain: Mapping[str, object]) -> list[inspect.Parameter]:
    """The parameters that must be given, of which the domain says nothing."""
    signature = read_signature(function)
    parameters = () if signature is None else signature.parameters.values()
    filled = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [one for one in parameters if one.default is one.empty and one.kind not in filled and one.name not in domain]


def _borrowable(function: Any, domain: Mapping[str, object], *, all_hinted: bool) -> inspect.Parameter | None:
    """The one parameter that takes what other functions give, such as has a hint too where `all_hinted`."""
    found = (_unstated if all_hinted else _unknown)(function, domain)
    return found[0] if len(found) == 1 else None


def _with_outputs(
    function: Any, domain: dict[str, object], earlier: Sequence[Session], *, all_hinted: bool
) -> dict[str, object] | list[object] | None:
    """The domains, with what earlier functions give for a parameter of which nothing is known.

    Of a hint such as `str | bytes` it is the member that takes what they give. Those of a function without a readable
    signature are in the order in which they were given.
    """
    if domain and read_signature(function) is None:
        return list(domain.values())
    given = {
        key(outcome.value): outcome.value
        for session in earlier
        for outcome in session.sources.outcomes
        if isinstance(outcome, Returned) and outcome.value is not None
    }
    values = [live(value) for value in list(given.values())[: SCENARIOS.outputs]]
    parameter = _borrowable(function, domain, all_hinted=all_hinted)
    if not values:
        return domain or None
    if parameter is None:
        return domain | _taking(_unstated(function, domain), values) or None
    where = f"outputs of {' and '.join(session.subject.name for session in earlier)}"
    return {**domain, parameter.name: seen_values(values, where)}


def _taking(parameters: Sequence[inspect.Parameter], values: Sequence[Any]) -> dict[str, object]:
    """The domain of the only parameter that takes all values, where that is not the first of those its hint admits."""
    if len(parameters) != 1:
        return {}
    (parameter,) = parameters
    domains = read_hint(parameter.annotation).domains
    takes = [all(is_taken(domain, value) for value in values) for domain in domains]
    return {parameter.name: domains[takes.index(True)]} if any(takes) and not takes[0] else {}


def _concluded(
    sessions: Sequence[Session], request: Request, meter: Meter, owner: ClassSubject | None = None
) -> RelationSet:
    """The set of relations that hold, after their exported tests ran once."""
    decisions = read_decisions(request.earlier, *(session.signature for session in sessions))
    report_decisions(decisions, meter)
    found: list[ScenarioRelation] = []
    for pair in combinations(sessions, 2) if owner is None else [sessions]:
        found += find_scenario_relations(pair, decisions.earlier, owner)
    found.sort(key=lambda relation: not relation.is_accepted)
    notes = [
        replace(
            note_mutant(mutant, session.calls.mutated, session.subject.names), id=mutant_id(sessions, number, mutant)
        )
        for number, session in enumerate(sessions)
        for mutant in session.mutants
    ]
    signatures = [
        replace(
            session.signature,
            raises=_raised(session, owner),
            has_large_outputs=session.calls.has_large_outputs,
        )
        for session in sessions
    ]
    relations = RelationSet(
        signature=signatures[0],
        partners=tuple(signatures[1:]),
        relations=tuple(_finished(relation, signatures, len(notes)) for relation in found[: SELECTION.reported]),
        rejected=(),
        seed=request.seed,
        budget=request.budget,
        stages={"mutants": _counts(sessions, notes)},
        allow_effects=request.allow_effects,
        mutants=tuple(notes),
        disowned=tuple(_with_signatures(relation, signatures) for relation in decisions.earlier.disowned_scenarios),
        unfitting=decisions.unfitting,
        calls=CallCounts(sum(one.calls.made for one in sessions), sum(one.calls.recalled for one in sessions)),
    )
    report_unjudged(relations.accepted, meter, is_sampled=False)
    return verify(relations, sessions)


def _finished(relation: ScenarioRelation, signatures: Sequence[Signature], judged: int) -> ScenarioRelation:
    """The relation with what is known in the end: the types that were raised, and how many mutants there are."""
    evidence = replace(relation.evidence, judged=judged)
    return replace(_with_signatures(relation, signatures), evidence=evidence)


def _with_signatures(relation: ScenarioRelation, signatures: Sequence[Signature]) -> ScenarioRelation:
    known = {(one.module, one.qualname): one for one in signatures}
    return replace(relation, signatures=tuple(known[one.module, one.qualname] for one in relation.signatures))


def _counts(sessions: Sequence[Session], notes: Sequence[MutantNote]) -> dict[str, int]:
    judged = frozenset(note.id for note in notes)
    total: Counter[str] = Counter()
    for session in sessions:
        total.update(count_mutants(session, frozenset(mutant.id for mutant in session.mutants)))
    return {**total, "judged": len(judged)}
