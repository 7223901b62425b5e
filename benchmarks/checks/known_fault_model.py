"""Make the model of a known fault: run by its file name, in the environment that has the fault, with Keras alone."""

import json
import sys
from typing import Any

import keras


def made(layer: list[Any]) -> Any:
    """A layer of its name and its parameters, of which some may be lists of layers."""
    name, parameters = layer
    given = {one: _parameter(value) for one, value in parameters.items()}
    return getattr(keras.layers, name)(**given)


def _parameter(value: Any) -> Any:
    if isinstance(value, list) and value and isinstance(value[0], list) and isinstance(value[0][0], str):
        return [made(one) for one in value]
    return tuple(map(tuple, value)) if isinstance(value, list) and value and isinstance(value[0], list) else value


if __name__ == "__main__":
    fault = json.loads(sys.argv[1])
    keras.utils.set_random_seed(0)
    given = keras.Input(fault["shape"], dtype=fault["dtype"])
    found = given
    for layer in fault["layers"]:
        found = made(layer)(found)
    keras.Model(given, found).save(sys.argv[2])
