"""Processes and directories are there while they are needed and no longer."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from genmorph.execution import process as process_module
from genmorph.execution.patience import Patience
from genmorph.model import Returned, TimedOut
from genmorph.settings import WORKER
from tests.execution.processes import becomes, ends, is_running

PATIENT = Patience(time_outs=100, deaths=100)
ABOUT_ITSELF = "import os\ndef subject(x): return os.getpid() if x else os.getpgid(0)"
SLOW = "import time\ndef subject(x):\n  time.sleep(x / 100); return x"


def value_of(workers, x):
    (outcome,) = workers.call(None, [(x,)], PATIENT)
    return outcome.value


@pytest.fixture
def directories(tmp_path, monkeypatch):
    monkeypatch.setattr(process_module.tempfile, "tempdir", str(tmp_path))
    return lambda: list(tmp_path.iterdir())


def test_nothing_is_left_after_close(start, directories):
    workers = start(ABOUT_ITSELF)
    pid = value_of(workers, 1)
    assert len(directories()) == 1
    workers.close()
    assert directories() == []
    assert not is_running(pid)
    workers.close()


def test_nothing_is_left_after_a_failed_load(start, directories):
    workers = start("def subject(x): return x\nraise ValueError")
    with pytest.raises(process_module.LoadError):
        workers.call(None, [(1,)], PATIENT)
    assert directories() == []
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_descriptors_are_given_back(start):
    def open_descriptors():
        return len(list(Path("/dev/fd").iterdir()))

    before = open_descriptors()
    for _ in range(3):
        workers = start(ABOUT_ITSELF)
        value_of(workers, 1)
        workers.close()
    assert open_descriptors() == before


def test_one_process_serves_many_runs(start):
    workers = start(ABOUT_ITSELF)
    assert value_of(workers, 1) == value_of(workers, 1) != os.getpid()


def test_a_worker_leads_a_group_of_its_own(start):
    workers = start(ABOUT_ITSELF)
    assert value_of(workers, 0) == value_of(workers, 1) != os.getpgid(0)


def test_what_the_subject_has_started_ends_with_it(start):
    source = "import subprocess\ndef subject(x): return subprocess.Popen(['sleep', '60']).pid"
    workers = start(source, allow_effects=True)
    pid = value_of(workers, 1)
    workers.close()
    assert ends(pid)


def test_a_process_is_replaced_after_a_batch_that_left_threads(start):
    source = """
        import os, threading
        def subject(x):
            if x: threading.Thread(target=threading.Event().wait).start()
            return os.getpid()
    """
    workers = start(source)
    pids = [value_of(workers, x) for x in (0, 1, 0, 0)]
    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_threads_of_the_loaded_module_keep_their_process(start):
    source = """
        import os, threading
        threading.Thread(target=threading.Event().wait).start()
        def subject(x): return os.getpid()
    """
    workers = start(source)
    assert value_of(workers, 0) == value_of(workers, 0)


def test_an_interrupted_run_leaves_usable_workers(start, directories):
    workers = start(SLOW, limit=5.0)
    value_of(workers, 0)

    def interrupt(_signal, _frame):
        raise KeyboardInterrupt

    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            workers.call(None, [(200,)], PATIENT)
    finally:
        signal.signal(signal.SIGALRM, previous)
    assert directories() == []
    assert workers.call(None, [(0,), (1,)], PATIENT) == [Returned(0), Returned(1)]


class StopError(Exception):
    pass


@pytest.fixture
def interrupted(start):
    """Give workers that have called a source on an input, and a check that raised while the call was waited for."""

    def call(source, x):
        looks, is_over = [], []

        def check():
            looks.append("look")
            if is_over and len(looks) == 3:  # the first is before the message
                raise StopError

        workers = start(source, limit=60.0, check=check)
        process = workers.start()
        looks.clear()
        is_over.append("yes")
        with pytest.raises(StopError):
            workers.call(None, [(x,)], PATIENT)
        return workers, process

    return call


def test_a_check_that_raises_ends_the_wait_for_a_call(interrupted, directories):
    workers, process = interrupted("def subject(x):\n  while x: pass\n  return x", 1)
    assert workers.call(None, [(0,)], PATIENT) == [Returned(0)]
    assert workers.start() is not process
    assert len(directories()) == 1


@pytest.fixture
def patient(monkeypatch):
    """Let forgotten calls take their time, however busy the machine is."""
    monkeypatch.setattr(process_module, "WORKER", replace(WORKER, catching_up_seconds=60.0))


@pytest.mark.usefixtures("patient")
def test_a_process_goes_on_after_the_call_that_was_no_longer_waited_for(interrupted):
    workers, process = interrupted("def subject(x):\n  while x > 0: x -= 1\n  return x", 50_000_000)
    assert workers.call(None, [(0,), (-1,)], PATIENT) == [Returned(0), Returned(-1)]
    assert workers.start() is process


@pytest.mark.usefixtures("patient")
def test_a_process_that_a_forgotten_call_has_spoilt_is_replaced(interrupted):
    source = """
        import threading
        def subject(x):
            while x > 0: x -= 1
            if not x: threading.Thread(target=threading.Event().wait, daemon=True).start()
            return x
    """
    workers, process = interrupted(source, 50_000_000)
    assert workers.call(None, [(-1,)], PATIENT) == [Returned(-1)]
    assert workers.start() is not process


@pytest.fixture
def stopped(start):
    """Give workers, and the process that was stopped while it was asked for something, until a check raised."""

    def ask(target, do, limit=60.0):
        looks, is_asked = [], []

        def check():
            looks.append("look")
            if is_asked and len(looks) == 3:  # the first is before the message
                raise StopError

        workers = start(target, limit=limit, check=check)
        process = workers.start()
        os.kill(process._process.pid, signal.SIGSTOP)
        looks.clear()
        is_asked.append("yes")
        with pytest.raises(StopError):
            do(workers)
        if process._process.poll() is None:
            os.kill(process._process.pid, signal.SIGCONT)
        return workers, process

    return ask


@pytest.mark.usefixtures("patient")
def test_a_limit_that_was_no_longer_waited_for_gives_way_to_the_next_one(stopped):
    def shorten(workers):
        workers.limit_calls(0.01)
        workers.start()

    source = (
        "import time\ndef subject(x):\n  end = time.monotonic() + 0.2\n  while time.monotonic() < end: pass\n  return x"
    )
    workers, process = stopped(source, shorten)
    workers.limit_calls(60.0)
    assert workers.call(None, [(1,)], PATIENT) == [Returned(1)]
    assert workers.start() is process


@pytest.mark.usefixtures("patient")
def test_after_a_change_that_was_no_longer_waited_for_the_original_is_called(stopped, target, mutate):
    subject = target("def subject(x): return x + 1")
    change = mutate(subject, "+", "-")
    workers, process = stopped(subject, lambda workers: workers.call(change, [(1,)], PATIENT))
    assert workers.call(None, [(1,)], PATIENT) == [Returned(2)]
    assert workers.call(change, [(1,)], PATIENT) == [Returned(0)]
    assert workers.start() is process


def test_a_process_that_got_half_a_message_is_replaced(stopped, directories):
    long = "x" * 10**6  # more than a pipe holds
    workers, process = stopped("def subject(x): return len(x)", lambda workers: workers.call(None, [(long,)], PATIENT))
    assert process.is_cut_off
    assert directories() == []
    assert workers.call(None, [(long,)], PATIENT) == [Returned(len(long))]


def test_limits_of_calls_change_while_the_process_goes_on(start):
    workers = start("def subject(x):\n  while x: pass\n  return x", limit=60.0)
    process = workers.start()
    workers.limit_calls(0.05)
    assert workers.call(None, [(0,), (1,)], PATIENT) == [Returned(0), TimedOut()]
    assert workers.start() is process


def test_a_check_is_made_before_each_message(start, tmp_path):
    file = tmp_path / "calls"
    source = f"def subject(x):\n  with open({str(file)!r}, 'a') as file: file.write('.')\n  return x"

    def check():
        if file.exists():
            raise StopError

    workers = start(source, allow_effects=True, check=check, limit=60.0)
    with pytest.raises(StopError):
        workers.call(None, [(0,)] * 2_000, PATIENT)
    assert len(file.read_text()) <= 1_000
    file.unlink()
    assert workers.call(None, [(0,)], PATIENT) == [Returned(0)]


def test_a_check_that_raises_at_the_start_leaves_no_process(start, directories):
    def check():
        raise StopError

    with pytest.raises(StopError):
        start(ABOUT_ITSELF, check=check).start()
    assert directories() == []


SUSPENDED = """
from genmorph.execution.pool import Workers
from genmorph.execution.patience import Patience
from genmorph.model import Target

