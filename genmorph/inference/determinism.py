"""Whether a function gives the same again, and if not, what would make it repeatable."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from genmorph.execution.outputs import difference, is_same
from genmorph.execution.pool import Workers
from genmorph.inference.calls import SINGLE_LOSS, Calls, Processes
from genmorph.inference.meter import HaltError
from genmorph.inference.request import Request
from genmorph.model import GenmorphError, Input, Outcome, Raised, Returned, Tolerance, UnsupportedError, with_argument
from genmorph.progress import Notice
from genmorph.settings import SEEDS, WRITING
from genmorph.subject.inputs import draw_inputs
from genmorph.subject.location import find_function
from genmorph.subject.signatures import read_signature
from genmorph.subject.subject import Subject, inspect_subject
from genmorph.values.building import shown
from genmorph.values.labels import shortened, write
from genmorph.values.python_text import Source, python_text
from genmorph.values.seeds import GENERATORS, GLOBAL, USUAL_NAMES


def require_deterministic(
    subject: Subject, inputs: Sequence[Input], calls: Calls, request: Request, processes: Processes
) -> Tolerance:
    """Run the original again, in another process and time zone, under another hash seed and in another order.

    A seeded one is run again with another number of threads, too.

    Returns:
        The relative tolerance that the floats of a seeded function need, which may differ as sums in another order do.

    Raises:
        UnsupportedError: Outputs differ; the error says what would make the function repeatable.

    """
    again = inputs[: calls.pace.repeated][::-1]
    noise = 0.0
    for values, one, other in zip(again, calls.run(None, again), calls.again(again), strict=True):
        found = _difference(one, other)
        if found > (SEEDS.most_noise if subject.seeds else 0.0):
            said = _of_instances if subject.is_driver else _of_calls
            way_out = _way_out(subject, request, processes)
            raise UnsupportedError(f"{subject.qualname} must {said(values, one, other)}; {way_out}")
        noise = max(noise, found)
    if subject.seeds:
        _tell_ignored(subject, inputs[: SEEDS.compared], calls, request, processes)
    return Tolerance(relative=SEEDS.noise_factor * noise, absolute=0.0)


def _difference(one: Outcome, other: Outcome) -> float:
    """How far two outcomes differ, from 0 to 1; not at all where one of them gave no answer."""
    if not (isinstance(one, Returned | Raised) and isinstance(other, Returned | Raised)) or is_same(one, other):
        return 0.0
    if not (isinstance(one, Returned) and isinstance(other, Returned)):
        return 1.0
    return difference(one.value, other.value)


def _of_calls(values: Input, one: Outcome, other: Outcome) -> str:
    """What was given for one input, and then for the same."""
    given = shortened(write(values), WRITING.value)
    return f"be deterministic, got {_said(one)} and then {_said(other)} for {given}"


def _of_instances(values: Input, one: Outcome, other: Outcome) -> str:
    """What was seen of one instance, and of another one that was made and used alike."""
    *_, calls, _ = values
    names = [call if isinstance(call, str) else f"{call[0]}({', '.join(map(shown, call[1:]))})" for call in calls]
    programs = [made.value if isinstance(made, Returned) else ([], {}) for made in (one, other)]
    (results, seen), (others, seen_then) = programs
    views = [(key, seen.get(key), seen_then.get(key)) for key in {**seen, **seen_then}]
    pairs = [*zip(names, results, others, strict=False), *views]
    what, first, then = next(found for found in pairs if write(found[1]) != write(found[2]))
    after = shortened(", ".join(names) or "no calls", WRITING.value)
    return f"make instances that behave alike, got {what} == {_held(first)} and then {_held(then)} after {after}"


def _held(seen: Any) -> str:
    """What is seen of an instance, without the word that says how."""
    value = seen[1] if isinstance(seen, tuple) and seen[:1] in (("returned",), ("raised",)) else seen
    return shortened(write(value), WRITING.value)


def _said(outcome: Outcome) -> str:
    if not isinstance(outcome, Returned):
        return repr(outcome)
    is_long = isinstance(outcome.value, int) and outcome.value.bit_length() > WRITING.shown_bits
    return f"an int of {outcome.value.bit_length()} bits" if is_long else shortened(write(outcome.value), WRITING.value)


def _way_out(subject: Subject, request: Request, processes: Processes) -> str:
    """What would make the function repeatable, as far as trying shows and there is time for it."""
    with suppress(HaltError):
        for given, words in _seeding(subject, request):
            if _helps(given, request, processes):
                return f"{words} makes it repeatable"
    if subject.is_driver:
        return _way_out_of_sharing(_live(request))
    return (
        "let its arguments alone determine the output: pass in the time, its zone, or the seed; stochastic=True "
        "(--stochastic, @stochastic) compares the distributions of many runs"
    )


def _way_out_of_sharing(owner: object) -> str:
    """What to do where instances influence each other; what they share as it seems is named."""
    kinds = (list, dict, set, bytearray, deque)
    homes = owner.__mro__ if isinstance(owner, type) else ()
    shared = {name: None for home in homes for name, held in vars(home).items() if isinstance(held, kinds)}
    names = " and ".join(name for name in shared if not name.startswith("__"))
    known = (
        f"all instances share {names}: where calls change that, make it anew in the constructor; else " if names else ""
    )
    return f"{known}let the constructor and the calls alone determine what is seen, not the time, chance or a global"


def _seeding(subject: Subject, request: Request) -> Iterator[tuple[Mapping[str, Any], str]]:
    """What may seed the function, likely ones first: as arguments of an inspection, and in words."""
    if subject.seeds:
        return
    known = getattr(read_signature(_live(request)), "parameters", ())
    for name in (name for name in known if name in USUAL_NAMES and name not in subject.names):
        yield {"seeded_by": name}, _words(name)
        if not isinstance(request.domain, Sequence):
            for domain in GENERATORS:
                text = python_text({name: Source(domain.notation())})
                yield {"domain": {**(request.domain or {}), name: domain}}, f"domain={text}"
    yield {"seeded_by": GLOBAL}, _words(GLOBAL)


def _words(by: str) -> str:
    return f"seeded_by={by!r} (--seeded-by {by}, @seeded({by!r}))"


def _live(request: Request) -> object:
    function = request.functions[0]
    return find_function(function) if isinstance(function, str) else function


def _helps(given: Mapping[str, Any], request: Request, processes: Processes) -> bool:
    """Whether the function gives the same twice where it is seeded so."""
    try:
        seeded = inspect_subject(request.functions[0], **{"domain": request.domain, **given})
    except GenmorphError:
        return False
    drawn = draw_inputs(seeded.parameters, seeded.constants, (), Random(f"{request.seed}/seeds"), seeded.pieces)
    inputs = [values for values, _ in zip(drawn, range(SEEDS.tried), strict=False)]

    def called(hash_seed: int, inputs: Sequence[Input]) -> Sequence[Outcome]:
        effects, check = processes.allow_effects, processes.meter.check
        made = Workers(seeded.target, SEEDS.call_limit, hash_seed=hash_seed, allow_effects=effects, check=check)
        with made as workers:
            return workers.call(None, inputs, SINGLE_LOSS)

    one, other = called(0, inputs), called(1, inputs[::-1])[::-1]
    is_answered = any(isinstance(outcome, Returned) for outcome in one)
    is_whole = len(one) == len(other) == len(inputs)
    return (
        is_answered
        and is_whole
        and all(_difference(*pair) <= SEEDS.most_noise for pair in zip(one, other, strict=True))
    )


def _tell_ignored(
    subject: Subject, inputs: Sequence[Input], calls: Calls, request: Request, processes: Processes
) -> None:
    """Say so where other seeds change nothing."""
    rng = Random(f"{request.seed}/other seeds")
    for place in subject.seeds:
        domain = subject.domains[place]
        others = [with_argument(values, place, domain.draw(rng)) for values in inputs]
        pairs = zip(inputs, others, calls.run(None, inputs), calls.run(None, others), strict=True)
        compared = [
            _difference(one, other) == 0
            for values, changed, one, other in pairs
            if values != changed and isinstance(one, Returned) and isinstance(other, Returned)
        ]
        if compared and all(compared):
            told = f"{subject.names[place]} of {subject.qualname} is ignored: {len(compared):,} inputs gave the same"
            processes.meter.notify(Notice(f"{told} with another one"))
