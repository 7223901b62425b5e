"""What a person reads of one relation."""

import math
from dataclasses import replace

import pytest

from genmorph.domain import floats, ints, lists, texts
from genmorph.model import Container, Evidence, Execution, Kind, MutantNote, Output, Place, Tolerance, Witness
from genmorph.results.printed import fold
from genmorph.results.relation import evidence_lines, evidence_words, tried_words
from genmorph.transformations.transformation import Transformation
from tests.handmade import EVIDENCE, GROWS, NEGATED, REVERSED, make_error_relation, make_relation, make_signature

POWER = make_signature("power", {"k": ints(-20, 20), "e": ints(0, 12)})
DIFF = "--- shop.power\n+++ power:2:swap_op:1\n@@ -1,2 +1,2 @@\n def power(k, e):\n-    return k**e\n+    return k*e"
TIMES_K = replace(
    make_relation(POWER, Transformation("add", (1,), 1), ["==", "return_f", ["*", "return_s", "k_s"]]),
    pair=Execution((2, 3), (2, 4), (8,), (16,)),
    witnesses=(Witness("power:2:swap_op:1", Execution((2, 3), (2, 4), (6,), (8,))),),
    note=MutantNote("power:2:swap_op:1", DIFF),
)
SAME = ["==", "return_f", "return_s"]


def test_an_explanation_shows_a_pair_the_evidence_and_a_mutant_with_what_shows_it():
    lines = TIMES_K.explain().splitlines()
    assert lines[0] == "power(k, e + 1) == power(k, e) * k"
    assert lines[1] == "In words: power is multiplied by k when e grows by 1."
    assert lines[2] == "Input relation: e_f == e_s + 1"
    text = TIMES_K.explain()
    assert "Example\n  power(2, 3) gives 8\n  power(2, 4) gives 16\n" in text
    assert "no counterexample in 2,000 inputs (false alarms: at most 0.15% with 95% confidence)" in text
    assert "kills 2 of 3 mutants" in text
    assert "A mutant that it kills: power:2:swap_op:1\n  --- shop.power\n" in text
    assert "  -    return k**e\n  +    return k*e\n" in text
    assert "does not hold\n  power(2, 3) gives 6\n  power(2, 4) gives 8\n" in text
    assert "proved" not in text


def test_an_explanation_does_without_what_is_not_known():
    text = make_relation(POWER, NEGATED, SAME).explain()
    assert "Example" not in text
    assert "A mutant" not in text
    assert text.splitlines()[-1] == "This is what the code does; whether it should is for a person to say."


def test_an_explanation_says_that_a_person_accepted_the_relation_and_that_it_is_false_by_now():
    broken = replace(TIMES_K, is_accepted=True, evidence=replace(EVIDENCE, violations=1))
    text = broken.explain()
    assert "Counterexample\n  power(2, 3) gives 8\n" in text
    assert "false: 1 counterexample found" in text
    assert "no counterexample" not in text
    assert "A person said that this is intended." in text


def test_an_explanation_of_several_outputs_shows_those_that_the_relation_speaks_of():
    outputs = (
        Output(Kind.INT, Place.FIELD, "area"),
        Output(Kind.TEXT, Place.FIELD, "name"),
        Output(Kind.INTS, Place.ARGUMENT, "xs", Container.LIST, position=0),
    )
    signature = make_signature("f", {"xs": lists(ints())}, outputs)
    pair = Execution(([1, 2],), ([2, 1],), (3, "a", [0]), (3, "b", [5]))
    area = replace(make_relation(signature, REVERSED, ["==", "return.area_f", "return.area_s"]), pair=pair)
    left = replace(make_relation(signature, REVERSED, ["==", "xs.after_f", "xs.after_s"]), pair=pair)
    assert "Example\n  f([1, 2]).area gives 3\n  f([2, 1]).area gives 3\n\n" in area.explain()
    assert "Example\n  f([1, 2]) leaves [0] in xs\n  f([2, 1]) leaves [5] in xs\n\n" in left.explain()


def test_an_explanation_says_what_was_raised():
    signature = make_signature("mean", {"xs": lists(ints())}, Kind.FLOAT, raises=("ZeroDivisionError",))
    pair = Execution(([],), ([],), (), (), "ZeroDivisionError", "")
    text = replace(make_error_relation(signature, REVERSED), pair=pair).explain()
    assert "mean([]) raises ZeroDivisionError\n  mean([]) raises nothing\n" in text


