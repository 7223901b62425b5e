"""The twelve rules by which models are mutated, as values: seven change layers, five change the weights of one.

Source: LEMON (Wang and others, 2020).
"""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from genmorph.model import UsageError
from genmorph.models.graphs import Entry, Graph, Tensor
from genmorph.settings import MODELS

Weights = list[np.ndarray[Any, Any]]
"""The arrays of a layer: a kernel whose last axis are its neurons, and further ones such as a bias."""

ACTIVATIONS = ("relu", "elu", "selu", "softplus", "softsign", "tanh", "sigmoid", "silu", "gelu", "leaky_relu", "linear")
"""What one activation is replaced by."""
_FIRST, _FURTHER = "added", "restoring"
ADDED = f"{_FIRST}_"
"""What the name of an added layer begins with; a number follows, the largest one that of the last."""
_ACTIVATION_LAYERS = frozenset({"ReLU", "ELU", "LeakyReLU", "PReLU", "Softmax", "Activation"})


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change of a model: a rule, and where and by what it is done. `seed` is that of changed weights.

    `layer` is a name, or that of the layer whose output is followed by `added`; `other` is a second layer or the name
    of an activation.
    """

    rule: str
    layer: str
    call: int = 0
    place: int = 0
    other: str = ""
    added: tuple[Entry, ...] = ()
    seed: int = 0

    @property
    def tensor(self) -> Tensor:
        """What is followed by added layers."""
        return self.layer, self.call, self.place

    def __str__(self) -> str:
        added = " and ".join(f"{one['class_name']}{_options(one)}" for one in self.added)
        words = (self.rule, "after" if added else "of", self.layer, self.other, added)
        return " ".join(word for word in words if word)


def _options(entry: Entry) -> str:
    options = ", ".join(f"{name}={value!r}" for name, value in entry.get("chosen", {}).items())
    return f"({options})" if options else ""


@dataclass(frozen=True, slots=True)
class Choices:
    """What layers may be added: those that keep the shape of a tensor, and others followed by what restores it."""

    keeping: Callable[[tuple[int | None, ...]], Sequence[Entry]]
    restored: Callable[[tuple[int | None, ...]], Sequence[tuple[Entry, ...]]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: where it can be done in a model, and what it makes of the layers, or of the weights of one.

    >>> rule_named("neuron switch").of_weights is None, rule_named("layer copy").of_graph is None
    (False, False)
    """

    name: str
    places: Callable[[Graph, Choices], Iterator[Mutation]]
    of_graph: Callable[[Graph, Mutation], Graph] | None = None
    of_weights: Callable[[Weights, np.random.Generator], Weights] | None = None


def rule_named(name: str) -> Rule:
    """The rule of that name.

    Raises:
        UsageError: There is none.

    >>> rule_named("layer dance")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: rule must be one of layer removal, layer switch, ..., got 'layer dance'

    """
    found = next((rule for rule in RULES if rule.name == name), None)
    if found is None:
        raise UsageError(f"rule must be one of {RULES[0].name}, {RULES[1].name}, ..., got {name!r}")
    return found


def _layers(graph: Graph) -> list[str]:
    """The layers but for inputs."""
    return [entry["name"] for entry in graph.config["layers"] if entry["class_name"] != "InputLayer"]


def _keeping_shape(rule: str) -> Callable[[Graph, Choices], Iterator[Mutation]]:
    return lambda graph, _: (Mutation(rule, name) for name in _layers(graph) if graph.keeps_shape(name))


def _remove(graph: Graph, mutation: Mutation) -> Graph:
    return graph.without(mutation.layer)


def _copy(graph: Graph, mutation: Mutation) -> Graph:
    name = graph.new_name(f"{mutation.layer}_copy")
    entry = copy.deepcopy(graph.entry(mutation.layer)) | {"name": name}
    entry["config"] = {**entry["config"], "name": name}
    return graph.with_after((mutation.layer, 0, 0), [entry], {name: mutation.layer})


