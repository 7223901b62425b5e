"""Make small models in a folder: run by its file name, with Keras alone."""

import sys
from pathlib import Path

import keras
import numpy as np
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


def looked_up() -> Model:
    """Ids that Keras takes as floats where nothing else is said."""
    ids = Input((6,), name="ids")
    return Model(ids, layers.Dense(2)(layers.Flatten()(layers.Embedding(20, 3)(ids))))


def fixed() -> Model:
    """Two samples, no more and no fewer, in a dict of inputs with odd names."""
    given = {"len": Input(batch_shape=(2, 3), name="len"), "two words": Input(batch_shape=(2, 3), name="two words")}
    return Model(given, {"sum": layers.Add()(list(given.values()))})


def adapted() -> Model:
    """A layer that computes what it scales by where it is loaded."""
    given, scaled = Input((3,), name="values"), layers.Normalization(mean=[2.0, 40.0, -7.0], variance=[3.0, 90.0, 0.1])
    learnt = layers.Normalization()
    learnt.adapt(np.random.default_rng(0).normal(5, 3, (50, 3)))
    return Model(given, layers.Dense(2)(scaled(learnt(given))))


def mixed() -> Model:
    """Half precision, which rounds more coarsely."""
    given = Input((8,), name="values")
    found = layers.Dense(16, activation="relu", dtype="mixed_float16")(given)
    return Model(given, layers.Dense(2, dtype="float32")(found))


def nested() -> Model:
    """A model inside of a model."""
    ids, inside = Input((4,), dtype="int32", name="ids"), Input((4,), dtype="int32", name="inside")
    inner = Model(inside, layers.Embedding(3, 2)(inside), name="inner")
    return Model(ids, layers.GlobalAveragePooling1D()(inner(ids)))


def ours(factor: str) -> Model:
    """A layer of one's own."""
    sys.path.insert(0, str(Path(__file__).parent))
    from own_layers import Scaled

    given = Input((5,), name="values")
    return Model(given, layers.Dense(2, name="after")(Scaled(factor, name="scaled")(layers.Dense(5)(given))))


def masked() -> Model:
    """A series whose masked steps do not count."""
    ids = Input((None,), dtype="int32", name="ids")
    return Model(ids, layers.LSTM(3)(layers.Embedding(9, 2, mask_zero=True)(ids)))


def sequence() -> Model:
    """A layer of one's own between others, in a row."""
    sys.path.insert(0, str(Path(__file__).parent))
    from own_layers import Scaled

    return Sequential([Input((5,)), layers.Dense(5), layers.Dense(4), Scaled("wrong"), layers.Dense(2)])


def coarse() -> Model:
    """A layer with a kernel of coarser precision between others."""
    sys.path.insert(0, str(Path(__file__).parent))
    from own_layers import Coarse

    given = Input((5,), name="values")
    return Model(given, layers.Dense(2)(Coarse(7)(layers.Dense(6, activation="relu")(given))))


def partial() -> Model:
    """Layers that do not treat features and units alike."""
    sys.path.insert(0, str(Path(__file__).parent))
    from own_layers import Dense

    given = Input((5,), name="values")
    return Model(given, Dense(3)(Dense(4)(given)))


def operations() -> Model:
    """Operations between layers, and beside one, and a last layer whose activation is a layer."""
    given = Input((4,), name="values")
    found = layers.Dense(3)(given) * 2.0 + 1.0
    return Model(given, layers.Dense(2, activation=layers.LeakyReLU())(found) + given[:, :2])


def exploding() -> Model:
    """Numbers that grow beyond those whose squares single precision has."""
    given = Input((4,), name="values")
    return Model(given, layers.Dense(2)(layers.LayerNormalization()(layers.Activation("exponential")(given))))


def infinite() -> Model:
    """Numbers that are infinite rightly, and a layer of one's own behind others that are not."""
    sys.path.insert(0, str(Path(__file__).parent))
    from own_layers import Scaled

    given = Input((4,), name="values")
    bounded = layers.Activation("tanh")(layers.Activation("exponential")(layers.Rescaling(1e30)(given)))
    return Model(given, Scaled("nan", name="scaled")(bounded))


def late() -> Model:
    """A layer of one's own behind numbers that overflow."""
    sys.path.insert(0, str(Path(__file__).parent))
    from own_layers import Scaled

    given = Input((4,), name="values")
    normalised = layers.LayerNormalization()(layers.Activation("exponential")(given))
    return Model(given, layers.Dense(2)(Scaled("wrong", name="scaled")(normalised)))


def behind_operations() -> Model:
    """Ids that are rounded before they are looked up."""
    ids = Input((6,), name="ids")
    return Model(ids, layers.Dense(2)(layers.Flatten()(layers.Embedding(20, 3)(keras.ops.floor(ids)))))


def equal() -> Model:
    """Numbers that are equal but for rounding, and are divided by how far they are apart."""
    given = Input((6,), name="values")
    repeated = layers.Dense(4)(layers.RepeatVector(12)(given))
    return Model(given, layers.GroupNormalization(groups=4, epsilon=1e-5)(repeated))


def behind() -> Model:
    """Ids that go through layers before they are looked up, and images that are only flipped while a model learns."""
    ids, image = Input((6,), name="ids"), Input((4, 4, 1), name="image")
    found = layers.Flatten()(layers.Embedding(20, 3)(layers.Dropout(0.5)(layers.Reshape((6,))(ids))))
    return Model(
        [ids, image], layers.Dense(2)(layers.Concatenate()([found, layers.Flatten()(layers.RandomFlip()(image))]))
    )


def odd(layer: str) -> Model:
    """A layer that should not do what it does."""
    sys.path.insert(0, str(Path(__file__).parent))
    import own_layers

    given = Input((5,), name="values")
    return Model(given, getattr(own_layers, layer)()(layers.Dense(5)(given)))


if __name__ == "__main__":
    keras.utils.set_random_seed(1)
    folder = Path(sys.argv[1])
    image().save(folder / "image.keras")
    words().save(folder / "words.keras")
    Sequential([Input((None, 2)), layers.LSTM(3)]).save(folder / "series.keras")
    sequence().save(folder / "sequence.keras")
    for layer in ("Centred", "Counting", "Keeping", "Misshapen"):
        odd(layer).save(folder / f"{layer.lower()}.keras")
    for build in (
        looked_up,
        fixed,
        adapted,
        mixed,
        nested,
        masked,
        coarse,
        partial,
        operations,
        exploding,
        equal,
        behind,
        behind_operations,
        infinite,
        late,
    ):
        build().save(folder / f"{build.__name__}.keras")
    for deed in ("same", "wrong", "nan", "exits", "hangs", "raises"):
        ours(deed).save(folder / f"{deed}.keras")
