"""Which transformation gets the time: a short look at each, then rounds for those that promise most."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

from genmorph.inference.exploration import Exploration, explore, look_at
from genmorph.inference.laboratory import Fresh
from genmorph.inference.meter import HaltError
from genmorph.inference.prepared import Prepared
from genmorph.progress import Notify, Step
from genmorph.transformations import Transformation

LEAST_SEARCHED = 4
"""So many transformations are searched even where their first looks left no mutant alive."""
_LOOKS = 2
"""The first looks may take this part of the search."""
_SMALLEST = 0.1
"""Of the pairs of a first look; the first one takes no more, because what that costs is not known yet."""


def search(prepared: Prepared, seed: int, notify: Notify) -> tuple[Exploration, ...]:
    """Look at all transformations, then explore the most promising, round by round, until the stage is halted.

    It ends earlier where nothing promises anything any more, and later where nothing was found yet: it then takes half
    of what was left to the judges of what is found.
    """
    searching = _Searching(prepared, seed, notify)
    searching.run()
    if not any(exploration.found for exploration in searching.explorations):
        prepared.meter.enter("searching", keep=prepared.pace.reserve / 2)
        searching.run()
    return tuple(searching.explorations)


class _Searching:
    """The explorations so far; for each the rounds it had, and those since it last killed what nothing else did.

    What only last resorts kill counts as alive.
    """

    def __init__(self, prepared: Prepared, seed: int, notify: Notify) -> None:
        self._prepared = prepared
        self._seed = seed
        self._notify = notify
        self._parameters = prepared.laboratory.parameters
        self._rounds: list[int] = []
        self._fruitless: list[int] = []
        self._killed: frozenset[str] = frozenset()
        self.explorations: list[Exploration] = []

    def run(self) -> None:
        """Look and explore until the stage is halted; another time it goes on where it stood."""
        with suppress(HaltError):
            self._look_at_all()
            if self._parameters.transformations is None:
                self._go_on()
            else:
                self._go_on_equally()

    def _look_at_all(self) -> None:
        """A short look at each transformation, of fewer pairs where a part of the budget does not allow all of them."""
        prepared, chosen = self._prepared, self._chosen()
        used, size, sizes = prepared.meter.progress(_LOOKS), _SMALLEST, 0.0
        for number, transformation in enumerate(chosen[len(self.explorations) :], len(self.explorations)):
            if number and used() >= 1:
                break
            prepared.meter.check()
            self._tell("looking", number + 1, len(chosen))
            self._look_at(transformation, size)
            sizes += size
            size = _next_size(used(), sizes, len(chosen) - number - 1)

    def _look_at(self, transformation: Transformation, size: float) -> None:
        """Look at so much of the pairs of a first look."""
        prepared = self._prepared
        pairs = prepared.pairs(transformation, round(size * prepared.pace.looked_at(len(self._chosen()))))
        screening, rng = self._screening(transformation, size), self._rng(transformation, 0)
        self.explorations.append(look_at(prepared.laboratory, transformation, pairs, screening, rng))
        self._rounds.append(0)
        self._fruitless.append(0)
        self._note(len(self.explorations) - 1, prepared.meter.spend)

    def _go_on(self) -> None:
        """Rounds for what promises most, until the stage's share of the budget is spent or nothing is promising."""
        may_go_on = self._within(self._prepared.meter.share(1))
        while may_go_on(0.0) and (place := self._most_promising()) is not None:
            self._explore(place, may_go_on)

    def _go_on_equally(self) -> None:
        """Rounds for each exploration in turn, in equal shares of the budget."""
        for place in range(len(self.explorations)):
            may_go_on = self._within(self._prepared.meter.share(len(self.explorations) - place))
            while may_go_on(0.0) and self._is_open(self.explorations[place]):
                self._explore(place, may_go_on)

    def _chosen(self) -> Sequence[Transformation]:
        """All transformations, or those that were drawn."""
        every, count = self._prepared.transformations, self._parameters.transformations
        if count is None or count >= len(every):
            return every
        return Random(f"{self._seed}/transformations").sample(every, count)

    def _explore(self, place: int, may_go_on: Callable[[float], bool]) -> None:
        prepared, before = self._prepared, self.explorations[place]
        prepared.meter.check()
        self._rounds[place] += 1
        self._tell("searching", len(self._rounds) - self._rounds.count(0), len(self._rounds))
        pairs = prepared.pairs(before.transformation, prepared.pace.sources)
        rng = self._rng(before.transformation, self._rounds[place])
        screening = self._screening(before.transformation)
        self.explorations[place] = explore(
            prepared.laboratory, before, pairs, screening, lambda spent: may_go_on(spent - before.evaluations), rng
        )
        self._fruitless[place] += 1
        self._note(place, lambda spent: prepared.meter.spend(spent - before.evaluations))

    def _note(self, place: int, spend: Callable[[float], None]) -> None:
        """Book what the last step of an exploration cost and gave."""
        spend(self.explorations[place].evaluations)
        if not self.explorations[place].killed_well <= self._killed:
            self._fruitless[place] = 0
        self._killed = frozenset[str]().union(*(exploration.killed_well for exploration in self.explorations))

    def _most_promising(self) -> int | None:
        """The place of the exploration to go on with; None where none promises anything."""
        places = [place for place, exploration in enumerate(self.explorations) if self._is_open(exploration)]
        if not places:
            return None
        best = max(places, key=self._promise)
        if self._promise(best) > 0:
            return best
        unseen = [place for place in places if not self._rounds[place] and self.explorations[place].found]
        if not unseen or sum(rounds > 0 for rounds in self._rounds) >= LEAST_SEARCHED:
            return None
        return max(unseen, key=lambda place: len(self.explorations[place].killed_well))

    def _promise(self, place: int) -> float:
        """Mutants that show themselves under it and that nothing kills yet, less for each vain round."""
        return len(self.explorations[place].judged - self._killed) / (1 + self._fruitless[place])

    def _is_open(self, exploration: Exploration) -> bool:
        idle = exploration.evolution.idle if exploration.evolution else 0
        return exploration.ground is not None and idle < self._parameters.patience

    def _within(self, lasts: Callable[[float], bool]) -> Callable[[float], bool]:
        """A share of the budget as a function of what is spent beyond what the meter knows."""
        meter = self._prepared.meter
        before = meter.evaluations
        return lambda spent: lasts(meter.evaluations - before + spent)

    def _tell(self, doing: str, done: int, of: int) -> None:
        self._notify(Step(doing, done, of, f"{len(self._killed)} mutants killed"))

    def _rng(self, transformation: Transformation, number: int) -> Random:
        return Random(f"{self._seed}/{transformation!r}/{number}")

    def _screening(self, transformation: Transformation, share: float = 1.0) -> Callable[[], Fresh]:
        return lambda: self._prepared.screening_executions(transformation, share)


def _next_size(used: float, sizes: float, left: int) -> float:
    """The size of the next look, such that so many like it fit into what is left of one part.

    >>> _next_size(0.1, 1.0, 9), _next_size(0.5, 0.5, 2), _next_size(0.9, 1.0, 20)
    (1.0, 0.25, 0.25)
    """
    if not left or not used:
        return 1.0
    return min(1.0, max(_SMALLEST, (1 - used) / left * sizes / used))
