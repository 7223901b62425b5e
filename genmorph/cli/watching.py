"""Tells of functions of a batch that take long."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from genmorph.batch.catalogue import Entry
from genmorph.model import Budget
from genmorph.progress import Notice, Notify
from genmorph.settings import BATCH


class Watch:
    """When functions began, and how often was told of each.

    >>> times = iter([0.0, 50.0, 70.0, 80.0])
    >>> watch = Watch({"shop:price": "20ev", "shop:tax": "5m"}, lambda: next(times), BATCH.long_seconds)
    >>> watch.begin("shop:price")
    >>> watch.begin("shop:tax")
    >>> watch.tell_news(), watch.tell_news()
    (['shop:price has been running for 70 s, on a budget without seconds (20ev)'], [])
    """

    def __init__(self, budgets: dict[str, str], now: Callable[[], float], long: float) -> None:
        self._budgets = budgets
        self._now = now
        self._long = long
        self._began: dict[str, float] = {}
        self._tellings: Counter[str] = Counter()

    def begin(self, target: str) -> None:
        """Note that a function is running from now on."""
        self._began[target] = self._now()

    def end(self, target: str) -> None:
        """Note that it is done."""
        self._began.pop(target, None)

    def tell_news(self) -> list[str]:
        """What there is to say of functions that have been running for long, or once more for as long."""
        now, news = self._now(), []
        for target, began in list(self._began.items()):
            if now - began >= self._long * (self._tellings[target] + 1):
                self._tellings[target] += 1
                news.append(f"{target} has been running for {now - began:.0f} s, on a budget {self._budget(target)}")
        return news

    def _budget(self, target: str) -> str:
        budget = self._budgets[target]
        return f"of {budget}" if Budget.parse(budget).seconds is not None else f"without seconds ({budget})"


@contextmanager
def watched(
    entries: tuple[Entry, ...],
    notify: Notify,
    now: Callable[[], float] = time.monotonic,
    long: float = BATCH.long_seconds,
) -> Iterator[Watch]:
    """A watch over these functions, which tells of those that take long while the context lasts."""
    watch = Watch({entry.target: entry.budget for entry in entries}, now, long)
    is_over = threading.Event()

    def look() -> None:
        while not is_over.wait(long / BATCH.looks):
            for text in watch.tell_news():
                notify(Notice(text))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        is_over.set()
        thread.join()
