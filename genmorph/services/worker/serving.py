"""Requests and answers of the process of an application: lines of JSON on two pipes."""

import ast
import inspect
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from copy import deepcopy
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from genmorph.execution.worker.guard import RefusedError, refusal
from genmorph.model import UnsupportedError, UsageError
from genmorph.services.answer_shapes import ShapeError, UndeclaredError
from genmorph.services.declared import ATTRIBUTE, Service, declared_at, known_service, read_services
from genmorph.services.known_clients import KNOWN
from genmorph.services.tasks import Medium
from genmorph.services.worker.callers import callers_in
from genmorph.services.worker.conditions import Finder, Recorder, own_files, own_modules
from genmorph.services.worker.forms import ARRAYS, given_as
from genmorph.services.worker.substitutes import (
    Answers,
    Clock,
    NotAskedError,
    OutOfTimeError,
    SilentError,
    Switchboard,
    put_in_place,
)
from genmorph.settings import SERVICES
from genmorph.subject.signatures import infer_domain
from genmorph.values.annotated import annotations_of, argument_domains
from genmorph.values.evaluated_hints import with_hints
from genmorph.values.labels import shortened
from genmorph.values.paths import find_named, load_module

HUNG = "did not end"
"""The kind of failure of a call that takes longer than it may."""
_BROKEN = {"raised": "is no program", "words": "", "is_meant": False, "is_service": False}
_LEFT_OUT = {"stopped": "LeftOut", "words": "calls before it did not end"}
_SPOKEN = (UsageError, UnsupportedError, ShapeError)
"""Errors whose text is for the user as it is."""


