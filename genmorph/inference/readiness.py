"""Compiled code and tables, made ready before they are needed; what that takes after an installation is not counted."""

import math
from collections.abc import Callable, Iterable
from contextlib import suppress

from genmorph.export.trial_run import know_characters
from genmorph.export.writing import ExportError
from genmorph.inference.meter import Meter
from genmorph.model import Kind
from genmorph.progress import Notice, Notify
from genmorph.search.compilation import compile_search, compile_sequences

LOADING = 3.0
"""What is loaded in so many seconds was there before."""


def ready_search(meter: Meter, notify: Notify) -> None:
    """The search over numbers and Booleans."""
    _forgiven(compile_search, meter, notify)


def ready_for(kinds: Iterable[Kind], meter: Meter, notify: Notify) -> None:
    """What values of these kinds need besides."""
    chosen = set(kinds)
    if any(kind.is_sequence or kind is Kind.TEXT for kind in chosen):
        _forgiven(compile_sequences, meter, notify)
    if chosen & {Kind.TEXT, Kind.TEXTS}:
        with suppress(ExportError):
            _forgiven(know_characters, meter, notify)


def _forgiven(work: Callable[[], None], meter: Meter, notify: Notify) -> None:
    before = meter.seconds_left()
    work()
    took = before - meter.seconds_left() if before < math.inf else 0.0
    if took > LOADING:
        meter.forgive(took)
        notify(Notice(f"got ready in {took:.0f} s, which do not count: later runs find it done"))
