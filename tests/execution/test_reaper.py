"""A shelter's processes and directory go with it, and with the process that made it."""

import os
import signal
import subprocess
import sys

import pytest

from genmorph.execution import process as process_module
from genmorph.execution.process import Shelter
from genmorph.model import UsageError
from tests.execution.processes import becomes, ends, is_running


@pytest.fixture
def surroundings(tmp_path, monkeypatch):
    monkeypatch.setattr(process_module.tempfile, "tempdir", str(tmp_path))
    return tmp_path


def sleeper(shelter, *command):
    return subprocess.Popen(
        command or ["sleep", "60"], cwd=shelter.directory, start_new_session=True, stdout=subprocess.PIPE, text=True
    )


def test_a_shelter_is_an_empty_directory_of_our_own(surroundings):
    with Shelter() as shelter:
        assert list(surroundings.iterdir()) == [shelter.directory]
        assert shelter.directory.name.startswith("genmorph-")
        assert list(shelter.directory.iterdir()) == []
        assert shelter.directory.stat().st_mode & 0o777 == 0o700


def test_files_and_processes_are_gone_after_close(surroundings):
    with Shelter() as shelter:
        first, second = sleeper(shelter), sleeper(shelter, "sh", "-c", "sleep 60 & echo $!; wait")
        shelter.take(first)
        shelter.take(second)
        child = int(second.stdout.readline())
        (shelter.directory / "folder").mkdir()
        (shelter.directory / "folder" / "file").write_text("kept by nobody")
        for process in (first, second):
            process.stdout.close()
    assert list(surroundings.iterdir()) == []
    assert [first.returncode, second.returncode] == [-signal.SIGKILL] * 2
    assert ends(child)


def test_odd_names_of_directories_are_no_trouble(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("ours")
    odd = tmp_path / " * $(date) 'a\\"
    odd.mkdir()
    monkeypatch.setattr(process_module.tempfile, "tempdir", str(odd))
    with Shelter():
        assert len(list(odd.iterdir())) == 1
    assert list(odd.iterdir()) == []
    assert (tmp_path / "file").exists()


def test_a_directory_whose_name_has_lines_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(process_module.tempfile, "tempdir", f"{tmp_path}\nx")
    with pytest.raises(
        UsageError, match=r"^the directory for temporary files must have no line break, got '.*\\nx/genmorph-"
    ):
        Shelter()


def test_nothing_is_left_where_the_directory_cannot_be_made(tmp_path, monkeypatch):
    monkeypatch.setattr(process_module.tempfile, "tempdir", str(tmp_path / "missing"))
    with pytest.raises(FileNotFoundError):
        Shelter()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_the_reaper_cannot_be_found_by_our_name():
    with Shelter():
        command = ["ps", "-A", "-o", "ppid=", "-o", "args="]
        listed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        ours = [line.split(None, 1) for line in listed.splitlines()]
    shells = [args for parent, args in ours if int(parent) == os.getpid() and args.startswith("/bin/sh")]
    assert len(shells) == 1
    assert "genmorph" not in shells[0]


def test_processes_end_without_a_reaper_too():
    with Shelter() as shelter:
        process = sleeper(shelter)
        process.stdout.close()
        shelter.take(process)
        os.kill(shelter._reaper.pid, signal.SIGKILL)
    assert not is_running(process.pid)
    shelter.directory.rmdir()


SCRIPT = """
import os, signal, subprocess
from genmorph.execution.process import Shelter

shelter = Shelter()
(shelter.directory / "file").write_text("")
process = subprocess.Popen(["sleep", "60"], start_new_session=True)
shelter.take(process)
print(process.pid, flush=True)
"""


def run_script(end, directory):
    environment = os.environ | {"TMPDIR": str(directory)}
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT + end],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("end", ["os.kill(os.getpid(), signal.SIGKILL)", "os._exit(1)", "raise SystemExit"])
def test_nothing_outlives_a_process_that_does_not_close_its_shelter(end, tmp_path):
    pid = int(run_script(end, tmp_path).stdout)
    assert ends(pid)
    assert becomes(lambda: not list(tmp_path.iterdir()))


def test_closing_does_not_wait_for_a_forked_process_that_holds_the_pipe(tmp_path):
    fork = """
child = os.fork()
if not child:
    signal.pause()
shelter.close()
os.kill(child, signal.SIGKILL)
print(os.waitpid(child, 0)[1], shelter.directory.exists())
"""
    assert run_script(fork, tmp_path).stdout.splitlines()[1] == "9 False"
