"""Ints of default domains, as far as the budget can pay for calls on them."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from genmorph.domain.conversion import within
from genmorph.execution.history import is_too_large
from genmorph.execution.patience import is_loss
from genmorph.inference.meter import Meter
from genmorph.model import Input, Outcome
from genmorph.subject import Subject

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
_SLOWER = 4
"""A function that takes longer even on small ints may take so many times as long on larger ones."""
_SLOWEST = 10
"""But one that takes so many times the share on small ints is left as it is."""
_MOST_TOO_LARGE = 0.1


def affordable(subject: Subject, examples: Sequence[Input], draw: Draw, call: Call, meter: Meter) -> Subject:
    """The subject, with narrower ints where it takes long on large ones, or gives more for them than is looked at.

    Only the domains of ints that nobody has stated are narrowed, and only where there are no conditions. Examples of
    the user stay valid. `call` gives outcomes up to the first that is lost.
    """
    narrowed = [_narrowed(subject, bound) for bound in _BOUNDS]
    steps = [one for one in narrowed if all(one.validity.admits(example) for example in examples)]
    if subject.conditions or narrowed[0] == subject or not steps:
        return subject
    call(list(islice(draw(steps[0]), 1)))  # which may still load something
    share = meter.part(_SHARE)
    chosen, most = subject, _SLOWEST * share
    for step, one in enumerate(steps):
        inputs = list(islice(draw(one), _TRIED))
        seconds = _seconds(call, inputs, most, meter)
        if most < seconds < math.inf:
            seconds = _seconds(call, inputs, most, meter)  # something else may have taken the time
        if seconds > most:
            break
        chosen = one
        if step == 0:
            most = max(share, _SLOWER * seconds)
    return chosen


def _narrowed(subject: Subject, most: int) -> Subject:
    parameters = (replace(one, domain=within(one.domain, most)) for one in subject.parameters)
    return replace(subject, parameters=tuple(parameters))


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
