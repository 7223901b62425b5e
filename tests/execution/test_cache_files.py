"""The cache never fails a run: what cannot be used is set aside, or gone without."""

import os
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest

from genmorph.execution.cache import OutcomeCache, default_cache_path
from genmorph.execution.shelf import APPLICATION, FORMAT, key_of
from genmorph.model import Returned, SourceMutant, UsageError

KEYS = [key_of((number,)) for number in range(2_000)]
OUTCOMES = [Returned(number * 7919) for number in range(2_000)]


def change(number):
    return SourceMutant(f"m{number}", "replace", 1, f"def subject(x): return {number}")


def fill(cache, changes=20):
    shelf = cache.shelf("digest", 1.0, clocked=False)
    for number in range(changes):
        shelf.store(change(number), KEYS, OUTCOMES)


def holds(cache, number=0):
    return len(cache.shelf("digest", 1.0, clocked=False).find(change(number), KEYS)) == len(KEYS)


def works(cache):
    """Whether a new outcome is stored and found."""
    key = key_of(("new",))
    cache.shelf("new", 1.0, clocked=False).store(None, [key], [Returned(3)])
    return cache.shelf("new", 1.0, clocked=False).find(None, [key]) == {key: Returned(3)}


def is_sound(path):
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "outcomes.sqlite"


@pytest.fixture
def aside(tmp_path):
    return lambda number=1: tmp_path / f"outcomes.sqlite.set-aside-{number}"


@pytest.fixture
def filled(path):
    """A file with outcomes, and nothing beside it."""
    with OutcomeCache.open(path, pytest.fail) as cache:
        fill(cache)
    return path


def test_what_was_stored_is_there_when_opened_again(filled):
    with OutcomeCache.open(filled, pytest.fail) as cache:
        assert holds(cache)
    assert [file.name for file in filled.parent.iterdir()] == [filled.name]


def test_directories_are_made(tmp_path):
    path = tmp_path / "a" / "b" / "outcomes"
    with OutcomeCache.open(path, pytest.fail) as cache:
        assert works(cache)
    assert path.is_file()


def test_a_link_is_followed(filled, tmp_path):
    link = tmp_path / "elsewhere" / "link"
    link.parent.mkdir()
    link.symlink_to(filled)
    with OutcomeCache.open(link, pytest.fail) as cache:
        assert holds(cache)


@pytest.mark.parametrize("content", [b"hello", b"x" * 10_000, b"\0", b"SQLite format 3\0", b"[section]\nkey = 1\n"])
def test_a_file_that_is_no_database_is_set_aside(path, aside, content):
    path.write_bytes(content)
    warnings = []
    with OutcomeCache.open(path, warnings.append) as cache:
        assert works(cache)
    assert aside().read_bytes() == content
    assert len(warnings) == 1
    assert str(path) in warnings[0]
    assert str(aside()) in warnings[0]


def test_an_empty_file_is_taken_over(path):
    path.touch()
    with OutcomeCache.open(path, pytest.fail) as cache:
        assert works(cache)


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_another_applications_database_is_set_aside_untouched(path, aside, mode):
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA journal_mode = {mode}")
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.execute("INSERT INTO bookmarks VALUES ('https://example.org')")
    connection.commit()
    before = {file.name.removeprefix(path.name): file.read_bytes() for file in path.parent.iterdir()}
    warnings = []
    with OutcomeCache.open(path, warnings.append) as cache:
        assert works(cache)
    connection.close()
    after = {end: path.with_name(f"{aside().name}{end}") for end in before if end != "-shm"}
    assert {end: file.read_bytes() for end, file in after.items()} == {end: before[end] for end in after}
    assert sqlite3.connect(aside()).execute("SELECT url FROM bookmarks").fetchall() == [("https://example.org",)]
    assert "is another application's database" in warnings[0]


def test_another_format_is_set_aside(filled, aside):
    connection = sqlite3.connect(filled)
    connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.close()
    warnings = []
    with OutcomeCache.open(filled, warnings.append) as cache:
        assert not holds(cache)
        assert works(cache)
    assert len(warnings) == 1
    assert f"is of format {FORMAT + 1}, where this genmorph has {FORMAT}" in warnings[0]
    assert aside().exists()


