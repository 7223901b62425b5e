"""Calls that do not end, and calls that end their process."""

import pytest

from genmorph.execution import Workers
from genmorph.model import Crashed, Returned, TimedOut, UsageError

ENDLESS = {
    "a loop": "while True: pass",
    "a sleep": "time.sleep(60)",
    "a lock": "lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "backtracking": "re.match('(a+)+b', 'a' * 60)",
    "a loop that swallows exceptions": "swallow()",
    "a loop in C": "max(itertools.count())",
    "a blocked alarm": "signal.signal(signal.SIGALRM, signal.SIG_IGN); time.sleep(60)",
}

FATAL = {
    "os._exit(3)": "exited with status 3",
    "os.kill(os.getpid(), 9)": "killed by SIGKILL",
    "ctypes.string_at(0)": "killed by SIGSEGV",
    "os.abort()": "killed by SIGABRT",
    "os.closerange(3, 100)": "exited with status 1",
    "os.fork() and os._exit(4); time.sleep(60)": "exited with status 4",
}


def subject_with(statement):
    return f"""
import ctypes, itertools, os, re, signal, sys, threading, time

def swallow():
    while True:
        try:
            time.sleep(60)
        except BaseException:
            pass

def subject(x):
    if x == 2:
        {statement}
    return x
"""


def is_not_run(outcome):
    return isinstance(outcome, Crashed) and outcome.why.startswith("not run: ")


@pytest.mark.parametrize("statement", ENDLESS.values(), ids=ENDLESS)
def test_an_endless_call_is_timed_out_and_the_run_continues(start, statement):
    outcomes = start(subject_with(statement)).run(None, [(x,) for x in range(5)])
    assert outcomes == (Returned(0), Returned(1), TimedOut(), Returned(3), Returned(4))


@pytest.mark.parametrize(("statement", "reason"), FATAL.items(), ids=FATAL)
def test_a_fatal_call_costs_one_outcome(start, statement, reason):
    workers = start(subject_with(statement))
    assert workers.run(None, [(x,) for x in range(5)]) == (
        Returned(0),
        Returned(1),
        Crashed(reason),
        Returned(3),
        Returned(4),
    )
    assert workers.calls == 5


def test_a_time_out_that_the_subject_swallows_is_one_all_the_same(start):
    source = "import time\ndef subject(x):\n  try: time.sleep(60)\n  except BaseException: return x"
    assert start(source).run(None, [(1,)]) == (TimedOut(),)


def test_many_calls_together_may_last_longer_than_one(start):
    source = "import time\ndef subject(x):\n  time.sleep(0.03); return x"
    workers = start(source)
    assert workers.run(None, [(x,) for x in range(12)]) == tuple(Returned(x) for x in range(12))
    assert [workers.run(None, [(x,)]) for x in range(12)] == [(Returned(x),) for x in range(12)]


def test_a_mutant_goes_on_as_itself_after_its_process_was_killed(start, target, mutate):
    chosen = target(subject_with("pass"))
    workers = start(chosen, give_up_after=2)
    looping = mutate(chosen, "pass\n    return x", "swallow()\n    return -x")
    assert workers.run(looping, [(x,) for x in range(5)])[2:] == (TimedOut(), Returned(-3), Returned(-4))
    assert workers.run(None, [(2,)]) == (Returned(2),)


@pytest.mark.parametrize("statement", ["while True: pass", "swallow()", "os._exit(3)"])
def test_a_mutant_is_given_up_after_its_last_allowed_loss(start, target, mutate, statement):
    chosen = target(subject_with("pass"))
    workers = start(chosen, give_up_after=2)
    endless = mutate(chosen, "if x == 2:\n        pass", f"if x % 2:\n        {statement}")
    outcomes = workers.run(endless, [(x,) for x in range(6)])
    assert [is_not_run(outcome) for outcome in outcomes] == [False] * 4 + [True] * 2
    assert outcomes[:4:2] == (Returned(0), Returned(2))
    assert workers.calls == 4
    assert is_not_run(*workers.run(endless, [(0,)]))


def test_a_mutant_slower_than_its_pace_is_given_up_and_the_original_is_not(start, target, mutate):
    chosen = target("import time\ndef subject(x):\n    return x")
    workers = start(chosen, limit=5.0, pace=1e-4)
    slow = mutate(chosen, "return x", "time.sleep(0.002); return -x")
    inputs = [(x,) for x in range(150)]
    outcomes = workers.run(slow, inputs)
    assert outcomes[:100] == tuple(Returned(-x) for x in range(100))
    assert all(map(is_not_run, outcomes[100:]))
    assert is_not_run(*workers.run(slow, [(0,)]))
    assert workers.run(None, inputs) == tuple(Returned(x) for x in range(150))


def test_giving_up_one_mutant_leaves_others_alone(start, target, mutate):
    chosen = target(subject_with("pass"))
    workers = start(chosen, give_up_after=1)
    workers.run(mutate(chosen, "return x", "while True: x"), [(1,), (1,)])
    assert workers.run(mutate(chosen, "return x", "return -x"), [(1,)]) == (Returned(-1),)


def test_the_original_is_given_up_after_a_bound_over_all_runs(start):
    workers = start(subject_with("while True: pass"), give_up_after_original=2)
    assert workers.run(None, [(2,), (1,)]) == (TimedOut(), Returned(1))
    *run, last = workers.run(None, [(1,), (2,), (1,)])
    assert tuple(run) == (Returned(1), TimedOut())
    assert is_not_run(last)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"limit": 0}, "limit must be positive and finite, got 0"),
        ({"limit": float("nan")}, "limit must be positive and finite, got nan"),
        ({"hash_seed": -1}, r"hash_seed must be at least 0 and less than 2\*\*32, got -1"),
        ({"give_up_after": 0}, "give_up_after must be at least 1, got 0"),
        ({"give_up_after_original": 0}, "give_up_after_original must be at least 1, got 0"),
    ],
)
def test_limits_are_checked(target, options, text):
    with pytest.raises(UsageError, match=text):
        Workers(target("def subject(x): return x"), **options)
