"""Which functions can be subjects, found out by calls in a process apart."""

import sys

import pytest

from genmorph.batch.suitability import suit
from genmorph.batch.survey import Surveyed, list_functions, list_modules, survey
from genmorph.model import UnsupportedError, UsageError

MODULE = """
import io
import random

counter = [0]

def told(n: int) -> int:
    return n * n

def guessed(text, n):
    return text * n

def writes(n: int) -> int:
    with open("somewhere", "w") as file:
        file.write("x")
    return n

def changes(n: int) -> float:
    return random.random()

def raises(n: int) -> int:
    raise ValueError(n)

def takes_function(f, g):
    return f(g(1))

def needs_file(file: io.TextIOBase) -> str:
    return file.read()

def prints(n: int) -> int:
    print("to standard output")
    return n

print("imported")
"""


@pytest.fixture
def stall(tmp_path, monkeypatch):
    (tmp_path / "stall.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield "stall"
    sys.modules.pop("stall", None)


@pytest.mark.usefixtures("stall")
def test_annotated_parameters_need_no_guess():
    assert suit("stall:told") == {}


@pytest.mark.usefixtures("stall")
def test_domains_are_guessed_such_that_the_function_accepts_them():
    assert suit("stall:guessed") == {"text": "texts()", "n": "ints(-1000, 1000)"}


@pytest.mark.usefixtures("stall")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("writes", "it changes something outside of its process"),
        ("changes", "it is not deterministic: two results for"),
        ("raises", "it returned for none of 40 inputs: it raises ValueError"),
        ("takes_function", "nothing says what f, g may be, and no guess was accepted"),
        ("needs_file", "parameter 'file' of stall.needs_file"),
    ],
)
def test_what_cannot_be_a_subject_is_left_out_with_the_reason(name, reason):
    with pytest.raises(UnsupportedError) as caught:
        suit(f"stall:{name}")
    assert reason in str(caught.value)


def test_a_survey_tells_of_every_function_whatever_the_module_prints(stall):
    found = {one.target: one for one in survey(stall)}
    assert list(found) == [
        f"stall:{name}"
        for name in ("told", "guessed", "writes", "changes", "raises", "takes_function", "needs_file", "prints")
    ]
    assert found["stall:told"] == Surveyed("stall:told")
    assert [name for name, one in found.items() if one.reason is None] == [
        "stall:told",
        "stall:guessed",
        "stall:prints",
    ]


def test_a_module_that_ends_the_process_is_told(tmp_path, monkeypatch):
    (tmp_path / "deadly.py").write_text("import os\nos._exit(3)\n")
    monkeypatch.chdir(tmp_path)
    (found,) = survey("deadly")
    assert found.target == "deadly"
    assert "deadly crashed" in found.reason


def test_a_package_that_cannot_be_imported_is_told(tmp_path, monkeypatch):
    (tmp_path / "lame.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="module 'lame' cannot be imported: ZeroDivisionError"):
        list_modules("lame")
    with pytest.raises(UsageError, match="module 'lame' cannot be imported: ZeroDivisionError"):
        list_functions("lame")