def _switched(graph: Graph, _: Choices) -> Iterator[Mutation]:
    kept = [name for name in _layers(graph) if graph.keeps_shape(name)]
    for place, one in enumerate(kept):
        for other in kept[place + 1 :]:
            if graph.shapes[(one, 0, 0)] == graph.shapes[(other, 0, 0)] and _is_other(graph, one, other):
                yield Mutation("layer switch", one, other=other)


def _is_other(graph: Graph, one: str, other: str) -> bool:
    """Whether two layers differ by more than their names; of equal ones the weights may differ."""
    first, second = graph.entry(one), graph.entry(other)
    return first["class_name"] != second["class_name"] or "kernel_initializer" in first["config"]


def _switch(graph: Graph, mutation: Mutation) -> Graph:
    one, other = mutation.layer, mutation.other
    changed = graph.with_entry(one, graph.entry(other), weights=other)
    return changed.with_entry(other, graph.entry(one), weights=one)


def _additions(graph: Graph, choices: Choices) -> Iterator[Mutation]:
    for tensor in _tensors(graph):
        for entry in choices.keeping(graph.shapes[tensor]):
            yield Mutation("layer addition", *tensor, added=(entry,))


def _multiple_additions(graph: Graph, choices: Choices) -> Iterator[Mutation]:
    for tensor in _tensors(graph):
        for entries in choices.restored(graph.shapes[tensor]):
            yield Mutation("multi-layer addition", *tensor, added=entries)


def _tensors(graph: Graph) -> Iterator[Tensor]:
    """What may be followed by a layer: floats that something is made of, one of each shape first."""
    known: dict[tuple[int | None, ...], int] = {}
    found = []
    for tensor, shape in graph.shapes.items():
        if tensor[0] in graph.names and len(shape) > 1 and tensor not in graph.whole:
            known[shape] = known.get(shape, 0) + 1
            found.append((known[shape], tensor))
    yield from (tensor for _, tensor in sorted(found, key=lambda one: one[0]))


def _add(graph: Graph, mutation: Mutation) -> Graph:
    entries: list[Entry] = []
    for entry in mutation.added:
        name = graph.new_name(_FURTHER if entries else _FIRST, [one["name"] for one in entries])
        plain = {key: value for key, value in entry.items() if key != "chosen"}
        entries.append({**plain, "name": name, "config": {**entry["config"], "name": name}})
    return graph.with_after(mutation.tensor, entries, {})


def _activated(graph: Graph) -> list[str]:
    return [
        name
        for name in _layers(graph)
        if isinstance(graph.entry(name)["config"].get("activation"), str)
        and graph.entry(name)["config"]["activation"] != "linear"
    ]


def _activation_removals(graph: Graph, _: Choices) -> Iterator[Mutation]:
    rule = "activation removal"
    yield from (Mutation(rule, name) for name in _activated(graph))
    for name in _layers(graph):
        if graph.entry(name)["class_name"] in _ACTIVATION_LAYERS and graph.keeps_shape(name):
            yield Mutation(rule, name)


def _activation_replacements(graph: Graph, _: Choices) -> Iterator[Mutation]:
    for name in _activated(graph):
        for activation in ACTIVATIONS:
            if activation != graph.entry(name)["config"]["activation"]:
                yield Mutation("activation replacement", name, other=activation)


def _remove_activation(graph: Graph, mutation: Mutation) -> Graph:
    if graph.entry(mutation.layer)["class_name"] in _ACTIVATION_LAYERS:
        return graph.without(mutation.layer)
    return _with_activation(graph, mutation.layer, "linear")


def _replace_activation(graph: Graph, mutation: Mutation) -> Graph:
    return _with_activation(graph, mutation.layer, mutation.other)


def _with_activation(graph: Graph, name: str, activation: str) -> Graph:
    entry = graph.entry(name)
    return graph.with_entry(name, {**entry, "config": {**entry["config"], "activation": activation}})


def _weighted(rule: str) -> Callable[[Graph, Choices], Iterator[Mutation]]:
    """Layers with a kernel."""
    return lambda graph, _: (
        Mutation(rule, name) for name in _layers(graph) if "kernel_initializer" in graph.entry(name)["config"]
    )