source = '''
import os, subprocess, time
def subject(x):
    them, us = os.getppid(), os.getpid()
    suspend = f"sleep 0.1; kill -STOP {them} {us}; sleep 1.5; kill -CONT {them}; sleep 0.1; kill -CONT {us}"
    begun = time.monotonic()
    subprocess.Popen(["sh", "-c", suspend], start_new_session=True)
    while time.monotonic() < begun + 1: pass
    return x
'''
with Workers(Target(None, source, "subject", 3, 9), limit=0.5, allow_effects=True) as workers:
    print(workers.call(None, [(7,)], Patience(1, 1)))
"""


def test_a_suspended_run_loses_no_call():
    # Stopped once the parent has seen the call run, and for longer than a stalled worker is waited for.
    run = subprocess.run([sys.executable, "-c", SUSPENDED], stdout=subprocess.PIPE, text=True, check=True)
    assert run.stdout == "[Returned(value=7)]\n"


ORPHANING = """
import os, signal, threading
from genmorph.execution.pool import Workers
from genmorph.execution.patience import Patience
from genmorph.model import Target

source = "import itertools, os, signal, time\\ndef subject(x):\\n  {statement}\\n  return os.getpid()"
workers = Workers(Target(None, source, "subject", 2, 4), limit=30.0)
print(workers.call(None, [(0,)], Patience(1, 1))[0].value, flush=True)
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGKILL)).start()
workers.call(None, [(1,)] * 10**6, Patience(1, 1))
"""
BUSY = {
    "short calls": "pass",
    "a long call": "while x: time.sleep(0.01)",
    "a call in C": "x and max(itertools.count())",
    "a call that has blocked all signals": "x and signal.pthread_sigmask(0, signal.valid_signals()) and time.sleep(60)",
}


def orphan(script, directory):
    """Run a script that kills itself; the number it has printed."""
    surroundings = os.environ | {"TMPDIR": str(directory)}
    parent = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, env=surroundings, check=False)
    assert parent.returncode == -signal.SIGKILL
    return int(parent.stdout)


@pytest.mark.parametrize("statement", BUSY.values(), ids=BUSY)
def test_nothing_outlives_a_killed_parent(statement, tmp_path):
    pid = orphan(ORPHANING.format(statement=statement), tmp_path)
    assert ends(pid)
    assert becomes(lambda: not list(tmp_path.iterdir()))


KILLED_AT_THE_START = """
import os
from genmorph.execution.pool import Workers
from genmorph.execution.process import Shelter
from genmorph.execution.patience import Patience
from genmorph.model import Target

