"""Make small models in a folder: run by its file name, with Keras alone."""

import sys
from pathlib import Path

import keras
from keras import Input, Model, Sequential, layers


def image() -> Model:
    """Convolution, normalisation and an exponential, which all round."""
    given = Input((8, 8, 1), name="image")
    found = layers.BatchNormalization()(layers.Conv2D(4, 3, activation="elu")(given))
    return Model(given, layers.Dense(3, activation="softmax")(layers.Flatten()(found)))


def words() -> Model:
    """Ids of a table, two inputs, a layer that is called twice, and two outputs."""
    ids, weight = Input((6,), dtype="int32", name="ids"), Input((1,), name="weight")
    shared = layers.Dense(4, activation="tanh", name="shared")
    first = shared(layers.Flatten()(layers.Embedding(20, 3)(ids)))
    again = shared(layers.Concatenate()([first] * 4 + [weight] * 2))
    return Model([ids, weight], [first, layers.Add()([first, again])])


def ours(factor: str) -> Model:
    """A layer of one's own."""
    sys.path.insert(0, str(Path(__file__).parent))
    from own_layers import Scaled

    given = Input((5,), name="values")
    return Model(given, layers.Dense(2, name="after")(Scaled(factor, name="scaled")(layers.Dense(5)(given))))


if __name__ == "__main__":
    keras.utils.set_random_seed(1)
    folder = Path(sys.argv[1])
    image().save(folder / "image.keras")
    words().save(folder / "words.keras")
    Sequential([Input((None, 2)), layers.LSTM(3)]).save(folder / "series.keras")
    for deed in ("same", "wrong", "nan", "exits", "hangs", "raises"):
        ours(deed).save(folder / f"{deed}.keras")
