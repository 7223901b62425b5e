"""In one run no call is paid for twice, and what loses too many calls is given up."""

import math
from copy import deepcopy

import pytest

from genmorph.execution.patience import Patience
from genmorph.execution.recall import Recall
from genmorph.model import Crashed, Probe, Returned, SourceMutant, TimedOut, UsageError

MUTANT = SourceMutant("m1", "replace", 1, "def subject(x): return -x")
DEATH = Crashed("killed by SIGSEGV", fatal=True)
LIMITS = {"original": Patience(20, 20), "mutant": Patience(time_outs=1, deaths=3)}


class Recorder:
    """Calls that give each one its number."""

    def __init__(self):
        self.seen = []

    def __call__(self, change, inputs, _patience):
        start = len(self.seen)
        self.seen += [(change, arguments) for arguments in inputs]
        return [Returned(number) for number in range(start, len(self.seen))]


class Script:
    """Calls with given outcomes by argument, stopping as `Execute` says."""

    def __init__(self, outcomes):
        self.outcomes = outcomes
        self.asked = []

    def __call__(self, _change, inputs, patience):
        made = []
        for (argument,) in inputs:
            if patience.is_over:
                break
            self.asked.append(argument)
            made.append(self.outcomes.get(argument, Returned(argument)))
            patience = patience.after(made[-1:])
        return made


def is_given_up(outcome):
    return isinstance(outcome, Crashed) and outcome.why.startswith("not run: ")


def test_only_new_inputs_are_called_in_order_and_once():
    recorder = Recorder()
    recall = Recall(recorder, **LIMITS)
    assert recall.run(None, [(3,), (1,), (3,)]) == (Returned(0), Returned(1), Returned(0))
    assert recall.run(None, [(1,), (2,), (3,)]) == (Returned(1), Returned(2), Returned(0))
    assert recorder.seen == [(None, (3,)), (None, (1,)), (None, (2,))]
    assert (recall.made, recall.recalled) == (3, 0)


def test_equal_inputs_of_other_kinds_are_other_inputs():
    recall = Recall(Recorder(), **LIMITS)
    inputs = [(1,), (1.0,), (True,), (0.0,), (-0.0,), (math.nan,)]
    assert len(set(recall.run(None, inputs))) == len(inputs)
    assert recall.run(None, [(float("nan"),)]) == (Returned(5),)


def test_values_come_back_in_their_kind():
    outcomes = [Returned(True), Returned(1), Returned(1.0), Returned(-0.0), Returned([1, [2.0]]), TimedOut(), DEATH]
    recall = Recall(lambda _change, _inputs, _patience: outcomes, **LIMITS)
    inputs = [(number,) for number in range(len(outcomes))]
    assert repr(recall.run(None, inputs)) == repr(recall.run(None, inputs)) == repr(tuple(outcomes))


def test_the_original_and_each_change_are_remembered_apart():
    recorder = Recorder()
    recall = Recall(recorder, **LIMITS)
    changes = [None, MUTANT, SourceMutant("m1", "replace", 1, "def subject(x): return 1"), Probe("p", "def ...", 0, 0)]
    outcomes = [recall.run(change, [(1,)]) for change in changes]
    assert outcomes == [recall.run(change, [(1,)]) for change in changes]
    assert len(recorder.seen) == 4


def test_a_list_that_has_changed_since_is_another_list():
    recall = Recall(Recorder(), **LIMITS)
    inputs = [(1,), (2,)]
    recall.run(None, inputs)
    inputs[1] = (3,)
    assert recall.run(None, inputs) == (Returned(0), Returned(2))


def test_nothing_new_is_no_call_at_all():
    asked = []

    def call(_change, inputs, _patience):
        asked.append(list(inputs))
        return [Returned(0)] * len(inputs)

    recall = Recall(call, **LIMITS)
    recall.run(None, [(1,)])
    recall.run(None, [(1,)])
    assert recall.run(None, []) == ()
    assert asked == [[(1,)]]


