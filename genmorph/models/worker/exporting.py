"""Exported models, and the runtimes that run them."""

import numpy as np

from .opening import Arrays, call, read, with_layers


def export(model: str, inputs: str, form: str, path: str) -> None:
    """Export a model, which Keras must have called once, by `onnx`, `openvino` or `litert`."""
    subject = with_layers(model, layers=False, double=False)[0]
    call(subject, read(inputs, double=False))
    subject.export(path, format=form, verbose=False)


def run_exported(runtime: str, path: str, inputs: str, outputs: str) -> dict[str, list[int]]:
    """Keep what an exported model gives for the inputs; it has no layers to look at."""
    np.savez(outputs, *RUNTIMES[runtime](path, read(inputs, double=False)))
    return {}


def _call_onnx(path: str, inputs: Arrays) -> Arrays:
    import onnxruntime

    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    given: Arrays = session.run(
        None, {one.name: array for one, array in zip(session.get_inputs(), inputs, strict=True)}
    )
    return given


def _call_openvino(path: str, inputs: Arrays) -> Arrays:
    import openvino

    compiled = openvino.Core().compile_model(path, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    found = compiled(inputs)
    return [np.asarray(found[one]) for one in compiled.outputs]


def _call_litert(path: str, inputs: Arrays) -> Arrays:
    from ai_edge_litert.interpreter import Interpreter

    interpreter = Interpreter(model_path=path)
    places = sorted(interpreter.get_input_details(), key=lambda one: one["name"])
    for one, array in zip(places, inputs, strict=True):
        interpreter.resize_tensor_input(one["index"], array.shape)
    interpreter.allocate_tensors()
    for one, array in zip(places, inputs, strict=True):
        interpreter.set_tensor(one["index"], array)
    interpreter.invoke()
    return [interpreter.get_tensor(one["index"]) for one in interpreter.get_output_details()]


RUNTIMES = {"onnxruntime": _call_onnx, "openvino-ir": _call_openvino, "litert": _call_litert}
