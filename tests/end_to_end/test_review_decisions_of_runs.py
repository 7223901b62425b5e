"""Review decisions, from the file to later runs."""

import json
import shutil
from pathlib import Path

import pytest

from genmorph import RelationSet
from tests.end_to_end.conftest import run_command

DOMAIN = ("--domain", "n=ints(-50, 50)")
INFER = ("infer", "shop:triple", *DOMAIN, "--budget", "1ev", "--json", "it.json", "--output", "test_it.py")
IN_NO_TIME = (*INFER[:5], "0.001s", "--json", "it.json")
RIGHT = "def triple(n: int) -> int:\n    return 3 * n + 1\n"
WRONG = "def triple(n: int) -> int:\n    return 3 * n + 1 if n < 7 else 5 * n\n"


def formulas(relations):
    return [relation.formula for relation in relations]


@pytest.fixture(scope="module")
def first_run(tmp_path_factory):
    """A folder in which an inference was successful."""
    folder = tmp_path_factory.mktemp("first")
    (folder / "shop.py").write_text(RIGHT)
    done = run_command(folder, *INFER)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def inferred(first_run, tmp_path):
    """A copy of that folder for one test."""
    return Path(shutil.copytree(first_run, tmp_path / "copy"))


def saved(folder):
    return RelationSet.from_json(folder / "it.json")


def test_relations_are_listed_with_numbers(inferred):
    before = (inferred / "it.json").read_bytes()
    for word in ("accept", "reject"):
        done = run_command(inferred, word, "it.json")
        assert done.returncode == 0
        assert [line.split(maxsplit=1)[0] for line in done.stdout.splitlines()] == [
            str(number) for number in range(1, len(saved(inferred)) + 1)
        ]
        assert all(formula in done.stdout for formula in formulas(saved(inferred)))
    assert (inferred / "it.json").read_bytes() == before


