import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

import pytest

from genmorph import Budget, RelationSet, UnsupportedError, UsageError, infer_relations
from genmorph.domain import floats, ints, texts

SUBJECTS = """
    import math
    from pathlib import Path

    def logged(n):
        Path(__file__).with_name("log.txt").write_text(str(n))
        return 3 * n + 1

    def logged_seldom(n):
        if n == 7:
            Path(__file__).with_name("log.txt").write_text(str(n))
        return 3 * n + 1

    def length(a, b):
        return math.hypot(a, b)

    def total(a, b):
        return a + b

    def first(a, b):
        return a

    def forgetful(a, b):
        return a + b if a < b else b
"""
DOMAIN = {"n": ints(-40, 40)}


@pytest.fixture(autouse=True)
def subjects(monkeypatch):
    with TemporaryDirectory(prefix="e") as name:  # messages show the beginning of a path
        (Path(name) / "effects.py").write_text(dedent(SUBJECTS))
        monkeypatch.syspath_prepend(name)
        yield Path(name)
    sys.modules.pop("effects", None)


def test_a_function_that_always_writes_is_refused_and_writes_nothing(subjects):
    with pytest.raises(UnsupportedError, match=r"refused: open.*log\.txt.*--allow-effects"):
        infer_relations("effects:logged", Budget(evaluations=0.2), domain=DOMAIN)
    assert not (subjects / "log.txt").exists()


def test_with_effects_allowed_the_function_writes(subjects):
    relations = infer_relations("effects:logged", Budget(evaluations=0.2), domain=DOMAIN, allow_effects=True)
    assert relations.stages["sources"]["refused"] == {}
    assert (subjects / "log.txt").exists()


def test_a_refused_call_costs_one_input_and_is_reported_once(capsys):
    relations = infer_relations("effects:logged_seldom", Budget(evaluations=0.2), domain=DOMAIN)
    (reason, count), *others = relations.stages["sources"]["refused"].items()
    assert reason.startswith("refused: open")
    assert count == 1
    assert others == []
    assert capsys.readouterr().err.count("calls of logged_seldom were refused: open") == 1
    assert len(relations) > 0


def test_a_function_whose_mutants_all_crash_is_judged_by_changed_outcomes():
    domain = {"a": floats(-100, 100), "b": floats(-100, 100)}
    relations = infer_relations("effects:length", Budget(evaluations=0.2), domain=domain)
    assert any(mutant.startswith("outcome:") for mutant in relations.killed)


def test_a_faulty_version_is_killed_like_a_mutant():
    domain = [ints(-40, 40), ints(-40, 40)]
    versions = ["effects:first", "effects:forgetful"]
    relations = infer_relations("effects:total", Budget(evaluations=0.2), domain=domain, faulty=versions)
    assert {"faulty:first", "faulty:forgetful"} <= relations.killed


def test_a_faulty_version_with_other_parameters_is_refused():
    with pytest.raises(UsageError, match=r"faulty\[0\]"):
        infer_relations("effects:total", Budget(evaluations=0.2), domain=[ints(0, 9)] * 2, faulty=["effects:logged"])


@pytest.mark.parametrize(("function", "domain"), [("gcd", ints(-1000, 1000)), ("hypot", floats(-1e6, 1e6))])
def test_compiled_functions_give_their_symmetry(function, domain):
    relations = infer_relations(f"math:{function}", Budget(evaluations=0.2), domain=[domain, domain])
    assert f"{function}(b, a) == {function}(a, b)" in [relation.formula for relation in relations]


def test_the_python_form_of_a_compiled_function_is_mutated_and_that_is_said(capsys):
    relations = infer_relations("operator:mod", Budget(evaluations=0.2), domain=[ints(0, 99), ints(1, 99)])
    assert "Python form of operator.mod" in capsys.readouterr().err
    assert relations.stages["mutants"]["judged"] > 0


def test_sources_reach_rare_branches_and_the_figure_is_reported(subjects):
    (subjects / "rare.py").write_text("def rare(n):\n    if n == 4321:\n        return 7\n    return n + 1\n")
    relations = infer_relations("rare:rare", Budget(evaluations=0.2), domain={"n": ints(0, 10**6)})
    assert relations.stages["sources"]["branches"] == {"reached": 3, "of": 3}


def test_a_boundary_input_is_tried_although_the_search_may_have_drawn_it_for_others(subjects, monkeypatch):
    """A relation is searched on some of the inputs drawn, and this one must not be left out elsewhere for that."""
    monkeypatch.setenv("HOME", "/home/somebody")
    (subjects / "folders.py").write_text("import os\n\ndef expand(path):\n    return os.path.expanduser(path)\n")
    relations = infer_relations("folders:expand", Budget(evaluations=1), domain={"path": texts()}, cache=False)
    assert len(relations) > 0
    assert all(relation.check(os.path.expanduser, "~") for relation in relations)


def test_values_that_are_too_large_are_passed_over_in_the_run_the_tests_and_the_file(subjects):
    (subjects / "longer.py").write_text("def stretch(text, n):\n    return text * n\n")
    domain = {"text": texts("ab"), "n": ints(0, 20_000)}
    relations = infer_relations("longer:stretch", Budget(evaluations=0.2), domain=domain)
    assert len(relations) > 0
    assert relations.stages["sources"]["refused"].keys() == {"too large"}
    relations.to_pytest(subjects / "test_stretch.py")
    assert (subjects / "test_stretch.py").read_text().count(") > 10_000") == len(relations.exported)
    relations.to_json(subjects / "stretch.json")
    assert RelationSet.from_json(subjects / "stretch.json").signature.has_large_outputs


def test_nothing_is_left_in_the_temporary_directory(tmp_path, monkeypatch):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr("tempfile.tempdir", None)
    infer_relations("effects:total", Budget(evaluations=0.2), domain=[ints(-40, 40)] * 2)
    assert list(temporary.iterdir()) == []
