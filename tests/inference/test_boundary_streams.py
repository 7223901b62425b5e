"""Corner pairs are run with care, and what does not apply is counted."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from genmorph.domain import ints, lists
from genmorph.inference.preparation import input_stream
from genmorph.inference.sources import AcceptedInputs, CarefulInputs, Sieve
from genmorph.model import Parameter, Raised, Returned, TimedOut
from genmorph.settings import TRIALS
from genmorph.subject.boundary_inputs import draw_boundary_inputs
from genmorph.subject.subject import inspect_subject
from genmorph.transformations.transformation import Transformation
from tests.inference.prepared import prepared

GROWN = Transformation("add", (0,), 1)


def run_slowly(_mutant, inputs):
    """A function that takes too long for large numbers, and refuses multiples of three."""
    return [TimedOut() if n > 10**6 else Raised("ValueError") if n % 3 == 0 else Returned(n) for (n,) in inputs]


def numbers(*values):
    return iter([(value,) for value in values])


def follow_even(source, _outcome):
    return (source[0] + 1,) if source[0] % 2 == 0 else None


def test_the_inputs_passed_over_are_counted_up_to_the_last_pair():
    stream = AcceptedInputs(numbers(1, 3, 2, 6, 4, 9, 8, 12, 5), run_slowly)
    found = stream.pairs(GROWN, follow_even, 2)
    assert found.pairs == [((2,), (3,)), ((4,), (5,))]
    assert (found.outside, found.refused) == (1, 2)


def test_all_inputs_are_counted_where_there_are_too_few_pairs():
    stream = AcceptedInputs(numbers(1, 3, 2, 6, 4, 9, 10**9), run_slowly)
    found = stream.pairs(GROWN, follow_even, 5)
    assert (len(found.pairs), found.outside, found.refused) == (2, 1, 3)


def run_at_once(_mutant, inputs):
    """A function that refuses multiples of a thousand."""
    return [Raised("ValueError") if n % 1000 == 0 else Returned(n) for (n,) in inputs]


def follow_small(source, _outcome):
    return (source[0] + 1,) if source[0] < 20 else None


class Suiting:
    """Makes streams of small numbers, and remembers what it was told."""

    def __init__(self):
        self.told = []

    def __call__(self, known):
        self.told.append(known)
        return AcceptedInputs(((n,) for n in range(1, 20) if (n,) not in known), run_at_once)


def large_and_one_small():
    return AcceptedInputs(numbers(*range(990, 1_020), 3, *range(1_020, 9_000)), run_at_once)


def test_where_few_inputs_have_a_follow_up_further_ones_come_of_a_stream_in_which_they_have():
    stream, suiting = large_and_one_small(), Suiting()
    found = stream.pairs(GROWN, follow_small, 15, draw_suiting=suiting)
    smaller = [n for n in range(1, 16) if n != 3]
    assert found.pairs == [((n,), (n + 1,)) for n in (3, *smaller)]
    (told,) = suiting.told
    assert (3,) in told
    assert found.outside == len(told) - 1 == TRIALS.suiting_look - 1
    assert found.refused == 1
    assert found.share == 1 / TRIALS.suiting_look
    assert len(stream.asked) <= 2 * TRIALS.suiting_look
    more = stream.pairs(GROWN, follow_small, 30, draw_suiting=suiting)
    assert more.pairs[:15] == found.pairs
    assert (len(more.pairs), more.ended, len(suiting.told)) == (19, True, 1)


@pytest.mark.parametrize("count", [2, 15])
def test_what_others_have_drawn_of_a_stream_changes_no_pairs(count):
    one, other = large_and_one_small(), large_and_one_small()
    other.at_least(3_000)
    found = one.pairs(GROWN, follow_small, count, draw_suiting=Suiting())
    assert len(found.pairs) == count
    assert found == other.pairs(GROWN, follow_small, count, draw_suiting=Suiting())


def test_no_other_stream_is_made_where_a_change_applies_too_seldom_to_be_told():
    stream = large_and_one_small()
    found = stream.pairs(GROWN, follow_small, 15, least_share=0.05, draw_suiting=pytest.fail)
    assert (len(found.pairs), found.share) == (1, 1 / TRIALS.suiting_look)


def test_a_stream_that_gave_what_was_wanted_has_not_ended():
    stream = AcceptedInputs(numbers(*range(1, 60)), run_at_once)
    stream.at_least(99)
    assert not stream.pairs(GROWN, lambda source, _: source, 10).ended
    assert stream.pairs(GROWN, lambda source, _: source, 99).ended


def test_where_inputs_mostly_have_a_follow_up_no_other_stream_is_made():
    stream = AcceptedInputs(numbers(*range(1, 999)), run_at_once)
    found = stream.pairs(GROWN, lambda source, _: source if source[0] % 3 else None, 200, draw_suiting=pytest.fail)
    assert (len(found.pairs), found.outside) == (200, 99)


def classes_of(labels: list[int]) -> list[int]:
    return sorted(set(labels))


def test_sources_are_drawn_where_their_follow_ups_are_valid():
    """In six to nineteen places one of two among three labels: hardly any source, and not none."""
    domain = {"labels": lists(ints(0, 2), min_len=6, max_len=19)}
    with prepared(classes_of, domain=domain) as session:
        renamed = next(one for one in session.transformations if one.template == "add_each" and one.constant == 1)
        fresh = session.fresh_executions(renamed, 300)
        assert len(fresh.executions) == 300
        assert fresh.inapplicable < 300
        assert all(max(execution.source[0]) < 2 for execution in fresh.executions)
        assert len({tuple(execution.source[0]) for execution in fresh.executions}) == 300


def agreement_of(first: list[int], second: list[int]) -> int:
    return sum(one == other for one, other in zip(first, second, strict=True))


def test_sources_that_suit_have_equal_lengths_where_all_have():
    """All inputs of a small domain are tried in its order; those of a part of a large one are drawn as its others."""
    small = {name: lists(ints(0, 1), min_len=1, max_len=9) for name in ("first", "second")}
    subject = replace(inspect_subject(agreement_of, small), parallel=((0, 1),))

    def share_of_equal_lengths(has_equal_lengths):
        sieve = Sieve(subject.validity, lambda: None)
        drawn = input_stream(subject, (), "seed", sieve, has_equal_lengths=has_equal_lengths)
        return sum(len(first) == len(second) for first, second in islice(drawn, 400)) / 400

    assert share_of_equal_lengths(None) < 0.3
    assert share_of_equal_lengths(True) > 0.6


def test_inputs_as_large_as_one_that_came_to_no_end_are_left_out():
    inputs = draw_boundary_inputs([Parameter("n", ints(0, 10**12))], (), (), Random(0))
    stream = CarefulInputs(inputs, run_slowly, patience=20)
    stream.at_least(300)
    assert len(stream.accepted) > 200
    assert stream.unanswered.total() < 20
    assert max(stream.accepted)[0] > 2**15


def test_a_stream_ends_when_patience_is_over():
    descending = ((2**bits,) for bits in range(500, 20, -1))
    stream = CarefulInputs(descending, run_slowly, patience=5)
    stream.at_least(100)
    assert stream.is_exhausted
    assert 5 <= stream.unanswered.total() <= 10
    assert not stream.accepted
