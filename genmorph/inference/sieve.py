"""Drawn inputs on which the conditions of the function hold."""

from collections.abc import Callable, Iterable, Iterator

from genmorph.annotations.validity import Validity
from genmorph.model import Input

_PATIENCE = 10_000
"""So many inputs in a row that the conditions reject end the stream."""


class Sieve:
    """Lets inputs through on which all conditions hold; counts what went in, and what it held back.

    `check` is called before each input, because conditions may be slow, and may raise.
    """

    def __init__(self, validity: Validity, check: Callable[[], None]) -> None:
        self._validity = validity
        self._check = check
        self.drawn = 0
        self.rejected = 0

    def sift(self, inputs: Iterable[Input]) -> Iterator[Input]:
        """The allowed ones among the inputs, until very many in a row are not."""
        in_a_row = 0
        for values in inputs:
            if self._validity.conditions:
                self._check()
            self.drawn += 1
            if self._validity.is_allowed(values):
                in_a_row = 0
                yield values
                continue
            self.rejected += 1
            in_a_row += 1
            if in_a_row >= _PATIENCE:
                return
