"""Calls that do not end, and calls that end their process."""

import pytest

from genmorph.execution.patience import Patience
from genmorph.execution.pool import Workers
from genmorph.model import Crashed, Returned, TimedOut, UsageError

PATIENT = Patience(time_outs=100, deaths=100)

ENDLESS = {
    "a loop": "while True: pass",
    "a sleep": "time.sleep(60)",
    "a lock": "lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "backtracking": "re.match('(a+)+b', 'a' * 60)",
    "a loop that swallows exceptions": "swallow()",
    "a loop in C": "max(itertools.count())",
    "an ignored alarm": "signal.signal(signal.SIGALRM, signal.SIG_IGN); time.sleep(60)",
    "a blocked alarm": "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM]); time.sleep(60)",
}

FATAL = {
    "os._exit(3)": "exited with status 3",
    "os.kill(os.getpid(), 9)": "killed by SIGKILL",
    "ctypes.string_at(0)": "killed by SIGSEGV",
    "os.abort()": "killed by SIGABRT",
    "os.closerange(3, 100)": "exited with status 1",
    "os.fork() and os._exit(4); time.sleep(60)": "exited with status 4",
    "overflow()": "killed by SIGSEGV",
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

def overflow():
    chain = iter(())
    for _ in range(10**6):
        chain = itertools.chain(chain)
    next(chain, 0)

def subject(x):
    if x == 2:
        {statement}
    return x
"""


@pytest.mark.parametrize("statement", ENDLESS.values(), ids=ENDLESS)
def test_an_endless_call_is_timed_out_and_the_run_continues(start, statement):
    outcomes = start(subject_with(statement)).call(None, [(x,) for x in range(5)], PATIENT)
    assert outcomes == [Returned(0), Returned(1), TimedOut(), Returned(3), Returned(4)]


@pytest.mark.parametrize(("statement", "reason"), FATAL.items(), ids=FATAL)
def test_a_fatal_call_costs_one_outcome(start, statement, reason):
    workers = start(subject_with(statement), allow_effects=True, limit=20.0)
    assert workers.call(None, [(x,) for x in range(5)], PATIENT) == [
        Returned(0),
        Returned(1),
        Crashed(reason, fatal=True),
        Returned(3),
        Returned(4),
    ]


def test_a_time_out_that_the_subject_swallows_is_one_all_the_same(start):
    source = "import time\ndef subject(x):\n  try: time.sleep(60)\n  except BaseException: return x"
    assert start(source).call(None, [(1,)], PATIENT) == [TimedOut()]


def test_many_calls_together_may_last_longer_than_one(start):
    source = "import time\ndef subject(x):\n  time.sleep(0.03); return x"
    workers = start(source)
    assert workers.call(None, [(x,) for x in range(12)], PATIENT) == [Returned(x) for x in range(12)]
    assert [workers.call(None, [(x,)], PATIENT) for x in range(12)] == [[Returned(x)] for x in range(12)]


def test_a_mutant_goes_on_as_itself_after_its_process_was_killed(start, target, mutate):
    chosen = target(subject_with("pass"))
    workers = start(chosen)
    looping = mutate(chosen, "pass\n    return x", "swallow()\n    return -x")
    assert workers.call(looping, [(x,) for x in range(5)], PATIENT)[2:] == [TimedOut(), Returned(-3), Returned(-4)]
    assert workers.call(None, [(2,)], PATIENT) == [Returned(2)]


LOSSES = {
    "while True: pass": (TimedOut(), Patience(time_outs=2, deaths=1)),
    "swallow()": (TimedOut(), Patience(time_outs=2, deaths=1)),
    "return bytes(2**40)": (Crashed("raised MemoryError"), Patience(time_outs=1, deaths=2)),
    "os._exit(3)": (Crashed("exited with status 3", fatal=True), Patience(time_outs=1, deaths=2)),
}


@pytest.mark.parametrize(("statement", "loss", "patience"), [(key, *value) for key, value in LOSSES.items()])
def test_calls_stop_with_the_last_loss_that_patience_allows(start, target, mutate, statement, loss, patience):
    chosen = target(subject_with("pass"))
    workers = start(chosen)
    endless = mutate(chosen, "if x == 2:\n        pass", f"if x % 2:\n        {statement}")
    assert workers.call(endless, [(x,) for x in range(6)], patience) == [Returned(0), loss, Returned(2), loss]


def test_nothing_is_called_without_patience(start):
    workers = start("def subject(x): return x")
    assert workers.call(None, [(1,)], Patience(time_outs=0, deaths=1)) == []


SLOW_ONCE = """
import os, time

def subject(x):
    if x == 2 and not os.path.exists('seen'):
        open('seen', 'w').close()
        time.sleep(60)
    return x
"""


def test_a_time_out_that_does_not_repeat_itself_is_none(start):
    workers = start(SLOW_ONCE, allow_effects=True, repeat_time_outs=True)
    assert workers.call(None, [(x,) for x in range(4)], PATIENT) == [Returned(x) for x in range(4)]


@pytest.mark.parametrize("statement", ["while True: pass", "swallow()"])
def test_a_time_out_that_repeats_itself_is_one(start, statement):
    workers = start(subject_with(statement), repeat_time_outs=True)
    assert workers.call(None, [(1,), (2,), (3,)], PATIENT) == [Returned(1), TimedOut(), Returned(3)]


def test_what_is_slower_than_its_pace_is_given_up(start, target, mutate):
    chosen = target("import time\ndef subject(x):\n    return x")
    workers = start(chosen, limit=5.0, pace=1e-3)
    slow = mutate(chosen, "return x", "time.sleep(0.002); return -x")
    inputs = [(x,) for x in range(150)]
    assert workers.call(slow, inputs, PATIENT) == [Returned(-x) for x in range(100)]
    assert workers.call(None, inputs, PATIENT) == [Returned(x) for x in range(150)]  # which is quick


def test_the_start_of_the_process_does_not_count_as_slowness(start, target, mutate):
    chosen = target("import time\ntime.sleep(0.5)\ndef subject(x):\n    return x")
    inputs = [(x,) for x in range(150)]
    workers = start(chosen, pace=2e-3)
    assert len(workers.call(mutate(chosen, "return x", "return -x"), inputs, PATIENT)) == 150


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"limit": 0}, "limit must be positive and finite, got 0"),
        ({"limit": float("nan")}, "limit must be positive and finite, got nan"),
        ({"hash_seed": -1}, r"hash_seed must be at least 0 and less than 2\*\*32, got -1"),
        ({"memory": 10**6}, r"memory must be at least 536870912 bytes \(512 MiB\), got 1000000"),
        ({"pace": 0}, "pace must be positive, got 0"),
    ],
)
def test_limits_are_checked(target, options, text):
    with pytest.raises(UsageError, match=text):
        Workers(target("def subject(x): return x"), **options)


@pytest.mark.parametrize("deaths", [-1, 1.0, True, float("nan")])
def test_patience_is_counted_in_calls(deaths):
    with pytest.raises(UsageError, match=f"deaths must be an int >= 0, got {deaths!r}"):
        Patience(time_outs=1, deaths=deaths)


COMPILED = """
import threading, time

IS_BEGUN, IS_COMPILED = threading.Event(), threading.Event()

def subject(x):
    if not IS_BEGUN.is_set():
        IS_BEGUN.set()
        time.sleep(0.6)
        IS_COMPILED.set()
    if not IS_COMPILED.is_set():
        raise RuntimeError
    if x == 2:
        time.sleep(60)
    return x
"""


def test_the_first_call_has_time_to_compile_the_function(start):
    workers = start(COMPILED, limit=0.1)
    assert workers.call(None, [(x,) for x in range(4)], PATIENT) == [Returned(0), Returned(1), TimedOut(), Returned(3)]


def test_a_change_has_no_more_time_at_first_than_later(start, target, mutate):
    made = target(COMPILED)
    assert start(made, limit=0.1).call(mutate(made, "0.6", "0.7"), [(0,)], PATIENT) == [TimedOut()]


def test_what_takes_long_each_time_has_one_answer(start):
    workers = start("import time\ndef subject(x):\n    time.sleep(0.4 if x == 0 else 0)\n    return x\n", limit=0.1)
    assert workers.call(None, [(0,), (1,)], PATIENT)[0] == workers.call(None, [(0,)], PATIENT)[0] == TimedOut()


def test_the_first_call_has_no_more_time_than_is_given(start):
    workers = start(COMPILED, limit=0.1, first_limit=0.3)
    assert workers.call(None, [(0,)], PATIENT) == [TimedOut()]
