"""The run of one job in a process of its own."""

from genmorph.batch.entries import Entry
from genmorph.batch.job import Job, Status
from genmorph.batch.task import run_job


def test_a_run_that_fails_does_not_pass_an_earlier_set_for_its_own(tmp_path):
    earlier = '{"schema": 1, "genmorph": "0", "relations": [], "stages": {}, "disowned": [{"formula": "f(x) == x"}]}'
    finished = run_job(Job(Entry("no_such_module:f"), earlier=earlier, directory=str(tmp_path)))
    assert finished.status is Status.FAILED
    assert finished.saved is None
    assert finished.reason


def test_a_job_that_is_stopped_before_it_begins_is_interrupted():
    finished = run_job(Job(Entry("no_such_module:f")), is_stopped=lambda: True)
    assert (finished.status, finished.reason) == (Status.INTERRUPTED, "not begun")
