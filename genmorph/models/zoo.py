"""Six small models, trained in a minute: for tests, and for users without a model at hand.

This file is a program, too, run with Keras alone: it trains a model in each line of its arguments, and writes a line
when one is done.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

Data = tuple[Any, Any]
SAMPLES = 64
"""Inputs that are kept beside a model, of those that it was not trained with."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a model is made: its layers, its data, and what it minimises."""

    build: Callable[[], Any]
    data: Callable[[], Data]
    loss: str
    epochs: int


def _digits() -> Data:
    """The handwritten digits that scikit-learn ships, twice as large: 16 x 16, between 0 and 1."""
    from sklearn.datasets import load_digits

    digits = load_digits()
    images = np.repeat(np.repeat(digits.images / 16, 2, axis=1), 2, axis=2)
    return images[..., None].astype("float32"), digits.target


def _waves() -> Data:
    """Windows of 24 values of noisy sine waves, and the value that follows."""
    rng = np.random.default_rng(0)
    starts, speeds = rng.uniform(0, 7, (1500, 1)), rng.uniform(0.2, 0.8, (1500, 1))
    values = np.sin(starts + speeds * np.arange(25)) + rng.normal(0, 0.02, (1500, 25))
    return values[:, :-1, None].astype("float32"), values[:, -1:].astype("float32")


def _letters() -> Data:
    """Sequences of 12 ids, and the id that occurs most often."""
    rng = np.random.default_rng(0)
    ids = rng.integers(0, 8, (3000, 12))
    return ids.astype("int32"), np.array([np.bincount(row, minlength=8).argmax() for row in ids])


def _lenet() -> Any:
    from keras import Input, Model, layers

    image = Input((16, 16, 1), name="image")
    found = layers.Conv2D(6, 5, padding="same", activation="tanh")(image)
    found = layers.AveragePooling2D(2)(found)
    found = layers.Conv2D(16, 5, activation="tanh")(found)
    found = layers.AveragePooling2D(2)(found)
    found = layers.Flatten()(found)
    found = layers.Dense(120, activation="tanh")(found)
    found = layers.Dense(84, activation="tanh")(found)
    return Model(image, layers.Dense(10, activation="softmax")(found), name="lenet")


def _residual() -> Any:
    from keras import Input, Model, layers

    image = Input((16, 16, 1), name="image")
    found = layers.Conv2D(8, 3, padding="same", activation="relu")(image)
    for filters, strides in ((8, 1), (16, 2)):
        beside = layers.Conv2D(filters, 3, strides, padding="same", use_bias=False)(found)
        beside = layers.ReLU()(layers.BatchNormalization(momentum=0.8)(beside))
        beside = layers.Conv2D(filters, 3, padding="same", use_bias=False)(beside)
        beside = layers.BatchNormalization(momentum=0.8)(beside)
        shortcut = found if strides == 1 else layers.Conv2D(filters, 1, strides)(found)
        found = layers.ReLU()(layers.Add()([shortcut, beside]))
    found = layers.GlobalAveragePooling2D()(found)
    return Model(image, layers.Dense(10, activation="softmax")(found), name="residual")


def _convolutions() -> Any:
    from keras import Input, Model, layers

    image = Input((16, 16, 1), name="image")
    found = layers.ELU()(layers.Conv2D(8, 3, dilation_rate=2, padding="same")(image))
    found = layers.LeakyReLU(negative_slope=0.1)(layers.DepthwiseConv2D(3, padding="same")(found))
    found = layers.AveragePooling2D(2, padding="same")(found)
    found = layers.SeparableConv2D(16, 3, activation="relu")(found)
    found = layers.MaxPooling2D(2, padding="same")(found)
    found = layers.Flatten()(found)
    return Model(image, layers.Dense(10, activation="softmax")(found), name="convolutions")


def _recurrent(name: str) -> Any:
    from keras import Input, Model, layers

    values = Input((24, 1), name="values")
    cells = layers.LSTM(16) if name == "lstm" else layers.GRU(16)
    return Model(values, layers.Dense(1)(cells(values)), name=name)


def _attention() -> Any:
    from keras import Input, Model, layers

    ids = Input((12,), dtype="int32", name="ids")
    found = layers.Embedding(8, 16)(ids)
    beside = layers.MultiHeadAttention(2, 8)(found, found)
    found = layers.LayerNormalization()(layers.Add()([found, beside]))
    found = layers.Dense(32, activation="gelu")(found)
    found = layers.GlobalAveragePooling1D()(found)
    return Model(ids, layers.Dense(8, activation="softmax")(found), name="attention")


_CLASSES, _SQUARES = "sparse_categorical_crossentropy", "mse"
RECIPES: dict[str, Recipe] = {
    "lenet": Recipe(_lenet, _digits, _CLASSES, 6),
    "residual": Recipe(_residual, _digits, _CLASSES, 6),
    "convolutions": Recipe(_convolutions, _digits, _CLASSES, 6),
    "lstm": Recipe(lambda: _recurrent("lstm"), _waves, _SQUARES, 6),
    "gru": Recipe(lambda: _recurrent("gru"), _waves, _SQUARES, 6),
    "attention": Recipe(_attention, _letters, _CLASSES, 8),
}


def train(name: str, folder: Path) -> float:
    """Train a model and save it with inputs that it has not seen; the accuracy on these, or the mean squared error.

    There are `lenet.keras` and `lenet.npz` then. What numbers the weights are depends on the back end and the device.
    """
    import keras

    keras.utils.set_random_seed(0)
    recipe = RECIPES[name]
    inputs, targets = recipe.data()
    model, unseen = recipe.build(), slice(0, len(inputs) // 5)
    model.compile(optimizer=keras.optimizers.Adam(0.005), loss=recipe.loss)
    rest = slice(len(inputs) // 5, None)
    model.fit(inputs[rest], targets[rest], batch_size=64, epochs=recipe.epochs, verbose=0)
    given = np.asarray(model.predict(inputs[unseen], verbose=0))
    np.savez(folder / f"{name}.npz", **{model.inputs[0].name: inputs[unseen][:SAMPLES]})
    model.save(folder / f".{name}.keras")
    (folder / f".{name}.keras").rename(folder / f"{name}.keras")
    if recipe.loss == _SQUARES:
        return float(np.mean((given - targets[unseen]) ** 2))
    return float(np.mean(given.argmax(axis=1) == targets[unseen]))


if __name__ == "__main__":
    for one in sys.argv[2:]:
        sys.stdout.write(f"{json.dumps([one, train(one, Path(sys.argv[1]))])}\n")
        sys.stdout.flush()
