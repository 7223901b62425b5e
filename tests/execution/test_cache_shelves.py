"""What is found on a shelf, and what is not."""

import sqlite3

import pytest

from genmorph.execution import cache as cache_module
from genmorph.execution.cache import OutcomeCache
from genmorph.execution.shelf import key_of
from genmorph.model import Crashed, Helper, Probe, Returned, SourceMutant, Target, TimedOut, Trace

KEYS = [key_of((number,)) for number in range(5)]
OUTCOMES = [Returned(number) for number in range(5)]
MUTANT = SourceMutant("m1", "replace", 1, "def subject(x): return -x")


@pytest.fixture
def cache(tmp_path):
    with OutcomeCache.open(tmp_path / "outcomes.sqlite", pytest.fail) as cache:
        yield cache


def found(cache, *, change=MUTANT, subject="digest", limit=1.0, clocked=False, **options):
    return cache.shelf(subject, limit, clocked, **options).find(change, KEYS)


def store(cache, *, change=MUTANT, keys=KEYS, outcomes=OUTCOMES, limit=1.0, clocked=False):
    cache.shelf("digest", limit, clocked).store(change, keys, outcomes)


def damage(cache, statement):
    with sqlite3.connect(cache._path) as connection:
        connection.execute(statement)
    connection.close()


def count(cache, table):
    connection = sqlite3.connect(cache._path)
    number = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - our own names
    connection.close()
    return number


def test_outcomes_are_found_on_the_same_shelf(cache):
    store(cache)
    assert found(cache) == dict(zip(KEYS, OUTCOMES, strict=True))


@pytest.mark.parametrize(
    "other",
    [
        {"subject": "another digest"},
        {"limit": 2.0},
        {"limit": 0.5},
        {"clocked": True},
        {"variant": "another hash seed"},
        {"change": None},
        {"change": SourceMutant("m1", "replace", 1, "def subject(x): return +x")},
        {"change": SourceMutant("m1", "replace", 1, MUTANT.source, Helper(Target("shop", "", "f", 1, 1), None, 1))},
        {"change": Probe("m1", "def subject(x): return -x", 0, 0)},
        {"change": Trace()},
    ],
    ids=str,
)
def test_outcomes_are_found_nowhere_else(cache, other):
    store(cache)
    assert found(cache, **other) == {}


def test_another_version_of_genmorph_finds_nothing(cache, monkeypatch):
    store(cache)
    monkeypatch.setattr(cache_module, "version", lambda _name: "another")
    assert found(cache) == {}


def test_a_mutant_is_found_by_its_source_not_by_its_id(cache):
    store(cache)
    assert found(cache, change=SourceMutant("m7", "swap", 2, MUTANT.source)) == found(cache)


def test_one_text_in_the_place_of_two_helpers_is_two_mutants(cache):
    first, second = (
        SourceMutant("m1", "replace", 1, MUTANT.source, Helper(Target(module, "", "f", 1, 1), ("f", 1), 1))
        for module in ("shop.one", "shop.two")
    )
    store(cache, change=first)
    assert found(cache, change=first)
    assert found(cache, change=second) == {}


def test_runs_with_a_clock_share_what_does_not_depend_on_the_limit(cache):
    store(cache, outcomes=[Returned(1), TimedOut(), Crashed("killed by SIGSEGV", fatal=True)], limit=0.5, clocked=True)
    assert list(found(cache, limit=0.2, clocked=True)) == list(found(cache, limit=0.5, clocked=True)) == KEYS[:3]
    assert list(found(cache, limit=0.6, clocked=True)) == [KEYS[0], KEYS[2]]


def test_a_longer_limit_replaces_a_time_out(cache):
    store(cache, outcomes=[TimedOut()], limit=0.5, clocked=True)
    store(cache, outcomes=[Returned(1)], limit=0.6, clocked=True)
    assert found(cache, limit=0.1, clocked=True) == {KEYS[0]: Returned(1)}


def test_time_outs_of_other_lists_count_under_shorter_limits_only(cache):
    store(cache, keys=KEYS[1:], outcomes=[TimedOut(), Returned(2)], limit=0.5, clocked=True)
    assert found(cache, limit=0.5, clocked=True) == {KEYS[1]: TimedOut(), KEYS[2]: Returned(2)}
    assert found(cache, limit=0.6, clocked=True) == {KEYS[2]: Returned(2)}


def test_outcomes_of_other_lists_and_of_their_beginnings_are_found(cache):
    store(cache, keys=KEYS[3:], outcomes=OUTCOMES[3:])
    store(cache, keys=KEYS[::-1], outcomes=[Returned(4)])
    store(cache, keys=KEYS[1:], outcomes=OUTCOMES[1:2])
    assert found(cache) == {KEYS[1]: Returned(1), KEYS[3]: Returned(3), KEYS[4]: Returned(4)}


def test_a_list_of_inputs_is_stored_once_for_all_mutants(cache):
    for number in range(10):
        store(cache, change=SourceMutant(f"m{number}", "replace", 1, f"def subject(x): return {number}"))
    assert (count(cache, "pages"), count(cache, "batches")) == (10, 1)


@pytest.mark.parametrize("column", ["owner", "batch", "outcomes", "checksum"])
@pytest.mark.parametrize("value", ["x'00'", "'text'", "zeroblob(16)", "7"])
def test_a_damaged_row_counts_as_absent_and_other_rows_stay(cache, column, value):
    store(cache, keys=KEYS[:2])
    store(cache, keys=KEYS[2:], outcomes=OUTCOMES[2:])
    damage(cache, f"UPDATE pages SET {column} = {value} WHERE number = 1")  # noqa: S608
    assert found(cache) == dict(zip(KEYS[2:], OUTCOMES[2:], strict=True))
    store(cache, keys=KEYS[:2])
    assert found(cache) == dict(zip(KEYS, OUTCOMES, strict=True))


def test_a_damaged_row_is_deleted(cache):
    store(cache)
    damage(cache, "UPDATE pages SET outcomes = zeroblob(20)")
    assert found(cache) == {}
    assert count(cache, "pages") == 0


@pytest.mark.parametrize("statement", ["UPDATE batches SET keys = zeroblob(64)", "DELETE FROM batches"])
def test_pages_without_their_batch_are_deleted(cache, statement):
    store(cache, keys=KEYS[1:], outcomes=OUTCOMES[1:])
    damage(cache, statement)
    assert found(cache) == {}
    assert (count(cache, "pages"), count(cache, "batches")) == (0, 0)
