"""Functions that draw random numbers: by a seed, by a generator, from global generators, from what cannot be seeded."""

import os
import random

import numpy as np

from genmorph import require, seeded, stochastic


def shuffled(xs: list[int], rng: random.Random) -> list[int]:
    """The elements in a random order."""
    found = list(xs)
    rng.shuffle(found)
    return found


def noisy_total(xs: list[int], rng: np.random.Generator) -> float:
    """The sum, and some noise."""
    return sum(xs) + rng.normal()


@seeded("seed")
def sampled(xs: list[int], seed: int = 0) -> list[int]:
    """Half of the elements."""
    return random.Random(seed).sample(xs, len(xs) // 2)


def jittered(xs: list[int]) -> list[float]:
    """Each element, and some noise of a global generator."""
    return [x + random.random() for x in xs]


def jittered_by_numpy(xs: list[int]) -> float:
    """The sum, and some noise of NumPy's global generator."""
    return sum(xs) + float(np.random.rand())


def ignoring(xs: list[int], seed: int) -> int:  # noqa: ARG001 - that is the fault
    """The sum, whatever the seed."""
    return sum(xs)


def drawn_by_the_system(xs: list[int]) -> int:
    """An element that nothing makes repeatable."""
    return random.SystemRandom().choice(xs or [0])


def unhinted(xs: list[int], rng=None) -> list[int]:
    """The elements in a random order."""
    return (rng or random.Random()).sample(xs, len(xs))


_COUNTS = [0]


def counting(xs: list[int]) -> int:
    """Something else each time, without any generator."""
    _COUNTS[0] += 1
    return sum(xs) + _COUNTS[0]


def one_or_one(xs: list[int]) -> float:
    """An int or a float, which are equal."""
    return random.SystemRandom().choice([len(xs), float(len(xs))])


def noisy_by_process(xs: list[int], seed: random.Random) -> float:
    """A float that is another one in the last digits in each process."""
    return (sum(xs) + seed.random()) * (1 + os.getpid() % 500 * 1e-9)


def rounded_by_threads(xs: list[int]) -> float:
    """A float whose last digits depend on the number of threads, as sums of a linear algebra do."""
    return sum(xs) * (1 + int(os.environ["OMP_NUM_THREADS"]) * 1e-9)


def seeded_and_rounded_by_threads(xs: list[int], seed: random.Random) -> float:
    """The same with a seed."""
    return rounded_by_threads(xs) + seed.random()


def with_a_seed_of_its_own(xs: list[int], seed: int = 3) -> float:
    """The sum, a fixed number, and some noise."""
    return sum(xs) + seed + random.random()


def walk(steps: int, start: int, seed: int) -> int:
    """Where a walk ends that takes steps to the left or to the right."""
    rng = random.Random(seed)
    return start + sum(rng.choice((-1, 1)) for _ in range(steps))


def biased_walk(steps: int, start: int, seed: int) -> int:
    """The same, which forgets half of the start."""
    return walk(steps, start, seed) - start // 2


@require("seed > steps")
def late_walk(steps: int, start: int, seed: int) -> int:
    """The same walk, of large seeds alone."""
    return walk(steps, start, seed)


def noisy(level: float, noise: float) -> float:
    """A level, and some noise of what nothing seeds."""
    return level + random.SystemRandom().gauss(0, noise)


@stochastic
def lot(xs: list[int], rng: random.Random) -> int:
    """One of the elements."""
    return rng.choice(xs)


def drawn_often(xs: list[int], rng: random.Random, times: int = 3) -> int:
    """The sum of some of the elements."""
    return sum(rng.choices(xs, k=times))


def some(xs: list[int], rng: random.Random) -> list[int]:
    """Each of the elements, or not."""
    return [x for x in xs if rng.random() < 0.5]


def hardly_apart(level: int, rng: random.Random) -> float:
    """Much noise, on which a little depends on the level."""
    return rng.gauss(level % 2 / 25, 1)


def of_two_seeds(xs: list[int], rng: random.Random, other: random.Random) -> float:
    """Two generators at once."""
    return sum(xs) + rng.random() + other.random()
