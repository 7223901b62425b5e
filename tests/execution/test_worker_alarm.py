"""The alarm interrupts calls and nothing else."""

import os
import signal

import pytest

from genmorph.execution.worker.calling import call_all
from genmorph.execution.worker.encoding import encode_value
from genmorph.execution.worker.protocol import CRASHED, LIMITS, RAISED, RETURNED, TIMED_OUT, Alarm


def ring():
    for _ in range(2 * LIMITS.ticks):
        signal.raise_signal(signal.SIGALRM)


def inputs_between_rings(count):
    """Inputs that let the alarm look many times when the call before has ended and the next has not begun."""
    for x in range(count):
        ring()
        yield (x,)
    ring()


def subject(x):
    if x == 1:
        raise ValueError
    if x == 3:
        ring()
    return x


@pytest.fixture
def calls():
    previous = signal.getsignal(signal.SIGALRM)
    counter, marks = memoryview(bytearray(8)).cast("Q"), []
    Alarm(counter, 1e6, os.getppid(), marks)
    yield lambda inputs: call_all(subject, inputs, counter, marks, encode_value)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, previous)


def test_an_alarm_between_two_calls_interrupts_nothing(calls):
    outcomes = [(RETURNED, 0), (RAISED, "ValueError"), (RETURNED, 2), (TIMED_OUT, None)]
    assert calls(inputs_between_rings(6)) == outcomes


def test_a_time_out_counts_more_than_a_refusal_in_the_same_call():
    marks = []
    counter = memoryview(bytearray(8)).cast("Q")

    def refused_and_late():
        marks.extend([(CRASHED, "refused: os.mkdir 'x'"), (TIMED_OUT, None)])

    assert call_all(refused_and_late, [()], counter, marks, encode_value) == [(TIMED_OUT, None)]
