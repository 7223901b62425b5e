"""From what answers can reach and what real inputs reached to findings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from genmorph.services.accuracy import is_right, readings, share
from genmorph.services.answer_shapes import LABEL, SENTIMENT, Plain
from genmorph.services.application import FALSE, TRUE, Failure, Place, Ran
from genmorph.services.application_report import Cause, Fault, Finding, Share, listed
from genmorph.services.branches import Branch, Explored, branches_of
from genmorph.services.declared import Service
from genmorph.services.made_up_answers import Candidate
from genmorph.services.observed import Condition
from genmorph.services.pseudo_inverses import Example
from genmorph.services.sentences import NEGATIVE, POSITIVE
from genmorph.services.vocabularies import nearest
from genmorph.settings import SERVICES
from genmorph.values.labels import shortened


@dataclass(frozen=True, slots=True)
class Tested:
    """A real input that was made for a service, and what came of it."""

    service: str
    example: Example
    ran: Ran

    @property
    def is_whole(self) -> bool:
        """Whether the call ended by itself, without an exception."""
        return not self.ran.stopped and self.ran.failure is None


def took(branch: Branch, ran: Ran) -> bool:
    """Whether a call took a branch; a condition that was true once did not go false."""
    ways = ran.went.get(branch.condition, 0)
    return bool(ways & TRUE) if branch.way == TRUE else ways == FALSE


def find_crashes(explored: Explored, tested: Sequence[Tested], services: Sequence[Service]) -> list[Finding]:
    """Crashes on real inputs, then those on empty answers and on answers of the vocabulary."""
    found: dict[tuple[str, Place], Finding] = {}
    for one in tested:
        if (failure := _crash(one.ran)) is not None:
            key = failure.kind, failure.place
            known = found.get(key)
            inputs = (*(known.inputs if known else ()), str(one.example.path))
            found[key] = _crash_finding(failure, one.ran, inputs[: SERVICES.shown_inputs])
    by_function = {one.function: one for one in services}
    for tried in explored.tried:
        failure = _crash(tried.ran)
        candidate = tried.candidate
        if failure is None or (failure.kind, failure.place) in found:
            continue
        if candidate.is_valid and _may_be_said(by_function[candidate.service], candidate.plain):
            words = shortened(f"{candidate.service.partition(':')[2]} answers {candidate.plain!r}", SERVICES.shown)
            found[failure.kind, failure.place] = Finding(
                Fault.CRASH,
                failure.place,
                f"{failure.kind}: {failure.words}, where {words}",
                Cause.CODE,
                answer=words,
                error=failure.kind,
            )
    return list(found.values())


def _crash(ran: Ran) -> Failure | None:
    """What a call raised, unless the application means to, or a service raised it."""
    failure = ran.failure
    return None if failure is None or failure.is_meant or failure.is_service else failure


def _crash_finding(failure: Failure, ran: Ran, inputs: tuple[str, ...]) -> Finding:
    said = "; ".join(f"{one.service.partition(':')[2]} answers {one.answer!r}" for one in ran.asked)
    words = f"{failure.kind}: {failure.words}" + (f", where {shortened(said, SERVICES.shown)}" if said else "")
    return Finding(Fault.CRASH, failure.place, words, Cause.CODE, inputs, said, error=failure.kind)


def _may_be_said(one: Service, plain: Plain) -> bool:
    """Whether a service surely could answer this: nothing at all, or words of its vocabulary alone."""
    said = {reading.label for reading in one.shape.readings(plain)}
    return plain in one.shape.empty()[:1] or (one.shape.said == LABEL and bool(said) and said <= set(one.labels))


def find_dead(explored: Explored, services: Sequence[Service], tested: Sequence[Tested]) -> list[Finding]:
    """Branches that no answer reaches, or none that a service gives."""
    valid, any_answer = explored.reached(), explored.reached(valid=False)
    live = {branch for one in tested for branch in branches_of(one.ran)}
    found: list[Finding] = []
    constant: set[int] = set()
    for number, condition in enumerate(explored.conditions):
        is_in_or = condition.decision != number and condition.is_alternative
        if condition.is_constant and is_in_or and Branch(number, TRUE) in any_answer | live:
            constant.add(condition.decision)
            words = f"the clause {condition.text} is always true, so that nothing else of the condition matters"
            found.append(Finding(Fault.DEAD, _place(condition), words, Cause.CODE))
    for number, condition in enumerate(explored.conditions):
        if condition.decision in constant:
            continue
        for way in (TRUE, FALSE):
            branch = Branch(number, way)
            if branch in live or (condition.is_looped and way == FALSE):
                continue
            reason = _why_dead(explored, branch, valid, any_answer, services)
            if reason is not None:
                found.append(Finding(Fault.DEAD, _place(condition), reason, Cause.CODE))
    return _outermost(found)


def _why_dead(
    explored: Explored, branch: Branch, valid: set[Branch], any_answer: set[Branch], services: Sequence[Service]
) -> str | None:
    """Why no answer of a service leads to a branch; None where one may, or answers have no part in it."""
    condition = explored.conditions[branch.condition]
    other = Branch(branch.condition, TRUE if branch.way == FALSE else FALSE)
    if other not in any_answer:  # the condition was not evaluated
        return None
    way = "true" if branch.way == TRUE else "false"
    if branch not in valid:
        is_symbolic = explored.is_complete and branch.condition in (explored.symbolic or ())
        if branch in any_answer or is_symbolic:
            return f"no answer that the service can give makes {condition.text} {way}"
        return None
    leading = [one.candidate for one in explored.tried if one.candidate.is_valid and branch in branches_of(one.ran)]
    reasons = [_unknown_labels(one, leading) for one in services]
    return next((reason for reason in reasons if reason), None)


def _unknown_labels(one: Service, leading: Sequence[Candidate]) -> str:
    """That all answers which lead somewhere say what the service never says; "" where one does not."""
    if not one.labels or one.shape.said != LABEL:
        return ""
    known, missing = set(one.labels), dict[str, None]()
    for candidate in leading:
        if candidate.service != one.function:
            return ""
        said = {reading.label for reading in one.shape.readings(candidate.plain)}
        if not said or said <= known:
            return ""
        if candidate.label is not None:
            missing[candidate.label] = None
    near = {label: nearest(label, one.labels) for label in missing}
    hints = "; ".join(f"is {other!r} meant by {label!r}?" for label, other in near.items() if other)
    return f"{one.name} never says {listed(list(missing))}{'; ' + hints if hints else ''}" if missing else ""


def _place(condition: Condition) -> Place:
    return Place(condition.file, condition.line)


def _outermost(found: Sequence[Finding]) -> list[Finding]:
    """One finding a line: a condition of one clause is dead in the same way as the clause."""
    return list({one.place: one for one in reversed(found)}.values())[::-1]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Inputs that were made for a branch: of these labels, in one variant of saying them."""

    branch: Branch
    service: Service
    labels: tuple[str, ...]
    variant: str
    inputs: list[Tested]


