"""How far floats may differ and still be equal, by the magnitude and the precision of what a function gives."""

import math
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Any

import numpy as np

from genmorph.execution.outputs import read_outputs
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import Built, Output, Returned, Tolerance
from genmorph.settings import TRIALS
from genmorph.values.foreign import floats_in
from genmorph.values.python_text import ARRAY

_SINGLES = tuple(f"{ARRAY}{name}" for name in ("float16", "float32", "complex64"))
"""Arrays of single and of half precision."""


def usual_tolerance(outputs: Sequence[Output], sources: AcceptedInputs) -> Tolerance:
    """The tolerance for the outputs that were seen."""
    returned = (outcome.value for outcome in sources.outcomes if isinstance(outcome, Returned))
    is_single = any(map(_are_of_single_type, returned))
    return default_tolerance(_given(outputs, sources), is_single=is_single)


def default_tolerance(values: Iterable[Any], *, is_single: bool = False) -> Tolerance:
    """Relative 1e-9, and absolute 1e-9 of the median magnitude of the float outputs, at most 1e-6.

    Of outputs that are not floats the absolute part is 0. It is bounded, because relations also compare numbers that
    are not of the outputs' magnitude, such as quotients. Of floats of single precision all three are 1e-4: those of
    arrays of such a type, and others that have its digits.

    >>> default_tolerance([50.0, [-200.0, 100.0]])
    Tolerance(relative=1e-09, absolute=1e-07)
    >>> import numpy as np
    >>> default_tolerance([np.geomspace(0.01, 1, 50, dtype=np.float32).tolist()])
    Tolerance(relative=0.0001, absolute=1e-05)
    """
    magnitudes = [abs(number) for value in values for number in floats_in(value) if math.isfinite(number)]
    if is_single or _have_single_digits(magnitudes):
        relative, most = TRIALS.single_tolerance, TRIALS.single_tolerance
    else:
        relative, most = TRIALS.relative_tolerance, TRIALS.most_absolute_tolerance
    absolute = float(f"{relative * median(magnitudes):.2g}") if magnitudes else 0.0
    return Tolerance(relative, min(most, absolute))


def _have_single_digits(numbers: Sequence[float]) -> bool:
    """Whether single precision has all of the numbers, and most need nearly all of its digits, whatever their size.

    Numbers in whole units, such as seconds, may have as few digits, but the last one is the same for all of them.

    >>> _have_single_digits([n * 86_399.0 for n in range(99)]), _have_single_digits([0.1 * n for n in range(99)])
    (False, False)
    """
    parts, exponents = np.frexp(np.unique([number for number in numbers if number]))
    if len(parts) < TRIALS.least_rounded:
        return False
    digits, short = TRIALS.single_digits
    whole = np.ldexp(parts, digits)
    if (whole % 1 != 0).any() or (np.ldexp(parts, short) % 1 == 0).mean() > TRIALS.most_short:
        return False
    last_digits = exponents - digits + np.frexp(whole.astype(np.int64) & -whole.astype(np.int64))[1] - 1
    return bool(np.ptp(np.append(last_digits, exponents)) >= digits + TRIALS.least_binades)


def _are_of_single_type(value: Any) -> bool:
    """Whether arrays of single or half precision are in a value that a call gave."""
    match value:
        case Built(maker, parts):
            return maker in _SINGLES if maker.startswith(ARRAY) else _are_of_single_type(parts)
        case list() | tuple():
            return any(map(_are_of_single_type, value))
    return False


def _given(outputs: Sequence[Output], sources: AcceptedInputs) -> Iterator[Any]:
    """All values that the outputs had."""
    for values, outcome in zip(sources.accepted, sources.outcomes, strict=True):
        if isinstance(outcome, Returned):
            yield from read_outputs(outputs, outcome.value, values) or ()
