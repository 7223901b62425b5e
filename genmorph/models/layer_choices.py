"""Layers that may be added to a model: all that the installed Keras has, with parameters at their boundaries.

Defaults hide faults, so that each parameter is also taken at its other values, one at a time; what decides how much is
padded also with padding.
"""

import inspect
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from genmorph.models.graphs import Entry
from genmorph.settings import MODELS

Shape = tuple[int | None, ...]

NEEDED: Mapping[str, Any] = {
    "filters": 3,
    "kernel_size": 3,
    "units": 5,
    "pool_size": 2,
    "output_size": 2,
    "size": 2,
    "n": 2,
    "num_heads": 2,
    "key_dim": 3,
    "height": 5,
    "width": 5,
    "scale": 0.5,
    "target_shape": (-1,),
    "dims": (1,),
    "rate": 0.5,
    "stddev": 0.1,
    "activation": "tanh",
}
"""What a parameter without a default gets."""
BOUNDARIES: Mapping[str, Sequence[Any]] = {
    "padding": ("valid", "same", "causal"),
    "strides": (1, 2, 3),
    "dilation_rate": (2, 3),
    "kernel_size": (1, 2, 5),
    "pool_size": (3,),
    "depth_multiplier": (2,),
    "groups": (1, 2, -1),
    "epsilon": (1e-3, 1e-7, 1e-12),
    "axis": (1, -1, 2),
    "alpha": (0.01, 2.0),
    "negative_slope": (0.01, 0.5),
    "max_value": (1.0, 6.0),
    "threshold": (0.5,),
    "activation": ("relu", "elu", "selu", "softplus", "gelu", "silu", "softmax", "hard_sigmoid", "exponential", "mish"),
    "recurrent_activation": ("hard_sigmoid", "tanh"),
    "use_bias": (True, False),
    "center": (False,),
    "scale": (False,),
    "return_sequences": (True,),
    "go_backwards": (True,),
    "reset_after": (False,),
    "merge_mode": ("sum", "mul", "ave"),
    "interpolation": ("nearest", "bilinear", "bicubic", "lanczos3", "lanczos5"),
    "cropping": (1, (1, 2)),
    "data_format": ("channels_first",),
    "keepdims": (True,),
    "offset": (0.5,),
}
"""Further values of parameters; a layer that does not take one is left out."""
_WINDOW = frozenset({"dilation_rate", "kernel_size", "pool_size", "strides"})
"""What decides how much is padded: faults of that show only where something is."""
UNSUITED = frozenset(
    {
        *("InputLayer", "Lambda", "Layer", "Wrapper", "Pipeline", "TFSMLayer", "JaxLayer", "FlaxLayer"),
        *("TorchModuleWrapper", "Hashing", "HashedCrossing", "StringLookup", "IntegerLookup", "TextVectorization"),
        *("CategoryEncoding", "Discretization", "Embedding", "ReversibleEmbedding", "MaxNumBoundingBoxes"),
        *("InputSpec", "Normalization", "ActivityRegularization", "AugMix", "CutMix", "MixUp", "RandAugment"),
    }
)
"""No layers, layers that hold other programs, that take ids or texts, or that do nothing where nothing is trained."""


@cache
def layers_keeping(shape: Shape) -> tuple[Entry, ...]:
    """The layers that give a tensor of the shape that they get."""
    return tuple(entry for entry, given in _called(shape) if given == shape)


@cache
def layers_restored(shape: Shape) -> tuple[tuple[Entry, ...], ...]:
    """Layers that give another shape, each followed by dense ones that restore it; none where sizes are open."""
    if None in shape[1:]:
        return ()
    wanted = [size for size in shape[1:] if size is not None]
    return tuple(
        (entry, *_restoring(wanted))
        for entry, given in _called(shape)
        if given != shape and _weights(given, wanted) <= MODELS.restoring_weights
    )


def _weights(given: Shape, wanted: Sequence[int]) -> float:
    """How many weights it takes to restore a shape; infinitely many where sizes are open."""
    sizes = [size if size is not None else math.inf for size in given[1:]]
    return math.prod(sizes) * math.prod(wanted)


def _restoring(shape: Sequence[int]) -> list[Entry]:
    from keras import layers

    return [_written(one, {}) for one in (layers.Flatten(), layers.Dense(math.prod(shape)), layers.Reshape(shape))]


def _written(layer: Any, chosen: Mapping[str, Any]) -> Entry:
    import keras

    return {**keras.saving.serialize_keras_object(layer), "chosen": dict(chosen)}


@cache
def _called(shape: Shape) -> tuple[tuple[Entry, Shape], ...]:
    """All layers that take a tensor of the shape, with what they give."""
    import keras

    found = []
    for kind in _kinds():
        for chosen in _options(kind):
            with suppress(Exception):  # Keras says in many ways that a layer does not take a tensor
                layer = kind(**chosen)
                found.append((_written(layer, chosen), tuple(layer(keras.KerasTensor(shape)).shape)))
    return tuple(found)


def _kinds() -> list[type]:
    """The classes of layers by name, each once; random ones do nothing where nothing is trained."""
    from keras import layers

    named = sorted((name, one) for name, one in vars(layers).items() if isinstance(one, type))
    suited = [
        one
        for name, one in named
        if name not in UNSUITED and not name.startswith("Random") and not name.endswith("Cell")
    ]
    return list(dict.fromkeys(suited))


def _options(kind: type) -> Iterator[dict[str, Any]]:
    """What a layer is made with: its defaults, and each parameter at its boundaries."""
    parameters = inspect.signature(kind).parameters
    needed = {
        name: NEEDED[name]
        for name, one in parameters.items()
        if name in NEEDED and one.default is inspect.Parameter.empty and one.kind is not inspect.Parameter.VAR_KEYWORD
    }
    yield needed
    for name in sorted(parameters.keys() & BOUNDARIES.keys()):
        for value in BOUNDARIES[name]:
            if value != needed.get(name, parameters[name].default):
                yield {**needed, name: value}
                if name in _WINDOW and "padding" in parameters:
                    yield {**needed, name: value, "padding": "same"}
