"""Every threshold and every share of a budget, with its unit and its reason."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShapeSettings:
    """How long the parts of a relation may be that a developer would write; sizes count operations.

    The numbers were chosen on relations that people judged: the corpus of `tests/filters`.
    """

    longest_equality: int = 8
    longest_order: int = 5
    longest_membership: int = 4
    """That something is a beginning or a part of something."""
    longest_membership_on_condition: int = 2
    longest_alternatives: int = 7
    """Two equalities of which one must hold, together."""
    most_joints: int = 2
    """Operations on two operands in an order that holds on a condition, and in what is said of Boolean outputs."""
    longest_condition: int = 2
    """A condition on one output, the comparison included."""
    longest_condition_of_inputs: int = 3
    """A condition on inputs alone, the comparison included."""
    few_values: int = 2
    """A relation about so few values of an int, among more, is an example."""
    short_equality: int = 6
    """Equalities of at most this complexity are worth reporting for whatever they kill."""
    short_bound: int = 5
    """Bounds of more complexity are only reported for what nothing else kills."""
    long: int = 12
    """A relation of more complexity is long."""


SHAPES = ShapeSettings()


@dataclass(frozen=True, slots=True)
class TrivialitySettings:
    """When a relation says too little of the outputs."""

    least_share: float = 0.05
    """The share of the inputs for which some perturbed outputs must contradict a relation."""
    rows: int = 400
    """Inputs whose outputs are perturbed, drawn where there are more."""
    tries: int = 12
    """Perturbed outputs for each input."""
    tries_of_rest: int = 4
    """The same for the inputs that were not drawn, and for other numbers as inputs."""
    exchanges: int = 600
    """Attempts to give one call the outputs of another."""
    enough_exchanges: int = 100
    """The number of them that must have been possible for a judgement."""
    seldom: float = 0.02
    """What contradicts a relation in a smaller share of the exchanges does so by chance."""
    equal: float = 0.3
    """The share of the exchanges that give both calls the same outputs, where there are such."""
    few_pairs: int = 3
    """Distinct pairs of outputs that can be fitted by chance."""
    fitted_rows: int = 60
    """Inputs on which it is tried whether a plainer relation says the same."""
    close: float = 1e-9
    """The relative difference of two numbers that count as the same."""


TRIVIALITY = TrivialitySettings()
