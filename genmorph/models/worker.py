"""The process of a back end: it loads models, and says what they give.

It is started by the name of this file, in the environment of the back end: it needs Keras and the back end there, or
the runtime of an exported model, and no genmorph. Requests and answers are lines of JSON on two pipes, since libraries
write to standard output as they like; arrays lie in files.
"""

import importlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

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
_DOUBLE = "float64"
_SINGLES = ("float32", "float16", "bfloat16")
_POLICIES = (*_SINGLES, "mixed_float16", "mixed_bfloat16")
"""What a layer may say that it computes in, other than doubles."""
_STEP = float(np.finfo(np.float32).eps)

Arrays = list[np.ndarray[Any, Any]]
_Options = Mapping[str, Any]


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
    if back_end not in _RUNTIMES:  # these need no Keras
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


@contextmanager
def _precision(double: bool) -> Iterator[None]:
    """Let Keras compute in double precision: but for TensorFlow it takes single precision for what two doubles give."""
    if not double:
        yield
        return
    import keras
    from keras.src.backend.common import dtypes

    known, single = dtypes.BIT64_TO_BIT32_DTYPE["float64"], keras.config.floatx()
    is_jax = keras.backend.backend() in ("jax", "numpy")  # of NumPy, convolutions are those of JAX
    try:
        dtypes.BIT64_TO_BIT32_DTYPE["float64"] = "float64"
        _forget_types(dtypes)
        keras.config.set_floatx("float64")
        if is_jax:
            _let_jax_have_doubles(True)
        yield
    finally:
        dtypes.BIT64_TO_BIT32_DTYPE["float64"] = known
        _forget_types(dtypes)
        keras.config.set_floatx(single)
        if is_jax:
            _let_jax_have_doubles(False)


def _forget_types(dtypes: Any) -> None:
    """Let Keras ask anew what types operations give."""
    for name in vars(dtypes):
        if hasattr(getattr(dtypes, name), "cache_clear"):
            getattr(dtypes, name).cache_clear()


def _let_jax_have_doubles(wanted: bool) -> None:
    import jax

    jax.config.update("jax_enable_x64", wanted)  # type: ignore[no-untyped-call]


def describe(model: str) -> dict[str, Any]:
    """The inputs that a model takes, the layers that it has, and how many weights."""
    opened = loaded(model)
    return {
        "inputs": [
            {
                "name": one.name,
                "shape": list(one.shape[1:]),
                "dtype": str(one.dtype),
                "ids": _number_of_ids(opened, one),
            }
            for one in opened.inputs
        ],
        "layers": [
            {"name": layer.name, "type": type(layer).__name__, "givers": _givers(layer, opened)}
            for layer in opened.layers
        ],
        "weights": int(opened.count_params()),
    }


def _givers(layer: Any, model: Any) -> list[str]:
    """The names of the layers that a layer gets something from."""
    parents = (parent.operation.name for node in calls_of(layer, model) for parent in node.parent_nodes)
    return list(dict.fromkeys(parents))


def run(model: str, inputs: str, outputs: str, layers: bool, double: bool) -> dict[str, list[int]]:
    """Keep what a model gives for the inputs, and what each layer of it does; the layers by name, as places there."""
    with _precision(double):
        subject, watched = _watched(model, layers, double)
        np.savez(outputs, *_call(subject, read(inputs, double)))
    return watched


def run_perturbed(model: str, inputs: str, outputs: str, layers: bool, times: int, seed: int) -> dict[str, list[int]]:
    """Keep how far what a model gives moves where inputs and weights are rounded otherwise; computed with doubles.

    Each number is moved by half a step of the coarsest type that the model computes in, up or down: the largest of so
    many differences, and one step of the number itself, since what a layer gives is rounded as well.
    """
    step = _coarsest_step(loaded(model))
    with _precision(double=True):
        subject, watched = _watched(model, layers, double=True)
        given, weights = read(inputs, double=True), subject.get_weights()
        rng, source = np.random.default_rng(seed), _call(subject, given)
        moved = [step * np.abs(one) for one in source]
        for _ in range(times):
            _set_weights(subject, [_rounded_otherwise(one, step, rng) for one in weights])
            found = _call(subject, [_rounded_otherwise(one, step, rng) for one in given])
            with np.errstate(invalid="ignore"):
                apart = [np.abs(one - other) for one, other in zip(source, found, strict=True)]
            moved = [np.maximum(most, one) for most, one in zip(moved, apart, strict=True)]
        np.savez(outputs, *moved)
    return watched


