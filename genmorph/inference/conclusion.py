"""From surviving candidates to reported relations: select, simplify, judge on many fresh pairs, again."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from genmorph.execution.observation import CORRECT, is_of_kind
from genmorph.filters import MIN_TRIED, Finding, falsify, judge, seek_counterexample
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import rejected_rows, score
from genmorph.inference.exploration import Exploration, Found, Fresh, reject
from genmorph.inference.meter import HaltError
from genmorph.inference.prepared import FRESH_OF_FAST, Prepared
from genmorph.model import Evidence, Input, Mutant, Outcome, Verdict
from genmorph.progress import Notify, Step
from genmorph.relations.expression import Expression
from genmorph.relations.simplification import cost, rewritings, simplify, substituted
from genmorph.results import MetamorphicRelation, Rejected, Signature
from genmorph.search.selection import select

REPORTED = 8
"""At most so many relations are reported."""
_EXAMPLES = 10
_EARLY = 8
"""Slow functions are run on this part of the fresh pairs first."""
_SHARE = 6
"""The fresh pairs of one transformation may take this part of the seconds that are left."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The reported relations, best first, the rejected ones, and what became of the mutants."""

    signature: Signature
    relations: tuple[MetamorphicRelation, ...]
    rejected: tuple[Rejected, ...]
    mutant_counts: dict[str, int]


def conclude(prepared: Prepared, explorations: Sequence[Exploration], notify: Notify) -> Conclusion:
    """Report what survives the last filter; what fails there makes room for the next.

    When the stage is halted, what was judged until then is reported, and the rest is undecided.
    """
    judged = frozenset[str]().union(*(exploration.judged for exploration in explorations))
    judging = _Judging(prepared, len(judged), notify)
    kept = judging.settle([found for exploration in explorations for found in exploration.found])
    signature = replace(prepared.laboratory.signature, raises=tuple(sorted(prepared.calls.raised)))
    return Conclusion(
        signature=signature,
        relations=tuple(_relation(signature, found, evidence) for found, evidence in kept),
        rejected=(*(one for exploration in explorations for one in exploration.rejected), *judging.rejected),
        mutant_counts=_count_mutants(prepared, judged),
    )


def _not_judged(prepared: Prepared, found: Found) -> Rejected:
    finding = Finding(Verdict.UNDECIDED, "the time was over before it could be judged")
    return reject(prepared.laboratory.signature, found.transformation, found.expression, finding)


