"""What must be known before any search: accepted sources, branches, the kind of output, the tolerance, the mutants."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice
from random import Random

from genmorph.annotations.valid_inputs import is_mostly_refused, not_finite_notice, refusal_notice, rejection_notice
from genmorph.execution.outputs import find_outputs, is_without_finite
from genmorph.execution.worker.protocol import REFUSED, UNSUPPORTED
from genmorph.inference.acceptance import with_models
from genmorph.inference.calls import SINGLE_LOSS, Calls, Processes
from genmorph.inference.determinism import require_deterministic
from genmorph.inference.meter import HaltError
from genmorph.inference.mutant_choice import collect_mutants
from genmorph.inference.pace import affordable
from genmorph.inference.periods import with_periods
from genmorph.inference.readiness import ready_for
from genmorph.inference.request import Request
from genmorph.inference.session import Coverage, Session
from genmorph.inference.sources import (
    AcceptedInputs,
    CarefulInputs,
    ClockedInputs,
    Sieve,
    Streams,
    require_makeable,
    unanswered_text,
    without_answer,
)
from genmorph.inference.tolerances import usual_tolerance
from genmorph.model import (
    Domain,
    FaultyVersion,
    Input,
    Kind,
    Outcome,
    Output,
    Probe,
    Returned,
    Tolerance,
    UnsupportedError,
    UsageError,
)
from genmorph.mutation.probing import make_probe, mined_constants, reached
from genmorph.progress import Notice, Step
from genmorph.results.printed import raised_text
from genmorph.search.parameters import PRESETS
from genmorph.settings import BUDGET, MIXED_DRAWS, MUTANTS, PACE, PARALLEL, SHOWING, TRIALS
from genmorph.subject.boundary_inputs import draw_boundary_inputs
from genmorph.subject.examples import check_examples, inspect_faulty
from genmorph.subject.inputs import distinct_inputs, domain_size, draw_inputs, with_separators
from genmorph.subject.parallel import parallel_parameters, with_equal_lengths
from genmorph.subject.samples import with_samples
from genmorph.subject.signatures import Signature
from genmorph.subject.subject import Subject, inspect_subject
from genmorph.subject.variations import Variations
from genmorph.transformations.inner_templates import separators_of
from genmorph.transformations.instantiation import instantiate
from genmorph.values.labels import key, shortened
from genmorph.values.narrowable import Narrowable
from genmorph.values.seeds import USUAL_NAMES, global_seed
from genmorph.values.type_hints import as_matrix


def reach_branches(probe: Probe, sources: AcceptedInputs, calls: Calls) -> Coverage:
    """Draw further sources while branches are missing, and put those that reach rare ones first."""
    outcomes: list[Outcome] = []
    masks: list[int] = []
    for number in range(TRIALS.branch_rounds if calls.pace.has_all_sources else 1):
        if number:
            sources.draw(calls.pace.sources)
        new = calls.probe(probe, sources.accepted[len(outcomes) :])
        outcomes += new
        masks += [mask or 0 for mask in reached(new)]
        if _union(masks).bit_count() == probe.branches or sources.is_exhausted:
            break
    sources.arrange(by_rarity(masks, TRIALS.per_branch))
    return Coverage(_union(masks).bit_count(), probe.branches, mined_constants(probe, outcomes))


def _union(masks: Sequence[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def by_rarity(masks: Sequence[int], count: int) -> list[int]:
    """Places in a new order: first those with a branch that fewer than `count` before them reach.

    >>> by_rarity([0b01, 0b01, 0b01, 0b10, 0b11], 2)
    [0, 1, 3, 4, 2]
    """
    met: dict[int, int] = {}
    first: list[int] = []
    rest: list[int] = []
    for place, mask in enumerate(masks):
        branches = [branch for branch in range(mask.bit_length()) if mask >> branch & 1]
        is_news = any(met.get(branch, 0) < count for branch in branches)
        (first if is_news else rest).append(place)
        if is_news:
            met |= {branch: met.get(branch, 0) + 1 for branch in branches}
    return first + rest


def prepare(subject: Subject, request: Request, processes: Processes) -> Session:
    """Draw sources, check that the function is deterministic, and find out what inputs can be changed; no mutants yet.

    Raises HaltError where the time is over before, UnsupportedError where the function cannot be a subject.
    """
    faulty = inspect_faulty(request.faulty, subject)
    examples = check_examples(request.examples, subject)
    meter = processes.meter
    if subject.kept:
        told = f"{subject.qualname} keeps its defaults {subject.kept}: a domain of such a parameter varies it"
        meter.notify(Notice(told))
    for one in subject.parameters:
        if one.kind is Kind.INT and one.name in USUAL_NAMES:
            told = f"{one.name} of {subject.qualname} is an int as any other"
            meter.notify(Notice(f"{told}; seeded_by={one.name!r} (--seeded-by {one.name}) makes it a seed"))
    meter.notify(Step("running the function"))
    meter.enter("running", keep=meter.part(BUDGET.after_running))
    lasts = meter.lasting(PARALLEL.repeated)
    subject = _affordable(subject, examples, request, processes)
    calls, sources = _begin(subject, examples, request, processes)
    if not (sources.accepted or faulty or examples) and (of_matrices := _with_matrices(subject, request)) is not None:
        _tell(_matrices_notice(subject, of_matrices), processes)
        subject = of_matrices
        calls, sources = _begin(subject, examples, request, processes)
    subject, calls, sources = _in_parallel(subject, examples, request, processes, calls, sources, lasts)
    if is_mostly_refused(sources.refused, len(sources.asked)):
        subject, calls, sources = _accepting(subject, examples, request, processes, calls, sources)
    pace = calls.pace
    outputs = _accepted_outputs(subject, sources, calls)
    without_finite = sum(is_without_finite(one.value) for one in sources.outcomes if isinstance(one, Returned))
    _tell(not_finite_notice(subject.called, without_finite, len(sources.outcomes)), processes)
    ready_for([output.kind for output in outputs], meter)
    noise = Tolerance(0.0, 0.0)
    if not subject.is_sampled:
        # few calls of a slow function are repeated, and one that raised shows nothing of its outputs
        asked = sources.asked if pace.has_all_sources else sources.accepted
        noise = require_deterministic(subject, asked, calls, request, processes)
    calls.begin_mutants(faulty)
    meter.enter("branches", keep=meter.left(BUDGET.after_branches))
    _trace(sources, calls)
    coverage = _cover(sources, calls)
    parameters = PRESETS[request.preset]
    constants = _constants(subject, coverage)
    if parameters.suits and pace.has_all_sources and not subject.is_driver:
        subject = _periodic(subject, sources, calls)
    transformations = (
        ()
        if subject.is_driver
        else instantiate(
            subject.parameters,
            tuple(constants),
            outputs,
            pieces=subject.pieces,
            suited=subject.suited if parameters.suits else (),
            parallel=subject.parallel,
            templates=parameters.templates,
            draws=parameters.draws,
        )
    )
    return Session(
        subject=subject,
        signature=signature(subject, outputs, request.tolerance or usual_tolerance(outputs, sources).at_least(noise)),
        constants=constants,
        mutants=faulty,
        parameters=parameters,
        transformations=transformations,
        streams=_streams(subject, request, sources, constants, calls, meter.check),
        calls=calls,
        meter=meter,
        request=request,
        coverage=coverage,
        mutants_made=len(faulty),
    )


def with_mutants(session: Session) -> Session:
    """The session with mutants beside the faulty versions."""
    meter = session.meter
    meter.notify(Step("making mutants"))
    meter.enter("mutants", keep=meter.left(BUDGET.after_mutants))
    faulty = [one for one in session.mutants if isinstance(one, FaultyVersion)]
    found = collect_mutants(
        session.subject, faulty, session.sources, session.calls, session.outputs, extends=session.parameters.extends
    )
    return replace(session, mutants=found.chosen, mutants_made=found.made)


def _affordable(subject: Subject, examples: Sequence[Input], request: Request, processes: Processes) -> Subject:
    """The subject with ints that it can be called on often enough; that others are left out is told.

    Without seconds in the budget no time is read, and nothing left out.
    """
    meter = processes.meter
    if meter.budget.seconds is None:
        return subject

    def draw(narrowed: Subject) -> Iterator[Input]:
        return input_stream(narrowed, examples, f"{request.seed}/pace", Sieve(narrowed.validity, meter.check))

    limit = meter.part(BUDGET.trial_call, at_most=PACE.call_limit)
    workers = processes.originals(subject.target, limit)
    narrowed = affordable(subject, examples, draw, lambda inputs: workers.call(None, inputs, SINGLE_LOSS), meter)
    if narrowed != subject:
        both = zip(narrowed.parameters, subject.parameters, strict=True)
        taken = " and ".join(f"{one.name} is {one.domain.notation()}" for one, other in both if one != other)
        why = "calls with larger ints take long, time out, or give too much"
        meter.notify(Notice(f"inputs of {subject.qualname}: {taken} only, because {why}; a domain includes them"))
    return narrowed


def _begin(
    subject: Subject, examples: Sequence[Input], request: Request, processes: Processes
) -> tuple[Calls, AcceptedInputs]:
    """Measure the pace of the original, and run it on as many sources as that allows."""
    check = processes.meter.check
    sieve = Sieve(subject.validity, check)
    seed = f"{request.seed}/sources"
    stream = ClockedInputs(input_stream(subject, examples, seed, sieve), processes.meter.seconds_left)
    # What is drawn first may load something; among as many as a batch behind it, one batch is made.
    sample = list(islice(stream, PACE.measured // 2 + MIXED_DRAWS.batch))
    calls = Calls(subject, processes, sample[: PACE.measured], stream.mean(PACE.measured // 2, PACE.measured))
    calls.pace = calls.pace.with_draw_cost(stream.mean(PACE.measured // 2))
    sources = AcceptedInputs(chain(sample, stream), calls.run, seed)
    try:
        sources.at_least(calls.pace.sources)
        drawn_for_one = stream.count / max(1, len(sources.accepted))
        calls.pace = calls.pace.with_draw_cost(drawn_for_one * stream.mean(stream.count // 2))
    except HaltError:
        if not sources.accepted:
            _tell(refusal_notice(subject.called, sources.refused, len(sources.asked)), processes)
        raise
    finally:
        if sources.unanswered:
            lost = unanswered_text(sources.unanswered, sources.drawn, calls.pace.limit)
            processes.meter.notify(
                Notice(f"{subject.qualname} timed out or crashed on {lost}: give a domain without them")
            )
        if told := raised_text(sources.escaped, sources.drawn):
            processes.meter.notify(Notice(f"{subject.qualname} raised {told}: give a domain without them"))
    if sieve.rejected and not sources.asked:
        raise UsageError(f"require of {subject.qualname} must hold for some inputs, got none of {sieve.drawn:,} drawn")
    require_makeable(subject, sources)
    _tell(rejection_notice(subject.qualname, sieve.rejected, sieve.drawn), processes)
    for domain in subject.domains:
        if isinstance(domain, Narrowable):
            _tell(domain.notice, processes)
    return calls, sources


def _with_matrices(subject: Subject, request: Request) -> Subject | None:
    """The subject with matrices where hints say nothing of the shape of arrays; None where there are no such hints."""
    matrices = {one.name: as_matrix(one.domain) for one in subject.parameters if not one.is_stated}
    found = {name: matrix for name, matrix in matrices.items() if matrix is not None}
    if subject.is_driver or not found:
        return None
    domains = {one.name: one.domain for one in subject.parameters if one.name != global_seed(subject.parameters)}
    changed = inspect_subject(
        request.functions[0], domains | found, seeded_by=request.seeded_by, stochastic=request.stochastic
    )
    pairs = zip(changed.parameters, subject.parameters, strict=True)
    parameters = tuple(replace(one, is_stated=before.is_stated) for one, before in pairs)
    return replace(changed, parameters=parameters, kept=subject.kept)


def _matrices_notice(before: Subject, after: Subject) -> str:
    pairs = zip(before.parameters, after.parameters, strict=True)
    taken = " and ".join(f"{new.name} is {new.domain.notation()}" for old, new in pairs if old.domain != new.domain)
    return f"inputs of {after.qualname}: {taken}, because it accepts no one-dimensional arrays; a domain says others"


def _in_parallel(
    subject: Subject,
    examples: Sequence[Input],
    request: Request,
    processes: Processes,
    calls: Calls,
    sources: AcceptedInputs,
    lasts: Callable[[], bool],
) -> tuple[Subject, Calls, AcceptedInputs]:
    """The same with parameters of equal lengths, where what was accepted shows some.

    Sources are drawn again where many were lost and `lasts` says that there is time for it; else the first ones stay.
    """
    found = parallel_parameters(subject.parameters, sources.accepted, sources.asked)
    if set(found) <= set(subject.parallel):
        return subject, calls, sources
    tied = replace(subject, parallel=found)
    lost = sources.drawn - len(sources.accepted)
    if not lasts() or (not subject.conditions and lost <= PARALLEL.most_lost * sources.drawn):
        return tied, calls, sources
    return tied, *_begin(tied, examples, request, processes)


def _accepting(
    subject: Subject,
    examples: Sequence[Input],
    request: Request,
    processes: Processes,
    calls: Calls,
    sources: AcceptedInputs,
) -> tuple[Subject, Calls, AcceptedInputs]:
    """The same with variations of inputs that the function accepts, where some are found; what was refused is told."""
    _tell(refusal_notice(subject.called, sources.refused, len(sources.asked)), processes)
    found = with_models(subject, examples, sources, calls.run, Random(f"{request.seed}/models"))
    if not found.models:
        return subject, calls, sources
    both = zip(found.parameters, subject.parameters, strict=True)
    taken = "".join(f"; {one.name} is {one.domain.notation()} only" for one, other in both if one != other)
    count = f"{len(found.models)} that it returned for"
    processes.meter.notify(Notice(f"inputs of {subject.qualname}: variations of {count}{taken}; a domain says others"))
    return found, *_begin(found, examples, request, processes)


def _tell(notice: str | None, processes: Processes) -> None:
    if notice is not None:
        processes.meter.notify(Notice(notice))


def _streams(
    subject: Subject,
    request: Request,
    sources: AcceptedInputs,
    constants: Iterable[int | float],
    calls: Calls,
    check: Callable[[], None],
) -> Streams:
    """The sources, and the streams that later stages draw from; each has a seed of its own."""
    screening, fresh = (
        AcceptedInputs(input_stream(subject, (), seed, Sieve(subject.validity, check)), calls.run, seed)
        for seed in (f"{request.seed}/screening", f"{request.seed}/fresh")
    )
    rng = Random(f"{request.seed}/corners")
    drawn = draw_boundary_inputs(subject.parameters, tuple(constants), subject.pieces, rng)
    allowed = Sieve(subject.validity, check).sift(_varied(subject, drawn, rng))
    boundary = CarefulInputs(allowed, calls.run, TRIALS.boundary_lost, f"{request.seed}/corners")

    has_equal_lengths = _has_equal_lengths(subject)

    def draw_within(domains: Sequence[Domain], seed: str, without: Sequence[Input]) -> AcceptedInputs:
        known = set(map(key, without))
        parameters = tuple(replace(p, domain=d) for p, d in zip(subject.parameters, domains, strict=True))
        narrowed, sieve = replace(subject, parameters=parameters), Sieve(subject.validity, check)
        drawn = input_stream(narrowed, (), seed, sieve, has_equal_lengths=has_equal_lengths)
        return AcceptedInputs((values for values in drawn if key(values) not in known), calls.run, seed)

    is_costly = calls.pace.is_drawing_costly or calls.pace.by_hypothesis
    draws_plainly = not (subject.models or subject.samples or subject.conditions or is_costly)
    streams = Streams(sources, screening, fresh, boundary, draw_within if draws_plainly else None)
    for stream in (sources, screening, fresh, boundary):  # what drawing takes is known since the sources were drawn
        stream.per_wanted = calls.pace.drawn_per_wanted
    return streams


def _has_equal_lengths(subject: Subject) -> bool:
    """Whether inputs are given equal lengths where they belong together: not where all inputs can be tried."""
    return bool(subject.parallel) and domain_size(subject.parameters) is None


def input_stream(
    subject: Subject, examples: Sequence[Input], seed: str, sieve: Sieve, *, has_equal_lengths: bool | None = None
) -> Iterator[Input]:
    """The inputs of a function that pass the sieve, examples first; many are parts of data where there are such."""
    rng, is_tied = Random(seed), bool(subject.conditions)
    drawn = draw_inputs(subject.parameters, subject.constants, examples, rng, subject.pieces, is_tied=is_tied)
    first = list(islice(drawn, len(examples)))
    if subject.samples is not None:
        drawn = distinct_inputs(with_samples(drawn, subject.parameters, subject.samples, rng))
    return sieve.sift(chain(first, _varied(subject, drawn, rng, has_equal_lengths=has_equal_lengths)))


def _varied(
    subject: Subject, drawn: Iterator[Input], rng: Random, *, has_equal_lengths: bool | None = None
) -> Iterator[Input]:
    """The drawn inputs, with variations of the models between them where there are such, and of equal lengths.

    Where neither is asked for, texts get the separators of the source.
    """
    if subject.models:
        drawn = Variations(subject.parameters, subject.models, subject.pieces).mixed_with(drawn, rng)
    if _has_equal_lengths(subject) if has_equal_lengths is None else has_equal_lengths:
        drawn = with_equal_lengths(drawn, subject.parameters, subject.parallel, rng)
    separators = separators_of(subject.pieces)
    if separators and not subject.models and not subject.parallel:
        drawn = with_separators(drawn, subject.parameters, separators, rng)
    return distinct_inputs(drawn) if subject.models or subject.parallel or separators else drawn


def signature(subject: Subject, outputs: tuple[Output, ...], tolerance: Tolerance) -> Signature:
    """What is known of the function so far; the types that it raises are known in the end."""
    return Signature(
        module=subject.module,
        qualname=subject.qualname,
        name=subject.name,
        parameters=subject.parameters,
        outputs=outputs,
        raises=(),
        tolerance=tolerance,
        digest=subject.digest,
        conditions=subject.conditions,
        definition=subject.definition,
    )


def _trace(sources: AcceptedInputs, calls: Calls) -> None:
    """Find the helpers that mutants change; none where that takes too long."""
    with suppress(HaltError):
        calls.trace(sources.accepted[: min(MUTANTS.traced, calls.pace.glance)])


def _cover(sources: AcceptedInputs, calls: Calls) -> Coverage | None:
    """The branches that the sources reach; None where that cannot be seen, or takes too long."""
    probe = make_probe(calls.mutated) if calls.mutated is not None else None
    try:
        return reach_branches(probe, sources, calls) if probe is not None else None
    except HaltError:
        return None


def _periodic(subject: Subject, sources: AcceptedInputs, calls: Calls) -> Subject:
    """With the periods that the function has; without, where measuring them takes too long."""
    try:
        return with_periods(subject, sources.accepted, calls.run)
    except HaltError:
        return subject


def _constants(subject: Subject, coverage: Coverage | None) -> dict[int | float, int]:
    """Constants of the source and those seen while it ran, most frequent first, with the calls that used them.

    Those that were not seen, such as the parts of an expression that is constant as a whole, count once.
    """
    weights = dict(coverage.constants) if coverage else {}
    return weights | {constant: 1 for constant in subject.constants if constant not in weights}


def _accepted_outputs(subject: Subject, sources: AcceptedInputs, calls: Calls) -> tuple[Output, ...]:
    """What the function gives; it must have returned at least once, and seldom failed to answer."""
    lost = sources.unanswered.total()
    if lost >= TRIALS.lost and lost > sources.drawn * TRIALS.lost_share:
        raise without_answer(subject.called, sources.unanswered, sources.drawn, calls.pace.limit)
    outputs = _found_outputs(subject, sources)
    if not outputs:
        reasons = ", ".join(f"{reason} ({count})" for reason, count in sources.refused.most_common(SHOWING.refusals))
        hint = "; --allow-effects (allow_effects=True) lets it" if REFUSED in reasons else ""
        valid = " and ".join(f"{one.name} in {shortened(one.domain.notation())}" for one in subject.parameters)
        raise UnsupportedError(
            f"{subject.called} must return a value for some valid input, got none in {sources.drawn} "
            f"tried: {reasons or 'no input drawn'}{_error_text(sources, calls)}, for {valid}{hint}"
        )
    return outputs


def _error_text(sources: AcceptedInputs, calls: Calls) -> str:
    """An error of the type that the function raises most often, where it can still be asked."""
    with suppress(HaltError):
        texts = calls.error_texts(sources.asked[: TRIALS.asked_for_errors])
        usual = (text for reason, _ in sources.refused.most_common(1) for text in texts if text.startswith(reason))
        return next((f", such as {shortened(text)!r}" for text in usual), "")
    return ""


def _found_outputs(subject: Subject, sources: AcceptedInputs) -> tuple[Output, ...]:
    """What the function gives; UnsupportedError where some of it cannot be compared.

    What a relation says of the other inputs would be false of a follow-up that gives such a value. Where there is
    nothing else to compare, these inputs are the reason if they are more than a few.
    """
    unknown = {why: count for why, count in sources.refused.items() if why.startswith(UNSUPPORTED)}
    try:
        outputs = find_outputs(sources.outcomes, subject.parameters)
    except UnsupportedError as error:
        if not unknown or sum(unknown.values()) < sources.drawn * TRIALS.telling_share:
            raise
        raise _uncomparable(subject.qualname, unknown, sources.drawn) from error
    if unknown:
        raise _uncomparable(subject.qualname, unknown, sources.drawn)
    return outputs


def _uncomparable(function: str, unknown: Mapping[str, int], drawn: int) -> UnsupportedError:
    """What is wrong with a function that gave values of unknown types, or changed an argument into one."""
    most = max(unknown, key=unknown.__getitem__)
    does = "return" if most.startswith(f"{UNSUPPORTED}output") else "leave in its arguments"
    share = f"{sum(unknown.values()):,} of {drawn:,} inputs: {most}"
    return UnsupportedError(
        f"{function} must {does} what can be compared, got none for {share}; a domain without them helps"
    )