def _coarsest_step(model: Any) -> float:
    """The step at 1 of the coarsest type that a layer computes in."""
    return max([_STEP, *(_step_of(one.compute_dtype) for one in model.layers if _is_float(one))])


def _step_of(name: str) -> float:
    import ml_dtypes

    return float(ml_dtypes.finfo(name).eps)  # type: ignore[no-untyped-call]


def _is_float(layer: Any) -> bool:
    return str(layer.compute_dtype).startswith(("float", "bfloat"))


def _set_weights(model: Any, weights: Arrays) -> None:
    """Set all weights, also those from which a layer has computed others when it was loaded."""
    model.set_weights(weights)
    for layer in model._flatten_layers():
        if hasattr(layer, "finalize_state"):
            layer.finalize_state()


def export(model: str, inputs: str, form: str, path: str) -> None:
    """Export a model, which Keras must have called once, by `onnx`, `openvino` or `litert`."""
    subject = _watched(model, layers=False, double=False)[0]
    _call(subject, read(inputs, double=False))
    subject.export(path, format=form, verbose=False)


def run_exported(runtime: str, path: str, inputs: str, outputs: str) -> dict[str, list[int]]:
    """Keep what an exported model gives for the inputs; it has no layers to look at."""
    np.savez(outputs, *_RUNTIMES[runtime](path, read(inputs, double=False)))
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


_RUNTIMES = {"onnxruntime": _call_onnx, "openvino-ir": _call_openvino, "litert": _call_litert}


