"""The last filters: what is selected is examined, until all that is selected is kept."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from genmorph.execution.observation import is_exact, with_correct
from genmorph.filters.candidates import Candidate, agree, finding_of, kills_of, own_numbers, plain_form
from genmorph.filters.rules import Tier, has_odd_shape
from genmorph.filters.selection import gain, select
from genmorph.filters.single_calls import learn_single_calls
from genmorph.filters.validity import Finding, falsify
from genmorph.fitness.table import build_table
from genmorph.inference.decisions import Earlier, found_again
from genmorph.inference.examining import Examiner
from genmorph.inference.exploration import SHORT_LOOK, Exploration, Screen, found_among, holding, reject
from genmorph.inference.further_trials import refute_symbolically, try_further, try_where_others_fail
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Session
from genmorph.model import Execution, Input, Stage, UsageError, Verdict
from genmorph.progress import Notice, Step
from genmorph.relations.expression import Expression
from genmorph.results.relation import MetamorphicRelation, Rejected, relation_formula
from genmorph.search.coevolution import look
from genmorph.settings import EXPLORING, SELECTION, TRIALS
from genmorph.values.labels import key as write_key


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


_REFUTED = (Stage.FRESH_PAIRS, Stage.BOUNDARY_PAIRS, Stage.SEARCH, Stage.SYMBOLIC)
_TRUE = (Stage.TRIVIAL, Stage.VACUOUS, Stage.FITTED, Stage.REDUNDANT)
"""What these reject was tried before."""
_SOUGHT = (Stage.SEARCH, Stage.SYMBOLIC)
_DISOWNED = Finding(Verdict.REJECT, "rejected by review: it is not intended", Stage.REVIEW)


@dataclass(frozen=True, slots=True)
class Judged:
    """The relations that are kept, best first, those that were not, and how many each stage rejected.

    `passed` counts the candidates that fresh and boundary pairs did not contradict, whatever else is said against them;
    `sought` those for which a counterexample was sought by search, and `found_false` those of them that have one.

    The first of the kept ones, as many as `accepted`, are those that a review accepted earlier; `violated` are those
    accepted ones that are false by now, with what contradicts them.
    """

    kept: tuple[Candidate, ...]
    accepted: int
    violated: tuple[tuple[MetamorphicRelation, Execution], ...]
    rejected: tuple[Rejected, ...]
    counts: dict[Stage, int]
    passed: int
    sought: int
    found_false: int


@dataclass(frozen=True, slots=True)
class _State:
    """How far judging has come; each candidate has a number.

    `pool` is what may be selected, `kept` what the filters keep so far in the order in which they judged it, `examined`
    what they said last of each candidate. What a review `accepted` is kept without being in the pool. `screened` and
    `repaired` are keys of transformations. What is `executed` or `furthered` had its symbolic execution, or its further
    pairs. What is `tried` was tried on `failing`, arguments of calls that contradicted other relations. `early` are
    laws that were kept before there were mutants, `told` the formulas of what was shown, and `left` is what the time
    did not suffice for. In the last try the judges have all seconds that are left.
    """

    pool: Mapping[int, Candidate] = field(default_factory=dict)
    kept: Mapping[int, Candidate] = field(default_factory=dict)
    examined: Mapping[int, Candidate] = field(default_factory=dict)
    numbered: int = 0
    accepted: tuple[int, ...] = ()
    violated: tuple[tuple[MetamorphicRelation, Execution], ...] = ()
    rejected: tuple[Rejected, ...] = ()
    counts: Mapping[Stage, int] = field(default_factory=dict)
    screened: frozenset[str] = frozenset()
    repaired: frozenset[str] = frozenset()
    failing: tuple[Input, ...] = ()
    tried: frozenset[int] = frozenset()
    early: frozenset[int] = frozenset()
    executed: frozenset[int] = frozenset()
    furthered: frozenset[int] = frozenset()
    told: frozenset[str] = frozenset()
    left: tuple[Candidate, ...] = ()
    is_late: bool = False
    is_last_try: bool = False

    def added(self, found: Sequence[Candidate]) -> "_State":
        """With further candidates in the pool."""
        new = dict(enumerate(found, self.numbered))
        return replace(self, pool={**self.pool, **new}, numbered=self.numbered + len(found))

    def with_kept(self, number: int, found: Candidate) -> "_State":
        """With a candidate that is kept so far."""
        return replace(self, kept={**self.kept, number: found})

    def with_examined(self, number: int, found: Candidate) -> "_State":
        """With what the filters said of a candidate."""
        return replace(self, examined={**self.examined, number: found})

    def without(self, dropped: Collection[int]) -> "_State":
        """Without the candidates of these numbers."""
        pool, kept = (
            {number: found for number, found in known.items() if number not in dropped}
            for known in (self.pool, self.kept)
        )
        return replace(self, pool=pool, kept=kept)

    def counted(self, stage: Stage) -> "_State":
        """With one more candidate that this stage rejected, or left undecided."""
        return replace(self, counts={**self.counts, stage: self.counts.get(stage, 0) + 1})

    def select(self, mutants: int) -> tuple[int, ...]:
        """The numbers of what is to be reported, what a review accepted first; `mutants` are those judged in all."""
        accepted = [self.kept[number] for number in self.accepted]
        numbers = {id(found): number for number, found in (*self.pool.items(), *self.kept.items())}
        chosen = select(list(self.pool.values()), mutants, SELECTION.reported, accepted)
        return tuple(numbers[id(found)] for found in chosen)


@dataclass(frozen=True, slots=True)
class JudgedLaws:
    """The laws that are kept before there are mutants, and those that inputs contradict, with these.

    `disowned` are true ones that a review rejected.
    """

    kept: tuple[Candidate, ...] = ()
    false: tuple[Candidate, ...] = ()
    disowned: tuple[Candidate, ...] = ()


def judge_laws(
    session: Session, explorations: Sequence[Exploration], earlier: Earlier, examiner: Examiner
) -> JudgedLaws:
    """Judge the laws among what was found, as far as there is time to examine them; what is kept is shown at once."""
    judge = _Judge(session, tuple(explorations), replace(earlier, accepted=()), examiner)
    state = _State().added([found for one in explorations for found in one.found])
    with suppress(HaltError), examiner.trying_few():
        while waiting := [number for number in state.select(0) if number not in state.kept]:
            state = judge.next(state, waiting, len(state.kept) + len(waiting))
    examined = state.examined.values()
    return JudgedLaws(
        kept=tuple(state.kept.values()),
        false=tuple(one for one in examined if finding_of(one).stage in _REFUTED and finding_of(one).counterexample),
        disowned=tuple(one for one in examined if one.evidence is not None and judge.is_disowned(one)),
    )


def settle(
    session: Session,
    explorations: Sequence[Exploration],
    mutants: int,
    earlier: Earlier,
    laws: JudgedLaws,
    examiner: Examiner,
) -> Judged:
    """Select from what was found and examine that, what is easy to read first, until all that is selected is kept.

    `mutants` are those judged in all, `laws` those that the examiner has judged before: what it kept is examined again
    where it tried few pairs of each.
    """
    judge = _Judge(session, tuple(explorations), earlier, examiner)
    state = judge.accepted(_State().added([found for one in explorations for found in one.found]))
    state = judge.with_laws(state, laws)
    while True:
        chosen = state.select(mutants)
        waiting = [number for number in chosen if number not in state.kept or number in state.early]
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
    examiner: Examiner

    def accepted(self, state: _State) -> _State:
        """Examine what a review accepted earlier: only whether it is true; what the time does not suffice for stays."""
        for relation in self.earlier.accepted:
            try:
                found = found_again(self.session, self.explorations, relation)
                if found is None:
                    continue
                found = self.examiner.examine(found, is_accepted=True)
            except HaltError:
                break
            if found.evidence is not None:
                number = state.numbered
                state = replace(state, accepted=(*state.accepted, number), numbered=number + 1)
                state = state.with_kept(number, found)
            elif (counterexample := finding_of(found).counterexample) is not None:
                state = replace(state, violated=(*state.violated, (relation, counterexample)))
        return state

    def with_laws(self, state: _State, laws: JudgedLaws) -> _State:
        """Keep the laws that were judged before, with what they kill by now, and drop what is known to be false.

        What a review accepted is judged by itself.
        """
        for law in laws.false:
            state = self._drop_contradicted(state, law, finding_of(law))
        for law in laws.disowned:
            same = {number for number, one in state.pool.items() if _says_same(one, law)}
            state = self._note(state.without(same), law.judged(_DISOWNED))
        accepted = [(one.transformation.key, one.expression) for one in self.earlier.accepted]
        numbers = {(one.transformation.key, one.expression): number for number, one in state.pool.items()}
        early = set[int]()
        for law in laws.kept:
            state, found = replace(state, told=state.told | {self._formula(law)}), self._with_kills(law)
            if found is None:
                state = self._dropped(state, law, "it does not hold on all executions that were made since")
            elif (law.transformation.key, law.expression) not in accepted:
                number = numbers.get((law.transformation.key, law.expression), state.numbered)
                pool, numbered = {**state.pool, number: found}, max(state.numbered, number + 1)
                state = replace(state, pool=pool, numbered=numbered).with_kept(number, found)
                early.add(number)
        has_clock = self.session.pace.seconds is not None
        return replace(state, early=frozenset(early) if has_clock else state.early)

    def _with_kills(self, law: Candidate) -> Candidate | None:
        """A law with the executions that were made since it was kept; None where these contradict it."""
        same = (one.ground for one in self.explorations if one.transformation.key == law.transformation.key)
        ground = next(same, None)
        if ground is None:
            return law
        try:
            expression = Expression.from_tree(law.expression.to_tree(), ground.executions.variables)
        except UsageError:  # it speaks of a change of the output that does not give the follow-up's for all of these
            return None
        found = replace(law, expression=expression, executions=ground.executions)
        if not holding([expression], found.table):
            return None
        killed = kills_of(expression, found.table)
        return replace(found, killed=killed, evidence=law.evidence and replace(law.evidence, killed=len(killed)))

    def first(self, state: _State, waiting: Sequence[int], wanted: int) -> _State:
        """The next one; where the time is over, none that waits."""
        try:
            return self.next(state, waiting, wanted)
        except HaltError:
            if state.kept or state.is_last_try or self.session.meter.is_interrupted:
                return self._without_time(state, waiting)
            # Seconds were set aside for what is kept, and there is nothing.
            self.session.meter.enter("judging", brings_in=True)
            return replace(state, is_last_try=True)

    def next(self, state: _State, waiting: Sequence[int], wanted: int) -> _State:
        """Examine the relation that is read most easily; HaltError where the time is over.

        Laws that were kept early have their further pairs first, or last where calls are so slow that these may have to
        be left out. Where the clock may end it, laws of which fewer instances were examined come first.
        """
        is_slow, takes_turns = self.session.pace.is_slow, self.examiner.tries_few
        met = Counter(one.law.name for one in state.examined.values() if one.law is not None and takes_turns)

        def rank(number: int) -> tuple[bool, Tier, int, int]:
            found = state.pool[number]
            known = 0 if found.law is None else met[found.law.name]
            return (number in state.early) == is_slow, found.tier, known, found.complexity

        number = min(waiting, key=rank)
        found = state.pool[number]
        stage = "judging laws" if self.examiner.is_early else "judging"
        self.session.meter.notify(Step(stage, wanted - len(waiting) + 1, wanted))
        is_new = number not in state.kept
        plain = plain_form(found, self.session.signature.parameters) if is_new else found
        if plain is not found:
            state = state.without([number])
            return state.added([plain]) if plain.killed or plain.law is not None else state
        others = [known for other, known in state.kept.items() if other != number]
        examined = self.examiner.examine(found, others, waiting=len(waiting))
        state = replace(state, early=state.early - {number}).with_examined(number, examined)
        return (self._reject if examined.evidence is None else self._keep)(state, number, examined)

    def _without_time(self, state: _State, waiting: Sequence[int]) -> _State:
        """Undecided what waits, unless it was kept before, and all that was not examined left aside."""
        finding = Finding(Verdict.UNDECIDED, "the time was over before it could be judged", Stage.TIME)
        state = replace(state, early=frozenset())
        for number in waiting:
            if number in state.kept:
                continue
            state = self._note(state, state.pool[number].judged(finding))
        left = {number: found for number, found in state.pool.items() if number not in state.kept}
        return replace(state, left=tuple(left.values())).without(left)

    def refute(self, state: _State, chosen: Sequence[int]) -> tuple[_State, bool]:
        """Whether one of the kept relations is found false by what takes more time, and dropped.

        After symbolic execution the seconds may be used that were set aside for what is kept.
        """
        new = self._waiting(state, chosen, state.tried)
        where = partial(try_where_others_fail, self.session, arguments=state.failing)
        state, done, is_refuted = self._examine_further(state, new if state.failing else (), where)
        if is_refuted:
            return state, True
        state = replace(state, tried=state.tried.union(new[:done]))
        new = self._waiting(state, chosen, state.executed)
        state, done, is_refuted = self._examine_further(state, new, partial(refute_symbolically, self.session))
        state = replace(state, executed=state.executed.union(new[:done]))
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
        return replace(state, furthered=state.furthered.union(new[:done])), is_refuted

    def _waiting(self, state: _State, chosen: Sequence[int], done: Collection[int]) -> list[int]:
        """What was chosen, without what is done, or a review accepted."""
        return [number for number in chosen if number not in (*done, *state.accepted)]

    def _examine_further(
        self, state: _State, waiting: Sequence[int], examine: Callable[[Candidate, int], Candidate]
    ) -> tuple[_State, int, bool]:
        """Examine those that wait up to one that does not stand it; how many were examined, and whether there is one.

        An examination is told how many have to share the time.
        """
        for place, number in enumerate(waiting):
            examined = examine(state.kept[number], len(waiting) - place)
            state = state.with_examined(number, examined)
            if examined.evidence is None:
                return self._reject(state, number, examined), place + 1, True
            state = state.with_kept(number, examined)
        return state, len(waiting), False

    def _try_further(self, found: Candidate, waiting: int) -> Candidate:
        trials = self.examiner.known_trials(found.transformation)
        assert trials is not None
        return try_further(self.session, found, trials.fresh, waiting)

    def _keep(self, state: _State, number: int, found: Candidate) -> _State:
        """Keep a relation, unless a review rejected it, and drop what follows from it."""
        if self.is_disowned(found):
            return self._note(state.without([number]), found.judged(_DISOWNED))
        known = {one: kept for one, kept in state.kept.items() if one not in (*state.accepted, number)}
        follows = {id(kept) for kept in self.examiner.contained(found, list(known.values()))}
        contained = {one: kept for one, kept in known.items() if id(kept) in follows}
        easier = next((kept for kept in contained.values() if gain(kept) > gain(found)), None)
        if easier is not None:
            reason = f"says little more than {self._formula(easier)}, which is easier to read"
            finding = Finding(Verdict.REJECT, reason, Stage.REDUNDANT)
            return self._note(state.without([number]), found.judged(finding))
        others, formula = list(known.values()), self._formula(found)
        joint = (*self.examiner.exchanged(found, others), *self.examiner.joint(found, others))
        with_others = {id(kept) for kept in joint} - follows
        for one, kept in known.items():
            if id(kept) not in follows | with_others:
                continue
            reason = f"follows from {formula}" + (" and others" if id(kept) in with_others else "")
            dropped = kept.judged(Finding(Verdict.REJECT, reason, Stage.REDUNDANT))
            state = self._note(state.without([one]).with_examined(one, dropped), dropped)
        state = replace(state, pool={**state.pool, number: found}).with_kept(number, found)
        if formula not in state.told:
            self.session.meter.notify(Notice(f"found {formula}"))
            state = replace(state, told=state.told | {formula})
        if state.is_last_try:
            self.session.meter.enter("judging", keep=self.session.pace.export, brings_in=True)
        return self._drop_false(state, found)

    def _reject(self, state: _State, number: int, examined: Candidate) -> _State:
        found, finding = state.pool[number], finding_of(examined)
        if number in state.kept:
            state = self._with_redundant(self._dropped(state, found, finding.reason))
        state = self._note(state.without([number]), examined)
        if finding.counterexample is None or finding.stage not in _REFUTED:
            return self._drop_false(state, found)
        state = self._drop_false(self._drop_contradicted(state, found, finding), found)
        return self._repaired(state, found, finding.counterexample)

    def _repaired(self, state: _State, found: Candidate, counterexample: Execution) -> _State:
        """Look once more at a transformation, with what contradicted the relation, where this one is missed."""
        key = found.transformation.key
        known = frozenset[str]().union(*(other.killed for other in state.pool.values()))
        if key in state.repaired or found.killed <= known:
            return state
        exploration = next(one for one in self.explorations if one.transformation == found.transformation)
        again = repair(self.session, exploration, [counterexample])
        return replace(state, repaired=state.repaired | {key}).added(again)

    def _drop_false(self, state: _State, found: Candidate) -> _State:
        """Drop, once, what else about the same transformation its fresh and boundary pairs contradict."""
        trials, key = self.examiner.known_trials(found.transformation), found.transformation.key
        if trials is None or key in state.screened:
            return state
        state = replace(state, screened=state.screened | {key})
        return self._learn_anew(self._drop_screened(state, found, trials.screen, trials.stage_of), found, trials.screen)

    def _learn_anew(self, state: _State, found: Candidate, screen: Screen) -> _State:
        """What is known of single calls under the same transformation, for those that wait, by these executions."""
        alike = {number: one for number, one in state.pool.items() if one.transformation == found.transformation}
        numbers, variables = own_numbers(found.transformation), found.expression.variables
        relations = [one.expression for one in alike.values()]
        learnt = learn_single_calls(relations, variables, numbers, screen.holding, has_odd_shape)
        waiting = {number: one for number, one in alike.items() if number not in state.kept}
        news = {number: replace(one, single_calls=learnt) for number, one in waiting.items()}
        return replace(state, pool={**state.pool, **news})

    def _drop_contradicted(self, state: _State, found: Candidate, finding: Finding) -> _State:
        """Drop what else about the same transformation the counterexample to a relation contradicts."""
        counterexample, stage = finding.counterexample, finding.stage
        assert counterexample is not None
        assert stage is not None
        calls = (found.transformation.arguments_of(counterexample.source), counterexample.follow_up)
        failing = tuple({write_key(one): one for one in (*calls, *state.failing)}.values())
        if len(failing) > len(state.failing):
            state = replace(state, failing=failing[: TRIALS.where_others_fail], tried=frozenset())
        screen = Screen([counterexample], found.expression.variables, self.session.tolerance)
        return self._drop_screened(state, found, screen, lambda _: stage)

    def _drop_screened(
        self, state: _State, found: Candidate, screen: Screen, stage_of: Callable[[Execution], Stage]
    ) -> _State:
        others = {
            number: one
            for number, one in state.pool.items()
            if number not in state.kept and one.transformation == found.transformation
        }
        false = screen.counterexamples([one.expression for one in others.values()])
        for count, (expression, contradicting) in enumerate(false.items()):
            stage = stage_of(contradicting[0])
            if count >= EXPLORING.rejected:
                state = state.counted(stage)
                continue
            finding = falsify(expression, contradicting, False, self.session.tolerance, stage=stage)
            state = self._note(state, replace(found, expression=expression).judged(finding))
        return state.without({number for number, one in others.items() if one.expression in false})

    def _with_redundant(self, state: _State) -> _State:
        """With what was left out because others say it: one of these is not kept any more."""
        left = [one for one in state.examined.values() if finding_of(one).stage is Stage.REDUNDANT]
        again = {(one.transformation.key, one.expression): replace(one, finding=None, evidence=None) for one in left}
        known = {(one.transformation.key, one.expression) for one in state.pool.values()}
        return state.added([one for which, one in again.items() if which not in known])

    def _dropped(self, state: _State, found: Candidate, reason: str) -> _State:
        """Tell that what was shown is not reported."""
        formula = self._formula(found)
        self.session.meter.notify(Notice(f"dropped {formula}: {reason}"))
        return replace(state, told=state.told - {formula})

    def is_disowned(self, found: Candidate) -> bool:
        """Whether a review rejected it, or what rejects the same executions."""
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

    def _note(self, state: _State, found: Candidate) -> _State:
        """Remember why a relation is not reported."""
        finding = finding_of(found)
        assert finding.stage is not None
        if self._formula(found) in state.told:
            state = self._dropped(state, found, finding.reason)
        rejected = reject(self.session.signature, found)
        return replace(state.counted(finding.stage), rejected=(*state.rejected, rejected))

    def judged(self, state: _State, chosen: Sequence[int]) -> Judged:
        """What there is to say in the end."""
        for formula in sorted(state.told - {self._formula(state.kept[number]) for number in chosen}):
            self.session.meter.notify(Notice(f"dropped {formula}: the relations that are reported say more"))
        remaining = (*state.pool.values(), *state.left)
        tried = sum(found.transformation.key in state.screened for found in remaining)
        refuted = sum(finding_of(found).stage in _SOUGHT for found in state.examined.values())
        return Judged(
            kept=tuple(state.kept[number] for number in chosen),
            accepted=len(state.accepted),
            violated=state.violated,
            rejected=state.rejected,
            counts=dict(state.counts),
            passed=tried + sum(state.counts.get(stage, 0) for stage in _TRUE),
            sought=refuted + sum(map(_survived_search, state.examined.values())),
            found_false=refuted,
        )


def _says_same(found: Candidate, law: Candidate) -> bool:
    """Whether the one found rejects the executions that a law of the same transformation rejects."""
    is_alike = (found.transformation, found.expression.variables) == (law.transformation, law.expression.variables)
    return is_alike and agree(found, [law.expression])[0]


def _survived_search(found: Candidate) -> bool:
    return found.evidence is not None and Stage.SEARCH.value in found.evidence.falsifiers
