"""Which transformation gets the time: a short look at each, then rounds for those that promise most."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from genmorph.inference.exploration import Exploration, explore, laws_with_kills, look_at
from genmorph.inference.first_laws import FirstLaws
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Fresh, Session
from genmorph.progress import Notice, Step
from genmorph.settings import BUDGET, EXPLORING
from genmorph.transformations.transformation import Transformation


def search(session: Session, first: FirstLaws) -> tuple[Exploration, ...]:
    """Look at all transformations, then explore the most promising, round by round, until the stage is halted.

    What the time does not suffice for keeps the laws that were found `first`. The search ends earlier where nothing
    promises anything any more, and later where nothing was found yet: it then takes half of what was left to the judges
    of what is found.
    """
    meter = session.meter
    meter.enter("searching", keep=session.pace.reserve)
    searching = _Searching(session, first)
    searching.run()
    if not first.laws.kept and not any(exploration.found for exploration in searching.explorations):
        meter.enter("searching", keep=BUDGET.reserve_without_relations * session.pace.reserve)
        searching.run()
    if not any(one.judged for one in searching.explorations) and meter.stage_left() <= 0 and not meter.is_interrupted:
        meter.notify(Notice("the time was over before any transformation was searched: give a larger budget"))
    return (*searching.explorations, *searching.laws_left)


@dataclass(slots=True)
class _Course:
    """How far a transformation has come: how much of a whole look it had, its rounds, and those since the last success.

    A success kills what nothing else did; what only fallbacks kill counts as alive.
    """

    exploration: Exploration
    size: float
    rounds: int = 0
    fruitless: int = 0

    @property
    def killed(self) -> frozenset[str]:
        return self.exploration.killed_well


class _Searching:
    """The courses of all transformations so far."""

    def __init__(self, session: Session, first: FirstLaws) -> None:
        self._session = session
        self._seed = session.request.seed
        self._parameters = session.parameters
        self._chosen = first.in_order
        kept = {one.transformation.key for one in first.laws.kept}
        self._first = {one.transformation.key: one for one in first.explorations if one.transformation.key in kept}
        self._courses: list[_Course] = []
        self._killed: frozenset[str] = frozenset()

    @property
    def explorations(self) -> tuple[Exploration, ...]:
        """What was found, in the order of the transformations."""
        return tuple(course.exploration for course in self._courses)

    def run(self) -> None:
        """Look and explore until the stage is halted; another time it goes on where it stood."""
        with suppress(HaltError):
            self._look_at_all()
            self._look_at_laws()
            if self._parameters.transformations is None:
                self._go_on()
            else:
                self._go_on_equally()

    @property
    def laws_left(self) -> Iterator[Exploration]:
        """The explorations of laws that are kept, under transformations that were not looked at."""
        looked_at = {course.exploration.transformation.key for course in self._courses}
        return (one for key, one in self._first.items() if key not in looked_at)

    def _look_at_laws(self) -> None:
        """Run the mutants for the laws that are left; those before which the time ends have no kills."""
        for left in list(self.laws_left):
            if not left.judged:
                self._session.meter.check()
                pairs = self._session.pairs(left.transformation, self._session.pace.looked_at(len(self._chosen)))
                self._first[left.transformation.key] = laws_with_kills(self._session, left, pairs)

    def _look_at_all(self) -> None:
        """A glance at each transformation, then a longer look, as far as a part of the budget allows."""
        used = self._session.meter.progress(BUDGET.looks_part)
        for transformation in self._chosen[len(self._courses) :]:
            if self._courses and used() >= 1:
                return
            self._courses.append(_Course(self._looked_at(transformation, EXPLORING.glance), EXPLORING.glance))
            self._note(self._courses[-1], 0.0)
        size = _fitting(used())
        for course in self._courses:
            if course.size < size and not course.rounds and used() < 1:
                course.exploration, course.size = self._looked_at(course.exploration.transformation, size), size
                self._note(course, 0.0)

    def _looked_at(self, transformation: Transformation, size: float) -> Exploration:
        """What so much of a whole look gives."""
        session, chosen = self._session, self._chosen
        session.meter.check()
        self._tell("looking", chosen.index(transformation) + 1, len(chosen))
        pairs = session.pairs(transformation, round(size * session.pace.looked_at(len(chosen))))
        screening, rng = self._screening(transformation, size), self._rng(transformation, 0)
        return look_at(session, transformation, pairs, screening, rng)

    def _go_on(self) -> None:
        """Rounds for what promises most, until the stage's share of the budget is spent or nothing is promising."""
        may_go_on = self._within(self._session.meter.share(1))
        while may_go_on(0.0) and (course := self._most_promising()) is not None:
            self._explore(course, may_go_on)

    def _go_on_equally(self) -> None:
        """Rounds for each exploration in turn, in equal shares of the budget."""
        for place, course in enumerate(self._courses):
            may_go_on = self._within(self._session.meter.share(len(self._courses) - place))
            while may_go_on(0.0) and self._is_open(course):
                self._explore(course, may_go_on)

    def _explore(self, course: _Course, may_go_on: Callable[[float], bool]) -> None:
        session, before = self._session, course.exploration
        session.meter.check()
        course.rounds += 1
        self._tell("searching", sum(one.rounds > 0 for one in self._courses), len(self._courses))
        pairs = session.pairs(before.transformation, session.pace.sources)
        rng = self._rng(before.transformation, course.rounds)
        screening, spent_before = self._screening(before.transformation), before.evaluations
        course.exploration = explore(
            session, before, pairs, screening, lambda spent: may_go_on(spent - spent_before), rng
        )
        course.fruitless += 1
        self._note(course, spent_before)

    def _note(self, course: _Course, spent_before: float) -> None:
        """Book what the last step of a course cost and gave."""
        self._session.meter.spend(course.exploration.evaluations - spent_before)
        if not course.killed <= self._killed:
            course.fruitless = 0
        self._killed = frozenset[str]().union(*(one.killed for one in self._courses))

    def _most_promising(self) -> _Course | None:
        """What to go on with; None where nothing promises anything."""
        courses = [course for course in self._courses if self._is_open(course)]
        if not courses:
            return None
        best = max(courses, key=self._promise)
        if self._promise(best) > 0:
            return best
        unseen = [course for course in courses if not course.rounds and course.exploration.found]
        if not unseen or sum(course.rounds > 0 for course in self._courses) >= EXPLORING.least_searched:
            return None
        return max(unseen, key=lambda course: len(course.killed))

    def _promise(self, course: _Course) -> float:
        """Mutants that show themselves under it and that nothing kills yet, less for each vain round."""
        return len(course.exploration.judged - self._killed) / (1 + course.fruitless)

    def _is_open(self, course: _Course) -> bool:
        exploration = course.exploration
        idle = exploration.evolution.idle if exploration.evolution else 0
        return bool(exploration.judged) and idle < self._parameters.patience

    def _within(self, lasts: Callable[[float], bool]) -> Callable[[float], bool]:
        """A share of the budget as a function of what is spent beyond what the meter knows."""
        meter = self._session.meter
        before = meter.evaluations
        return lambda spent: lasts(meter.evaluations - before + spent)

    def _tell(self, doing: str, done: int, of: int) -> None:
        self._session.meter.notify(Step(doing, done, of, f"{len(self._killed)} mutants killed"))

    def _rng(self, transformation: Transformation, number: int) -> Random:
        return Random(f"{self._seed}/{transformation.key}/{number}")

    def _screening(self, transformation: Transformation, share: float = 1.0) -> Callable[[], Fresh]:
        return lambda: self._session.screening_executions(transformation, share)


def _fitting(used: float) -> float:
    """The size of looks at all, such that they fit where glances at all have used so much of their part.

    It is 0 where they would hardly be larger than these.

    >>> _fitting(0.01), round(_fitting(0.2), 3), _fitting(0.8)
    (1.0, 0.4, 0.0)
    """
    size = min(1.0, EXPLORING.glance * (1 - used) / used) if used else 1.0
    return size if size >= EXPLORING.worth_a_look * EXPLORING.glance else 0.0
