"""The last filters: what is selected is examined, until all that is selected is kept."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
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

    `passed` counts the candidates that fresh and corner pairs did not contradict, whatever else is said against them;
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


class Judging:
    """What becomes of the relations that were found; `mutants` are those judged in all."""

    def __init__(
        self, session: Session, explorations: Sequence[Exploration], mutants: int, earlier: Earlier, notify: Notify
    ) -> None:
        self._session = session
        self._explorations = explorations
        self._mutants = mutants
        self._earlier = earlier
        self._notify = notify
        self._examiner = Examiner(session, mutants)
        self._pool = [found for one in explorations for found in one.found]
        self._kept: dict[int, Examined] = {}
        self._accepted: list[Candidate] = []
        self._violated: list[tuple[MetamorphicRelation, Execution]] = []
        self._rejected: list[Rejected] = []
        self._counts: Counter[Stage] = Counter()
        self._screened: set[str] = set()
        self._repaired: set[str] = set()
        self._executed: list[Candidate] = []
        self._tried_further: list[Candidate] = []
        self._examined: dict[int, Examined] = {}
        self._left: list[Candidate] = []
        self._is_late = False

    def settle(self) -> Judged:
        """Select from the pool and examine that, what is easy to read first, until all that is selected is kept."""
        with suppress(HaltError):
            self._judge_accepted()
        while True:
            chosen = select(self._pool, self._mutants, SELECTION.reported, self._accepted)
            waiting = [found for found in chosen if id(found) not in self._kept]
            if waiting:
                self._judge_first(waiting, len(chosen))
            elif not self._refute(chosen):
                return self._judged(chosen)

    def _refute(self, chosen: Sequence[Candidate]) -> bool:
        """Whether one of the kept relations is found false by what takes more time, and dropped.

        After symbolic execution the seconds may be used that were set aside for what is kept.
        """
        if self._is_one_refuted(chosen, self._executed, self._execute_symbolically):
            return True
        if not self._is_late:
            self._is_late = True
            self._session.meter.enter("trying further", keep=self._session.pace.export, brings_in=True)
        return self._is_one_refuted(chosen, [], self._examiner.sought) or self._is_one_refuted(
            chosen, self._tried_further, self._try_further
        )

    def _is_one_refuted(
        self, chosen: Sequence[Candidate], done: list[Candidate], examine: Callable[[Examined, int], Examined]
    ) -> bool:
        """Whether one of the kept relations, of those not yet `done`, does not stand another examination.

        That is told how many have to share the time. What a person accepted is left alone.
        """
        waiting = [found for found in chosen if found not in (*done, *self._accepted)]
        for place, found in enumerate(waiting):
            done.append(found)
            examined = examine(self._kept[id(found)], len(waiting) - place)
            self._examined[id(found)] = examined
            if examined.evidence is None:
                self._reject(found, examined)
                return True
            self._kept[id(found)] = examined
        return False

    def _execute_symbolically(self, examined: Examined, waiting: int) -> Examined:
        return refute_symbolically(self._session, examined, waiting)

    def _try_further(self, examined: Examined, waiting: int) -> Examined:
        trials = self._examiner.known_trials(examined.found.transformation)
        assert trials is not None
        return try_further(self._session, examined, trials.fresh, waiting)

    def _judged(self, chosen: Sequence[Candidate]) -> Judged:
        refuted = sum(examined.finding.stage in _SOUGHT for examined in self._examined.values())
        return Judged(
            kept=tuple(self._kept[id(found)] for found in chosen),
            accepted=len(self._accepted),
            violated=tuple(self._violated),
            rejected=tuple(self._rejected),
            counts=dict(self._counts),
            passed=self._passed(),
            sought=refuted + sum(map(_survived_search, self._examined.values())),
            found_false=refuted,
        )

    def _passed(self) -> int:
        remaining = (*self._pool, *self._left)
        tried = sum(self._examiner.known_trials(found.transformation) is not None for found in remaining)
        return tried + sum(self._counts[stage] for stage in _TRUE)

    def _judge_accepted(self) -> None:
        """Examine what a person accepted earlier: only whether it is true."""
        for relation in self._earlier.accepted:
            found = found_again(self._session, self._explorations, relation)
            if found is None:
                continue
            examined = self._examiner.examine(found, is_accepted=True)
            if examined.evidence is not None:
                self._accepted.append(found)
                self._kept[id(found)] = examined
            elif examined.finding.counterexample is not None:
                self._violated.append((relation, examined.finding.counterexample))

    def _judge_first(self, waiting: list[Candidate], wanted: int) -> None:
        """Examine the relation that is read most easily; where the time is over, none that waits."""
        found = min(waiting, key=lambda found: (found.tier, found.effort))
        self._notify(Step("judging", len(self._kept) + 1, wanted))
        plain = plain_form(found, self._session.signature.parameters)
        if plain is not found:
            self._drop([found])
            self._pool += [plain] if plain.killed else []
            return
        try:
            known = [one.found for one in self._kept.values()]
            examined = self._examiner.examine(found, known, waiting=len(waiting))
        except HaltError:
            finding = Finding(Verdict.UNDECIDED, "the time was over before it could be judged", Stage.TIME)
            for one in waiting:
                self._note(one, finding)
            self._left = [found for found in self._pool if id(found) not in self._kept]
            self._drop(self._left)
            return
        self._examined[id(examined.found)] = examined
        if examined.evidence is not None:
            self._keep(found, examined)
        else:
            self._reject(found, examined)

    def _keep(self, found: Candidate, examined: Examined) -> None:
        """Keep a relation, unless a person disowned it, and drop what follows from it."""
        final = examined.found
        if self._is_disowned(final):
            self._drop([found])
            self._note(final, Finding(Verdict.REJECT, "a person said that it is not intended", Stage.PERSON))
            return
        known = [one.found for one in self._kept.values() if one.found not in self._accepted]
        contained = self._examiner.contained(final, known)
        easier = next((other for other in contained if gain(other) > gain(final)), None)
        if easier is not None:
            self._drop([found])
            reason = f"says little more than {self._formula(easier)}, which is easier to read"
            self._note(final, Finding(Verdict.REJECT, reason, Stage.REDUNDANT))
            return
        for other in contained:
            self._drop([other])
            self._note(other, Finding(Verdict.REJECT, f"follows from {self._formula(final)}", Stage.REDUNDANT))
        self._pool = [final if other is found else other for other in self._pool]
        self._kept[id(final)] = examined
        self._drop_false(final, None, None)

    def _reject(self, found: Candidate, examined: Examined) -> None:
        finding = examined.finding
        self._drop([found])
        self._note(examined.found, finding)
        if finding.counterexample is not None and finding.stage in _REFUTED:
            self._drop_false(found, finding.counterexample, finding.stage)
            self._repair(found, finding.counterexample)
        else:
            self._drop_false(found, None, None)

    def _repair(self, found: Candidate, counterexample: Execution) -> None:
        """Look once more at a transformation, with what contradicted the relation, where this one is missed."""
        key = found.transformation.key
        known = frozenset[str]().union(*(other.killed for other in self._pool))
        if key in self._repaired or found.killed <= known:
            return
        self._repaired.add(key)
        exploration = next(one for one in self._explorations if one.transformation == found.transformation)
        self._pool += repair(self._session, exploration, [counterexample])

    def _drop_false(self, found: Candidate, counterexample: Execution | None, stage: Stage | None) -> None:
        """Drop what else about the same transformation the counterexample, or its trials, contradict."""
        trials = self._examiner.known_trials(found.transformation)
        if counterexample is not None and stage is not None:
            screen = Screen([counterexample], found.expression.variables, self._session.tolerance)
            self._drop_screened(found, screen, lambda _: stage)
        if trials is not None and (key := found.transformation.key) not in self._screened:
            self._screened.add(key)
            self._drop_screened(found, trials.screen, trials.stage_of)
            self._learn_anew(found, trials.screen)

    def _learn_anew(self, found: Candidate, screen: Screen) -> None:
        """What is known of single calls under the same transformation, for those that wait, by these executions."""
        alike = [other for other in self._pool if other.transformation == found.transformation]
        numbers, variables = own_numbers(found.transformation), found.expression.variables
        learnt = learn_single_calls([other.expression for other in alike], variables, numbers, screen.holding)
        waiting = {id(other) for other in alike if id(other) not in self._kept}
        self._pool = [replace(other, single_calls=learnt) if id(other) in waiting else other for other in self._pool]

    def _drop_screened(self, found: Candidate, screen: Screen, stage_of: Callable[[Execution], Stage]) -> None:
        others = [o for o in self._pool if id(o) not in self._kept and o.transformation == found.transformation]
        false = screen.counterexamples([other.expression for other in others])
        for number, (expression, contradicting) in enumerate(false.items()):
            stage = stage_of(contradicting[0])
            if number >= EXPLORING.rejected:
                self._counts[stage] += 1
                continue
            finding = falsify(expression, contradicting, False, self._session.tolerance, stage=stage)
            self._note(replace(found, expression=expression), finding)
        self._drop([other for other in others if other.expression in false])

    def _is_disowned(self, found: Candidate) -> bool:
        formula = self._formula(found)
        same = [
            relation.expression
            for relation in self._earlier.disowned
            if relation.transformation == found.transformation
            and relation.expression.variables == found.expression.variables
        ]
        return formula in self._earlier.disowned_formulas or any(agree(found, same))

    def _formula(self, found: Candidate) -> str:
        return relation_formula(self._session.signature, found.transformation, found.expression)

    def _drop(self, dropped: Sequence[Candidate]) -> None:
        gone = {id(found) for found in dropped}
        self._pool = [found for found in self._pool if id(found) not in gone]
        for place in gone:
            self._kept.pop(place, None)

    def _note(self, found: Candidate, finding: Finding) -> None:
        """Remember why a relation is not reported."""
        assert finding.stage is not None
        self._counts[finding.stage] += 1
        signature = self._session.signature
        self._rejected.append(reject(signature, found.transformation, found.expression, finding))


def _survived_search(examined: Examined) -> bool:
    return examined.evidence is not None and Stage.SEARCH.value in examined.evidence.falsifiers
