"""The process in which one test is run again and again, until it shows no other way to fail."""

import ast
import builtins
import functools
import importlib
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from genmorph.execution.worker.guard import limit_memory
from genmorph.fuzz.job import Answer, Job
from genmorph.fuzz.recorder import OutOfTimeError, Recorder, UntestableError, message_of, name_of
from genmorph.fuzz.refusing import install_guard, refusal_behind
from genmorph.fuzz.values import text_of, usual_names
from genmorph.fuzz.watch import Watch

IsLate = Callable[[], bool]
MEMORY = 2 * 2**30
ROUNDS = 10
_FAILING = re.compile(r"[^(:]*: ")
"""What stands before the call in a note of Hypothesis."""


def main() -> None:
    """Run the job in the first argument; what was found is saved at each news and in the end."""
    job = Job.from_json(sys.argv[1])
    end = time.monotonic() + job.seconds
    sys.dont_write_bytecode = True
    answer = (_run if job.test else _import)(job, lambda: time.monotonic() > end)
    answer.save(job.answer)
    os._exit(0)  # without what the function has left to be done at the end


def _import(job: Job, is_late: IsLate) -> Answer:
    recorder = _recorder(lambda: importlib.import_module(job.module), job, is_late)
    with suppress(Exception, OutOfTimeError):  # what it raises is recorded
        _call_once(recorder)
    return _answer(recorder, is_done=True)


def _run(job: Job, is_late: IsLate) -> Answer:
    names: dict[str, Any] = {"__name__": "test_fuzz", "__file__": job.file}
    exec(compile(Path(job.file).read_text(encoding="utf-8"), job.file, "exec", dont_inherit=True), names)  # noqa: S102
    limit_memory(MEMORY)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what functions write there would fill the disk
    test = names[job.test]
    inner = test.hypothesis.inner_test if hasattr(test, "hypothesis") else test
    recorder = _recorder(inner, job, is_late)
    if not job.allow_effects:
        install_guard(functools.cache(job.is_tested))
    run = _prepared(test, inner, recorder, job) if inner is not test else functools.partial(_call_once, recorder)
    try:
        for _ in range(ROUNDS):
            _run_round(run, recorder, names)
            if not recorder.has_news:
                break
    except UntestableError as error:
        return _answer(recorder, untested=str(error), is_done=True)
    except OutOfTimeError:
        recorder.settle({}, {**names, **usual_names()})
        return _answer(recorder, is_late=True)
    return _answer(recorder, is_done=True)


def _recorder(function: Callable[..., Any], job: Job, is_late: IsLate) -> Recorder:
    return Recorder(function, job, Watch(job.watch), lambda recorder: _answer(recorder).save(job.answer), is_late)


def _answer(recorder: Recorder, **more: Any) -> Answer:
    return Answer(
        tuple(recorder.records.values()),
        recorder.drawn,
        recorder.rejected,
        recorder.refused,
        recorder.refusal,
        **more,
    )


def _call_once(recorder: Recorder) -> None:
    recorder.call({}, {}, rejection=UntestableError)


def _prepared(test: Any, inner: Callable[..., Any], recorder: Recorder, job: Job) -> Callable[[], None]:
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
    except BaseException as error:  # noqa: BLE001 - whatever happens, it is told
        leaves, known = list(_leaves(error)), {**names, **usual_names()}
        recorder.settle({type(leaf): _noted_arguments(leaf, names) for leaf in leaves}, known)
        if not recorder.has_news:
            _tell_apart(leaves[0], recorder)


def _tell_apart(error: BaseException, recorder: Recorder) -> None:
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
        raise UntestableError(f"{name_of(type(error))}: {message_of(error)}") from error
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
        self._names, self._modules = names, _imported_modules(names["__file__"])

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name alone becomes one of the only imported module that has it."""
        if node.id in self._names or hasattr(builtins, node.id):
            return node
        homes = [path for path, module in self._modules.items() if hasattr(module, node.id)]
        return ast.parse(f"{homes[0]}.{node.id}", mode="eval").body if len(homes) == 1 else node


def _imported_modules(file: str) -> dict[str, ModuleType]:
    """Modules by the text that reaches them in a file: `np`, `package.module`."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    imported = [name for node in tree.body if isinstance(node, ast.Import) for name in node.names]
    return {name.asname or name.name: sys.modules[name.name] for name in imported}
