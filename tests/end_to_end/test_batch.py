"""Many functions with one command, which goes on where it was stopped."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from xml.etree import ElementTree

import pytest

from genmorph import RelationSet
from genmorph.results import Refusal, Refused, read_answer
from tests.end_to_end.conftest import COMMAND, run_command

STORE = """
import time

def triple(n: int) -> int:
    return 3 * n + 1

def gap(low: int, high: int) -> int:
    assert low <= high
    return high - low

def opened(path) -> int:
    return len(open(path).read())
def fresh(n: int) -> float:
    return time.time() * n
"""
CATALOGUE = """
[defaults]
budget = "0.2ev"

[[function]]
target = "store:triple"
domain = { n = "ints(-50, 50)" }

[[function]]
target = "store:gap"
domain = { low = "ints(-50, 50)", high = "ints(-50, 50)" }
require = ["low <= high"]

[[function]]
target = "store:fresh"

[[function]]
target = "store:none"
"""

HELD = """
import os
import time

while os.path.exists("wait"):
    time.sleep(0.1)

def nothing() -> int:
    return 1
"""
"""A module that is not imported before a file is removed."""
SMALL = """
[[function]]
target = "store:none"

[[function]]
target = "held:nothing"
"""
"""The first of these functions is done at once, the second one when its module is let go."""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A folder in which a batch was run."""
    folder = tmp_path_factory.mktemp("store")
    (folder / "store.py").write_text(STORE)
    (folder / "catalogue.toml").write_text(CATALOGUE)
    return folder, run_command(folder, "batch", "catalogue.toml", "--jobs", "2", "--junit", "junit.xml")


def write_held(folder):
    """A batch over two functions, the second of which waits."""
    (folder / "store.py").write_text(STORE)
    (folder / "held.py").write_text(HELD)
    (folder / "catalogue.toml").write_text(SMALL)
    (folder / "wait").touch()


def assert_both_are_done(folder):
    """Each function has the file that says why there are no relations."""
    reasons = {path.name: read_answer(path).reason for path in (folder / "results").glob("*.json")}
    assert reasons == {
        "store.none.json": "module 'store' has no function 'none'",
        "held.nothing.json": "held.nothing has no parameters, so its input cannot change",
    }


def pytest_of_relations(folder):
    """What came of the saved relations as tests of pytest, and of nothing else."""
    words = ["-q", "-p", "no:cacheprovider", "--genmorph", "results", "store.py"]
    return subprocess.run(
        [COMMAND.with_name("pytest"), *words], cwd=folder, capture_output=True, text=True, check=False
    )


def files_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".json", ".py")}


@pytest.mark.long
def test_every_function_has_a_file_with_its_relations_or_the_reason(store):
    folder, done = store
    assert done.returncode == 0, done.stderr
    results = folder / "results"
    assert sorted(path.name for path in results.glob("*.json")) == [
        "store.fresh.json",
        "store.gap.json",
        "store.none.json",
        "store.triple.json",
    ]
    assert len(RelationSet.from_json(results / "store.triple.json")) > 0
    fresh = read_answer(results / "store.fresh.json")
    assert fresh.why is Refused.UNSUPPORTED
    assert "must be deterministic" in fresh.reason
    assert read_answer(results / "store.none.json") == Refusal(
        "store:none", Refused.FAILED, "module 'store' has no function 'none'"
    )


def test_what_an_entry_says_of_valid_inputs_is_heeded(store):
    folder, _ = store
    signature = RelationSet.from_json(folder / "results" / "store.gap.json").signature
    assert [condition.text() for condition in signature.conditions] == ["low <= high"]
    assert signature.raises == ()


def test_the_table_says_of_every_function_what_came_of_it(store):
    _, done = store
    for words in ("store:triple", "unsupported: ", "failed: module 'store' has no function 'none'"):
        assert words in done.stdout
    assert "4 functions: 2 with relations, 1 unsupported, 1 failed; " in done.stdout


def test_written_tests_pass(store):
    folder, _ = store
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "results"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_junit_file_has_a_case_for_each_function(store):
    folder, _ = store
    suite = ElementTree.parse(folder / "junit.xml").getroot()  # noqa: S314 - our own file
    assert (suite.get("tests"), suite.get("errors"), suite.get("skipped")) == ("4", "1", "1")
    assert [case.get("name") for case in suite] == ["triple", "gap", "fresh", "none"]


def test_the_same_command_again_runs_nothing(store):
    folder, first = store
    before = files_of(folder / "results")
    again = run_command(folder, "batch", "catalogue.toml")
    assert again.stdout == first.stdout
    assert "store:triple: " not in again.stderr
    assert files_of(folder / "results") == before


def test_what_failed_is_run_again_where_that_is_asked_for(store):
    folder, _ = store
    again = run_command(folder, "batch", "catalogue.toml", "--retry-failed")
    assert "store:none: failed" in again.stderr
    assert "store:triple: " not in again.stderr


