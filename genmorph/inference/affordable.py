"""Ints of default domains, as far as the budget can pay for calls on them."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from genmorph.execution.patience import is_loss, is_too_large
from genmorph.inference.meter import Meter
from genmorph.model import Input, Outcome
from genmorph.subject.subject import Subject
from genmorph.values.conversion import within

Call = Callable[[Sequence[Input]], Sequence[Outcome]]
Draw = Callable[[Subject], Iterator[Input]]
"""The inputs of a subject, as they are drawn."""

TRIAL_LIMIT = 1 / 100
"""The share of the seconds that one call may take on trial."""
_BOUNDS = (10, 20, 100, 1_000, 10_000, 100_000, 1_000_000)
_TRIED = 30
_AT_ONCE = 5
_SHARE = 1 / 300_000
"""The share of the seconds that a call may take in the mean."""
_QUICK = 0.0002
"""Seconds that it may always take."""
_SLOWER = 4
"""A function that takes longer even on small ints may take so many times as long on larger ones."""
_SLOWEST = 10
"""But one that takes so many times the share on small ints is left as it is."""
_MOST_TOO_LARGE = 0.1
_REPEATS, _SURELY = 4, 20
"""What takes too long is measured anew so often, because other processes may have taken the time; but not what takes so
many times as long as it may."""


def affordable(subject: Subject, examples: Sequence[Input], draw: Draw, call: Call, meter: Meter) -> Subject:
    """The subject, with narrower ints where it takes long on large ones, or gives more for them than is looked at.

    Only the domains of ints that nobody has stated are narrowed, and only where there are no conditions. Examples of
    the user stay valid. `call` gives outcomes up to the first that is lost. What takes long on large ints does so on
    larger ones, too, unless calls are lost.
    """
    narrowed = [_narrowed(subject, bound) for bound in _BOUNDS]
    steps = [one for one in narrowed if all(one.validity.admits(example) for example in examples)]
    if subject.conditions or narrowed[0] == subject or not steps:
        return subject
    call(list(islice(draw(steps[0]), 1)))  # which may still load something
    share = max(_QUICK, meter.part(_SHARE))
    on_small = _least_seconds(call, list(islice(draw(steps[0]), _TRIED)), _SLOWEST * share, meter)
    if on_small > _SLOWEST * share:
        return subject
    most = max(share, _SLOWER * on_small)
    chosen, is_slow = steps[0], False
    for one in steps[1:]:
        seconds = _least_seconds(call, list(islice(draw(one), _TRIED)), most, meter)
        if seconds == math.inf or (is_slow and seconds > most):
            break
        is_slow = seconds > most
        chosen = chosen if is_slow else one
    return subject.with_parameters(chosen.parameters)


def _narrowed(subject: Subject, most: int) -> Subject:
    narrowed = (one if one.is_stated else replace(one, domain=within(one.domain, most)) for one in subject.parameters)
    return replace(subject, parameters=tuple(narrowed))


def _least_seconds(call: Call, inputs: Sequence[Input], most: float, meter: Meter) -> float:
    """Seconds that a call takes in the mean at best, or more than `most`."""
    least = _seconds(call, inputs, most, meter)
    for _ in range(_REPEATS):
        if not most < least < _SURELY * most:
            break
        least = min(least, _seconds(call, inputs, most, meter))
    return least


def _seconds(call: Call, inputs: Sequence[Input], most: float, meter: Meter) -> float:
    """Seconds that a call takes in the mean, or more than `most`; infinite where one is lost or many are too large."""
    began = meter.seconds_left()
    too_large = 0
    for start in range(0, len(inputs), _AT_ONCE):
        outcomes = call(inputs[start : start + _AT_ONCE])
        too_large += sum(map(is_too_large, outcomes))
        if any(map(is_loss, outcomes)) or too_large > _MOST_TOO_LARGE * len(inputs):
            return math.inf
        if began - meter.seconds_left() > most * len(inputs):
            break
    return (began - meter.seconds_left()) / max(1, len(inputs))