def test_words_are_recorded_by_number_name_and_formula(inferred):
    first = saved(inferred)[0]
    done = run_command(inferred, "accept", "it.json", "1", first.formula)
    assert done.returncode == 0
    assert done.stdout.startswith(f"accepted: {first.formula}\n" * 2 + "their numbers are now\n  1  accepted")
    assert saved(inferred)[0].is_accepted
    assert "1  accepted" in run_command(inferred, "accept", "it.json").stdout
    assert run_command(inferred, "reject", "it.json", first.name).returncode == 0
    assert formulas(saved(inferred).disowned) == [first.formula]
    assert f"rejected  {first.formula}" in run_command(inferred, "reject", "it.json").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["it.json", "0"], "the number of a relation must be from 1 to"),
        (["it.json", "99"], "got 99; without WHICH the command lists them"),
        (["it.json", "nothing"], "which must be the place, name or formula of one of"),
        (["it.json", "nothing"], "relations, got 'nothing'; without WHICH the command lists them"),
        (["missing.json"], "missing.json cannot be read"),
        (["shop.py", "1"], "shop.py must be a JSON file"),
    ],
)
def test_what_is_no_relation_is_refused_and_nothing_is_changed(inferred, words, said):
    before = (inferred / "it.json").read_bytes()
    for command in ("accept", "reject"):
        done = run_command(inferred, command, *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert (inferred / "it.json").read_bytes() == before


def test_later_runs_keep_accepted_relations_first_and_do_not_report_rejected_ones(inferred):
    rejected, *_, accepted = formulas(saved(inferred))
    run_command(inferred, "accept", "it.json", accepted)
    run_command(inferred, "reject", "it.json", rejected)
    done = run_command(inferred, *INFER)
    assert done.returncode == 0, done.stderr
    assert "relations of an earlier run are known: 1 accepted, 1 rejected by review" in done.stderr
    assert saved(inferred)[0].formula == accepted
    assert [relation.is_accepted for relation in saved(inferred)].count(True) == 1
    assert rejected not in formulas(saved(inferred))
    assert formulas(saved(inferred).disowned) == [rejected]
    assert saved(inferred)[0].evidence.tried > 0


def test_an_accepted_relation_that_is_false_by_now_is_named_and_kept_and_its_tests_are_left_alone(inferred):
    formula, before = saved(inferred)[0].formula, (inferred / "test_it.py").read_text()
    run_command(inferred, "accept", "it.json", formula)
    (inferred / "shop.py").write_text(WRONG)
    done = run_command(inferred, *INFER)
    assert done.returncode == 1, done.stderr
    assert f"the accepted relation {formula} does not hold any more: triple(" in done.stderr
    first = saved(inferred)[0]
    assert (first.formula, first.is_accepted, first.is_violated) == (formula, True, True)
    assert first.killed == ()
    assert (inferred / "test_it.py").read_text() == before
    assert "test_it.py is left as it was, because an accepted relation does not hold" in done.stderr
    (inferred / "shop.py").write_text(RIGHT)
    assert run_command(inferred, *INFER).returncode == 0
    assert not saved(inferred)[0].is_violated


def test_words_on_relations_that_do_not_fit_are_kept_by_formula(inferred):
    formula = saved(inferred)[0].formula
    run_command(inferred, "accept", "it.json", formula)
    (inferred / "shop.py").write_text("def triple(m: int) -> int:\n    return 3 * m + 1\n")
    words = [word.replace("n=", "m=") if word.startswith("n=") else word for word in INFER]
    done = run_command(inferred, *words)
    assert done.returncode == 0, done.stderr
    assert f"{formula} was accepted; only its formula is kept" in done.stderr
    assert [word.formula for word in saved(inferred).unfitting] == [formula]


def test_a_formula_that_was_rejected_and_did_not_fit_for_a_while_is_not_reported_again(inferred):
    formula = saved(inferred)[0].formula
    run_command(inferred, "reject", "it.json", formula)
    data = json.loads((inferred / "it.json").read_text())
    data |= {"disowned": [], "unfitting": [{"formula": formula, "is_accepted": False}]}
    (inferred / "it.json").write_text(json.dumps(data))
    assert run_command(inferred, *INFER).returncode == 0
    assert formula not in formulas(saved(inferred))
    assert formula in [rejected.formula for rejected in saved(inferred).rejected]


def test_words_survive_a_run_that_has_no_time_for_anything(inferred):
    formula = saved(inferred)[0].formula
    run_command(inferred, "accept", "it.json", formula)
    done = run_command(inferred, *IN_NO_TIME)
    assert formulas(saved(inferred).accepted) == [formula]
    assert saved(inferred)[0].evidence.tried == 0
    assert f"the accepted relation {formula} was not judged again" in done.stderr
    assert "relations of an earlier run are known: 1 accepted" in done.stderr


def test_a_test_that_fails_when_it_is_written_is_a_violation(inferred):
    formula = saved(inferred)[0].formula
    run_command(inferred, "accept", "it.json", formula)
    before = (inferred / "test_it.py").read_bytes()
    (inferred / "shop.py").write_text(WRONG)
    done = run_command(inferred, *IN_NO_TIME, "--output", "test_it.py")
    assert done.returncode == 1, done.stderr
    assert "1 relation not written, the last because its exported test fails" in done.stderr
    assert "there is no test to write: test_it.py is left as it was" in done.stderr
    assert saved(inferred)[0].is_violated
    assert (inferred / "test_it.py").read_bytes() == before


def test_examples_outside_a_narrower_domain_do_not_contradict_an_accepted_relation(inferred):
    run_command(inferred, "accept", "it.json", "1")
    (inferred / "shop.py").write_text(WRONG)
    words = [word.replace("ints(-50, 50)", "ints(-50, 2)") for word in INFER]
    done = run_command(inferred, *words)
    assert done.returncode == 0, done.stderr
    assert all(example[0] <= 2 for relation in saved(inferred) for example in relation.examples)


def test_a_file_whose_words_cannot_be_read_is_not_overwritten_without_force(inferred):
    data = json.loads((inferred / "it.json").read_text())
    data["relations"] = [{}]
    (inferred / "it.json").write_text(json.dumps(data))
    before = (inferred / "it.json").read_bytes()
    done = run_command(inferred, *INFER)
    assert done.returncode == 2
    assert "--force overwrites it, and its review decisions" in done.stderr
    assert (inferred / "it.json").read_bytes() == before
    assert run_command(inferred, *INFER, "--force").returncode == 0


def test_verified_tests_are_written(inferred):
    done = run_command(inferred, *INFER, "--verify")
    assert done.returncode == 0, done.stderr
    assert "verifying the exported tests" in done.stderr
    assert "exported test" in saved(inferred)[0].evidence.falsifiers


def test_what_was_said_of_another_function_is_not_overwritten(inferred):
    run_command(inferred, "accept", "it.json", "1")
    before = (inferred / "it.json").read_text()
    (inferred / "other.py").write_text("def twice(n: int) -> int:\n    return 2 * n\n")
    done = run_command(inferred, "infer", "other:twice", "--budget", "1ev", "--json", "it.json")
    assert done.returncode == 2, done.stderr
    assert "--json must not be a file with review decisions on triple" in done.stderr
    assert (inferred / "it.json").read_text() == before
