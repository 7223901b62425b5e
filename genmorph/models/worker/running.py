"""What a model gives and how far rounding moves that, and what there is to know of it."""

from typing import Any

import numpy as np

from .opening import call, call_each, calls_of, loaded, precision, read, set_weights, with_layers

_STEP = float(np.finfo(np.float32).eps)
_FLOATS = ("float", "bfloat")


def describe(model: str) -> dict[str, Any]:
    """The inputs that a model takes, the layers that it has, and how many weights."""
    opened = loaded(model)
    return {
        "inputs": [
            {
                "name": one.name,
                "samples": one.shape[0],
                "shape": list(one.shape[1:]),
                "dtype": str(one.dtype),
                "ids": number_of_ids(opened, one),
            }
            for one in opened.inputs
        ],
        "layers": [
            {"name": layer.name, "type": type(layer).__name__, "givers": _givers(layer, opened)}
            for layer in opened.layers
        ],
        "weights": int(opened.count_params()),
    }


def _givers(layer: Any, model: Any) -> list[str]:
    """The names of the layers that a layer gets something from, at once or by operations that are no layers."""
    layers = {id(one) for one in model.layers}
    found: dict[str, None] = {}
    waiting, seen = [*calls_of(layer, model)], set[int]()
    while waiting:
        for parent in waiting.pop().parent_nodes:
            if id(parent.operation) in layers:
                found[parent.operation.name] = None
            elif id(parent) not in seen:
                seen.add(id(parent))
                waiting.append(parent)
    return list(found)


def number_of_ids(model: Any, tensor: Any) -> int | None:
    """How many different numbers an input may have that is looked up in a table: in each that it is looked up in.

    None of other inputs.
    """
    found = []
    for layer in model.layers:
        for node in calls_of(layer, model):
            for place, one in enumerate(node.input_tensors):
                if one is not tensor:
                    continue
                if type(layer).__name__ == "Embedding":
                    found.append(int(layer.input_dim))
                elif getattr(layer, "inputs", None) and place < len(layer.inputs):  # a model inside of the model
                    found += [ids for ids in [number_of_ids(layer, layer.inputs[place])] if ids is not None]
    return min(found, default=None)


def run(
    model: str, inputs: str, outputs: str, layers: bool, double: bool, digits: int | None = None
) -> dict[str, list[int]]:
    """Keep what a model gives for the inputs, and what each layer of it does; the layers by name, as places there.

    Where `digits` are given, inputs and all weights but biases are rounded to so many binary ones before.
    """
    with precision(double):
        subject, watched = with_layers(model, layers, double)
        given = read(inputs, double)
        if digits is not None:
            given = [_of_digits(one, digits) for one in given]
            set_weights(subject, [_of_digits(one, digits) if one.ndim > 1 else one for one in subject.get_weights()])
        np.savez(outputs, *call(subject, given))
    return watched


def _of_digits(numbers: np.ndarray[Any, Any], digits: int) -> np.ndarray[Any, Any]:
    """The floats rounded to so many binary digits; others as they are."""
    if not np.issubdtype(numbers.dtype, np.floating):
        return numbers
    parts, exponents = np.frexp(numbers)
    return np.asarray(np.ldexp(np.round(np.ldexp(parts, digits)), exponents - digits), numbers.dtype)


def run_perturbed(model: str, inputs: str, outputs: str, layers: bool, times: int, seed: int) -> dict[str, list[int]]:
    """Keep how far what a model gives moves where all floats are rounded otherwise; computed with doubles.

    Each number is moved by half a step of the coarsest type that the model computes in, up or down, and so is what each
    layer gives: the largest of so many differences, and one step of the number itself.
    """
    step = _coarsest_step(loaded(model))
    with precision(double=True):
        subject, watched = with_layers(model, layers, double=True)
        given, weights = read(inputs, double=True), subject.get_weights()
        rng, source = np.random.default_rng(seed), call(subject, given)
        moved = [step * np.abs(one) for one in source]
        for _ in range(times):
            set_weights(subject, [_rounded_otherwise(one, step, rng) for one in weights])
            found = call_each(subject, given, lambda numbers: _rounded_otherwise(numbers, step, rng))
            with np.errstate(invalid="ignore"):
                apart = [np.abs(one - other) for one, other in zip(source, found, strict=True)]
            moved = [np.maximum(most, one) for most, one in zip(moved, apart, strict=True)]
        np.savez(outputs, *moved)
    return watched


def _rounded_otherwise(numbers: np.ndarray[Any, Any], step: float, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """The numbers moved; whole ones are no rounded ones, and may be ids, of which another one is another thing."""
    if not np.issubdtype(numbers.dtype, np.floating) or (numbers == np.round(numbers)).all():
        return numbers
    return np.asarray(numbers * (1 + step / 2 * rng.choice([-1.0, 1.0], size=numbers.shape)))


def _coarsest_step(model: Any) -> float:
    """The step at 1 of the coarsest type that a layer computes in."""
    types = [str(one.compute_dtype) for one in model.layers]
    return max([_STEP, *(_step_of(one) for one in types if one.startswith(_FLOATS))])


def _step_of(name: str) -> float:
    import ml_dtypes

    return float(ml_dtypes.finfo(name).eps)  # type: ignore[no-untyped-call]


def is_float(tensor: Any) -> bool:
    """Whether a tensor is of floats."""
    return str(tensor.dtype).startswith(_FLOATS)
