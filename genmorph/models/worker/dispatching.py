"""Requests and answers: lines of JSON on two pipes."""

import importlib
import json
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .exporting import RUNTIMES, export, run_exported
from .invariances import list_relations, run_related
from .repeating import memory, repeat
from .running import describe, run, run_perturbed

VERSIONS = {
    "torch": "torch",
    "jax": "jax",
    "tensorflow": "tensorflow",
    "openvino": "openvino",
    "numpy": "numpy",
    "onnxruntime": "onnxruntime",
    "openvino-ir": "openvino",
    "litert": "ai_edge_litert",
}
"""The module whose version says which one a back end is."""


def serve(requests: int, replies: int, further: Mapping[str, Callable[..., Any]] | None = None) -> None:
    """Answer requests until there are no more; what one raises is its answer."""
    handlers = {**_HANDLERS, **(further or {})}
    with os.fdopen(requests, encoding="utf-8") as asked, os.fdopen(replies, "w", encoding="utf-8") as answers:
        for line in asked:
            message = json.loads(line)
            try:
                answer = {"answer": handlers[message.pop("do")](**message)}
            except Exception as error:  # noqa: BLE001 - the border of the back end
                answer = {"failed": _reason(error)}
            answers.write(f"{json.dumps(answer)}\n")
            answers.flush()


def _reason(error: BaseException) -> str:
    """What was raised first: Keras wraps what is wrong with a layer several times."""
    while True:
        before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        if before is None:
            return f"{type(error).__name__}: {error}"
        error = before


def begin(back_end: str, modules: Sequence[str], path: Sequence[str]) -> dict[str, str]:
    """Load Keras with the back end, and the modules that register the user's own layers; the versions."""
    sys.path.extend(path)
    named = {"python": platform.python_version()}
    if back_end not in RUNTIMES:  # these need no Keras
        _prepare(back_end)
        import keras

        named["keras"] = keras.__version__
        for module in modules:
            importlib.import_module(module)
    library = importlib.import_module(VERSIONS[back_end])
    return {**named, back_end: str(library.__version__)}


def _prepare(back_end: str) -> None:
    """Let OpenVINO compute in the precision that it is asked for: it takes a coarser one where the processor has it."""
    if back_end != "openvino":
        return
    import openvino

    compile_model = openvino.compile_model

    def compile_as_asked(model: Any, device: str = "CPU", config: Any = None, **options: Any) -> Any:
        return compile_model(model, device, {"INFERENCE_PRECISION_HINT": "f32", **(config or {})}, **options)

    openvino.compile_model = compile_as_asked


_HANDLERS: dict[str, Callable[..., Any]] = {
    "begin": begin,
    "describe": describe,
    "run": run,
    "run perturbed": run_perturbed,
    "relations": list_relations,
    "run related": run_related,
    "repeat": repeat,
    "memory": memory,
    "export": export,
    "run exported": run_exported,
}
