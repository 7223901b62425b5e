"""Which mutants take part, what a person reads of them, and what became of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff

from genmorph.execution.outputs import is_same, read_outputs
from genmorph.execution.patience import is_loss
from genmorph.inference.calls import Calls
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Session
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import (
    FaultyVersion,
    Input,
    Mutant,
    MutantNote,
    Outcome,
    OutcomeMutant,
    Output,
    Raised,
    Returned,
    SourceMutant,
    Target,
)
from genmorph.mutation.mutants import make_further_mutants, make_mutants, make_own_mutants
from genmorph.mutation.outcome_mutants import OUTCOME_OPERATORS, make_outcome_mutants
from genmorph.settings import MUTANTS, SHOWING
from genmorph.subject.subject import Subject

_GOLDEN = (5**0.5 - 1) / 2


@dataclass(frozen=True, slots=True)
class Mutants:
    """The mutants that take part, and how many there would have been."""

    chosen: tuple[Mutant, ...]
    made: int


def collect_mutants(
    subject: Subject,
    faulty: Sequence[FaultyVersion],
    sources: AcceptedInputs,
    calls: Calls,
    outputs: Sequence[Output],
    *,
    extends: bool = True,
) -> Mutants:
    """All mutants of a fast function; of a slow one as many as the seconds allow, spread over its definition.

    All are run on a few sources, so that those that hang have cost their time before the search begins. Beside those
    of mutmut and, where it `extends`, of users' operators only such take part as return a wrong value then, and not
    more than are needed.
    """
    changed = _changed(calls, extends)
    made: tuple[Mutant, ...] = (*faulty, *changed)
    order = [*range(len(faulty)), *(len(faulty) + place for place in spread_out(len(changed)))]
    allowed = calls.pace.mutants(len(made))
    looked_at = _look(made, order[:allowed], sources, calls, outputs)
    telling = sum(look.is_telling for look in looked_at.values())
    further = _further(changed, MUTANTS.enough_telling - telling, sources, calls, outputs)
    chosen = (*(made[place] for place in sorted(looked_at)), *further)
    if telling + len(further) < MUTANTS.least_telling:
        outcome_mutants = make_outcome_mutants(subject.parameters, sources.accepted, sources.outcomes)
        return Mutants((*chosen, *outcome_mutants), len(made) + len(further) + len(outcome_mutants))
    return Mutants(chosen, len(made) + len(further))


def _changed(calls: Calls, extends: bool) -> tuple[SourceMutant, ...]:
    """The mutants of mutmut, then those of users' operators; none where there is no source."""
    if calls.mutated is None:
        return ()
    changed = make_mutants(calls.mutated)
    return (*changed, *make_own_mutants(calls.mutated, changed)) if extends else changed


def _further(
    changed: Sequence[SourceMutant], wanted: int, sources: AcceptedInputs, calls: Calls, outputs: Sequence[Output]
) -> tuple[Mutant, ...]:
    """At most `wanted` mutants by other operators that return a wrong value for a source, and answer for all."""
    most = calls.pace.mutants(MUTANTS.further) - len(changed)
    if calls.mutated is None or wanted <= 0 or most <= 0:
        return ()
    made = make_further_mutants(calls.mutated, changed)
    looked_at = _look(made, spread_out(len(made))[:most], sources, calls, outputs)
    fitting = [place for place, look in looked_at.items() if look.is_telling and look.answers]
    return tuple(made[place] for place in sorted(fitting[:wanted]))


@dataclass(frozen=True, slots=True)
class _Look:
    """Whether a mutant returned a wrong value for a source, and whether no call was lost."""

    is_telling: bool
    answers: bool


def _look(
    made: Sequence[Mutant], order: Sequence[int], sources: AcceptedInputs, calls: Calls, outputs: Sequence[Output]
) -> dict[int, _Look]:
    """What the first mutants, in this order, do with some sources; as many as there is time for."""
    inputs = sources.accepted[: calls.pace.glance]
    looked_at: dict[int, _Look] = {}
    try:
        original = calls.run(None, inputs)
        for place in order:
            outcomes = calls.run(made[place], inputs)
            triples = zip(inputs, original, outcomes, strict=True)
            is_telling = any(is_usable(b, outputs, values) and not is_same(a, b) for values, a, b in triples)
            looked_at[place] = _Look(is_telling, answers=not any(map(is_loss, outcomes)))
    except HaltError:
        pass
    return looked_at