def take(self, process):
    print(process.pid, flush=True)
    os.kill(os.getpid(), 9)

Shelter.take = take
Workers(Target("math", "", "gcd", 0, 0)).call(None, [(1, 2)], Patience(1, 1))
"""


def test_nothing_outlives_a_parent_killed_before_its_reaper_knows_the_worker(tmp_path):
    pid = orphan(KILLED_AT_THE_START, tmp_path)
    assert ends(pid)
    assert becomes(lambda: not list(tmp_path.iterdir()))


@pytest.mark.parametrize(("given", "seen"), [(None, "1"), ("3", "3")])
def test_workers_tell_scikit_learn_the_number_of_cores_unless_the_user_does(start, monkeypatch, given, seen):
    if given is not None:
        monkeypatch.setenv("LOKY_MAX_CPU_COUNT", given)
    workers = start("import os\ndef subject(x): return os.environ.get('LOKY_MAX_CPU_COUNT')")
    assert value_of(workers, 0) == seen


@pytest.mark.parametrize(
    ("given", "other_threads", "seen"), [(None, False, "1"), ("3", False, "3"), (None, True, "2"), ("3", True, "2")]
)
def test_calls_have_one_thread_of_linear_algebra_unless_the_user_says_else(
    start, monkeypatch, given, other_threads, seen
):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    if given is not None:
        monkeypatch.setenv("OMP_NUM_THREADS", given)
    source = "import os\ndef subject(x): return os.environ.get('OMP_NUM_THREADS')"
    assert value_of(start(source, other_threads=other_threads), 0) == seen
