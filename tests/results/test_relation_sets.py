from dataclasses import replace

import pytest

from genmorph import InapplicableInput, MetamorphicRelation
from genmorph.domain import ints
from genmorph.export import ExportError
from genmorph.model import Stage
from genmorph.results import RelationSet
from genmorph.results.cases import last_reason
from genmorph.results.printed import table_text
from genmorph.transformations.transformation import Transformation
from tests.handmade import EVIDENCE, GROWS, NEGATED, make_relation, make_set, make_signature

POWER = make_signature("power", {"k": ints(-20, 20), "e": ints(0, 12)})
TIMES_K = make_relation(POWER, Transformation("add", (1,), 1), ["==", "return_f", ["*", "return_s", "k_s"]])
BOUND = make_relation(POWER, NEGATED, ["<", ["-", "return_f", 1], ["+", ["abs", "return_s"], "e_s"]])


def test_a_set_is_a_sequence_of_its_relations():
    relations = make_set(TIMES_K, BOUND)
    assert len(relations) == 2
    assert list(relations) == [relations[0], relations[-1]] == [TIMES_K, BOUND]
    assert relations[1:] == (BOUND,)
    assert relations[::-1] == (BOUND, TIMES_K)
    assert TIMES_K in relations
    assert isinstance(relations[0], MetamorphicRelation)
    with pytest.raises(IndexError):
        relations[2]


def test_what_a_set_kills_is_what_its_relations_kill():
    other = replace(BOUND, killed=("m2", "m7"))
    assert make_set(TIMES_K, other).killed == {"m1", "m2", "m7"}


def test_the_table_says_of_each_relation_what_it_kills_and_what_speaks_for_it():
    everywhere = replace(BOUND, evidence=replace(EVIDENCE, exhaustive=True, tried=533))
    text = str(make_set(TIMES_K, everywhere))
    assert "Metamorphic relations of shop.power" in text
    assert "power(k, e + 1) == power(k, e) * k" in text
    assert "2 of 3" in text
    assert {"counterexample", "2,000"} <= {*text.split()}
    assert "holds on all 533" in text
    assert "together they kill 2 of 3 mutants; candidates rejected: 0, undecided: 0" in text
    assert "relations say what the code does, not what it should do" in " ".join(text.split())
    assert "interrupted" not in text


def test_the_table_says_how_many_mutants_a_relation_kills_alone():
    first, second = (replace(relation, killed=killed) for relation, killed in ((TIMES_K, "abc"), (BOUND, "cd")))
    cells = [[cell.strip() for cell in line.split("│")] for line in str(make_set(first, second)).splitlines()]
    assert [row[3] for row in cells if len(row) > 3 and row[2]] == ["2", "1"]


def test_formulas_in_the_table_are_never_cut_inside_a_word():
    signature = make_signature("weekday_of_a_date", {"year": ints(1, 9), "month": ints(1, 9), "day": ints(1, 9)})
    relation = make_relation(signature, Transformation("add", (0,), 400), ["==", "return_f", "return_s"])
    assert {*relation.formula.split()} <= {*str(make_set(relation)).replace("│", " ").split()}


@pytest.mark.parametrize("width", [70, 80, 100, 120])
def test_the_table_fits_into_the_columns_that_there_are(width):
    many = replace(BOUND, evidence=replace(EVIDENCE, killed=1_234, judged=1_456))
    lines = table_text(make_set(TIMES_K, many), width).splitlines()
    assert not any("…" in line for line in lines)
    assert {len(line.rstrip()) for line in lines if line[:1] in "┏┡└│"} == {width}
    assert max(map(len, lines)) <= width


def test_the_table_says_that_a_run_was_interrupted_and_that_nothing_was_found():
    nothing = RelationSet(POWER, (), (), 0, make_set(TIMES_K).budget, {}, interrupted=True)
    text = " ".join(str(nothing).split())
    assert "none was found; candidates rejected: 0, undecided: 0; interrupted" in text
    whole = " ".join(str(replace(nothing, interrupted=False)).split())
    assert "none was found: it ended before the search, a larger budget, or a domain without inputs that take" in whole
    assert nothing.killed == frozenset()


@pytest.mark.parametrize(
    ("count", "said"), [(3, "; 3 more end in other errors (killed by crash)"), (1, "; 1 more ends in other"), (0, "")]
)
def test_the_table_names_mutants_apart_that_any_call_would_find(count, said):
    text = " ".join(str(make_set(TIMES_K, stages={"mutants": {"killed_by_crash": count}})).split())
    assert f"together they kill 2 of 3 mutants{said}" in text
    assert ("killed by crash" in text) is (count > 0)


def test_the_table_says_what_became_of_the_mutants_where_nothing_was_found():
    counts = {"made": 9, "judged": 2, "killed_by_crash": 3, "raises_only": 1, "no_difference": 2, "not_run": 1}
    nothing = RelationSet(POWER, (), (), 0, make_set(TIMES_K).budget, {"mutants": counts})
    said = "of 9 mutants 2 gave another value, 4 none on some inputs, 2 the same always, 1 were not run"
    assert said in " ".join(str(nothing).split())
    assert "relation " not in str(nothing)


