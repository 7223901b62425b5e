"""Inputs of a model: the user's own arrays, or drawn ones that suit what the model says of its inputs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from genmorph.model import UsageError
from genmorph.models.back_ends import Arrays
from genmorph.settings import MODELS

Specification = Sequence[Mapping[str, Any]]
"""Of each input its name, its number of samples where that is fixed, its shape without these, its type, and how many
ids it may be one of."""


def require_model(model: str | Path) -> Path:
    """Give the path of a model; UsageError where there is no such file."""
    path = Path(model)
    if not path.is_file():
        raise UsageError(f"model must be a .keras file, got {str(path)!r}")
    return path.resolve()


def draw_inputs(specification: Specification, samples: int, seed: int) -> Arrays:
    """Draw numbers around 0, images between 0 and 1, and ids of what is looked up in a table.

    A size that is free is `MODELS.free_size`.

    >>> drawn = draw_inputs([{"name": "x", "shape": [None, 2], "dtype": "float32", "ids": None}], 3, seed=0)
    >>> drawn[0].shape, str(drawn[0].dtype)
    ((3, 12, 2), 'float32')
    """
    rng = np.random.default_rng(seed)
    return tuple(_drawn(one, samples, rng) for one in specification)


def read_type(one: Mapping[str, Any]) -> np.dtype[Any]:
    """The type of an input; UsageError where NumPy has none such, as for texts."""
    try:
        found: np.dtype[Any] = np.dtype(one["dtype"])
    except TypeError:
        raise UsageError(f"input {one['name']} must be of numbers, got {one['dtype']}") from None
    return found


def holds_ids(one: Mapping[str, Any]) -> bool:
    """Whether an input is whole numbers, or looked up in a table."""
    return one["ids"] is not None or not np.issubdtype(read_type(one), np.floating)


def count_ids(one: Mapping[str, Any]) -> int:
    """How many whole numbers, from 0 on, such an input may be one of."""
    return 2 if read_type(one) == np.bool_ else one["ids"] or MODELS.free_ids


def is_image(one: Mapping[str, Any]) -> bool:
    """Whether an input seems to be an image: height, width, and one or three channels."""
    return len(one["shape"]) == len(("height", "width", "channel")) and one["shape"][-1] in (1, 3)


def _drawn(one: Mapping[str, Any], samples: int, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    shape = (samples, *(MODELS.free_size if size is None else size for size in one["shape"]))
    kind = read_type(one)
    if holds_ids(one):
        return rng.integers(0, count_ids(one), shape).astype(kind)
    return (rng.random(shape) if is_image(one) else rng.standard_normal(shape)).astype(kind)


def write_inputs(path: Path, specification: Specification, inputs: str | Path | None, samples: int, seed: int) -> None:
    """Put the inputs of a model in a file: those of the user's file, or drawn ones; UsageError as of `read_inputs`."""
    if inputs is None:
        np.savez(path, *draw_inputs(specification, samples, seed))
    else:
        np.savez(path, *read_inputs(Path(inputs), specification))


def read_inputs(path: Path, specification: Specification) -> Arrays:
    """Read a file of NumPy with an array for each input: by their names, or one behind the other.

    Raises:
        UsageError: It cannot be read, an array is missing, or one has another shape than the model takes.

    """
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, AttributeError, TypeError, BadZipFile) as error:
        raise UsageError(f"inputs must be a .npz file of arrays, got {str(path)!r}: {error}") from error
    names = [one["name"] for one in specification]
    given = [arrays[name] for name in names] if set(names) <= arrays.keys() else list(arrays.values())
    if len(given) != len(names):
        raise UsageError(f"inputs must have an array for each of {', '.join(names)}, got {', '.join(arrays) or 'none'}")
    for one, array in zip(specification, given, strict=True):
        _require_shape(one, array)
    if len({len(array) for array in given}) != 1 or not len(given[0]):
        raise UsageError(f"inputs must have as many samples each, one or more, got {[len(array) for array in given]}")
    return tuple(array.astype(one["dtype"]) for one, array in zip(specification, given, strict=True))


def _require_shape(one: Mapping[str, Any], array: np.ndarray[Any, Any]) -> None:
    wanted = (None, *one["shape"])
    is_like = array.ndim == len(wanted) and all(size in (None, n) for size, n in zip(wanted, array.shape, strict=True))
    if not is_like:
        text = ", ".join("any" if size is None else str(size) for size in wanted)
        raise UsageError(f"input {one['name']} must have the shape ({text}), got {array.shape}")
