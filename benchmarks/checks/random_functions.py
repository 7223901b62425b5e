"""Functions that draw random numbers, as people write them in simulations and statistics."""

import math
import random
from collections.abc import Sequence


def estimate_pi(points: int, rng: random.Random) -> float:
    """Estimate pi by the share of points of a square that lie in a circle."""
    inside = sum(rng.random() ** 2 + rng.random() ** 2 <= 1 for _ in range(points))
    return 4 * inside / points


def bootstrap_interval(values: list[float], resamples: int, rng: random.Random) -> tuple[float, float]:
    """Give the 10th and the 90th percentile of the means of resamples."""
    means = sorted(math.fsum(rng.choices(values, k=len(values))) / len(values) for _ in range(resamples))
    return means[len(means) // 10], means[len(means) * 9 // 10]


def reservoir(values: list[int], size: int, rng: random.Random) -> list[int]:
    """Draw some of the values by one pass over them."""
    kept: list[int] = []
    for number, value in enumerate(values):
        if number < size:
            kept.append(value)
        elif (place := rng.randint(0, number)) < size:
            kept[place] = value
    return kept


def shuffled(values: list[int], rng: random.Random) -> list[int]:
    """Give the values in a random order, by the algorithm of Fisher and Yates."""
    found = list(values)
    for last in range(len(found) - 1, 0, -1):
        place = rng.randint(0, last)
        found[last], found[place] = found[place], found[last]
    return found


def dropout(activations: list[float], rate: float, rng: random.Random) -> list[float]:
    """Set some activations to 0, and scale the others so that the mean stays."""
    return [0.0 if rng.random() < rate else value / (1 - rate) for value in activations]


def annealed(start: float, steps: int, rng: random.Random) -> float:
    """Minimise the square of a number by simulated annealing."""
    place = start
    for step in range(steps):
        candidate = place + rng.gauss(0, 1)
        warmth = 1 - step / steps
        worse = candidate**2 - place**2
        if worse <= 0 or rng.random() < math.exp(-worse / warmth):
            place = candidate
    return place


def metropolis(start: float, middle: float, steps: int, rng: random.Random) -> float:
    """Give the state of a Metropolis chain for a normal distribution around a middle."""
    place = start
    for _ in range(steps):
        candidate = place + rng.uniform(-1, 1)
        if rng.random() < math.exp(min(0.0, ((place - middle) ** 2 - (candidate - middle) ** 2) / 2)):
            place = candidate
    return place


def walk(steps: int, start: int, rng: random.Random) -> int:
    """Walk to the left or to the right in each step."""
    return start + sum(rng.choice((-1, 1)) for _ in range(steps))


def jittered_grid(low: float, spacing: float, count: int, rng: random.Random) -> list[float]:
    """Give points of a grid, each moved by up to half of its spacing."""
    return [low + spacing * (number + rng.uniform(-0.5, 0.5)) for number in range(count)]


def skip_list_level(share: float, highest: int, rng: random.Random) -> int:
    """Give the level of a new node of a skip list."""
    level = 1
    while level < highest and rng.random() < share:
        level += 1
    return level


FUNCTIONS: Sequence[tuple[str, dict[str, str]]] = (
    ("estimate_pi", {"points": "ints(5, 60)"}),
    ("bootstrap_interval", {"values": "lists(floats(-50, 50), min_len=2, max_len=8)", "resamples": "ints(10, 20)"}),
    ("reservoir", {"values": "lists(ints(-99, 99), max_len=10)", "size": "ints(1, 5)"}),
    ("shuffled", {"values": "lists(ints(-99, 99), max_len=6)"}),
    ("dropout", {"activations": "lists(floats(-5, 5), min_len=1, max_len=6)", "rate": "floats(0.1, 0.8)"}),
    ("annealed", {"start": "floats(-9, 9)", "steps": "ints(5, 40)"}),
    ("metropolis", {"start": "floats(-5, 5)", "middle": "floats(-5, 5)", "steps": "ints(1, 20)"}),
    ("walk", {"steps": "ints(1, 20)", "start": "ints(-20, 20)"}),
    ("jittered_grid", {"low": "floats(-50, 50)", "spacing": "floats(0.5, 3)", "count": "ints(1, 6)"}),
    ("skip_list_level", {"share": "floats(0.1, 0.9)", "highest": "ints(2, 12)"}),
)
"""The functions by name, with the valid inputs of their parameters."""
