"""Tells of functions of a batch that take long."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from genmorph.batch.entries import Entry
from genmorph.model import Budget
from genmorph.progress import Notice, Notify

PATIENCE = 60.0
"""Seconds after which a running function is told of, and again."""


class Watch:
    """When functions began, and which are told of.

    >>> times = iter([0.0, 50.0, 70.0])
    >>> watch = Watch({"shop:price": "20ev", "shop:tax": "5m"}, lambda: next(times))
    >>> watch.begin("shop:price")
    >>> watch.begin("shop:tax")
    >>> watch.told()
    ['shop:price has been running for 70 s, on a budget without seconds (20ev)']
    """

    def __init__(self, budgets: dict[str, str], now: Callable[[], float]) -> None:
        self._budgets = budgets
        self._now = now
        self._began: dict[str, float] = {}

    def begin(self, target: str) -> None:
        """Note that a function is running from now on."""
        self._began[target] = self._now()

    def end(self, target: str) -> None:
        """Note that it is done."""
        self._began.pop(target, None)

    def told(self) -> list[str]:
        """What there is to say of functions that have been running for long."""
        now = self._now()
        running = {target: now - began for target, began in list(self._began.items())}
        return [
            f"{target} has been running for {seconds:.0f} s, on a budget {_kind(self._budgets[target])}"
            for target, seconds in running.items()
            if seconds >= PATIENCE
        ]


def _kind(budget: str) -> str:
    return f"of {budget}" if Budget.parse(budget).seconds is not None else f"without seconds ({budget})"


@contextmanager
def watched(entries: tuple[Entry, ...], notify: Notify) -> Iterator[Watch]:
    """A watch over these functions, which tells every minute of those that take long while the context lasts."""
    watch = Watch({entry.target: entry.budget for entry in entries}, time.monotonic)
    is_over = threading.Event()

    def look() -> None:
        while not is_over.wait(PATIENCE):
            for text in watch.told():
                notify(Notice(text))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        is_over.set()
        thread.join()
