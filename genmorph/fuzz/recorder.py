"""Which ways to fail a test has, told apart by the type of the exception and the place."""

import json
import os
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from genmorph.fuzz.job import Job, Record
from genmorph.fuzz.refusing import refusal_behind
from genmorph.fuzz.values import are_source, evaluates, usual_names
from genmorph.fuzz.watch import Watch

_LONGEST_MESSAGE = 200
_OWN = os.path.realpath(__file__)
Key = tuple[str, tuple[str, int] | None]
Frames = Sequence[tuple[FrameType, int]]


class UntestableError(Exception):
    """Nothing can be said of the function; the text says why."""


class OutOfTimeError(BaseException):
    """The time for calls is over; no `Exception`, which Hypothesis would take for a failure."""


class Recorder:
    """Calls a test, keeps how it fails, and lets failures pass that are known from earlier rounds.

    Hypothesis is told of each failure by an exception of a type of its own: so it makes the inputs of each one smaller.
    """

    def __init__(
        self,
        test: Callable[..., Any],
        job: Job,
        watch: Watch,
        news: Callable[["Recorder"], None],
        is_late: Callable[[], bool],
    ) -> None:
        self.records: dict[Key, Record] = {}
        self.drawn = self.rejected = self.refused = 0
        self.refusal = ""
        self._is_late = is_late
        self._types: dict[Key, type[Exception]] = {}
        self._known: set[Key] = set()
        self._test, self._job, self._watch, self._news = test, job, watch, news
        self._source = Path(job.file).read_text(encoding="utf-8").splitlines() if job.file else []

    @property
    def has_news(self) -> bool:
        """Whether something was found since the round began."""
        return len(self.records) > len(self._known)

    def begin(self) -> None:
        """Let pass from now on what was found so far, and count anew."""
        self._known = {*self.records}
        self.drawn = self.rejected = self.refused = 0
        for record in self.records.values():
            record.hits = 0

    def call(self, values: Mapping[str, Any], texts: dict[str, str], rejection: type[Exception]) -> None:
        """Make one call; raises where it fails in a way that is not known yet, and where a condition rejects it.

        OutOfTimeError where it is too late for calls.
        """
        if self._is_late():
            raise OutOfTimeError
        self.drawn += 1
        said = json.dumps(texts)
        if said in self._job.avoided:
            return
        self._watch.enter(said)
        try:
            self._test(**values)
            return
        except rejection:
            self.rejected += 1
            raise
        except BaseException as error:  # noqa: BLE001 - whatever the function raises, it is a crash
            key = None if self._is_refused(error) else self.keep(error, texts)
        finally:
            self._watch.leave()
        if key is not None and key not in self._known:
            raise self._types[key]

    def keep(self, error: BaseException, texts: dict[str, str] | None) -> Key:
        """Record an exception and the input that led to it, which takes the place of an earlier one of this round.

        Without texts it was raised while the input was drawn.
        """
        frames = list(traceback.walk_tb(error.__traceback__))
        self._require_true_conditions(frames, error)
        key = name_of(type(error)), self._place(frames, error)
        is_new = key not in self.records
        record = self.records.setdefault(key, Record(key[0], "", key[1]))
        record.hits += 1
        if key not in self._known:
            self._types.setdefault(key, type("FailureError", (Exception,), {}))
            record.message, record.arguments = message_of(error), texts
            record.is_source = are_source(texts or {}, usual_names())
        if is_new:
            self._news(self)
        return key

    def settle(self, noted: Mapping[type, Mapping[str, str]], names: dict[str, Any]) -> None:
        """Take texts of arguments that others have noted where our own do not make the input again."""
        for key in self.records.keys() - self._known:
            record, others = self.records[key], noted.get(self._types[key], {})
            texts = record.arguments or {}
            for name, text in texts.items():
                if not evaluates(text, names):
                    texts[name] = others.get(name, text)
            record.is_source = are_source(texts, names)

    def _is_refused(self, error: BaseException) -> bool:
        """Whether the call failed because of what it was refused, which is counted."""
        refusal = refusal_behind(error)
        if refusal is None:
            return False
        self.refused += 1
        self.refusal = self.refusal or str(refusal)
        return True

    def _require_true_conditions(self, frames: Frames, error: BaseException) -> None:
        lines = [line for frame, line in frames if frame.f_code.co_filename == self._job.file]
        if any(self._source[line - 1].lstrip().startswith("assume(") for line in lines):
            said = f"{name_of(type(error))}: {message_of(error)}"
            raise UntestableError(f"its conditions must be true or false, got {said}") from error

    def _place(self, frames: Frames, error: BaseException) -> tuple[str, int] | None:
        """The innermost line in what is tested, else of all but the test itself; None where there is none.

        A SyntaxError stands in the line that it tells of, where that is in what is tested.
        """
        if isinstance(error, SyntaxError) and error.filename and self._job.is_tested(error.filename):
            return os.path.realpath(error.filename), error.lineno or 1
        files = [(frame.f_code.co_filename, line) for frame, line in frames]
        lines = [(os.path.realpath(file), line) for file, line in files if not file.startswith("<")]
        others = [place for place in lines if place[0] not in {os.path.realpath(self._job.file), _OWN}]
        tested = [place for place in others if self._job.is_tested(place[0])]
        return next(reversed(tested or others), None)


def name_of(kind: type) -> str:
    """How an exception is called: `ValueError`, `decimal.Overflow`.

    >>> from decimal import Overflow
    >>> name_of(ValueError), name_of(Overflow)
    ('ValueError', 'decimal.Overflow')
    """
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def message_of(error: BaseException) -> str:
    r"""The first line of what an exception says, cut where it is long; what cannot be printed is escaped.

    >>> message_of(ValueError("no\nway")), message_of(KeyError("a" * 300))[-5:], message_of(ValueError("\ud800"))
    ('no', 'aa...', '\\ud800')
    """
    try:
        line = (str(error).strip().splitlines() or [""])[0]
    except Exception as other:  # noqa: BLE001 - whatever a user's exception does
        return f"(its text cannot be had: {name_of(type(other))})"
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    return shown if len(shown) <= _LONGEST_MESSAGE else f"{shown[:_LONGEST_MESSAGE]}..."
