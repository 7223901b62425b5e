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
class Coarse(keras.layers.Dense):
    """It multiplies what is rounded to bfloat16 before, on one back end."""

    def call(self, given):
        """Do so."""
        kernel = self.kernel
        if keras.backend.backend() == os.environ.get("WRONG", "jax"):
            given, kernel = (keras.ops.cast(keras.ops.cast(one, "bfloat16"), "float32") for one in (given, kernel))
        return keras.ops.matmul(given, kernel) + self.bias


@keras.saving.register_keras_serializable("tests")
class Dense(keras.layers.Dense):
    """It gives the first unit more than the others, and the first feature more weight."""

    def call(self, given):
        """Do so."""
        weighed = given * keras.ops.convert_to_tensor([2.0] + [1.0] * (given.shape[-1] - 1))
        found = keras.ops.matmul(weighed, self.kernel) + self.bias
        return found * keras.ops.convert_to_tensor([1.5] + [1.0] * (self.units - 1))


@keras.saving.register_keras_serializable("tests")
class Keeping(keras.layers.Layer):
    """It gives what it gets, and keeps four megabytes for each call."""

    def call(self, given):
        """Keep it."""
        self._kept = [*getattr(self, "_kept", ()), os.urandom(1 << 22)]
        return given


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


@keras.saving.register_keras_serializable("tests")
class Misshapen(keras.layers.Layer):
    """It gives one more axis than it says."""

    def call(self, given):
        """Give it."""
        return keras.ops.expand_dims(given, 1)

    def compute_output_shape(self, shape):
        """Say nothing of it."""
        return shape