def fuzz(weights: Weights, rng: np.random.Generator) -> Weights:
    """Add noise to all numbers, a tenth as wide as they are.

    >>> found = fuzz([np.array([[0.0, 2.0]])], np.random.default_rng(0))
    >>> bool(np.abs(found[0] - [[0.0, 2.0]]).max() < 0.5)
    True
    """
    return [np.asarray(one + rng.normal(0, MODELS.noise * (one.std() or 1.0), one.shape), one.dtype) for one in weights]


def shuffle(weights: Weights, rng: np.random.Generator) -> Weights:
    """Shuffle what some neurons are connected to.

    >>> kernel = np.arange(12.0).reshape(6, 2)
    >>> found = shuffle([kernel], np.random.default_rng(1))[0]
    >>> sorted(found[:, 0]) == sorted(kernel[:, 0]), bool((found != kernel).any())
    (True, True)
    """
    kernel = weights[0].copy()
    for neuron in _some(kernel.shape[-1], rng):
        kernel[..., neuron] = rng.permutation(kernel[..., neuron].ravel()).reshape(kernel.shape[:-1])
    return [kernel, *weights[1:]]


def invert(weights: Weights, rng: np.random.Generator) -> Weights:
    """Change the sign of what some neurons get, before they are activated.

    >>> invert([np.array([[1.0]]), np.array([2.0])], np.random.default_rng(0))
    [array([[-1.]]), array([-2.])]
    """
    return _scaled(weights, rng, -1)


def block(weights: Weights, rng: np.random.Generator) -> Weights:
    """Let some neurons get nothing.

    >>> block([np.array([[1.0]])], np.random.default_rng(0))
    [array([[0.]])]
    """
    return _scaled(weights, rng, 0)


def switch(weights: Weights, rng: np.random.Generator) -> Weights:
    """Let two neurons change places.

    >>> switch([np.array([[1.0, 2.0]]), np.array([3.0, 4.0])], np.random.default_rng(0))
    [array([[2., 1.]]), array([4., 3.])]
    """
    neurons = weights[0].shape[-1]
    order = np.arange(neurons)
    one, other = rng.choice(neurons, 2, replace=False) if neurons > 1 else (0, 0)
    order[[one, other]] = order[[other, one]]
    return [array[..., order] if array.shape[-1] == neurons else array for array in weights]


def _some(neurons: int, rng: np.random.Generator) -> Any:
    return rng.choice(neurons, max(1, round(MODELS.mutated * neurons)), replace=False)


def _scaled(weights: Weights, rng: np.random.Generator, factor: float) -> Weights:
    neurons = weights[0].shape[-1]
    factors = np.ones(neurons, weights[0].dtype)
    factors[_some(neurons, rng)] = factor
    return [array * factors if array.shape[-1] == neurons else array for array in weights]


RULES = (
    Rule("layer removal", _keeping_shape("layer removal"), of_graph=_remove),
    Rule("layer switch", _switched, of_graph=_switch),
    Rule("layer copy", _keeping_shape("layer copy"), of_graph=_copy),
    Rule("layer addition", _additions, of_graph=_add),
    Rule("multi-layer addition", _multiple_additions, of_graph=_add),
    Rule("activation removal", _activation_removals, of_graph=_remove_activation),
    Rule("activation replacement", _activation_replacements, of_graph=_replace_activation),
    Rule("Gaussian fuzzing", _weighted("Gaussian fuzzing"), of_weights=fuzz),
    Rule("weight shuffling", _weighted("weight shuffling"), of_weights=shuffle),
    Rule("activation inverse", _weighted("activation inverse"), of_weights=invert),
    Rule("effect block", _weighted("effect block"), of_weights=block),
    Rule("neuron switch", _weighted("neuron switch"), of_weights=switch),
)


def mutation_from_data(data: Mapping[str, Any]) -> Mutation:
    """Read a mutation that was kept as JSON.

    >>> mutation_from_data({"rule": "layer copy", "layer": "dense", "added": []}).added
    ()
    """
    return Mutation(**{**data, "added": tuple(data.get("added", ()))})