def test_a_database_of_ours_without_tables_is_set_aside(path, aside):
    connection = sqlite3.connect(path)
    connection.executescript(
        f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; CREATE TABLE t(a)"
    )
    connection.close()
    warnings = []
    with OutcomeCache.open(path, warnings.append) as cache:
        assert works(cache)
    assert len(warnings) == 1
    assert aside().exists()


def test_nothing_set_aside_is_ever_overwritten(path, aside):
    for number in (1, 2, 3):
        path.write_text(f"text {number}")
        with OutcomeCache.open(path, lambda _text: None):
            pass
    assert [aside(number).read_text() for number in (1, 2, 3)] == ["text 1", "text 2", "text 3"]


@pytest.mark.parametrize("size", [50, 100, 3_000, 4_096, 10_000, 4_096 * 7])
def test_a_truncated_file_is_set_aside(filled, aside, size):
    os.truncate(filled, size)
    warnings = []
    with OutcomeCache.open(filled, warnings.append) as cache:
        for number in range(20):
            assert not holds(cache, number) or number
        assert works(cache)
    assert is_sound(filled)
    assert len(warnings) == 1
    assert aside().stat().st_size == size


@pytest.mark.parametrize("start", [100, 4_096, 8_192, 20_000])
def test_a_file_with_garbage_inside_gives_no_wrong_outcome(filled, start):
    with filled.open("r+b") as file:
        file.seek(start)
        file.write(b"\xa5" * 4_096)
    warnings = []
    with OutcomeCache.open(filled, warnings.append) as cache:
        for number in range(20):
            found = cache.shelf("digest", 1.0, clocked=False).find(change(number), KEYS)
            assert found in ({}, dict(zip(KEYS, OUTCOMES, strict=True)))
        fill(cache)
        assert all(holds(cache, number) for number in range(20))
    assert len(warnings) <= 1


def test_damage_in_the_middle_of_a_run_costs_only_the_cache(filled, aside):
    warnings = []
    with OutcomeCache.open(filled, warnings.append) as cache:
        assert holds(cache)
        with filled.open("r+b") as file:
            file.write(b"\xa5" * filled.stat().st_size)
        fill(cache)
        assert all(holds(cache, number) for number in range(20))
    assert len(warnings) == 1
    assert aside().exists()
    assert is_sound(filled)


def test_what_another_process_has_set_aside_is_left_alone(filled, aside):
    with OutcomeCache.open(filled, pytest.fail) as first:
        filled.rename(aside())
        with OutcomeCache.open(filled, pytest.fail) as second:
            assert not holds(second)
            fill(second)
            assert holds(first)
        assert works(first)
    assert is_sound(filled)
    assert is_sound(aside())


def test_a_file_deleted_in_the_middle_of_a_run_is_begun_anew(filled):
    with OutcomeCache.open(filled, pytest.fail) as cache:
        filled.unlink()
        assert not holds(cache)
        assert works(cache)
    assert is_sound(filled)


def test_a_directory_that_vanishes_is_said_once_and_not_made_again(path):
    warnings = []
    with OutcomeCache.open(path.parent / "inner" / path.name, warnings.append) as cache:
        shutil.rmtree(path.parent / "inner")
        assert not works(cache)
        assert not works(cache)
    assert len(warnings) == 1
    assert "cannot be used, going on without it" in warnings[0]
    assert not (path.parent / "inner").exists()


def test_a_file_locked_for_long_is_gone_without(filled):
    warnings = []
    other = sqlite3.connect(filled, isolation_level=None)
    with OutcomeCache.open(filled, warnings.append, lock_seconds=0.01) as cache:
        other.execute("BEGIN IMMEDIATE")
        assert not works(cache)
        assert not holds(cache)
    other.close()
    assert len(warnings) == 1
    assert "database is locked" in warnings[0]


def test_a_lookup_in_a_cache_that_is_too_large_waits_for_nobody(filled):
    other = sqlite3.connect(filled, isolation_level=None)
    with OutcomeCache.open(filled, pytest.fail, max_bytes=1, lock_seconds=0.01) as cache:
        other.execute("BEGIN IMMEDIATE")
        assert holds(cache)
    other.close()


