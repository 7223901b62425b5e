"""The rows of what was finished."""

import sqlite3

import pytest

from genmorph.batch.job import NAME, Finished, open_journal
from genmorph.model import UsageError
from genmorph.results.relation_set import Status

DONE = Finished("shop:price", Status.FOUND, 2.5, "", 3, 8, 9)


def test_a_row_is_found_again_for_the_same_job_alone(tmp_path):
    with open_journal(tmp_path) as journal:
        journal.record(DONE, "one")
    with open_journal(tmp_path) as journal:
        assert journal.find("shop:price", "one") == DONE
        assert journal.find("shop:price", "other") is None
        assert journal.find("shop:tax", "one") is None


def test_a_later_row_takes_the_place_of_an_earlier_one(tmp_path):
    with open_journal(tmp_path) as journal:
        journal.record(DONE, "one")
        journal.record(Finished("shop:price", Status.FAILED, 1.0, "it died"), "two")
        assert journal.find("shop:price", "one") is None
        assert journal.find("shop:price", "two").status is Status.FAILED


def test_a_row_that_is_forgotten_is_not_found(tmp_path):
    with open_journal(tmp_path) as journal:
        journal.record(DONE, "one")
        journal.forget("shop:price")
    with open_journal(tmp_path) as journal:
        assert journal.find("shop:price", "one") is None


def test_a_folder_in_the_place_of_the_journal_is_told(tmp_path):
    (tmp_path / NAME).mkdir()
    with pytest.raises(UsageError, match="must be the journal of a batch"), open_journal(tmp_path):
        pytest.fail("it was let in")


def test_two_batches_cannot_have_one_folder(tmp_path):
    with (
        open_journal(tmp_path),
        pytest.raises(UsageError, match="output-dir must not be in use by another batch, got"),
        open_journal(tmp_path),
    ):
        pytest.fail("the second one was let in")


def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path):
    (tmp_path / NAME).write_text("somebody's notes " * 100)
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(UsageError, match="must be the journal of a batch"), open_journal(tmp_path):
        pytest.fail("it was let in")
    assert (tmp_path / NAME).read_bytes() == before


def test_the_database_of_another_application_is_refused(tmp_path):
    connection = sqlite3.connect(tmp_path / NAME)
    connection.execute("PRAGMA application_id = 7")
    connection.execute("CREATE TABLE finished (a)")
    connection.close()
    with pytest.raises(UsageError, match="it is another application's"), open_journal(tmp_path):
        pytest.fail("it was let in")
