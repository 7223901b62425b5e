"""What long work shows on standard error: a live line on a terminal, plain lines elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


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


@contextmanager
def shown_progress() -> Iterator[Notify]:
    """A function that shows steps and notices on standard error while the context lasts.

    What was shown last is not shown again: a step that is repeated stays one line.
    """
    if not sys.stderr.isatty():
        last: Step | Notice | None = None

        def tell(news: Step | Notice) -> None:
            nonlocal last
            if news != last:
                print(f"genmorph: {news}", file=sys.stderr, flush=True)  # noqa: T201
            last = news

        yield tell
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status("genmorph") as status:

        def show(news: Step | Notice) -> None:
            if isinstance(news, Notice):
                status.console.print(f"genmorph: {escape(str(news))}", highlight=False)
            else:
                status.update(escape(str(news)))

        yield show