def _rounded_otherwise(numbers: np.ndarray[Any, Any], step: float, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """The numbers moved; whole ones are no rounded ones, and may be ids, of which another one is another thing."""
    if not np.issubdtype(numbers.dtype, np.floating) or (numbers == np.round(numbers)).all():
        return numbers
    return np.asarray(numbers * (1 + step / 2 * rng.choice([-1.0, 1.0], size=numbers.shape)))


def loaded(path: str) -> Any:
    """Load a model; ValueError where it does not say what it takes."""
    import keras

    model = keras.saving.load_model(path, compile=False)
    if not getattr(model, "inputs", None):
        raise ValueError(f"a model must say the shape of its inputs, got {type(model).__name__} {model.name}")
    return model


def _watched(path: str, layers: bool, double: bool) -> tuple[Any, dict[str, list[int]]]:
    """The model from a list of its inputs, and where what its layers give stands behind its own outputs."""
    import keras

    model = _as_double(loaded(path)) if double else loaded(path)
    tensors, places = list(model.outputs), {}
    for layer in model.layers if layers else ():
        given = [tensor for node in calls_of(layer, model) for tensor in node.outputs]
        places[layer.name] = list(range(len(tensors), len(tensors) + len(given)))
        tensors += given
    return keras.Model(list(model.inputs), tensors), places


def calls_of(layer: Any, model: Any) -> list[Any]:
    """The nodes of a layer in a model: one for each time that it is called there."""
    graph = getattr(model, "_functional", None) or model  # a sequential model has one inside
    inside = {id(node) for nodes in graph._nodes_by_depth.values() for node in nodes}
    return [node for node in layer._inbound_nodes if id(node) in inside]


def _as_double(model: Any) -> Any:
    """The model with all floats in double precision."""
    import keras

    fresh = keras.saving.deserialize_keras_object(_in_double(keras.saving.serialize_keras_object(model)))
    weights = [np.asarray(one, _DOUBLE) if one.dtype in _SINGLES else one for one in model.get_weights()]
    _set_weights(fresh, weights)
    return fresh


def _in_double(config: Any) -> Any:
    """The configuration with double precision wherever it names a type of floats."""
    if isinstance(config, Mapping):
        return {name: _type_in_double(name, _in_double(value)) for name, value in config.items()}
    return [_in_double(value) for value in config] if isinstance(config, (list, tuple)) else config


def _type_in_double(name: str, value: Any) -> Any:
    if name != "dtype":
        return value
    if isinstance(value, dict):
        policy = value.get("config", {}).get("name")
        return {**value, "config": {**value["config"], "name": _DOUBLE}} if policy in _POLICIES else value
    return _DOUBLE if value in _POLICIES else value


def _number_of_ids(model: Any, tensor: Any) -> int | None:
    """How many different numbers an input may have that is looked up in a table: in each that it is looked up in.

    None of other inputs.
    """
    found = []
    for layer in model.layers:
        for node in calls_of(layer, model):
            for place, one in enumerate(node.input_tensors):
                if one is not tensor:
                    continue
                if type(layer).__name__ == "Embedding":
                    found.append(int(layer.input_dim))
                elif getattr(layer, "inputs", None) and place < len(layer.inputs):  # a model inside of the model
                    found += [ids for ids in [_number_of_ids(layer, layer.inputs[place])] if ids is not None]
    return min(found, default=None)


def read(path: str, double: bool) -> Arrays:
    """Read arrays, in double precision where that is asked for."""
    with np.load(path, allow_pickle=False) as file:
        arrays = [file[f"arr_{place}"] for place in range(len(file.files))]
    return [one.astype(_DOUBLE) if double and np.issubdtype(one.dtype, np.floating) else one for one in arrays]


def _call(model: Any, inputs: Arrays) -> Arrays:
    """What a model gives, without training; all inputs in one batch, as in `predict`. NumPy has no bfloat16."""
    return as_arrays(model.predict_on_batch(inputs))


def as_arrays(given: Any) -> Arrays:
    """What a model gives as a list of arrays of types that NumPy has."""
    found = [np.asarray(one) for one in (given if isinstance(given, (list, tuple)) else [given])]
    return [one if one.dtype.kind in "biuf" else one.astype(np.float32) for one in found]


def list_relations(model: str) -> list[str]:
    """The names of the relations that a model should satisfy on its own."""
    subject = loaded(model)
    has_open_batches = all(tensor.shape[0] is None for tensor in subject.inputs)
    left_out = {*(() if has_open_batches else OF_SAMPLES), *(() if _masked_values(subject) else (_PADDING,))}
    return [name for name in _RELATIONS if name not in left_out]


def run_related(model: str, inputs: str, outputs: str, relation: str, **options: Any) -> dict[str, list[int]]:
    """Keep what a model gives where a relation says that it gives the same as for the inputs as they are.

    The options are a file that a model may be kept in `beside`, how many `steps` come behind the last one, and how many
    samples are tried `alone`.
    """
    np.savez(outputs, *_RELATIONS[relation](loaded(model), read(inputs, double=False), options))
    return {}


def _plain(model: Any) -> Any:
    """The model from a list of its inputs."""
    import keras

    return keras.Model(list(model.inputs), list(model.outputs))


def _call_reordered(model: Any, inputs: Arrays, _options: _Options) -> Arrays:
    return [one[::-1] for one in _call(_plain(model), [one[::-1] for one in inputs])]


def _call_in_parts(model: Any, inputs: Arrays, _options: _Options) -> Arrays:
    return _joined(_plain(model), inputs, np.array_split(np.arange(len(inputs[0])), 2))


def _call_one_by_one(model: Any, inputs: Arrays, options: _Options) -> Arrays:
    """The first samples alone; the others as they are."""
    places, subject = np.arange(len(inputs[0])), _plain(model)
    return _joined(subject, inputs, [*places[: options["alone"], None], places[options["alone"] :]])


def _joined(model: Any, inputs: Arrays, parts: Any) -> Arrays:
    """What a model gives for parts of the samples, one behind the other."""
    given = [_call(model, [one[part] for one in inputs]) for part in parts if len(part)]
    return [np.concatenate(arrays) for arrays in zip(*given, strict=True)]


def _call_again(model: Any, inputs: Arrays, _options: _Options) -> Arrays:
    subject = _plain(model)
    _call(subject, inputs)
    return _call(subject, inputs)


def _call_eagerly(model: Any, inputs: Arrays, _options: _Options) -> Arrays:
    """What it gives without being compiled."""
    import keras

    given = _plain(model)([keras.ops.convert_to_tensor(one) for one in inputs], training=False)
    return as_arrays(
        [keras.ops.convert_to_numpy(one) for one in (given if isinstance(given, (list, tuple)) else [given])]
    )


def _call_saved(model: Any, inputs: Arrays, options: _Options) -> Arrays:
    model.save(options["beside"])
    return _call(_plain(loaded(options["beside"])), inputs)


_PASS_STEPS_ON = frozenset(
    {"InputLayer", "Embedding", "Masking", "LSTM", "GRU", "SimpleRNN", "Dense", "Dropout", "Activation", "ReLU"}
)
"""Layers that pass masks on and do not mix steps, but for cells, which leave masked ones out."""
_OF_MASKS = frozenset({"NotEqual", "Any"})
"""Operations by which Keras computes masks."""


def _masked_values(model: Any) -> list[float]:
    """What a further step of each input is, so that it is masked; nothing where one input has no such value.

    Nothing, too, of models that may look at masked steps, or go backwards.
    """
    are_known = all(type(one).__name__ in _PASS_STEPS_ON | _OF_MASKS for one in _plain(model).operations)
    goes_backwards = any(getattr(one, "go_backwards", False) for one in model.layers)
    if not are_known or goes_backwards or any(tensor.shape[1:2] != (None,) for tensor in model.inputs):
        return []
    found: list[float] = []
    for tensor in model.inputs:
        takers = [one for one in model.layers for node in calls_of(one, model) if tensor in node.input_tensors]
        values = {_masked_value(one) for one in takers}
        value = values.pop() if len(values) == 1 else None
        if value is None:
            return []
        found.append(value)
    return found


def _masked_value(layer: Any) -> float | None:
    if type(layer).__name__ == "Embedding":
        return 0.0 if layer.mask_zero else None
    return float(layer.mask_value) if type(layer).__name__ == "Masking" else None


def _call_padded(model: Any, inputs: Arrays, options: _Options) -> Arrays:
    """What it gives with masked steps behind the last one; of what it gives for each step, that for the others."""
    subject, steps = _plain(model), options["steps"]
    longer = [
        np.pad(one, [(0, 0), (0, steps), *[(0, 0)] * (one.ndim - 2)], constant_values=value)
        for one, value in zip(inputs, _masked_values(model), strict=True)
    ]
    pairs = zip(_call(subject, longer), _call(subject, inputs), strict=True)
    return [after[:, : before.shape[1]] if after.shape != before.shape else after for after, before in pairs]


_PADDING = "further steps that are masked"
_RELATIONS: dict[str, Callable[[Any, Arrays, _Options], Arrays]] = {
    "another order of the samples": _call_reordered,
    "samples in two batches": _call_in_parts,
    "samples one by one": _call_one_by_one,
    "called again": _call_again,
    "called without being compiled": _call_eagerly,
    "saved and loaded": _call_saved,
    _PADDING: _call_padded,
}
"""What changes nothing in what a model gives for a sample."""
OF_SAMPLES = ("another order of the samples", "samples in two batches", "samples one by one")
"""Those that take samples apart, or in another order."""

_HANDLERS: dict[str, Callable[..., Any]] = {
    "begin": begin,
    "describe": describe,
    "run": run,
    "run perturbed": run_perturbed,
    "relations": list_relations,
    "run related": run_related,
    "export": export,
    "run exported": run_exported,
}


if __name__ == "__main__":
    serve(int(sys.argv[1]), int(sys.argv[2]))
