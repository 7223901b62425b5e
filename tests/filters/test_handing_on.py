"""Functions that hand elements on by their places, and those that look at them."""

from itertools import accumulate
from random import Random
from statistics import median_low

import pytest

from genmorph.filters.handing_on import hands_elements_on
from genmorph.model import Built


def lists(count=100, largest=1_000):
    rng = Random(3)
    return [([rng.randint(-largest, largest) for _ in range(rng.randint(1, 9))],) for _ in range(count)]


def pairs():
    rng = Random(4)
    return [(rng.randint(0, 3), xs) for (xs,) in lists()]


def chunks(xs):
    return [xs[place : place + 2] for place in range(0, len(xs), 2)]


def unique(xs):
    return list(dict.fromkeys(xs))


def median_filter(xs):
    return [median_low(xs[max(0, place - 1) : place + 2]) for place in range(len(xs))]


@pytest.mark.parametrize("of", [lambda xs: xs[::-1], lambda xs: xs[:-1], lambda xs: xs[-1], chunks, unique, tuple])
def test_what_takes_elements_by_their_places_hands_them_on(of):
    sources = lists()
    assert hands_elements_on(sources, [0], [of(xs) for (xs,) in sources])


@pytest.mark.parametrize(
    "of",
    [
        *(sorted, max, sum, len, median_filter),
        lambda xs: list(accumulate(xs, max)),
        lambda xs: sorted(xs)[-2:],
        lambda xs: (min(xs), max(xs)),
        lambda xs: [x for x in xs if x >= sum(xs) / len(xs)],
        lambda _: None,
    ],
)
def test_what_looks_at_elements_does_not(of):
    sources = lists()
    assert not hands_elements_on(sources, [0], [of(xs) for (xs,) in sources])


def test_places_may_depend_on_other_arguments():
    sources = pairs()
    assert hands_elements_on(sources, [1], [xs[:n] for n, xs in sources])
    assert hands_elements_on(sources, [0, 1], [[one for x in xs for one in (x, n)][:-1] for n, xs in sources])


def test_a_change_of_another_argument_says_nothing_of_elements():
    sources = pairs()
    assert not hands_elements_on(sources, [0], [sorted(xs)[:n] for n, xs in sources])


def test_elements_inside_of_dicts_and_lists_are_looked_up():
    sources = [(Built("dict", tuple(("abcdefghi"[place], x) for place, x in enumerate(xs))),) for (xs,) in lists()]
    assert hands_elements_on(sources, [0], [[held for _, held in made.parts] for (made,) in sources])


def test_few_or_equal_elements_show_nothing():
    assert not hands_elements_on([], [0], [])
    assert not hands_elements_on(lists(3), [0], [xs for (xs,) in lists(3)])
    assert not hands_elements_on([([0, 0],)] * 50, [0], [0] * 50)
