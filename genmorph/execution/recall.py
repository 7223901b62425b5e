"""Never pays twice for a call: a memory for the run, before the cache on disk."""

from collections.abc import Hashable, Iterator, Mapping, Sequence

from genmorph.execution.page import exact_key
from genmorph.execution.patience import Change, Execute, History, Patience, is_loss
from genmorph.execution.shelf import InputNumbers, NumberedInputs, Shelf
from genmorph.model import Input, Outcome, Probe, Returned

_SMALL = frozenset({int, float, bool, type(None)})


class Recall:
    """The effect that stages are given: calls for new inputs only, and gives up what loses too many calls.

    `made` counts the outcomes that came from calls, `recalled` those from the shelf, each input of a change once.
    The answers do not depend on what the shelf holds, as far as the outcomes of calls do not change: new inputs count
    in order, and those after the one that uses up patience have not been run, even where the shelf knows better.

    >>> from genmorph.model import Returned
    >>> limits = {"original": Patience(20, 20), "mutant": Patience(1, 3)}
    >>> recall = Recall(lambda change, inputs, patience: [Returned(-x) for x, in inputs], **limits)
    >>> recall.run(None, [(1,), (2,), (1,)]), recall.run(None, [(2,)]), recall.made
    ((Returned(value=-1), Returned(value=-2), Returned(value=-1)), (Returned(value=-2),), 2)
    """

    def __init__(self, call: Execute, shelf: Shelf | None = None, *, original: Patience, mutant: Patience) -> None:
        self._call = call
        self._shelf = shelf
        self._original = original
        self._mutant = mutant
        self._numbers = InputNumbers()
        self._shared: dict[Hashable, Outcome] = {}
        self._histories: dict[Change | None, History] = {}
        self.made = 0
        self.recalled = 0

    def run(self, change: Change | None, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        """One outcome for each input, in order; a probe has the patience of the original, as which it behaves.

        A trace has that of a mutant: it is slower than the original, and what it has told until a loss will do.
        """
        history = self._histories.get(change)
        if history is None:
            name = "original" if change is None else type(change).__name__.removeprefix("Source").lower()
            patience = self._original if isinstance(change, Probe | None) else self._mutant
            history = self._histories[change] = History(patience, name)
        asked = self._numbers.of(inputs)
        new = history.new(asked.numbers)
        fresh = self._learn(change, history, asked, new) if new and not history.is_over else {}
        return history.answers(asked.numbers, fresh)

    def _learn(
        self, change: Change | None, history: History, asked: NumberedInputs, new: Sequence[int]
    ) -> dict[int, Outcome]:
        """The outcomes at the new positions by their numbers, up to the one that uses up patience."""
        keys, fresh = asked.keys, dict[int, Outcome]()
        found = self._shelf.find(change, [keys[position] for position in new]) if self._shelf else {}
        for stretch in _stretches(new, keys, found):
            missing = [position for position in stretch if keys[position] not in found]
            made = self._make(change, history.patience, asked, missing)
            for position in stretch:
                recalled = found.get(keys[position])
                outcome = next(made, None) if recalled is None else recalled
                if outcome is None:
                    history.is_over = True
                else:
                    if isinstance(outcome, Returned) and type(outcome.value) not in _SMALL:
                        # mutants mostly give what the original gives: one outcome for all that are equal, in type too
                        outcome = self._shared.setdefault(exact_key(outcome.value), outcome)
                    history.record(asked.numbers[position], outcome)
                    fresh[asked.numbers[position]] = outcome
                    self.recalled += recalled is not None
                if history.is_over:
                    return fresh
        return fresh

    def _make(
        self, change: Change | None, patience: Patience, asked: NumberedInputs, positions: Sequence[int]
    ) -> Iterator[Outcome]:
        """Call, and store at once what was paid for; the next calls are made when the outcomes of the last are in."""
        rest = positions
        while rest and not patience.is_over:
            outcomes = self._call(change, [asked.inputs[position] for position in rest], patience)
            self.made += len(outcomes)
            if self._shelf is not None:
                # The whole list once, as all changes share it; after each loss its rest would be a list of its own.
                kept = rest if rest is positions else rest[: len(outcomes)]
                self._shelf.store(change, [asked.keys[position] for position in kept], outcomes)
            yield from outcomes
            if not outcomes or not is_loss(outcomes[-1]):
                return
            rest, patience = rest[len(outcomes) :], patience.after(outcomes)


def _stretches(
    positions: Sequence[int], keys: Sequence[bytes], found: Mapping[bytes, Outcome]
) -> Iterator[Sequence[int]]:
    """The positions in parts that end with each loss found: what may be lost before it depends on none after."""
    start = 0
    for end, position in enumerate(positions, 1):
        outcome = found.get(keys[position])
        if outcome is not None and is_loss(outcome):
            yield positions[start:end]
            start = end
    if start < len(positions):
        yield positions[start:]
