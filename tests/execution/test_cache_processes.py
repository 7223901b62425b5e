"""Several processes use one file at once, and are killed while they do."""

import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from genmorph.execution.cache import OutcomeCache
from genmorph.execution.shelf import key_of
from genmorph.model import Returned, SourceMutant

ROUNDS = 20
COMMON = """
import random, sys
from pathlib import Path
from genmorph.execution.cache import OutcomeCache
from genmorph.execution.shelf import key_of
from genmorph.model import Returned, SourceMutant

def fail(text):
    raise AssertionError(text)

def change(number):
    return SourceMutant(f"m{number}", "replace", 1, f"def subject(x): return {number}")

path = Path(sys.argv[1])
"""
SHARING = f"""{COMMON}
rng = random.Random(sys.argv[2])
for _ in range({ROUNDS}):
    with OutcomeCache.open(path, fail, max_bytes=300_000, lock_seconds=60) as cache:
        shelf = cache.shelf("digest", 1.0, clocked=False)
        for _ in range(20):
            number, start = rng.randrange(10), rng.randrange(5)
            inputs = range(start, start + 200)
            keys = [key_of((x,)) for x in inputs]
            for key, outcome in shelf.find(change(number), keys).items():
                assert outcome == Returned(number * (start + keys.index(key))), (number, start, outcome)
            shelf.store(change(number), keys, [Returned(number * x) for x in inputs])
"""
STORING = f"""{COMMON}
with OutcomeCache.open(path, fail) as cache:
    shelf = cache.shelf("digest", 1.0, clocked=False)
    number = 0
    while True:
        shelf.store(change(number), [key_of((x,)) for x in range(500)], [Returned(number * x) for x in range(500)])
        print(number, flush=True)
        number += 1
"""
REPLACING = f"""{COMMON}
print("ready", flush=True)
input()
with OutcomeCache.open(path, lambda text: print(text, flush=True), lock_seconds=60) as cache:
    number = int(sys.argv[2])
    cache.shelf("digest", 1.0, clocked=False).store(change(number), [key_of((1,))], [Returned(number)])
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "outcomes.sqlite"


def start(script, *arguments):
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def change(number):
    return SourceMutant(f"m{number}", "replace", 1, f"def subject(x): return {number}")


def is_sound(path):
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


def test_processes_that_read_write_and_evict_at_once_find_only_what_is_right(path):
    processes = [start(SHARING, path, seed) for seed in range(3)]
    ends = [(process.communicate()[1], process.returncode) for process in processes]
    assert ends == [("", 0)] * 3
    assert is_sound(path)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("acknowledged", [1, 7, 30])
def test_what_was_stored_before_a_kill_is_found(path, acknowledged):
    process = start(STORING, path)
    for _ in range(acknowledged):
        process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    rest, errors = process.communicate()
    assert (process.returncode, errors) == (-signal.SIGKILL, "")
    keys = [key_of((x,)) for x in range(500)]
    with OutcomeCache.open(path, pytest.fail) as cache:
        shelf = cache.shelf("digest", 1.0, clocked=False)
        for number in range(acknowledged + rest.count("\n")):
            assert list(shelf.find(change(number), keys).values()) == [Returned(number * x) for x in range(500)]
    assert is_sound(path)


def test_of_processes_that_find_a_foreign_file_at_once_one_sets_it_aside(path):
    path.write_text("not a database")
    processes = [start(REPLACING, path, number) for number in range(4)]
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    ends = [process.communicate("go\n") for process in processes]
    assert [error for _, error in ends] == [""] * 4
    assert sum("set aside" in output for output, _ in ends) == 1
    assert path.with_name(f"{path.name}.set-aside-1").read_text() == "not a database"
    with OutcomeCache.open(path, pytest.fail) as cache:
        shelf = cache.shelf("digest", 1.0, clocked=False)
        assert [shelf.find(change(number), [key_of((1,))]) for number in range(4)] == [
            {key_of((1,)): Returned(number)} for number in range(4)
        ]
