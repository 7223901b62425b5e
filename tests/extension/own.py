"""Templates of a user's, to be registered."""

from genmorph.extension import template


def flip(**others):
    """A template of one int, with some of its parts given otherwise."""
    parts = {
        "name": "flip_last_bit",
        "kinds": [int],
        "change": lambda n: n ^ 1,
        "python": "n ^ 1",
        "words": "the last bit of {n} flips",
        "examples": [(4, 5), (-1, -2)],
    }
    return template(**{**parts, **others})


def first_again(**others):
    """A template of lists that not every list has a follow-up of."""
    parts = {
        "name": "first_again",
        "kinds": [list[int], list[str]],
        "change": lambda xs: [xs[0], *xs],
        "python": "[xs[0], *xs]",
        "words": "{xs} begins twice",
        "examples": [([1, 2], [1, 1, 2]), (["a"], ["a", "a"])],
        "when": "len(xs) > 0",
    }
    return template(**{**parts, **others})


def cross(**others):
    """A template of two floats."""
    parts = {
        "name": "cross",
        "kinds": [float],
        "change": lambda x, y: (x + y, x - y),
        "python": ("x + y", "x - y"),
        "words": "{x} and {y} become their sum and difference",
        "examples": [((1.5, 0.5), (2.0, 1.0))],
    }
    return template(**{**parts, **others})
