"""The filters for one relation, cheapest first: what is true, says something, and is not said already."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random

from genmorph.export.pair_text import formula_texts
from genmorph.filters.candidates import Candidate, agree
from genmorph.filters.counterexamples import seek_counterexample
from genmorph.filters.following import (
    follows_from,
    follows_from_dependence,
    follows_from_exchange,
    follows_from_swaps,
    instantiated,
    is_swap,
    turned,
)
from genmorph.filters.joint_changes import changes_in_vain, follows_from_parts
from genmorph.filters.margin import compile_margin
from genmorph.filters.rules import MEANING, judge
from genmorph.filters.subsumption import implied, implied_on_range
from genmorph.filters.triviality import Perturbations
from genmorph.filters.validity import Finding, falsify, falsify_in_part, larger, without_cancelling
from genmorph.inference.exploration import Screen
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Fresh, Session
from genmorph.model import Evidence, Execution, Input, Stage, Tolerance, Verdict
from genmorph.relations.expression import Expression, Variable
from genmorph.relations.simplification import simplify
from genmorph.results.relation import relation_formula
from genmorph.settings import BUDGET, PACE, TRIALS
from genmorph.transformations.transformation import Transformation
from genmorph.values.building import shown
from genmorph.values.labels import key


@dataclass(frozen=True, slots=True)
class Trials:
    """The original's executions of one transformation that nothing has learnt from; at first, few for a law.

    They are compiled, as a screen, for relations over these `variables`.
    """

    fresh: Fresh
    boundary: Fresh
    screen: Screen
    variables: tuple[Variable, ...] = ()
    are_few: bool = False

    def stage_of(self, execution: Execution) -> Stage:
        """The stage that tries the execution."""
        is_boundary = any(execution is other for other in self.boundary.executions)
        return Stage.BOUNDARY_PAIRS if is_boundary else Stage.FRESH_PAIRS

    @property
    def telling(self) -> tuple[Execution, ...]:
        """Some of both kinds."""
        return self.fresh.executions[: TRIALS.perturbed] + self.boundary.executions[: TRIALS.perturbed // 2]


def hardest(expression: Expression, executions: Sequence[Execution], tolerance: Tolerance) -> tuple[Input, ...]:
    """The sources of the pairs with the least slack, short ones first; none where all pairs are alike."""
    margin = compile_margin(expression, tolerance)
    slack = [margin([variable.read(execution) for variable in expression.variables]) for execution in executions]
    if not slack or min(slack) == max(slack):
        return ()
    order = sorted(range(len(slack)), key=lambda place: (slack[place], len(shown(executions[place].source))))
    return tuple(executions[place].source for place in order[: TRIALS.hardest])


class Examiner:
    """All filters but the exported test, with the trials of each transformation at hand; mutants are counted later.

    While it is `trying_few`, no more pairs are tried than a relation needs, where seconds count.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.is_early = False
        self._trials: dict[str, Trials] = {}

    @contextmanager
    def trying_few(self) -> Iterator[None]:
        """Try few pairs of each law while the context lasts."""
        self.is_early = True
        try:
            yield
        finally:
            self.is_early = False

    def examine(
        self, found: Candidate, kept: Sequence[Candidate] = (), *, waiting: int = 1, is_accepted: bool = False
    ) -> Candidate:
        """Send a relation through the filters, which may give a simpler form; `kept` are those it must not follow from.

        The time is shared by `waiting` relations. Of a relation that a review accepted only
        the truth is examined. Raises HaltError where the time is over before fresh and boundary pairs were tried.
        """
        self._session.meter.check()
        finding = None if is_accepted else judge(found.features, (Stage.FORM, Stage.KILLS))
        finding = finding or self._look_early(found)
        if finding is not None:
            return found.judged(finding)
        trials = self.trials(found, waiting)
        finding = self._falsify(found, trials)
        if finding.verdict is not Verdict.KEEP:
            return found.judged(finding)
        # Without mutants most forms agree: `f(x + k) > f(x)` with `f(x + k) >= f(x)`, which alone may be true.
        is_law_before_mutants = self.is_early or found.evidence is not None
        final = found if is_accepted or is_law_before_mutants else self._simplified(found, trials)
        if final is not found:
            finding = self._falsify(final, trials)
        perturbations = self._perturbations(final, trials)
        meaning = None if is_accepted else self._judge_meaning(final, trials, kept, perturbations)
        if finding.verdict is not Verdict.KEEP or meaning is not None:
            return final.judged(meaning or finding)
        noticed = None if perturbations is None else perturbations.share
        return self._searched(final, trials, finding, waiting, noticed)

    def trials(self, found: Candidate, waiting: int = 1) -> Trials:
        """The fresh and the boundary executions of the relation's transformation."""
        key, variables = found.transformation.key, found.expression.variables
        known = self._trials.get(key)
        if known is None or (known.are_few and not self._suffices(known, found)):
            fresh = self._grown(found, waiting)
            boundary = Fresh((), whole=False, lost=0) if fresh.exhaustive else self._boundary(found, fresh)
            screen = Screen(fresh.executions + boundary.executions, variables, self._session.tolerance)
            self._trials[key] = Trials(fresh, boundary, screen, variables, self.tries_few)
        elif known.variables != variables:
            screen = Screen(known.fresh.executions + known.boundary.executions, variables, self._session.tolerance)
            self._trials[key] = replace(known, screen=screen, variables=variables)
        return self._trials[key]

    def _suffices(self, few: Trials, found: Candidate) -> bool:
        """Whether few trials are enough for a relation, while few are tried."""
        return self.tries_few and len(few.fresh.executions) >= few.fresh.enough(self._needed(found))

    @property
    def tries_few(self) -> bool:
        """Whether few inputs do at first, because the clock may end what is judged."""
        return self.is_early and self._session.pace.seconds is not None

    @property
    def _tries_few_of_slow(self) -> bool:
        return self.tries_few and self._session.pace.is_slow

    def _at_hand(self, found: Candidate) -> Trials:
        """The trials of the relation's transformation, few or many."""
        return self.known_trials(found.transformation) or self.trials(found)

    def known_trials(self, transformation: Transformation) -> Trials | None:
        """The executions of a transformation, where they are there already."""
        return self._trials.get(transformation.key)

    def redundancy(self, found: Candidate, kept: Sequence[Candidate]) -> Finding | None:
        """That the relation follows from those kept; None where it does not."""
        session = self._session
        signature = session.signature
        for known in kept:
            if self._is_said(known, found):
                formula = relation_formula(signature, known.transformation, known.expression)
                return Finding(Verdict.REJECT, f"follows from {formula}", Stage.REDUNDANT)
        pairs = [(known.transformation, known.expression) for known in kept]
        if self._follows_from_swaps(found, kept) or self._follows_from_exchange(found, kept):
            ways = [relation_formula(signature, one, said) for one, said in pairs if is_swap(one)]
            return Finding(Verdict.REJECT, f"follows from {' and '.join(ways)}", Stage.REDUNDANT)
        if self._follows_from_parts(found, kept):
            return Finding(Verdict.REJECT, "follows from changes of fewer or other arguments", Stage.REDUNDANT)
        return None

    def contained(self, found: Candidate, kept: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """Those of the kept relations that follow from a new one, whatever the outputs."""
        return tuple(known for known in kept if self._follows(found, known))

    def joint(self, found: Candidate, kept: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """Those of the kept relations that follow from a new one together with others of them.

        Of those that say each other, the later ones.
        """
        left = list(kept)
        for known in reversed(kept):
            others = [one for one in left if one is not known]
            if self._follows_from_parts(known, [*others, found]):
                left = others
        return tuple(one for one in kept if one not in left)

    def _follows_from_parts(self, found: Candidate, kept: Sequence[Candidate]) -> bool:
        """Whether these say what a relation of several arguments says; conditions may forbid what lies between."""
        signature = self._session.signature
        if signature.conditions:
            return False
        said = [(known.transformation, known.expression) for known in kept]
        other = said, found.transformation, found.expression, signature.parameters
        return follows_from_parts(*other) or changes_in_vain(*other)

    def exchanged(self, found: Candidate, kept: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """Those of the kept relations that others of them say, once their arguments may be exchanged as a new one says.

        Of two that say each other, the later one.
        """
        left = list(kept)
        for known in reversed(kept if is_swap(found.transformation) else ()):
            others = [one for one in left if one is not known]
            if self._follows_from_exchange(known, [found, *others]):
                left = others
        return tuple(one for one in kept if one not in left)

    def _follows_from_exchange(self, found: Candidate, kept: Sequence[Candidate]) -> bool:
        """Whether one of these says the same of another argument, with which the changed one may be exchanged.

        Conditions may allow the one change where they do not allow the other.
        """
        signature = self._session.signature
        pairs = [(known.transformation, known.expression) for known in kept]
        said = (pairs, found.transformation, found.expression, signature.parameters)
        return not signature.conditions and follows_from_exchange(*said)

    def _follows_from_swaps(self, found: Candidate, kept: Sequence[Candidate]) -> bool:
        """Whether a relation is one of these with arguments exchanged, as others of these allow."""
        parameters = self._session.signature.parameters
        pairs = [(known.transformation, known.expression) for known in kept]
        same = dict.fromkeys(said for one, said in pairs if one.template == found.transformation.template)
        return any(
            follows_from_swaps(pairs, found.transformation, expression, parameters)
            and (expression == found.expression or self._is_entailed(implied, expression, found))
            for expression in same
        )

    def _is_said(self, known: Candidate, found: Candidate) -> bool:
        """Whether a relation follows from another, for any outputs or for those that the function gives.

        What follows from the latter alone may still notice outputs that the function never gives.
        """
        if self._follows(known, found):
            return True
        is_same = known.transformation == found.transformation
        return is_same and found.killed <= known.killed and self._is_entailed(implied_on_range, known.expression, found)

    def _follows(self, known: Candidate, found: Candidate) -> bool:
        """Whether a relation follows from another, whatever the outputs."""
        if known.transformation == found.transformation and self._is_entailed(implied, known.expression, found):
            return True
        changes = (known.transformation, known.expression, found.transformation, found.expression.variables)
        said = (turned(*changes), instantiated(*changes))
        if any(one is not None and self._is_entailed(implied, one, found) for one in said):
            return True
        pairs = (known.transformation, known.expression), (found.transformation, found.expression)
        parameters, executions = self._session.signature.parameters, self._at_hand(found).telling
        rng = Random(f"dependence/{known.expression.to_tree()!r}/{found.expression.to_tree()!r}")
        return follows_from(*pairs[0], *pairs[1], parameters) or follows_from_dependence(
            *pairs, parameters, executions, rng
        )

    def _is_entailed(self, entails: Callable[..., bool], known: Expression, found: Candidate) -> bool:
        """Whether a relation of the same transformation entails the one found, as `implied` or its like decides."""
        return entails(
            known,
            found.expression,
            executions=self._at_hand(found).telling,
            outputs=self._session.outputs,
            tolerance=self._session.tolerance,
            rng=Random(f"implied/{known.to_tree()!r}/{found.expression.to_tree()!r}"),
        )

    def _judge_meaning(
        self, found: Candidate, trials: Trials, kept: Sequence[Candidate], perturbations: Perturbations | None
    ) -> Finding | None:
        measured = (
            None if perturbations is None else judge(replace(found.features, perturbations=perturbations), MEANING)
        )
        return measured or _rounds(found, trials) or self.redundancy(found, kept)

    def _perturbations(self, found: Candidate, trials: Trials) -> Perturbations | None:
        """What becomes of the relation when outputs are perturbed; None without executions."""
        if not trials.telling:
            return None
        rng = Random(f"telling/{found.transformation.key}/{found.expression.to_tree()!r}")
        outputs, tolerance = self._session.outputs, self._session.tolerance
        return Perturbations(found.expression, trials.telling, outputs, tolerance, rng, found.special)

    def _look_early(self, found: Candidate) -> Finding | None:
        """A violation among the first fresh pairs, before a slow function is run on all of them."""
        enough, known = self._enough(found), self.known_trials(found.transformation)
        if enough == self._session.pace.least_fresh or (known is not None and not known.are_few):
            return None
        few = (
            self._session.fresh_executions(found.transformation, enough // TRIALS.early)
            if known is None
            else known.fresh
        )
        finding = falsify(found.expression, few.executions, False, self._session.tolerance)
        return finding if finding.verdict is Verdict.REJECT else None

    def _falsify(self, found: Candidate, trials: Trials) -> Finding:
        """The fresh pairs, then the boundary pairs; where both hold, their counts together."""
        tolerance, fresh, boundary = self._session.tolerance, trials.fresh, trials.boundary
        enough = fresh.enough(self._needed(found))
        first = falsify(found.expression, fresh.executions, fresh.exhaustive, tolerance, enough)
        if first.verdict is not Verdict.KEEP:
            return first
        second = falsify(found.expression, boundary.executions, True, tolerance, 0, Stage.BOUNDARY_PAIRS)
        if second.verdict is not Verdict.KEEP:
            return second
        for tried, stage in ((fresh, Stage.FRESH_PAIRS), (boundary, Stage.BOUNDARY_PAIRS)):
            finding = falsify_in_part(found.expression, tried.in_part, self._session.outputs, tolerance, stage)
            if finding is not None:
                return finding
        return _together(first, second) if boundary.executions else first

    def _simplified(self, found: Candidate, trials: Trials) -> Candidate:
        """The simplest form that agrees on all executions and holds on all trials."""

        def agrees(options: Sequence[Expression]) -> list[bool]:
            same = agree(found, options)
            false = trials.screen.counterexamples([o for o, is_same in zip(options, same, strict=True) if is_same])
            return [is_same and option not in false for option, is_same in zip(options, same, strict=True)]

        texts = formula_texts(self._session.signature, found.transformation, found.expression)
        parameters = self._session.signature.parameters
        parts = found.transformation.follow_up_trees([parameter.name for parameter in parameters], parameters)
        expression = simplify(found.expression, agrees, texts, parts)
        return found if expression == found.expression else replace(found, expression=expression)

    def _searched(
        self, found: Candidate, trials: Trials, finding: Finding, waiting: int, noticed: float | None
    ) -> Candidate:
        """What was tried so far as evidence, and what a search for a counterexample says in the end."""
        exhaustive = trials.fresh.exhaustive and not finding.untestable
        falsifiers = ["whole domain" if exhaustive else "fresh pairs"]
        falsifiers += [Stage.BOUNDARY_PAIRS.value] * bool(trials.boundary.executions)
        evidence = Evidence(
            tried=finding.tried,
            violations=0,
            killed=len(found.killed),
            judged=0,
            exhaustive=exhaustive,
            falsifiers=tuple(falsifiers),
            inapplicable=trials.fresh.inapplicable + trials.boundary.inapplicable + finding.untestable,
            largest_error=finding.largest_error,
            random=max(0, len(trials.fresh.executions) - finding.untestable),
            noticed=noticed,
        )
        closest = hardest(found.expression, trials.telling, self._session.tolerance)
        return self.sought(replace(found.judged(finding, evidence), hardest=closest), waiting)

    def sought(self, found: Candidate, waiting: int) -> Candidate:
        """The same after a search for a counterexample, where there was none yet and there is time for one.

        The time is shared by `waiting` relations.
        """
        evidence = found.evidence
        if evidence is None or Stage.SEARCH.value in evidence.falsifiers or self._session.meter.is_interrupted:
            return found
        try:
            trials = self._at_hand(found)
            if trials.fresh.exhaustive:
                return found
            finding = self._seek(found, trials, waiting)
        except HaltError:
            return found
        if finding.verdict is not Verdict.KEEP:
            return found.judged(finding)
        largest = larger(evidence.largest_error, finding.largest_error)
        falsifiers = (*evidence.falsifiers, Stage.SEARCH.value)
        return replace(found, evidence=replace(evidence, largest_error=largest, falsifiers=falsifiers))

    def _seek(self, found: Candidate, trials: Trials, waiting: int) -> Finding:
        """Search near the executions with the least slack."""
        session = self._session
        executions = trials.fresh.executions + trials.boundary.executions
        return seek_counterexample(
            found.expression,
            executions,
            lambda inputs: session.executions_on(found.transformation, inputs),
            found.transformation.with_drawn_domain(session.subject.domains),
            session.tolerance,
            Random(f"counterexample/{found.transformation.key}/{found.expression.to_tree()!r}"),
            constants=tuple(session.constants),
            pieces=session.subject.pieces,
            most=session.pace.sought(len(executions)),
            lasts=session.meter.lasting(1 / (BUDGET.relation_parts * waiting)),
        )

    def _grown(self, found: Candidate, waiting: int) -> Fresh:
        """As many fresh pairs as the rest of the budget allows, up to those of a fast function.

        While few are tried, a slow function gets few: the seconds are for further laws, and further pairs come later.
        """
        session, meter = self._session, self._session.meter
        before = meter.stage_left()
        growth = 0.0 if self._tries_few_of_slow else BUDGET.first_growth * before / waiting
        first = max(
            self._needed(found) if self.tries_few else self._enough(found),
            session.pace.within(session.pace.least_fresh, growth),
        )
        fresh = session.fresh_executions(found.transformation, first)
        if fresh.whole or meter.is_interrupted:
            return fresh
        if self.tries_few:
            return self._filled(found.transformation, fresh, first, self._needed(found))
        spent = max(before - meter.stage_left(), PACE.least_stage) if before < math.inf else 0.0
        # Of pairs that are remembered from earlier trials no calls are made, as they are of those to come.
        spent = max(spent, session.pace.seconds_of(len(fresh.executions)))
        rate = len(fresh.executions) / spent if spent else math.inf
        part = before / max(BUDGET.fresh_part, BUDGET.relation_parts * waiting)
        needed = self._needed(found)
        affordable = max(part * rate, min(needed, BUDGET.first_growth * before * rate))
        count = int(min(session.pace.thorough(TRIALS.fresh_of_fast), affordable))
        if count > session.pace.least_fresh:
            first, fresh = count, session.fresh_executions(found.transformation, count)
        return self._filled(found.transformation, fresh, first, min(count, needed))

    def _filled(self, transformation: Transformation, fresh: Fresh, asked: int, needed: int) -> Fresh:
        """The fresh pairs with others in the place of those that gave no execution, up to as many as are needed.

        So many were `asked` for. A call that raises gives none, and few sources may have a follow-up.
        """
        before = 0
        for _ in range(TRIALS.fillings):
            known = len(fresh.executions)
            if fresh.whole or fresh.ended or not before < known < needed:
                break
            before, asked = known, asked + min(asked, math.ceil((needed - known) * asked / known))
            fresh = self._session.fresh_executions(transformation, asked)
        return fresh

    def _needed(self, found: Candidate) -> int:
        """The minimum number of fresh pairs that a relation must have survived."""
        return self._enough(found) * (1 + found.complexity // TRIALS.complexity_step)

    def _enough(self, found: Candidate) -> int:
        pace = self._session.pace
        if self._tries_few_of_slow:
            return TRIALS.fresh_of_law
        return pace.enough if found.law is None else pace.enough_for_law

    def _boundary(self, found: Candidate, fresh: Fresh) -> Fresh:
        """Boundary pairs that are not among the fresh ones, and fewer where these are few."""
        fitting = max(TRIALS.least_boundary, len(fresh.executions) * TRIALS.boundary // TRIALS.fresh_of_fast)
        count = min(fitting, self._session.pace.boundary)
        if self.tries_few:
            count = min(count, max(TRIALS.least, round(TRIALS.boundary_of_few * len(fresh.executions))))
        boundary = self._session.boundary_executions(found.transformation, count)
        known = {key(execution.source) for execution in fresh.executions}
        executions = tuple(execution for execution in boundary.executions if key(execution.source) not in known)
        return replace(boundary, executions=executions)


def _together(fresh: Finding, boundary: Finding) -> Finding:
    """Two findings that keep a relation, as one."""
    tried = fresh.tried + boundary.tried
    return Finding(
        Verdict.KEEP,
        f"no counterexample in {tried} inputs",
        tried=tried,
        largest_error=larger(fresh.largest_error, boundary.largest_error),
        untestable=fresh.untestable + boundary.untestable,
    )


def _rounds(found: Candidate, trials: Trials) -> Finding | None:
    """That the relation is false without the terms that stand on both sides."""
    plain = without_cancelling(found.expression)
    examples = [] if plain is None else trials.screen.counterexamples([plain]).get(plain, [])
    if not examples:
        return None
    reason = "holds only as far as terms that stand on both sides are rounded"
    return Finding(Verdict.REJECT, reason, Stage.FORM, counterexample=examples[0])