def test_after_too_many_losses_only_what_was_known_before_is_answered():
    script = Script({2: TimedOut()})
    recall = Recall(script, **LIMITS)
    first = recall.run(MUTANT, [(1,), (2,), (3,)])
    assert first[:2] == (Returned(1), TimedOut())
    assert is_given_up(first[2])
    later = recall.run(MUTANT, [(4,), (2,), (1,)])
    assert is_given_up(later[0])
    assert later[1:] == (TimedOut(), Returned(1))
    assert script.asked == [1, 2]


def test_losses_add_up_over_runs():
    script = Script({2: DEATH, 4: DEATH, 6: DEATH})
    recall = Recall(script, **LIMITS)
    for argument in range(9):
        recall.run(MUTANT, [(argument,)])
    assert script.asked == [0, 1, 2, 3, 4, 5, 6]


def test_the_original_and_its_probe_are_given_more_patience():
    script = Script(dict.fromkeys(range(99), TimedOut()))
    recall = Recall(script, original=Patience(5, 5), mutant=Patience(1, 3))
    for change, asked in (None, 5), (Probe("p", "def ...", 0, 0), 5), (MUTANT, 1):
        script.asked.clear()
        outcomes = recall.run(change, [(argument,) for argument in range(20)])
        assert len(script.asked) == asked
        assert [is_given_up(outcome) for outcome in outcomes] == [False] * asked + [True] * (20 - asked)


def test_a_change_that_is_too_slow_is_given_up():
    slow = Recall(lambda _change, inputs, _patience: [Returned(0)] * (len(inputs) // 2), **LIMITS)
    outcomes = slow.run(MUTANT, [(1,), (2,), (3,), (4,)])
    assert [is_given_up(outcome) for outcome in outcomes] == [False, False, True, True]
    assert is_given_up(slow.run(MUTANT, [(5,), (6,)])[0])
    assert slow.made == 2


def test_a_call_that_raises_leaves_everything_to_be_done():
    broken = [True]

    def call(_change, inputs, _patience):
        if broken:
            raise KeyboardInterrupt
        return [Returned(x) for (x,) in inputs]

    recall = Recall(call, **LIMITS)
    with pytest.raises(KeyboardInterrupt):
        recall.run(MUTANT, [(1,), (2,)])
    broken.clear()
    assert recall.run(MUTANT, [(1,), (2,)]) == (Returned(1), Returned(2))
    assert recall.made == 2


@pytest.mark.parametrize("number", [-1, 1.0, math.nan, math.inf, True, None], ids=repr)
@pytest.mark.parametrize("name", ["time_outs", "deaths"])
def test_patience_that_is_no_count_is_refused_by_name(name, number):
    with pytest.raises(UsageError, match=f"{name} must be an int >= 0, got {number!r}"):
        Patience(**{"time_outs": 1, "deaths": 1} | {name: number})


INPUTS = [
    ([1, 2],),
    ([True, 2],),
    ([1.0, 2],),
    ("1",),
    (1,),
    (None,),
    ("None",),
    ((1, 2),),
    (b"1",),
    ([math.nan],),
    ([],),
]


def test_inputs_of_all_kinds_are_told_apart_and_called_once():
    recorder = Recorder()
    recall = Recall(recorder, **LIMITS)
    outcomes = recall.run(None, INPUTS)
    assert [outcome.value for outcome in outcomes] == list(range(len(INPUTS)))
    assert recall.run(None, [deepcopy(arguments) for arguments in reversed(INPUTS)]) == outcomes[::-1]
    assert recall.made == len(INPUTS)


def test_values_of_all_kinds_are_remembered_and_equal_ones_are_one_object():
    script = Script({n: Returned(value) for n, (value,) in enumerate(INPUTS)})
    recall = Recall(script, **LIMITS)
    numbers = [(n,) for n in range(len(INPUTS))]
    first = recall.run(None, numbers)
    assert repr(recall.run(None, numbers)) == repr(first) == repr(tuple(Returned(value) for (value,) in INPUTS))
    script.outcomes = deepcopy(script.outcomes)
    of_mutant = recall.run(MUTANT, numbers)
    assert all(one.value is other.value for one, other in zip(first, of_mutant, strict=True))
