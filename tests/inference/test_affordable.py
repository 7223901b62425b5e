"""Which ints are left out where a function takes long on large ones."""

from dataclasses import replace
from itertools import cycle
from random import Random

import pytest

from genmorph.domain import ints, require
from genmorph.inference.meter import Meter
from genmorph.inference.pace import affordable
from genmorph.model import Budget, Crashed, Returned, TimedOut
from genmorph.subject.inputs import draw_inputs
from genmorph.subject.subject import inspect_subject
from tests.inference import functions

WHOLE = "ints(-1000000, 1000000)"


def triangle(n: int, step: int | None) -> int:
    return functions.triangle(n, step)


def slow(n):
    return max(0, n) * 1e-7


class Worker:
    """Calls that take `seconds` of their first argument, by a clock of their own; None is a time-out after a second."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.time = 0.0
        self.largest = 0

    def call(self, inputs):
        outcomes = []
        for number, _ in inputs:
            self.largest = max(self.largest, number)
            seconds = self.seconds(number)
            self.time += 1.0 if seconds is None else seconds
            outcomes.append(TimedOut() if seconds is None else Returned(number))
            if seconds is None:
                break
        return outcomes

    def domains(self, domain=None, examples=(), function=triangle):
        subject = inspect_subject(function, domain)
        meter = Meter(Budget(seconds=30.0), lambda: self.time)

        def draw(narrowed):
            return draw_inputs(narrowed.parameters, (), (), Random(0))

        chosen = affordable(subject, examples, draw, self.call, meter)
        return [one.notation() for one in chosen.domains]


def test_ints_are_narrowed_to_what_a_budget_can_pay_for():
    worker = Worker(lambda n: max(0, n) * 1e-6)
    assert worker.domains() == ["ints(-1000, 1000)", "optionals(ints(-1000, 1000))"]
    assert 10_000 < worker.largest <= 100_000
    assert worker.time < 0.6  # of 30


def test_what_is_lost_bounds_the_ints_too():
    assert Worker(lambda n: None if n > 500 else 1e-6).domains()[0] == "ints(-100, 100)"


def test_what_gives_too_much_for_large_ints_gets_smaller_ones():
    worker = Worker(lambda _: 1e-6)
    too_large = Crashed("returned a text of 10,001 characters, at most 10,000 are compared")
    small = worker.call
    worker.call = lambda inputs: [too_large if n > 10 else small([(n, k)])[0] for n, k in inputs]
    assert worker.domains()[0] == "ints(-10, 10)"


@pytest.mark.parametrize("seconds", [lambda _: 1e-6, lambda _: 5e-4, lambda _: 0.01, lambda _: None])
def test_functions_that_take_as_long_on_any_ints_keep_all(seconds):
    worker = Worker(seconds)
    assert worker.domains()[0] == "ints(-1000000, 1000000)"
    assert worker.time < 2.1


def test_a_single_stop_that_has_other_reasons_does_not_narrow():
    stops = iter([0.0] * 100 + [0.5])
    assert Worker(lambda _: 1e-6 + next(stops, 0.0)).domains()[0] == "ints(-1000000, 1000000)"


def test_what_a_person_has_stated_is_not_narrowed():
    stated = {"n": ints(-(10**6), 10**6), "step": ints(1, 10**6)}
    assert Worker(slow).domains(stated) == [WHOLE, "ints(1, 1000000)"]
    assert Worker(slow).domains({"n": ints(0, 100)}) == ["ints(0, 100)", f"optionals({WHOLE})"]


def test_an_example_bounds_what_is_left_out():
    assert Worker(slow).domains(examples=[(50_000, 1)])[0] == "ints(-100000, 100000)"


def test_ints_of_a_function_with_conditions_are_not_narrowed():
    @require(lambda n: n > 500)
    def large(n: int, step: int) -> int:
        return n // step

    assert Worker(slow).domains(function=large)[0] == WHOLE


def test_stops_that_come_again_and_again_do_not_narrow():
    stops = cycle([0.0] * 60 + [0.02])
    assert Worker(lambda _: 1e-6 + next(stops)).domains()[0] == WHOLE


def test_narrower_domains_change_the_digest():
    subject = inspect_subject(triangle)
    narrowed = subject.with_parameters(tuple(replace(one, domain=ints(0, 9)) for one in subject.parameters))
    assert narrowed.digest == inspect_subject(triangle, {"n": ints(0, 9), "step": ints(0, 9)}).digest != subject.digest