def test_values_of_any_size_are_shown_and_cut():
    signature = make_signature("f", {"n": ints()})
    huge = Execution((10**5000,), (10**5000 + 1,), (1,), (2,))
    text = replace(make_relation(signature, GROWS, SAME), pair=huge).explain()
    assert f"  f({hex(10**5000)[:200]}...) gives 1\n" in text
    assert max(map(len, text.splitlines())) < 300


def test_whether_an_output_is_none_is_said_in_words():
    output = Output(Kind.BOOL, is_none=True)
    signature = make_signature("find", {"text": texts()}, (output,))
    pair = Execution(("a",), ("b",), (True,), (False,))
    tree = ["iff", "return is None_f", "return is None_s"]
    relation = replace(make_relation(signature, Transformation("upper", (0,)), tree), pair=pair)
    assert "find('a') is None\n  find('b') is not None\n" in relation.explain()


@pytest.mark.parametrize(
    ("tried", "said"), [(20_000, "0.015%"), (2_000, "0.15%"), (2_100, "0.15%"), (400, "0.75%"), (7, "43%"), (2, "100%")]
)
def test_the_bound_on_false_alarms_is_never_rounded_down(tried, said):
    assert f"at most {said} with 95% confidence" in evidence_words(replace(EVIDENCE, tried=tried))
    assert float(said[:-1]) / 100 >= replace(EVIDENCE, tried=tried).false_alarm_bound


def test_what_holds_everywhere_has_no_bound():
    everywhere = replace(EVIDENCE, exhaustive=True, tried=400)
    assert evidence_words(everywhere) == tried_words(everywhere) == "holds on all 400 inputs to which it applies"


def test_what_was_not_tried_was_not_judged_again():
    assert evidence_words(Evidence(0, 0, 0, 0, exhaustive=False, falsifiers=())) == "not judged again in this run"


def test_the_full_evidence_names_falsifiers_tolerance_and_what_did_not_apply():
    evidence = replace(EVIDENCE, inapplicable=500, largest_error=0.0, falsifiers=("fresh pairs", "boundary pairs"))
    lines = evidence_lines(evidence, Tolerance(1e-9, 0.25))
    assert "of the inputs drawn 20% did not apply" in lines
    assert "looked for counterexamples: fresh pairs, boundary pairs" in lines
    (of_floats,) = (line for line in lines if "floats" in line)
    assert of_floats.startswith("floats are equal within a relative 1e-09 or an absolute 0.25; ")
    assert of_floats.endswith("all that counted as equal were the same")


def test_the_tolerance_is_said_wherever_floats_are_compared_and_nowhere_else():
    of_floats = make_signature("half", {"x": floats(-9, 9)}, Kind.FLOAT)
    for tree in (SAME, ["<", "return_f", "return_s"], ["or", SAME, ["<=", 0, "return_s"]]):
        lines = make_relation(of_floats, NEGATED, tree).explain().splitlines()
        assert "  floats are equal within a relative 1e-09 or an absolute 1e-09" in lines
    for exact in (make_relation(POWER, NEGATED, SAME), make_error_relation(of_floats, NEGATED)):
        assert "floats are equal" not in exact.explain()


@pytest.mark.parametrize("width", [12, 20, 46])
@pytest.mark.parametrize(
    "formula",
    [
        TIMES_K.formula,
        "a_function_with_a_long_name(argument_one, argument_two[::-1]) == 'text  with blanks'",
        "x" * 100,
        "",
    ],
)
def test_a_folded_formula_is_the_formula_in_lines_of_that_width(formula, width):
    lines = fold(formula, width).split("\n")
    assert all(len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(formula.split())


def test_words_are_cut_only_where_they_are_longer_than_a_line():
    formula = "weekday(year + 400, month, day) == weekday(year, month, day)"
    assert fold(formula, 34).split() == formula.split()


def test_a_relation_reads_as_latex():
    signature = make_signature("half", {"x": floats(-9, 9)}, Kind.FLOAT)
    text = make_relation(signature, NEGATED, ["==", "return_f", ["*", "return_s", math.pi]]).latex()
    assert "half" in text
    assert text.count("{") == text.count("}")
    about = make_signature("mean", {"xs": lists(ints())}, Kind.FLOAT, raises=("ZeroDivisionError",))
    assert "error" in make_error_relation(about, REVERSED).latex()
