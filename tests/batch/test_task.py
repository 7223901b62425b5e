"""The run of one job in a process of its own."""

from contextlib import closing
from functools import partial

import pytest

from genmorph.batch.catalogue import Entry
from genmorph.batch.job import Job
from genmorph.batch.task import ForkServers, run_job
from genmorph.export.project import Project
from genmorph.results.relation_set import Status
from tests.report.answers import power_set


@pytest.fixture(scope="module")
def run():
    with closing(ForkServers()) as servers:
        yield partial(run_job, servers=servers)


def test_a_run_that_fails_does_not_pass_an_earlier_set_for_its_own(run, tmp_path):
    earlier = '{"schema": 1, "genmorph": "0", "relations": [], "stages": {}, "disowned": [{"formula": "f(x) == x"}]}'
    finished = run(Job(Entry("no_such_module:f"), earlier=earlier, directory=str(tmp_path)))
    assert finished.status is Status.FAILED
    assert finished.saved is None
    assert finished.reason


@pytest.mark.parametrize("code", [0, 3])
def test_a_process_that_python_itself_ends_is_no_answer_though_there_is_an_earlier_set(run, tmp_path, code):
    (tmp_path / "leaving.py").write_text(f"import os\nos._exit({code})\n")
    power_set().to_json(tmp_path / "earlier.json")
    earlier = (tmp_path / "earlier.json").read_text()
    finished = run(Job(Entry("leaving:f"), earlier=earlier, directory=str(tmp_path)))
    assert (finished.status, finished.saved) == (Status.FAILED, None)
    assert finished.reason == f"ended with exit code {code}"


def test_that_a_function_begins_is_told(run, tmp_path):
    begun = []
    run(Job(Entry("no_such_module:f"), directory=str(tmp_path)), begins=begun.append)
    run(Job(Entry("no_such_module:g"), directory=str(tmp_path)), is_stopped=lambda: True, begins=begun.append)
    assert begun == ["no_such_module:f"]


def test_words_of_the_module_that_are_no_text_are_no_failure_of_the_batch(run, tmp_path):
    (tmp_path / "noisy.py").write_text("import os\nos.write(2, b'\\xff\\n')\n")
    finished = run(Job(Entry("noisy:f"), directory=str(tmp_path)))
    assert finished.reason == "module 'noisy' has no function 'f'"


def test_reasons_do_not_speak_of_the_folder_of_the_run(run, tmp_path):
    earlier = '{"schema": 1, "genmorph": "0", "relations": [], "disowned": [3]}'
    (tmp_path / "stand.py").write_text("def net(n: int) -> int: return n\n")
    finished = run(Job(Entry("stand:net"), earlier=earlier, directory=str(tmp_path)))
    assert finished.reason.startswith("relations.json is not a saved set of relations: ")


def test_what_is_wrong_in_the_catalogue_is_not_said_of_another_file(run, tmp_path):
    (tmp_path / "timed.py").write_text("def net(n: int) -> int: return n\n")
    finished = run(Job(Entry("timed:net", annotations={"timeout": -1}), directory=str(tmp_path)))
    assert finished.reason.startswith("catalogue, function 1 (timed:net): timeout: ")


def test_a_job_that_is_stopped_before_it_begins_is_interrupted(run):
    finished = run(Job(Entry("no_such_module:f")), is_stopped=lambda: True)
    assert (finished.status, finished.reason) == (Status.INTERRUPTED, "not begun")


def test_a_job_that_is_stopped_in_the_middle_says_nothing_of_files_that_nobody_named(run, tmp_path):
    (tmp_path / "begun.py").write_text("open('begun', 'w').close()\ndef net(n: int) -> int: return n\n")
    is_begun = (tmp_path / "begun").exists
    finished = run(Job(Entry("begun:net", budget="60s"), directory=str(tmp_path)), is_stopped=is_begun)
    assert finished.saved is not None
    assert (finished.status, finished.reason) == (Status.INTERRUPTED, "stopped before its end")


def test_a_run_has_the_environment_of_its_time(run, tmp_path, monkeypatch):
    (tmp_path / "looking.py").write_text("import os\nraise ImportError(os.environ['GENMORPH_TOLD'])\n")
    job = Job(Entry("looking:f"), directory=str(tmp_path))
    for told in ("once", "twice"):
        monkeypatch.setenv("GENMORPH_TOLD", told)
        assert run(job).reason.endswith(told)


def test_a_function_that_kills_what_started_it_fails_alone(run, tmp_path):
    (tmp_path / "rebel.py").write_text("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n")
    finished = run(Job(Entry("rebel:f"), directory=str(tmp_path)))
    assert (finished.status, finished.reason) == (Status.FAILED, "the process that starts inferences has ended")
    assert run(Job(Entry("no_such_module:f"))).reason != finished.reason


def test_tests_are_laid_out_for_the_project_where_they_go(run, tmp_path):
    (tmp_path / "thrice.py").write_text("def thrice(number_of_items: int) -> int:\n    return 3 * number_of_items\n")
    job = Job(Entry("thrice:thrice", budget="10ev"), directory=str(tmp_path), project=Project(50, (tmp_path,)))
    tests = run(job).tests
    assert "from thrice import thrice" in tests.partition("strategies as st\n\n")[2]
    assert "\n@given(\n" in tests
