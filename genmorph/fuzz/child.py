"""The process in which one test is run again and again, until it shows no other way to fail."""

import ast
import builtins
import functools
import importlib
import json
import os
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from genmorph.execution.worker.encoding import type_name
from genmorph.execution.worker.guard import RefusedError, limit_memory, refusal
from genmorph.fuzz.messages import (
    FailureRecord,
    FuzzAnswer,
    FuzzJob,
    StatusFile,
    are_source,
    evaluates,
    text_of,
    usual_names,
)
from genmorph.settings import FUZZING

_OWN = os.path.realpath(__file__)

Key = tuple[str, tuple[str, int] | None]
Frames = Sequence[tuple[FrameType, int]]

_FAILING = re.compile(r"[^(:]*: ")
"""What stands before the call in a note of Hypothesis."""


def install_guard(is_tested: Callable[[str], bool]) -> None:
    """Refuse from now on what code of the tested files does, itself or by what it calls; Hypothesis may do it."""

    def refuse_event(event: str, arguments: tuple[Any, ...]) -> None:
        reason = refusal(event, arguments)
        if reason is not None:
            frames = traceback.walk_stack(sys._getframe(1))
            if any(is_tested(frame.f_code.co_filename) for frame, _ in frames):
                raise RefusedError(reason)

    sys.addaudithook(refuse_event)


def refusal_behind(error: BaseException) -> RefusedError | None:
    """The refusal that an exception is or follows from; None where it is no consequence of any."""
    cause: BaseException | None = error
    for _ in range(FUZZING.max_causes):
        if cause is None or isinstance(cause, RefusedError):
            return cause
        cause = cause.__cause__ or cause.__context__
    return None


class UntestableError(Exception):
    """Nothing can be said of the function; the text says why."""


class OutOfTimeError(BaseException):
    """The time for calls is over; no `Exception`, which Hypothesis would take for a failure."""


class Recorder:
    """Calls a test, keeps how it fails, and lets failures pass that are known from earlier rounds.

    Hypothesis gets each failure as an exception of a type of its own: so it makes the inputs of each one smaller.
    """

    def __init__(self, test: Callable[..., Any], job: FuzzJob, is_late: Callable[[], bool]) -> None:
        self.records: dict[Key, FailureRecord] = {}
        self.drawn = self.rejected = self.refused = 0
        self.refusal = ""
        self._test, self._job, self._is_late = test, job, is_late
        self._watch = StatusFile(job.watch)
        self._types: dict[Key, type[Exception]] = {}
        self._known: set[Key] = set()
        self._source = Path(job.file).read_text(encoding="utf-8").splitlines() if job.file else []

    def answer(self, **more: Any) -> FuzzAnswer:
        """What was found so far."""
        records = tuple(self.records.values())
        return FuzzAnswer(records, self.drawn, self.rejected, self.refused, self.refusal, **more)

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

    def call(
        self, values: Mapping[str, Any], texts: dict[str, str], rejection: type[Exception] = UntestableError
    ) -> None:
        """Make one call; raises where a condition rejects it, where it fails in a new way, and when it is too late."""
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
            refused = refusal_behind(error)
            key = self.keep(error, texts) if refused is None else None
            if refused is not None:
                self.refused += 1
                self.refusal = self.refusal or str(refused)
        finally:
            self._watch.leave()
        if key is not None and key not in self._known:
            raise self._types[key]

    def keep(self, error: BaseException, texts: dict[str, str] | None) -> Key:
        """Record an exception and its input, if it was drawn, in the place of an earlier one of this round."""
        frames = list(traceback.walk_tb(error.__traceback__))
        self._require_true_conditions(frames, error)
        key = type_name(type(error)), self._place(frames, error)
        is_new = key not in self.records
        record = self.records.setdefault(key, FailureRecord(key[0], "", key[1]))
        record.hits += 1
        if key not in self._known:
            self._types.setdefault(key, type("FailureError", (Exception,), {}))
            record.message, record.arguments = message_of(error), texts
            record.is_source = are_source(texts or {}, usual_names())
        if is_new:
            self.answer().save(self._job.answer)
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

    def _require_true_conditions(self, frames: Frames, error: BaseException) -> None:
        lines = [line for frame, line in frames if frame.f_code.co_filename == self._job.file]
        if any(self._source[line - 1].lstrip().startswith("assume(") for line in lines):
            said = f"{type_name(type(error))}: {message_of(error)}"
            raise UntestableError(f"its conditions must be true or false, got {said}") from error

    def _place(self, frames: Frames, error: BaseException) -> tuple[str, int] | None:
        """The innermost line in what is tested, else of all but the test itself; None where there is none.

        A SyntaxError stands in the line that it names, where that is in what is tested.
        """
        if isinstance(error, SyntaxError) and error.filename and self._job.is_tested(error.filename):
            return os.path.realpath(error.filename), error.lineno or 1
        files = [(frame.f_code.co_filename, line) for frame, line in frames]
        lines = [(os.path.realpath(file), line) for file, line in files if not file.startswith("<")]
        others = [place for place in lines if place[0] not in {os.path.realpath(self._job.file), _OWN}]
        tested = [place for place in others if self._job.is_tested(place[0])]
        return next(reversed(tested or others), None)