def test_the_table_says_that_the_function_raised_for_most_inputs_where_nothing_was_found():
    counts = {"drawn": 6000, "accepted": 12, "refused": {"TypeError": 8, "ValueError": 5980}}
    nothing = RelationSet(POWER, (), (), 0, make_set(TIMES_K).budget, {"sources": counts})
    said = "none was found: it returned for 12 of 6,000 inputs (ValueError 5,980, TypeError 8), and a domain without"
    assert said in " ".join(str(nothing).split())


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (
            {"ZeroDivisionError": 25, "timed out": 3},
            "mutants; it raised ZeroDivisionError for 25 of 1,000 inputs; cand",
        ),
        ({"timed out": 3, "too large": 8}, "mutants; candidates"),
    ],
)
def test_the_table_says_what_the_function_raised_for_valid_inputs(refused, said):
    counts = {"drawn": 1000, "accepted": 970, "refused": refused}
    assert said in " ".join(str(make_set(TIMES_K, stages={"sources": counts})).split())


def test_a_set_prints_the_same_whatever_the_terminal(monkeypatch):
    text = str(make_set(TIMES_K))
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert str(make_set(TIMES_K)) == text
    assert "\x1b" not in text


def test_the_notebook_table_is_escaped():
    text = make_set(TIMES_K, BOUND)._repr_html_()
    assert text.startswith("<table><caption>power</caption>")
    assert text.count("<tr>") == 3
    assert "<td>no counterexample in 2,000 inputs</td>" in text
    assert BOUND.formula not in text
    assert BOUND.formula.replace("<", "&lt;").replace(">", "&gt;") in text


@pytest.mark.parametrize("name", ["<lambda>", "make.<locals>.inner"])
def test_a_function_without_an_importable_name_is_not_exported(name, tmp_path):
    signature = make_signature(name, {"k": ints(0, 9)}, module=None)
    relations = make_set(make_relation(signature, GROWS, ["==", "return_f", "return_s"]))
    with pytest.raises(ExportError, match="needs a function that a test can import"):
        relations.to_pytest(tmp_path / "test_it.py")
    assert [*tmp_path.iterdir()] == []


def test_no_file_is_written_for_no_relation(tmp_path):
    with pytest.raises(ExportError, match="no relation of power"):
        replace(make_set(TIMES_K), relations=()).to_pytest(tmp_path / "test_it.py")
    assert [*tmp_path.iterdir()] == []


@pytest.fixture
def shop(tmp_path, monkeypatch):
    (tmp_path / "shop.py").write_text("def power(k, e):\n    return k**e\n")
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


FALSE = make_relation(POWER, NEGATED, ["==", "return_f", "return_s"], [(3, 1)])


def test_a_failing_test_takes_its_relation_with_it(shop):
    written = make_set(TIMES_K, FALSE).to_pytest(shop / "test_it.py")
    assert [relation.formula for relation in written] == [TIMES_K.formula]
    assert [(one.formula, one.stage) for one in written.rejected] == [(FALSE.formula, Stage.EXPORTED_TEST)]
    text = (shop / "test_it.py").read_text()
    assert f"def test_{TIMES_K.name}(" in text
    assert FALSE.name not in text
    assert written.tested is not None


def test_a_set_of_which_all_tests_fail_is_not_written(shop):
    with pytest.raises(ExportError, match=f"no relation of power to write: test_{FALSE.name} fails: AssertionError"):
        make_set(FALSE).to_pytest(shop / "test_it.py")
    assert [*shop.iterdir()] == []


def test_a_failing_relation_that_a_person_accepted_stays_in_the_set_and_out_of_the_file(shop):
    relations = make_set(replace(FALSE, is_accepted=True), TIMES_K).verified(60.0)
    assert [relation.is_violated for relation in relations] == [True, False]
    assert relations.violated == relations.accepted == relations[:1]
    assert "false: 1 counterexample found" in relations._repr_html_()
    relations.to_pytest(shop / "test_it.py")
    assert FALSE.name not in (shop / "test_it.py").read_text()


def test_verification_moves_relations_with_failing_tests_to_the_rejected_ones(shop):
    relations = make_set(TIMES_K, FALSE).verified(60.0)
    assert [relation.formula for relation in relations] == [TIMES_K.formula]
    assert relations[0].evidence.falsifiers == (*TIMES_K.evidence.falsifiers, "exported test")
    assert [rejected.formula for rejected in relations.rejected] == [FALSE.formula]
    assert relations.rejected[0].reason.startswith(
        "its exported test fails: AssertionError\nFailing explicit example: "
    )
    assert last_reason(relations) == "its exported test fails: AssertionError"
    relations.to_pytest(shop / "test_it.py")
    assert [file.name for file in shop.iterdir()] == ["test_it.py"]


def test_an_inapplicable_input_is_a_value_error():
    assert issubclass(InapplicableInput, ValueError)
