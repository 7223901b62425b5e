"""Back ends: libraries that run models, each in a process of its own, in any environment."""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import numpy as np

from genmorph.execution.answering import AnsweringProcess, FailedError, own_folders
from genmorph.execution.process import Shelter
from genmorph.model import UsageError
from genmorph.models.worker.dispatching import VERSIONS
from genmorph.settings import MODELS

NAMES = ("torch", "tensorflow", "jax", "numpy", "openvino")
"""The back ends of Keras, those first that serve best as a reference: NumPy has layers of JAX, OpenVINO no doubles."""
RUNTIMES: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "onnxruntime": ("onnx", "onnx", ("torch", "tensorflow")),
    "openvino-ir": ("openvino", "xml", ("openvino", "tensorflow")),
    "litert": ("litert", "tflite", ("tensorflow",)),
}
"""Of each runtime of exported models the form that Keras calls by this name, the end of its files, and what exports."""
_BACK_END = (str(Path(__file__).with_name("worker") / "__main__.py"),)
_MUTATOR = ("-m", "genmorph.models.mutator")
"""What a process runs."""
_ENVIRONMENT = {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": "1"}
"""Quiet, and on the processor: what a device may round otherwise is a question of its own."""

Arrays = tuple[np.ndarray[Any, Any], ...]


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
        self._modules = modules
        keras = {} if back_end.exporters else {"KERAS_BACKEND": back_end.name}
        command = (back_end.interpreter, "-P", *program)
        self._process = AnsweringProcess(command, MODELS.limit, {**_ENVIRONMENT, **keras})
        self._files = 0
        self._bytes: list[float] = []

    def start(self) -> None:
        """Start the process where there is none.

        Raises:
            FailedError: It cannot be started, or the back end is not there.

        """
        if self._process.pid is None:
            given = {"back_end": self.back_end.name, "modules": list(self._modules), "path": own_folders(sys.path)}
            self._bytes = []
            try:
                self.versions = self._process.ask("begin", **given)
            except FailedError:
                self.close()
                raise

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
        answer = self._process.ask(what, **values)
        with suppress(FailedError):  # it has answered
            self._watch(self._process.ask("memory"))
        return answer

    def _watch(self, taken: float) -> None:
        """End the process where it takes much more memory than it took at first."""
        if len(self._bytes) < MODELS.first_answers:
            self._bytes.append(taken)
        elif taken > MODELS.times_memory * max(self._bytes):
            self.close()

    def close(self) -> None:
        """End the process, and all that it has started."""
        self._process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


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
