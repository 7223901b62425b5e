"""Keeps equal outcomes once."""

from collections.abc import Hashable

from genmorph.execution.portable import exact_key
from genmorph.model import Outcome, Returned

_SMALL = frozenset({int, float, bool, type(None)})


class SharedOutcomes:
    """One outcome for all that are equal, in type too: mutants mostly give what the original gives.

    >>> shared = SharedOutcomes()
    >>> shared.of(Returned([1])) is shared.of(Returned([1])), shared.of(Returned([True]))
    (True, Returned(value=[True]))
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, Outcome] = {}

    def of(self, outcome: Outcome) -> Outcome:
        """The first outcome that was like this one; numbers and what is no value stay as they are."""
        if not isinstance(outcome, Returned) or type(outcome.value) in _SMALL:
            return outcome
        return self._known.setdefault(exact_key(outcome.value), outcome)