def message_of(error: BaseException) -> str:
    r"""The first line of what an exception says, cut where it is long; what cannot be printed is escaped.

    >>> message_of(ValueError("no\nway")), message_of(KeyError("a" * 300))[-5:], message_of(ValueError("\ud800"))
    ('no', 'aa...', '\\ud800')
    """
    try:
        line = (str(error).strip().splitlines() or [""])[0]
    except Exception as other:  # noqa: BLE001 - whatever a user's exception does
        return f"(its text cannot be had: {type_name(type(other))})"
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    return shown if len(shown) <= FUZZING.longest_message else f"{shown[: FUZZING.longest_message]}..."


def main() -> None:
    """Run the job in the first argument; what was found is saved at each news and in the end."""
    job = FuzzJob.from_json(sys.argv[1])
    end = time.monotonic() + job.seconds
    sys.dont_write_bytecode = True
    answer = (_run if job.test else _import)(job, lambda: time.monotonic() > end)
    answer.save(job.answer)
    os._exit(0)  # without what the function has left to be done at the end


def _import(job: FuzzJob, is_late: Callable[[], bool]) -> FuzzAnswer:
    recorder = Recorder(lambda: importlib.import_module(job.module), job, is_late)
    with suppress(Exception, OutOfTimeError):  # what it raises is recorded
        recorder.call({}, {})
    return recorder.answer(is_done=True)


def _run(job: FuzzJob, is_late: Callable[[], bool]) -> FuzzAnswer:
    names: dict[str, Any] = {"__name__": "test_fuzz", "__file__": job.file}
    exec(compile(Path(job.file).read_text(encoding="utf-8"), job.file, "exec", dont_inherit=True), names)  # noqa: S102
    limit_memory(FUZZING.memory)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what functions write there would fill the disk
    test = names[job.test]
    inner = test.hypothesis.inner_test if hasattr(test, "hypothesis") else test
    recorder = Recorder(inner, job, is_late)
    if not job.allow_effects:
        install_guard(functools.cache(job.is_tested))
    run = functools.partial(recorder.call, {}, {}) if inner is test else _prepared(test, inner, recorder, job)
    try:
        for _ in range(FUZZING.rounds):
            _run_round(run, recorder, names)
            if not recorder.has_news:
                break
    except UntestableError as error:
        return recorder.answer(untested=str(error), is_done=True)
    except OutOfTimeError:
        recorder.settle({}, {**names, **usual_names()})
        return recorder.answer(is_late=True)
    return recorder.answer(is_done=True)


def _prepared(test: Any, inner: Callable[..., Any], recorder: Recorder, job: FuzzJob) -> Callable[[], None]:
    """The test such that the recorder makes its calls."""
    from hypothesis import HealthCheck, Phase, seed, settings
    from hypothesis.errors import UnsatisfiedAssumption

    @functools.wraps(inner)
    def observed(**values: Any) -> None:
        recorder.call(values, {name: text_of(value) for name, value in values.items()}, UnsatisfiedAssumption)

    test.hypothesis.inner_test = observed
    chosen = settings(
        database=None,
        deadline=None,
        max_examples=job.examples,
        phases=[Phase.generate, Phase.shrink],
        print_blob=False,
        report_multiple_bugs=True,
        suppress_health_check=list(HealthCheck),
    )
    prepared: Callable[[], None] = seed(job.seed)(chosen(test))
    return prepared


def _run_round(run: Callable[[], None], recorder: Recorder, names: Mapping[str, Any]) -> None:
    """One run of the test; UntestableError where nothing came of it and it does not end well."""
    recorder.begin()
    try:
        run()
    except OutOfTimeError:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever happens, it is reported
        leaves, known = list(_leaves(error)), {**names, **usual_names()}
        recorder.settle({type(leaf): _noted_arguments(leaf, names) for leaf in leaves}, known)
        if not recorder.has_news:
            _keep_from_drawing(leaves[0], recorder)


def _keep_from_drawing(error: BaseException, recorder: Recorder) -> None:
    """Record what was raised while arguments were drawn; UntestableError for what Hypothesis itself says."""
    from hypothesis.errors import HypothesisException, Unsatisfiable

    if isinstance(error, UntestableError):
        raise error
    refusal = refusal_behind(error)
    if refusal is not None:
        raise UntestableError(f"its arguments were refused: {refusal}; --allow-effects lets them") from error
    if isinstance(error, Unsatisfiable):
        raise UntestableError("no input was found that meets its conditions") from error
    if isinstance(error, HypothesisException):
        raise UntestableError(f"{type_name(type(error))}: {message_of(error)}") from error
    recorder.keep(error, None)


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


def _noted_arguments(error: BaseException, names: Mapping[str, Any]) -> dict[str, str]:
    """The arguments in Hypothesis' own words: it knows by which calls objects were made."""
    for note in getattr(error, "__notes__", []):
        found = _FAILING.match(note)
        try:
            node = ast.parse(note[found.end() :], mode="eval").body if found else None
        except SyntaxError:
            continue
        if isinstance(node, ast.Call):
            return {one.arg: ast.unparse(_Reaching(names).visit(one.value)) for one in node.keywords if one.arg}
    return {}


class _Reaching(ast.NodeTransformer):
    """Puts modules before names that are known nowhere else: Hypothesis writes callables without them."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names
        tree = ast.parse(Path(names["__file__"]).read_text(encoding="utf-8"))
        imported = [name for node in tree.body if isinstance(node, ast.Import) for name in node.names]
        self._modules = {name.asname or name.name: sys.modules[name.name] for name in imported}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._names or hasattr(builtins, node.id):
            return node
        homes = [path for path, module in self._modules.items() if hasattr(module, node.id)]
        return ast.parse(f"{homes[0]}.{node.id}", mode="eval").body if len(homes) == 1 else node
