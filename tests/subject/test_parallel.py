"""Sequences that belong together: how they are recognised and drawn, and what is done to them."""

import ast
from itertools import islice
from random import Random

import pytest

from genmorph.annotations.decorators import require
from genmorph.domain import ints, lists, texts, tuples
from genmorph.model import Parameter
from genmorph.settings import PARALLEL
from genmorph.subject.inputs import draw_inputs
from genmorph.subject.parallel import parallel_parameters, with_equal_lengths, zipped_parameters
from genmorph.subject.subject import inspect_subject
from genmorph.transformations.instantiation import instantiate
from genmorph.transformations.transformation import Transformation

TWO = [Parameter("names", lists(texts("ab"))), Parameter("scores", tuples(ints(0, 9)))]


def drawn_of(parameters, count=400):
    return list(islice(draw_inputs(parameters, [], [], Random(0)), count))


def test_equal_lengths_of_all_accepted_inputs_show_that_sequences_belong_together():
    asked = drawn_of(TWO, 4_000)
    accepted = [values for values in asked if len(values[0]) == len(values[1])]
    assert parallel_parameters(TWO, accepted, asked) == ((0, 1),)
    assert parallel_parameters(TWO, asked, asked) == ()


def test_a_sequence_that_is_read_as_far_as_another_goes_belongs_to_it():
    asked = drawn_of(TWO)
    accepted = [values for values in asked if len(values[0]) <= len(values[1])]
    assert parallel_parameters(TWO, accepted, asked) == ((0, 1),)
    assert parallel_parameters(TWO, accepted, accepted) == ()


def test_few_accepted_inputs_and_few_lengths_show_nothing():
    accepted = [([""] * size, (0,) * size) for size in range(6)]
    assert parallel_parameters(TWO, accepted, accepted) == ()
    assert parallel_parameters(TWO, [([""] * size, (0,) * size) for size in (0, 1)] * 99, accepted) == ()


def test_domains_of_one_and_the_same_length_belong_together():
    parameters = [Parameter("xs", lists(ints(), 5, 5)), Parameter("ys", lists(texts(), 5, 5))]
    assert parallel_parameters(parameters, [], []) == ((0, 1),)
    assert parallel_parameters([parameters[0], Parameter("ys", lists(ints(), 4, 4))], [], []) == ()


@pytest.mark.parametrize(
    ("call", "groups"),
    [("zip(xs, ys)", ((0, 1),)), ("map(f, xs, ys, zs)", ((0, 1, 2),)), ("zip(xs, xs[1:])", ()), ("len(xs)", ())],
)
def test_what_is_zipped_belongs_together(call, groups):
    assert zipped_parameters(ast.parse(f"def g(xs, ys, zs): return {call}"), ["xs", "ys", "zs"]) == groups


def test_a_number_and_a_sequence_are_not_taken_for_two_sequences():
    assert inspect_subject(scaled_all, {"xs": lists(ints()), "k": ints()}).parallel == ()


def scaled_all(xs, k):
    return list(map(k, xs))


def test_most_inputs_have_equal_lengths_and_all_stay_in_their_domains():
    drawn = list(with_equal_lengths(drawn_of(TWO), TWO, [(0, 1)], Random(1)))
    equal = sum(len(values[0]) == len(values[1]) for values in drawn)
    assert PARALLEL.share * 0.9 < equal / len(drawn) < 1
    assert all(parameter.domain.contains(values[place]) for values in drawn for place, parameter in enumerate(TWO))


@require(lambda names, scores: len(names) == len(scores))
def best(names: list[str], scores: list[int]) -> str:
    return max(zip(scores, names, strict=True), default=(0, ""))[1]


def test_what_is_done_together_keeps_a_condition_on_lengths():
    subject = inspect_subject(best)
    changes = [c for c in instantiate(subject.parameters, [], parallel=subject.parallel) if c.requirement("ab", TWO)]
    assert {c.template for c in changes} == {
        *("shuffle_both", "reverse_both", "append_both", "beginning_both", "remove_both", "repeat_both"),
    }
    rng = Random(0)
    domains = [parameter.domain for parameter in subject.parameters]
    for values in with_equal_lengths(drawn_of(subject.parameters, 50), subject.parameters, [(0, 1)], rng):
        for change in changes if subject.validity.is_allowed(values) else ():
            source = values if change.drawn is None else (*values, change.drawn.draw(rng))
            assert subject.validity.is_allowed(change.apply(source))
        for change in () if subject.validity.is_allowed(values) else changes:
            source = values if change.drawn is None else (*values, change.drawn.draw(rng))
            assert change.apply(source) is None
    assert len(domains) == len(values)


def test_one_seed_puts_all_into_the_same_order():
    change = Transformation("shuffle_three", (0, 1, 2), drawn=ints(0, 99))
    source = ([1, 2, 3, 4], ("1", "2", "3", "4"), "1234", 7)
    after = change.apply(source)
    assert after[0] != source[0]
    assert [str(number) for number in after[0]] == [*after[1]] == [*after[2]]


def test_sequences_that_do_not_belong_together_are_not_changed_together():
    assert not [change for change in instantiate(TWO, []) if change.template.endswith("_both")]
