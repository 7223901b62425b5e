"""What a call does to its process is over when the next batch begins."""

import subprocess
import sys

import pytest

from genmorph.execution.patience import Patience
from genmorph.model import Crashed, Raised, Returned

PATIENT = Patience(time_outs=100, deaths=100)
MEMORY = 2**29
DEEP = (
    "def subject(x):\n  sys.setrecursionlimit(10**9) if x < 0 else None\n  return subject(x - 1) + 1 if x > 0 else 0\n"
)


@pytest.mark.parametrize(
    "statement",
    [
        "sys.stdout.close(); sys.stderr.close(); sys.stdin.close()",
        "sys.stdout.buffer.close(); sys.stderr.buffer.close(); sys.stdin.buffer.close()",
        "sys.__stdout__.close(); os.close(0); os.close(1); os.close(2)",
        "with contextlib.redirect_stdout(sys.stderr): sys.stdout.close()",
    ],
)
def test_closing_the_standard_streams_costs_nothing(start, statement):
    source = f"""
        import contextlib, os, sys
        def subject(x):
            print(sys.stdin.read(), x, flush=True)
            print(x, file=sys.stderr, flush=True)
            if x == 1:
                {statement}
            return x
    """
    assert start(source).call(None, [(0,), (1,), (2,)], PATIENT) == [Returned(0), Returned(1), Returned(2)]


@pytest.mark.parametrize("statement", ["sys.stdout = None", "del sys.stdout", "sys.stdout.detach()"])
def test_standard_streams_are_put_back_before_each_batch(start, statement):
    workers = start(f"import sys\ndef subject(x):\n  sys.stdout.write('x')\n  if x: {statement}\n  return x")
    for _ in range(2):
        assert workers.call(None, [(0,), (1,)], PATIENT) == [Returned(0), Returned(1)]


def test_the_recursion_limit_is_put_back_before_each_batch(start):
    workers = start(f"import sys\n{DEEP}")
    for _ in range(2):
        outcomes = workers.call(None, [(500,), (5_000,), (-1,)], PATIENT)
        assert outcomes == [Returned(500), Crashed("raised RecursionError"), Returned(0)]


@pytest.mark.parametrize(("limit", "depth"), [(3_000, 2_500), (10**9, 9_500)])
def test_a_module_may_set_the_recursion_limit_up_to_a_bound(start, limit, depth):
    workers = start(f"import sys\nsys.setrecursionlimit({limit})\n{DEEP}")
    outcomes = workers.call(None, [(depth,), (10_500,)], PATIENT)
    assert outcomes == [Returned(depth), Crashed("raised RecursionError")]


def test_running_out_of_memory_costs_one_outcome(start):
    workers = start("def subject(x): return len(bytes(x * 2**30))", memory=MEMORY, limit=5.0)
    assert workers.call(None, [(0,), (1,), (0,)], PATIENT) == [
        Returned(0),
        Crashed("raised MemoryError"),
        Returned(0),
    ]


def test_filling_the_memory_bit_by_bit_costs_one_outcome(start):
    source = """
        def subject(x):
            chain = None
            while x:
                chain = (chain, bytes(10**5))
            return x
    """
    workers = start(source, memory=MEMORY, limit=10.0)
    first, lost, last = workers.call(None, [(0,), (1,), (0,)], PATIENT)
    assert first == last == Returned(0)
    assert lost == Crashed("raised MemoryError")


def test_memory_that_calls_have_kept_is_given_back_with_the_process(start):
    source = """
        import os
        KEPT = []
        def subject(x):
            KEPT.append(bytes(x * 2**20))
            return os.getpid()
    """
    workers = start(source, memory=MEMORY, limit=5.0)
    pids = [workers.call(None, [(x,)], PATIENT)[0].value for x in (1, 400, 1, 1)]
    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_what_is_loaded_leaves_room_for_calls(start):
    source = "TABLE = bytes(2**30)\ndef subject(x): return len(bytes(x * 2**20)) + TABLE[0]"
    workers = start(source, memory=MEMORY, limit=5.0)
    assert workers.call(None, [(100,)], PATIENT) == [Returned(100 * 2**20)]


FILLED = """
from genmorph.execution.worker.guard import limit_memory
from genmorph.execution.worker.protocol import LIMITS
held = bytes(2**30)
assert limit_memory(2**29) > len(held) + LIMITS.memory_margin
bytes(2**28)
try:
    bytes(2**30)
except MemoryError:
    print("full")
"""


def test_a_process_may_use_more_memory_than_it_holds_when_it_is_limited():
    run = subprocess.run([sys.executable, "-c", FILLED], stdout=subprocess.PIPE, text=True, check=True)
    assert run.stdout == "full\n"


def test_a_stream_of_odd_text_is_accepted(start):
    assert start("def subject(x): print('\\ud800', flush=True); raise KeyError").call(None, [(1,)], PATIENT) == [
        Raised("KeyError")
    ]
