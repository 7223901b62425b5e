"""The process that mutates models: it serves the same requests as that of a back end, and some more.

It runs in the environment of genmorph, which has Keras and a back end.
"""

import copy
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

import numpy as np

from genmorph.models.graphs import Graph, Tensor, rewired
from genmorph.models.layer_choices import layers_keeping, layers_restored
from genmorph.models.model_rules import Choices, Mutation, mutation_from_data, rule_named
from genmorph.models.worker.dispatching import serve
from genmorph.models.worker.opening import as_arrays, calls_of, loaded, read
from genmorph.models.worker.running import is_float, number_of_ids

_CHOICES = Choices(layers_keeping, layers_restored)


@lru_cache(maxsize=4)
def _opened(path: str) -> tuple[Any, Graph]:
    """A model as Keras loads it, and as data."""
    import keras

    original = loaded(path)
    model = keras.Model(list(original.inputs), list(original.outputs), name=original.name)
    config = json.loads(json.dumps(keras.saving.serialize_keras_object(model)["config"]))
    names, every = {layer.name for layer in model.layers}, _tensors(model)
    tensors = {place: one for place, one in every.items() if place[0] in names}
    graph = Graph(config, {place: tuple(one.shape) for place, one in tensors.items()})
    looked_up = {place for place, one in every.items() if number_of_ids(model, one) is not None}
    before = {name for giver, *_ in looked_up for name in _with_ancestors(giver, graph.givers)}
    whole = (place for place, one in tensors.items() if not is_float(one) or place[0] in before)
    return model, replace(graph, whole=frozenset(whole))


def list_mutations(model: str, rule: str) -> list[dict[str, Any]]:
    """All places where a rule can be done in a model."""
    return [asdict(one) for one in rule_named(rule).places(_opened(model)[1], _CHOICES)]


def mutate(model: str, mutation: dict[str, Any], path: str) -> None:
    """Keep what a mutation makes of a model."""
    import keras

    made = mutation_from_data(mutation)
    original, graph = _opened(model)
    rule = rule_named(made.rule)
    changed = graph if rule.of_graph is None else rule.of_graph(graph, made)
    keras.utils.set_random_seed(made.seed)
    mutant = keras.Model.from_config(copy.deepcopy(changed.config))  # Keras takes it apart
    known = {layer.name: layer for layer in original.layers}
    for layer in mutant.layers:
        source = changed.weights.get(layer.name, layer.name)
        if source in known:
            layer.set_weights(known[source].get_weights())
    if rule.of_weights is not None:
        _change_weights(mutant.get_layer(made.layer), made, rule.of_weights)
    mutant.save(path)


def _change_weights(layer: Any, made: Mutation, change: Any) -> None:
    """The arrays of a layer whose last axis are its neurons, changed."""
    layer.set_weights(change(layer.get_weights(), np.random.default_rng(made.seed)))


def extract(model: str, layers: list[str], inputs: str, path: str, kept: str) -> None:
    """Keep a model of some layers that gives what the last of them does, and what they were called with from outside.

    They have their weights. Of a single layer that is called several times the first call is kept; ValueError where
    one of several is called more than once.
    """
    import keras

    original, graph = _opened(model)
    entries = {name: graph.first_call(name) for name in layers}
    if len(layers) > 1 and any(len(graph.entry(name)["inbound_nodes"]) > 1 for name in layers):
        raise ValueError("layers that are called several times are kept alone")
    tensors = _tensors(original)
    givers = dict.fromkeys(giver for name in layers for giver in graph.first_givers(name) if giver[0] not in entries)
    found = [tensors[giver] for giver in givers]
    given = keras.Model(list(original.inputs), found).predict_on_batch(read(inputs, double=False))
    np.savez(kept, *as_arrays(given))
    names = [graph.new_name("given", [str(place)]) + f"_{place}" for place in range(len(found))]
    begins = [
        keras.saving.serialize_keras_object(keras.layers.InputLayer(batch_shape=one.shape, dtype=one.dtype, name=name))
        for name, one in zip(names, found, strict=True)
    ]
    places = {giver: (name, 0, 0) for giver, name in zip(givers, names, strict=True)}
    last = layers[-1]
    config = {
        "name": last,
        "layers": [
            *({**one, "name": one["config"]["name"], "inbound_nodes": []} for one in begins),
            *entries.values(),
        ],
        "input_layers": [list(place) for place in places.values()],
        "output_layers": [[last, 0, place] for name, call, place in tensors if (name, call) == (last, 0)],
    }
    small = keras.Model.from_config(rewired(config, places))
    known = {layer.name: layer for layer in original.layers}
    for layer in small.layers:
        if layer.name in known and layer.name in entries:
            layer.set_weights(known[layer.name].get_weights())
    small.save(path)


def _tensors(model: Any) -> dict[Tensor, Any]:
    """All tensors of a model, by what gives them: layers and other operations."""
    return {
        (operation.name, call, place): tensor
        for operation in model.operations
        for call, node in enumerate(calls_of(operation, model))
        for place, tensor in enumerate(node.outputs)
    }


def _with_ancestors(name: str, givers: Callable[[str], Iterable[Tensor]]) -> set[str]:
    """A layer and all that it depends on."""
    needed, waiting = {name}, [name]
    while waiting:
        for giver, *_ in givers(waiting.pop()):
            if giver not in needed:
                needed.add(giver)
                waiting.append(giver)
    return needed


def list_ancestors(model: str, layer: str) -> list[str]:
    """What the first call of a layer depends on, but for inputs, in an order of their calls; the layer comes last."""
    original, graph = _opened(model)
    needed = _with_ancestors(layer, graph.first_givers)
    inputs = {one.name for one in original.layers if type(one).__name__ == "InputLayer"}
    return [*(one.name for one in original.operations if one.name in needed - inputs - {layer}), layer]


if __name__ == "__main__":
    serve(
        int(sys.argv[1]),
        int(sys.argv[2]),
        {"mutations": list_mutations, "mutate": mutate, "extract": extract, "ancestors": list_ancestors},
    )