def test_saved_relations_hold_today_and_are_tests_of_pytest(store):
    folder, _ = store
    checked = run_command(folder, "check", "results")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "store.triple.json: holds for " in checked.stdout
    done = pytest_of_relations(folder)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_a_function_that_is_changed_is_noticed_and_run_again(store, tmp_path):
    folder, _ = store
    shutil.copytree(folder / "results", tmp_path / "results")
    (tmp_path / "store.py").write_text(STORE.replace("3 * n + 1", "3 * n * n + n"))
    (tmp_path / "catalogue.toml").write_text('[[function]]\ntarget = "store:none"\n')
    checked = run_command(tmp_path, "check", "results/store.triple.json")
    assert checked.returncode == 1
    assert "does not hold: " in checked.stdout
    (tmp_path / "results" / "broken.json").write_text('{"schema": 1, ')
    checked = run_command(tmp_path, "check", "results")
    assert checked.returncode == 1
    assert "results/broken.json must be a JSON file, got" in checked.stderr
    assert "store.triple.json: does not hold: " in checked.stdout
    done = pytest_of_relations(tmp_path)
    assert done.returncode == 1, done.stdout
    assert "broken.json must be a JSON file, got" in done.stdout
    assert "does not hold: " in done.stdout
    again = run_command(tmp_path, "batch", "catalogue.toml")
    assert "store:none: " in again.stderr


def test_a_threshold_that_is_missed_is_exit_code_1(store, tmp_path):
    folder, done = store
    killed, judged = map(int, re.search(r"(\d+) of (\d+) mutants killed$", done.stdout.strip()).groups())
    reached = str(100 * killed / judged - 0.01)
    assert run_command(folder, "batch", "catalogue.toml", "--fail-under", reached).returncode == 0
    (tmp_path / "catalogue.toml").write_text('[[function]]\ntarget = "store:none"\n')
    missed = run_command(tmp_path, "batch", "catalogue.toml", "--fail-under", "1")
    assert missed.returncode == 1
    assert "--fail-under: the relations must kill 1 % of the mutants, no mutant was judged" in missed.stderr


def _begun(folder, *options):
    """A batch of which one function is done, while the inference of another waits for a file to go away."""
    words = ["batch", "catalogue.toml", *options]
    process = subprocess.Popen(
        [COMMAND, *words],
        cwd=folder,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    for line in process.stderr:
        if line.startswith("genmorph: store:none: "):
            return process
    pytest.fail("it ended before")


@pytest.mark.long
@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_batch_that_was_stopped_goes_on_with_what_is_missing(tmp_path, number, code):
    write_held(tmp_path)
    process = _begun(tmp_path)
    _, child = _parent_and_inference([process.pid])
    os.kill(process.pid, number)
    process.stderr.read()
    assert process.wait() == code
    process.stderr.close()
    _await_end(child)
    (tmp_path / "wait").unlink()
    again = run_command(tmp_path, "batch", "catalogue.toml")
    assert again.returncode == 0, again.stderr
    assert "store:none: " not in again.stderr
    assert "held:nothing: unsupported" in again.stderr
    assert_both_are_done(tmp_path)


@pytest.mark.long
def test_functions_that_an_interrupted_batch_has_not_begun_are_told_as_a_number(tmp_path):
    write_held(tmp_path)
    (tmp_path / "catalogue.toml").write_text("".join([SMALL, *(f'[[function]]\ntarget = "store:{n}"\n' for n in "ab")]))
    process = _begun(tmp_path)
    _parent_and_inference([process.pid])
    os.kill(process.pid, signal.SIGINT)
    with process:
        said = process.stderr.read()
    assert "genmorph: 2 functions not begun\n" in said
    assert "store:a" not in said


@pytest.mark.long
def test_a_cluster_that_loses_a_worker_goes_on(tmp_path):
    distributed = pytest.importorskip("distributed")
    write_held(tmp_path)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        process = _begun(tmp_path, "--backend", "dask", "--address", cluster.scheduler_address)
        workers = [worker.pid for worker in cluster.workers.values()]
        worker, child = _parent_and_inference(workers)
        os.kill(worker, signal.SIGKILL)
        _await_end(child)
        (tmp_path / "wait").unlink()
        process.stderr.read()
        assert process.wait() == 0
        process.stderr.close()
    assert_both_are_done(tmp_path)


def _parent_and_inference(pids):
    """One of these processes, and the inference that it has let a process of its own fork."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        words = ["ps", "-eo", "pid,ppid,args"]
        listed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        rows = [line.split(None, 2) for line in listed.splitlines()[1:] if "genmorph.cli.fork_server" in line]
        parents = {int(pid): int(parent) for pid, parent, _ in rows}
        for pid, server in parents.items():
            if parents.get(server) in pids:
                return parents[server], pid
        time.sleep(0.1)
    pytest.fail("no inference was started")


def _await_end(pid):
    """An inference does not outlive the process that has started it."""
    end = time.monotonic() + 30
    while _is_running(pid) and time.monotonic() < end:
        time.sleep(0.1)
    assert not _is_running(pid)


def _is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
