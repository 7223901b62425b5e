"""The last filters: what is selected is examined, until all that is selected is kept."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from genmorph.execution.observation import is_exact, with_correct
from genmorph.filters.candidates import Candidate, agree, own_numbers, plain_form
from genmorph.filters.selection import gain, select
from genmorph.filters.single_calls import learn_single_calls
from genmorph.filters.validity import Finding, falsify
from genmorph.fitness.table import build_table
from genmorph.inference.decisions import Earlier, found_again
from genmorph.inference.examining import Examined, Examiner
from genmorph.inference.exploration import SHORT_LOOK, Exploration, Screen, found_among, reject
from genmorph.inference.furthering import refute_symbolically, try_further
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Session
from genmorph.model import Execution, Stage, Verdict
from genmorph.progress import Notify, Step
from genmorph.results.relation import MetamorphicRelation, Rejected, relation_formula
from genmorph.search.coevolution import look
from genmorph.settings import EXPLORING, SELECTION


def repair(session: Session, exploration: Exploration, counterexamples: Sequence[Execution]) -> tuple[Candidate, ...]:
    """What can be computed without a search once the counterexamples are known: relations with a guard, other numbers.

    They are to be judged like all others.
    """
    ground = exploration.ground
    learnt = [execution for execution in counterexamples if is_exact(execution)]
    if ground is None or not learnt:
        return ()
    executions = with_correct(ground.executions, learnt)
    table = build_table(executions, session.tolerance)
    evolution = look(table, ground.grammar, SHORT_LOOK, Random(f"repair/{exploration.transformation.key}"))
    assert evolution.archive is not None
    repaired = replace(exploration, ground=replace(ground, executions=executions))
    return found_among(session, repaired, evolution.archive.candidates(), table, ground.screen)


_REFUTED = (Stage.FRESH_PAIRS, Stage.CORNER_PAIRS, Stage.SEARCH, Stage.SYMBOLIC)
_TRUE = (Stage.SAYS_NOTHING, Stage.VACUOUS, Stage.FITTED, Stage.REDUNDANT)
"""What these reject was tried before."""
_SOUGHT = (Stage.SEARCH, Stage.SYMBOLIC)


@dataclass(frozen=True, slots=True)
class Judged:
    """The relations that are kept, best first, those that were not, and how many each stage rejected.

    `passed` counts the candidates that fresh and boundary pairs did not contradict, whatever else is said against them;
    `sought` those for which a counterexample was sought by search, and `found_false` those of them that have one.

    The first of the kept ones, as many as `accepted`, are those that a person accepted earlier; `violated` are those
    accepted ones that are false by now, with what contradicts them.
    """

    kept: tuple[Examined, ...]
    accepted: int
    violated: tuple[tuple[MetamorphicRelation, Execution], ...]
    rejected: tuple[Rejected, ...]
    counts: dict[Stage, int]
    passed: int
    sought: int
    found_false: int


@dataclass(frozen=True, slots=True)
class _State:
    """How far judging has come.

    `kept` and `examined` have what the filters said, by the identity of a candidate. `screened` and `repaired` are keys
    of transformations. What is `executed` or `furthered` had its symbolic execution, or its further pairs; `left` is
    what the time did not suffice for.
    """

    pool: tuple[Candidate, ...]
    kept: Mapping[int, Examined] = field(default_factory=dict)
    examined: Mapping[int, Examined] = field(default_factory=dict)
    accepted: tuple[Candidate, ...] = ()
    violated: tuple[tuple[MetamorphicRelation, Execution], ...] = ()
    rejected: tuple[Rejected, ...] = ()
    counts: Mapping[Stage, int] = field(default_factory=dict)
    screened: frozenset[str] = frozenset()
    repaired: frozenset[str] = frozenset()
    executed: tuple[Candidate, ...] = ()
    furthered: tuple[Candidate, ...] = ()
    left: tuple[Candidate, ...] = ()
    is_late: bool = False

    def with_kept(self, found: Candidate, examined: Examined) -> "_State":
        """With a candidate that is kept so far."""
        return replace(self, kept={**self.kept, id(found): examined})

    def with_examined(self, found: Candidate, examined: Examined) -> "_State":
        """With what the filters said of a candidate."""
        return replace(self, examined={**self.examined, id(found): examined})

    def without(self, dropped: Sequence[Candidate]) -> "_State":
        """Without these candidates."""
        gone = {id(found) for found in dropped}
        pool = tuple(found for found in self.pool if id(found) not in gone)
        return replace(self, pool=pool, kept={place: one for place, one in self.kept.items() if place not in gone})

    def counted(self, stage: Stage) -> "_State":
        """With one more candidate that this stage rejected, or left undecided."""
        return replace(self, counts={**self.counts, stage: self.counts.get(stage, 0) + 1})


def settle(
    session: Session, explorations: Sequence[Exploration], mutants: int, earlier: Earlier, notify: Notify
) -> Judged:
    """Select from what was found and examine that, what is easy to read first, until all that is selected is kept.

    `mutants` are those judged in all.
    """
    judge = _Judge(session, tuple(explorations), earlier, notify, Examiner(session, mutants))
    state = judge.accepted(_State(tuple(found for one in explorations for found in one.found)))
    while True:
        chosen = select(state.pool, mutants, SELECTION.reported, state.accepted)
        waiting = [found for found in chosen if id(found) not in state.kept]
        if waiting:
            state = judge.first(state, waiting, len(chosen))
            continue
        state, is_one_refuted = judge.refute(state, chosen)
        if not is_one_refuted:
            return judge.judged(state, chosen)


@dataclass(frozen=True, slots=True)
class _Judge:
    """The steps of judging: each takes a state and gives the next one."""

    session: Session
    explorations: tuple[Exploration, ...]
    earlier: Earlier
    notify: Notify
    examiner: Examiner

    def accepted(self, state: _State) -> _State:
        """Examine what a person accepted earlier: only whether it is true; what the time does not suffice for stays."""
        for relation in self.earlier.accepted:
            try:
                found = found_again(self.session, self.explorations, relation)
                if found is None:
                    continue
                examined = self.examiner.examine(found, is_accepted=True)
            except HaltError:
                break
            if examined.evidence is not None:
                state = replace(state, accepted=(*state.accepted, found)).with_kept(found, examined)
            elif examined.finding.counterexample is not None:
                state = replace(state, violated=(*state.violated, (relation, examined.finding.counterexample)))
        return state

    def first(self, state: _State, waiting: Sequence[Candidate], wanted: int) -> _State:
        """Examine the relation that is read most easily; where the time is over, none that waits."""
        found = min(waiting, key=lambda found: (found.tier, found.effort))
        self.notify(Step("judging", len(state.kept) + 1, wanted))
        plain = plain_form(found, self.session.signature.parameters)
        if plain is not found:
            state = state.without([found])
            return replace(state, pool=(*state.pool, plain)) if plain.killed else state
        try:
            known = [one.found for one in state.kept.values()]
            examined = self.examiner.examine(found, known, waiting=len(waiting))
        except HaltError:
            return self._without_time(state, waiting)
        state = state.with_examined(examined.found, examined)
        step = self._reject if examined.evidence is None else self._keep
        return step(state, found, examined)

    def _without_time(self, state: _State, waiting: Sequence[Candidate]) -> _State:
        """Undecided what waits, and all that was not examined left aside."""
        finding = Finding(Verdict.UNDECIDED, "the time was over before it could be judged", Stage.TIME)
        for one in waiting:
            state = self._note(state, one, finding)
        left = tuple(found for found in state.pool if id(found) not in state.kept)
        return replace(state, left=left).without(left)

    def refute(self, state: _State, chosen: Sequence[Candidate]) -> tuple[_State, bool]:
        """Whether one of the kept relations is found false by what takes more time, and dropped.

        After symbolic execution the seconds may be used that were set aside for what is kept.
        """
        new = self._waiting(state, chosen, state.executed)
        state, done, is_refuted = self._examine_further(state, new, self._execute_symbolically)
        state = replace(state, executed=(*state.executed, *new[:done]))
        if is_refuted:
            return state, True
        if not state.is_late:
            state = replace(state, is_late=True)
            self.session.meter.enter("trying further", keep=self.session.pace.export, brings_in=True)
        state, _, is_refuted = self._examine_further(state, self._waiting(state, chosen, ()), self.examiner.sought)
        if is_refuted:
            return state, True
        new = self._waiting(state, chosen, state.furthered)
        state, done, is_refuted = self._examine_further(state, new, self._try_further)
        return replace(state, furthered=(*state.furthered, *new[:done])), is_refuted

    def _waiting(self, state: _State, chosen: Sequence[Candidate], done: Sequence[Candidate]) -> list[Candidate]:
        """What was chosen, without what is done, or was accepted by a person and is left alone."""
        return [found for found in chosen if found not in (*done, *state.accepted)]

    def _examine_further(
        self, state: _State, waiting: Sequence[Candidate], examine: Callable[[Examined, int], Examined]
    ) -> tuple[_State, int, bool]:
        """Examine those that wait up to one that does not stand it; how many were examined, and whether there is one.

        An examination is told how many have to share the time.
        """
        for place, found in enumerate(waiting):
            examined = examine(state.kept[id(found)], len(waiting) - place)
            state = state.with_examined(found, examined)
            if examined.evidence is None:
                return self._reject(state, found, examined), place + 1, True
            state = state.with_kept(found, examined)
        return state, len(waiting), False

    def _execute_symbolically(self, examined: Examined, waiting: int) -> Examined:
        return refute_symbolically(self.session, examined, waiting)

    def _try_further(self, examined: Examined, waiting: int) -> Examined:
        trials = self.examiner.known_trials(examined.found.transformation)
        assert trials is not None
        return try_further(self.session, examined, trials.fresh, waiting)

    def _keep(self, state: _State, found: Candidate, examined: Examined) -> _State:
        """Keep a relation, unless a person disowned it, and drop what follows from it."""
        final = examined.found
        if self._is_disowned(final):
            finding = Finding(Verdict.REJECT, "a person said that it is not intended", Stage.PERSON)
            return self._note(state.without([found]), final, finding)
        known = [one.found for one in state.kept.values() if one.found not in state.accepted]
        contained = self.examiner.contained(final, known)
        easier = next((other for other in contained if gain(other) > gain(final)), None)
        if easier is not None:
            reason = f"says little more than {self._formula(easier)}, which is easier to read"
            return self._note(state.without([found]), final, Finding(Verdict.REJECT, reason, Stage.REDUNDANT))
        follows = Finding(Verdict.REJECT, f"follows from {self._formula(final)}", Stage.REDUNDANT)
        for other in contained:
            state = self._note(state.without([other]), other, follows)
        pool = tuple(final if other is found else other for other in state.pool)
        return self._drop_false(replace(state, pool=pool).with_kept(final, examined), final)

    def _reject(self, state: _State, found: Candidate, examined: Examined) -> _State:
        finding = examined.finding
        state = self._note(state.without([found]), examined.found, finding)
        if finding.counterexample is None or finding.stage not in _REFUTED:
            return self._drop_false(state, found)
        screen = Screen([finding.counterexample], found.expression.variables, self.session.tolerance)
        stage = finding.stage
        state = self._drop_false(self._drop_screened(state, found, screen, lambda _: stage), found)
        return self._repaired(state, found, finding.counterexample)

    def _repaired(self, state: _State, found: Candidate, counterexample: Execution) -> _State:
        """Look once more at a transformation, with what contradicted the relation, where this one is missed."""
        key = found.transformation.key
        known = frozenset[str]().union(*(other.killed for other in state.pool))
        if key in state.repaired or found.killed <= known:
            return state
        exploration = next(one for one in self.explorations if one.transformation == found.transformation)
        again = repair(self.session, exploration, [counterexample])
        return replace(state, repaired=state.repaired | {key}, pool=(*state.pool, *again))

    def _drop_false(self, state: _State, found: Candidate) -> _State:
        """Drop, once, what else about the same transformation its fresh and boundary pairs contradict."""
        trials, key = self.examiner.known_trials(found.transformation), found.transformation.key
        if trials is None or key in state.screened:
            return state
        state = replace(state, screened=state.screened | {key})
        return self._learn_anew(self._drop_screened(state, found, trials.screen, trials.stage_of), found, trials.screen)

    def _learn_anew(self, state: _State, found: Candidate, screen: Screen) -> _State:
        """What is known of single calls under the same transformation, for those that wait, by these executions."""
        alike = [other for other in state.pool if other.transformation == found.transformation]
        numbers, variables = own_numbers(found.transformation), found.expression.variables
        learnt = learn_single_calls([other.expression for other in alike], variables, numbers, screen.holding)
        waiting = {id(other) for other in alike if id(other) not in state.kept}
        pool = (replace(other, single_calls=learnt) if id(other) in waiting else other for other in state.pool)
        return replace(state, pool=tuple(pool))

    def _drop_screened(
        self, state: _State, found: Candidate, screen: Screen, stage_of: Callable[[Execution], Stage]
    ) -> _State:
        others = [o for o in state.pool if id(o) not in state.kept and o.transformation == found.transformation]
        false = screen.counterexamples([other.expression for other in others])
        for number, (expression, contradicting) in enumerate(false.items()):
            stage = stage_of(contradicting[0])
            if number >= EXPLORING.rejected:
                state = state.counted(stage)
                continue
            finding = falsify(expression, contradicting, False, self.session.tolerance, stage=stage)
            state = self._note(state, replace(found, expression=expression), finding)
        return state.without([other for other in others if other.expression in false])

    def _is_disowned(self, found: Candidate) -> bool:
        formula = self._formula(found)
        same = [
            relation.expression
            for relation in self.earlier.disowned
            if relation.transformation == found.transformation
            and relation.expression.variables == found.expression.variables
        ]
        return formula in self.earlier.disowned_formulas or any(agree(found, same))

    def _formula(self, found: Candidate) -> str:
        return relation_formula(self.session.signature, found.transformation, found.expression)

    def _note(self, state: _State, found: Candidate, finding: Finding) -> _State:
        """Remember why a relation is not reported."""
        assert finding.stage is not None
        rejected = reject(self.session.signature, found.transformation, found.expression, finding)
        return replace(state.counted(finding.stage), rejected=(*state.rejected, rejected))

    def judged(self, state: _State, chosen: Sequence[Candidate]) -> Judged:
        """What there is to say in the end."""
        remaining = (*state.pool, *state.left)
        tried = sum(self.examiner.known_trials(found.transformation) is not None for found in remaining)
        refuted = sum(examined.finding.stage in _SOUGHT for examined in state.examined.values())
        return Judged(
            kept=tuple(state.kept[id(found)] for found in chosen),
            accepted=len(state.accepted),
            violated=state.violated,
            rejected=state.rejected,
            counts=dict(state.counts),
            passed=tried + sum(state.counts.get(stage, 0) for stage in _TRUE),
            sought=refuted + sum(map(_survived_search, state.examined.values())),
            found_false=refuted,
        )


def _survived_search(examined: Examined) -> bool:
    return examined.evidence is not None and Stage.SEARCH.value in examined.evidence.falsifiers