class _Judging:
    """The last filter, with the fresh executions of each transformation at hand; `mutants` are those judged in all."""

    def __init__(self, prepared: Prepared, mutants: int, notify: Notify) -> None:
        self._prepared = prepared
        self._mutants = mutants
        self._notify = notify
        self.rejected: list[Rejected] = []
        self._fresh: dict[str, Fresh] = {}

    def settle(self, pool: list[Found]) -> list[tuple[Found, Evidence]]:
        """Select from the pool and judge what was selected, until all that is selected is kept."""
        kept: dict[int, tuple[Found, Evidence]] = {}
        while True:
            chosen = select(pool, self._mutants, REPORTED)
            waiting = [found for found in chosen if id(found) not in kept]
            if not waiting:
                return [kept[id(found)] for found in chosen]
            found = waiting[0]
            plain = plain_form(found, self._prepared.laboratory.signature.names)
            if plain is not found:
                pool.remove(found)
                pool += [plain] if plain.killed else []
                continue
            self._notify(Step("judging", len(kept) + 1, len(chosen)))
            try:
                final, outcome = self.judge(found)
            except HaltError:
                self.rejected += [_not_judged(self._prepared, found) for found in waiting]
                pool = [found for found in pool if id(found) in kept]
                continue
            if isinstance(outcome, Evidence):
                kept[id(found)] = final, outcome
            else:
                self.rejected.append(outcome)
                pool.remove(found)

    def judge(self, found: Found) -> tuple[Found, Evidence | Rejected]:
        """The relation in its simplest form, with evidence for it or the reason against it."""
        laboratory = self._prepared.laboratory
        self._prepared.meter.check()
        final = replace(found, expression=simplify(found.expression, lambda options: agree(found, options)))
        early = self._look_early(final)
        if early is not None:
            return final, reject(laboratory.signature, found.transformation, final.expression, early)
        fresh = self._fresh_for(found)
        enough = self._prepared.pace.enough
        enough = min(enough, len(fresh.executions)) if fresh.whole else enough
        kill_count, executions = len(final.killed), fresh.executions
        finding = judge(final.expression, kill_count, executions, fresh.exhaustive, laboratory.tolerance, enough)
        tried = finding.tried
        if finding.verdict is Verdict.KEEP and not fresh.exhaustive and not self._prepared.meter.is_interrupted:
            finding = self._seek(final, fresh)
            tried += finding.tried
        if finding.verdict is not Verdict.KEEP:
            return final, reject(laboratory.signature, found.transformation, final.expression, finding)
        return final, Evidence(
            tried=tried,
            violations=0,
            killed=len(final.killed),
            judged=self._mutants,
            exhaustive=fresh.exhaustive,
            falsifiers=self._falsifiers(fresh),
        )

    def _look_early(self, found: Found) -> Finding | None:
        """A violation among the first fresh pairs, before a slow function is run on all of them."""
        enough = self._prepared.pace.enough
        if enough == MIN_TRIED or repr(found.transformation) in self._fresh:
            return None
        few = self._prepared.fresh_executions(found.transformation, enough // _EARLY)
        finding = falsify(found.expression, few.executions, False, self._prepared.laboratory.tolerance)
        return finding if finding.verdict is Verdict.REJECT else None

    def _falsifiers(self, fresh: Fresh) -> tuple[str, ...]:
        if fresh.exhaustive:
            return ("whole domain",)
        return (
            ("fresh pairs",) if self._prepared.meter.is_interrupted else ("fresh pairs", "search for a counterexample")
        )

    def _seek(self, found: Found, fresh: Fresh) -> Finding:
        """Search near the fresh pairs with the least slack."""
        prepared = self._prepared
        return seek_counterexample(
            found.expression,
            fresh.executions,
            lambda inputs: prepared.executions_on(found.transformation, inputs),
            prepared.subject.domains,
            prepared.laboratory.tolerance,
            Random(f"counterexample/{found.transformation!r}/{found.expression.to_tree()!r}"),
        )

    def _fresh_for(self, found: Found) -> Fresh:
        key = repr(found.transformation)
        if key not in self._fresh:
            self._fresh[key] = self._grown(found)
        return self._fresh[key]

    def _grown(self, found: Found) -> Fresh:
        """As many pairs as the rest of the budget allows, up to those of a fast function."""
        prepared, meter = self._prepared, self._prepared.meter
        before = meter.stage_left()
        first = max(prepared.pace.enough, prepared.pace.within(MIN_TRIED, before / 2))
        fresh = prepared.fresh_executions(found.transformation, first)
        if fresh.whole or self._prepared.meter.is_interrupted:
            return fresh
        spent = max(before - meter.stage_left(), 1e-3) if before < math.inf else 0.0
        affordable = (before / _SHARE / spent) * len(fresh.executions) if spent else math.inf
        count = int(min(FRESH_OF_FAST, affordable))
        return prepared.fresh_executions(found.transformation, count) if count > MIN_TRIED else fresh


def plain_form(found: Found, names: Sequence[str]) -> Found:
    """The relation itself, or the plainer one that it is by the laws of algebra, with that one's own kills.

    `f == x - (x - s)` is `f == s`, though rounding lets it reject some more of the mutants' floats.
    """
    inputs_replaced = substituted(found.expression, found.transformation.follow_up_trees(names))
    starts = [start for start in (found.expression, inputs_replaced) if start]
    forms = {form for start in starts for form in rewritings(start) if cost(form) < cost(found.expression)}
    options = sorted(forms, key=cost)
    if not options:
        return found
    scores = score(pack(options), found.table)
    differing = [same is False for same in agree(found, options)]
    for index, option in enumerate(options):
        if differing[index] and scores.false_positives[index] == 0:
            kills = zip(found.table.judged, scores.kills[index], strict=True)
            return replace(found, expression=option, killed=frozenset(name for name, killed in kills if killed))
    return found


def agree(found: Found, options: Sequence[Expression]) -> list[bool]:
    """For each expression, whether it rejects the same executions as the relation found."""
    scores = score(pack([found.expression, *options]), found.table)
    same = (scores.rejected[1:] == scores.rejected[0]).all(axis=1)
    return same.tolist()  # type: ignore[no-any-return]


def killing_inputs(found: Found, limit: int) -> tuple[Input, ...]:
    """Few source inputs on which all killed mutants are killed, those that kill most first."""
    scores = score(pack([found.expression]), found.table)
    rows = rejected_rows(scores, 0, found.table)
    by_pair: dict[int, set[int]] = {}
    for row in rows.tolist():
        mutant = int(found.executions.mutants[row])
        if mutant != CORRECT:
            by_pair.setdefault(int(found.executions.pairs[row]), set()).add(mutant)
    chosen: list[Input] = []
    left = set().union(*by_pair.values()) if by_pair else set()
    while left and len(chosen) < limit:
        best = max(by_pair, key=lambda pair: (len(by_pair[pair] & left), -len(repr(found.executions.sources[pair]))))
        chosen.append(found.executions.sources[best])
        left -= by_pair[best]
    return tuple(chosen)


def _relation(signature: Signature, found: Found, evidence: Evidence) -> MetamorphicRelation:
    return MetamorphicRelation(
        signature=signature,
        transformation=found.transformation,
        expression=found.expression,
        evidence=evidence,
        killed=tuple(sorted(found.killed)),
        examples=killing_inputs(found, _EXAMPLES),
    )


def _count_mutants(prepared: Prepared, judged: frozenset[str]) -> dict[str, int]:
    """Mutants by what was seen of them: a wrong value, on some inputs no value at all, or nothing.

    Those are apart that no finished exploration has run, and those that the time did not allow to run.
    """
    chosen = prepared.laboratory.mutants
    counts = {"made": prepared.mutants_made, "judged": len(judged), "crash_only": 0, "no_difference": 0, "not_run": 0}
    counts["not_run"] = prepared.mutants_made - (len(chosen) if judged else 0)
    for mutant in chosen if judged else ():
        if mutant.id not in judged:
            counts[_seen(prepared, mutant)] += 1
    return counts


def _seen(prepared: Prepared, mutant: Mutant) -> str:
    try:
        return "crash_only" if _crashes(prepared, mutant) else "no_difference"
    except HaltError:
        return "not_run"


def _crashes(prepared: Prepared, mutant: Mutant) -> bool:
    outcomes: Sequence[Outcome] = prepared.laboratory.run(mutant, prepared.sources.accepted[: prepared.pace.sources])
    return not all(is_of_kind(outcome, prepared.laboratory.output) for outcome in outcomes)
