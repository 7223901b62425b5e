"""A functional model as the data that Keras writes: layers, and what each is called with; edits make new ones."""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

Tensor = tuple[str, int, int]
"""What a layer gives: its name, at which of its calls, and which of the tensors there."""
Entry = dict[str, Any]
"""A layer as Keras writes it."""

_TENSOR = "__keras_tensor__"


@dataclass(frozen=True, slots=True)
class Graph:
    """A model, with the shape of each tensor (None is an open size) and where the weights of changed layers are from.

    `weights` names a layer of the original model for each layer that has its weights; a layer of neither this name nor
    one of the original has new ones. `whole` are the tensors of whole numbers, and those that are looked up in tables:
    a layer of floats before a table makes other entries of it of what is but rounded otherwise.

    >>> graph = Graph(example(), {("x", 0, 0): (None, 4), ("dense", 0, 0): (None, 4)})
    >>> [name for name in graph.names], graph.givers("dense")
    (['x', 'dense'], [('x', 0, 0)])
    """

    config: Entry
    shapes: Mapping[Tensor, tuple[int | None, ...]]
    weights: Mapping[str, str] = field(default_factory=dict)
    whole: frozenset[Tensor] = frozenset()

    @property
    def names(self) -> list[str]:
        """The names of all layers, in their order."""
        return [entry["name"] for entry in self.config["layers"]]

    def entry(self, name: str) -> Entry:
        """A layer as Keras writes it."""
        found: Entry = next(entry for entry in self.config["layers"] if entry["name"] == name)
        return found

    def givers(self, name: str) -> list[Tensor]:
        """What a layer is called with, in all its calls."""
        return list(_tensors_in(self.entry(name)["inbound_nodes"]))

    def first_call(self, name: str) -> Entry:
        """A layer as Keras writes it, with its first call alone."""
        entry = copy.deepcopy(self.entry(name))
        return {**entry, "inbound_nodes": entry["inbound_nodes"][:1]}

    def first_givers(self, name: str) -> list[Tensor]:
        """What a layer is called with first."""
        return list(_tensors_in(self.first_call(name)["inbound_nodes"]))

    def only_giver(self, name: str) -> Tensor | None:
        """The one tensor that a layer is called with, once; None of other layers."""
        found = self.givers(name)
        return found[0] if len(found) == 1 == len(self.entry(name)["inbound_nodes"]) else None

    def keeps_shape(self, name: str) -> bool:
        """Whether a layer is called once, with one tensor, and gives one of that shape."""
        giver, given = self.only_giver(name), self.shapes.get((name, 0, 0))
        return giver is not None and given is not None and self.shapes[giver] == given

    def without(self, name: str) -> "Graph":
        """The model without a layer that keeps the shape: what followed it follows what it was called with.

        >>> graph = Graph(example(), {("x", 0, 0): (None, 4), ("dense", 0, 0): (None, 4)})
        >>> graph.without("dense").config["output_layers"]
        ['x', 0, 0]
        """
        giver = self.only_giver(name)
        assert giver is not None
        config = rewired(self.config, {(name, 0, 0): giver})
        config["layers"] = [entry for entry in config["layers"] if entry["name"] != name]
        return replace(self, config=config)

    def with_after(self, tensor: Tensor, entries: Sequence[Entry], weights: Mapping[str, str]) -> "Graph":
        """The model with layers one behind the other after a tensor; the last one must give its shape.

        >>> graph = Graph(example(), {("x", 0, 0): (None, 4), ("dense", 0, 0): (None, 4)})
        >>> more = graph.with_after(("x", 0, 0), [{"class_name": "ReLU", "config": {}, "name": "relu"}], {})
        >>> more.givers("dense"), more.givers("relu")
        ([('relu', 0, 0)], [('x', 0, 0)])
        """
        config = rewired(self.config, {tensor: (entries[-1]["name"], 0, 0)})
        before = tensor
        for entry in entries:
            made = copy.deepcopy(entry) | {"inbound_nodes": [{"args": [_written(before)], "kwargs": {}}]}
            config["layers"].append(made)
            before = (entry["name"], 0, 0)
        return replace(self, config=config, weights={**self.weights, **weights})

    def with_entry(self, name: str, changed: Entry, weights: str = "") -> "Graph":
        """The model with another layer in the place of one, of that name, and perhaps with the weights of a third."""
        config = copy.deepcopy(self.config)
        for place, entry in enumerate(config["layers"]):
            if entry["name"] == name:
                put = copy.deepcopy(changed) | {"name": name, "inbound_nodes": entry["inbound_nodes"]}
                put["config"] = {**put["config"], "name": name}
                config["layers"][place] = put
        return replace(self, config=config, weights={**self.weights, **({name: weights} if weights else {})})

    def new_name(self, like: str, others: Sequence[str] = ()) -> str:
        """A name that neither a layer nor one of the others has."""
        number = 1
        while f"{like}_{number}" in (*self.names, *others):
            number += 1
        return f"{like}_{number}"


def _tensors_in(value: Any) -> Iterator[Tensor]:
    if isinstance(value, Mapping):
        if value.get("class_name") == _TENSOR:
            name, call, place = value["config"]["keras_history"]
            yield name, call, place
        else:
            for item in value.values():
                yield from _tensors_in(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors_in(item)


def rewired(config: Entry, places: Mapping[Tensor, Tensor]) -> Entry:
    """A copy in which calls, and the outputs of the model, take other tensors."""
    fresh = copy.deepcopy(config)
    for entry in fresh["layers"]:
        entry["inbound_nodes"] = _mapped(entry["inbound_nodes"], lambda found: places.get(found, found))
    fresh["output_layers"] = _outputs(fresh["output_layers"], places)
    return fresh


def _outputs(value: Any, places: Mapping[Tensor, Tensor]) -> Any:
    """The outputs in the structure in which Keras writes them: one, a list or a dict of them."""
    if isinstance(value, Mapping):
        return {name: _outputs(item, places) for name, item in value.items()}
    if len(value) == len(("name", "call", "place")) and isinstance(value[0], str):
        name, call, place = value
        return list(places.get((name, call, place), (name, call, place)))
    return [_outputs(item, places) for item in value]


def _mapped(value: Any, change: Callable[[Tensor], Tensor]) -> Any:
    if isinstance(value, Mapping):
        if value.get("class_name") == _TENSOR:
            name, call, place = value["config"]["keras_history"]
            return {**value, "config": {**value["config"], "keras_history": list(change((name, call, place)))}}
        return {name: _mapped(item, change) for name, item in value.items()}
    return [_mapped(item, change) for item in value] if isinstance(value, (list, tuple)) else value


def _written(tensor: Tensor) -> Entry:
    """A tensor as Keras writes it; of these it looks at the history alone."""
    return {"class_name": _TENSOR, "config": {"shape": [None], "dtype": "float32", "keras_history": list(tensor)}}


def example() -> Entry:
    """A model with one dense layer, as Keras writes it."""
    return {
        "name": "model",
        "layers": [
            {"class_name": "InputLayer", "config": {"name": "x"}, "name": "x", "inbound_nodes": []},
            {
                "class_name": "Dense",
                "config": {"name": "dense", "units": 4, "activation": "relu"},
                "name": "dense",
                "inbound_nodes": [{"args": [_written(("x", 0, 0))], "kwargs": {}}],
            },
        ],
        "input_layers": ["x", 0, 0],
        "output_layers": ["dense", 0, 0],
    }
