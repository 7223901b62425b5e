"""Sources of streams whose transformation draws a parameter."""

from itertools import product

from genmorph.domain import bools, ints, lists
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import Returned
from genmorph.transformations.transformation import Transformation

SHUFFLE = Transformation("shuffle", (0,), drawn=ints(0, 10**9))
SHIFT = Transformation("add", (0,), drawn=ints(1, 50))


def run(_mutant, inputs):
    return [Returned(0) for _ in inputs]


def pairs(transformation, inputs, count, seed=""):
    stream = AcceptedInputs(iter(inputs), run, seed)
    return stream.pairs(transformation, lambda source, outcome: outcome and transformation.apply(source), count).pairs


def test_streams_draw_other_numbers_for_the_same_inputs():
    numbers = [(n,) for n in range(100)]
    first, again, other = (pairs(SHIFT, numbers, 100, seed) for seed in ("0/sources", "0/sources", "0/fresh"))
    assert first == again
    assert sum(one == two for one, two in zip(first, other, strict=True)) < 20


def test_where_there_are_few_inputs_each_gets_many_numbers():
    few = [(list(values),) for size in (2, 3) for values in product([False, True], repeat=size)]
    assert lists(bools(), max_len=3).size == 15
    found = pairs(SHUFFLE, few, 300)
    assert len(found) == 300
    assert len({(str(source[0]), source[1]) for source, _ in found}) == 300
    orders = {tuple(follow_up[0]) for (values, _), follow_up in found if values == [True, False, False]}
    assert orders == {(True, False, False), (False, True, False), (False, False, True)}


def test_no_pair_comes_twice_where_there_are_few_numbers():
    found = pairs(Transformation("add", (0,), drawn=ints(1, 3)), [(0,), (1,)], 300)
    assert sorted(source for source, _ in found) == [(n, k) for n in (0, 1) for k in (1, 2, 3)]


def test_a_long_stream_gives_each_input_once():
    found = pairs(SHIFT, ((n,) for n in range(10_000)), 200)
    assert [source[0] for source, _ in found] == list(range(200))
