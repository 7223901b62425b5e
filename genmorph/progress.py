"""What long work shows on standard error: a live line on a terminal, plain lines elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock

from genmorph.settings import PRINTED


@dataclass(frozen=True, slots=True)
class Step:
    """Where an inference is: the stage, how much of it is done, and what was found so far."""

    stage: str
    done: int = 0
    total: int = 0
    found: str = ""

    def __str__(self) -> str:
        counted = f" {self.done}/{self.total}" if self.total else ""
        return f"{self.stage}{counted}{': ' if self.found else ''}{self.found}"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the user should know and that stays on the screen."""

    text: str

    def __str__(self) -> str:
        return self.text


Notify = Callable[[Step | Notice], None]


class PlainLines:
    """Notices and steps as lines: a step is left out where a line about its stage was written a short time before.

    >>> report = PlainLines(print, now=iter([0.0, 1.0, 7.0]).__next__)
    >>> for done in (1, 2, 3):
    ...     report(Step("looking", done, 3))
    genmorph: looking 1/3
    genmorph: looking 3/3
    """

    def __init__(self, write: Callable[[str], None], now: Callable[[], float]) -> None:
        self._write = write
        self._now = now
        self._last: Step | Notice | None = None
        self._stage = ""
        self._written = 0.0

    def __call__(self, news: Step | Notice) -> None:
        """Write the news, unless it is too soon for another step."""
        if isinstance(news, Step):
            now = self._now()
            if news.stage == self._stage and now < self._written + PRINTED.pause:
                return
            self._stage, self._written = news.stage, now
        if news != self._last:
            self._write(f"genmorph: {news}")
        self._last = news


def never_backwards(notify: Notify) -> Notify:
    """The same, from any thread, for steps whose counts may shrink when what was done turns out to be in vain.

    >>> report = never_backwards(print)
    >>> for done, total in ((4, 8), (2, 8), (3, 3)):
    ...     report(Step("judging", done, total))
    judging 4/8
    judging 4/8
    judging 4/4
    """
    most, lock = Step(""), Lock()

    def report(news: Step | Notice) -> None:
        nonlocal most
        with lock:
            if isinstance(news, Step):
                done = max(news.done, most.done) if news.stage == most.stage else news.done
                news = most = replace(news, done=done, total=max(done, news.total) if news.total else 0)
            notify(news)

    return report


@contextmanager
def shown_progress() -> Iterator[Notify]:
    """A function that shows steps and notices on standard error while the context lasts, from any thread.

    What was shown last is not shown again: a step that is repeated stays one line.
    """
    if not sys.stderr.isatty():
        lines = PlainLines(lambda text: print(text, file=sys.stderr, flush=True), time.monotonic)  # noqa: T201
        yield never_backwards(lines)
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status("genmorph") as status:

        def show(news: Step | Notice) -> None:
            if isinstance(news, Notice):
                status.console.print(f"genmorph: {escape(str(news))}", highlight=False)
            else:
                status.update(escape(str(news)))

        yield never_backwards(show)
