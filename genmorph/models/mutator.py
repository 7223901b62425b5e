"""The process that mutates models: it serves the same requests as that of a back end, and three more.

It runs in the environment of genmorph, which has Keras and a back end.
"""

import copy
import json
import sys
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import numpy as np

from genmorph.models import worker
from genmorph.models.graphs import Graph, rewired
from genmorph.models.layer_choices import layers_keeping, layers_restored
from genmorph.models.model_rules import Choices, Mutation, mutation_from_data, rule_named

_CHOICES = Choices(layers_keeping, layers_restored)


@lru_cache(maxsize=4)
def _opened(path: str) -> tuple[Any, Graph]:
    """A model as Keras loads it, and as data."""
    import keras

    loaded = worker.loaded(path)
    model = keras.Model(list(loaded.inputs), list(loaded.outputs), name=loaded.name)
    config = json.loads(json.dumps(keras.saving.serialize_keras_object(model)["config"]))
    shapes = {
        (layer.name, call, place): tuple(tensor.shape)
        for layer in model.layers
        for call, node in enumerate(worker.calls_of(layer, model))
        for place, tensor in enumerate(node.outputs)
    }
    return model, Graph(config, shapes)


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


def extract(model: str, layer: str, inputs: str, path: str, kept: str) -> None:
    """Keep a model of one layer, with its weights, and what it was called with there first."""
    import keras

    original, graph = _opened(model)
    entry = copy.deepcopy(graph.entry(layer))
    givers = list(dict.fromkeys(graph.givers(layer)))
    node = worker.calls_of(original.get_layer(layer), original)[0]
    tensors = {tuple(one._keras_history): one for one in node.input_tensors}
    found = [next(tensor for (op, *at), tensor in tensors.items() if (op.name, *at) == giver) for giver in givers]
    given = keras.Model(list(original.inputs), found).predict_on_batch(worker.read(inputs, double=False))
    np.savez(kept, *(given if isinstance(given, (list, tuple)) else [given]))
    entries = [
        keras.saving.serialize_keras_object(
            keras.layers.InputLayer(batch_shape=one.shape, dtype=one.dtype, name=f"given_{place}")
        )
        for place, one in enumerate(found)
    ]
    places = {giver: (f"given_{place}", 0, 0) for place, giver in enumerate(givers)}
    config = {
        "name": layer,
        "layers": [
            *({**one, "name": one["config"]["name"], "inbound_nodes": []} for one in entries),
            {**entry, "inbound_nodes": entry["inbound_nodes"][:1]},
        ],
        "input_layers": [list(place) for place in places.values()],
        "output_layers": [[layer, 0, place] for place in range(len(node.outputs))],
    }
    alone = keras.Model.from_config(rewired(config, places))
    alone.get_layer(layer).set_weights(original.get_layer(layer).get_weights())
    alone.save(path)


if __name__ == "__main__":
    worker.serve(
        int(sys.argv[1]),
        int(sys.argv[2]),
        {"mutations": list_mutations, "mutate": mutate, "extract": extract},
    )
