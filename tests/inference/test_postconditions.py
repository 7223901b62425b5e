"""What is true of single calls: told apart from relations, exported behind them, saved, checked and replayed."""

import re
import subprocess
import sys
from functools import cache

import pytest

from genmorph import RelationSet, UsageError, infer_relations
from genmorph.domain import ints, lists, optionals
from genmorph.inference.scenarios import find_postconditions
from genmorph.results.replaying import replay
from tests.inference.prepared import prepared
from tests.subjects import postconditions as subjects


@cache
def found(function):
    with prepared(function) as session:
        return find_postconditions(session)


@cache
def inferred(function):
    return infer_relations(function, budget="0.2ev", seed=0)


def formulas(function):
    return [one.formula for one in found(function)]


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (subjects.largest, {"largest(xs) in xs"}),
        (
            subjects.distinct,
            {
                "set(distinct(xs)) <= set(xs)",
                "distinct(xs) == sorted(distinct(xs))",
                "len(set(distinct(xs))) == len(distinct(xs))",
            },
        ),
        (subjects.arranged, {"sorted(arranged(xs)) == sorted(xs)"}),
        (subjects.clipped, {"clipped(x) >= 0", "clipped(x) <= 10"}),
        (subjects.slug, {"slug(text) == slug(text).lower()"}),
        (subjects.first_words, {"first_words(text) in text"}),
        (subjects.month_start, {"month_start(day) <= day"}),
        (subjects.longest, {"longest(words) in words"}),
        (subjects.positive, {"set(positive(xs)) <= set(xs)", "len(positive(xs)) <= len(xs)"}),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_what_is_true_of_single_calls_is_found(function, expected):
    assert expected <= set(formulas(function))


def test_a_postcondition_that_others_entail_is_not_told():
    assert not any(formula.startswith("len(arranged(xs))") for formula in formulas(subjects.arranged))
    assert not any("max(xs)" in formula for formula in formulas(subjects.largest))


def test_nothing_is_told_that_depends_on_no_input_and_kills_no_mutant():
    for function in (subjects.largest, subjects.slug, subjects.clipped):
        for one in found(function):
            assert one.killed or one.evidence.noticed >= 0.1
    assert not any("isinstance" in formula for formula in formulas(subjects.slug))


def test_what_is_false_of_few_inputs_is_not_told():
    assert "mostly_member(xs) in xs" not in formulas(subjects.mostly_member)


def test_a_bound_that_is_never_attained_is_not_told():
    assert "fare(zones) >= zones" not in formulas(subjects.fare)


def test_nothing_is_said_of_elements_without_an_order():
    with prepared(subjects.first_known, domain={"xs": lists(optionals(ints()), min_len=1)}) as session:
        assert not any("max(xs)" in one.formula or "sorted" in one.formula for one in find_postconditions(session))


def test_nothing_is_said_of_the_number_of_parts():
    with prepared(subjects.ends, domain={"xs": lists(ints(), min_len=2)}) as session:
        assert not any("len(" in one.formula for one in find_postconditions(session))


def test_they_are_no_relations():
    relations = inferred(subjects.largest)
    assert relations.postconditions
    assert all(len(one.claim.calls) == 1 for one in relations.postconditions)
    assert not {one.formula for one in relations} & {one.formula for one in relations.postconditions}
    assert relations.killed == frozenset().union(*(one.killed for one in relations))
    assert all(one.evidence.judged >= one.evidence.killed for one in relations.postconditions)


def test_the_table_has_them_in_a_section_of_their_own():
    table = str(inferred(subjects.largest))
    relations, title, single = table.partition("Postconditions: what is true of each single call")
    assert title
    assert "largest(xs) in xs" in single
    assert "largest(xs) in xs" not in relations
    assert "<code>largest(xs) in xs</code>" in inferred(subjects.largest)._repr_html_()


def test_they_are_saved_and_read_again(tmp_path):
    relations = inferred(subjects.largest)
    relations.to_json(tmp_path / "largest.json")
    assert RelationSet.from_json(tmp_path / "largest.json").postconditions == relations.postconditions


def test_a_file_in_which_a_postcondition_is_a_relation_of_several_calls_is_refused(tmp_path):
    relations = inferred(subjects.largest)
    relations.to_json(tmp_path / "largest.json")
    text = (tmp_path / "largest.json").read_text(encoding="utf-8")
    (tmp_path / "largest.json").write_text(text.replace('"law": "element"', '"law": "associativity"'), encoding="utf-8")
    with pytest.raises(UsageError, match=r"law of a postcondition must be one of .*, got 'associativity'"):
        RelationSet.from_json(tmp_path / "largest.json")


def test_they_are_checked_and_explained():
    (member,) = [one for one in inferred(subjects.largest).postconditions if one.law == "element"]
    assert member.check(subjects.largest, [3, 1])
    assert not member.check(lambda xs: max(xs) + 1, [3, 1])
    assert "largest gives one of the elements of an input." in member.explain()
    assert replay(member, [subjects.largest], drawn=50).counterexample is None
    assert replay(member, [lambda xs: max(xs) + 1], drawn=50).counterexample is not None


def test_they_are_exported_behind_the_relations_and_notice_faults(tmp_path):
    path = tmp_path / "test_largest.py"
    inferred(subjects.largest).to_pytest(path)
    text = path.read_text(encoding="utf-8")
    before, section, behind = text.partition("# Postconditions: what is true of each single call.")
    assert section
    assert "assert result in xs" in behind
    assert "assert result in xs" not in before
    faulty = re.sub(
        r"^from \S+ import largest$", "def largest(xs):\n    return sorted(xs)[-1] + 1\n", text, flags=re.MULTILINE
    )
    path.write_text(faulty, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "element", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout
    assert "1 failed" in done.stdout


def test_dates_are_compared_as_they_are_in_an_exported_test(tmp_path):
    path = tmp_path / "test_month.py"
    inferred(subjects.month_start).to_pytest(path)
    assert "    assert result <= day\n" in path.read_text(encoding="utf-8")


def test_the_settings_of_the_paper_have_none():
    assert infer_relations(subjects.largest, budget="0.2ev", seed=0, preset="paper").postconditions == ()


def test_check_counts_postconditions_apart(tmp_path):
    path = tmp_path / "largest.json"
    inferred(subjects.largest).to_json(path)
    relations = RelationSet.from_json(path)
    run = subprocess.run(
        [sys.executable, "-m", "genmorph", "check", str(path)], capture_output=True, text=True, check=True
    )
    said = run.stdout.splitlines()[-1]
    count = len(relations.postconditions)
    assert f" and {count} postcondition{'s' * (count != 1)}: {len(relations) + count} hold" in said
