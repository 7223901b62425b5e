"""Back ends: libraries that run models, each in a process of its own, in any environment."""

import json
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import numpy as np

from genmorph.execution.process import Shelter, describe_status, pipe
from genmorph.model import UsageError
from genmorph.models.worker.dispatching import VERSIONS
from genmorph.settings import MODELS, WORKER
from genmorph.subject.digests import is_installed
from genmorph.values.labels import shortened

NAMES = ("torch", "tensorflow", "jax", "numpy", "openvino")
"""The back ends of Keras, those first that serve best as a reference: NumPy has layers of JAX, OpenVINO no doubles."""
RUNTIMES: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "onnxruntime": ("onnx", "onnx", ("torch", "tensorflow")),
    "openvino-ir": ("openvino", "xml", ("openvino", "tensorflow")),
    "litert": ("litert", "tflite", ("tensorflow",)),
}
"""Of each runtime of exported models the form that Keras calls by this name, the end of its files, and what exports."""
_COLOURS = re.compile("\x1b\\[[0-9;]*m")
"""What Keras writes into its messages for terminals."""
_BACK_END = (str(Path(__file__).with_name("worker") / "__main__.py"),)
_MUTATOR = ("-m", "genmorph.models.mutator")
"""What a process runs."""
_ENVIRONMENT = {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": "1"}
"""Quiet, and on the processor: what a device may round otherwise is a question of its own."""

Arrays = tuple[np.ndarray[Any, Any], ...]


class FailedError(Exception):
    """A back end could not do what it was asked for; the text says why."""


@dataclass(frozen=True, slots=True)
class BackEnd:
    """A library that runs models, or exported ones, and the interpreter whose environment has it.

    >>> str(BackEnd.parse("torch")), str(BackEnd.parse("jax@/bin/sh"))
    ('torch', 'jax@/bin/sh')
    """

    name: str
    interpreter: str = sys.executable

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a name, or a name and an interpreter with `@` between.

        Raises:
            UsageError: There is no such back end, or no such file.

        """
        name, _, interpreter = text.partition("@")
        if name not in VERSIONS:
            raise UsageError(f"back end must be one of {', '.join((*NAMES, *RUNTIMES))}, got {text!r}")
        if "@" in text and not os.access(interpreter, os.X_OK):
            raise UsageError(f"{name} must have an interpreter behind @ that can be run, got {interpreter!r}")
        return cls(name, os.path.abspath(interpreter) if interpreter else sys.executable)  # noqa: PTH100 - links stay

    @property
    def exporters(self) -> tuple["BackEnd", ...]:
        """What may export a model for it, in the same environment; nothing, where it runs those of Keras."""
        names = RUNTIMES[self.name][2] if self.name in RUNTIMES else ()
        return tuple(BackEnd(name, self.interpreter) for name in names)

    def __str__(self) -> str:
        return self.name if self.interpreter == sys.executable else f"{self.name}@{self.interpreter}"


class Running:
    """The process of a back end. One that has died or does not answer is started anew by the next request.

    `versions` are those of Python, Keras and the library, once it was started; `program` is what it runs.
    """

    def __init__(
        self, back_end: BackEnd, directory: Path, modules: Sequence[str] = (), program: Sequence[str] = _BACK_END
    ) -> None:
        self.back_end = back_end
        self.versions: Mapping[str, str] = {}
        self._directory = directory
        self._program = program
        self._modules = modules
        self._process: subprocess.Popen[bytes] | None = None
        self._resources = ExitStack()
        self._requests = self._replies = -1
        self._files = 0
        self._bytes: list[float] = []

    def start(self) -> None:
        """Start the process where there is none.

        Raises:
            FailedError: It cannot be started, or the back end is not there.

        """
        if self._process is None:
            self._start()

    def describe(self, model: Path) -> dict[str, Any]:
        """The inputs of a model, its layers and the number of its weights."""
        described: dict[str, Any] = self.ask("describe", model=str(model))
        return described

    def run(
        self, model: Path, inputs: Path, *, layers: bool = False, double: bool = False, digits: int | None = None
    ) -> tuple[Arrays, Mapping[str, list[int]]]:
        """What a model gives for inputs, and behind it what its layers do: where, by their names.

        Inputs and weights are rounded to so many binary `digits` before, where these are given.
        """
        options = {"layers": layers, "double": double, "digits": digits}
        return self._run("run", model=str(model), inputs=str(inputs), **options)

    def run_exported(self, path: Path, inputs: Path) -> Arrays:
        """What an exported model gives for inputs."""
        return self._run("run exported", runtime=self.back_end.name, path=str(path), inputs=str(inputs))[0]

    def export(self, model: Path, inputs: Path, form: str, path: Path) -> None:
        """Export a model in a form that Keras has."""
        self.ask("export", model=str(model), inputs=str(inputs), form=form, path=str(path))

    def run_perturbed(self, model: Path, inputs: Path, seed: int, *, layers: bool = False) -> Arrays:
        """How far each number moves where inputs, weights and what layers give are rounded otherwise."""
        options = {"layers": layers, "times": MODELS.rounded_runs, "seed": seed}
        return self._run("run perturbed", model=str(model), inputs=str(inputs), **options)[0]

    def relations(self, model: Path) -> list[str]:
        """The relations that a model should satisfy on its own, by name."""
        return list(self.ask("relations", model=str(model)))

    def run_related(self, model: Path, inputs: Path, relation: str) -> Arrays:
        """What a model gives where a relation says that it gives the same as for the inputs as they are."""
        beside = self._directory / f"{model.stem}-saved-{id(self)}.keras"
        try:
            options = {"beside": str(beside), "steps": MODELS.masked_steps, "alone": MODELS.alone}
            return self._run("run related", model=str(model), inputs=str(inputs), relation=relation, **options)[0]
        finally:
            beside.unlink(missing_ok=True)

    def repeat(self, model: Path, inputs: Path, task: str, rounds: int) -> Mapping[str, list[float]]:
        """The seconds of each round in which the same is done, and the bytes that the process has after it."""
        options = {"task": task, "rounds": rounds, "limit": MODELS.repeated_seconds, "sizes": MODELS.sizes}
        found: Mapping[str, list[float]] = self.ask("repeat", model=str(model), inputs=str(inputs), **options)
        return found

    def _run(self, what: str, **values: Any) -> tuple[Arrays, Mapping[str, list[int]]]:
        self._files += 1
        path = self._directory / f"{self.back_end.name}-{id(self)}-{self._files}.npz"
        try:
            places = self.ask(what, outputs=str(path), **values)
            with np.load(path, allow_pickle=False) as file:
                return tuple(file[f"arr_{place}"] for place in range(len(file.files))), places
        finally:
            path.unlink(missing_ok=True)

    def ask(self, what: str, **values: Any) -> Any:
        """Answer a request.

        Raises:
            FailedError: The back end raises, dies, or does not answer in time.

        """
        self.start()
        answer = self._asked(what, values)
        with suppress(FailedError):  # it has answered
            self._watch(self._asked("memory", {}))
        return answer

    def _watch(self, taken: float) -> None:
        """End the process where it takes much more memory than it took at first."""
        if len(self._bytes) < MODELS.first_answers:
            self._bytes.append(taken)
        elif taken > MODELS.times_memory * max(self._bytes):
            self.close()

    def close(self) -> None:
        """End the process, and all that it has started."""
        self._process = None
        self._bytes = []
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        try:
            self._begin()
        except OSError as error:
            self.close()
            raise FailedError(f"{self.back_end.interpreter} cannot be started: {error.strerror}") from error
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        shelter = self._resources.enter_context(Shelter())
        with ExitStack() as theirs:
            reader, self._requests = pipe(reader=theirs, writer=self._resources)
            self._replies, writer = pipe(reader=self._resources, writer=theirs)
            process = subprocess.Popen(  # noqa: S603 - our own program
                [self.back_end.interpreter, "-P", *self._program, str(reader), str(writer)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=shelter.directory,
                env={**os.environ, **_ENVIRONMENT, **self._keras},
                pass_fds=(reader, writer),
                start_new_session=True,
            )
        shelter.take(process)
        self._process = process
        given = {"back_end": self.back_end.name, "modules": list(self._modules), "path": _own_folders()}
        self.versions = self._asked("begin", given)

    def _asked(self, what: str, values: Mapping[str, Any]) -> Any:
        """The answer of the process that is there."""
        try:
            with os.fdopen(os.dup(self._requests), "w", encoding="utf-8") as requests:
                requests.write(f"{json.dumps({'do': what, **values})}\n")
            answer = json.loads(self._line())
        except (BrokenPipeError, EOFError):
            raise FailedError(self._ended()) from None
        except BaseException:  # an interrupt, or no answer: what comes later would be taken for the next one
            self.close()
            raise
        if "failed" in answer:
            plain = _COLOURS.sub("", answer["failed"])
            raise FailedError(shortened(" ".join(plain.split()), MODELS.reason))
        return answer["answer"]

    def _line(self) -> bytes:
        """The next line of the answers; EOFError where the process has ended."""
        line, until = b"", time.monotonic() + MODELS.limit
        while not line.endswith(b"\n"):
            if not select.select([self._replies], [], [], max(0.0, until - time.monotonic()))[0]:
                raise FailedError(f"did not answer within {MODELS.limit:g} s")
            if not (part := os.read(self._replies, 65536)):
                raise EOFError
            line += part
        return line

    def _ended(self) -> str:
        """How the process ended, which has closed its pipes."""
        process = self._process
        assert process is not None
        try:
            return f"its process {describe_status(process.wait(WORKER.exit_seconds))}"
        except subprocess.TimeoutExpired:
            return "its process closed its pipes"
        finally:
            self.close()

    @property
    def _keras(self) -> dict[str, str]:
        return {} if self.back_end.exporters else {"KERAS_BACKEND": self.back_end.name}


def _own_folders() -> list[str]:
    """Where the user's own modules are found: no folder of packages, which are those of an environment."""
    folders = [os.path.abspath(one) for one in sys.path]  # noqa: PTH100 - "" is the current one
    return [one for one in folders if not is_installed(os.path.join(one, "any.py"))]  # noqa: PTH118


class Processes:
    """The processes of several back ends, each started when it is first needed, and a directory for files.

    All of them are gone after `close`, and where this process is killed.
    """

    def __init__(self, modules: Sequence[str] = ()) -> None:
        self.modules = modules
        self._stack = ExitStack()
        self.directory = self._stack.enter_context(Shelter()).directory
        """Where files lie that models and processes share."""
        self._running: dict[BackEnd, Running] = {}

    def of(self, back_end: BackEnd) -> Running:
        """The process of a back end."""
        if back_end not in self._running:
            self._running[back_end] = self._stack.enter_context(Running(back_end, self.directory, self.modules))
        return self._running[back_end]

    def mutator(self, back_end: BackEnd) -> Running:
        """A further process of a back end of this environment, which mutates models."""
        return self._stack.enter_context(Running(back_end, self.directory, self.modules, _MUTATOR))

    def run(self, back_end: BackEnd, model: Path, inputs: Path) -> Arrays:
        """What a model gives on a back end in single precision; it is exported where that takes exported ones.

        Raises:
            FailedError: It cannot be run, nor what any back end exports.

        """
        if not back_end.exporters:
            return self.of(back_end).run(model, inputs)[0]
        form, end, _ = RUNTIMES[back_end.name]
        reasons = []
        for exporter in back_end.exporters:
            path = self.directory / f"{model.stem}-{exporter.name}.{end}"
            try:
                self.of(exporter).export(model, inputs, form, path)
                return self.of(back_end).run_exported(path, inputs)
            except FailedError as error:
                reasons.append(f"exported by {exporter.name}: {error}")
        raise FailedError("; ".join(reasons))

    def close(self) -> None:
        """End all processes, and remove the directory."""
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_back_ends(texts: Sequence[str]) -> list[BackEnd]:
    """Read back ends, each once.

    >>> [str(one) for one in read_back_ends(["torch", "jax"])]
    ['torch', 'jax']

    Raises:
        UsageError: There is none, or one twice.

    """
    found = [BackEnd.parse(text) for text in texts]
    if not found or len(set(found)) < len(found):
        raise UsageError(f"back ends must be one or more, each once, got {', '.join(texts) or 'none'}")
    return found


def own_back_end(back_ends: Sequence[BackEnd]) -> BackEnd:
    """The first of them that is one of Keras in this environment.

    Raises:
        UsageError: There is none.

    """
    own = next((one for one in back_ends if "@" not in str(one) and not one.exporters), None)
    if own is None:
        raise UsageError(f"one back end must be of this environment, got {', '.join(map(str, back_ends))}")
    return own


def installed() -> list[BackEnd]:
    """The back ends of this environment, as far as Keras and their packages are installed."""
    return [BackEnd(name) for name in NAMES if find_spec("keras") and find_spec(VERSIONS[name])]
