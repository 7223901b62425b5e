"""Which functions of a batch are run; inferences, which cost seconds, are in these tests what a table says of them."""

import json

import pytest

from genmorph.batch.catalogue import Entry
from genmorph.batch.job import Finished, Folder
from genmorph.batch.scheduling import Batch, run_batch
from genmorph.export import ExportError
from genmorph.results.relation_set import Status

ENTRY, CHANGED = Entry("shop:price"), Entry("shop:price", seed=1)


def saved(job):
    said = [] if job.earlier is None else json.loads(job.earlier)["disowned"]
    return json.dumps({"schema": 1, "genmorph": "0", "relations": [], "disowned": said, "seed": job.entry.seed})


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a batch of one entry; the inference has the seed of the entry in its file, and ends with the status."""

    def run(entry, status=Status.FOUND):
        monkeypatch.setattr(
            "genmorph.batch.scheduling.run_job",
            lambda job, **_: Finished(job.entry.target, status, 1.0, saved=saved(job)),
        )
        (row,) = run_batch(Batch((entry,), Folder(tmp_path)))
        return row.is_new

    return run


def test_an_entry_that_is_as_it_was_is_not_run_again(run):
    assert [run(ENTRY), run(ENTRY), run(CHANGED)] == [True, False, True]


def test_what_a_person_said_since_is_heeded_once(run, tmp_path):
    run(ENTRY)
    file = tmp_path / "shop.price.json"
    data = json.loads(file.read_text())
    file.write_text(json.dumps(data | {"disowned": [{"formula": "price(-x) == price(x)"}]}))
    assert [run(ENTRY), run(ENTRY)] == [True, False]


def test_what_an_interrupted_run_has_overwritten_is_run_again(run, tmp_path):
    run(ENTRY)
    run(CHANGED, Status.INTERRUPTED)
    assert run(ENTRY)
    assert json.loads((tmp_path / "shop.price.json").read_text())["seed"] == ENTRY.seed


def test_an_edited_file_stands_in_the_way_of_a_run_alone(run, tmp_path):
    run(ENTRY)
    (tmp_path / "test_shop_price.py").write_text("mine = True\n")
    assert not run(ENTRY)
    with pytest.raises(ExportError, match="output must not be a file that genmorph did not write, or that was edited"):
        run(CHANGED)
