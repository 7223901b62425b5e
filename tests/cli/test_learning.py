"""The command that checks programs that learn."""

import sys

import pytest
from click.testing import CliRunner

from genmorph.cli import main
from genmorph.results.exit_codes import ExitCode

PROGRAMS = """
import statistics


def naive(train, validation, seed=0):
    reach = max(train) - min(train)
    forecast = validation[1:-1]
    errors = [abs(one - other) / reach for one, other in zip(forecast, validation[2:])]
    return {"loss": sum(errors) / max(1, len(errors)), "forecast": forecast}


def unseeded(train, validation):
    import random

    return {"loss": random.random() * 0 + 0.5 + random.gauss(0, 0.01)}


def closeness(x, y):
    return abs(statistics.correlation(x, y))


def doubled(x, y):
    assert x == [1.0, 2.0, 4.0] and y == [2.0, 1.0, 5.0], (x, y)
    return 0.5
"""


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Run the command in a folder with programs and data."""
    (tmp_path / "learners.py").write_text(PROGRAMS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "learners", raising=False)

    def run(*arguments, data=None, encoding="utf-8"):
        if data is not None:
            (tmp_path / "data.csv").write_text(data, encoding=encoding)
            arguments = (*arguments, "--data", "data.csv")
        return CliRunner().invoke(main, ["learn", "check", *arguments])

    return run


def test_a_right_coefficient_ends_well(check):
    result = check("statistics:correlation", "--relations", "correlation")
    assert result.exit_code == 0
    assert result.stdout.startswith("MR-1(a) holds: the coefficient lies between -1 and 1\n")
    assert "holds: 17, violated: 0, undecided: 0" in result.stderr


def test_a_wrong_coefficient_is_exit_code_1(check):
    result = check("learners:closeness", "--relations", "correlation")
    assert result.exit_code == 1
    assert "MR-5(a) violated" in result.stdout


def test_a_forecaster_is_checked_on_generated_data(check):
    result = check("learners:naive", "--relations", "forecaster", "--steps", "2")
    assert result.exit_code == 1
    assert "MR-1(a) holds" in result.stdout
    assert "MR-7(b) violated" in result.stdout


def test_the_oracle_is_chosen(check):
    assert "choose the oracle ranks" in check("learners:unseeded", "--relations", "forecaster").stderr
    assert check("learners:unseeded", "--relations", "forecaster", "--oracle", "ranks").exit_code == 0


COUNTED = """
from pathlib import Path

from learners import naive


def counted(train, validation, seed=0):
    with Path("calls.txt").open("a") as file:
        file.write("called\\n")
    if Path("stop").exists() and len(Path("calls.txt").read_text().split()) == 9:
        raise KeyboardInterrupt
    return naive(train, validation)
