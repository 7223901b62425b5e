"""Repairs of findings: found on the inputs that were tried, and proposed where they help on inputs held back."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from genmorph.services.accuracy import readings, scores
from genmorph.services.answer_shapes import LABEL, NUMBER, PERCENT, SENTIMENT, TEXT
from genmorph.services.application import Application, Ran, Run
from genmorph.services.application_faults import Tested, took
from genmorph.services.application_report import Cause, Finding, Repair, Scores
from genmorph.services.branches import Branch
from genmorph.services.declared import Service
from genmorph.services.edits import Source, with_guard, with_label, with_number, with_part, without_case
from genmorph.services.vocabularies import are_related
from genmorph.settings import SERVICES


@dataclass(frozen=True, slots=True)
class Judged:
    """A branch with inputs made for it, and others of the same service; `seen` chose, `held_back` decides.

    `labels` lead to the branch, and `further` ones should.
    """

    branch: Branch
    service: Service
    labels: Sequence[str]
    further: Sequence[str]
    seen: Sequence[Tested]
    held_back: Sequence[Tested]

    def wanted(self, one: Tested) -> bool:
        """Whether an input was made for the branch."""
        return one.example.label in (*self.labels, *self.further)


@dataclass(frozen=True, slots=True)
class _Change:
    """A changed file, and what was changed in words."""

    words: str
    source: Source
    text: str
    adds_label: bool = False


class Repairer:
    """Tries changes of an application on answers that are kept; no service is asked."""

    def __init__(self, application: Application) -> None:
        self._application = application

    def repair_branch(self, finding: Finding, judged: Judged) -> Finding:
        """The finding with a repair that raises recall and lowers F1 on no inputs; as it is where there is none."""
        if sum(map(judged.wanted, judged.held_back)) < SERVICES.held_back:
            return finding
        before = _scores(judged, judged.held_back, [one.ran for one in judged.held_back])
        best = self._greedy(finding, judged)
        if best is None:
            return finding
        after = _scores(judged, judged.held_back, self._ran(best, judged.held_back))
        if not (after.recall > before.recall and after.f1 >= before.f1 and after.precision >= SERVICES.least_precision):
            return finding
        repair = Repair(best.words, best.source.diff(best.text), before, after)
        is_enough = min(after.recall, after.precision) >= SERVICES.recall
        return replace(finding, repair=repair, cause=Cause.CODE if is_enough else finding.cause)

    def _greedy(self, finding: Finding, judged: Judged) -> _Change | None:
        """Labels one by one as long as recall rises; or another threshold, or comparing without case, once."""
        seen = judged.seen
        best, best_scores = None, _scores(judged, seen, [one.ran for one in seen])
        for change in self._changes(finding, judged):
            found = _scores(judged, seen, self._ran(change, seen))
            if found.recall > best_scores.recall and found.f1 >= best_scores.f1:
                best, best_scores = change, found
        if best is None or not best.adds_label:
            return best
        for label in _said_where_missed(judged, self._ran(best, seen)):
            for change in _labels_changes(best.source, best.text, judged, label, finding.place.line, best.words):
                found = _scores(judged, seen, self._ran(change, seen))
                if found.recall > best_scores.recall and found.f1 >= best_scores.f1:
                    best, best_scores = change, found
                    break
        return best

    def _changes(self, finding: Finding, judged: Judged) -> Iterator[_Change]:
        source = Source.read(Path(finding.place.file))
        line = finding.place.line
        if judged.service.shape.said == LABEL:
            for label in _said_where_missed(judged, [one.ran for one in judged.seen]):
                yield from _labels_changes(source, None, judged, label, line, "")
        if judged.service.shape.said in (LABEL, TEXT):
            for text in list(without_case(source, judged.labels, line))[: SERVICES.edits]:
                yield _Change("compare without case and spaces", source, text)
        for threshold in _thresholds(judged):

            def choose(_before: float, threshold: float = threshold) -> float:
                return threshold

            for text, new, before in list(with_number(source, line, choose))[: SERVICES.edits]:
                yield _Change(f"compare with {new:g}, and not with {before:g}", source, text)

    def repair_moods(self, finding: Finding, judged: Judged) -> Finding:
        """The finding with another part of the answer that is read, where this tells the moods apart."""
        shape = judged.service.shape
        source = Source.read(Path(finding.place.file))
        before = _scores(judged, judged.held_back, [one.ran for one in judged.held_back])
        for name in shape.names(SENTIMENT):
            for text in list(with_part(source, shape.names(NUMBER), name, finding.place.line))[: SERVICES.edits]:
                change = _Change(f"decide by {name}", source, text)
                after = _scores(judged, judged.held_back, self._ran(change, judged.held_back))
                if after.recall >= SERVICES.recall and after.f1 > before.f1:
                    return replace(finding, repair=Repair(change.words, source.diff(text), before, after))
        return finding

    def repair_crash(self, finding: Finding, crashing: Sequence[Run]) -> Finding:
        """The finding with a guard against empty answers, where calls that crashed end with it."""
        if not finding.place.file or finding.error not in _OF_NOTHING:
            return finding
        source = Source.read(Path(finding.place.file))
        for text in list(with_guard(source, finding.place.line))[: SERVICES.edits]:
            change = _Change("return before an element of nothing is taken", source, text)
            rans = self._called(change, crashing)
            if rans and all(ran.failure is None and not ran.stopped for ran in rans):
                return replace(finding, repair=Repair(change.words, source.diff(text)))
        return finding

    def _ran(self, change: _Change, cases: Sequence[Tested]) -> list[Ran]:
        return self._called(change, [Run(one.example.path) for one in cases])

    def _called(self, change: _Change, runs: Sequence[Run]) -> list[Ran]:
        return self._application.call_changed({str(change.source.path): change.text}, runs)


_OF_NOTHING = ("IndexError", "KeyError", "TypeError", "StopIteration", "AttributeError")
"""What is raised where an element of nothing is taken."""


def _labels_changes(
    source: Source, text: str | None, judged: Judged, label: str, line: int, before: str
) -> Iterator[_Change]:
    """A label beside those that lead to the branch, as the service writes it, or in small letters."""
    current = source if text is None else Source.read(source.path, text)
    for form in dict.fromkeys((label, label.lower())):
        for changed in list(with_label(current, judged.labels, form, line))[: SERVICES.edits]:
            words = f"{before}, {form!r}" if before else f"look for {form!r}"
            yield _Change(words, source, changed, adds_label=True)


def _said_where_missed(judged: Judged, rans: Sequence[Ran]) -> list[str]:
    """What the service says of inputs that miss the branch and is related to their labels, the most frequent first."""
    counts: Counter[str] = Counter()
    for one, ran in zip(judged.seen, rans, strict=True):
        if judged.wanted(one) and not took(judged.branch, ran):
            said = dict.fromkeys(reading.label for reading in readings(judged.service, ran))
            counts.update(label for label in said if label not in judged.labels)
    beside = _said_beside(judged)
    related = [
        label
        for label, _ in counts.most_common()
        if label in beside or any(are_related(label, one) for one in (*judged.labels, *judged.further))
    ]
    return related[: SERVICES.added_labels]


def _said_beside(judged: Judged) -> set[str]:
    """What the service says together with a label of the branch: the hierarchy of its vocabulary shows so."""
    answers = [{reading.label for reading in readings(judged.service, one.ran)} for one in judged.seen]
    return set().union(*(said for said in answers if said & set(judged.labels)))


def _thresholds(judged: Judged) -> Iterator[float]:
    """Numbers that tell inputs made for the branch from others, by how sure the service is."""
    pairs = [(_sureness(judged, one), judged.wanted(one)) for one in judged.seen]
    known = [(value, wanted) for value, wanted in pairs if value is not None]
    if len({wanted for _, wanted in known}) < 2:
        return
    try:
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        return
    model = LogisticRegression(C=SERVICES.inverse_penalty, class_weight="balanced")
    model.fit([[value] for value, _ in known], [wanted for _, wanted in known])
    weight = float(model.coef_[0][0])
    if abs(weight) > SERVICES.least_weight:
        threshold = round(-float(model.intercept_[0]) / weight, 2)
        yield threshold
        if PERCENT in judged.service.shape.leaves:
            yield round(100 * threshold, 1)


def _sureness(judged: Judged, one: Tested) -> float | None:
    """How sure the service is of what leads to the branch; a mood as it is."""
    said = readings(judged.service, one.ran)
    if judged.service.shape.said == SENTIMENT:
        return sum(reading.sureness or 0.0 for reading in said) if said else None
    sure = [reading.sureness for reading in said if reading.label in judged.labels and reading.sureness is not None]
    return max(sure, default=0.0)


def _scores(judged: Judged, cases: Sequence[Tested], rans: Sequence[Ran]) -> Scores:
    went = [(judged.wanted(one), took(judged.branch, ran)) for one, ran in zip(cases, rans, strict=True)]
    hits = sum(wanted and gone for wanted, gone in went)
    return scores(hits, sum(wanted for wanted, _ in went), sum(gone and not wanted for wanted, gone in went))
