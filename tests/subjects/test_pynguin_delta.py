"""What relations add to generated tests: the figures on rows made by hand, and tests that are tried on mutants."""

import json
import sys
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.checks.pynguin_runs import MEMORY, bench, generate, project_of, version_of
from benchmarks.checks.table_catalogue import digest_of_source
from benchmarks.pynguin import cells, figures, live_mutants, main, measure, totals
from benchmarks.record import ROOT

COUNTDOWN = '''
"""A module in a package."""


def countdown(n):
    while n > 0:
        n -= 1
    return n
'''
MODULE = "package.counting"
FILES = {"package/__init__.py": "", "package/counting.py": COUNTDOWN}
TESTS = textwrap.dedent(
    """
    import itertools
    import os
    import tempfile
    from pathlib import Path

    import pytest

    import package.counting as module

    BEEN_HERE = Path(__file__).with_name("been_here")


    def test_passing():
        assert module.countdown(3) == 0


    @pytest.mark.xfail(strict=True)
    def test_failing_as_it_must():
        module.countdown("3")


    def test_failing():
        assert module.countdown(3) == 1


    def test_passing_once_only():
        assert not BEEN_HERE.exists()
        BEEN_HERE.touch()
    """
)

JOIN = "benchmarks.subjects.list_functions:join"
JOIN_TESTS = """
import benchmarks.subjects.list_functions as module


def test_true():
    assert module.join("-", [True]) == "true"
"""
# Of the loop's `index > 0` the test has one index, 0, so that `>=` is noticed and `> 1` is not.
NOTICED, MISSED = "ReplaceComparisonOperator_Gt_GtE/0", "NumberReplacer/0"


def run(killed=(), survivors=(), invalid=()):
    """A row of table2: one relation that kills some mutants, and one that is not valid."""
    relations = [{"valid": True, "killed": list(killed)}, {"valid": False, "killed": list(invalid)}]
    survived = [{"id": name} for name in survivors]
    return {"relations": relations, "survivors": survived, "source": digest_of_source(JOIN)}


def row(subject, noticed, *runs, error="", left_out=()):
    """A row of this benchmark."""
    kept = [] if noticed is None else ["test_0", "test_1"]
    known = {"subject": subject, "seed": 0, "error": error, "kept": kept, "left_out": list(left_out)}
    return known | figures(noticed, runs).as_row()


