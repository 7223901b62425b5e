import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import suppress

import pytest

from genmorph.export.layout import limited
from genmorph.fuzz.fuzz_file import build_file, render
from genmorph.fuzz.tested_functions import plan_tests

LOOPS = """
    import asyncio

    @timeout(0.5)
    @arg("n", ints(-(10**9), 10**9))
    def mostly(n):
        while abs(n) > 50:
            pass

    @timeout(0.5)
    def always():
        while True:
            pass

    @timeout(0.5)
    @arg("n", ints(0, 9))
    async def later(n):
        while n > 3:
            await asyncio.sleep(0)

    @timeout(0.5)
    @arg("n", ints(0, 9))
    def count(n):
        while n > 3:
            pass
        yield n

    @timeout(0.5)
    @arg("n", ints(0, 9))
    async def count_later(n):
        while n > 3:
            await asyncio.sleep(0)
        yield n

    class Wheel:
        def __init__(self):
            while True:
                pass

        @timeout(0.5)
        def turn(self): ...

    @timeout(60)
    @arg("n", ints(0, 9))
    def quick(n): ...
"""


def run_pytest(folder, text):
    (folder / "test_written.py").write_text(text)
    command = [sys.executable, "-W", "error", "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "test_written.py"]
    wide = os.environ | {"COLUMNS": "200"}
    done = subprocess.run(command, cwd=folder, env=wide, capture_output=True, text=True, check=False, timeout=300)
    return done.stdout


def test_calls_that_loop_fail_their_tests_and_the_others_are_run(make, tmp_path):
    said = run_pytest(tmp_path, render(build_file(plan_tests(make(LOOPS)))))
    reason = r" - TimeoutError: took longer than 0\.5 s"
    failed = set(re.findall(rf"^FAILED \S+::test_(\w+)_does_not_crash{reason}", said, re.MULTILINE))
    assert failed == {"mostly", "always", "later", "count", "count_later", "wheel_turn"}, said
    assert "6 failed, 1 passed" in said


def test_a_file_without_limits_carries_none(make):
    assert "limited" not in render(build_file(plan_tests(make("@arg('n', ints(0, 9))\ndef f(n): ..."))))


def test_a_function_of_that_name_is_called_something_else(make):
    text = render(build_file(plan_tests(make("@timeout(1)\ndef limited(): ..."))))
    assert "import limited as limited_\n" in text
    assert "@limited(1)\ndef test_limited_does_not_crash():\n    limited_()\n" in text


def test_a_call_that_catches_the_first_error_is_ended_by_a_later_one():
    def call():
        with suppress(TimeoutError):
            spin()
        spin()

    with pytest.raises(TimeoutError, match=r"took longer than 0\.05 s"), limited(0.05):
        call()


def test_the_handler_and_the_timer_of_others_are_put_back():
    def handle(*_): ...

    previous = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 500)
    try:
        with limited(60):
            assert signal.getsignal(signal.SIGALRM) is not handle
        assert signal.getsignal(signal.SIGALRM) is handle
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 400
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def test_in_another_thread_nothing_is_limited():
    seen = []

    def call():
        with limited(60):
            seen.append(signal.getitimer(signal.ITIMER_REAL)[0])

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    assert seen == [0]


def spin():
    while True:
        pass
