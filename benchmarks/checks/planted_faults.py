"""Faults of a back end, each put into one layer of Keras: imported by the process of a back end that is to have one.

`FAULT` names the fault, `FAULTY` the back end that has it; in the processes of others nothing is changed.
"""

import functools
import os
from collections.abc import Callable, Mapping
from typing import Any

import keras
from keras import layers, ops

Call = Callable[..., Any]


def _around(layer: type, change: Callable[[Call, Any, Any], Any], name: str = "call") -> None:
    """Let a method of a layer give what `change` makes of it, of the layer and of its inputs."""
    given = getattr(layer, name)

    @functools.wraps(given)
    def changed(self: Any, inputs: Any, *further: Any, **named: Any) -> Any:
        return change(lambda one: given(self, one, *further, **named), self, inputs)

    setattr(layer, name, changed)


def _with(layer: Any, name: str, value: Any, call: Callable[[], Any]) -> Any:
    """What a call gives while an attribute of a layer is another one."""
    known = getattr(layer, name)
    object.__setattr__(layer, name, value)
    try:
        return call()
    finally:
        object.__setattr__(layer, name, known)


def _wrong_epsilon() -> None:
    _around(
        layers.BatchNormalization,
        lambda call, layer, inputs: _with(layer, "epsilon", 2 * layer.epsilon, lambda: call(inputs)),
    )


def _alpha_of_elu() -> None:
    _around(layers.ELU, lambda call, _, inputs: ops.where(call(inputs) < 0, 0.98 * call(inputs), call(inputs)))


def _padding_of_averages() -> None:
    """Zeros that are padded count."""

    def change(call: Call, layer: Any, inputs: Any) -> Any:
        found = call(inputs)
        if layer.padding != "same":
            return found
        pads = [
            max((after - 1) * stride + size - before, 0)
            for before, after, size, stride in zip(
                inputs.shape[1:3], found.shape[1:3], layer.pool_size, layer.strides, strict=True
            )
        ]
        around = [[0, 0], *([pad // 2, pad - pad // 2] for pad in pads), [0, 0]]
        counted = ops.pad(ops.ones_like(inputs), around)
        return found * ops.average_pool(counted, layer.pool_size, layer.strides, "valid")

    _around(layers.AveragePooling2D, change)


def _rounding_of_strides() -> None:
    """A window begins one place later where strides leave something over."""

    def change(call: Call, layer: Any, inputs: Any) -> Any:
        is_left_over = any(size % layer.strides[0] for size in inputs.shape[1:3])
        return call(ops.roll(inputs, -1, axis=1)) if max(layer.strides) > 1 and is_left_over else call(inputs)

    _around(layers.Conv2D, change)


def _reset_gate() -> None:
    _around(
        layers.GRUCell,
        lambda call, layer, inputs: _with(
            layer, "recurrent_activation", keras.activations.hard_sigmoid, lambda: call(inputs)
        ),
    )


def _axis_of_softmax() -> None:
    _around(
        layers.Softmax,
        lambda call, layer, inputs: _with(
            layer, "axis", 1 if len(inputs.shape) > 2 else layer.axis, lambda: call(inputs)
        ),
    )


def _slope() -> None:
    _around(
        layers.LeakyReLU,
        lambda call, layer, inputs: _with(layer, "negative_slope", 1.02 * layer.negative_slope, lambda: call(inputs)),
    )


def _transposed_kernel() -> None:
    def change(call: Call, _: Any, inputs: Any) -> Any:
        return ops.swapaxes(call(ops.swapaxes(inputs, 1, 2)), 1, 2)

    _around(layers.DepthwiseConv2D, change)


def _no_dilation() -> None:
    def change(call: Call, layer: Any, inputs: Any) -> Any:
        return _with(layer, "dilation_rate", (1, 1), lambda: call(inputs)) if layer.padding == "same" else call(inputs)

    _around(layers.Conv2D, change)


def _corner() -> None:
    """The first number of each image is not interpolated."""

    def change(call: Call, layer: Any, inputs: Any) -> Any:
        found = call(inputs)
        if layer.interpolation != "bilinear":
            return found
        nearest = ops.repeat(ops.repeat(inputs, layer.size[0], axis=1), layer.size[1], axis=2)
        row, column = ops.arange(found.shape[1]) == 0, ops.arange(found.shape[2]) == 0
        is_corner = ops.logical_and(row[:, None], column[None, :])[None, :, :, None]
        return ops.where(is_corner, nearest * 1.01, found)

    _around(layers.UpSampling2D, change)


def _variance() -> None:
    """Divided by one less."""

    def change(call: Call, _: Any, inputs: Any) -> Any:
        size = inputs.shape[-1]
        return call(inputs) * ((size - 1) / size) ** 0.5

    _around(layers.LayerNormalization, change)


def _cumulative_mask() -> None:
    """What follows something masked is masked as well."""

    def change(call: Call, _: Any, inputs: Any) -> Any:
        found = call(inputs)
        kept = ops.cast(ops.any(ops.not_equal(found, 0.0), axis=-1, keepdims=True), found.dtype)
        return found * (ops.cumsum(1 - kept, axis=1) == 0)

    _around(layers.Masking, change)


FAULTS: Mapping[str, Callable[[], None]] = {
    "wrong epsilon": _wrong_epsilon,
    "alpha of ELU": _alpha_of_elu,
    "padding of averages": _padding_of_averages,
    "rounding of strides": _rounding_of_strides,
    "reset gate": _reset_gate,
    "axis of softmax": _axis_of_softmax,
    "leaky slope": _slope,
    "transposed kernel": _transposed_kernel,
    "dilation ignored": _no_dilation,
    "bilinear corner": _corner,
    "variance": _variance,
    "cumulative mask": _cumulative_mask,
}

if keras.backend.backend() == os.environ.get("FAULTY"):
    FAULTS[os.environ["FAULT"]]()
