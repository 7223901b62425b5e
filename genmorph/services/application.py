"""An application in a process of its own, as the tests of it see it."""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from genmorph.execution.answering import AnsweringProcess, EndedError, FailedError
from genmorph.model import UsageError
from genmorph.services.answer_shapes import Plain
from genmorph.services.observed import Caller, Condition, ServiceCall
from genmorph.services.tasks import Medium
from genmorph.settings import SERVICES

FALSE, TRUE = 1, 2
"""Which ways a condition went in one call, as bits."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A parameter of an application."""

    name: str
    hint: str
    has_default: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Failure:
    """What a call raised; `is_meant` says that a statement of the application raises, `is_service` that a service."""

    kind: str
    words: str
    place: Place
    is_meant: bool
    is_service: bool


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of one call: what it returned, or its failure, or why it could not be made to the end.

    `stopped_by` is the name of the error that stands for the reason.
    """

    went: Mapping[int, int]
    asked: tuple[ServiceCall, ...]
    returned: str | None = None
    failure: Failure | None = None
    stopped: str = ""
    stopped_by: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Ran":
        """Read what a process says."""
        raised = data.get("raised")
        place = Place(data.get("file", ""), data.get("line", 0))
        return cls(
            went={int(number): way for number, way in data.get("went", {}).items()},
            asked=tuple(ServiceCall(**one) for one in data.get("asked", ())),
            returned=data.get("returned"),
            failure=Failure(raised, data["words"], place, data["is_meant"], data["is_service"]) if raised else None,
            stopped=data["words"] if "stopped" in data else "",
            stopped_by=data.get("stopped", ""),
        )


_ENDED = {"raised": "ended its process", "is_meant": False, "is_service": False}


@dataclass(frozen=True, slots=True)
class Run:
    """A call to be made: the file of its input, and answers by the function of their service, None for real ones."""

    input: Path
    answers: Mapping[str, Plain] | None = None


@dataclass(slots=True)
class Application:
    """A function that uses services. Its process is started when it is needed, and anew where it has died.

    `target` is `package.module:function`, `project` the pyproject.toml with declarations, `answers` where those of
    services are kept. `parameter` takes the input, in the `form` of that name. `calls` counts those of services.
    """

    target: str
    project: Path | None
    answers: Path | None
    seed: int = 0
    allow_effects: bool = False
    timeout: float = SERVICES.call_seconds
    parameter: str = ""
    form: str = ""
    described: Mapping[str, Any] = field(default_factory=dict)
    calls: int = 0
    _process: AnsweringProcess = field(init=False)

    def __post_init__(self) -> None:
        self._process = _process()

    def start(self) -> None:
        """Start the process where there is none.

        Raises:
            UsageError: The function cannot be loaded, or a declaration is wrong.

        """
        if self._process.pid is not None:
            return
        try:
            self.described = self._process.ask(
                "begin",
                folder=os.getcwd(),  # noqa: PTH109 - a text
                path=_absolute(sys.path),
                target=self.target,
                project=str(self.project or ""),
                answers=str(self.answers or ""),
                allow_effects=self.allow_effects,
                timeout=self.timeout,
            )
            if self.parameter:
                self._process.ask("prepare", parameter=self.parameter, seed=self.seed)
        except FailedError as error:
            self._process.close()
            raise UsageError(str(error)) from error

    def take_input_by(self, parameter: str, form: str) -> None:
        """Say how the input is given; arguments of the other parameters are drawn.

        Raises:
            UsageError: Nothing says which values one of them may have.

        """
        self.parameter, self.form = parameter, form
        try:
            self._ask("prepare", parameter=parameter, seed=self.seed)
        except FailedError as error:
            raise UsageError(str(error)) from error

    def _ask(self, what: str, **values: Any) -> Any:
        """Ask a process that has loaded the function."""
        self.start()
        return self._process.ask(what, **values)

    @property
    def parameters(self) -> tuple[Taken, ...]:
        """The parameters, in order."""
        return tuple(Taken(*one) for one in self.described["parameters"])

    def others(self) -> Mapping[str, Any]:
        """The arguments of the other parameters, as stored files have values."""
        found: Mapping[str, Any] = self._ask("others")
        return found

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions of its modules."""
        return tuple(Condition(**one) for one in self._ask("conditions"))

    def call(self, runs: Sequence[Run], calls_left: int = 0) -> list[Ran]:
        """What comes of each call; services are asked at most `calls_left` times."""
        found: list[Ran] = []
        for first in range(0, len(runs), SERVICES.batch):
            batch = runs[first : first + SERVICES.batch]
            kept = self._kept()
            before = self.calls
            try:
                found += self._call(batch, calls_left)
            except EndedError as error:
                self.calls += self._kept() - kept
                if len(batch) == 1:
                    return [*found, _ended(error)]
                for one in batch:
                    found += self.call([one], calls_left - (self.calls - before))
            calls_left -= self.calls - before
        return found

    def _kept(self) -> int:
        """How many answers are kept: a process that has ended does not say how often it asked."""
        if self.answers is None or not self.answers.exists():
            return 0
        return self.answers.read_bytes().count(b"\n")

    def _call(self, runs: Sequence[Run], calls_left: int) -> list[Ran]:
        given = self._ask(
            "call", runs=_sent(runs), parameter=self.parameter, form=self.form, calls_left=max(0, calls_left)
        )
        self.calls += given["calls"]
        return [Ran.of(one) for one in given["results"]]

    def make(self, function: str, label: str, number: int, seed: int, folder: Path, medium: Medium) -> list[Path]:
        """Inputs that a callable of the user's makes for a label, as files.

        Raises:
            UsageError: It raises, or gives something else.

        """
        try:
            made = self._ask(
                "make", function=function, label=label, number=number, seed=seed, folder=str(folder), medium=medium
            )
        except FailedError as error:
            raise UsageError(f"examples must be made by {function} for {label!r}: {error}") from error
        return [Path(one) for one in made]

    def call_changed(self, patches: Mapping[str, str], runs: Sequence[Run]) -> list[Ran]:
        """What comes of each call where other texts stand in the place of files; services are not asked."""
        try:
            given = self._ask(
                "call changed", patches=patches, runs=_sent(runs), parameter=self.parameter, form=self.form
            )
        except EndedError as error:
            return [_ended(error)] * len(runs)
        return [Ran.of(one) for one in given]

    def coverage(self) -> Mapping[str, tuple[int, int]]:
        """The branches that calls with real answers took, and all there are, by file."""
        return {file: (taken, known) for file, (taken, known) in self._ask("coverage").items()}

    def explore(self, given: Path, functions: Sequence[str], seconds: float) -> Mapping[str, Any] | None:
        """Answers by symbolic execution, what conditions depend on answers, and whether it came to an end.

        None where it failed.
        """
        try:
            found: Mapping[str, Any] = self._ask(
                "explore",
                parameter=self.parameter,
                form=self.form,
                given=str(given),
                functions=list(functions),
                seconds=seconds,
                path_seconds=SERVICES.path_seconds,
            )
        except FailedError:
            return None
        finally:
            self._process.close()  # what it has changed in this process is not known
        return found

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _sent(runs: Sequence[Run]) -> list[dict[str, Any]]:
    return [{"input": str(run.input), "answers": run.answers} for run in runs]


def _absolute(path: Sequence[str]) -> list[str]:
    """The folders of modules, as seen from any folder: "" is the current one."""
    return [os.path.abspath(one) for one in path]  # noqa: PTH100 - links stay


def _process() -> AnsweringProcess:
    program = (sys.executable, "-P", "-m", "genmorph.services.worker.application_serving")
    return AnsweringProcess(program, SERVICES.batch_seconds, {"PYTHONHASHSEED": "0"})


def find_callers(modules: Sequence[str], project: Path | None) -> tuple[list[Caller], list[tuple[str, str]]]:
    """The functions of modules that ask services, and these services with their tasks.

    Raises:
        UsageError: A module cannot be imported, or a declaration is wrong.

    """
    with _process() as process:
        try:
            found = process.ask("callers", path=_absolute(sys.path), modules=list(modules), project=str(project or ""))
        except FailedError as error:
            raise UsageError(str(error)) from error
    callers = [Caller(**{**one, "services": tuple(one["services"])}) for one in found["callers"]]
    return callers, [(function, task) for function, task in found["services"]]


def _ended(error: EndedError) -> Ran:
    return Ran.of({**_ENDED, "words": str(error)})
