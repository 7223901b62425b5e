"""What must not change what a model gives for a sample."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .opening import Arrays, as_arrays, call, calls_of, loaded, plain, read

_Options = Mapping[str, Any]


def list_relations(model: str) -> list[str]:
    """The names of the relations that a model should satisfy on its own."""
    subject = loaded(model)
    has_open_batches = all(tensor.shape[0] is None for tensor in subject.inputs)
    left_out = set(() if has_open_batches else OF_SAMPLES)
    asked = {_PADDING: _masked_values, _UNITS: _last_units, _FEATURES: _first_features}
    left_out |= {name for name, suits in asked.items() if not suits(subject)}
    return [name for name in _RELATIONS if name not in left_out]


def run_related(model: str, inputs: str, outputs: str, relation: str, **options: Any) -> dict[str, list[int]]:
    """Keep what a model gives where a relation says that it gives the same as for the inputs as they are.

    The options are a file that a model may be kept in `beside`, how many `steps` come behind the last one, and how many
    samples are tried `alone`.
    """
    np.savez(outputs, *_RELATIONS[relation](loaded(model), read(inputs, double=False), options))
    return {}


def _call_reordered(model: Any, inputs: Arrays, _options: _Options) -> Arrays:
    return [one[::-1] for one in call(plain(model), [one[::-1] for one in inputs])]


def _call_in_parts(model: Any, inputs: Arrays, _options: _Options) -> Arrays:
    return _joined(plain(model), inputs, np.array_split(np.arange(len(inputs[0])), 2))


def _call_one_by_one(model: Any, inputs: Arrays, options: _Options) -> Arrays:
    """The first samples alone; the others as they are."""
    places, subject = np.arange(len(inputs[0])), plain(model)
    return _joined(subject, inputs, [*places[: options["alone"], None], places[options["alone"] :]])


def _joined(model: Any, inputs: Arrays, parts: Any) -> Arrays:
    """What a model gives for parts of the samples, one behind the other."""
    given = [call(model, [one[part] for one in inputs]) for part in parts if len(part)]
    return [np.concatenate(arrays) for arrays in zip(*given, strict=True)]


def _call_again(model: Any, inputs: Arrays, _options: _Options) -> Arrays:
    subject = plain(model)
    call(subject, inputs)
    return call(subject, inputs)


def _call_eagerly(model: Any, inputs: Arrays, _options: _Options) -> Arrays:
    """What it gives without being compiled."""
    import keras

    given = plain(model)([keras.ops.convert_to_tensor(one) for one in inputs], training=False)
    return as_arrays(
        [keras.ops.convert_to_numpy(one) for one in (given if isinstance(given, (list, tuple)) else [given])]
    )


def _call_saved(model: Any, inputs: Arrays, options: _Options) -> Arrays:
    model.save(options["beside"])
    return call(plain(loaded(options["beside"])), inputs)


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
    are_known = all(type(one).__name__ in _PASS_STEPS_ON | _OF_MASKS for one in plain(model).operations)
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
    subject, steps = plain(model), options["steps"]
    longer = [
        np.pad(one, [(0, 0), (0, steps), *[(0, 0)] * (one.ndim - 2)], constant_values=value)
        for one, value in zip(inputs, _masked_values(model), strict=True)
    ]
    pairs = zip(call(subject, longer), call(subject, inputs), strict=True)
    return [after[:, : before.shape[1]] if after.shape != before.shape else after for after, before in pairs]


_KEEPS_UNITS_APART = ("linear", "relu", "sigmoid", "tanh", "elu", "selu", "gelu", "softplus", "softmax")


def _last_units(model: Any) -> Any:
    """The dense layer that gives the only output, each unit of which stands for itself; None where there is none."""
    if len(model.outputs) != 1:
        return None
    for layer in model.layers:
        nodes = calls_of(layer, model)
        if len(nodes) == 1 and any(one is model.outputs[0] for one in nodes[0].outputs):
            is_dense = type(layer).__name__ == "Dense" and layer.units > 1
            return layer if is_dense and getattr(layer.activation, "__name__", "") in _KEEPS_UNITS_APART else None
    return None


def _call_with_other_units(model: Any, inputs: Arrays, _options: _Options) -> Arrays:
    """What it gives where the units of the last layer, such as classes, stand in another order; put back in order."""
    layer = _last_units(model)
    layer.set_weights([one[..., ::-1] for one in layer.get_weights()])
    return [one[..., ::-1] for one in call(plain(model), inputs)]


def _first_features(model: Any) -> list[Any]:
    """The layers that alone get an input each, and weigh its features or channels apart; none where one does not."""
    found = []
    for tensor in model.inputs:
        takers = [
            one for one in plain(model).operations for node in calls_of(one, model) if tensor in node.input_tensors
        ]
        if any(tensor is one for one in model.outputs):
            return []
        is_alone = len(takers) == 1 and len(calls_of(takers[0], model)) == 1 and (tensor.shape[-1] or 0) > 1
        if not is_alone or not _weighs_features(takers[0]):
            return []
        found.append(takers[0])
    return found


def _weighs_features(layer: Any) -> bool:
    name = type(layer).__name__
    is_convolution = name in ("Conv1D", "Conv2D", "Conv3D") and layer.groups == 1
    return name == "Dense" or (is_convolution and layer.data_format == "channels_last")


def _call_with_other_features(model: Any, inputs: Arrays, _options: _Options) -> Arrays:
    """What it gives where features, such as the channels of an image, and their weights stand in another order."""
    for layer in _first_features(model):
        kernel, *others = layer.get_weights()
        layer.set_weights([np.flip(kernel, -2), *others])
    return call(plain(model), [one[..., ::-1] for one in inputs])


def _call_for_shapes(model: Any, inputs: Arrays, _options: _Options) -> Arrays:
    """What it gives; zeros of the shape that the model says in the place of arrays that have another one."""
    found = call(plain(model), inputs)
    return [
        one if _fits(one.shape, tensor.shape) else np.zeros([len(inputs[0]), *(size or 1 for size in tensor.shape[1:])])
        for one, tensor in zip(found, model.outputs, strict=True)
    ]


def _fits(shape: tuple[int, ...], said: tuple[int | None, ...]) -> bool:
    pairs = zip(said, shape, strict=False)
    return len(shape) == len(said) and all(size in (None, given) for size, given in pairs)


_PADDING = "further steps that are masked"
_UNITS = "units of the last layer in another order"
_FEATURES = "features and their weights in another order"
_RELATIONS: dict[str, Callable[[Any, Arrays, _Options], Arrays]] = {
    "another order of the samples": _call_reordered,
    "samples in two batches": _call_in_parts,
    "samples one by one": _call_one_by_one,
    "called again": _call_again,
    "called without being compiled": _call_eagerly,
    "saved and loaded": _call_saved,
    "the shapes that the model says": _call_for_shapes,
    _PADDING: _call_padded,
    _UNITS: _call_with_other_units,
    _FEATURES: _call_with_other_features,
}
"""What changes nothing in what a model gives for a sample."""
OF_SAMPLES = ("another order of the samples", "samples in two batches", "samples one by one")
"""Those that take samples apart, or in another order."""
