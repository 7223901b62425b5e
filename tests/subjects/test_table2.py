"""The table of `benchmarks.table2`: its figures on rows made by hand, its catalogues, and whole runs."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.checks.judging import VALIDITY_INPUTS
from benchmarks.checks.table_catalogue import TableSubject, paper_subjects, read_catalogue
from benchmarks.checks.table_rows import summarise
from benchmarks.checks.table_totals import totals
from benchmarks.record import ROOT, Record
from benchmarks.table2 import cells, main
from genmorph.model import UsageError

LIMIT = 180.0
GCD = TableSubject("gcd", "numbers:gcd", {}, score=0.63, passing=0.9)
OWN = TableSubject("shop:price", "shop:price", {})
SHOP = '''
def price(count: int) -> int:
    """What so many cost, with every tenth for free."""
    return (count - count // 10) * 3
'''
PRICE = """
[[function]]
target = "shop:price"
domain = { count = "ints(0, 60)" }
"""


def relation(formula="f(-x) == f(x)", violations=0, applicable=VALIDITY_INPUTS, exhaustive=False):
    valid = applicable > 0 and not violations
    tried = {"applicable": applicable, "violations": violations, "exhaustive": exhaustive}
    return {"formula": formula, "valid": valid, "killed": ["a"], **tried}


TRUE = relation()


def row(subject=GCD, seed=0, relations=(TRUE,), **figures):
    """A row as a run gives it, with all that is wanted unless told otherwise."""
    given = {"set_score": 0.9, "mean_score": 0.5, "best_score": 0.7, "passing": 0.5, "unrefuted": 1.0}
    given |= {"set_score_unseen": 0.8, "mean_score_unseen": 0.4}
    given |= {"recorded_missed": 4, "recorded_missed_killed": 3, "seconds": 60.0, "megabytes": 300}
    given |= {"exit_code": 0, "error": "", "mutants": {"live": 9}, "digest": "d"}
    return {"subject": subject.name, "seed": seed, "relations": list(relations), **given, **figures}


def figures_of(*rows, subjects=(GCD, OWN), wants_figures=True):
    return totals(summarise(subjects, rows), wants_figures)


def missed(*rows, **options):
    return figures_of(*rows, **options)["missed"]


def test_a_table_as_it_is_wanted_misses_nothing():
    assert missed(row(), row(seed=1), row(OWN)) == []


def test_the_best_relation_is_held_against_the_paper_in_the_mean_over_seeds():
    assert missed(row(best_score=0.60), row(seed=1, best_score=0.66)) == []
    (said,) = missed(row(best_score=0.60), row(seed=1, best_score=0.64))
    assert said == "best relation as good as the paper's mean one: gcd: 0.6200, paper 0.63"


def test_a_score_that_is_below_the_papers_by_less_than_is_shown_elsewhere_says_so():
    (said,) = missed(row(best_score=0.6296))
    assert said.endswith("gcd: 0.6296, paper 0.63")


def test_figures_are_only_missed_where_they_are_wanted_but_runs_that_failed_are_everywhere():
    low = {"set_score": 0.1, "mean_score": 0.1, "best_score": 0.1}
    assert missed(row(**low)) == [
        "mean set score 0.85: 0.1",
        "mean score 0.42: 0.1",
        "best relation as good as the paper's mean one: gcd: 0.1000, paper 0.63",
    ]
    assert missed(row(**low), wants_figures=False) == []
    (said,) = missed(row(**low, exit_code=70, error="it broke"), wants_figures=False)
    assert said == "every run ends and is judged: not gcd 0: it broke"


def test_two_functions_may_have_a_false_relation_but_the_mean_validity_must_be_reached():
    relations = [relation(f"f(x, {number}) == f(x)") for number in range(150)]
    subjects = [TableSubject(f"m:f{number}", f"m:f{number}", {}) for number in range(3)]
    one_false = [relation(violations=1), *relations]
    rows = [row(one, relations=one_false) for one in subjects]
    assert not any(said.startswith("validity") for said in missed(*rows[:2], subjects=subjects))
    assert "validity 1 on all functions but 2: not on m:f0 m:f1 m:f2" in missed(*rows, subjects=subjects)
    assert "mean validity 0.99: 0.5" in missed(row(relations=[relation(), relation(violations=1)]))


def test_a_relation_that_was_tried_on_nothing_is_not_valid():
    figures = figures_of(row(relations=[relation(applicable=0)]))
    assert (figures["valid"], figures["false"], figures["not_tried"]) == (0, [], ["gcd: f(-x) == f(x)"])
    assert figures["tried_on_fewer"] == []


def test_a_relation_that_was_tried_on_fewer_inputs_than_wanted_is_named_but_for_a_whole_domain():
    few, whole = relation("f(1) == 1", applicable=7), relation("f(2) == 1", applicable=7, exhaustive=True)
    assert figures_of(row(relations=[TRUE, few, whole]))["tried_on_fewer"] == ["gcd: f(1) == 1 (7)"]


def test_a_ninth_relation_and_a_run_that_broke_off_are_missed():
    assert missed(row(relations=[relation()] * 9)) == ["at most 8 relations: more of gcd"]
    (said,) = missed(row(), row(seed=1, exit_code=70, error="it broke"))
    assert said == "every run ends and is judged: not gcd 1: it broke"
    (said,) = missed(row(OWN, mutants=None, error="not judged: no source"))
    assert said == "every run ends and is judged: not shop:price 0: not judged: no source"


def test_no_figure_is_shown_as_none_not_as_zero():
    silent = row(OWN, relations=(), set_score=None, best_score=None, unrefuted=None, set_score_unseen=None)
    unknown = dict.fromkeys(("recorded_missed", "recorded_missed_killed"))
    assert cells(*summarise([OWN], [silent | unknown])) == (
        *("shop:price", "0.0", "0 of 0", "-", "-", "0.50", "-", "-"),
        *("0.50", "-", "-", "-", "60.0", "300"),
    )


def test_delta_stands_beside_its_counts_of_the_runs_that_were_judged():
    unknown = dict.fromkeys(("recorded_missed", "recorded_missed_killed"))
    rows = row(), row(seed=1, **unknown), row(OWN, recorded_missed_killed=0)
    assert [cells(one)[11] for one in summarise([GCD, OWN], rows)] == ["0.75 (3/4)", "0.00 (0/4)"]
    figures = figures_of(*rows)
    assert (figures["recorded_missed"], figures["recorded_missed_killed"], figures["delta"]) == (8, 3, 0.375)
    assert figures_of(row(**unknown))["delta"] is None


def test_the_totals_tell_the_scores_on_mutants_that_no_inference_makes():
    figures = figures_of(row(), row(OWN, set_score_unseen=None, mean_score_unseen=None))
    assert (figures["mean_set_score_unseen"], figures["mean_score_unseen"]) == (0.8, 0.4)


def test_a_line_of_the_table_has_means_and_medians_over_the_seeds():
    rows = [row(seed=seed, set_score=score, seconds=10.0 ** (seed + 1)) for seed, score in enumerate((0.2, 0.5, 0.8))]
    assert cells(*summarise([GCD], rows)) == (
        *("gcd", "1.0", "3 of 3", "0.50", "0.80", "0.50", "0.63", "0.70"),
        *("0.50", "0.90", "1.00", "0.75 (9/12)", "100.0", "300"),
    )


def test_every_function_of_the_paper_has_its_figures_and_another_name():
    figures = {subject.name: (subject.score, subject.passing) for subject in paper_subjects()}
    assert len(figures) == 23
    scores, passing = zip(*figures.values(), strict=True)
    assert (round(sum(scores) / 23, 2), round(sum(passing) / 23, 2)) == (0.42, 0.43)
    assert sum(score > 0.20 for score in scores) == 18
    assert [figures[name] for name in ("gcd", "log10", "padStart")] == [(0.63, 0.90), (0.06, 0.03), (0.64, 0.35)]


def save_paper(path, runs):
    """A record as the command makes it, with rows of these names and seeds."""
    rows = [row(seed=seed) | {"subject": name} for name, seed in runs]
    Record(path, {"budget": "1ev", "preset": "default", "jobs": 1}, rows=rows).save()


def run_paper(path, *words):
    ended = CliRunner().invoke(main, ["--budget", "1ev", "--output", str(path), *words])
    return ended, json.loads(path.read_text(encoding="utf-8"))["totals"]


def test_a_later_run_on_few_functions_takes_over_rows_and_leaves_the_totals_of_all(tmp_path):
    path = tmp_path / "table2.json"
    save_paper(path, [(subject.name, seed) for subject in paper_subjects() for seed in range(2)])
    ended, whole = run_paper(path, "--seeds", "2")
    assert (whole["functions"], whole["runs"]) == (23, 46)
    assert ended.exit_code == 1
    assert [said.partition("one: ")[2] for said in whole["missed"]] == [
        *("nextPrime: 0.7000, paper 0.78", "meanOf: 0.7000, paper 0.83", "repeat: 0.7000, paper 0.86"),
    ]
    ended, again = run_paper(path, "--seeds", "1", "--subjects", "gcd,sin")
    assert again == whole
    assert [line.split()[:4] for line in ended.stdout.splitlines()[2:4]] == [
        ["gcd", "1.0", "1", "of"],
        ["sin", "1.0", "1", "of"],
    ]


def test_of_some_functions_alone_no_figure_is_wanted(tmp_path):
    path = tmp_path / "table2.json"
    save_paper(path, [("repeat", 0)])
    ended, figures = run_paper(path, "--seeds", "1", "--subjects", "repeat")
    assert (ended.exit_code, figures["missed"]) == (0, [])


def test_a_catalogue_names_functions_and_may_leave_domains_to_annotations(tmp_path):
    path = tmp_path / "shop.toml"
    path.write_text(PRICE + '[[function]]\ntarget = "shop:other"\n', encoding="utf-8")
    price, other = read_catalogue(path)
    assert (price.name, price.path, price.domains["count"]) == ("shop:price", "shop:price", "ints(0, 60)")
    assert (other.domains, other.score, other.passing) == ({}, None, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "must list functions as [[function]], got None"),
        ("function = 3", "must list functions as [[function]], got 3"),
        ("function = [3]", "function 1: it must be a table, got 3"),
        ("[[function]", "must be a TOML file, got: "),
        ("[[function]]", "function 1: target must be package.module:function, got None"),
        ('[[function]]\ntarget = "shop.price"', "target must be package.module:function, got 'shop.price'"),
        ('[[function]]\ntarget = "shop:"', "target must be package.module:function, got 'shop:'"),
        ('[[function]]\ntarget = "shop:price"\nbudget = 3', "keys must be among target, domain, got 'budget'"),
        (PRICE + PRICE, "function 2: target must be listed once, got 'shop:price'"),
        (PRICE.replace('{ count = "ints(0, 60)" }', "3"), "domain must be a table"),
        (PRICE.replace('"ints(0, 60)"', "30"), "domain of count: it must be text such as 'ints(-20, 20)', got 30"),
        (PRICE.replace("ints(0, 60)", "ints(9, 0)"), "function 1: domain of count: "),
        (PRICE.replace("ints(0, 60)", "open('x')"), "function 1: domain of count: domain must be a call of ints"),
    ],
)
def test_a_bad_catalogue_is_refused_with_file_entry_rule_and_value(tmp_path, text, said):
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as refusal:
        read_catalogue(path)
    assert str(refusal.value).startswith(str(path))
    assert said in str(refusal.value)


def run_table(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks.table2", "--catalogue", "shop.toml", "--seeds", "1", *words]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
    )


@pytest.mark.long
def test_the_command_judges_functions_of_the_users_folder_and_twice_says_the_same(tmp_path):
    (tmp_path / "shop.py").write_text(SHOP, encoding="utf-8")
    (tmp_path / "shop.toml").write_text(PRICE, encoding="utf-8")
    tables = []
    for name in ("first.json", "second.json"):
        done = run_table(tmp_path, "--budget", "1ev", "--output", name)
        assert done.returncode == 0, done.stdout + done.stderr
        tables.append(json.loads((tmp_path / name).read_text(encoding="utf-8")))
    first, second = (table["rows"] for table in tables)
    for one in (*first, *second):
        assert one.pop("seconds") > 0
        assert one.pop("megabytes") > 0
    assert first == second
    (found,) = first
    assert found["mutants"]["live"] > 0
    assert found["source"] == hashlib.sha256(SHOP.encode()).hexdigest()[:16]
    assert all(relation["valid"] for relation in found["relations"])
    assert tables[0]["totals"]["digest"] == tables[1]["totals"]["digest"]


def test_an_unknown_name_and_a_missing_catalogue_are_misuse(tmp_path):
    absent = run_table(tmp_path)
    assert absent.returncode == 2
    assert "shop.toml cannot be read: No such file or directory" in absent.stderr
    (tmp_path / "shop.toml").write_text(PRICE, encoding="utf-8")
    unknown = run_table(tmp_path, "--subjects", "gcd")
    assert unknown.returncode == 2
    assert "--subjects must name functions of the table, got 'gcd'" in unknown.stderr