def is_usable(outcome: Outcome, outputs: Sequence[Output], values: Input) -> bool:
    """Whether a call on these values returned what the function's outputs can hold."""
    return isinstance(outcome, Returned) and read_outputs(outputs, outcome.value, values) is not None


def spread_out(count: int) -> list[int]:
    """The first places in an order in which any beginning is spread over all of them.

    >>> spread_out(8)
    [0, 5, 2, 7, 4, 1, 6, 3]
    """
    return sorted(range(count), key=lambda place: place * _GOLDEN % 1)


def count_mutants(session: Session, judged: frozenset[str]) -> dict[str, int]:
    """Mutants by what was seen of them: a wrong value, on some inputs another end than a value, or nothing.

    Those that end in what the original never does, on inputs that it accepts, are killed by crash: any test that calls
    them finds them, whatever its relation. Those are apart that only raise what the original raises elsewhere, those
    that no finished exploration has run, and those that the time did not allow to run.
    """
    chosen = session.mutants
    counts = {"made": session.mutants_made, "judged": len(judged)}
    counts |= dict.fromkeys(("killed_by_crash", "raises_only", "no_difference", "not_run"), 0)
    counts["not_run"] = session.mutants_made - (len(chosen) if judged else 0)
    for mutant in chosen if judged else ():
        if mutant.id not in judged:
            counts[_seen(session, mutant)] += 1
    return counts


def _seen(session: Session, mutant: Mutant) -> str:
    """What is to be said of a mutant that no exploration could judge: by what all were run on first, then by more."""
    recorded, unusable = session.calls.raised, list[Outcome]()
    try:
        for count in (session.pace.glance, session.pace.sources):
            unusable = unusable or _unusable(session, mutant, session.sources.accepted[:count])
    except HaltError:
        return "not_run"
    if not unusable:
        return "no_difference"
    is_known = all(isinstance(outcome, Raised) and outcome.type in recorded for outcome in unusable)
    return "raises_only" if is_known else "killed_by_crash"


def _unusable(session: Session, mutant: Mutant, inputs: Sequence[Input]) -> list[Outcome]:
    """The outcomes that are no values which the function's outputs can hold."""
    outputs, outcomes = session.outputs, session.run(mutant, inputs)
    pairs = zip(outcomes, inputs, strict=True)
    return [outcome for outcome, values in pairs if not is_usable(outcome, outputs, values)]


_HUNK = re.compile(r"@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@")


def note_mutant(mutant: Mutant, target: Target | None, names: Sequence[str]) -> MutantNote:
    r"""The note on a mutant; `target` is what source mutants are made from, `names` are those of the arguments.

    >>> text = "def half(x):\n    return x / 2\n"
    >>> mutant = SourceMutant("half:2:swap_op:1", "swap_op", 2, "def half(x):\n    return x * 2\n")
    >>> print(note_mutant(mutant, Target("shop", text, "half", 1, 2), ["x"]).change)
    --- shop.half
    +++ half:2:swap_op:1
    @@ -1,2 +1,2 @@
     def half(x):
    -    return x / 2
    +    return x * 2
    >>> note_mutant(OutcomeMutant("outcome:sign", "sign"), None, ["x"]).change
    'the returned value has the other sign'
    """
    match mutant:
        case SourceMutant():
            assert target is not None
            return MutantNote(mutant.id, _difference(mutant, target))
        case OutcomeMutant():
            return MutantNote(mutant.id, OUTCOME_OPERATORS[mutant.operator].phrase(mutant.data, names))
        case FaultyVersion():
            return MutantNote(mutant.id, f"faulty version {mutant.id.removeprefix('faulty:')}")


def _difference(mutant: SourceMutant, target: Target) -> str:
    """A unified diff of the definition, with the lines numbered as in its file."""
    before = target.source.split("\n")[target.first_line - 1 : target.last_line]
    after = mutant.source.removesuffix("\n").split("\n")
    name = f"{target.module}.{target.qualname}" if target.module else target.qualname
    lines = unified_diff(before, after, name, mutant.id, n=SHOWING.context, lineterm="")
    return "\n".join(_numbered(line, target.first_line - 1) for line in lines)


def _numbered(line: str, offset: int) -> str:
    """The line; the head of a hunk with so much added to its line numbers."""
    match = _HUNK.fullmatch(line)
    if match is None:
        return line
    before, after = int(match[1]) + offset, int(match[3]) + offset
    return f"@@ -{before}{match[2] or ''} +{after}{match[4] or ''} @@"
