"""Processes and directories are there while they are needed and no longer."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from genmorph.execution import process
from genmorph.model import Returned

ABOUT_ITSELF = "import os\ndef subject(x): return os.getpid() if x else os.getpgid(0)"
SLOW = "import time\ndef subject(x):\n  time.sleep(x / 100); return x"


def value_of(workers, x):
    (outcome,) = workers.run(None, [(x,)])
    return outcome.value


@pytest.fixture
def directories(tmp_path, monkeypatch):
    monkeypatch.setattr(process.tempfile, "tempdir", str(tmp_path))
    return lambda: list(tmp_path.iterdir())


def is_running(pid):
    """Whether the process exists and is no zombie, which whoever adopts orphans may leave."""
    command = ["ps", "-o", "stat=", "-p", str(pid)]
    state = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    return bool(state) and not state.startswith("Z")


def ends(pid):
    return any(not is_running(pid) for _ in range(1_000))


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
    with pytest.raises(process.LoadError):
        workers.run(None, [(1,)])
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
    workers = start("import subprocess\ndef subject(x): return subprocess.Popen(['sleep', '60']).pid")
    pid = value_of(workers, 1)
    workers.close()
    assert ends(pid)


def test_an_interrupted_run_leaves_usable_workers(start, directories):
    workers = start(SLOW, limit=5.0)
    value_of(workers, 0)

    def interrupt(_signal, _frame):
        raise KeyboardInterrupt

    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            workers.run(None, [(200,)])
    finally:
        signal.signal(signal.SIGALRM, previous)
    assert directories() == []
    assert workers.run(None, [(0,), (1,)]) == (Returned(0), Returned(1))


ORPHANING = """
import os, signal, threading
from genmorph.execution import Workers
from genmorph.model import Target

source = "import os, time\\ndef subject(x):\\n  while x: time.sleep(0.01)\\n  return os.getpid()"
workers = Workers(Target(None, source, "subject", 2, 4), limit={limit})
print(workers.run(None, [(0,)])[0].value, flush=True)
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGKILL)).start()
workers.run(None, [({argument},)] * 10**6)
"""


@pytest.mark.parametrize("argument", [0, 1])
def test_a_worker_ends_with_its_parent(argument, tmp_path):
    script = ORPHANING.format(limit=0.4, argument=argument)
    # The directory of a worker whose parent was killed stays behind: here, where pytest cleans up.
    surroundings = os.environ | {"TMPDIR": str(tmp_path)}
    parent = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, env=surroundings, check=False)
    assert parent.returncode == -signal.SIGKILL
    pid = int(parent.stdout)
    assert ends(pid)