def test_what_was_stored_stays_where_a_busy_file_makes_no_room(filled):
    other = sqlite3.connect(filled, isolation_level=None)

    def store_and_be_locked_out(connection):
        connection.execute("INSERT INTO batches VALUES (x'01', x'02')")
        other.execute("BEGIN IMMEDIATE")

    with OutcomeCache.open(filled, pytest.fail, max_bytes=1, lock_seconds=0.01) as cache:
        cache.keep(store_and_be_locked_out)
        assert holds(cache)
        other.execute("ROLLBACK")
        fill(cache, 1)
        assert not holds(cache)
    other.close()


def test_a_full_disk_is_gone_without(path):
    warnings = []
    with OutcomeCache.open(path, warnings.append) as cache:
        cache.attempt(lambda connection: connection.execute("PRAGMA max_page_count = 8").fetchall(), None)
        fill(cache)
        assert not holds(cache, 19)
    assert len(warnings) == 1
    assert "full" in warnings[0]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_directory_is_gone_without(tmp_path):
    directory = tmp_path / "closed"
    directory.mkdir(mode=0o500)
    warnings = []
    with OutcomeCache.open(directory / "inner" / "outcomes", warnings.append) as cache:
        assert not works(cache)
    assert len(warnings) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a file system that takes no files")
def test_a_place_that_takes_no_files_is_gone_without():
    warnings = []
    with OutcomeCache.open(Path("/proc/outcomes"), warnings.append) as cache:
        assert not works(cache)
    assert len(warnings) == 1


def test_a_directory_is_refused(tmp_path):
    with pytest.raises(UsageError, match=f"cache must be a file, got '{tmp_path}'"):
        OutcomeCache.open(tmp_path, pytest.fail)


@pytest.mark.parametrize("end", ["inner", "inner/most"])
def test_a_file_below_a_file_is_refused(tmp_path, end):
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=r"cache must be in a directory, got .*/file/inner"):
        OutcomeCache.open(tmp_path / "file" / end, pytest.fail)


def test_a_size_of_nothing_is_refused(path):
    with pytest.raises(UsageError, match="max_bytes must be at least 1, got 0"):
        OutcomeCache.open(path, pytest.fail, max_bytes=0)


def test_the_oldest_outcomes_make_room(path):
    most = 200_000
    with OutcomeCache.open(path, pytest.fail, max_bytes=most) as cache:
        fill(cache, 100)
        kept = [holds(cache, number) for number in range(100)]
    assert path.stat().st_size <= most
    assert kept == sorted(kept)
    assert 10 < kept.count(True) < 100
    assert is_sound(path)


def test_lists_of_inputs_that_nobody_refers_to_make_room(path):
    with OutcomeCache.open(path, pytest.fail, max_bytes=200_000) as cache:
        shelf = cache.shelf("digest", 1.0, clocked=False)
        for number in range(100):
            shelf.store(change(number), [key_of((number, place)) for place in range(1_000)], [Returned(1)])
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) > 5 FROM pages").fetchone() == (1,)
    batches, pages = (set(connection.execute(f"SELECT {row}")) for row in ("id FROM batches", "batch FROM pages"))
    connection.close()
    assert batches == pages
    assert path.stat().st_size <= 200_000


def test_a_size_that_holds_nothing_keeps_nothing(path):
    with OutcomeCache.open(path, pytest.fail, max_bytes=1) as cache:
        fill(cache, 3)
        assert not any(holds(cache, number) for number in range(3))


def test_the_file_is_in_the_users_cache_directory(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache_path() == tmp_path / "genmorph" / "outcomes.sqlite"
    monkeypatch.setenv("HOME", "/home/someone")
    for unusable in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", unusable)
        for platform, directory in ("linux", ".cache"), ("darwin", "Library/Caches"):
            monkeypatch.setattr(sys, "platform", platform)
            assert default_cache_path() == Path("/home/someone", directory, "genmorph", "outcomes.sqlite")
