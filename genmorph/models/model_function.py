"""Models as functions, of which relations are inferred as of any other."""

import builtins
import hashlib
import keyword
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from genmorph.annotations.decorators import arg, require
from genmorph.annotations.definitions import define
from genmorph.domain import floats, ints, np_arrays, tuples
from genmorph.execution.answering import FailedError
from genmorph.model import Domain, UsageError
from genmorph.models.back_ends import BackEnd, Processes, installed
from genmorph.models.model_inputs import count_ids, holds_ids, is_image, read_inputs, read_type, require_model
from genmorph.settings import MODELS

_BACK_END = "KERAS_BACKEND"
_TAKEN = frozenset({"as_array", "cache", "keras", "loaded", *dir(builtins), *keyword.kwlist})
"""Names that mean something in the definition."""


def model_function(
    model: str | Path,
    back_end: str | None = None,
    inputs: str | Path | None = None,
    *,
    modules: Sequence[str] = (),
) -> FunctionType:
    """Make a function of a model: from an array for each input, whose first axis are samples, to what the model gives.

    Keras is imported with the back end, and `KERAS_BACKEND` set to it. Written tests load the model from where it lies,
    on the back end that this variable names. `check_own_relations` checks relations that all models should satisfy.

    Args:
        model: A `.keras` file.
        back_end: One of those of Keras, in this environment. By default the one that Keras has loaded or that
            `KERAS_BACKEND` names, else the first that is installed.
        inputs: A `.npz` file with an array for each input: the domain has numbers from the least to the largest one.
        modules: Modules that register layers of one's own.

    Returns:
        The function, which gives an array, or of several outputs a tuple of arrays. Its domain has one to four samples,
        or as many as the model takes. Without `inputs`, images have numbers from 0 to 1, what is looked up in a table
        has ids of it, and all others have numbers from -3 to 3.

    Raises:
        UsageError: There is no such model or back end, it does not load there, Keras has loaded another one, or inputs
            do not suit the model.

    >>> model_function("digits.keras")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: model must be a .keras file, got 'digits.keras'

    """
    path, chosen = require_model(model), _chosen(back_end)
    with Processes(modules) as processes:
        try:
            specification = processes.of(chosen).describe(path)["inputs"]
        except FailedError as error:
            raise UsageError(f"model must load on {chosen}, got {str(path)!r}: {error}") from error
    given = [None] * len(specification) if inputs is None else read_inputs(Path(inputs), specification)
    os.environ[_BACK_END] = chosen.name
    name, names = _identifier(path.stem, "model", ()), list[str]()
    for one in specification:
        names.append(_identifier(one["name"], "given", names))
    function = define(f"model_{name}", name, _written(name, names, path, chosen, modules))
    for one, described, data in zip(names, specification, given, strict=True):
        function = arg(one, _domain(described, data))(function)
    for one in names[1:]:
        function = require(f"len({one}) == len({names[0]})")(function)
    return function


def _chosen(back_end: str | None) -> BackEnd:
    loaded = sys.modules["keras"].backend.backend() if "keras" in sys.modules else None
    names = [back_end, loaded, os.environ.get(_BACK_END) or None, *(one.name for one in installed())]
    name = next((one for one in names if one is not None), None)
    if name is None:
        raise UsageError("back end must be installed with Keras, got none: pip install 'genmorph[models]' torch")
    chosen = BackEnd.parse(name)
    if chosen.exporters or "@" in name:
        raise UsageError(f"back end must be one of Keras in this environment, got {name!r}")
    if loaded not in (None, chosen.name):
        raise UsageError(f"back end must be {loaded}, which Keras has loaded in this process, got {name!r}")
    return chosen


def _identifier(text: str, otherwise: str, taken: Sequence[str]) -> str:
    """A name for Python that is like the text, that means nothing else, and that pytest takes for no test."""
    name = re.sub(r"\W+", "_", text.lower(), flags=re.ASCII).strip("_")
    if not name.isidentifier() or name in _TAKEN or name.startswith("test"):
        name = f"{otherwise}_{name}".rstrip("_")
    while name in taken:
        name += "_"
    return name


def _written(name: str, names: Sequence[str], path: Path, back_end: BackEnd, modules: Sequence[str]) -> str:
    """The definition. That it says what is in the file, and where it runs, makes it another one where these change."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    imports = "".join(f"import {module}\n" for module in modules)
    return f'''from functools import cache

import keras
{imports}

@cache
def loaded():
    model = keras.saving.load_model({str(path)!r}, compile=False)
    return keras.Model(list(model.inputs), list(model.outputs))


def as_array(tensor):
    array = keras.ops.convert_to_numpy(tensor)
    return array if array.dtype.kind in "biuf" else array.astype("float32")


def {name}({", ".join(names)}):
    """What the model gives on {back_end}, by the file with this SHA-256: {digest}."""
    found = loaded()([{", ".join(names)}], training=False)
    return tuple(map(as_array, found)) if isinstance(found, list) else as_array(found)
'''


def _domain(one: Mapping[str, Any], data: np.ndarray[Any, Any] | None) -> Domain:
    """The arrays of an input that are drawn. Keras takes whole numbers for ids of any type."""
    kind = read_type(one)
    samples = (1, MODELS.drawn_samples) if one["samples"] is None else (one["samples"],) * 2
    sizes = [(1, MODELS.free_size) if size is None else (size, size) for size in one["shape"]]
    shape = tuples(*(ints(*bounds) for bounds in (samples, *sizes)))
    if kind == np.bool_:
        return np_arrays("bool", shape)
    if holds_ids(one):
        found = (0, count_ids(one) - 1) if data is None else (int(data.min()), int(data.max()))
        return np_arrays("int32" if np.issubdtype(kind, np.floating) else str(kind), shape, ints(*found))
    usual = (0.0, 1.0) if is_image(one) else (-MODELS.largest, MODELS.largest)
    return np_arrays(str(kind), shape, floats(*usual if data is None else (float(data.min()), float(data.max()))))
