"""Relations between two functions on the command line, from the run to `genmorph check` and pytest."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from genmorph import RelationSet
from tests.end_to_end.conftest import run_command

CODEC = """
import random

def encode(text: str, key: int) -> str:
    return "".join(chr(ord(letter) + key) for letter in text)

def decode(text: str, key: int) -> str:
    return "".join(chr(ord(letter) - key) for letter in text)

def upward(n: int) -> int:
    return n + 3

def doubled(n: int) -> int:
    return 2 * n

def halves(data: bytes) -> bytes:
    return data[::2]

def dice(n: int) -> float:
    return n * random.random()
"""
BROKEN = CODEC.replace("- key)", "- key - (key == 5))")
ROUND_TRIP = "decode(encode(text, key), key) == text"
DOMAIN = ("--domain", "text=texts('abc')", "--domain", "key=ints(0, 9)")
INFER = ("infer", "codec:encode", "codec:decode", *DOMAIN, "--budget", "0.5ev")
FILES = ("--json", "it.json", "--output", "test_it.py")


@pytest.fixture(scope="module")
def first_run(tmp_path_factory):
    """A folder in which an inference was successful, and what came of it."""
    folder = tmp_path_factory.mktemp("first")
    (folder / "codec.py").write_text(CODEC)
    return folder, run_command(folder, *INFER, *FILES)


@pytest.fixture
def inferred(first_run, tmp_path):
    """A copy of that folder for one test."""
    return Path(shutil.copytree(first_run[0], tmp_path / "copy"))


def run_pytest(folder, *words):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_relations_between_functions_are_printed_and_saved(first_run):
    folder, done = first_run
    assert done.returncode == 0, done.stderr
    assert ROUND_TRIP in done.stdout
    saved = RelationSet.from_json(folder / "it.json")
    assert [one.qualname for one in saved.signatures] == ["encode", "decode"]
    assert done.stdout.rstrip("\n") == str(saved).rstrip("\n")


def test_exported_tests_pass_and_fail_for_a_broken_function(inferred):
    assert run_pytest(inferred, "test_it.py").returncode == 0
    (inferred / "codec.py").write_text(BROKEN)
    failed = run_pytest(inferred, "test_it.py")
    assert failed.returncode == 1
    assert "test_encode_decode_round_trip" in failed.stdout


def test_a_saved_set_is_checked_against_the_functions_of_today(inferred):
    checked = run_command(inferred, "check", "it.json")
    assert checked.returncode == 0, checked.stdout
    assert f": {ROUND_TRIP}" in checked.stdout
    (inferred / "codec.py").write_text(BROKEN)
    violated = run_command(inferred, "check", "it.json")
    assert violated.returncode == 1
    assert "key = 5" in violated.stdout


def test_pytest_runs_a_saved_set_and_fails_for_a_broken_function(inferred):
    passed = run_pytest(inferred, "--genmorph", "it.json", "--ignore", "test_it.py")
    assert passed.returncode == 0, passed.stdout + passed.stderr
    (inferred / "codec.py").write_text(BROKEN)
    failed = run_pytest(inferred, "--genmorph", "it.json", "--ignore", "test_it.py")
    assert failed.returncode == 1
    assert ROUND_TRIP in failed.stdout


def test_review_decisions_are_kept_for_these_functions_and_for_no_others(inferred):
    assert run_command(inferred, "accept", "it.json", ROUND_TRIP).returncode == 0
    refused = run_command(inferred, "infer", "codec:upward", "--budget", "0.2ev", "--json", "it.json")
    assert refused.returncode == 2
    assert "--json must not be a file with review decisions on encode and decode" in refused.stderr
    again = run_command(inferred, *INFER, "--json", "it.json")
    assert again.returncode == 0, again.stderr
    first = RelationSet.from_json(inferred / "it.json")[0]
    assert (first.formula, first.is_accepted) == (ROUND_TRIP, True)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["codec:encode", "codec:decode", "--domain", "code=texts()"], 2, "domain must name parameters of "),
        (["codec:upward", "codec:halved"], 2, "halved"),
        (["codec:upward", "codec:upward"], 2, "func must be different functions, got codec.upward twice"),
        (["codec:upward", "codec:doubled", "--domain", "doubled.n=ints(100, 200)"], 3, ""),
        (["codec:upward", "codec:dice"], 4, "dice must be deterministic"),
        (["codec:upward", "codec:halves"], 4, "upward and halves must take or give values of one kind"),
    ],
)
def test_exit_codes_say_what_became_of_two_functions(words, code, said, inferred):
    done = run_command(inferred, "infer", *words, "--budget", "0.2ev")
    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stderr