@dataclass(frozen=True, slots=True)
class Missed:
    """A branch that too few of their inputs reach, with its finding; None where too little is known to say so."""

    wanted: Wanted
    words: str
    finding: Finding | None


def find_accuracy(
    explored: Explored, tested: Sequence[Tested], services: Sequence[Service], dead: Iterable[Finding]
) -> list[Missed]:
    """The branches that too few of their inputs reach; of branches that the same inputs miss the first one alone."""
    places = {one.place for one in dead}
    found: list[Missed] = []
    seen: set[tuple[tuple[Path, bool], ...]] = set()
    by_function = {one.function: one for one in services}
    for wanted in wanted_inputs(explored, tested, by_function):
        condition = explored.conditions[wanted.branch.condition]
        went = [took(wanted.branch, case.ran) for case in wanted.inputs]
        key = tuple((case.example.path, gone) for case, gone in zip(wanted.inputs, went, strict=True))
        hits = share(sum(went), len(went))
        is_high = hits.value is None or hits.value >= SERVICES.recall
        if is_high or _place(condition) in places or key in seen:
            continue
        seen.add(key)
        words = f"{hits} of the {_inputs_words(wanted)} reach {_branch_words(condition, wanted.branch)}"
        finding = None if hits.high >= SERVICES.recall else _seldom(condition, wanted, went, hits, words)
        found.append(Missed(wanted, words, finding))
    return found


def _inputs_words(wanted: Wanted) -> str:
    return f"{f'{wanted.variant} ' if wanted.variant else ''}inputs made for it ({listed(_made(wanted))})"


def _made(wanted: Wanted) -> list[str]:
    """The labels of which there are inputs."""
    return list(dict.fromkeys(case.example.label or "" for case in wanted.inputs))