"""
FORECASTER = ("--relations", "forecaster", "--steps", "2", "--cache", "trainings.sqlite")


@pytest.fixture
def calls(tmp_path, monkeypatch):
    """How often the program of `counted` was called since it was last asked."""
    (tmp_path / "counting.py").write_text(COUNTED, encoding="utf-8")
    monkeypatch.delitem(sys.modules, "counting", raising=False)

    def number():
        path = tmp_path / "calls.txt"
        found = len(path.read_text().split()) if path.exists() else 0
        path.unlink(missing_ok=True)
        return found

    return number


def test_trainings_are_not_made_again(check, calls):
    first = check("counting:counted", *FORECASTER)
    made = calls()
    again = check("counting:counted", *FORECASTER)
    assert made > 20
    assert calls() == 2  # what raised, and what may give `predict`
    assert (again.stdout, again.exit_code) == (first.stdout, first.exit_code)


def test_trainings_are_kept_where_a_check_is_broken_off(check, calls, tmp_path):
    (tmp_path / "stop").touch()
    broken = check("counting:counted", *FORECASTER)
    assert broken.exit_code == ExitCode.INTERRUPTED
    assert "trainings that are done are kept" in broken.stderr
    assert calls() == 9
    (tmp_path / "stop").unlink()
    check("counting:counted", *FORECASTER)
    rest = calls()
    check("counting:counted", *FORECASTER[:-1], "other.sqlite")
    assert calls() == rest + 8 - 1  # one of the eight is made anew for what may give `predict`


def test_what_failed_is_tried_again(check, calls, tmp_path):
    path = tmp_path / "counting.py"
    path.write_text(
        COUNTED.replace("return naive", "if train[0] != train[0] or len(train) < 5: raise OSError\n    return naive")
    )
    check("counting:counted", *FORECASTER)
    calls()
    check("counting:counted", *FORECASTER)
    assert 0 < calls() < 9


def test_trainings_of_another_source_are_no_others(check, calls, tmp_path, monkeypatch):
    check("counting:counted", *FORECASTER)
    first = calls()
    (tmp_path / "learners.py").write_text(PROGRAMS.replace("reach = max", "reach = 1 * max"), encoding="utf-8")
    for name in ("learners", "counting"):
        monkeypatch.delitem(sys.modules, name)
    check("counting:counted", *FORECASTER)
    assert calls() == first


def test_nothing_is_kept_where_that_is_asked_for(check, calls, tmp_path):
    for _ in range(2):
        check("counting:counted", "--relations", "forecaster", "--steps", "2", "--no-cache")
        assert calls() > 20
    found = check("counting:counted", *FORECASTER, "--no-cache")
    assert "--no-cache must stand without --cache, got --cache trainings.sqlite" in found.stderr
    assert found.exit_code == ExitCode.USAGE
    assert not (tmp_path / "trainings.sqlite").exists()


def test_trainings_of_a_callable_object_are_not_kept(check, tmp_path):
    program = "import functools\nfrom learners import naive\npartial = functools.partial(naive)\n"
    (tmp_path / "partials.py").write_text(program, encoding="utf-8")
    assert "MR-1(a) holds" in check("partials:partial", *FORECASTER[:-2]).stdout
    assert "partial objects are not supported" in check("partials:partial", *FORECASTER).stderr


def test_a_file_that_is_no_cache_is_left_alone(check, tmp_path):
    (tmp_path / "notes.txt").write_text("my own")
    found = check("learners:naive", *FORECASTER[:-1], "notes.txt")
    assert found.exit_code == ExitCode.USAGE
    assert "cache must be a new file, or one that genmorph made, got 'notes.txt'" in found.stderr
    assert (tmp_path / "notes.txt").read_text() == "my own"


SALES = "day,sales\n" + "".join(f"{day},{day * 7 % 11}\n" for day in range(40))


def test_a_forecaster_learns_from_the_last_column(check):
    assert "MR-1(a) holds" in check("learners:naive", "--relations", "forecaster", "--steps", "2", data=SALES).stdout


def test_columns_are_named(check):
    data = "a,b,c\n1,9,2\n2,9,1\n4,9,5\n"
    options = ["learners:doubled", "--relations", "correlation", "--column", "a", "--column", "c"]
    assert "must not be constant" in check(*options[:-1], "b", data=data).stderr
    assert "must be one of a, b, c, got 'd'" in check(*options[:-1], "d", data=data).stderr
    assert "MR-1(a) holds" in check(*options, data=data).stdout


def test_two_columns_are_the_last_ones(check):
    data = "a,b,c\n9,1,2\n9,2,1\n9,4,5\n"
    assert "MR-1(a) holds" in check("learners:doubled", "--relations", "correlation", data=data).stdout


def test_a_byte_order_mark_is_no_part_of_a_name(check):
    options = ["learners:naive", "--relations", "forecaster", "--steps", "2", "--column", "sales"]
    result = check(*options, data=SALES.replace("day,sales", "sales,day"), encoding="utf-8-sig")
    assert "MR-1(a) holds" in result.stdout


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("a,b\n1,2\n3,4,5\n", "lines of data.csv must have 2 fields, got more in line 3"),
        ("a,b\n1,2\n3\n", "values of data.csv must be finite numbers, got None of b in line 3"),
        ("a,b\n1,2\n\n3,high\n", "values of data.csv must be finite numbers, got 'high' of b in line 4"),
        ("a\n1\n", "--column must name 2, got 1 of a"),
        ("", "--column must name 2, got 0 of none"),
        (
            "a,b\n1,2\n2,nan\n3,4\n",
            "values of data.csv must be finite numbers, got 'nan' of b in line 3; leave the line out",
        ),
    ],
)
def test_data_that_are_no_table_of_numbers_are_refused(check, data, message):
    result = check("statistics:correlation", "--relations", "correlation", data=data)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--oracle", "ranks"], "--oracle must stand beside --relations forecaster, got --relations correlation"),
        (["--steps", "10"], "--steps must stand beside --relations forecaster"),
        (["--horizon", "2"], "--horizon must stand beside --relations forecaster"),
        (["--batch", "1"], "--batch must stand beside --relations forecaster"),
        (["--column", "a"], "--column must stand beside --data, got 'a' alone"),
    ],
)
def test_options_without_an_effect_are_refused(check, options, message):
    result = check("statistics:correlation", "--relations", "correlation", *options)
    assert result.exit_code == 2
    assert message in result.stderr
