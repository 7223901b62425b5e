"""A layer that does as it is told on one back end, JAX where nothing else is said, and nothing elsewhere."""

import os
import time

import keras


@keras.saving.register_keras_serializable("tests")
class Scaled(keras.layers.Layer):
    """It gives what it gets, or not."""

    def __init__(self, deed: str, **options) -> None:
        super().__init__(**options)
        self.deed = deed

    def call(self, given):
        """Do the deed."""
        if keras.backend.backend() != os.environ.get("WRONG", "jax"):
            return given
        match self.deed:
            case "wrong":
                return given * 1.001
            case "nan":
                return given / 0
            case "exits":
                os._exit(3)
            case "hangs":
                time.sleep(60)
            case "raises":
                raise RuntimeError("no such kernel")
        return given

    def get_config(self):
        """Say what is to be kept."""
        return {**super().get_config(), "deed": self.deed}


@keras.saving.register_keras_serializable("tests")
class Centred(keras.layers.Layer):
    """It takes the mean of the batch away, as no layer should when it predicts."""

    def call(self, given):
        """Do it."""
        return given - keras.ops.mean(given, axis=0, keepdims=True)


@keras.saving.register_keras_serializable("tests")
class Counting(keras.layers.Layer):
    """It gives what it gets, and more with each call that is run."""

    def build(self, _shape) -> None:
        """Make the counter."""
        self.calls = self.add_weight(name="calls", initializer="zeros", trainable=False)

    def call(self, given):
        """Count."""
        self.calls.assign(self.calls + 1.0)
        return given + self.calls
