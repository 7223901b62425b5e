"""Records of benchmarks, and their rows from several processes."""

import json
import os
import signal
import subprocess
import sys
import threading
from time import monotonic

import click
import pytest

from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, describe_code

LIMIT = 60.0
ROW = {"subject": "gcd", "seed": 0}


def block(folder, name):
    """A task that never ends, and notes when it began and that it could clean up."""
    try:
        (folder / f"{name} began").touch()
        threading.Event().wait()
    finally:
        (folder / f"{name} ended").touch()


def fail(folder, name):
    """A task that raises as soon as another one has begun."""
    wait_for(folder / f"{name} began")
    raise ValueError(f"{name} began")


def call(task, folder, name):
    return task(folder, name)


def wait_for(path):
    deadline = monotonic() + LIMIT
    while not path.exists():
        assert monotonic() < deadline, path
        threading.Event().wait(0.02)


def notes(folder, word):
    return {path.name.partition(" ")[0] for path in folder.glob(f"* {word}")}


def test_each_task_gives_its_row():
    rows = rows_as_done(dict, [([("seed", seed)],) for seed in range(3)], jobs=2)
    assert sorted(row["seed"] for row in rows) == [0, 1, 2]


def test_an_error_breaks_off_what_is_measured_and_nothing_further_begins(tmp_path, capfd):
    tasks = [(block, tmp_path, "first"), (fail, tmp_path, "first"), (block, tmp_path, "late")]
    with pytest.raises(RuntimeError, match="a task must end with a row, got exit code 1"):
        list(rows_as_done(call, tasks, jobs=2))
    assert "ValueError: first began" in capfd.readouterr().err
    assert notes(tmp_path, "began") == notes(tmp_path, "ended") == {"first"}


def test_an_interrupt_breaks_off_what_is_measured(tmp_path):
    program = "import sys; from pathlib import Path; from tests.subjects.test_records import *\n"
    program += "folder = Path(sys.argv[1])\n"
    program += "list(rows_as_done(block, [(folder, str(number)) for number in range(9)], jobs=2))"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        for name in ("0", "1"):
            wait_for(tmp_path / f"{name} began")
        process.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in process.communicate(timeout=LIMIT)[1]
    assert notes(tmp_path, "began") == notes(tmp_path, "ended") == {"0", "1"}


def test_rows_are_taken_over_unless_the_settings_are_others(tmp_path):
    path = tmp_path / "record.json"
    Record.open(path, {"budget": "1s"}, fresh=False).add(ROW)
    assert Record.open(path, {"budget": "1s"}, fresh=False).rows == [ROW]
    assert Record.open(path, {"budget": "2s"}, fresh=False).rows == []
    assert Record.open(path, {"budget": "1s"}, fresh=True).rows == []


def test_where_the_code_changed_the_figures_are_saved_with_a_mark_and_the_command_fails(tmp_path):
    path = tmp_path / "record.json"
    Record(path, {}, code=describe_code() | {"digest": "edited since"}).add(ROW)
    assert json.loads(path.read_text(encoding="utf-8"))["code_changed"] is True
    begun = Record(path, {}, code=describe_code() | {"digest": "edited since"})
    with pytest.raises(click.ClickException, match=r"code must not change while it is measured, which .*record\.json"):
        begun.finish({"runs": 1})
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert (saved["code_changed"], saved["totals"]) == (True, {"runs": 1})


def test_rows_measured_while_the_code_changed_are_not_taken_over_when_it_is_changed_back(tmp_path):
    path = tmp_path / "record.json"
    Record(path, {}).add(ROW)
    saved = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(saved | {"code_changed": True}), encoding="utf-8")
    assert Record.open(path, {}, fresh=False).rows == []
