"""A person's word from an earlier run."""

from dataclasses import replace

import pytest

from genmorph import Budget, UsageError, infer_relations
from genmorph.domain import floats, ints, lists
from genmorph.inference.decisions import read_decisions, report_decisions, report_unjudged, report_violated, unjudged
from genmorph.inference.meter import Meter
from genmorph.inference.request import Request
from genmorph.model import Execution, Kind, Witness
from genmorph.results.record import ReviewDecision
from tests.handmade import GROWS, NEGATED, make_error_relation, make_relation, make_set, make_signature

SIGNATURE = make_signature("f", {"n": ints(-9, 9)})
SAME = make_relation(SIGNATURE, GROWS, ["==", "return_f", "return_s"])
ODD = make_relation(SIGNATURE, NEGATED, ["==", "return_f", ["-", 0, "return_s"]])
SAID = make_set(SAME, ODD).accept(0).reject(1)


def telling(news):
    """A meter that puts what is reported into a list."""
    return Meter(Budget(evaluations=0.2), lambda: 0.0, notify=news.append)


def told(words):
    news = []
    report_decisions(words, telling(news))
    return [str(one) for one in news]


def test_nothing_was_said_where_there_is_no_earlier_set():
    words = read_decisions(None, SIGNATURE)
    assert not words
    assert told(words) == []


def test_words_are_about_the_function_as_it_is_today():
    wider = make_signature("f", {"n": ints(-99, 99)}, digest="another", raises=("ValueError",))
    words = read_decisions(SAID, wider)
    assert [relation.formula for relation in words.earlier.accepted] == [SAME.formula]
    assert [relation.formula for relation in words.earlier.disowned] == [ODD.formula]
    assert words.earlier.disowned_formulas == {ODD.formula}
    assert {relation.signature for relation in (*words.earlier.accepted, *words.earlier.disowned)} == {wider}
    assert told(words) == ["relations of an earlier run are known: 1 accepted, 1 rejected by review"]


@pytest.mark.parametrize(
    "changed",
    [
        make_signature("f", {"m": ints(-9, 9)}),
        make_signature("f", {"n": floats(-9, 9)}),
        make_signature("f", {"n": ints(-9, 9), "m": ints()}),
        make_signature("f", {"n": lists(ints())}),
        make_signature("f", {"n": ints(-9, 9)}, Kind.FLOAT),
        make_signature("f", {"n": ints(-9, 9)}, keyword_only=("n",)),
    ],
)
def test_words_on_relations_that_are_none_of_the_function_any_more_are_kept_by_formula(changed):
    words = read_decisions(SAID, changed)
    assert words.earlier.accepted == words.earlier.disowned == ()
    assert words.unfitting == (
        ReviewDecision(SAME.formula, is_accepted=True),
        ReviewDecision(ODD.formula, is_accepted=False),
    )
    assert words.accepts(SAME.formula)
    assert words.earlier.disowned_formulas == {ODD.formula}
    why = "only its formula is kept, because the function has other parameters or outputs now"
    assert f"{SAME.formula} was accepted; {why}" in told(words)


def test_what_lies_outside_the_domain_by_now_is_forgotten():
    inside, outside, leaving = Execution((1,), (2,), (4,), (4,)), Execution((7,), (8,), (4,), (5,)), (3,)
    known = replace(
        SAME,
        examples=((7,), leaving, (1,)),
        pair=outside,
        witnesses=(Witness("m1", outside), Witness("m2", inside)),
        evidence=replace(SAME.evidence, violations=1),
    )
    narrowed = make_signature("f", {"n": ints(0, 3)})
    (relation,) = read_decisions(make_set(known).accept(0), narrowed).earlier.accepted
    assert relation.examples == ((1,),)
    assert relation.witnesses == (Witness("m2", inside),)
    assert relation.pair is None
    assert not relation.is_violated
    (unchanged,) = read_decisions(make_set(known).accept(0), SIGNATURE).earlier.accepted
    assert unchanged == replace(known, is_accepted=True)


def test_the_evidence_of_an_earlier_run_is_not_that_of_this_one():
    news = []
    relation = unjudged(replace(SAME, is_accepted=True))
    assert (relation.evidence.tried, relation.evidence.falsifiers) == (0, ())
    assert relation.killed == SAME.killed
    assert "not judged again in this run" in relation.explain()
    report_unjudged([relation, SAME], telling(news), is_sampled=False)
    assert [str(one) for one in news] == [
        f"the accepted relation {SAME.formula} was not judged again: give a larger budget"
    ]


def test_words_that_are_kept_by_formula_are_told_once():
    words = read_decisions(
        replace(SAID.accept(1), unfitting=(ReviewDecision("f(n) == 1", is_accepted=True),)), SIGNATURE
    )
    assert words.unfitting == (ReviewDecision("f(n) == 1", is_accepted=True),)
    assert len(told(words)) == 1


def test_words_on_errors_do_not_depend_on_outputs():
    relation = make_error_relation(replace(SIGNATURE, raises=("ValueError",)), GROWS)
    changed = make_signature("f", {"n": ints(-9, 9)}, Kind.FLOAT)
    assert read_decisions(make_set(relation).accept(0), changed).earlier.accepted[0].signature == changed


def test_words_on_another_function_are_left_alone():
    words = read_decisions(SAID, replace(SIGNATURE, name="g", qualname="g"))
    assert not words
    assert told(words) == ["the relations of an earlier run are of f: they are left alone"]


def test_an_accepted_relation_that_is_false_is_told_with_its_counterexample():
    news = []
    pair = Execution((2,), (3,), (4,), (5,))
    report_violated([replace(SAME, pair=pair), SAME], telling(news))
    assert [str(one) for one in news] == [
        f"the accepted relation {SAME.formula} does not hold any more: f(2) gives 4, f(3) gives 5",
        f"the accepted relation {SAME.formula} does not hold any more",
    ]


def test_what_is_no_set_is_refused():
    with pytest.raises(UsageError, match="earlier must be a RelationSet or the path of a saved one, got 3"):
        Request("math:gcd", Budget(30.0), earlier=3)
    with pytest.raises(UsageError, match=r"nowhere\.json cannot be read"):
        infer_relations("math:gcd", earlier="nowhere.json")