def program(path, commands):
    """A program of the shell."""
    path.write_text(f"#!/bin/sh\n{commands}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def writer(tmp_path):
    """Takes the place of an interpreter with Pynguin: it says a version, and writes the same tests each time."""
    (tmp_path / "written.py").write_text(JOIN_TESTS, encoding="utf-8")
    writing = f'mkdir tests; cp "{tmp_path}/written.py" tests/test_list_functions.py'
    return program(tmp_path / "python", f'case "$1" in -c) echo 0.1;; *) {writing};; esac')


@pytest.fixture
def table(tmp_path):
    """Results of table2 of one function."""
    path = tmp_path / "table2.json"
    row = {"subject": "join", "seed": 0, "mutants": {"live": 2}, **run(killed=[NOTICED, MISSED])}
    path.write_text(json.dumps({"rows": [row]}), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def tried():
    """These tests on a bench."""
    with bench(FILES, MODULE, TESTS) as made:
        yield made


def test_delta_is_the_share_that_valid_relations_kill_of_the_live_mutants_that_tests_miss():
    given = figures(["a"], [run(killed="abc", survivors="de", invalid="d")])
    assert (given.live, given.killed, given.missed, given.relations) == (5, 1, 4, 2.0)
    assert given.delta == 0.5


def test_relations_of_several_runs_count_in_the_mean_on_the_mutants_that_all_judge_by():
    first, second = run(killed="abcd", survivors="e"), run(killed="ab", survivors="cdf")
    assert live_mutants([first, second]) == frozenset("abcd")
    given = figures(["a"], [first, second])
    assert (given.missed, given.relations, given.delta) == (3, 2.0, 2 / 3)


def test_where_tests_miss_nothing_there_is_no_delta():
    given = figures(["a", "b"], [run(killed="a", survivors="b")])
    assert (given.missed, given.relations, given.delta) == (0, 0.0, None)


def test_tests_that_notice_nothing_miss_all_and_no_tests_leave_it_open():
    runs = [run(killed="a", survivors="b")]
    assert (figures([], runs).missed, figures([], runs).delta) == (2, 0.5)
    assert figures(None, runs).as_row() == {
        "live": 2,
        "killed": None,
        "missed": None,
        "relations": None,
        "delta": None,
    }


def test_totals_count_the_functions_that_have_tests_and_name_the_others():
    rows = [
        row("gcd", "ab", run(killed="abc", survivors="d"), left_out=["test_2"]),
        row("pow", "ab", run(killed="ab")),
        row("sin", None, run(killed="a"), error="no end within 180 s"),
    ]
    assert totals(rows) == {
        "functions": 2,
        "live": 6,
        "killed": 4,
        "missed": 2,
        "relations": 1.0,
        "delta": 0.5,
        "mean_delta": 0.5,
        "mean_score": 0.75,
        "left_out": 1,
        "without_tests": ["sin: no end within 180 s"],
    }
    assert list(map(cells, rows)) == [
        ("gcd", "2", "4", "2", "2", "0.50 (1/2)"),
        ("pow", "2", "2", "2", "0", "-"),
        ("sin", "0", "1", "-", "-", "-"),
    ]


def test_tests_that_fail_or_change_their_mind_on_the_original_are_left_out(tried):
    assert tried.kept == ("test_passing", "test_failing_as_it_must")
    assert tried.left_out == ("test_failing", "test_passing_once_only")


@pytest.mark.parametrize(
    ("old", "new", "is_noticed"),
    [
        ("n > 0", "n >= 1", False),
        ("n -= 1", "n -= 2", True),
        ("while n > 0", "while isinstance(n, int) and n > 0", True),
        ("return n", "__import__('os')._exit(7)", True),
    ],
    ids=["equal", "another value", "no error where one must be", "no process left"],
)
def test_a_mutant_is_noticed_where_a_test_fails_or_does_not_end(tried, old, new, is_noticed):
    assert tried.notices(COUNTDOWN.replace(old, new)) is is_noticed


def test_a_looping_mutant_is_noticed_and_the_next_one_is_tried(tried):
    assert tried.notices(COUNTDOWN.replace("n -= 1", "pass"))
    assert not tried.notices(COUNTDOWN)


def test_without_tests_that_end_well_nothing_is_noticed():
    with bench(FILES, MODULE, "def test_wrong():\n    assert False\n") as empty:
        assert (empty.kept, empty.left_out) == ((), ("test_wrong",))
        assert not empty.notices(COUNTDOWN.replace("n -= 1", "n -= 2"))


def test_a_project_has_the_module_and_its_packages_and_nothing_else():
    names = list(project_of("benchmarks.subjects.elementary", ROOT))
    assert names == ["benchmarks/__init__.py", "benchmarks/subjects/__init__.py", "benchmarks/subjects/elementary.py"]


def test_an_environment_without_pynguin_is_told_by_name(tmp_path):
    missing = tmp_path / "python"
    with pytest.raises(ValueError, match=f"python must name .* that has Pynguin, got '{missing}'"):
        version_of(missing)


@pytest.mark.parametrize(("words", "got"), [((), "got nothing"), (("--python", "/no/python"), "got '/no/python'")])
def test_without_an_environment_of_pynguin_the_command_says_what_it_needs(words, got, table):
    ended = CliRunner().invoke(main, [*words, "--table", str(table)])
    assert ended.exit_code == 2
    assert "--python must name an interpreter with Pynguin (python -m venv e" in ended.stderr
    assert got in ended.stderr


@pytest.mark.parametrize("content", ["[]", "{}", "no JSON"])
def test_a_table_of_another_kind_is_refused(content, tmp_path, writer):
    other = tmp_path / "other.json"
    other.write_text(content, encoding="utf-8")
    ended = CliRunner().invoke(main, ["--python", str(writer), "--table", str(other)])
    assert ended.exit_code == 2
    assert f"--table must name results of benchmarks.table2, got '{other}'" in ended.stderr


def test_runs_on_another_text_of_the_module_are_refused():
    rule = f"runs must be on today's {JOIN}, whose module has the digest '{digest_of_source(JOIN)}', got 'old'"
    with pytest.raises(ValueError, match=rule):
        measure(Path(sys.executable), JOIN, [run(), run() | {"source": "old"}], seconds=1, seed=0)


def test_the_command_tries_what_was_written_on_live_mutants_and_goes_on_where_it_ended(tmp_path, table, writer):
    output = tmp_path / "pynguin.json"
    words = ["--python", str(writer), "--table", str(table), "--output", str(output), "--seconds", "1"]
    ended = CliRunner().invoke(main, words)
    assert ended.exit_code == 0, ended.output
    saved = json.loads(output.read_text(encoding="utf-8"))
    (found,) = saved["rows"]
    assert (saved["settings"]["pynguin"], found["tests"], found["kept"]) == ("0.1", JOIN_TESTS, ["test_true"])
    assert (found["live"], found["noticed"], found["missed"], found["delta"]) == (2, [NOTICED], 1, 1.0)
    again = CliRunner().invoke(main, words)
    assert json.loads(output.read_text(encoding="utf-8")) == saved
    assert again.stdout == ended.stdout.partition("\n")[2]  # nothing is said of a run
    whole = json.loads(table.read_text(encoding="utf-8"))
    table.write_text(json.dumps(whole | {"totals": {"runs": 1}}), encoding="utf-8")
    assert CliRunner().invoke(main, words).stdout == again.stdout  # only rows of the table matter


def test_what_writes_tests_has_a_limit_of_memory(tmp_path):
    telling = program(tmp_path / "python", "ulimit -v >&2; exit 3")
    generated = generate(telling, JOIN, project_of("benchmarks.subjects.list_functions", ROOT), seconds=1, seed=0)
    assert generated.error == f"exit code 3, {MEMORY // 1024}"


def test_where_nothing_is_written_the_row_says_how_that_ended(tmp_path):
    silent = program(tmp_path / "python", "echo no luck >&2; exit 3")
    generated = generate(silent, JOIN, project_of("benchmarks.subjects.list_functions", ROOT), seconds=1, seed=0)
    assert (generated.tests, generated.error) == ("", "exit code 3, no luck")
