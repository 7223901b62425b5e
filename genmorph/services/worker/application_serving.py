"""Requests and answers of the process of an application: lines of JSON on two pipes."""

import ast
import asyncio
import inspect
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from copy import deepcopy
from dataclasses import asdict, replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import FunctionType, ModuleType
from typing import Any

from genmorph.execution.worker.guard import RefusedError
from genmorph.model import Domain, UnsupportedError, UsageError
from genmorph.results.codec import to_json_values
from genmorph.services.answer_shapes import ShapeError, UndeclaredError
from genmorph.services.declared import ATTRIBUTE, Service, declared_at, known_service, read_services
from genmorph.services.known_clients import KNOWN
from genmorph.services.tasks import Medium
from genmorph.services.worker import substitutes
from genmorph.services.worker.callers import callers_in
from genmorph.services.worker.effects import Border, OutOfTimeError, SilentError
from genmorph.services.worker.input_forms import ARRAYS, given_as
from genmorph.services.worker.recorded_conditions import Finder, Recorder, own_files, own_modules
from genmorph.services.worker.source_words import source_words
from genmorph.services.worker.substitutes import Answers, NotAskedError, Switchboard, put_in_place
from genmorph.settings import SERVICES
from genmorph.subject.signatures import infer_domain
from genmorph.values.annotated import annotations_of, argument_domains
from genmorph.values.building import made
from genmorph.values.evaluated_hints import with_hints
from genmorph.values.labels import shortened
from genmorph.values.paths import beneath, find_named, load_module

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
        self.border = Border(self.recorder)
        self.board = Switchboard(self.border)
        self.function: Any = None
        self.others: dict[str, Any] = {}
        self._drawn: dict[str, Any] = {}
        """The same before what is built was made."""
        self.services: list[Service] = []
        self._module = self._name = ""
        self._decorated: dict[str, tuple[Any, str]] = {}
        self._folder = Path.cwd()
        self._coverage: Any = None
        self._loop: Any = None
        self._timeout = SERVICES.call_seconds
        self._hung = {True: 0, False: 0}
        """Calls with answers that were given, and with real ones, that did not end."""

    def begin(
        self,
        folder: str,
        path: Sequence[str],
        target: str,
        project: str,
        answers: str,
        allow_effects: bool,
        timeout: float,
    ) -> dict[str, Any]:
        """Load a function; what it takes, the services there are, and the words of its modules.

        Services that are known before are in place when the application is loaded: it may make a client then.
        """
        os.chdir(folder)  # applications read files of theirs
        self._prepare_imports(path)
        self._module, _, self._name = target.partition(":")
        self.board.answers = Answers(Path(answers) if answers else None)
        self.board.answers.open()
        put_in_place(self._services(project, _text_of(self._module)), self.board)
        self.function = find_named(self._module, self._name)
        self.services = self._services(project)
        missing = put_in_place(self.services, self.board)
        self.function = find_named(self._module, self._name)  # it may be a service itself
        if inspect.iscoroutinefunction(inspect.unwrap(self.function)):
            self._loop = asyncio.new_event_loop()  # it opens sockets, and so do none of its calls
        self._timeout = timeout
        self._coverage = _measuring(sorted(own_files()))
        if not allow_effects:
            self.border.install()
        return {
            "parameters": [(one.name, _hint_text(one), one.default is not one.empty) for one in self._parameters()],
            "services": [one.function for one in self.services if one.function not in missing],
            "missing": missing,
            "decorated": self._decorated,
            "files": sorted(own_files()),
            **source_words([one.function for one in self.services]),
        }

    def _prepare_imports(self, path: Sequence[str]) -> None:
        sys.dont_write_bytecode = True
        sys.path[:] = list(path)
        sys.meta_path.insert(0, Finder(self.recorder))

    def _services(self, project: str, text: str | None = None) -> list[Service]:
        """The declared services, those with a decorator, and known clients, that modules speak of, or a text."""
        files = own_files()
        sources = (
            [Path(file).read_text(encoding="utf-8", errors="replace") for file in files] if text is None else [text]
        )
        declared = read_services(Path(project)) if project else ()
        found = {one.function: one for one in declared if _is_spoken_of(one.function, sources)}
        for module in own_modules():
            for name, stated in _decorated(module):
                function = f"{module.__name__}:{name}"
                self._decorated[function] = (stated, str(Path(str(module.__file__)).parent))
                found[function] = declared_at(function, stated, Path(self._decorated[function][1]))
        for function in sorted(KNOWN.keys() - found.keys()):
            if _is_imported(function, sources) and _is_spoken_of(function, sources):
                found[function] = known_service(function)
        return list(found.values())

    def callers(self, path: Sequence[str], modules: Sequence[str], project: str) -> dict[str, Any]:
        """The functions of modules, and of those they import, that ask services."""
        self._prepare_imports(path)
        loaded = list(map(load_module, modules))
        names = {module.__name__ for module in loaded}
        services = self._services(project)
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
        domains = {one.name: stated.get(one.name) or _domain(one, name) for one in needed}
        random = Random(seed)
        self._drawn = {name: domain.draw(random) for name, domain in domains.items()}
        self.others = {name: made(domains[name], value) for name, value in self._drawn.items()}

    def plain_others(self) -> dict[str, Any]:
        """The arguments of the other parameters as stored files have values."""
        return dict(zip(self._drawn, to_json_values(tuple(self._drawn.values())), strict=True))

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
        for run in runs:
            is_given = bool(run.get("answers"))
            result = self._run(run, parameter, form) if self._hung[is_given] < SERVICES.hung else _LEFT_OUT
            self._hung[is_given] += result.get("raised") == HUNG
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
        """Load modules anew with other texts; services are replaced again, and other modules have what is new."""
        for module in own_modules():
            file = str(module.__file__)
            if file in patches:
                before = dict(vars(module))
                exec(self.recorder.recompiled(patches[file], file), vars(module))  # noqa: S102 - the user's own
                _replace_everywhere(before, vars(module))
        put_in_place(self.services, self.board)
        self.function = find_named(self._module, self._name)

    def _run(self, run: Mapping[str, Any], parameter: str, form: str) -> dict[str, Any]:
        try:
            given = given_as(form, Path(run["input"]))
        except Exception as error:  # noqa: BLE001 - whatever libraries raise for files that are no pictures
            return {"stopped": type(error).__name__, "words": f"{run['input']} cannot be given as {form}: {error}"}
        self.board.given = run.get("answers") or {}
        _clear_caches()
        self.board.take(), self.recorder.take()
        outcome = self._outcome({parameter: given, **deepcopy(self.others)})
        self.board.given = {}
        return {**outcome, "went": self.recorder.take(), "asked": [asdict(one) for one in self.board.take()]}

    def _outcome(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        try:
            with self.border.call(self._timeout), self._measured() if not self.board.given else nullcontext():
                returned = self._returned(arguments)
        except RefusedError:
            assert self.border.refused is not None
        except (NotAskedError, SilentError, UndeclaredError, ShapeError) as error:
            return {"stopped": type(error).__name__, "words": str(error)}
        except OutOfTimeError as error:
            return {"raised": HUNG, "words": f"within {self._timeout:g} s", **self._place(error)}
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - the border of the application
            if self.border.refused is None:
                return {"raised": type(error).__name__, "words": _text(error), **self._place(error)}
        if self.border.refused is not None:
            return {
                "stopped": RefusedError.__name__,
                "words": f"{self.border.refused} was refused; --allow-effects lets it",
            }
        return {"returned": _shown(returned)}

    def _returned(self, arguments: Mapping[str, Any]) -> Any:
        """What a call gives in the end: that of a coroutine is waited for."""
        positional = [one.name for one in self._parameters() if one.kind is one.POSITIONAL_ONLY]
        named = {name: value for name, value in arguments.items() if name not in positional}
        returned = self.function(*(arguments[name] for name in positional if name in arguments), **named)
        return self._loop.run_until_complete(returned) if inspect.iscoroutine(returned) else returned

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
        from coverage.exceptions import NoDataError

        file = self._folder / "coverage.json"
        try:
            self._coverage.json_report(outfile=str(file), ignore_errors=True)
        except NoDataError:
            return {}
        found = json.loads(file.read_text(encoding="utf-8"))["files"]
        totals = {name: one["summary"] for name, one in found.items()}
        return {name: (one["covered_branches"], one["num_branches"]) for name, one in totals.items()}

    def _place(self, error: BaseException) -> dict[str, Any]:
        """Where the user's code was, and whether it raises by a statement of its own, or a service raised."""
        files = own_files()
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if frame.filename in files]
        last = own[-1] if own else None
        is_raised = last is not None and frames[-1] is last and _is_raise(last, error)
        return {
            "file": last.filename if last else "",
            "line": (last.lineno or 0) if last else 0,
            "is_meant": is_raised or isinstance(error, SystemExit),
            "is_service": any(frame.filename == substitutes.__file__ for frame in frames),
        }

    def conditions(self) -> list[dict[str, Any]]:
        """All conditions of the modules that are loaded by now."""
        names = {str(module.__file__): vars(module) for module in own_modules()}
        return [
            asdict(replace(one, is_constant=one.is_constant or _is_plain(names.get(one.file, {}).get(one.text))))
            for one in self.recorder.conditions
        ]

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
        from genmorph.services.worker.symbolic_answers import explore

        arguments = {parameter: given_as(form, Path(given)), **deepcopy(self.others)}
        services = [one for one in self.services if one.function in functions]

        def run() -> None:
            with self.border.watched():
                self._returned(arguments)

        return explore(run, services, self.board, self.recorder, seconds, path_seconds)


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