def _seldom(condition: Condition, wanted: Wanted, went: Sequence[bool], hits: Share, words: str) -> Finding:
    """The finding of a branch that is seldom reached: the service's fault where that seldom says what it should."""
    one = wanted.service
    right = [is_right(one, case.example.label or "", readings(one, case.ran)) for case in wanted.inputs]
    accuracy = share(sum(right), len(right))
    cause = Cause.CODE if accuracy.value is not None and accuracy.value >= SERVICES.recall else Cause.SERVICE
    missed = tuple(str(case.example.path) for case, hit in zip(wanted.inputs, went, strict=True) if not hit)
    return Finding(
        Fault.ACCURACY,
        _place(condition),
        words,
        cause,
        missed[: SERVICES.shown_inputs],
        recall=hits,
        accuracy=accuracy,
    )


def wanted_inputs(explored: Explored, tested: Sequence[Tested], services: Mapping[str, Service]) -> Iterator[Wanted]:
    """The inputs that were made for each branch, by the labels that lead to it; each variant by itself.

    An input on which the application does not ask the service says nothing of the branches of its answers.
    """
    for branch in sorted(explored.labels, key=lambda one: (one.condition, -one.way)):
        for function, leading in explored.labels[branch].items():
            one = services[function]
            made = [case for case in tested if case.is_whole and _is_asked(case, function)]
            variants = sorted({case.example.variant for case in made})
            groups = [(tuple(leading), variant) for variant in variants]
            groups += [((label,), "") for label in named_by_result(explored, branch, one)]
            for labels, variant in groups:
                inputs = [case for case in made if case.example.label in labels and case.example.variant == variant]
                if inputs:
                    yield Wanted(branch, one, labels, variant, inputs)


def _is_asked(case: Tested, function: str) -> bool:
    return case.service == function and any(asked.service == function for asked in case.ran.asked)


def named_by_result(explored: Explored, branch: Branch, one: Service) -> list[str]:
    """The labels that what a branch returns is called by, and that do not lead there.

    A function that returns "fruit" of apples, and something else of what the service calls a fruit, misses that.
    """
    results = {
        tried.ran.returned.strip("'\"").casefold()
        for tried in explored.tried
        if tried.ran.returned is not None and tried.candidate.label in explored.labels[branch][one.function]
    }
    return [
        label
        for label in one.labels
        if label.casefold() in results and label not in explored.labels[branch][one.function]
    ]


def _branch_words(condition: Condition, branch: Branch) -> str:
    return f"`{condition.text}`" if branch.way == TRUE else f"what is done where `{condition.text}` is false"


def find_both_moods(
    explored: Explored, tested: Sequence[Tested], services: Sequence[Service]
) -> list[tuple[Branch, Service, Finding]]:
    """Ways through an application that inputs of both moods take, though answers decide which way is taken."""
    found: list[tuple[Branch, Service, Finding]] = []
    for one in services:
        deciding = [
            number
            for number, condition in enumerate(explored.conditions)
            if condition.decision == number and explored.depends(number, one.function)
        ]
        if one.shape.said != SENTIMENT or not deciding:
            continue
        positive, negative = (_usual_way(tested, one, mood, deciding) for mood in (POSITIVE, NEGATIVE))
        if positive is None or negative is None or positive[0] != negative[0]:
            continue
        last = max(number for number, gone in positive[0] if gone)
        condition = explored.conditions[last]
        words = f"{positive[1]} of the positive texts and {negative[1]} of the negative ones go the same way"
        finding = Finding(Fault.BOTH_MOODS, _place(condition), words, Cause.CODE)
        found.append((Branch(last, TRUE), one, finding))
    return found


Way = tuple[tuple[int, int], ...]


def _usual_way(tested: Sequence[Tested], one: Service, mood: str, deciding: Sequence[int]) -> tuple[Way, Share] | None:
    """The way that most inputs of a mood take, and how many; None where no way is usual."""
    ways = [
        tuple((number, case.ran.went.get(number, 0)) for number in deciding)
        for case in tested
        if case.service == one.function and case.example.label == mood and not case.example.variant and case.is_whole
    ]
    if not ways:
        return None
    way, count = Counter(ways).most_common(1)[0]
    found = share(count, len(ways))
    return (way, found) if count >= SERVICES.recall * len(ways) and any(gone for _, gone in way) else None
