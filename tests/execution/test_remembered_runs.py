"""A remembered run pays for no call twice."""

import math

from genmorph.execution import remember
from genmorph.model import Returned, SourceMutant

MUTANT = SourceMutant("m1", "replace", 1, "def subject(x): return -x")


class Recorder:
    """A run that gives each call its number."""

    def __init__(self):
        self.seen = []

    def __call__(self, mutant, inputs):
        start = len(self.seen)
        self.seen += [(mutant, arguments) for arguments in inputs]
        return tuple(Returned(number) for number in range(start, len(self.seen)))


def test_only_new_inputs_are_run_in_order_and_once():
    recorder = Recorder()
    run = remember(recorder)
    assert run(None, [(3,), (1,), (3,)]) == (Returned(0), Returned(1), Returned(0))
    assert run(None, [(1,), (2,), (3,)]) == (Returned(1), Returned(2), Returned(0))
    assert recorder.seen == [(None, (3,)), (None, (1,)), (None, (2,))]


def test_equal_inputs_of_other_kinds_are_other_inputs():
    recorder = Recorder()
    run = remember(recorder)
    inputs = [(1,), (1.0,), (True,), (0.0,), (-0.0,), (math.nan,)]
    assert len(set(run(None, inputs))) == len(inputs)
    assert run(None, [(float("nan"),)]) == (Returned(5),)


def test_the_original_and_each_mutant_are_remembered_apart():
    recorder = Recorder()
    run = remember(recorder)
    assert run(None, [(1,)]) != run(MUTANT, [(1,)])
    assert run(MUTANT, [(1,)]) == (Returned(1),)
    assert len(recorder.seen) == 2


def test_nothing_new_is_no_call_at_all():
    asked = []

    def run(_mutant, inputs):
        asked.append(list(inputs))
        return [Returned(0)] * len(inputs)

    remembered = remember(run)
    remembered(None, [(1,)])
    remembered(None, [(1,)])
    assert remembered(None, []) == ()
    assert asked == [[(1,)]]


def test_outcomes_of_real_workers_are_remembered(start):
    workers = start("def subject(x): return x")
    run = remember(workers.run)
    assert run(None, [(1,), (1,)]) == run(None, [(1,), (1,)]) == (Returned(1), Returned(1))
    assert workers.calls == 1
