"""Periods that are measured on the outputs of a function."""

from itertools import count

import pytest

from genmorph.annotations.decorators import require
from genmorph.domain import floats, ints
from genmorph.inference.periods import with_periods
from genmorph.model import Raised, Returned
from genmorph.settings import PERIODS
from genmorph.subject.subject import inspect_subject


def hidden(x, shift):
    return (3 * x + shift) % 12


def fraction(x):
    return x % 1


def stairs(x):
    return x // 10


def reciprocal(x):
    return 1 / (x % 7)


@require(lambda x: x % 2 == 0)
def of_even(x: int) -> int:
    return x % 4


def measured(function, **domains):
    """The numbers suited to the first parameter, and how many calls it took to find them."""
    subject = inspect_subject(function, domains or None)
    calls = count()

    def run(_mutant, inputs):
        return tuple(outcome(values) for values in inputs)

    def outcome(values):
        next(calls)
        try:
            return Returned(function(*values))
        except ArithmeticError as error:
            return Raised(type(error).__name__)

    accepted = [tuple(type(domain.low)(base) for domain in subject.domains) for base in (2, 3, 8, 14, 20)]
    return with_periods(subject, accepted, run).suited[0], next(calls)


def test_a_period_that_no_constant_of_the_source_is_is_found():
    assert measured(hidden, x=ints(0, 500), shift=ints(0, 500))[0] == (4,)


def test_periods_of_floats_are_found():
    assert measured(fraction, x=floats(-500, 500))[0] == (1,)


@pytest.mark.parametrize("function", [stairs, reciprocal], ids=lambda function: function.__name__)
def test_no_period_is_found_where_outputs_do_not_repeat_or_the_function_raises(function):
    assert measured(function, x=ints(0, 500))[0] == ()


def test_no_period_is_sought_in_narrow_domains_and_against_conditions():
    assert measured(hidden, x=ints(0, 20), shift=ints(0, 20)) == ((), 0)
    assert measured(of_even, x=ints(0, 500)) == ((), 0)


def test_the_number_of_calls_is_bounded():
    assert measured(hidden, x=ints(0, 500), shift=ints(0, 500))[1] <= 2 * PERIODS.bases * PERIODS.points


def test_a_measured_period_stands_before_the_numbers_of_the_field():
    def hand(hour):
        return hour % 8

    assert measured(hand, hour=ints(0, 500))[0] == (8, 24, 12)
