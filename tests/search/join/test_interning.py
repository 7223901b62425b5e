import math

from hypothesis import given
from hypothesis import strategies as st

from genmorph.model import Tolerance
from genmorph.relations.meaning import equal_all
from genmorph.relations.operators import Sort
from genmorph.search.join.sequence_terms import Interning
from tests.trees import lists, texts

ints = st.integers(-(2**53), 2**53)
numbers = st.one_of(st.integers(-99, 99), st.floats(-1e6, 1e6), st.just(math.nan))
values = st.one_of(
    st.tuples(st.just(Sort.TEXT), texts, texts),
    st.tuples(st.just(Sort.TEXTS), lists(texts), lists(texts)),
    st.tuples(st.just(Sort.NUMBERS), lists(ints), lists(ints)),
    st.tuples(st.just(Sort.NESTED), lists(lists(ints)), lists(lists(ints))),
)


@given(values)
def test_values_without_floats_have_one_number_where_they_are_equal(drawn):
    sort, one, other = drawn
    first, second = Interning(scale=1.0, has_floats=False).numbers([one, other], sort)
    assert (first == second) == (one == other)


@given(lists(numbers), lists(numbers))
def test_lists_of_floats_that_differ_by_more_than_rounding_have_two_numbers(one, other):
    first, second = Interning(scale=1e-6, has_floats=True).numbers([one, other], Sort.NUMBERS)
    if first == second:
        assert equal_all(one, other, Tolerance(relative=1e-6, absolute=1e-9))
    if equal_all(one, other, Tolerance(relative=0, absolute=0)):
        assert first == second


def test_values_of_different_sorts_have_different_numbers():
    known = Interning(scale=1.0, has_floats=False)
    assert len({int(known.numbers([empty], sort)[0]) for empty, sort in (("", Sort.TEXT), ([], Sort.TEXTS))}) == 2


@given(lists(st.floats()), lists(st.floats()))
def test_floats_of_any_size_inside_of_lists_have_two_numbers_where_they_differ(one, other):
    first, second = Interning(scale=1e-6, has_floats=True).numbers([[one], [other]], Sort.NESTED)
    if first == second:
        assert equal_all(one, other, Tolerance(relative=1e-6, absolute=1e-9))
    if equal_all(one, other, Tolerance(relative=0, absolute=0)):
        assert first == second


def test_a_value_keeps_its_number():
    known = Interning(scale=1.0, has_floats=False)
    first = known.numbers(["a", "b"], Sort.TEXT)
    assert known.numbers(["b", "a"], Sort.TEXT).tolist() == first[::-1].tolist()
