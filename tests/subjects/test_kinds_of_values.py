"""The functions, strategies and values that scripts about kinds of values run."""

import inspect

import pytest
from hypothesis import strategies as st

from benchmarks.checks.hostile_values import KINDS, names, value_of
from benchmarks.checks.strategy_subjects import BY_NAME, SUBJECTS
from benchmarks.checks.told import report
from benchmarks.everyday.domains import DOMAINS
from benchmarks.everyday_kinds import FOLDER, MODULES, functions_of
from genmorph.domain import ints, parse_domain


def test_domains_are_given_for_parameters_of_everyday_functions():
    there = {path for module in MODULES for path in functions_of(module)}
    assert {path for path in DOMAINS if not path.startswith("frames:")} <= there
    for path in sorted(there & DOMAINS.keys()):
        module, _, name = path.partition(":")
        text = (FOLDER / f"{module}.py").read_text(encoding="utf-8")
        assert f"def {name}(" in text


def test_every_constructor_of_hypothesis_has_a_subject():
    makers = {name for name in st.__all__ if inspect.isfunction(getattr(st, name))}
    assert makers - {subject.name.split()[0] for subject in SUBJECTS} <= {"random_module", "register_type_strategy"}
    assert len(SUBJECTS) == len(BY_NAME) >= 60


@pytest.mark.parametrize("subject", [one for one in SUBJECTS if one.own], ids=lambda one: one.name)
def test_own_domains_beside_strategies_can_be_read(subject):
    assert parse_domain(subject.own).notation()


def test_twenty_kinds_have_six_hostile_values_each():
    assert len(KINDS) == 20
    assert all(len(hostile) == 6 for _, hostile in KINDS.values())
    for kind in KINDS:
        for name in names(kind):
            assert len(value_of(name)) == 2


def test_what_is_refused_and_what_is_found_are_rows():
    refused, none = report(len, [object()], "1ev", 0, 10)
    assert refused["outcome"] == "refused"
    assert "UsageError" in refused["words"]
    assert none is None
    row, found = report(abs, [ints(-99, 99)], "1ev", 0, 50)
    assert row["outcome"] == "relations"
    assert len(row["formulas"]) == len(found)
    assert row["false"] == row["untried"] == 0
