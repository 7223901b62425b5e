"""How the searches went: few numbers of the longest ones, which a saved file has room for."""

from collections.abc import Sequence

from genmorph.inference.exploration import Exploration
from genmorph.results.stored import Course, Curves
from genmorph.subject.signature import Signature

LONGEST = 10
"""Curves are kept of so many transformations, those with most generations."""
POINTS = 40
"""So many generations are kept of each."""
FRONT = 30
"""And so many trees of its front."""


def curves_of(explorations: Sequence[Exploration], signature: Signature) -> tuple[Curves, ...]:
    """The curves of the longest searches, the longest first; a saved file grows by some 30 kB at most."""
    searched = [exploration for exploration in explorations if exploration.generations]
    longest = sorted(searched, key=lambda exploration: -exploration.generations)[:LONGEST]
    return tuple(_curves(exploration, signature) for exploration in longest)


def _curves(exploration: Exploration, signature: Signature) -> Curves:
    evolution, ground = exploration.evolution, exploration.ground
    assert evolution is not None
    assert ground is not None
    chosen, front = thinned(evolution.generations + 1, POINTS), evolution.front
    courses = [[figures[generation] for generation in chosen] for figures in evolution.best]
    return Curves(
        exploration.transformation.input_relation(signature.names, signature.parameters),
        ground.executions.correct,
        ground.executions.incorrect,
        chosen,
        tuple(Course(tuple(fp for fp, _ in course), tuple(fn for _, fn in course)) for course in courses),
        tuple(front[place] for place in thinned(len(front), FRONT)),
    )


def thinned(number: int, most: int) -> tuple[int, ...]:
    """At most so many of the first ints, evenly spread, the first and the last among them.

    >>> thinned(3, 5), thinned(100, 5)
    ((0, 1, 2), (0, 25, 50, 74, 99))
    """
    if number <= most:
        return tuple(range(number))
    return tuple(round(place * (number - 1) / (most - 1)) for place in range(most))