class Application:
    """The functions under test in their module, with services replaced and conditions recorded."""

    def __init__(self) -> None:
        self.recorder = Recorder()
        self.board = Switchboard(Answers(None))
        self.clock = Clock()
        self.function: Any = None
        self._module = self._name = ""
        self.others: dict[str, Any] = {}
        self.services: list[Service] = []
        self._decorated: dict[str, tuple[Any, str]] = {}
        self._is_guarded = False
        self._coverage: Any = None
        self._timeout = SERVICES.call_seconds

    def begin(
        self,
        path: Sequence[str],
        target: str,
        project: str,
        answers: str,
        allow_effects: bool,
        timeout: float,
    ) -> dict[str, Any]:
        """Load a function; what it takes, the services there are, and the words of its modules."""
        sys.dont_write_bytecode = True
        sys.path[:] = list(path)
        sys.meta_path.insert(0, Finder(self.recorder))
        module, _, name = target.partition(":")
        self._module, self._name = module, name
        self.function = find_named(module, name)
        self.board.answers = Answers(Path(answers) if answers else None)
        self.board.answers.open()
        self.services = list(self._services(project))
        missing = put_in_place(self.services, self.board)
        self.function = find_named(module, name)  # it may be a service itself
        self.board.on_answer = self._switch
        self._timeout = timeout
        if not allow_effects:
            sys.addaudithook(self._refuse)
        self._coverage = _measuring(sorted(own_files()))
        parameters = self._parameters()
        return {
            "parameters": [(one.name, _hint_text(one), one.default is not one.empty) for one in parameters],
            "services": [one.function for one in self.services if one.function not in missing],
            "missing": missing,
            "decorated": self._decorated,
            "files": sorted(own_files()),
            **_words(self._files_of_words()),
        }

    def _services(self, project: str) -> Iterator[Service]:
        """The declared services, those with a decorator, and clients that the modules speak of."""
        sources = [Path(file).read_text(encoding="utf-8", errors="replace") for file in own_files()]
        declared = read_services(Path(project)) if project else ()
        found = {one.function: one for one in declared if _is_spoken_of(one.function, sources)}
        for module in own_modules():
            for name, value in vars(module).items():
                stated = getattr(value, ATTRIBUTE, None)
                if stated is not None and getattr(value, "__module__", "") == module.__name__:
                    function = f"{module.__name__}:{name}"
                    self._decorated[function] = (stated, str(Path(str(module.__file__)).parent))
                    found[function] = declared_at(function, stated, Path(self._decorated[function][1]))
        for function in sorted(KNOWN.keys() - found.keys()):
            if _is_imported(function, sources) and _is_spoken_of(function, sources):
                found[function] = known_service(function)
        return iter(found.values())

    def _files_of_words(self) -> list[str]:
        """The files whose words may be labels: those of the application, and none where a service is written."""
        services = {one.function.partition(":")[0] for one in self.services}
        return sorted(str(module.__file__) for module in own_modules() if module.__name__ not in services)

    def callers(self, path: Sequence[str], modules: Sequence[str], project: str) -> dict[str, Any]:
        """The functions of modules, and of those they import, that ask services."""
        sys.dont_write_bytecode = True
        sys.path[:] = list(path)
        sys.meta_path.insert(0, Finder(self.recorder))
        loaded = list(map(load_module, modules))
        names = {module.__name__ for module in loaded}
        services = list(self._services(project))
        found = callers_in(list(own_modules()), services)
        return {
            "callers": [asdict(one) for one in found if one.function.partition(":")[0] in names],
            "services": [(one.function, one.task.name) for one in services],
        }

    def prepare(self, parameter: str, seed: int) -> None:
        """Draw arguments of the other parameters.

        Raises:
            UsageError: Nothing says which values one of them may have.

        """
        stated = argument_domains(self.function) if annotations_of(self.function).arguments else {}
        needed = [one for one in self._parameters() if one.name != parameter and one.default is one.empty]
        name = getattr(self.function, "__name__", "the function")
        domains = {one.name: stated[one.name] if one.name in stated else infer_domain(one, name) for one in needed}
        random = Random(seed)
        self.others = {name: domain.draw(random) for name, domain in domains.items()}

    def plain_others(self) -> dict[str, Any]:
        """The arguments of the other parameters, as JSON.

        Raises:
            UsageError: One of them is no JSON.

        """
        try:
            plain: dict[str, Any] = json.loads(json.dumps(self.others))
        except TypeError as error:
            raise UsageError(f"arguments must be plain where tests are written, got {self.others!r:.200}") from error
        return plain

    def _parameters(self) -> list[inspect.Parameter]:
        found = inspect.signature(self.function).parameters.values()
        named = [one for one in found if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
        return list(with_hints(named, self.function))

    def call(self, runs: Sequence[Mapping[str, Any]], parameter: str, form: str, calls_left: int) -> dict[str, Any]:
        """Call the function for each run: an `input` file, and `answers` that are given.

        Without `answers` services are asked, at most `calls_left` times in all.
        """
        self.board.calls_left, self.board.calls_made = calls_left, 0
        results: list[dict[str, Any]] = []
        hung = 0
        for run in runs:
            result = self._run(run, parameter, form) if hung < SERVICES.hung else _LEFT_OUT
            hung += result.get("raised") == HUNG
            results.append(result)
        return {"results": results, "calls": self.board.calls_made}

    def call_changed(
        self, patches: Mapping[str, str], runs: Sequence[Mapping[str, Any]], parameter: str, form: str
    ) -> list[dict[str, Any]]:
        """The same with other texts in the place of files, and kept answers alone; a copy of this process does it."""
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            with suppress(BaseException):
                self._change(patches)
                results = self.call(runs, parameter, form, 0)["results"]
                with os.fdopen(writer, "w", encoding="utf-8") as file:
                    file.write(json.dumps(results))
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as file:
            text = file.read()
        os.waitpid(child, 0)
        if not text:
            return [_BROKEN] * len(runs)
        found: list[dict[str, Any]] = json.loads(text)
        return found

    def _change(self, patches: Mapping[str, str]) -> None:
        """Load modules anew with other texts; their conditions keep their numbers."""
        for module in own_modules():
            file = str(module.__file__)
            if file in patches:
                exec(self.recorder.recompiled(patches[file], file), vars(module))  # noqa: S102 - the user's own
        self.function = find_named(self._module, self._name)

    def _run(self, run: Mapping[str, Any], parameter: str, form: str) -> dict[str, Any]:
        try:
            given = given_as(form, Path(run["input"]))
        except Exception as error:  # noqa: BLE001 - whatever libraries raise for files that are no pictures
            return {"stopped": type(error).__name__, "words": f"{run['input']} cannot be given as {form}: {error}"}
        self.board.given = run.get("answers") or {}
        self.board.take(), self.recorder.take()
        outcome = self._outcome({parameter: given, **deepcopy(self.others)})
        self.board.given = {}
        return {**outcome, "went": self.recorder.take(), "asked": [asdict(one) for one in self.board.take()]}

    def _outcome(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        try:
            with self.clock.limited(self._timeout):
                self._guard(True)
                with self._measured() if not self.board.given else nullcontext():
                    returned = _awaited(self.function(**arguments))
        except (RefusedError, NotAskedError, SilentError, UndeclaredError, ShapeError) as error:
            self._guard(False)
            return {"stopped": type(error).__name__, "words": str(error)}
        except OutOfTimeError as error:
            self._guard(False)
            return {"raised": HUNG, "words": f"within {self._timeout:g} s", **self._place(error)}
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - the border of the application
            self._guard(False)
            return {"raised": type(error).__name__, "words": _text(error), **self._place(error)}
        self._guard(False)
        return {"returned": _returned(returned)}

    @contextmanager
    def _measured(self) -> Iterator[None]:
        """Measure which branches of lines a call takes, where that is possible."""
        if self._coverage is None:
            yield
            return
        self._coverage.start()
        try:
            yield
        finally:
            self._coverage.stop()

    def coverage(self) -> dict[str, tuple[int, int]]:
        """The branches of lines that calls with real answers took, of all there are, by file; {} if unknown."""
        if self._coverage is None:
            return {}
        self._coverage.save()
        file = Path("coverage.json").absolute()
        self._coverage.json_report(outfile=str(file), ignore_errors=True)
        found = json.loads(file.read_text(encoding="utf-8"))["files"]
        totals = {name: one["summary"] for name, one in found.items()}
        return {name: (one["covered_branches"], one["num_branches"]) for name, one in totals.items()}

    def _guard(self, is_on: bool) -> None:
        self.recorder.is_on = self._is_guarded = is_on

    def _switch(self, is_asking: bool) -> None:
        """Let a service do what it needs to."""
        self._guard(not is_asking)
        self.clock.switch(is_asking)

    def _refuse(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._is_guarded and (reason := refusal(event, arguments)) is not None:
            self._is_guarded = False
            raise RefusedError(reason)

    def _place(self, error: BaseException) -> dict[str, Any]:
        """Where the user's code was, and whether it raises by a statement of its own, or a service raised."""
        files = own_files()
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if frame.filename in files]
        last = own[-1] if own else None
        is_raise = bool(own) and frames[-1] is last and (last.line or "").lstrip().startswith(("raise", "assert"))
        is_service = any(frame.name == "_answer" and frame.filename.endswith("substitutes.py") for frame in frames)
        return {
            "file": last.filename if last else "",
            "line": (last.lineno or 0) if last else 0,
            "is_meant": is_raise,
            "is_service": is_service,
        }

    def conditions(self) -> list[dict[str, Any]]:
        """All conditions of the modules that are loaded by now."""
        return [asdict(one) for one in self.recorder.conditions]

    def make(self, function: str, label: str, number: int, seed: int, folder: str, medium: str) -> list[str]:
        """Inputs with a label by a callable of the user's, as files."""
        module, _, name = function.partition(":")
        maker = find_named(module, name)
        try:
            made = list(maker(label, number, seed))
        except Exception as error:
            raise UsageError(f"{function} raises {type(error).__name__}: {_text(error)}") from error
        return [_written(one, Path(folder), place, Medium(medium)) for place, one in enumerate(made)]

    def explore(
        self,
        parameter: str,
        form: str,
        given: str,
        functions: Sequence[str],
        seconds: float,
        path_seconds: float,
    ) -> dict[str, Any]:
        """Answers of services for which symbolic execution takes another path each, and whether it came to an end."""
        from genmorph.services.worker.symbolic import explore

        arguments = {parameter: given_as(form, Path(given)), **deepcopy(self.others)}
        self._guard(False)
        services = [one for one in self.services if one.function in functions]
        return explore(self.function, arguments, services, self.board, self.recorder, seconds, path_seconds)


def _measuring(files: Sequence[str]) -> Any:
    """What measures branches of these files; None where `coverage` is not installed."""
    if find_spec("coverage") is None:
        return None
    import coverage

    return coverage.Coverage(data_file=None, branch=True, include=list(files), config_file=False, messages=False)


def _is_spoken_of(function: str, sources: Sequence[str]) -> bool:
    """Whether modules use a client; one that a factory makes is known by its method, too."""
    module, _, name = function.partition(":")
    words = {module.rpartition(".")[2], *([name.rpartition(".")[2]] if module == "boto3" else [])}
    return any(all(word in text for word in words) for text in sources)


def _is_imported(function: str, sources: Sequence[str]) -> bool:
    """Whether modules import the package of a client."""
    package = function.partition(":")[0].partition(".")[0]
    return any(re.search(rf"^\s*(import|from)\s+{package}\b", text, re.MULTILINE) for text in sources)


def _hint_text(parameter: inspect.Parameter) -> str:
    hint = parameter.annotation
    if hint is parameter.empty:
        return ""
    return hint.__name__ if isinstance(hint, type) else str(hint)


def _words(files: Sequence[str]) -> dict[str, Any]:
    """The texts and numbers that modules are written with, and the texts in what their global names hold."""
    constants = [value for file in files for value in _constants(Path(file))]
    texts = [value for value in constants if isinstance(value, str) and _may_be_label(value)]
    numbers = [float(value) for value in constants if type(value) in (int, float)]
    held = [text for module in own_modules() if module.__file__ in files for text in _held(module)]
    return {"texts": list(dict.fromkeys((*texts, *held))), "numbers": list(dict.fromkeys(numbers))}


def _constants(file: Path) -> Iterator[Any]:
    """The constants in a file, without what only documents."""
    tree = ast.parse(file.read_bytes())
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documentation:
            yield node.value


def _may_be_label(text: str) -> bool:
    return 0 < len(text) <= SERVICES.longest_label and "\n" not in text


def _held(module: ModuleType) -> Iterator[str]:
    """The texts in the lists, sets and dicts of a module."""
    for name, value in vars(module).items():
        if not name.startswith("__") and isinstance(value, list | tuple | set | frozenset | dict):
            yield from sorted(one for one in value if isinstance(one, str) and _may_be_label(one))[: SERVICES.labels]


_ENDS = {Medium.TEXT: ".txt", Medium.IMAGE: ".png", Medium.AUDIO: ".wav"}


def _written(value: Any, folder: Path, place: int, medium: Medium) -> str:
    """The path of an input that was made: a text, the bytes of a file, a path, a picture or an array."""
    path = folder / f"{place}{_ENDS[medium]}"
    match value:
        case Path():
            return str(value)
        case str() if medium is Medium.TEXT:
            path.write_text(value, encoding="utf-8")
        case str():
            return value
        case bytes():
            path.write_bytes(value)
        case _ if hasattr(value, "save"):
            value.save(path)
        case _:
            import numpy as np

            path = path.with_suffix(ARRAYS)
            np.save(path, np.asarray(value))
    return str(path)


def _awaited(returned: Any) -> Any:
    """What a call gives in the end: that of a coroutine is waited for."""
    if not inspect.iscoroutine(returned):
        return returned
    import asyncio

    return asyncio.run(returned)


def _returned(value: Any) -> str:
    try:
        return shortened(repr(value), SERVICES.shown)
    except Exception as error:  # noqa: BLE001 - the value is the user's
        return f"<{type(value).__name__} whose repr raises {type(error).__name__}>"


def _text(error: BaseException) -> str:
    try:
        return shortened(" ".join(str(error).split()), SERVICES.shown)
    except Exception:  # noqa: BLE001 - the error is the user's
        return ""


def serve(requests: int, replies: int) -> None:
    """Answer requests until there are no more; what one raises is its answer."""
    application = Application()
    handlers: dict[str, Callable[..., Any]] = {
        "begin": application.begin,
        "callers": application.callers,
        "prepare": application.prepare,
        "others": application.plain_others,
        "call": application.call,
        "call changed": application.call_changed,
        "conditions": application.conditions,
        "make": application.make,
        "coverage": application.coverage,
        "explore": application.explore,
    }
    with os.fdopen(requests, encoding="utf-8") as asked, os.fdopen(replies, "w", encoding="utf-8") as answers:
        for line in asked:
            message = json.loads(line)
            try:
                answer = {"answer": handlers[message.pop("do")](**message)}
            except _SPOKEN as error:
                answer = {"failed": str(error)}
            except Exception as error:  # noqa: BLE001 - the border of the process
                answer = {"broken": "".join(traceback.format_exception(error))}
            answers.write(f"{json.dumps(answer)}\n")
            answers.flush()


if __name__ == "__main__":
    serve(int(sys.argv[1]), int(sys.argv[2]))