def _domain(parameter: inspect.Parameter, function: str) -> Domain:
    """The values of a parameter by its annotation.

    Raises:
        UsageError: It says none.

    """
    try:
        return infer_domain(parameter, function)
    except (UsageError, UnsupportedError) as error:
        raise UsageError(
            f"parameter {parameter.name!r} of {function} must have a default, or an annotation or @arg that says its "
            f"values, got {_hint_text(parameter) or 'none'}"
        ) from error


def _is_plain(value: object) -> bool:
    """Whether it is a text or a number, as which a name of a module is no condition; a switch is one."""
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _is_imported(function: str, sources: Sequence[str]) -> bool:
    """Whether modules import the package of a client."""
    package = function.partition(":")[0].partition(".")[0]
    return any(re.search(rf"^\s*(import|from)\s+{package}\b", text, re.MULTILINE) for text in sources)


def _hint_text(parameter: inspect.Parameter) -> str:
    hint = parameter.annotation
    if hint is parameter.empty:
        return ""
    return hint.__name__ if isinstance(hint, type) else str(hint)


def _text_of(module: str) -> str:
    """The text of a module that is not loaded yet; "" where none is found."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return ""
    if spec is None or not spec.origin or not Path(spec.origin).is_file():
        return ""
    return Path(spec.origin).read_text(encoding="utf-8", errors="replace")


def _decorated(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The functions and methods of a module that the decorator was used on, by their path, and what it was told."""
    for name, value in list(vars(module).items()):
        if getattr(value, "__module__", "") != module.__name__ if isinstance(value, FunctionType | type) else True:
            continue
        members = vars(value).items() if isinstance(value, type) else ()
        for path, one in [(name, value), *((f"{name}.{inner}", member) for inner, member in members)]:
            stated = getattr(beneath(one), "__dict__", {}).get(ATTRIBUTE)
            if stated is not None:
                yield path, stated


def _replace_everywhere(before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Let other modules have what was defined again in the place of what they imported."""
    again = {id(value): after[name] for name, value in before.items() if isinstance(value, FunctionType | type)}
    for module in own_modules():
        for name, value in list(vars(module).items()):
            if id(value) in again and again[id(value)] is not value:
                setattr(module, name, again[id(value)])


def _clear_caches() -> None:
    """Forget what `functools.cache` keeps in the user's modules: an answer would be that of an earlier call."""
    for module in own_modules():
        for value in list(vars(module).values()):
            if isinstance(value, _CACHED):
                value.cache_clear()


_CACHED = type(lru_cache(len))


def _is_raise(frame: traceback.FrameSummary, error: BaseException) -> bool:
    """Whether a frame is at a `raise` of its own, or at an `assert`."""
    tree = ast.parse(Path(frame.filename).read_bytes())
    for node in ast.walk(tree):
        match node:
            case ast.Raise() if (node.lineno, node.col_offset) == (frame.lineno, frame.colno):
                return True
            case ast.Assert() if isinstance(error, AssertionError):
                if node.lineno <= (frame.lineno or 0) <= (node.end_lineno or node.lineno):
                    return True
    return False


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


def _shown(value: Any) -> str:
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
