"""Corner pairs are run with care, and what does not apply is counted."""

from random import Random

from genmorph.domain import ints, lists
from genmorph.inference.sources import AcceptedInputs, CarefulInputs
from genmorph.model import Parameter, Raised, Returned, TimedOut
from genmorph.settings import TRIALS
from genmorph.subject.boundary_inputs import draw_boundary_inputs
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
    return [Returned(n) for (n,) in inputs]


def test_where_few_inputs_have_a_follow_up_further_ones_come_of_a_stream_in_which_they_have():
    given = []

    def follow_small(source, _outcome):
        return (source[0] + 1,) if source[0] < 20 else None

    def suiting(known):
        given.append(known)
        return AcceptedInputs(((n,) for n in range(20) if (n,) not in known), run_at_once)

    stream = AcceptedInputs(numbers(*range(990, 9_000)), run_at_once)
    found = stream.pairs(GROWN, follow_small, 10, suiting=suiting)
    assert found.pairs == [((n,), (n + 1,)) for n in range(10)]
    assert TRIALS.least <= found.outside == len(given[0]) == len(stream.asked) < 200
    more = stream.pairs(GROWN, follow_small, 30, suiting=suiting)
    assert more.pairs == [((n,), (n + 1,)) for n in range(20)]
    assert more.ended
    assert (more.outside, len(given)) == (found.outside, 1)


def test_inputs_that_mostly_have_a_follow_up_are_drawn_as_ever():
    stream = AcceptedInputs(numbers(*range(999)), run_at_once)
    found = stream.pairs(GROWN, lambda source, _: source if source[0] % 3 else None, 200, suiting=None)
    same = AcceptedInputs(numbers(*range(999)), run_at_once)
    again = same.pairs(GROWN, lambda source, _: source if source[0] % 3 else None, 200, suiting=lambda _: None)
    assert found == again


def classes_of(labels: list[int]) -> list[int]:
    return sorted(set(labels))


def test_sources_are_drawn_where_their_follow_ups_are_valid():
    """In twenty places one of two among three labels: one source in three thousand."""
    domain = {"labels": lists(ints(0, 2), min_len=20, max_len=20)}
    with prepared(classes_of, domain=domain) as session:
        renamed = next(one for one in session.transformations if one.template == "add_each" and one.constant == 1)
        fresh = session.fresh_executions(renamed, 300)
        assert len(fresh.executions) == 300
        assert fresh.inapplicable < 300
        assert all(max(execution.source[0]) < 2 for execution in fresh.executions)
        assert len({tuple(execution.source[0]) for execution in fresh.executions}) == 300


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
