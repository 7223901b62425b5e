"""Models as Keras loads them: opened, in double precision, called."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

_DOUBLE = "float64"
_SINGLES = ("float32", "float16", "bfloat16")
_POLICIES = (*_SINGLES, "mixed_float16", "mixed_bfloat16")
"""What a layer may say that it computes in, other than doubles."""
Arrays = list[np.ndarray[Any, Any]]


@contextmanager
def precision(double: bool) -> Iterator[None]:
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


def loaded(path: str) -> Any:
    """Load a model; ValueError where it does not say what it takes."""
    import keras

    model = keras.saving.load_model(path, compile=False)
    if not getattr(model, "inputs", None):
        raise ValueError(f"a model must say the shape of its inputs, got {type(model).__name__} {model.name}")
    return model


def calls_of(layer: Any, model: Any) -> list[Any]:
    """The nodes of a layer in a model: one for each time that it is called there."""
    graph = getattr(model, "_functional", None) or model  # a sequential model has one inside
    inside = {id(node) for nodes in graph._nodes_by_depth.values() for node in nodes}
    return [node for node in layer._inbound_nodes if id(node) in inside]


def with_layers(path: str, layers: bool, double: bool) -> tuple[Any, dict[str, list[int]]]:
    """The model from a list of its inputs, and where what its layers give stands behind its own outputs."""
    import keras

    model = _as_double(loaded(path)) if double else loaded(path)
    tensors, places = list(model.outputs), {}
    for layer in model.layers if layers else ():
        given = [tensor for node in calls_of(layer, model) for tensor in node.outputs]
        places[layer.name] = list(range(len(tensors), len(tensors) + len(given)))
        tensors += given
    return keras.Model(list(model.inputs), tensors), places


def plain(model: Any) -> Any:
    """The model from a list of its inputs."""
    import keras

    return keras.Model(list(model.inputs), list(model.outputs))


def _as_double(model: Any) -> Any:
    """The model with all floats in double precision."""
    import keras

    fresh = keras.saving.deserialize_keras_object(_in_double(keras.saving.serialize_keras_object(model)))
    weights = [np.asarray(one, _DOUBLE) if one.dtype in _SINGLES else one for one in model.get_weights()]
    set_weights(fresh, weights)
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


def set_weights(model: Any, weights: Arrays) -> None:
    """Set all weights, also those from which a layer has computed others when it was loaded."""
    model.set_weights(weights)
    for layer in model._flatten_layers():
        if hasattr(layer, "finalize_state"):
            layer.finalize_state()


def read(path: str, double: bool) -> Arrays:
    """Read arrays, in double precision where that is asked for."""
    with np.load(path, allow_pickle=False) as file:
        arrays = [file[f"arr_{place}"] for place in range(len(file.files))]
    return [one.astype(_DOUBLE) if double and np.issubdtype(one.dtype, np.floating) else one for one in arrays]


def call(model: Any, inputs: Arrays) -> Arrays:
    """What a model gives, without training; all inputs in one batch, as in `predict`. NumPy has no bfloat16."""
    return as_arrays(model.predict_on_batch(inputs))


def call_each(model: Any, inputs: Arrays, change: Callable[[Any], Any]) -> Arrays:
    """What a model gives, without training, where inputs and what each of its layers gives are changed as arrays."""
    import keras

    def changed(tensor: Any) -> Any:
        found = keras.ops.convert_to_tensor(change(keras.ops.convert_to_numpy(tensor)), dtype=tensor.dtype)
        _take_mask(tensor, found)
        return found

    def changing(operation: Any) -> Callable[..., Any]:
        fixed = {"training": False} if getattr(operation, "_call_has_training_arg", False) else {}
        return lambda *given, **named: keras.tree.map_structure(changed, operation(*given, **{**named, **fixed}))

    tensors = [changed(keras.ops.convert_to_tensor(one)) for one in inputs]
    given = keras.tree.flatten(model._run_through_graph(tensors, changing))
    return as_arrays([keras.ops.convert_to_numpy(one) for one in given])


def _take_mask(tensor: Any, other: Any) -> None:
    """Give another tensor the mask of one; of NumPy Keras keeps masks beside the arrays."""
    try:
        from keras.src.backend import get_keras_mask, set_keras_mask
    except ImportError:  # an older Keras
        if getattr(tensor, "_keras_mask", None) is not None:
            other._keras_mask = tensor._keras_mask
        return
    if (mask := get_keras_mask(tensor)) is not None:
        set_keras_mask(other, mask)


def as_arrays(given: Any) -> Arrays:
    """What a model gives as a list of arrays of types that NumPy has."""
    found = [np.asarray(one) for one in (given if isinstance(given, (list, tuple)) else [given])]
    return [one if one.dtype.kind in "biuf" else one.astype(np.float32) for one in found]
