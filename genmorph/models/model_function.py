"""Models as functions, of which relations are inferred as of any other."""

import hashlib
import keyword
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from genmorph.annotations.decorators import arg, require
from genmorph.annotations.definitions import define
from genmorph.domain import floats, ints, np_arrays, tuples
from genmorph.model import Domain, UsageError
from genmorph.models.back_ends import BackEnd, FailedError, Processes, installed
from genmorph.models.model_inputs import holds_ids, ids_of, is_image, read_inputs, require_model, type_of
from genmorph.settings import MODELS

_TAKEN = ("arrays", "cache", "found", "keras", "loaded", "one")
"""Names that the definition has."""


def model_function(
    model: str | Path,
    back_end: str | None = None,
    inputs: str | Path | None = None,
    *,
    modules: Sequence[str] = (),
) -> FunctionType:
    """Make a function of a model: from an array for each input, whose first axis are samples, to what the model gives.

    The function gives an array, or of several outputs a tuple of arrays. Keras is imported; `KERAS_BACKEND` is set to
    the back end unless it says another one, and says in written tests which one runs the model.
    Its domain has one to `MODELS.drawn_samples` samples, of images between 0 and 1, of ids of the table that they are
    looked up in, else of numbers from -`MODELS.largest` to `MODELS.largest`; or of the numbers between the least and
    the largest of `inputs`. Relations hold in this domain: other changes of a model, such as of its weights, are
    checked by `check_own_relations`.

    Args:
        model: A `.keras` file.
        back_end: One of those of Keras, in this environment: the first that is installed unless given.
        inputs: A `.npz` file with an array for each input, whose range the domain has.
        modules: Modules that register layers of one's own.

    Raises:
        UsageError: There is no such model or back end, it does not load there, or inputs do not suit it.

    """
    path, chosen = require_model(model), _chosen(back_end)
    with Processes(modules) as processes:
        try:
            described = processes.of(chosen).describe(path)
        except FailedError as error:
            raise UsageError(f"model must load on {chosen}, got {str(path)!r}: {error}") from error
    specification = described["inputs"]
    given = None if inputs is None else read_inputs(Path(inputs), specification)
    name = _identifier(path.stem, "model", ())
    names: list[str] = []
    for one in specification:
        names.append(_identifier(one["name"], "given", names))
    os.environ.setdefault("KERAS_BACKEND", chosen.name)
    function = define(f"model_{name}", name, _written(name, names, path, modules))
    for place, one in enumerate(names):
        function = arg(one, _domain(specification[place], None if given is None else given[place]))(function)
    for one in names[1:]:
        function = require(f"len({one}) == len({names[0]})")(function)
    return function


def _chosen(back_end: str | None) -> BackEnd:
    if back_end is not None:
        chosen = BackEnd.parse(back_end)
        if chosen.exporters or "@" in back_end:
            raise UsageError(f"back end must be one of Keras in this environment, got {back_end!r}")
        return chosen
    if not (found := installed()):
        raise UsageError("back end must be installed with Keras, got none: pip install 'genmorph[models]' torch")
    return found[0]


def _identifier(text: str, otherwise: str, taken: Sequence[str]) -> str:
    """A name for Python that is like the text, and no keyword, nor one of those that are taken."""
    name = re.sub(r"\W+", "_", text.lower()).strip("_")
    name = name if name.isidentifier() and not keyword.iskeyword(name) else f"{otherwise}_{name}".rstrip("_")
    while name in (*taken, *_TAKEN):
        name += "_"
    return name


def _written(name: str, names: Sequence[str], path: Path, modules: Sequence[str]) -> str:
    """The definition. That it names what is in the file makes it another one where that has changed."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    registering = "".join(f"import {module}\n" for module in modules)
    return f'''from functools import cache

import keras
{registering}

@cache
def loaded():
    return keras.saving.load_model({str(path)!r}, compile=False)


def {name}({", ".join(names)}):
    """What the model gives, by the file with this SHA-256: {digest}."""
    found = loaded()([{", ".join(names)}], training=False)
    arrays = [keras.ops.convert_to_numpy(one) for one in (found if isinstance(found, (list, tuple)) else [found])]
    return arrays[0] if len(arrays) == 1 else tuple(arrays)
'''


def _domain(one: Mapping[str, Any], data: np.ndarray[Any, Any] | None) -> Domain:
    """The arrays of an input that are drawn."""
    kind = type_of(one)
    sizes = [(1, MODELS.free_size) if size is None else (size, size) for size in one["shape"]]
    shape = tuples(ints(1, MODELS.drawn_samples), *(ints(*size) for size in sizes))
    if kind == np.bool_:
        return np_arrays("bool", shape)
    if holds_ids(one):
        found = (0, ids_of(one) - 1) if data is None else (int(data.min()), int(data.max()))
        return np_arrays(str(kind), shape, ints(*found))
    usual = (0.0, 1.0) if is_image(one) else (-MODELS.largest, MODELS.largest)
    return np_arrays(str(kind), shape, floats(*usual if data is None else (float(data.min()), float(data.max()))))
