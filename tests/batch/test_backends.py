"""Where the jobs of a batch run."""

import pytest

from genmorph.batch.scheduling import Engine, connected
from genmorph.model import UsageError


@pytest.mark.parametrize(
    ("backend", "address", "message"),
    [
        ("spark", None, "backend must be one of local, dask, ray, got 'spark'"),
        ("local", "tcp://host:1", "address must stand with backend dask or ray, got 'tcp://host:1'"),
        ("dask", None, "address must say where the Dask scheduler is"),
    ],
)
def test_what_cannot_be_an_engine_is_told(backend, address, message):
    with pytest.raises(UsageError) as caught, connected(backend, address, 1):
        pytest.fail("it was let in")
    assert message in str(caught.value)


def test_a_scheduler_that_does_not_answer_is_told():
    pytest.importorskip("distributed")
    with (
        pytest.raises(UsageError, match="must be that of a Dask scheduler that answers"),
        connected("dask", "nonsense://a", 1),
    ):
        pytest.fail("it was let in")


def test_jobs_are_at_least_one():
    with pytest.raises(UsageError, match="jobs must be >= 1, got 0"):
        Engine(jobs=0)
