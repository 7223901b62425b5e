"""The last filter: what is selected is judged on many fresh pairs, until all that is selected is kept."""

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from genmorph.filters import MIN_TRIED, Finding, falsify, judge, seek_counterexample
from genmorph.inference.exploration import Found
from genmorph.inference.forms import agree, plain_form
from genmorph.inference.laboratory import Fresh
from genmorph.inference.meter import HaltError
from genmorph.inference.prepared import FRESH_OF_FAST, Prepared
from genmorph.inference.screening import REJECTED, Screen, reject
from genmorph.model import Evidence, Execution, Stage, Verdict
from genmorph.progress import Notify, Step
from genmorph.relations.simplification import simplify
from genmorph.results import Rejected
from genmorph.search.selection import select

REPORTED = 8
"""At most so many relations are reported."""
_EARLY = 8
"""Slow functions are run on this part of the fresh pairs first."""
_PLAIN = 8
"""For each such effort more as many fresh pairs are needed again: what is longer was fitted to more."""
_SHARE = 6
"""The fresh pairs of one transformation may take this part of the seconds that are left."""


class Judging:
    """The last filter, with the fresh executions of each transformation at hand; `mutants` are those judged in all."""

    def __init__(self, prepared: Prepared, mutants: int, notify: Notify) -> None:
        self._prepared = prepared
        self._mutants = mutants
        self._notify = notify
        self.rejected: list[Rejected] = []
        self._fresh: dict[str, Fresh] = {}
        self._screened: set[str] = set()

    def settle(self, pool: list[Found]) -> list[tuple[Found, Evidence]]:
        """Select from the pool and judge that, what is easy to read first, until all that is selected is kept."""
        kept: dict[int, tuple[Found, Evidence]] = {}
        chosen = select(pool, self._mutants, REPORTED)
        while waiting := [found for found in chosen if id(found) not in kept]:
            waiting.sort(key=lambda found: found.effort)
            self._notify(Step("judging", len(kept) + 1, len(chosen)))
            remaining = self._judge_next(pool, waiting, kept)
            if remaining is not pool:
                pool, chosen = remaining, select(remaining, self._mutants, REPORTED)
        return [kept[id(found)] for found in chosen]

    def _judge_next(
        self, pool: list[Found], waiting: Sequence[Found], kept: dict[int, tuple[Found, Evidence]]
    ) -> list[Found]:
        """Judge the first that waits; the pool, or a new one without what must not be selected any more."""
        found = waiting[0]
        plain = plain_form(found, self._prepared.laboratory.signature.parameters)
        if plain is not found:
            others = [other for other in pool if other is not found]
            return [*others, plain] if plain.killed else others
        try:
            final, outcome = self.judge(found)
        except HaltError:
            self.rejected += [_not_judged(self._prepared, found) for found in waiting]
            return [found for found in pool if id(found) in kept]
        if isinstance(outcome, Evidence):
            kept[id(final)] = final, outcome
            return self._without_false([final if other is found else other for other in pool], final, ())
        self.rejected.append(outcome)
        examples = () if outcome.counterexample is None else (outcome.counterexample,)
        return self._without_false([other for other in pool if other is not found], found, examples)

    def judge(self, found: Found) -> tuple[Found, Evidence | Rejected]:
        """The relation in its simplest form, with evidence for it or the reason against it."""
        laboratory = self._prepared.laboratory
        self._prepared.meter.check()
        final = replace(found, expression=simplify(found.expression, lambda options: agree(found, options)))
        early = self._look_early(final)
        if early is not None:
            return final, reject(laboratory.signature, found.transformation, final.expression, early)
        fresh = self._fresh_for(found)
        enough = self._prepared.pace.enough * (1 + final.effort // _PLAIN)
        enough = fresh.enough(enough)
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

    def _without_false(self, pool: list[Found], found: Found, examples: Sequence[Execution]) -> list[Found]:
        """The pool without what else about the same transformation these or the fresh executions contradict."""
        key = repr(found.transformation)
        executions = list(examples)
        if key in self._fresh and key not in self._screened:
            self._screened.add(key)
            executions += self._fresh[key].executions
        others = [other for other in pool if other is not found and other.transformation == found.transformation]
        if not executions or not others:
            return pool
        laboratory = self._prepared.laboratory
        screen = Screen(executions, found.expression.variables, laboratory.tolerance)
        false = screen.counterexamples([other.expression for other in others])
        for expression, contradicting in list(false.items())[:REJECTED]:
            finding = falsify(expression, contradicting, False, laboratory.tolerance)
            self.rejected.append(reject(laboratory.signature, found.transformation, expression, finding))
        dropped = {id(other) for other in others if other.expression in false}
        return [other for other in pool if id(other) not in dropped] if dropped else pool

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


def _not_judged(prepared: Prepared, found: Found) -> Rejected:
    finding = Finding(Verdict.UNDECIDED, "the time was over before it could be judged", Stage.TIME)
    return reject(prepared.laboratory.signature, found.transformation, found.expression, finding)
