"""Entries made in processes of their own, with one hash seed each, as soon as they are there."""

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread

from benchmarks.checks.golden_units import Entry, Unit, all_units
from benchmarks.record import ROOT

PROCESSES = 2
"""So many run at the same time, unless there are more hash seeds."""
FAILED = "failed\n"
"""How the text of an entry begins that could not be made."""


@dataclass(frozen=True, slots=True)
class Task:
    """What one process makes: entries by name, in the order of the units."""

    hash_seed: int
    names: tuple[str, ...]


def split_tasks(wanted: Sequence[Collection[str]]) -> list[Task]:
    """A task for each hash seed, which are numbered from 0, or several where there are fewer than processes.

    `wanted` has the names of one hash seed after the other. Units stay together.
    """
    shares = max(1, PROCESSES // len(wanted))
    tasks = []
    for hash_seed, names in enumerate(wanted):
        units = [[name for name in unit.names if name in names] for unit in all_units()]
        present = [unit for unit in units if unit]
        split = (tuple(name for unit in present[share::shares] for name in unit) for share in range(shares))
        tasks += [Task(hash_seed, names) for names in split if names]
    return tasks


def made_by(tasks: Sequence[Task]) -> Iterator[tuple[int, Entry]]:
    """The entries of all tasks with their hash seeds; RuntimeError where a process ends before its last entry."""
    made: SimpleQueue[tuple[int, Entry] | None] = SimpleQueue()
    processes = [_begin(task) for task in tasks]
    readers = [Thread(target=_read, args=(process, task, made)) for process, task in zip(processes, tasks, strict=True)]
    try:
        for reader in readers:
            reader.start()
        missing = {(task.hash_seed, name) for task in tasks for name in task.names}
        running = len(readers)
        while running:
            found = made.get()
            if found is None:
                running -= 1
            else:
                missing.discard((found[0], found[1][0]))
                yield found
        if missing:
            raise RuntimeError(f"a process must make all of its entries, it ended before {min(missing)[1]!r}")
    finally:
        for process in processes:
            process.terminate()
            process.wait()


def _begin(task: Task) -> "subprocess.Popen[str]":
    """Start `python -m benchmarks.checks.golden_processes`, which reads the names from its standard input."""
    assert __spec__ is not None
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", __spec__.name],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(task.hash_seed)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(task.names))
    process.stdin.close()
    return process


def _read(process: "subprocess.Popen[str]", task: Task, made: "SimpleQueue[tuple[int, Entry] | None]") -> None:
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            name, text = json.loads(line)
            made.put((task.hash_seed, (name, text)))
    made.put(None)


def _make() -> None:
    """Write the entries that standard input asks for to standard output, one a line."""
    names = set(json.load(sys.stdin))
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a function prints must not stand among the lines
    for unit in all_units():
        wanted = [name for name in unit.names if name in names]
        for entry in _made(unit, wanted) if wanted else ():
            lines.write(json.dumps(entry) + "\n")
            lines.flush()


def _made(unit: Unit, wanted: Sequence[str]) -> Iterator[Entry]:
    """The entries of one unit; those that an error of genmorph prevents have the error as their text."""
    left = dict.fromkeys(wanted)
    try:
        for name, text in unit.make(left.__contains__):
            yield name, text
            del left[name]
    except Exception:  # noqa: BLE001 - whatever it is belongs to what is compared
        error = traceback.format_exc(limit=-5).replace(str(ROOT), "<root>")
        yield from ((name, FAILED + error) for name in left)


if __name__ == "__main__":
    _make()
