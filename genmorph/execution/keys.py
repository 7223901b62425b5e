"""Names for inputs: short, and different where `==` sees no difference."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from operator import is_

from genmorph.model import Input

KEY_SIZE = 16
"""Bytes of a key: enough that no two inputs ever share one."""
_KEPT = 50_000
"""Inputs of lists last seen that are kept: more than one transformation needs, and no more than some megabytes."""


def fingerprint(data: bytes) -> bytes:
    """A few bytes that stand for the data."""
    return blake2b(data, digest_size=KEY_SIZE).digest()


def key_of(arguments: Input) -> bytes:
    """The name of an input; its `repr` tells 1, 1.0, True and -0.0 apart, and takes one NaN for another.

    >>> key_of((1,)) == key_of((True,)), key_of((float("nan"),)) == key_of((float("nan"),))
    (False, True)
    """
    return fingerprint(repr(arguments).encode())


@dataclass(frozen=True, slots=True)
class NumberedInputs:
    """Inputs, with the key and the number of each."""

    inputs: tuple[Input, ...]
    keys: tuple[bytes, ...]
    numbers: tuple[int, ...]

    def are(self, inputs: Sequence[Input]) -> bool:
        """Whether the inputs are the very same objects."""
        return len(inputs) == len(self.inputs) and all(map(is_, inputs, self.inputs))


class InputNumbers:
    """Numbers inputs from 0 as they are first seen, so that what is known of them can stand in lists.

    A key takes as long as a quick call and all mutants are run on the same inputs: those of the last lists are kept.
    """

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self._last: dict[tuple[int, int], NumberedInputs] = {}
        self._kept = 0

    def of(self, inputs: Sequence[Input]) -> NumberedInputs:
        """The inputs with their keys and numbers.

        >>> InputNumbers().of([(3,), (1,), (3,)]).numbers
        (0, 1, 0)
        """
        if not inputs:
            return NumberedInputs((), (), ())
        place = (id(inputs[0]), len(inputs))
        known = self._last.get(place)
        if known is not None and known.are(inputs):
            return known
        return self._keep(place, self._number(tuple(inputs)))

    def _number(self, inputs: tuple[Input, ...]) -> NumberedInputs:
        keys = tuple(map(key_of, inputs))
        numbers = self._numbers
        return NumberedInputs(inputs, keys, tuple(numbers.setdefault(key, len(numbers)) for key in keys))

    def _keep(self, place: tuple[int, int], numbered: NumberedInputs) -> NumberedInputs:
        """Keep the list, in the place of the oldest ones."""
        self._forget(place)
        self._last[place] = numbered
        self._kept += len(numbered.inputs)
        while self._kept > _KEPT and len(self._last) > 1:
            self._forget(next(iter(self._last)))
        return numbered

    def _forget(self, place: tuple[int, int]) -> None:
        if place in self._last:
            self._kept -= len(self._last.pop(place).inputs)
