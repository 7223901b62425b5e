"""A template and an operator of a user's, from the command line to the tests that are written."""

import json
import subprocess

import pytest

from genmorph.model import UsageError
from genmorph.results import RelationSet
from tests.end_to_end.conftest import COMMAND, run_command
from tests.export.conftest import run_without_genmorph

DIGITS = '''
def digit_sum(n: int) -> int:
    """The sum of the decimal digits of n, which is not negative."""
    total = 0
    for digit in str(n):
        total += int(digit)
    return total
'''
TEMPLATES = """
import libcst as cst

from genmorph.extension import Operator, register_operator, register_template, template

register_template(
    template(
        "reverse_digits",
        [int],
        change=lambda n: int(str(n)[::-1]),
        python="int(str(n)[::-1])",
        words="the digits of {n} are reversed",
        examples=[(123, 321), (70, 7)],
        when="n >= 0",
    )
)


def once(loop):
    body = [*loop.body.body, cst.parse_statement("break")]
    yield loop.with_changes(body=loop.body.with_changes(body=body))


EXAMPLE = ("for x in xs:\\n    f(x)", ("for x in xs:\\n    f(x)\\n    break",))
register_operator(Operator("only_once", cst.For, once, examples=(EXAMPLE,)))
"""
LOAD = ["--load", "digit_templates"]
INFER = ["infer", "digits:digit_sum", "--domain", "n=ints(0, 2000)", "--budget", "0.5ev", "--no-cache"]
FOUND = "digit_sum(int(str(n)[::-1])) == digit_sum(n), where n >= 0"


def write_modules(folder):
    (folder / "digits.py").write_text(DIGITS)
    (folder / "digit_templates.py").write_text(TEMPLATES)


@pytest.fixture(scope="module")
def digits(tmp_path_factory):
    """A folder with relations that an own template found, and their tests."""
    folder = tmp_path_factory.mktemp("digits")
    write_modules(folder)
    done = run_command(folder, *INFER, *LOAD, "--json", "digits.json", "--output", "test_digits.py")
    assert done.returncode == 0, done.stderr
    return folder


def saved(folder):
    return json.loads((folder / "digits.json").read_text())


def test_an_own_template_finds_what_the_built_in_ones_do_not(digits, tmp_path):
    write_modules(tmp_path)
    done = run_command(tmp_path, *INFER, "--json", "digits.json")
    assert done.returncode in (0, 3), done.stderr
    assert FOUND in [relation["formula"] for relation in saved(digits)["relations"]]
    assert "reverse" not in (tmp_path / "digits.json").read_text()


def test_mutants_of_an_own_operator_stand_in_the_kill_matrix(digits):
    (reversing,) = (relation for relation in saved(digits)["relations"] if relation["formula"] == FOUND)
    assert "digit_sum:7:only_once:1" in reversing["killed"]


def test_the_written_test_draws_only_what_has_a_valid_follow_up_passes_and_notices_a_fault(digits, tmp_path):
    text = (digits / "test_digits.py").read_text()
    assert "assume(n >= 0 and 0 <= int(str(n)[::-1]) <= 2000)" in text
    assert "the digits of n are reversed" in text
    assert run_without_genmorph(digits / "test_digits.py", digits)
    (tmp_path / "digits.py").write_text(DIGITS.replace("total += int(digit)", "total = int(digit)"))
    with pytest.raises(AssertionError, match="assert follow_up"):
        run_without_genmorph(digits / "test_digits.py", tmp_path)


def test_what_the_project_always_loads_gives_the_same_in_another_process(digits, tmp_path):
    write_modules(tmp_path)
    (tmp_path / "pyproject.toml").write_text('[tool.genmorph]\nload = ["digit_templates"]\n')
    done = run_command(tmp_path, *INFER, "--json", "digits.json", PYTHONHASHSEED="7")
    assert done.returncode == 0, done.stderr
    for part in ("relations", "rejected", "mutants"):
        assert saved(tmp_path)[part] == saved(digits)[part]


def test_the_preset_of_the_paper_uses_neither(tmp_path):
    write_modules(tmp_path)
    done = run_command(tmp_path, *INFER, *LOAD, "--preset", "paper", "--json", "digits.json")
    assert done.returncode in (0, 3), done.stderr
    text = (tmp_path / "digits.json").read_text()
    assert "reverse_digits" not in text
    assert "only_once" not in text


def test_saved_relations_are_read_where_their_template_is_registered_and_refused_elsewhere(digits):
    refused = run_command(digits, "check", "digits.json")
    assert refused.returncode == 2
    for words in ("digits.json cannot be read", "'reverse_digits'", "--load MODULE"):
        assert words in refused.stderr
    assert "digits.json: holds for " in run_command(digits, "check", "digits.json", *LOAD).stdout
    assert run_command(digits, "accept", "digits.json", *LOAD).stdout.count("\n") == len(saved(digits)["relations"])
    page = run_command(digits, "report", "digits.json", "--output", "page.html", *LOAD)
    assert page.returncode == 0, page.stderr
    with pytest.raises(UsageError, match="'reverse_digits'"):
        RelationSet.from_json(digits / "digits.json")


def test_pytest_loads_what_its_ini_file_names(digits):
    command = [COMMAND.with_name("pytest"), "-q", "-p", "no:cacheprovider", "--genmorph", "digits.json", "digits.py"]
    options = {"cwd": digits, "capture_output": True, "text": True}
    refused = subprocess.run(command, check=False, **options)
    assert "'reverse_digits'" in refused.stdout + refused.stderr
    done = subprocess.run([*command, "-o", "genmorph_load=digit_templates"], check=False, **options)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
    wrong = subprocess.run([*command, "-o", "genmorph_load=no_such_templates"], check=False, **options)
    assert "genmorph_load: module 'no_such_templates' cannot be imported" in wrong.stderr


def test_a_batch_hands_modules_to_its_children_and_runs_again_where_one_has_changed(tmp_path):
    write_modules(tmp_path)
    entry = '[[function]]\ntarget = "digits:digit_sum"\nbudget = "0.5ev"\ndomain = { n = "ints(0, 2000)" }\n'
    (tmp_path / "catalogue.toml").write_text(entry)
    batch = ["batch", "catalogue.toml", *LOAD]
    done = run_command(tmp_path, *batch)
    assert done.returncode == 0, done.stderr
    assert "reverse_digits" in (tmp_path / "results" / "digits.digit_sum.json").read_text()
    assert "digits:digit_sum: " not in run_command(tmp_path, *batch).stderr
    (tmp_path / "digit_templates.py").write_text("raise RuntimeError('not today')\n")
    again = run_command(tmp_path, *batch)
    assert "digits:digit_sum: failed: module 'digit_templates' cannot be imported" in again.stderr
    without = run_command(tmp_path, "batch", "catalogue.toml", "--load", "no_such_templates")
    assert without.returncode == 2
    assert "load must name modules that are found from here, got 'no_such_templates'" in without.stderr
