"""Seeds, and generators of random numbers that are made of them."""

import random
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmorph import UsageError
from genmorph.domain import build, generators, global_seeds, ints, parse_domain, seeds, texts
from genmorph.values.seeds import as_seeds
from genmorph.values.type_hints import read_hint

DOMAINS = (
    *(seeds(), seeds(3, 9), global_seeds(), global_seeds(0, 1)),
    *(generators(), generators("numpy.random.Generator", 0, 5), generators("numpy.random.RandomState")),
)


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_what_is_written_is_read_again(domain):
    assert parse_domain(domain.notation()) == domain


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_what_is_drawn_is_contained_and_can_be_made(domain):
    drawn = [domain.draw(Random(seed)) for seed in range(9)]
    assert all(map(domain.contains, drawn))
    assert len({type(build(one)) for one in drawn}) == 1


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_the_strategy_draws_such_values(domain):
    strategy = eval(domain.strategy(), {"st": st, "random": random, "numpy": np})  # noqa: S307 - our own text
    drawn = []
    settings(max_examples=1, database=None)(given(strategy)(lambda value: drawn.append(value)))()  # noqa: PLW0108 - it needs a name
    assert type(drawn[0]) is type(build(domain.draw(Random(0))))


@pytest.mark.parametrize("of", ["random.Random", "numpy.random.Generator", "numpy.random.RandomState"])
def test_two_generators_of_one_seed_draw_the_same(of):
    domain = generators(of)
    one, other = (build(domain.draw(Random(0))) for _ in range(2))
    assert one is not other
    assert [one.random() for _ in range(3)] == [other.random() for _ in range(3)]


def test_hints_of_generators_are_understood():
    assert read_hint(random.Random).domains == (generators(),)
    assert read_hint(np.random.Generator).domains == (generators("numpy.random.Generator"),)


def test_a_generator_of_the_users_may_be_of_any_seed():
    assert generators("random.Random", 0, 9).contains(Random(3)) is None
    assert generators().contains(None) is generators().contains(3) is False
    assert generators().contains(np.random.default_rng(3)) is False


def test_seeds_stand_for_the_ints_of_a_parameter():
    assert as_seeds(ints(-5, 99)) == seeds(0, 99)
    assert as_seeds(texts()) is None
    assert as_seeds(ints(-9, -1)) is None


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: seeds(-1, 3), "min of seeds must be >= 0 and <= max, got -1 and 3"),
        (lambda: seeds(0, 0.5), "max of seeds must be an int, got 0.5"),
        (lambda: generators("secrets.SystemRandom"), "type of generators must be one of random.Random, .*got 'secrets"),
    ],
)
def test_what_is_no_seed_is_refused(make, words):
    with pytest.raises(UsageError, match=words):
        make()
