"""Which mutants take part, what a person reads of them, and what became of them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from itertools import chain, islice

from genmorph.execution.observation import shared
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
from genmorph.mutation.outcome_mutants import OUTCOME_OPERATORS, make_outcome_mutants
from genmorph.settings import MUTANTS, SHOWING
from genmorph.subject.subject import Subject
from genmorph.values.labels import key


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
    more than are needed: further ones of the function, then those of its helpers, as many of each as there are. Those
    of outcomes join where the function's own are few.
    """
    changed = () if subject.is_driver else _changed(calls, extends)
    made: tuple[Mutant, ...] = (*faulty, *changed)
    order = [*range(len(faulty)), *(len(faulty) + place for place in _spread_out(len(changed)))]
    allowed = calls.pace.mutants(len(made))
    glance = _Glance(sources, calls, outputs)
    looked_at = dict(glance.looks(made[place] for place in order[:allowed]))
    telling: list[Wrong | None] = [look.wrong for look in looked_at.values() if look.wrong is not None]
    further = [] if subject.is_driver else _further(changed, MUTANTS.enough_telling - len(telling), glance)
    telling += [look.wrong for _, look in further]
    of_helpers = _of_helpers(max(MUTANTS.least_of_helpers, MUTANTS.enough_telling - len(telling)), glance, extends)
    joining: tuple[Mutant, ...] = tuple(mutant for mutant, _ in (*further, *of_helpers))
    # What a program gives is no outcome of a function that could be wrong by itself.
    if len(set(telling)) < MUTANTS.least_telling and not subject.is_driver:
        joining += make_outcome_mutants(subject.parameters, sources.accepted, sources.outcomes)
    return Mutants((*(mutant for mutant in made if mutant in looked_at), *joining), len(made) + len(joining))


def _spread_out(count: int) -> list[int]:
    """The first places, any beginning of them spread over all; what makes mutants is loaded where there are some."""
    if not count:
        return []
    from genmorph.mutation.mutants import spread_out

    return spread_out(count)


def _changed(calls: Calls, extends: bool) -> tuple[SourceMutant, ...]:
    """The mutants of mutmut, then those of users' operators; none where there is no source.

    What makes mutants takes half a second to load, which laws that come first need not wait for.
    """
    if calls.mutated is None:
        return ()
    from genmorph.mutation.mutants import make_mutants, make_own_mutants

    changed = make_mutants(calls.mutated)
    return (*changed, *make_own_mutants(calls.mutated, changed)) if extends else changed


Wrong = tuple[tuple[int, ...], tuple[str, ...]]
"""Where a mutant returns wrong values, and the first of these; equal for two mutants that are wrong in the same way."""


@dataclass(frozen=True, slots=True)
class _Look:
    """The wrong values that a mutant returned for some sources, None where it did not, and whether no call was lost."""

    wrong: Wrong | None
    answers: bool

    @property
    def is_fitting(self) -> bool:
        """Whether a mutant is one that may join others."""
        return self.wrong is not None and self.answers


_Looked = tuple[Mutant, _Look]


def _further(changed: Sequence[SourceMutant], wanted: int, glance: "_Glance") -> list[_Looked]:
    """At most `wanted` mutants by other operators that return a wrong value for a source, and answer for all."""
    calls = glance.calls
    most = calls.pace.mutants(MUTANTS.further) - len(changed)
    if calls.mutated is None or wanted <= 0 or most <= 0:
        return []
    from genmorph.mutation.mutants import make_further_mutants, spread_out

    made = make_further_mutants(calls.mutated, changed)
    looked_at = glance.looks(made[place] for place in spread_out(len(made))[:most])
    fitting = dict([(mutant, look) for mutant, look in looked_at if look.is_fitting][:wanted])
    return [(mutant, fitting[mutant]) for mutant in made if mutant in fitting]


def _of_helpers(wanted: int, glance: "_Glance", extends: bool) -> list[_Looked]:
    """At most `wanted` mutants of helpers like these, as many of each as there are, the nearest helpers first."""
    helpers = [one for one in glance.calls.helpers if one.target.module is not None]
    if not helpers:
        return []
    from genmorph.mutation.mutants import make_helper_mutants

    most = max(MUTANTS.least, glance.calls.pace.mutants(MUTANTS.looked_at_of_helpers))
    made = [make_helper_mutants(helper, extends=extends) for helper in helpers[:most]]
    looked_at = [glance.looks(islice(some, most // len(made))) for some in made]
    fitting = [(looked for looked in some if looked[1].is_fitting) for some in looked_at]
    return list(chain.from_iterable(shared(fitting, wanted)))


@dataclass(frozen=True, slots=True)
class _Glance:
    """What mutants do with some sources."""

    sources: AcceptedInputs
    calls: Calls
    outputs: Sequence[Output]

    def looks(self, mutants: Iterable[Mutant]) -> Iterator[_Looked]:
        """The mutants, each with what was seen of it; as many as there is time for."""
        inputs = self.sources.accepted[: self.calls.pace.glance]
        try:
            original = self.calls.run(None, inputs)
            for mutant in mutants:
                outcomes = self.calls.run(mutant, inputs)
                yield mutant, _Look(self._wrong(inputs, original, outcomes), not any(map(is_loss, outcomes)))
        except HaltError:
            return

    def _wrong(self, inputs: Sequence[Input], original: Sequence[Outcome], outcomes: Sequence[Outcome]) -> Wrong | None:
        places = [
            place
            for place, (values, own, other) in enumerate(zip(inputs, original, outcomes, strict=True))
            if is_usable(other, self.outputs, values) and not is_same(own, other)
        ]
        first = tuple(key(outcomes[place]) for place in places[: MUTANTS.compared])
        return (tuple(places), first) if places else None


def is_usable(outcome: Outcome, outputs: Sequence[Output], values: Input) -> bool:
    """Whether a call on these values returned what the function's outputs can hold."""
    return isinstance(outcome, Returned) and read_outputs(outputs, outcome.value, values) is not None


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
        case SourceMutant(helper=helper):
            if helper is not None:
                return MutantNote(mutant.id, _difference(mutant, helper.target), helper.target.dotted_name, mutant.line)
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
    lines = unified_diff(before, after, target.dotted_name, mutant.id, n=SHOWING.context, lineterm="")
    return "\n".join(_numbered(line, target.first_line - 1) for line in lines)


def _numbered(line: str, offset: int) -> str:
    """The line; the head of a hunk with so much added to its line numbers."""
    match = _HUNK.fullmatch(line)
    if match is None:
        return line
    before, after = int(match[1]) + offset, int(match[3]) + offset
    return f"@@ -{before}{match[2] or ''} +{after}{match[4] or ''} @@"
